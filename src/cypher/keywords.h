// The words of the language. Cypher has hardly any reserved words: nearly every one of these may
// also name a variable, a label or a key, and the place decides what it is. The lexer therefore
// marks a word with its keyword, and the parser asks only where a keyword can stand.
#pragma once

#include <cstdint>
#include <string_view>

namespace dinkel {

// The text of a keyword is its name here, in any case.
// clang-format off
#define DINKEL_KEYWORDS(X)                                                                       \
  X(Add) X(All) X(AllShortestPaths) X(And) X(Any) X(Array) X(As) X(Asc) X(Ascending) X(Assert)   \
  X(Bool) X(Boolean) X(Break) X(By) X(Call) X(Case) X(Collect) X(Concurrent) X(Constraint)       \
  X(Contains) X(Continue) X(Count) X(Create) X(Cypher) X(Date) X(DateTime) X(Delete) X(Desc)     \
  X(Descending) X(Detach) X(Distinct) X(Do) X(Drop) X(Duration) X(Each) X(Edge) X(Else) X(End)   \
  X(Ends) X(Error) X(Exists) X(Explain) X(Fail) X(False) X(Float) X(For) X(Foreach) X(Fulltext)  \
  X(Group) X(Groups) X(If) X(In) X(Index) X(Inf) X(Infinity) X(Int) X(Integer) X(Is) X(Key)      \
  X(Labels) X(Limit) X(List) X(Local) X(Lookup) X(Mandatory) X(Map) X(Match) X(Merge) X(NaN)     \
  X(NoDetach) X(Node) X(None) X(Not) X(Nothing) X(Null) X(Of) X(Offset) X(On) X(Optional) X(Or)  \
  X(Order) X(Path) X(Paths) X(Point) X(Profile) X(Property) X(Range) X(Reduce) X(Rel)            \
  X(Relationship) X(Remove) X(Report) X(Require) X(Return) X(Row) X(Rows) X(Scalar) X(Set)       \
  X(Shortest) X(ShortestPath) X(Signed) X(Single) X(Skip) X(Starts) X(Status) X(String) X(Text)  \
  X(Then) X(Time) X(Timestamp) X(Timezone) X(Transactions) X(True) X(Type) X(Typed) X(Union)     \
  X(Unique) X(Unwind) X(Value) X(Varchar) X(Vertex) X(When) X(Where) X(With) X(Without) X(Xor)   \
  X(Yield) X(Zone) X(Zoned)
// clang-format on

enum class Keyword : std::uint8_t {
  NotAKeyword,
#define DINKEL_KEYWORD_ENUMERATOR(name) name,
  DINKEL_KEYWORDS(DINKEL_KEYWORD_ENUMERATOR)
#undef DINKEL_KEYWORD_ENUMERATOR
};

Keyword find_keyword(std::string_view word);

// Words that the parser does not take for a variable, because the text would become unreadable for
// everyone: `WHERE RETURN`.
bool is_reserved(Keyword keyword);

// Words that the printer quotes: the reserved ones and those that another engine may reserve.
bool must_be_quoted(Keyword keyword);

}  // namespace dinkel
