#include "cli/tree_json.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/match.h"
#include "cli/tree_json_object.h"
#include "cypher/print.h"

namespace dinkel {
namespace {

// ---- Patterns -----------------------------------------------------------------------------------

Json repetition_json(const Repetition& repetition) {
  Json json = Json::object();
  if (repetition.min) json["min"] = *repetition.min;
  if (repetition.max) json["max"] = *repetition.max;
  return json;
}

Json element_json(const PatternElement& element);

Json elements_json(const std::vector<PatternElement>& elements) {
  Json json = Json::array();
  for (const PatternElement& element : elements) json.push_back(element_json(element));
  return json;
}

Json element_json(const PatternElement& element) {
  return match(
      element.node,
      [](const NodePattern& node) -> Json {
        return std::move(Object("NodePattern", node.origin)
                             .field("variable", node.variable)
                             .field("labels", node.labels)
                             .field("properties", node.properties)
                             .field("where", node.where));
      },
      [](const RelationshipPattern& relationship) -> Json {
        Object object("RelationshipPattern", relationship.origin);
        object.field("variable", relationship.variable)
            .value("direction", name_of(relationship.direction, {"Right", "Left", "Either"}))
            .field("types", relationship.types);
        if (relationship.length) object.value("length", repetition_json(*relationship.length));
        if (relationship.quantifier) {
          object.value("quantifier", repetition_json(*relationship.quantifier));
        }
        return std::move(
            object.field("properties", relationship.properties).field("where", relationship.where));
      },
      [](const PathGroup& group) -> Json {
        Object object("PathGroup", group.origin);
        object.field("path_variable", group.path_variable)
            .value("elements", elements_json(group.elements))
            .field("where", group.where);
        if (group.quantifier) object.value("quantifier", repetition_json(*group.quantifier));
        return object;
      });
}

Json pattern_json(const Pattern& pattern) {
  Json json = Json::array();
  for (const PatternPart& part : pattern) json.push_back(to_json(part));
  return json;
}

// ---- Parts of clauses ---------------------------------------------------------------------------

Json label_list_json(const std::vector<LabelExpr>& labels) {
  Json json = Json::array();
  for (const LabelExpr& label : labels) json.push_back(print(label));
  return json;
}

Json set_item_json(const SetItem& item) {
  return match(
      item,
      [](const SetProperty& set) -> Json {
        return std::move(
            Object("SetProperty").field("target", set.target).field("value", set.value));
      },
      [](const SetProperties& set) -> Json {
        return std::move(Object("SetProperties")
                             .field("target", set.target)
                             .field("value", set.value)
                             .flag("add", set.add));
      },
      [](const SetLabels& set) -> Json {
        return std::move(Object("SetLabels")
                             .field("target", set.target)
                             .value("labels", label_list_json(set.labels)));
      });
}

Json remove_item_json(const RemoveItem& item) {
  return match(
      item,
      [](const RemoveProperty& remove) -> Json {
        return std::move(Object("RemoveProperty").field("target", remove.target));
      },
      [](const RemoveLabels& remove) -> Json {
        return std::move(Object("RemoveLabels")
                             .field("target", remove.target)
                             .value("labels", label_list_json(remove.labels)));
      });
}

void add_projection(Object& object, const Projection& projection) {
  object.flag("distinct", projection.distinct)
      .flag("star", projection.star)
      .list("items", projection.items,
            [](const ProjectionItem& item) -> Json {
              return std::move(Object("ProjectionItem")
                                   .field("value", item.value)
                                   .field("alias", item.alias)
                                   .field("source", item.source));
            })
      .list(
          "order_by", projection.order_by,
          [](const SortItem& item) -> Json {
            return std::move(
                Object("SortItem").field("value", item.value).flag("descending", item.descending));
          })
      .field("skip", projection.skip)
      .field("limit", projection.limit);
}

Json merge_action_json(const MergeAction& action) {
  return std::move(Object("MergeAction")
                       .value("event", name_of(action.event, {"OnCreate", "OnMatch"}))
                       .list("items", action.items, set_item_json));
}

Json call_subquery_json(const CallSubquery& call, Origin origin) {
  Object object("CallSubquery", origin);
  object.flag("optional", call.optional);
  if (call.scope) {
    object.value("scope", call.scope->star ? Json("*") : Json(call.scope->variables));
  }
  object.value("query", query_json(*call.query));
  if (call.in_transactions) {
    const InTransactions& transactions = *call.in_transactions;
    Object nested("InTransactions");
    nested.field("rows", transactions.rows)
        .value("on_error",
               name_of(transactions.on_error, {"Unspecified", "Continue", "Break", "Fail"}))
        .field("report_as", transactions.report_as);
    object.value("in_transactions", std::move(nested));
  }
  return object;
}

Json call_procedure_json(const CallProcedure& call, Origin origin) {
  Object object("CallProcedure", origin);
  object.field("name", call.name);
  if (call.arguments) {
    object.value("arguments", Json::array()).exprs("arguments", *call.arguments);
  }
  object.flag("has_yield", call.has_yield).flag("yield_star", call.yield_star);
  object.list("yield", call.yield, [](const YieldItem& item) -> Json {
    return std::move(Object("YieldItem").field("field", item.field).field("alias", item.alias));
  });
  return std::move(object.field("where", call.where));
}

Json statement_body_json(const Statement::Body& body) {
  const auto as_text = [&](std::string_view kind) -> Json {
    Statement bare;
    bare.body = body;
    return std::move(Object(kind).field("text", print(bare)));
  };
  return match(
      body, [](const Query& query) { return query_json(query); },
      [&](const CreateIndex&) { return as_text("CreateIndex"); },
      [&](const DropIndex&) { return as_text("DropIndex"); },
      [&](const CreateConstraint&) { return as_text("CreateConstraint"); },
      [&](const DropConstraint&) { return as_text("DropConstraint"); });
}

}  // namespace

Json query_json(const Query& query) {
  Json parts = Json::array();
  for (const SingleQuery& part : query.parts) {
    Json clauses = Json::array();
    for (const Clause& clause : part.clauses) clauses.push_back(to_json(clause));
    parts.push_back(std::move(clauses));
  }
  Object result("Query");
  result.value("parts", std::move(parts));
  if (!query.union_all.empty()) result.value("union_all", query.union_all);
  return result;
}

Json to_json(const PatternPart& part) {
  Object object("PatternPart", part.origin);
  object.field("path_variable", part.path_variable);
  if (part.kind != PathKind::Plain) {
    object.value("path_kind", name_of(part.kind, {"Plain", "ShortestPath", "AllShortestPaths"}));
  }
  if (part.selector) {
    object.value("selector",
                 Json{{"kind", name_of(part.selector->kind, {"AnyPath", "ShortestPaths",
                                                             "AllShortest", "ShortestGroups"})},
                      {"count", part.selector->count}});
  }
  return std::move(object.value("elements", elements_json(part.elements)));
}

Json to_json(const Clause& clause) {
  const Origin origin = clause.origin;
  return match(
      clause.node,
      [&](const Match& part) -> Json {
        return std::move(Object("Match", origin)
                             .flag("optional", part.optional)
                             .value("pattern", pattern_json(part.pattern))
                             .field("where", part.where));
      },
      [&](const Create& part) -> Json {
        return std::move(Object("Create", origin).value("pattern", pattern_json(part.pattern)));
      },
      [&](const Merge& part) -> Json {
        return std::move(Object("Merge", origin)
                             .value("pattern", to_json(part.pattern))
                             .list("actions", part.actions, merge_action_json));
      },
      [&](const Set& part) -> Json {
        return std::move(Object("Set", origin).list("items", part.items, set_item_json));
      },
      [&](const Remove& part) -> Json {
        return std::move(Object("Remove", origin).list("items", part.items, remove_item_json));
      },
      [&](const Delete& part) -> Json {
        return std::move(
            Object("Delete", origin).flag("detach", part.detach).exprs("targets", part.targets));
      },
      [&](const Unwind& part) -> Json {
        return std::move(
            Object("Unwind", origin).field("list", part.list).field("variable", part.variable));
      },
      [&](const With& part) -> Json {
        Object object("With", origin);
        add_projection(object, part.projection);
        return std::move(object.field("where", part.where));
      },
      [&](const Return& part) -> Json {
        Object object("Return", origin);
        add_projection(object, part.projection);
        return object;
      },
      [&](const Foreach& part) -> Json {
        return std::move(
            Object("Foreach", origin)
                .field("variable", part.variable)
                .field("list", part.list)
                .list("body", part.body, [](const Clause& nested) { return to_json(nested); }));
      },
      [&](const CallSubquery& part) { return call_subquery_json(part, origin); },
      [&](const CallProcedure& part) { return call_procedure_json(part, origin); });
}

Json to_json(const Statement& statement) {
  Object object("Statement");
  object.flag("has_cypher_prefix", statement.has_cypher_prefix);
  object.list("options", statement.options, [](const CypherOption& option) -> Json {
    return std::move(
        Object("CypherOption").field("name", option.name).field("value", option.value));
  });
  if (statement.mode != StatementMode::Run) {
    object.value("mode", name_of(statement.mode, {"Run", "Explain", "Profile"}));
  }
  return std::move(object.value("body", statement_body_json(statement.body)));
}

}  // namespace dinkel
