#include "cypher/type.h"

#include <array>
#include <string_view>

namespace dinkel {

namespace {

constexpr std::array<std::string_view, kind_count> kind_names = {
    "Null", "Boolean",       "Integer",      "Float",    "String", "List",
    "Map",  "Node",          "Relationship", "Path",     "Date",   "LocalTime",
    "Time", "LocalDateTime", "DateTime",     "Duration", "Point"};

constexpr Kinds value_kinds = Kinds::all().without(Kind::Null);

std::string list_text(Kinds elements);

// The kinds but Null, joined by |, with a ? behind when Null is one of them.
std::string kinds_text(Kinds kinds, Kinds elements) {
  const Kinds values = kinds.without(Kind::Null);
  if (values.empty()) return kinds.has(Kind::Null) ? "Null" : "Nothing";
  if (values == value_kinds && elements == Kinds::all()) {
    return kinds.has(Kind::Null) ? "Any" : "Any not null";
  }
  std::string text;
  int count = 0;
  for (int i = 1; i < kind_count; ++i) {
    const Kind kind = static_cast<Kind>(i);
    if (!values.has(kind)) continue;
    if (count++ > 0) text += " | ";
    text += kind == Kind::List ? list_text(elements)
                               : std::string(kind_names[static_cast<std::size_t>(i)]);
  }
  if (!kinds.has(Kind::Null)) return text;
  return count > 1 ? "(" + text + ")?" : text + "?";
}

std::string list_text(Kinds elements) {
  if (elements.empty()) return "List<Nothing>";
  if (elements == Kinds::all()) return "List";
  return "List<" + kinds_text(elements, Kinds::all()) + ">";
}

}  // namespace

Type join(Type a, Type b) {
  return {a.kinds | b.kinds, a.elements | b.elements};
}

bool overlaps(Type a, Type b) {
  // Elements do not matter: the empty list is a list of everything.
  return !(a.kinds & b.kinds).without(Kind::Null).empty();
}

std::string to_text(Type type) {
  return kinds_text(type.kinds, type.elements);
}

}  // namespace dinkel
