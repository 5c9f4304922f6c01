// What findings of one cause have in common. A rule does not tell: one bug is shown by many rules,
// and one rule shows many bugs. Nor does the kind: a row that is lost shows as wrong rows, or as a
// wrong graph if something was to be created from it. What tells is the statement that the database
// gets wrong. Of the two that a finding compares, the reference says which one that is. It is made
// as small as it goes (the reducer kept it only as what a rule makes of the original), then brought
// into the plainest form in which the database still contradicts the reference.
//
// The cause only sorts findings, and is no finding itself: where a database deviates from the
// reference by design, two causes may be taken for one, but never is a right answer called wrong.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "campaign/case.h"

namespace dinkel {

// The statement that is answered wrongly, without its names and values; where it is the columns
// that are wrong, only whether it asks for all of them. Of a reduced finding of an oracle that
// compares; absent: the reference has nothing against either statement, or an error tells more.
// Uses the session.
std::optional<std::string> find_cause(const OracleTest& test, const Judged& judged,
                                      Session& session, const CaseOptions& options,
                                      const std::function<bool()>& stop);

// A statement without its names, and without what only brings rows to the place of the bug or shows
// that there are some: how a reducer ends up with one way or the other is chance.
std::string shape_of(const Statement& statement);

// Of a statement that hangs, the word that reads most: a hang cannot be made as small as a wrong
// answer, for each try takes as long as the deadline.
std::string reading_of(const Statement& statement);

// A variable, a parameter or a literal of one value.
bool is_plain_value(const Expr& expr);

}  // namespace dinkel
