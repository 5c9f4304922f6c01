// match(variant, cases...) calls the case that fits the alternative held. There is no catch-all by
// convention: a new alternative makes the compiler list every place that has to be filled in.
#pragma once

#include <utility>
#include <variant>

namespace dinkel {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

template <typename Variant, typename... Cases>
decltype(auto) match(Variant&& variant, Cases&&... cases) {
  return std::visit(Overloaded{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

}  // namespace dinkel
