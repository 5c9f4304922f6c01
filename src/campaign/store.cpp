#include "campaign/store.h"

#include <fmt/core.h>
#include <sqlite3.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;

// Name and member of each number, so that none is forgotten on either way.
struct CountColumn {
  const char* name;
  std::int64_t CaseCounts::* member;
};
constexpr std::array<CountColumn, 11> count_columns{{
    {"cases", &CaseCounts::cases},
    {"generated", &CaseCounts::generated},
    {"valid", &CaseCounts::valid},
    {"statements", &CaseCounts::statements},
    {"tests", &CaseCounts::tests},
    {"comparisons", &CaseCounts::comparisons},
    {"compared", &CaseCounts::compared},
    {"undetermined", &CaseCounts::undetermined},
    {"raw_findings", &CaseCounts::raw_findings},
    {"unsound", &CaseCounts::unsound},
    {"lost", &CaseCounts::lost},
}};
static_assert(sizeof(CaseCounts) == count_columns.size() * sizeof(std::int64_t));

constexpr std::array<std::pair<Standing, std::string_view>, 3> standings{{
    {Standing::Finding, "finding"},
    {Standing::Flaky, "flaky"},
    {Standing::Known, "known"},
}};

// A prepared statement that goes away with the object.
class Query3 {
 public:
  Query3(sqlite3* database, const char* sql) {
    if (sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) != SQLITE_OK) {
      throw Error(
          fmt::format("the store of the campaign is damaged: {}", sqlite3_errmsg(database)));
    }
  }
  Query3(const Query3&) = delete;
  Query3& operator=(const Query3&) = delete;
  ~Query3() { sqlite3_finalize(statement_); }

  Query3& bind(int place, const std::string& text) {
    sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  Query3& bind(int place, std::int64_t number) {
    sqlite3_bind_int64(statement_, place, number);
    return *this;
  }
  bool next() { return sqlite3_step(statement_) == SQLITE_ROW; }
  void run(sqlite3* database) {
    if (sqlite3_step(statement_) != SQLITE_DONE) {
      throw Error(fmt::format("cannot write the store of the campaign: {}; is the disk full?",
                              sqlite3_errmsg(database)));
    }
  }
  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? "" : bytes;
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace

Store::Store(const std::filesystem::path& file) : file_(file) {
  std::error_code ignored;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  if (sqlite3_open(file.c_str(), &database_) != SQLITE_OK) {
    const std::string reason = sqlite3_errmsg(database_);
    sqlite3_close(database_);
    throw Error(fmt::format("cannot open {}: {}", file.string(), reason));
  }
  sqlite3_busy_timeout(database_, 5000);
  try {
    execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE TABLE IF NOT EXISTS campaign (key TEXT PRIMARY KEY, value TEXT);"
        "CREATE TABLE IF NOT EXISTS raw_families (family TEXT PRIMARY KEY, met INTEGER);"
        "CREATE TABLE IF NOT EXISTS refusals (kind TEXT PRIMARY KEY, met INTEGER, error TEXT,"
        "                                     example TEXT);"
        // standing: pending, finding, flaky or known
        "CREATE TABLE IF NOT EXISTS findings (position INTEGER PRIMARY KEY, standing TEXT,"
        "                                     family TEXT, note TEXT, finding TEXT)");
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

Store::~Store() {
  sqlite3_close(database_);
}

void Store::execute(const std::string& sql) const {
  char* message = nullptr;
  if (sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message) == SQLITE_OK) return;
  const std::string reason = message == nullptr ? "unknown" : message;
  sqlite3_free(message);
  throw Error(fmt::format("cannot use {} as the store of a campaign: {}", file_.string(), reason));
}

std::string Store::read_value(const std::string& key) const {
  Query3 query(database_, "SELECT value FROM campaign WHERE key = ?");
  query.bind(1, key);
  return query.next() ? query.text(0) : "";
}

void Store::write_value(const std::string& key, const std::string& value) const {
  Query3 query(database_, "INSERT OR REPLACE INTO campaign VALUES (?, ?)");
  query.bind(1, key).bind(2, value).run(database_);
}

void Store::identify(const std::string& campaign) {
  const std::string known = read_value("campaign");
  if (known.empty()) {
    write_value("campaign", campaign);
  } else if (known != campaign) {
    throw Error(
        fmt::format("{} belongs to another campaign ({}); this one is {}. Choose another "
                    "folder with --out",
                    file_.string(), known, campaign));
  }
}

std::uint64_t Store::next_index() const {
  const std::string text = read_value("next_index");
  return text.empty() ? 0 : std::stoull(text);
}

CaseCounts Store::counts() const {
  CaseCounts counts;
  const std::string text = read_value("counts");
  if (text.empty()) return counts;
  const Json json = Json::parse(text);
  for (const CountColumn& column : count_columns) counts.*column.member = json.at(column.name);
  return counts;
}

RefusedErrors Store::refusals() const {
  RefusedErrors refusals;
  Query3 query(database_, "SELECT kind, met, error, example FROM refusals");
  while (query.next()) {
    refusals[query.text(0)] = {std::stoll(query.text(1)), query.text(2), query.text(3)};
  }
  return refusals;
}

std::map<std::string, std::int64_t> Store::raw_families() const {
  std::map<std::string, std::int64_t> families;
  Query3 query(database_, "SELECT family, met FROM raw_families");
  while (query.next()) families[query.text(0)] = std::stoll(query.text(1));
  return families;
}

std::vector<Finding> Store::pending() const {
  std::vector<Finding> pending;
  Query3 query(database_,
               "SELECT finding FROM findings WHERE standing = 'pending' ORDER BY position");
  while (query.next()) pending.push_back(finding_from_json(query.text(0), file_.string()));
  return pending;
}

std::vector<FoundFinding> Store::findings() const {
  std::vector<FoundFinding> found;
  Query3 query(database_,
               "SELECT finding, family, standing, note FROM findings WHERE standing != 'pending'"
               " ORDER BY position");
  while (query.next()) {
    FoundFinding one{finding_from_json(query.text(0), file_.string()), query.text(1), {}, {}};
    for (const auto& [standing, name] : standings) {
      if (name == query.text(2)) one.standing = standing;
    }
    one.note = query.text(3);
    found.push_back(std::move(one));
  }
  return found;
}

void Store::save_block(std::uint64_t next_index, const CaseReport& report,
                       const std::vector<Finding>& pending) {
  CaseCounts sum = counts();
  add(sum, report.counts);
  Json json;
  for (const CountColumn& column : count_columns) json[column.name] = sum.*column.member;
  RefusedErrors changed;
  for (const auto& [kind, refusal] : report.refusals) {
    Query3 query(database_, "SELECT met, error, example FROM refusals WHERE kind = ?");
    query.bind(1, kind);
    if (query.next()) {
      changed[kind] = {std::stoll(query.text(0)), query.text(1), query.text(2)};
    }
  }
  add(changed, report.refusals);
  execute("BEGIN IMMEDIATE");
  write_value("counts", json.dump());
  write_value("next_index", std::to_string(next_index));
  for (const RawFinding& raw : report.findings) {
    Query3 query(database_,
                 "INSERT INTO raw_families VALUES (?, 1)"
                 " ON CONFLICT (family) DO UPDATE SET met = met + 1");
    query.bind(1, raw.family).run(database_);
  }
  for (const auto& [kind, refusal] : changed) {
    Query3 query(database_, "INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?)");
    query.bind(1, kind).bind(2, refusal.count).bind(3, refusal.error).bind(4, refusal.example);
    query.run(database_);
  }
  for (const Finding& finding : pending) {
    Query3 query(database_, "INSERT OR REPLACE INTO findings VALUES (?, 'pending', '', '', ?)");
    query.bind(1, static_cast<std::int64_t>(finding.index)).bind(2, to_json_text(finding));
    query.run(database_);
  }
  execute("COMMIT");
}

void Store::save_examined(const FoundFinding& found) {
  Query3 query(database_, "INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?, ?)");
  query.bind(1, static_cast<std::int64_t>(found.finding.index));
  for (const auto& [standing, name] : standings) {
    if (standing == found.standing) query.bind(2, std::string(name));
  }
  query.bind(3, found.family).bind(4, found.note).bind(5, to_json_text(found.finding));
  query.run(database_);
}

}  // namespace dinkel
