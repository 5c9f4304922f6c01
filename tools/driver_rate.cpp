// How many statements a second our drivers carry over one connection, one after the other and many
// under way at once. tools/driver-rate compares that with the databases' own clients.
//
//   driver_rate bolt|redis PORT COUNT STATEMENT
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "base/check.h"
#include "targets/bolt/connection.h"
#include "targets/bolt/values.h"
#include "targets/resp/compact.h"
#include "targets/stream.h"

namespace dinkel {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds patience(60'000);
constexpr int batch = 100;

Stream connect(int port) {
  ConnectResult connected = connect_to("127.0.0.1", port, patience);
  CHECK(static_cast<bool>(connected.socket), "nobody listens there");
  Stream stream(std::move(connected.socket));
  stream.set_deadline(Clock::now() + std::chrono::hours(1));
  return stream;
}

// Every answer is decoded into our values, as a test needs them.
void receive_bolt(BoltConnection& connection) {
  CHECK(connection.receive().ok(), "RUN failed");
  const BoltSummary summary = connection.receive();
  CHECK(summary.ok(), "PULL failed");
  Entities entities;
  for (const PackedList& record : summary.records) {
    for (const Packed& packed : record) CHECK(to_value(packed, entities).ok(), "no value");
  }
}

// Many at once share a transaction, as in a campaign.
void run_bolt(BoltConnection& connection, const std::string& statement, int count, int at_once) {
  const bool transaction = at_once > 1;
  for (int done = 0; done < count; done += at_once) {
    if (transaction) connection.queue_begin("");
    for (int i = 0; i < at_once; ++i) {
      connection.queue_run(statement, {}, "");
      connection.queue_pull();
    }
    if (transaction) connection.queue_commit();
    CHECK(connection.send(), "cannot send");
    if (transaction) CHECK(connection.receive().ok(), "BEGIN failed");
    for (int i = 0; i < at_once; ++i) receive_bolt(connection);
    if (transaction) CHECK(connection.receive().ok(), "COMMIT failed");
  }
}

void run_redis(Stream& stream, const std::string& statement, int count, int at_once) {
  const std::vector<std::string> command = {"GRAPH.QUERY", "rate", statement, "--compact"};
  const std::string bytes = encode_command(command);
  for (int done = 0; done < count; done += at_once) {
    std::string all;
    for (int i = 0; i < at_once; ++i) all += bytes;
    CHECK(stream.send(all), "cannot send");
    for (int i = 0; i < at_once; ++i) {
      Reply reply;
      CHECK(read_reply(stream, reply), "no reply");
      CHECK(std::holds_alternative<Rows>(decode_compact(reply, {})), "no rows");
    }
  }
}

struct Rate {
  double statements_a_second = 0;
  double cpu_microseconds = 0;  // of ours, for one statement
};

template <typename Run>
Rate rate(int count, Run run) {
  run(count / 10);  // so that the server has seen the statement
  const auto begin = Clock::now();
  const std::clock_t cpu_begin = std::clock();
  run(count);
  const double cpu = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
  return {count / std::chrono::duration<double>(Clock::now() - begin).count(), cpu * 1e6 / count};
}

int main(const std::vector<std::string>& arguments) {
  if (arguments.size() != 4) {
    fmt::print(stderr, "usage: driver_rate bolt|redis PORT COUNT STATEMENT\n");
    return 2;
  }
  const int port = std::atoi(arguments[1].c_str());
  const int count = std::atoi(arguments[2].c_str());
  Rate single;
  Rate pipelined;
  if (arguments[0] == "bolt") {
    BoltConnection connection(connect(port));
    CHECK(connection.open({}, patience).empty(), "the server lets us not in");
    connection.stream().set_deadline(Clock::now() + std::chrono::hours(1));
    single = rate(count, [&](int n) { run_bolt(connection, arguments[3], n, 1); });
    pipelined = rate(count, [&](int n) { run_bolt(connection, arguments[3], n, batch); });
  } else {
    Stream stream = connect(port);
    single = rate(count, [&](int n) { run_redis(stream, arguments[3], n, 1); });
    pipelined = rate(count, [&](int n) { run_redis(stream, arguments[3], n, batch); });
  }
  fmt::print("{:.0f} {:.1f} {:.0f} {:.1f}\n", single.statements_a_second, single.cpu_microseconds,
             pipelined.statements_a_second, pipelined.cpu_microseconds);
  return 0;
}

}  // namespace
}  // namespace dinkel

int main(int argc, char** argv) {
  return dinkel::main(std::vector<std::string>(argv + 1, argv + argc));
}
