#include "targets/postgres/sql_connection.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace dinkel {
namespace {

using std::chrono::milliseconds;

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPointer = std::unique_ptr<PGresult, Clear>;

SqlRows rows_of(const PGresult* result) {
  SqlRows rows;
  for (int i = 0; i < PQntuples(result); ++i) {
    auto& row = rows.rows.emplace_back();
    for (int j = 0; j < PQnfields(result); ++j) {
      if (PQgetisnull(result, i, j) != 0) {
        row.emplace_back(std::nullopt);
      } else {
        row.emplace_back(std::string(PQgetvalue(result, i, j),
                                     static_cast<std::size_t>(PQgetlength(result, i, j))));
      }
    }
  }
  return rows;
}

std::string field_of(const PGresult* result, int field) {
  const char* text = PQresultErrorField(result, field);
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace

SqlConnection::SqlConnection(const std::string& host, int port, const Credentials& credentials,
                             const std::string& database, milliseconds deadline) {
  const std::string port_text = std::to_string(port);
  const char* const names[] = {"host",     "port",    "dbname",           "user",
                               "password", "sslmode", "application_name", nullptr};
  const char* const values[] = {host.c_str(),
                                port_text.c_str(),
                                database.c_str(),
                                credentials.user.c_str(),
                                credentials.password.c_str(),
                                "disable",
                                "dinkel",
                                nullptr};
  const auto end = Clock::now() + deadline;
  connection_.reset(PQconnectStartParams(names, values, 0));
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;
  while (connection_ && status != PGRES_POLLING_OK && status != PGRES_POLLING_FAILED) {
    if (PQstatus(connection_.get()) == CONNECTION_BAD) break;
    if (!wait(status == PGRES_POLLING_READING, end)) {
      failure_ = "it does not answer";
      return;
    }
    status = PQconnectPoll(connection_.get());
  }
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    failure_ = trim(PQerrorMessage(connection_.get()));
    std::replace(failure_.begin(), failure_.end(), '\n', ' ');
    if (failure_.empty()) failure_ = "the connection failed";
    return;
  }
  PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection_.get(), 1);
}

bool SqlConnection::wait(bool for_reading, Clock::time_point deadline) const {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
  if (left <= 0) return false;
  pollfd descriptor = {PQsocket(connection_.get()),
                       static_cast<short>(for_reading ? POLLIN : POLLOUT), 0};
  return poll(&descriptor, 1, static_cast<int>(std::min<std::int64_t>(left, 1'000'000))) != 0;
}

SqlResult SqlConnection::run(const std::string& statement,
                             const std::vector<std::string>& parameters, milliseconds deadline) {
  const auto end = Clock::now() + deadline;
  std::vector<const char*> values;
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  const auto lost = [&] { return SqlLost{std::string(trim(PQerrorMessage(connection_.get())))}; };
  if (PQsendQueryParams(connection_.get(), statement.c_str(), static_cast<int>(values.size()),
                        nullptr, values.data(), nullptr, nullptr, 0) == 0) {
    return lost();
  }
  for (int left = PQflush(connection_.get()); left != 0; left = PQflush(connection_.get())) {
    if (left < 0) return lost();
    if (!wait(false, end)) return SqlTimeout{};
  }
  SqlResult result = next_result(end);
  // An empty result ends the answer; nothing else follows a single statement.
  while (!std::holds_alternative<SqlTimeout>(result) && !std::holds_alternative<SqlLost>(result)) {
    if (PQisBusy(connection_.get()) != 0 && !wait(true, end)) return SqlTimeout{};
    if (PQconsumeInput(connection_.get()) == 0) return lost();
    if (PQisBusy(connection_.get()) != 0) continue;
    const ResultPointer next(PQgetResult(connection_.get()));
    if (!next) break;
  }
  return result;
}

SqlResult SqlConnection::next_result(Clock::time_point deadline) {
  while (PQisBusy(connection_.get()) != 0) {
    if (!wait(true, deadline)) return SqlTimeout{};
    if (PQconsumeInput(connection_.get()) == 0) break;
  }
  const ResultPointer result(PQgetResult(connection_.get()));
  if (PQstatus(connection_.get()) == CONNECTION_BAD || !result) {
    return SqlLost{std::string(trim(PQerrorMessage(connection_.get())))};
  }
  switch (PQresultStatus(result.get())) {
    case PGRES_TUPLES_OK:
    case PGRES_COMMAND_OK:
    case PGRES_EMPTY_QUERY:
      return rows_of(result.get());
    default:
      return SqlError{field_of(result.get(), PG_DIAG_SQLSTATE),
                      field_of(result.get(), PG_DIAG_MESSAGE_PRIMARY)};
  }
}

}  // namespace dinkel
