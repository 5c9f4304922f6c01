#include "targets/bolt/bolt_target.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

TEST(AllowsRollback, WhereACommitWouldAgree) {
  for (const char* statement :
       {"RETURN 1", "CREATE (:A) WITH 1 AS x MERGE (b:B) SET b.k = x", "MATCH (n) DETACH DELETE n",
        "MATCH (n) CALL { WITH n SET n.k = 1 } RETURN n"}) {
    EXPECT_TRUE(allows_rollback(statement)) << statement;
  }
}

TEST(AllowsRollback, NotWhereTransactionsMatter) {
  for (const char* statement :
       {"MATCH (n) DELETE n", "MATCH ()-[r]->() FOREACH (x IN [r] | DELETE x)",
        "MATCH (n) CALL { WITH n DELETE n } RETURN 1",
        "MATCH (n) CALL { WITH n SET n.k = 1 } IN TRANSACTIONS OF 2 ROWS",
        "CREATE INDEX FOR (n:A) ON (n.k)", "SHOW INDEXES", "what is this"}) {
    EXPECT_FALSE(allows_rollback(statement)) << statement;
  }
}

}  // namespace
}  // namespace dinkel
