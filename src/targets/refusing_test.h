// The reference, but for a word that it refuses; for tests.
#pragma once

#include <string>

#include "targets/embedded.h"

namespace dinkel {

class Refusing final : public EmbeddedTarget {
 public:
  explicit Refusing(std::string word) : EmbeddedTarget("reference", {}), word_(std::move(word)) {}
  Outcome run(std::string_view statement, const Map& parameters,
              std::chrono::milliseconds deadline) override {
    if (statement.find(word_) != std::string_view::npos) {
      return DatabaseError{"", "refused: " + word_};
    }
    return EmbeddedTarget::run(statement, parameters, deadline);
  }

 private:
  std::string word_;
};

}  // namespace dinkel
