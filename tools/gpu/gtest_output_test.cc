#include "tools/gpu/gtest_output.h"

#include "gtest/gtest.h"

namespace ferro::gpu {
namespace {

constexpr char kOutput[] =
    "[==========] Running 4 tests from 1 test suite.\n"
    "[ RUN      ] OpenCl/A.One/x\n"
    "pocl: a word of the driver[       OK ] OpenCl/A.One/x (3 ms)\n"
    "[ RUN      ] OpenCl/A.Two/x\n"
    "a_test.cc:7: Failure\n"
    "\n"
    "  Expected: 1\n"
    "[  FAILED  ] OpenCl/A.Two/x, where GetParam() = 16-byte object (0 ms)\n"
    "[ RUN      ] OpenCl/A.Three/x\n"
    "no such unit\n"
    "[  SKIPPED ] OpenCl/A.Three/x (0 ms)\n";

TEST(ReadGtestOutputTest, Verdicts) {
  const GtestProgress progress = ReadGtestOutput(std::string(kOutput) +
                                                 "[  FAILED  ] 1 test, listed below:\n"
                                                 "[  FAILED  ] OpenCl/A.Two/x, where GetParam() = 16-byte object\n");
  ASSERT_EQ(progress.done.size(), 3u);
  EXPECT_EQ(progress.done[0].name, "OpenCl/A.One/x");
  EXPECT_EQ(progress.done[0].outcome, Outcome::kPassed);
  EXPECT_EQ(progress.done[1].outcome, Outcome::kFailed);
  EXPECT_EQ(progress.done[1].message, "a_test.cc:7: Failure | Expected: 1");
  EXPECT_EQ(progress.done[2].outcome, Outcome::kSkipped);
  EXPECT_EQ(progress.done[2].message, "");
  EXPECT_EQ(progress.running, "");
}

TEST(ReadGtestOutputTest, TellsWhereAProgramDied) {
  const GtestProgress progress = ReadGtestOutput(std::string(kOutput) + "[ RUN      ] OpenCl/A.Four/x\nhalf a li");
  EXPECT_EQ(progress.done.size(), 3u);
  EXPECT_EQ(progress.running, "OpenCl/A.Four/x");
}

TEST(ReadGtestOutputTest, IsNotTakenInByALongerName) {
  const GtestProgress progress = ReadGtestOutput("[ RUN      ] A.B\n[       OK ] A.Both (0 ms)\n");
  EXPECT_TRUE(progress.done.empty());
  EXPECT_EQ(progress.running, "A.B");
}

TEST(ReadGtestOutputTest, BoundsMessages) {
  const GtestProgress progress =
      ReadGtestOutput("[ RUN      ] A.B\n" + std::string(5000, 'x') + "\nmore\n[  FAILED  ] A.B (0 ms)\n");
  ASSERT_EQ(progress.done.size(), 1u);
  EXPECT_EQ(progress.done[0].message.size(), 600u);
}

TEST(ReadGtestOutputTest, NothingIsNothing) {
  EXPECT_TRUE(ReadGtestOutput("").done.empty());
  EXPECT_TRUE(ReadGtestOutput("cannot load libfoo.so\n[       OK ] A.B (0 ms)\n").done.empty());
}

}  // namespace
}  // namespace ferro::gpu
