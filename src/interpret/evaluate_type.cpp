// IS :: type, with the names that Neo4j gives to types and their synonyms.
#include <algorithm>
#include <array>
#include <string_view>

#include "cypher/type.h"
#include "interpret/evaluate.h"

namespace dinkel {
namespace {

struct NamedKinds {
  std::string_view name;
  Kinds kinds;
};
constexpr std::array named_kinds{
    NamedKinds{"NOTHING", Kinds()},
    NamedKinds{"NULL", Kinds()},
    NamedKinds{"BOOLEAN", Kind::Boolean},
    NamedKinds{"BOOL", Kind::Boolean},
    NamedKinds{"STRING", Kind::String},
    NamedKinds{"VARCHAR", Kind::String},
    NamedKinds{"INTEGER", Kind::Integer},
    NamedKinds{"INT", Kind::Integer},
    NamedKinds{"SIGNED INTEGER", Kind::Integer},
    NamedKinds{"FLOAT", Kind::Float},
    NamedKinds{"DATE", Kind::Date},
    NamedKinds{"LOCAL TIME", Kind::LocalTime},
    NamedKinds{"TIME WITHOUT TIMEZONE", Kind::LocalTime},
    NamedKinds{"TIME WITHOUT TIME ZONE", Kind::LocalTime},
    NamedKinds{"ZONED TIME", Kind::Time},
    NamedKinds{"TIME WITH TIMEZONE", Kind::Time},
    NamedKinds{"TIME WITH TIME ZONE", Kind::Time},
    NamedKinds{"LOCAL DATETIME", Kind::LocalDateTime},
    NamedKinds{"TIMESTAMP WITHOUT TIMEZONE", Kind::LocalDateTime},
    NamedKinds{"TIMESTAMP WITHOUT TIME ZONE", Kind::LocalDateTime},
    NamedKinds{"ZONED DATETIME", Kind::DateTime},
    NamedKinds{"TIMESTAMP WITH TIMEZONE", Kind::DateTime},
    NamedKinds{"TIMESTAMP WITH TIME ZONE", Kind::DateTime},
    NamedKinds{"DURATION", Kind::Duration},
    NamedKinds{"POINT", Kind::Point},
    NamedKinds{"NODE", Kind::Node},
    NamedKinds{"ANY NODE", Kind::Node},
    NamedKinds{"VERTEX", Kind::Node},
    NamedKinds{"ANY VERTEX", Kind::Node},
    NamedKinds{"RELATIONSHIP", Kind::Relationship},
    NamedKinds{"ANY RELATIONSHIP", Kind::Relationship},
    NamedKinds{"EDGE", Kind::Relationship},
    NamedKinds{"ANY EDGE", Kind::Relationship},
    NamedKinds{"MAP", Kind::Map},
    NamedKinds{"ANY MAP", Kind::Map},
    NamedKinds{"LIST", Kind::List},
    NamedKinds{"ARRAY", Kind::List},
    NamedKinds{"PATH", Kind::Path},
    NamedKinds{"ANY", Kinds::all()},
    NamedKinds{"ANY VALUE", Kinds::all()},
};

// The alternatives of Value are in the order of the enumerators of Kind.
Kind kind_of(const Value& value) {
  static_assert(std::variant_size_v<Value::Data> == kind_count);
  return static_cast<Kind>(value.data().index());
}

bool is_storable(const Value& value) {
  const auto* list = value.get_if<Values>();
  if (list == nullptr) return kinds::storable.has(kind_of(value));
  return std::all_of(list->begin(), list->end(), [&](const Value& item) {
    return kinds::storable.has(kind_of(item)) && kind_of(item) == kind_of(list->front());
  });
}

}  // namespace

bool has_type(const Value& value, const TypeName& type) {
  if (value.is_null()) return !type.not_null && type.name != "NOTHING";
  if (type.name == "PROPERTY VALUE") return is_storable(value);
  const auto* row = std::find_if(named_kinds.begin(), named_kinds.end(),
                                 [&](const NamedKinds& entry) { return entry.name == type.name; });
  if (row == named_kinds.end()) {
    fail(ErrorType::SyntaxError, ErrorDetail::UnexpectedSyntax, "unknown type " + type.name);
  }
  if (!row->kinds.has(kind_of(value))) return false;
  const auto* list = value.get_if<Values>();
  if (list == nullptr || type.element.empty()) return true;
  return std::all_of(list->begin(), list->end(),
                     [&](const Value& item) { return has_type(item, type.element.front()); });
}

Value Evaluator::operator()(const TypeCheck& check) const {
  return has_type(evaluate_child(*check.operand), check.type) != check.negated;
}

}  // namespace dinkel
