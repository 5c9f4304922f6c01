// Decodes replies that were recorded from FalkorDB 4.16.3.
#include "targets/resp/compact.h"

#include <cmath>
#include <limits>

#include "base/match.h"
#include "cypher/calendar.h"
#include "targets/stream_test.h"

namespace dinkel {
namespace {

const NameTables names = {{"A", "B", "C"}, {"R"}, {"k", "s", "w"}};
const std::string statistics = "*1\r\n$19\r\nCached execution: 0\r\n";

CompactResult decode(const std::string& bytes, const NameTables& tables = names) {
  StreamPair pair = stream_with(bytes);
  Reply reply;
  CHECK(read_reply(pair.client, reply), "the recorded bytes are no reply");
  return decode_compact(reply, tables);
}

// One column, one row, with this value in it.
std::string one_value(const std::string& value) {
  return "*3\r\n*1\r\n*2\r\n:1\r\n$1\r\nx\r\n*1\r\n*1\r\n" + value + statistics;
}

std::string answer(const CompactResult& result) {
  return match(
      result,
      [](const Rows& rows) {
        std::string text;
        for (const auto& row : rows.rows) {
          for (const Value& value : row) {
            text += (text.empty() ? "" : " | ") + to_text(value, rows.entities);
          }
        }
        return text;
      },
      [](const UnknownName&) -> std::string { return "unknown name"; },
      [](const MalformedReply& malformed) { return malformed.message; });
}

const std::string node_and_relationship =
    "*3\r\n*3\r\n*2\r\n:1\r\n$1\r\na\r\n*2\r\n:1\r\n$1\r\nr\r\n*2\r\n:1\r\n$3\r\nb.z\r\n*1\r\n*3"
    "\r\n*2\r\n:8\r\n*3\r\n:0\r\n*2\r\n:0\r\n:1\r\n*2\r\n*3\r\n:0\r\n:3\r\n:1\r\n*3\r\n:1\r\n:2\r\n"
    "$1\r\nx\r\n*2\r\n:7\r\n*5\r\n:0\r\n:0\r\n:0\r\n:1\r\n*1\r\n*3\r\n:2\r\n:5\r\n$3\r\n1.5\r\n*2"
    "\r\n:1\r\n$-1\r\n" +
    statistics;

TEST(DecodeCompact, NodesAndRelationships) {
  const CompactResult result = decode(node_and_relationship);
  EXPECT_EQ(answer(result), "(:A:B {k: 1, s: 'x'}) | [:R {w: 1.5}] | null");
  const Rows& rows = std::get<Rows>(result);
  EXPECT_EQ(rows.columns, (std::vector<std::string>{"a", "r", "b.z"}));
  EXPECT_EQ(rows.entities.relationships.at(0).end, 1);
}

TEST(DecodeCompact, AsksForNamesThatItDoesNotKnow) {
  EXPECT_EQ(answer(decode(node_and_relationship, {{"A"}, {"R"}, {"k", "s", "w"}})), "unknown name");
  EXPECT_EQ(answer(decode(node_and_relationship, {{"A", "B"}, {}, {"k", "s", "w"}})),
            "unknown name");
  EXPECT_EQ(answer(decode(node_and_relationship, {{"A", "B"}, {"R"}, {"k"}})), "unknown name");
}

TEST(DecodeCompact, Paths) {
  EXPECT_EQ(
      answer(decode(
          "*3\r\n*1\r\n*2\r\n:1\r\n$1\r\np\r\n*1\r\n*1\r\n*2\r\n:9\r\n*2\r\n*2\r\n:6\r\n*2\r\n*2\r"
          "\n:8\r\n*3\r\n:0\r\n*2\r\n:0\r\n:1\r\n*2\r\n*3\r\n:0\r\n:3\r\n:1\r\n*3\r\n:1\r\n:2\r\n"
          "$1\r\nx\r\n*2\r\n:8\r\n*3\r\n:1\r\n*1\r\n:2\r\n*0\r\n*2\r\n:6\r\n*1\r\n*2\r\n:7\r\n*5"
          "\r\n:0\r\n:0\r\n:0\r\n:1\r\n*1\r\n*3\r\n:2\r\n:5\r\n$3\r\n1.5\r\n" +
          statistics)),
      "<(:A:B {k: 1, s: 'x'})-[:R {w: 1.5}]->(:C)>");
}

TEST(DecodeCompact, ListsAndMaps) {
  EXPECT_EQ(
      answer(decode(
          "*3\r\n*3\r\n*2\r\n:1\r\n$1\r\nl\r\n*2\r\n:1\r\n$1\r\nm\r\n*2\r\n:1\r\n$1\r\nf\r\n*1\r\n"
          "*3\r\n*2\r\n:6\r\n*2\r\n*2\r\n:6\r\n*2\r\n*2\r\n:3\r\n:1\r\n*2\r\n:6\r\n*1\r\n*2\r\n:5"
          "\r\n$3\r\n2.5\r\n*2\r\n:2\r\n$1\r\nq\r\n*2\r\n:10\r\n*4\r\n$1\r\na\r\n*2\r\n:1\r\n$-1"
          "\r\n$1\r\nb\r\n*2\r\n:4\r\n$4\r\ntrue\r\n*2\r\n:5\r\n$4\r\n-inf\r\n" +
          statistics)),
      "[[1, [2.5]], 'q'] | {a: null, b: true} | -Infinity");
}

TEST(DecodeCompact, PointsVectorsAndTemporalValues) {
  EXPECT_EQ(
      answer(decode(
          "*3\r\n*6\r\n*2\r\n:1\r\n$1\r\np\r\n*2\r\n:1\r\n$1\r\nv\r\n*2\r\n:1\r\n$1\r\nd\r\n*2\r\n"
          ":1\r\n$1\r\nt\r\n*2\r\n:1\r\n$2\r\ndt\r\n*2\r\n:1\r\n$2\r\ndu\r\n*1\r\n*6\r\n*2\r\n:11"
          "\r\n*2\r\n$3\r\n1.5\r\n$3\r\n2.5\r\n*2\r\n:12\r\n*2\r\n$1\r\n1\r\n$1\r\n2\r\n*2\r\n:14"
          "\r\n:1577836800\r\n*2\r\n:15\r\n:-2208945599\r\n*2\r\n:13\r\n:1577873472\r\n*2\r\n:16"
          "\r\n:36907506\r\n" +
          statistics)),
      to_text(Value(Point{4326, 2.5, 1.5, 0})) +
          " | [1.0, 2.0] | date('2020-01-01') | localtime('12:00:01') | "
          "localdatetime('2020-01-01T10:11:12') | duration('P1Y2M3DT4H5M6S')");
}

TEST(DecodeCompact, StatisticsAlone) {
  EXPECT_EQ(decode("*1\r\n" + statistics).index(), 0U);
  EXPECT_EQ(answer(decode("*1\r\n" + statistics)), "");
}

TEST(DecodeCompact, RefusesWhatIsNoResult) {
  EXPECT_EQ(answer(decode(":1\r\n")), "a result does not have header, rows and statistics");
  EXPECT_EQ(answer(decode(one_value(":1\r\n"))), "a value has no type");
  EXPECT_EQ(answer(decode(one_value("*2\r\n:99\r\n:1\r\n"))), "a value of the unknown type 99");
  EXPECT_EQ(answer(decode(one_value("*2\r\n:4\r\n$3\r\nyes\r\n"))),
            "a truth value that is neither true nor false");
  EXPECT_EQ(answer(decode(one_value("*2\r\n:5\r\n$3\r\n1.x\r\n"))), "'1.x' is no number");
  EXPECT_EQ(answer(decode(one_value("*2\r\n:8\r\n:1\r\n"))),
            "field 0 of a value is missing or of another type");
  EXPECT_EQ(answer(decode(one_value("*2\r\n:10\r\n*1\r\n$1\r\na\r\n"))),
            "a map has a key without a value");
  EXPECT_EQ(answer(decode(one_value("*2\r\n:9\r\n*2\r\n*2\r\n:6\r\n*0\r\n*2\r\n:6\r\n*0\r\n"))),
            "a path whose nodes and relationships do not fit together");
}

TEST(DurationFromEpoch, CountsAsTheCalendarDoes) {
  EXPECT_EQ(duration_from_epoch(0), Duration{});
  EXPECT_EQ(duration_from_epoch(31 * 86'400), (Duration{1, 0, 0, 0}));
  EXPECT_EQ(duration_from_epoch(30 * 86'400 + 5), (Duration{0, 30, 5, 0}));
  EXPECT_EQ(duration_from_epoch(-86'405), (Duration{0, -1, -5, 0}));
}

}  // namespace
}  // namespace dinkel
