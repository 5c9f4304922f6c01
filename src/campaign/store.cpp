#include "campaign/store.h"

#include <fmt/core.h>
#include <sqlite3.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace dinkel {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const CaseCounts& counts) {
  return {{"cases", counts.cases},
          {"statements", counts.statements},
          {"tests", counts.tests},
          {"valid", counts.valid},
          {"compared", counts.compared},
          {"undetermined", counts.undetermined},
          {"raw_findings", counts.raw_findings},
          {"unsound", counts.unsound},
          {"flaky", counts.flaky}};
}

CaseCounts counts_from(const Json& json) {
  CaseCounts counts;
  counts.cases = json.at("cases");
  counts.statements = json.at("statements");
  counts.tests = json.at("tests");
  counts.valid = json.at("valid");
  counts.compared = json.at("compared");
  counts.undetermined = json.at("undetermined");
  counts.raw_findings = json.at("raw_findings");
  counts.unsound = json.at("unsound");
  counts.flaky = json.at("flaky");
  return counts;
}

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
        "CREATE TABLE IF NOT EXISTS blocks (next INTEGER PRIMARY KEY, met TEXT);"
        "CREATE TABLE IF NOT EXISTS findings (family TEXT, position INTEGER, finding TEXT,"
        "                                     PRIMARY KEY (family, position))");
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
  const std::string text = read_value("counts");
  return text.empty() ? CaseCounts() : counts_from(Json::parse(text));
}

std::vector<FoundFinding> Store::findings() const {
  std::vector<FoundFinding> found;
  Query3 query(database_, "SELECT family, finding FROM findings ORDER BY position, family");
  while (query.next()) {
    found.push_back({finding_from_json(query.text(1), file_.string()), query.text(0)});
  }
  return found;
}

std::map<std::uint64_t, RawFamilies> Store::met() const {
  std::map<std::uint64_t, RawFamilies> blocks;
  Query3 query(database_, "SELECT next, met FROM blocks ORDER BY next");
  while (query.next()) {
    blocks[std::stoull(query.text(0))] = Json::parse(query.text(1)).get<RawFamilies>();
  }
  return blocks;
}

void Store::insert(const FoundFinding& found) const {
  Query3 query(database_, "INSERT OR IGNORE INTO findings VALUES (?, ?, ?)");
  query.bind(1, found.family)
      .bind(2, static_cast<std::int64_t>(found.finding.index))
      .bind(3, to_json_text(found.finding))
      .run(database_);
}

void Store::save_block(std::uint64_t next_index, const CaseCounts& counts,
                       const std::vector<FoundFinding>& findings, const RawFamilies& met) {
  CaseCounts sum = this->counts();
  add(sum, counts);
  execute("BEGIN IMMEDIATE");
  for (const FoundFinding& found : findings) insert(found);
  write_value("counts", to_json(sum).dump());
  Query3 block(database_, "INSERT OR REPLACE INTO blocks VALUES (?, ?)");
  block.bind(1, static_cast<std::int64_t>(next_index)).bind(2, Json(met).dump()).run(database_);
  write_value("next_index", std::to_string(next_index));
  execute("COMMIT");
}

void Store::save_findings(const std::vector<FoundFinding>& findings) {
  execute("BEGIN IMMEDIATE");
  for (const FoundFinding& found : findings) insert(found);
  execute("COMMIT");
}

}  // namespace dinkel
