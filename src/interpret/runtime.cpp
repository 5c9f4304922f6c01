#include "interpret/runtime.h"

#include <limits>

namespace dinkel {
namespace {

// The clock is asked, and the limit of steps compared, once in so many steps.
constexpr std::int64_t steps_between_checks = 4096;

}  // namespace

void fail(ErrorType type, ErrorDetail detail, std::string message) {
  throw QueryFailure{{type, ErrorPhase::Runtime, detail, std::move(message), 0}};
}

const Value* Bindings::find(std::string_view name) const {
  for (const Bindings* frame = this; frame != nullptr; frame = frame->outer) {
    for (std::size_t i = 0; i < frame->names.size(); ++i) {
      if (frame->names[i] == name) return &frame->values[i];
    }
  }
  return nullptr;
}

Runtime::Runtime(Graph& graph_, const InterpretOptions& options_)
    : graph(graph_), options(options_), rng(Rng(options_.seed).fork("interpret")) {
  const std::int64_t rows = options.limits.rows;
  row_limit_ = rows > 0 ? static_cast<std::size_t>(rows) : std::numeric_limits<std::size_t>::max();
  deadline_ = std::chrono::steady_clock::now() + options.limits.time;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  statement_time_seconds = seconds.count();
  statement_time_nanoseconds = static_cast<std::int32_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now - seconds).count());
  next_check_ = steps_between_checks;
  if (options.limits.steps > 0 && options.limits.steps < next_check_) {
    next_check_ = options.limits.steps;
  }
}

void Runtime::check_steps() {
  const Limits& limits = options.limits;
  if (limits.steps > 0 && steps_ >= limits.steps) {
    fail(ErrorType::LimitExceeded, ErrorDetail::StepLimit,
         "the statement took more than " + std::to_string(limits.steps) + " steps");
  }
  if (limits.time.count() > 0 && std::chrono::steady_clock::now() > deadline_) {
    fail(ErrorType::LimitExceeded, ErrorDetail::TimeLimit,
         "the statement ran for more than " + std::to_string(limits.time.count()) + " ms");
  }
  next_check_ = steps_ + steps_between_checks;
  if (limits.steps > 0 && limits.steps < next_check_) next_check_ = limits.steps;
}

void Runtime::fail_rows() const {
  fail(ErrorType::LimitExceeded, ErrorDetail::RowLimit,
       "more than " + std::to_string(options.limits.rows) + " rows are alive at one time");
}

void Runtime::check_list(std::int64_t size) {
  if (size < 0) return;
  const std::int64_t limit = options.limits.memory_bytes;
  if (limit > 0 && size > limit / static_cast<std::int64_t>(sizeof(Value))) {
    fail(ErrorType::LimitExceeded, ErrorDetail::MemoryLimit,
         "a list of " + std::to_string(size) + " elements does not fit into the memory limit");
  }
  charge(static_cast<std::size_t>(size) * sizeof(Value));
}

void Runtime::charge(std::size_t bytes) {
  memory_ += bytes;
  const std::int64_t limit = options.limits.memory_bytes;
  if (limit > 0 && memory_ > static_cast<std::size_t>(limit)) {
    fail(ErrorType::LimitExceeded, ErrorDetail::MemoryLimit,
         "the values alive take more than " + std::to_string(limit) + " bytes");
  }
}

void Runtime::keep_reason(std::string_view reason) {
  if (determinism.reason.empty()) determinism.reason = reason;
}

void Runtime::open_rows(std::string_view reason) {
  determinism.rows = false;
  keep_reason(reason);
}

void Runtime::open_graph(std::string_view reason) {
  determinism.graph = false;
  determinism.rows = false;
  keep_reason(reason);
}

void Runtime::open_error(std::string_view reason) {
  determinism.error = false;
  keep_reason(reason);
}

std::size_t heap_bytes(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) {
    return text->size() < sizeof(std::string) / 2 ? 0 : text->capacity();
  }
  if (const auto* list = value.get_if<Values>()) {
    std::size_t bytes = list->size() * sizeof(Value);
    for (const Value& item : *list) bytes += heap_bytes(item);
    return bytes;
  }
  if (const auto* map = value.get_if<Map>()) {
    std::size_t bytes = 0;
    for (const auto& [key, item] : *map)
      bytes += sizeof(Map::Entry) + key.size() + heap_bytes(item);
    return bytes;
  }
  if (const auto* path = value.get_if<Path>()) {
    return (path->nodes.size() + path->relationships.size()) * sizeof(NodeRef);
  }
  return 0;
}

}  // namespace dinkel
