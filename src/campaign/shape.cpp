// The shape of a statement that is answered wrongly.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/match.h"
#include "campaign/cause.h"
#include "cypher/lexer.h"
#include "cypher/print.h"
#include "cypher/walk.h"

namespace dinkel {

namespace {

bool cuts_or_sorts(const Projection& projection) {
  return projection.distinct || projection.skip || projection.limit || !projection.order_by.empty();
}

bool is_plain(const Projection& projection) {
  if (cuts_or_sorts(projection)) return false;
  for (const ProjectionItem& item : projection.items) {
    if (!is_plain_value(item.value)) return false;
  }
  return true;
}

// Nodes, and relationships that lead to the right or anywhere, whatever they hold.
bool is_plain(const Pattern& pattern) {
  bool plain = pattern.size() == 1;
  for (const PatternPart& part : pattern) {
    plain = plain && !part.selector && part.kind == PathKind::Plain;
    for_each_descendant(part, [&](const auto& node) {
      using Node = std::remove_cvref_t<decltype(node)>;
      if constexpr (std::is_same_v<Node, RelationshipPattern>) {
        plain = plain && node.direction != Direction::Left && !node.length && !node.quantifier;
      } else if constexpr (std::is_same_v<Node, Expr>) {
        plain = plain && (is_plain_value(node) || std::holds_alternative<MapLiteral>(node.node));
      }
    });
  }
  return plain;
}

std::string shape_of(const Clause& clause, bool nested);

// A subquery that does no more than to write, once for each row.
bool only_writes(const Clause& call) {
  return shape_of(call, false) == "CALL { write }";
}

// Whether a clause, where others follow, only brings them rows.
bool only_brings_rows(const Clause& clause) {
  return match(
      clause.node, [](const Match& node) { return !node.where && is_plain(node.pattern); },
      [](const Create& node) { return is_plain(node.pattern); },
      [](const Merge& node) { return node.actions.empty() && is_plain(Pattern{node.pattern}); },
      [](const Unwind&) { return true; },
      [](const With& node) {
        return !node.where && !node.projection.star && is_plain(node.projection);
      },
      [](const Set&) { return false; }, [](const Remove&) { return false; },
      [](const Delete&) { return false; }, [](const Return&) { return false; },
      [](const Foreach&) { return false; },
      [&](const CallSubquery&) { return only_writes(clause); },
      [](const CallProcedure&) { return false; });
}

const Projection* projection_of(const Clause& clause) {
  const auto* with = std::get_if<With>(&clause.node);
  const auto* result = std::get_if<Return>(&clause.node);
  return with != nullptr && !with->where ? &with->projection
         : result != nullptr             ? &result->projection
                                         : nullptr;
}

bool only_shows_rows(const Clause& clause) {
  const auto* result = std::get_if<Return>(&clause.node);
  return result != nullptr && is_plain(result->projection);
}

bool writes_something(const Clause& clause) {
  return std::holds_alternative<Create>(clause.node) ||
         std::holds_alternative<Merge>(clause.node) || std::holds_alternative<Set>(clause.node) ||
         std::holds_alternative<Remove>(clause.node) || std::holds_alternative<Delete>(clause.node);
}

// The text without names and values.
std::string shape_of_text(std::string_view text) {
  const std::vector<Token> tokens = tokenize(text);
  std::string shape;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].kind != TokenKind::End; ++i) {
    const Token& token = tokens[i];
    const std::string_view word = text.substr(token.offset, token.length);
    if (i > 0 && token.offset > tokens[i - 1].offset + tokens[i - 1].length) shape += " ";
    const bool is_name = token.kind == TokenKind::QuotedName ||
                         (token.kind == TokenKind::Word && token.keyword == Keyword::NotAKeyword &&
                          tokens[i + 1].kind != TokenKind::LeftParen);
    shape += is_name                            ? "_"
             : token.kind == TokenKind::Integer ? "0"
             : token.kind == TokenKind::Float   ? "0.0"
             : token.kind == TokenKind::String  ? "''"
                                                : word;
  }
  return shape;
}

std::string shape_of(const Query& query, bool nested);

Clause without_plain_values(Clause clause) {
  const auto forget = [](Projection& projection) {
    for (ProjectionItem& item : projection.items) {
      item.source.clear();
      if (is_plain_value(item.value)) item.value.node = Variable{"_"};
    }
    // By what rows are sorted wrongly, and what they hold, is chance too.
    if (projection.order_by.empty()) return;
    const Expr any{{}, Variable{"_"}};
    projection.star = false;
    projection.items = {{any, {}, {}}};
    projection.order_by = {{any, false}};
  };
  if (auto* with = std::get_if<With>(&clause.node)) forget(with->projection);
  if (auto* result = std::get_if<Return>(&clause.node)) forget(result->projection);
  return clause;
}

// What is written behind everything else only shows that there are rows.
std::string_view without_last_writes(std::string_view shape) {
  constexpr std::string_view last = " write";
  while (shape.ends_with(last)) shape.remove_suffix(last.size());
  return shape;
}

// What is inside of a shape that is one CALL, and nothing if it is more or less than that.
std::optional<std::string_view> inside_of_call(std::string_view shape) {
  constexpr std::string_view begin = "CALL { ";
  if (!shape.starts_with(begin) || !shape.ends_with(" }")) return std::nullopt;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) {
    depth += shape[i] == '{' ? 1 : shape[i] == '}' ? -1 : 0;
    if (shape[i] == '}' && depth == 0) return std::nullopt;
  }
  return shape.substr(begin.size(), shape.size() - begin.size() - 2);
}

std::string shape_of_call(const CallSubquery& call) {
  const std::string body = shape_of(*call.query, true);
  // One around another, which does no more than write.
  const std::string_view inner = without_last_writes(body);
  if (!call.optional && inside_of_call(inner)) return std::string(inner);
  return (call.optional ? "OPTIONAL CALL { " : "CALL { ") + body + " }";
}

// WHERE of a literal that keeps no row, whichever it is.
bool keeps_nothing(const OptionalExpr& where) {
  if (!where) return false;
  const auto* literal = std::get_if<BooleanLiteral>(&(*where)->node);
  return std::holds_alternative<NullLiteral>((*where)->node) ||
         (literal != nullptr && !literal->value);
}

// Whether an expression looks at the items of a list one by one, by a predicate.
bool filters_items(const Expr& expr) {
  bool found = false;
  for_each_expr(expr, [&](const Expr& one) {
    const auto* comprehension = std::get_if<ListComprehension>(&one.node);
    found = found || std::holds_alternative<Quantifier>(one.node) ||
            (comprehension != nullptr && comprehension->where);
  });
  return found;
}

// With a predicate of what is bound outside of the list, FalkorDB filters too early or too late: it
// shows by whatever makes the plan another one.
constexpr std::string_view filter_by_items = "MATCH WHERE [_ IN _ WHERE _]";

bool filters_by_items(const Clause& clause) {
  const auto* matching = std::get_if<Match>(&clause.node);
  return matching != nullptr && matching->where && filters_items(**matching->where);
}

bool only_sorts(const Projection& projection) {
  return !projection.order_by.empty() && !projection.distinct && !projection.skip &&
         !projection.limit;
}

// Which value it filters by is chance: where an expression has a wrong value, that is found without
// the clause around it.
constexpr std::string_view filter_behind_with = "WITH WHERE _";

std::string shape_of(const Clause& clause, bool nested) {
  if (const auto* call = std::get_if<CallSubquery>(&clause.node)) return shape_of_call(*call);
  if (const auto* loop = std::get_if<Foreach>(&clause.node)) {
    return "FOREACH (_ IN " + shape_of_text(print(loop->list)) + ")";
  }
  // Something must be written in a subquery that returns nothing; what it is, chance decides.
  if (nested && writes_something(clause)) return "write";
  if (nested && only_shows_rows(clause)) return "RETURN";
  if (const Projection* projection = projection_of(clause); nested && projection != nullptr) {
    if (only_sorts(*projection)) return "ORDER BY";
  }
  if (filters_by_items(clause)) return std::string(filter_by_items);
  if (const auto* matching = std::get_if<Match>(&clause.node)) {
    if ((!matching->where || keeps_nothing(matching->where)) && is_plain(matching->pattern)) {
      return std::string(matching->optional ? "OPTIONAL MATCH ()" : "MATCH ()") +
             (matching->where ? " WHERE false" : "");
    }
  }
  if (const auto* with = std::get_if<With>(&clause.node); with != nullptr) {
    if (keeps_nothing(with->where) && is_plain(with->projection)) return "WITH WHERE false";
    if (with->where && is_plain(with->projection)) return std::string(filter_behind_with);
    if (nested && !with->where && is_plain(with->projection)) return "WITH";
  }
  if (const auto* unwind = std::get_if<Unwind>(&clause.node); unwind != nullptr && nested) {
    if (is_plain_value(unwind->list)) return "UNWIND";
  }
  Query alone;
  alone.parts.push_back({{without_plain_values(clause)}});
  Statement statement;
  statement.body = std::move(alone);
  // A wrong value is found without the pattern that asks for it.
  for_each_descendant(statement, [](auto& node) {
    using Node = std::remove_cvref_t<decltype(node)>;
    if constexpr (std::is_same_v<Node, NodePattern> || std::is_same_v<Node, RelationshipPattern>) {
      if (!node.properties) return;
      if (auto* map = std::get_if<MapLiteral>(&(*node.properties)->node)) {
        for (auto& [key, value] : map->entries) value.node = Variable{"_"};
      }
    }
  });
  // What a branch of CASE gives is chance, too.
  for_each_expr(statement, [](Expr& expr) {
    auto* choice = std::get_if<Case>(&expr.node);
    if (choice == nullptr) return;
    for (CaseBranch& branch : choice->branches) {
      if (is_plain_value(branch.then)) branch.then.node = Variable{"_"};
    }
    if (choice->otherwise && is_plain_value(**choice->otherwise)) {
      (*choice->otherwise)->node = Variable{"_"};
    }
  });
  return shape_of_text(print(statement));
}

bool tells_something(const Clause& clause, bool nested) {
  if (only_brings_rows(clause) || only_shows_rows(clause)) return false;
  return !nested || !writes_something(clause);
}

// ---- Subqueries that write ----------------------------------------------------------------------

// A filter that is lost beside a subquery, or in one that writes: one bug in a hundred forms.
constexpr std::string_view lost_filter = "CALL { filter write }";

bool is_filter(std::string_view shape) {
  return shape == "MATCH () WHERE false" || shape == "WITH WHERE false";
}

bool brings_rows(std::string_view shape) {
  return shape == "MATCH ()" || shape == "OPTIONAL MATCH ()" || shape == "WITH" ||
         shape == "UNWIND" || is_filter(shape);
}

bool is_writing_call(std::string_view shape) {
  return shape == "CALL { write }" || shape == lost_filter;
}

// Of a subquery that writes, how rows come to that is chance; so is one around another. WITH hides
// what is behind it as a filter does.
void simplify_writing_body(std::vector<std::string>& shapes) {
  const bool returns = !shapes.empty() && shapes.back() == "RETURN";
  bool writes = false;
  bool filters = false;
  for (std::size_t i = 0; i + (returns ? 1 : 0) < shapes.size(); ++i) {
    const std::string& shape = shapes[i];
    writes = writes || shape == "write" || is_writing_call(shape);
    filters = filters || shape == "WITH" || is_filter(shape) || shape == lost_filter;
    if (shape != "write" && !is_writing_call(shape) && !brings_rows(shape)) return;
  }
  if (!writes) return;
  shapes = {"write"};
  if (returns) shapes.emplace_back("RETURN");
  if (filters && !returns) shapes.insert(shapes.begin(), "filter");
}

bool is_call(std::string_view shape) {
  return shape.starts_with("CALL {");
}

bool loses_filter(const std::vector<Clause>& clauses) {
  bool calls = false;
  bool filters = false;
  for (const Clause& clause : clauses) {
    const std::string shape = shape_of(clause, true);
    if (shape == lost_filter) return true;
    calls = calls || is_call(shape);
    filters = filters || is_filter(shape);
  }
  return calls && filters;
}

// What is left beside a lost filter.
std::vector<std::string> shapes_beside_lost_filter(const std::vector<Clause>& clauses) {
  std::vector<std::string> shapes = {std::string(lost_filter)};
  for (const Clause& clause : clauses) {
    std::string shape = shape_of(clause, true);
    const bool says_nothing = shape == "write" || shape == "RETURN" || is_call(shape) ||
                              brings_rows(shape) || only_brings_rows(clause);
    if (!says_nothing) shapes.push_back(std::move(shape));
  }
  return shapes;
}

// ---- Clauses ------------------------------------------------------------------------------------

std::vector<std::string> shapes_of(const std::vector<Clause>& clauses, bool nested) {
  if (loses_filter(clauses)) return shapes_beside_lost_filter(clauses);
  if (std::ranges::any_of(clauses, filters_by_items)) return {std::string(filter_by_items)};
  // What only brings rows is left out where a clause that tells something follows, and what only
  // shows them where one went before.
  std::size_t last_telling = clauses.size();
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (tells_something(clauses[i], nested)) last_telling = i;
  }
  const bool none = last_telling == clauses.size();
  std::vector<std::string> shapes;
  bool was_write = false;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const bool is_last = i + 1 == clauses.size();
    const bool only_brings = only_brings_rows(clauses[i]);
    if (!none && i < last_telling && only_brings) continue;
    if (!nested && is_last && i > 0 && only_shows_rows(clauses[i])) continue;
    // Of several that bring rows, the last.
    if (!nested && none && i + 2 < clauses.size()) continue;
    if (!nested && !none && i > last_telling && only_brings) continue;
    std::string shape = shape_of(clauses[i], nested);
    const bool repeats =
        (shape == "WITH" || shape == "write") && !shapes.empty() && shapes.back() == shape;
    // A filter that comes too early shows by what is written before it, whatever that is.
    if ((shape == filter_behind_with || is_filter(shape)) && was_write) shapes.pop_back();
    was_write = writes_something(clauses[i]);
    // That no row should be left shows by whatever comes behind.
    const bool is_end = !nested && shape == "WITH WHERE false";
    if (!repeats) shapes.push_back(std::move(shape));
    if (is_end) break;
  }
  return shapes;
}

std::string shape_of(const std::vector<Clause>& clauses, bool nested) {
  std::vector<std::string> shapes = shapes_of(clauses, nested);
  if (nested) {
    simplify_writing_body(shapes);
    // Which of the projections sorts is chance.
    if (std::ranges::find(shapes, "ORDER BY") != shapes.end()) {
      std::erase_if(shapes,
                    [](const std::string& shape) { return shape == "WITH" || shape == "RETURN"; });
    }
  }
  const std::string whole = fmt::format("{}", fmt::join(shapes, " "));
  if (nested || shapes.size() != 1) return whole;
  // A subquery around everything, with the one in it that tells something.
  const auto inside = inside_of_call(whole);
  if (!inside || inside->find("CALL {") == std::string_view::npos) return whole;
  return std::string(without_last_writes(*inside));
}

std::string shape_of(const Query& query, bool nested) {
  std::vector<std::string> shapes;
  for (const SingleQuery& part : query.parts) {
    shapes.push_back(shape_of(part.clauses, nested || query.parts.size() > 1));
  }
  std::sort(shapes.begin(), shapes.end());
  const bool keeps_all = !query.union_all.empty() &&
                         std::count(query.union_all.begin(), query.union_all.end(), false) == 0;
  std::string shape;
  for (const std::string& one : shapes) {
    shape += (shape.empty() ? "" : keeps_all ? " UNION ALL " : " UNION ") + one;
  }
  return shape;
}

}  // namespace

bool is_plain_value(const Expr& expr) {
  return std::holds_alternative<Variable>(expr.node) ||
         std::holds_alternative<NullLiteral>(expr.node) ||
         std::holds_alternative<BooleanLiteral>(expr.node) ||
         std::holds_alternative<IntegerLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node) ||
         std::holds_alternative<Parameter>(expr.node);
}

std::string reading_of(const Statement& statement) {
  std::set<std::string> words;
  for_each_clause(statement, [&](const Clause& clause) {
    if (const auto* matching = std::get_if<Match>(&clause.node)) {
      words.insert(matching->optional ? "OPTIONAL MATCH" : "MATCH");
    }
    if (std::holds_alternative<Merge>(clause.node)) words.insert("MERGE");
    if (std::holds_alternative<Foreach>(clause.node)) words.insert("FOREACH");
    if (std::holds_alternative<Unwind>(clause.node)) words.insert("UNWIND");
  });
  for_each_descendant(statement, [&](const auto& node) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(node)>, RelationshipPattern>) {
      if (node.length || node.quantifier) words.insert("*");
    }
  });
  // What reads most decides: the rest of a statement that could not be made smaller is chance.
  for (const char* word : {"*", "MATCH", "OPTIONAL MATCH", "MERGE", "FOREACH", "UNWIND"}) {
    if (words.contains(word)) return word;
  }
  return shape_of(statement);
}

std::string shape_of(const Statement& statement) {
  const auto* query = std::get_if<Query>(&statement.body);
  return query == nullptr ? shape_of_text(print(statement)) : shape_of(*query, false);
}

}  // namespace dinkel
