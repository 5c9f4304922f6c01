// dialect.toml: what one database can do, where it deviates by design, and how to read its errors.
// The files of targets/NAME are compiled in, so that the program needs no folder beside it;
// --dialect FILE takes another one.
//
//   name = "falkordb"
//   summary = "FalkorDB"
//   protocol = "resp"                       # bolt, resp, postgres; graphqlite, kuzu: libraries
//   user = "root"                           # of a server that we start, if it wants any
//   password = "..."
//   missing = ["regex-match", ...]          # features of cypher/dialect.h
//   missing_functions = ["properties", ...]
//   max_nesting = 4
//   follows_reference = true                # answers as the reference does, unless it is wrong
//   after_schema = "CALL db.awaitIndexes(30)"  # run after CREATE INDEX and CREATE CONSTRAINT
//   plan_switches = ["CYPHER debug=inverse_cost", ...]  # in front of a query: another plan for it
//   limits = ["star-in-union", ...]         # forms that it refuses; see limits.h
//   [deviations]
//   delete-detaches = "why, and who says so"
//   [errors]
//   expected = ["Division by zero", ...]    # a query may run into these
//   unsupported = ["Unknown function", ...] # the dialect above should have known better
//   internal = ["Neo.DatabaseError.", ...]  # these are always findings
//   [accepted]                              # used although the probe found it wanting
//   modulo = "why"
//   [[older]]                               # what versions before this one lack as well
//   than = "5.23"
//   missing = ["call-scope"]
//   [probe]                                 # what `dinkel targets probe` found, see probe.h
//
// What the probe calls unsupported or deviating is missing too, unless it is accepted: a feature; a
// function with no good overload; a function from the number of arguments on at which none is good.
// Where only the types of arguments tell the good overloads from the bad, the function stays.
//
// A pattern of an error is a piece of "code: message"; a * in it stands for anything.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cypher/ast.h"
#include "cypher/dialect.h"
#include "targets/target.h"

namespace dinkel {

enum class ErrorClass {
  Expected,     // a well-formed query may end like this (division by zero); both runs should
  Unsupported,  // the database does not have what the query uses: the case says nothing
  Internal,     // the database itself says that it is broken
  Other,        // nobody has said: the oracle looks at the other run
};

// What a database speaks, or which library it is.
enum class Protocol { Bolt, Resp, Postgres, GraphQLite, Kuzu };

struct TargetDialect {
  Dialect dialect = full_dialect();
  std::string summary;  // the name that people know it by
  Protocol protocol = Protocol::Bolt;
  std::string user;  // of a server that we start: it is no secret, nobody else can reach it
  std::string password;
  std::map<Deviation, std::string> reasons;  // of each deviation
  // It is meant to answer exactly as the reference, so that the reference oracle is on by default.
  bool follows_reference = false;
  std::string after_schema;    // what to run after CREATE INDEX and CREATE CONSTRAINT; may be empty
  std::string probed_version;  // empty: nobody has probed it
  std::vector<std::string> limits;
  std::vector<std::string> expected_errors;
  std::vector<std::string> unsupported_errors;
  std::vector<std::string> internal_errors;

  ErrorClass classify(const DatabaseError& error) const;
  // Whether the statement keeps within all limits.
  bool accepts(const Statement& statement) const;
};

// The compiled-in dialect of a target; the full one for those that have none (reference, canary).
// `version` (of a server, "5.26.30 ..." or empty for the newest) adds what older ones lack.
TargetDialect dialect_of(std::string_view target, std::string_view version = {});
// The names of the targets that have a file, in alphabetical order.
std::vector<std::string_view> dialect_names();

// `source` is for messages. Throws Error with the line of what is wrong.
TargetDialect parse_dialect(std::string_view text, std::string_view source,
                            std::string_view version = {});

// Whether `a` is an older version than `b`: numbers between dots are compared as numbers, and what
// follows the last of them does not count. An empty version is newer than any.
bool is_older(std::string_view a, std::string_view b);

}  // namespace dinkel
