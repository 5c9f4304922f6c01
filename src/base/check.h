// CHECK(condition, "why") stops the program when one of our own assumptions is broken. It is on in
// release builds too: a tester with a corrupted state reports nonsense, which is worse than none.
#pragma once

namespace dinkel {

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const char* message);

}  // namespace dinkel

#define CHECK(condition, message)                                      \
  do {                                                                 \
    if (!(condition)) [[unlikely]]                                     \
      ::dinkel::check_failed(__FILE__, __LINE__, #condition, message); \
  } while (false)
