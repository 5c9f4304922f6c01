#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace dinkel {

void check_failed(const char* file, int line, const char* condition, const char* message) {
  std::fprintf(stderr, "dinkel: internal error at %s:%d: %s (%s)\n", file, line, message,
               condition);
  std::fflush(stderr);
  std::abort();
}

}  // namespace dinkel
