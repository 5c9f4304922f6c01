// CALL procedure(...) YIELD ...
#include <algorithm>

#include "cypher/validator.h"

namespace dinkel {

namespace {

const ProcedureSignature* find_procedure(std::span<const ProcedureSignature> procedures,
                                         std::string_view name) {
  const auto found = std::find_if(procedures.begin(), procedures.end(),
                                  [&](const auto& procedure) { return procedure.name == name; });
  return found == procedures.end() ? nullptr : &*found;
}

// An integer can be given where a float is wanted, and the other way round as engines coerce.
bool accepts(Type parameter, Type argument) {
  if (argument.kinds.only(Kind::Null)) return true;
  if (parameter.kinds.meets(kinds::number)) parameter.kinds = parameter.kinds | kinds::number;
  return overlaps(parameter, argument);
}

}  // namespace

void Validator::call_procedure(const CallProcedure& call, Origin origin,
                               const QueryContext& context) {
  const ProcedureSignature* signature = find_procedure(options_.procedures, call.name);
  if (signature == nullptr) {
    refuse(ErrorType::ProcedureError, ErrorDetail::ProcedureNotFound, origin,
           "there is no procedure " + ticked(call.name));
  }
  procedure_arguments(call, *signature, origin, context);
  if (call.yield_star && !standalone_) {
    refuse(ErrorDetail::UnexpectedSyntax, origin,
           "YIELD * can only be used when the call is the whole query");
  }
  QueryContext inner = context;
  for (const YieldItem& item : call.yield) {
    const auto field = std::find_if(signature->outputs.begin(), signature->outputs.end(),
                                    [&](const auto& output) { return output.name == item.field; });
    if (field == signature->outputs.end()) {
      refuse(ErrorDetail::UndefinedVariable, origin,
             "procedure " + ticked(call.name) + " has no output " + ticked(item.field));
    }
    const std::string& name = item.alias.empty() ? item.field : item.alias;
    if (inner.find(name) != nullptr) {
      refuse(ErrorDetail::VariableAlreadyBound, origin,
             "variable " + ticked(name) + " is already defined");
    }
    inner.declare(name, field->type);
  }
  predicate(call.where, inner);
}

void Validator::procedure_arguments(const CallProcedure& call, const ProcedureSignature& signature,
                                    Origin origin, const QueryContext& context) {
  if (!call.arguments) {
    if (standalone_) {
      for (const auto& input : signature.inputs) parameter(input.name, origin);
    } else if (!signature.inputs.empty()) {
      refuse(ErrorDetail::InvalidArgumentPassingMode, origin,
             "procedure " + ticked(call.name) + " takes arguments, which must be given here");
    }
    return;
  }
  for (const Expr& argument : *call.arguments) expr(argument, {context});
  if (call.arguments->size() != signature.inputs.size()) {
    refuse(ErrorDetail::InvalidNumberOfArguments, origin,
           "procedure " + ticked(call.name) + " takes " + std::to_string(signature.inputs.size()) +
               " arguments, not " + std::to_string(call.arguments->size()));
  }
  for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
    const Expr& argument = (*call.arguments)[i];
    const Type type = type_of(argument, context);
    if (accepts(signature.inputs[i].type, type)) continue;
    refuse(ErrorDetail::InvalidArgumentType, argument.origin,
           "argument " + ticked(signature.inputs[i].name) + " of " + ticked(call.name) + " wants " +
               to_text(signature.inputs[i].type) + ", this is " + to_text(type));
  }
}

}  // namespace dinkel
