#include "engine/opencl/child_process.h"

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

ChildResult Shell(const std::string& script, absl::Duration limit = absl::Seconds(30)) {
  return RunChild({.executable = "/bin/sh",
                   .arguments = {"sh", "-c", script},
                   .environment = {{"FERRO_WORD", "passed on"}},
                   .limit = limit});
}

TEST(ChildProcessTest, GivesOutputAndTheLastError) {
  const ChildResult result = Shell("echo \"$FERRO_WORD\"; echo first >&2; echo last >&2");
  EXPECT_EQ(result.out, "passed on\n");
  EXPECT_EQ(result.last_error, "last");
  EXPECT_EQ(result.failure, "");
}

TEST(ChildProcessTest, TellsHowItFailed) {
  EXPECT_EQ(Shell("echo half; exit 3").failure, "exited with 3");
  EXPECT_EQ(Shell("echo half; exit 3").out, "half\n");
  EXPECT_EQ(Shell("kill -ABRT $$").failure, "killed by signal 6 (Aborted)");
  EXPECT_TRUE(absl::StrContains(
      RunChild({.executable = "/no/such/file", .arguments = {"x"}, .environment = {}}).failure, "/no/such/file"));
}

TEST(ChildProcessTest, EndsWhatHangs) {
  const absl::Time begin = absl::Now();
  const ChildResult result = Shell("echo here; trap '' TERM; sleep 60", absl::Milliseconds(300));
  EXPECT_EQ(result.failure, "not done after 300ms");
  EXPECT_EQ(result.out, "here\n");
  EXPECT_LT(absl::Now() - begin, absl::Seconds(20));
}

TEST(ChildProcessTest, DoesNotWaitForGrandchildren) {
  const absl::Time begin = absl::Now();
  EXPECT_EQ(Shell("sleep 60 & echo $!").failure, "");
  EXPECT_LT(absl::Now() - begin, absl::Seconds(20));
}

TEST(ChildProcessTest, BoundsWhatItKeeps) {
  const ChildResult result = Shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2");
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(result.out.size(), size_t{1} << 20);
  EXPECT_LE(result.last_error.size(), 200u);
}

TEST(ChildProcessTest, SurvivesAChildThatClosesItsStreams) {
  EXPECT_EQ(Shell("exec >&- 2>&-; sleep 0.2; exit 4").failure, "exited with 4");
}

}  // namespace
}  // namespace ferro::opencl
