// CALL of subqueries and of procedures.
#include <algorithm>

#include "cypher/state.h"
#include "interpret/determinism.h"
#include "interpret/execute.h"

namespace dinkel {
namespace {

// ---- Subqueries ---------------------------------------------------------------------------------

// The variables that a row shows to a subquery.
struct Imports {
  std::vector<std::string> names;
  std::vector<Taint> taints;

  void add(const std::string& name, const TaintScope& scope) {
    if (std::ranges::find(names, name) != names.end()) return;
    names.push_back(name);
    taints.push_back(scope.find(name));
  }
  Row values(const Bindings& bindings) const {
    Row row;
    row.reserve(names.size());
    for (const std::string& name : names) {
      const Value* value = bindings.find(name);
      row.push_back(value == nullptr ? Value() : *value);
    }
    return row;
  }
};

Imports imports_of(const Runtime& runtime, const Table& input, const CallSubquery& call) {
  Imports imports;
  const TaintScope scope = scope_of(runtime, input);
  if (call.scope && !call.scope->star) {
    for (const std::string& name : call.scope->variables) imports.add(name, scope);
    return imports;
  }
  for (const std::string& name : input.columns) imports.add(name, scope);
  for (const Bindings* frame = runtime.outer; frame != nullptr; frame = frame->outer) {
    for (const std::string& name : frame->names) imports.add(name, scope);
  }
  return imports;
}

// Runs the subquery for one row. Imports of a scope clause are visible in all of it; those of a
// leading WITH are the columns that it starts from.
Table run_subquery(Runtime& runtime, const CallSubquery& call, const Imports& imports,
                   std::span<const Value> values, bool alive) {
  const TaintScope taints{imports.names, imports.taints, nullptr};
  const TaintScope* before = std::exchange(runtime.outer_taints, call.scope ? &taints : nullptr);
  const Bindings frame{imports.names, values, nullptr};
  Table argument;
  if (!call.scope) {
    argument.columns = imports.names;
    argument.taints = imports.taints;
  }
  if (alive) argument.rows.emplace_back(call.scope ? Row() : Row(values.begin(), values.end()));
  Table result =
      execute_parts(runtime, *call.query, argument, call.scope ? &frame : nullptr, !call.scope);
  runtime.outer_taints = before;
  return result;
}

bool has_null(const Row& row) {
  return std::ranges::any_of(row, [](const Value& value) { return value.is_null(); });
}

Value transaction_status() {
  return Map({{"started", true}, {"committed", true}, {"errorMessage", Null{}}});
}

class SubqueryCall {
 public:
  SubqueryCall(Runtime& runtime, const CallSubquery& call)
      : runtime_(runtime), call_(call), returns_(returns_rows(*call.query)) {}

  Table run(Table input) {
    note_call(runtime_, input, *call_.query);
    const Imports imports = imports_of(runtime_, input, call_);
    output_.columns = input.columns;
    output_.taints = input.taints;
    output_.taints.resize(input.columns.size());
    output_.ordered = input.ordered || input.rows.size() <= 1;
    if (input.rows.empty()) {
      // The columns are needed even when there is nothing to run for.
      const Row nothing(imports.names.size());
      add_columns(run_subquery(runtime_, call_, imports, nothing, false));
    }
    for (std::size_t r = 0; r < input.rows.size(); ++r) {
      Row& row = input.rows[r];
      const Row values = imports.values(runtime_.bind(input.columns, row));
      Table result = run_subquery(runtime_, call_, imports, values, true);
      if (r == 0) add_columns(result);
      add_result(row, std::move(result));
    }
    if (call_.in_transactions && !call_.in_transactions->report_as.empty()) {
      output_.columns.push_back(call_.in_transactions->report_as);
      output_.taints.push_back(Taint::Open);
      for (Row& row : output_.rows) row.push_back(transaction_status());
    }
    return std::move(output_);
  }

 private:
  void add_columns(const Table& result) {
    if (!returns_) return;
    width_ = result.columns.size();
    output_.columns.insert(output_.columns.end(), result.columns.begin(), result.columns.end());
    output_.taints.resize(output_.columns.size());
  }

  void add_result(Row& row, Table result) {
    if (!returns_) {
      if (runtime_.has(Bug::UnitCallDropsRow) && result.rows.empty()) return;
      output_.rows.push_back(std::move(row));
      return;
    }
    if (runtime_.has(Bug::CallNullRow) && has_null(row)) return;
    const std::size_t first = output_.columns.size() - width_;
    for (std::size_t i = 0; i < result.taints.size(); ++i) {
      output_.taints[first + i] = std::max(output_.taints[first + i], result.taints[i]);
    }
    // No text promises that the order of a subquery outlives it.
    if (result.rows.size() > 1) output_.ordered = false;
    if (result.rows.empty() && call_.optional) result.rows.emplace_back(width_);
    runtime_.check_rows(output_.rows.size() + result.rows.size());
    for (Row& more : result.rows) {
      Row& next = output_.rows.emplace_back(row);
      std::ranges::move(more, std::back_inserter(next));
    }
  }

  Runtime& runtime_;
  const CallSubquery& call_;
  bool returns_;
  std::size_t width_ = 0;  // how many columns the subquery returns
  Table output_;
};

// ---- Procedures ---------------------------------------------------------------------------------

const TableProcedure& find_procedure(const Runtime& runtime, const std::string& name) {
  for (const TableProcedure& procedure : runtime.options.procedures) {
    if (procedure.signature.name == name) return procedure;
  }
  fail(ErrorType::ProcedureError, ErrorDetail::ProcedureNotFound,
       "there is no procedure `" + name + "`");
}

Row evaluate_arguments(Runtime& runtime, const Bindings& bindings, const CallProcedure& call,
                       const ProcedureSignature& signature) {
  Row arguments;
  if (call.arguments) {
    for (const Expr& expr : *call.arguments) arguments.push_back(evaluate(runtime, bindings, expr));
    return arguments;
  }
  for (const ProcedureSignature::Field& input : signature.inputs) {
    const Value* value = runtime.options.parameters.find(input.name);
    if (value == nullptr) {
      fail(ErrorType::ParameterMissing, ErrorDetail::MissingParameter,
           "parameter `" + input.name + "` is not given");
    }
    arguments.push_back(*value);
  }
  return arguments;
}

// Which outputs become columns, by their index, and under which names.
struct Yielded {
  std::vector<std::size_t> outputs;
  std::vector<std::string> names;
};

Yielded yielded_by(const CallProcedure& call, const ProcedureSignature& signature) {
  Yielded yielded;
  if (!call.has_yield || call.yield_star) {
    for (std::size_t i = 0; i < signature.outputs.size(); ++i) {
      yielded.outputs.push_back(i);
      yielded.names.push_back(signature.outputs[i].name);
    }
    return yielded;
  }
  for (const YieldItem& item : call.yield) {
    for (std::size_t i = 0; i < signature.outputs.size(); ++i) {
      if (signature.outputs[i].name != item.field) continue;
      yielded.outputs.push_back(i);
      yielded.names.push_back(item.alias.empty() ? item.field : item.alias);
    }
  }
  return yielded;
}

bool fits(const Row& entry, const Row& arguments) {
  return entry.size() >= arguments.size() &&
         std::equal(arguments.begin(), arguments.end(), entry.begin(), equivalent);
}

}  // namespace

Table execute_call_subquery(Runtime& runtime, Table input, const CallSubquery& call) {
  return SubqueryCall(runtime, call).run(std::move(input));
}

Table execute_call_procedure(Runtime& runtime, Table input, const CallProcedure& call) {
  const TableProcedure& procedure = find_procedure(runtime, call.name);
  const Yielded yielded = yielded_by(call, procedure.signature);
  if (call.arguments) {
    for (const Expr& argument : *call.arguments) {
      note_filter(runtime, judge(runtime, argument, scope_of(runtime, input)), "CALL");
    }
  }
  Table output;
  output.columns = input.columns;
  output.columns.insert(output.columns.end(), yielded.names.begin(), yielded.names.end());
  output.taints = std::move(input.taints);
  for (Row& row : input.rows) {
    const Row arguments =
        evaluate_arguments(runtime, runtime.bind(input.columns, row), call, procedure.signature);
    if (procedure.signature.outputs.empty()) {
      output.rows.push_back(std::move(row));
      continue;
    }
    for (const Row& entry : procedure.table) {
      if (!fits(entry, arguments)) continue;
      Row next = row;
      for (const std::size_t i : yielded.outputs) next.push_back(entry[arguments.size() + i]);
      if (call.where) {
        const Bindings bindings = runtime.bind(output.columns, next);
        if (evaluate_predicate(runtime, bindings, **call.where) != Ternary(true)) continue;
      }
      output.rows.push_back(std::move(next));
      runtime.check_rows(output.rows.size());
    }
  }
  return output;
}

}  // namespace dinkel
