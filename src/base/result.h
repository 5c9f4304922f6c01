// Result<T, E> is a value or the reason why there is none. It is for failures that are expected
// to happen (a query with a mistake in it); what is wrong with the environment is an Error.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"

namespace dinkel {

template <typename T, typename E>
class [[nodiscard]] Result {
 public:
  Result(T value) : data_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit
  Result(E error) : data_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return data_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    CHECK(ok(), "the value of a failed Result was asked for");
    return *std::get_if<0>(&data_);
  }
  const T& value() const& {
    CHECK(ok(), "the value of a failed Result was asked for");
    return *std::get_if<0>(&data_);
  }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const E& error() const {
    CHECK(!ok(), "the error of a successful Result was asked for");
    return *std::get_if<1>(&data_);
  }

 private:
  std::variant<T, E> data_;
};

}  // namespace dinkel
