#include "targets/child/messages.h"

#include <gtest/gtest.h>

#include "targets/random_value_test.h"

namespace dinkel {
namespace {

TEST(ChildMessages, CarryRequests) {
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    const ChildRequest request{ChildRequest::Kind::Explain, random_text(rng),
                               Map({{"p", random_value(rng, 3)}}), std::chrono::milliseconds(7)};
    const auto back = decode_request(encode(request));
    ASSERT_TRUE(back.ok()) << back.error();
    EXPECT_EQ(back->kind, request.kind);
    EXPECT_EQ(back->statement, request.statement);
    EXPECT_EQ(back->parameters, request.parameters);
    EXPECT_EQ(back->deadline, request.deadline);
  }
}

TEST(ChildMessages, CarryOutcomes) {
  Rows rows{{"a", "b"}, {}, {}};
  rows.entities.nodes[1] = {{"A", "B"}, Map({{"k", 1}})};
  rows.entities.nodes[2] = {};
  rows.entities.relationships[7] = {"R", 2, 1, Map({{"w", 1.5}})};
  rows.rows.push_back({NodeRef{1}, Values{RelationshipRef{7}, Null{}}});
  rows.rows.push_back({Path{{NodeRef{1}, NodeRef{2}}, {RelationshipRef{7}}},
                       Map({{"n", NodeRef{2}}, {"d", Date{3}}})});
  const auto back = decode_outcome(encode(Outcome(rows)));
  ASSERT_TRUE(back.ok()) << back.error();
  EXPECT_EQ(std::get<Rows>(*back), rows);

  const auto error = decode_outcome(encode(Outcome(DatabaseError{"c", "m"})));
  EXPECT_EQ(std::get<DatabaseError>(*error), (DatabaseError{"c", "m"}));
  const auto timeout = decode_outcome(encode(Outcome(Timeout{std::chrono::milliseconds(5)})));
  EXPECT_EQ(std::get<Timeout>(*timeout).deadline.count(), 5);
}

TEST(ChildMessages, SurviveGarbage) {
  Rows rows{{"a"}, {{NodeRef{1}, Values{1, "x"}}}, {}};
  rows.entities.nodes[1] = {{"A"}, {}};
  const std::string whole = encode(Outcome(rows));
  Rng rng(2);
  for (int i = 0; i < 3'000; ++i) {
    std::string bytes = whole.substr(0, rng.below(whole.size() + 1));
    if (!bytes.empty()) bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    (void)decode_outcome(bytes).ok();
    (void)decode_request(bytes).ok();
  }
  EXPECT_FALSE(decode_outcome("").ok());
  EXPECT_FALSE(decode_request(whole).ok());
}

}  // namespace
}  // namespace dinkel
