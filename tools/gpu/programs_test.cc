// Programs that pass, fail, crash and hang, as shell scripts that print what GoogleTest would.
#include "tools/gpu/programs.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro::gpu {
namespace {

using ::testing::ElementsAre;

// Prints the tests A.One to A.Four that the filter ($1) does not leave out. `act` is run when A.Two begins.
std::string Script(const std::string& act) {
  return "#!/bin/sh\n"
         "for test in A.One A.Two A.Three A.Four; do\n"
         "  case \"$1\" in *-*$test*) continue ;; esac\n"
         "  echo \"[ RUN      ] $test\"\n"
         "  if [ $test = A.Two ]; then " +
         act +
         "; fi\n"
         "  echo \"[       OK ] $test (0 ms)\"\n"
         "done\n";
}

class ProgramsTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(home_ + "/bin"); }

  void WriteScript(const std::string& text) const {
    const std::string path = home_ + "/bin/script";
    std::ofstream(path) << text;
    chmod(path.c_str(), 0755);
  }
  std::vector<Verdict> RunTests(const std::string& script, absl::Duration limit = absl::Seconds(60),
                                absl::Time deadline = absl::InfiniteFuture()) const {
    WriteScript(script);
    return Programs({}, home_, limit, deadline).RunTests("bin/script", "A.*", {});
  }

  const std::string home_ = testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

std::vector<std::string> Names(const std::vector<Verdict>& verdicts, Outcome outcome) {
  std::vector<std::string> names;
  for (const Verdict& verdict : verdicts) {
    if (verdict.outcome == outcome) names.push_back(verdict.name);
  }
  return names;
}

TEST_F(ProgramsTest, TestsThatPass) {
  const auto verdicts = RunTests(Script(":"));
  EXPECT_THAT(Names(verdicts, Outcome::kPassed), ElementsAre("A.One", "A.Two", "A.Three", "A.Four"));
  EXPECT_EQ(verdicts.size(), 4u);
}

TEST_F(ProgramsTest, ATestThatFailsIsNoFailureOfTheProgram) {
  const auto verdicts =
      RunTests("#!/bin/sh\necho '[ RUN      ] A.B'; echo why; echo '[  FAILED  ] A.B (0 ms)'; exit 1");
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].outcome, Outcome::kFailed);
  EXPECT_EQ(verdicts[0].message, "why");
}

TEST_F(ProgramsTest, ACrashCostsOneTest) {
  const auto verdicts = RunTests(Script("echo boom >&2; kill -SEGV $$"));
  EXPECT_THAT(Names(verdicts, Outcome::kPassed), ElementsAre("A.One", "A.Three", "A.Four"));
  EXPECT_THAT(Names(verdicts, Outcome::kFailed), ElementsAre("A.Two"));
  EXPECT_EQ(verdicts[1].message, "killed by signal 11 (Segmentation fault); its last words: boom");
}

TEST_F(ProgramsTest, AHangCostsOneTest) {
  const auto verdicts = RunTests(Script("sleep 100"), absl::Seconds(3));
  EXPECT_THAT(Names(verdicts, Outcome::kPassed), ElementsAre("A.One", "A.Three", "A.Four"));
  EXPECT_THAT(Names(verdicts, Outcome::kFailed), ElementsAre("A.Two"));
  EXPECT_TRUE(absl::StartsWith(verdicts[1].message, "not done after 3s")) << verdicts[1].message;
}

TEST_F(ProgramsTest, AProgramThatHangsOnIsLeft) {
  const auto verdicts = RunTests("#!/bin/sh\necho \"[ RUN      ] A.$(date +%s%N)\"; sleep 100", absl::Seconds(3));
  ASSERT_EQ(verdicts.size(), 3u);
  EXPECT_EQ(verdicts[2].name, "script");
  EXPECT_EQ(Names(verdicts, Outcome::kFailed).size(), 3u);
}

TEST_F(ProgramsTest, ACrashOutsideOfATestIsAFailure) {
  EXPECT_THAT(Names(RunTests("#!/bin/sh\nexit 127"), Outcome::kFailed), ElementsAre("script"));
  const auto verdicts = RunTests(Script(":") + "kill -ABRT $$");
  EXPECT_EQ(Names(verdicts, Outcome::kPassed).size(), 4u);
  EXPECT_THAT(Names(verdicts, Outcome::kFailed), ElementsAre("script"));
}

TEST_F(ProgramsTest, NothingRunIsAFailure) {
  const auto none = RunTests("#!/bin/sh\n");
  ASSERT_EQ(none.size(), 1u);
  EXPECT_EQ(none[0].message, "no test ran on this device");
  EXPECT_THAT(Names(RunTests("#!/bin/sh\necho '[ RUN      ] A.B'; echo '[  SKIPPED ] A.B (0 ms)'"), Outcome::kFailed),
              ElementsAre("script"));
}

TEST_F(ProgramsTest, NothingStartsWhenTheTimeIsUp) {
  const auto verdicts = RunTests(Script(":"), absl::Seconds(60), absl::Now() - absl::Seconds(1));
  ASSERT_FALSE(verdicts.empty());
  EXPECT_EQ(verdicts[0].outcome, Outcome::kFailed);
  EXPECT_TRUE(absl::StartsWith(verdicts[0].message, "not run")) << verdicts[0].message;
}

TEST_F(ProgramsTest, StartsProgramsAsItWasStarted) {
  WriteScript("echo \"$1 $FERRO_WORD\"");
  const Programs programs({"/bin/sh", {"sh", "-e", "program"}, true}, home_, absl::Seconds(60), absl::InfiniteFuture());
  EXPECT_EQ(programs.Run("bin/script", {"one"}, {{"FERRO_WORD", "two"}}).out, "one two\n");
  EXPECT_THAT(programs.List("bin"), ElementsAre("script"));
  EXPECT_TRUE(programs.List("none").empty());
}

}  // namespace
}  // namespace ferro::gpu
