// What the files of the function table share: short names for types and traits, so that a row is a
// line. For those files alone.
#pragma once

#include <initializer_list>
#include <string_view>

#include "cypher/functions.h"

namespace dinkel::rows {

constexpr Type any = Type::any();
constexpr Type boolean = Type::of(Kind::Boolean);
constexpr Type integer = Type::of(Kind::Integer);
constexpr Type floating = Type::of(Kind::Float);
constexpr Type number = Type::of(kinds::number);
constexpr Type string = Type::of(Kind::String);
constexpr Type list = Type::of(Kind::List);
constexpr Type map = Type::of(Kind::Map);
constexpr Type node = Type::of(Kind::Node);
constexpr Type relationship = Type::of(Kind::Relationship);
constexpr Type path = Type::of(Kind::Path);
constexpr Type point = Type::of(Kind::Point);
constexpr Type date = Type::of(Kind::Date);
constexpr Type local_time = Type::of(Kind::LocalTime);
constexpr Type time = Type::of(Kind::Time);
constexpr Type local_datetime = Type::of(Kind::LocalDateTime);
constexpr Type datetime = Type::of(Kind::DateTime);
constexpr Type duration = Type::of(Kind::Duration);

constexpr FunctionTraits plain{};
constexpr FunctionTraits fails{.may_fail = true};
constexpr FunctionTraits sees_null{.null_in_null_out = false};
constexpr FunctionTraits changes{.volatile_result = true};
constexpr FunctionTraits changes_or_fails{.volatile_result = true, .may_fail = true};
constexpr FunctionTraits tells_id{.observes_id = true};
constexpr FunctionTraits unordered{.unordered_list = true};
constexpr FunctionTraits aggregates{.aggregate = true, .null_in_null_out = false};
constexpr FunctionTraits aggregates_or_fails{
    .aggregate = true, .may_fail = true, .null_in_null_out = false};
constexpr FunctionTraits collects{
    .aggregate = true, .unordered_list = true, .null_in_null_out = false};

// All parameters are required.
inline Function row(std::string_view name, std::initializer_list<Type> parameters, Type result,
                    FunctionTraits traits = plain) {
  return {name, parameters, static_cast<std::uint8_t>(parameters.size()), false, result, traits};
}

}  // namespace dinkel::rows
