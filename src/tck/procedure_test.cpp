#include "tck/procedure.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

TEST(Procedure, ReadsSignatureAndTable) {
  const auto procedure = read_procedure(
      "test.my.proc(name :: STRING?, id :: NUMBER) :: (city :: STRING?) :",
      {{"name", "id", "city"}, {"'Stefan'", "1", "'Berlin'"}, {"null", "2.5", "''"}});
  ASSERT_TRUE(procedure.ok()) << procedure.error();
  const ProcedureSignature& signature = procedure->signature;
  EXPECT_EQ(signature.name, "test.my.proc");
  ASSERT_EQ(signature.inputs.size(), 2U);
  EXPECT_EQ(signature.inputs[0].name, "name");
  EXPECT_EQ(signature.inputs[0].type, Type::of(Kind::String).or_null());
  EXPECT_EQ(signature.inputs[1].type, Type::of(kinds::number));
  ASSERT_EQ(signature.outputs.size(), 1U);
  EXPECT_EQ(signature.outputs[0].name, "city");
  ASSERT_EQ(procedure->table.size(), 2U);
  EXPECT_EQ(procedure->table[1], (std::vector<Value>{Null{}, 2.5, ""}));
}

TEST(Procedure, NeedsNoFields) {
  const auto procedure = read_procedure("test.doNothing() :: ():", {{}});
  ASSERT_TRUE(procedure.ok());
  EXPECT_TRUE(procedure->signature.inputs.empty());
  EXPECT_TRUE(procedure->signature.outputs.empty());
  EXPECT_TRUE(procedure->table.empty());
}

TEST(Procedure, RefusesNonsense) {
  EXPECT_FALSE(read_procedure("test.proc", {}).ok());
  EXPECT_FALSE(read_procedure("test.proc(a :: WHAT?) :: ()", {}).ok());
  EXPECT_FALSE(read_procedure("test.proc(a :: STRING?) :: ()", {{"a"}, {"'x'", "1"}}).ok());
}

}  // namespace
}  // namespace dinkel
