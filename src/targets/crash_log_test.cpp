#include "targets/crash_log.h"

#include <gtest/gtest.h>

namespace dinkel {
namespace {

TEST(CrashLog, AQuietLogHasNoCrash) {
  EXPECT_FALSE(find_crash("started\nready to accept connections\nbye bye\n"));
  EXPECT_FALSE(find_crash(""));
}

TEST(CrashLog, FindsTheTraceOfValkey) {
  const auto crash = find_crash(
      "12:M 1 Jan 2026 * Ready to accept connections\n"
      "=== VALKEY BUG REPORT START: Cut & paste starting from here ===\n"
      "12:M 1 Jan 2026 # valkey 8.0.1 crashed by signal: 11, si_code: 1\n"
      "12:M 1 Jan 2026 # Accessing address: 0x8\n"
      "\n------ STACK TRACE ------\nEIP:\n"
      "/x/falkordb.so(Record_GetNode+0x1f)[0x7f01]\n"
      "/x/falkordb.so(+0x5e40)[0x7f02]\n"
      "/x/falkordb.so(ExecutionPlan_Execute+0x3)[0x7f03]\n"
      "\n------ REGISTERS ------\nRAX:0\n");
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->kind, CrashKind::Signal);
  EXPECT_EQ(crash->frames, (std::vector<std::string>{"Record_GetNode", "ExecutionPlan_Execute"}));
  EXPECT_EQ(crash->signature(), "signal Record_GetNode");
  EXPECT_EQ(crash->text.find("RAX"), std::string::npos);
}

// The threads come in any order: frames of the others made one crash look like many.
TEST(CrashLog, OnlyTheThreadThatCrashedCounts) {
  const auto crash = find_crash(
      "12:M 1 Jan 2026 # valkey 8.0.1 crashed by signal: 11, si_code: 1\n"
      "\n------ STACK TRACE ------\nEIP:\n"
      "/x/falkordb.so(Record_GetType+0x11)[0x7f01]\n"
      "\n15 thread-pool-0\n"
      "/lib/libc.so.6(pthread_cond_wait+0x1e8)[0x7f02]\n"
      "\n18 thread-pool-thr *\n"
      "/lib/libc.so.6(+0x3c050)[0x7f03]\n"
      "/x/falkordb.so(Record_GetType+0x11)[0x7f01]\n"
      "/x/falkordb.so(EvalEntityUpdates+0x54)[0x7f04]\n"
      "\n12 valkey-server\n"
      "/x/valkey-server 127.0.0.1:44509(aeMain+0x25)[0x7f05]\n"
      "\n3/3 expected stacktraces.\n\n------ STACK TRACE DONE ------\n");
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->signature(), "signal Record_GetType EvalEntityUpdates");
  EXPECT_EQ(crash->text.find("aeMain"), std::string::npos);
  EXPECT_EQ(crash->text.find("pthread"), std::string::npos);
}

TEST(CrashLog, FindsTheReportOfASanitizer) {
  const auto crash = find_crash(
      "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n"
      "READ of size 8 at 0x60 thread T1\n"
      "    #0 0x55d1 in Foo::bar(int) /src/foo.cpp:12:3\n"
      "    #1 0x55d2 in main /src/main.cpp:1\n"
      "SUMMARY: AddressSanitizer: heap-use-after-free\n"
      "later\n");
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->signature(), "sanitizer Foo::bar main");
  EXPECT_EQ(crash->text.find("later"), std::string::npos);
}

TEST(CrashLog, FindsTheStackOfJava) {
  const auto crash = find_crash(
      "Exception in thread \"main\" java.lang.IllegalStateException: no\n"
      "\tat org.neo4j.Planner.plan(Planner.scala:10)\n"
      "\tat org.neo4j.Main.main(Main.java:3)\n");
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->signature(), "exception org.neo4j.Planner.plan org.neo4j.Main.main");
}

TEST(CrashLog, WithoutFramesTheNumbersOfTheHeadlineDoNotCount) {
  const auto first =
      find_crash("2026 [11] LOG: server process (PID 11) was terminated by signal 6");
  const auto second = find_crash("2027 [9] LOG: server process (PID 9) was terminated by signal 6");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->signature(), second->signature());
}

// Frames around the executor are in some traces and not in others: one crash had two signatures.
TEST(CrashLog, WhatEveryStatementPassesDoesNotCount) {
  const CrashTrace whole{CrashKind::Signal,
                         "",
                         "",
                         {"Record_Get", "ResultSet_AddRecord", "ExecutionPlan_Execute", "_query"}};
  CrashTrace part = whole;
  part.frames.pop_back();
  EXPECT_EQ(whole.signature(), part.signature());
  CrashTrace recursive = whole;
  recursive.frames.insert(recursive.frames.begin(), 5, "Record_Get");
  EXPECT_EQ(whole.signature(), recursive.signature());
  const CrashTrace nothing_else{CrashKind::Signal, "", "", {"ExecutionPlan_Execute", "_query"}};
  EXPECT_EQ(nothing_else.signature(), "signal ExecutionPlan_Execute");
}

TEST(CrashLog, LastLines) {
  EXPECT_EQ(last_lines("a\nb\nc\n", 2), "b\nc\n");
  EXPECT_EQ(last_lines("a\nb\nc", 1), "c");
  EXPECT_EQ(last_lines("a\nb\n", 9), "a\nb\n");
  EXPECT_EQ(last_lines("", 3), "");
}

}  // namespace
}  // namespace dinkel
