#include "base/start_command.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;

std::string Joined(const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& argument : arguments) line += argument + '\0';
  return line;
}

TEST(StartCommandTest, OfAProgramThatTheKernelStarted) {
  const StartCommand command = StartCommandFrom(Joined({"bin/ferro", "devices", "--json"}), 3);
  EXPECT_EQ(command.executable, "/proc/self/exe");
  EXPECT_THAT(command.arguments, ElementsAre("bin/ferro"));
  EXPECT_FALSE(command.by_loader);
}

TEST(StartCommandTest, OfAProgramThatALoaderStarted) {
  const StartCommand command =
      StartCommandFrom(Joined({"lib/ld.so", "--library-path", "lib", "bin/ferro", "devices", "--json"}), 3);
  EXPECT_EQ(command.executable, "/proc/self/exe");
  EXPECT_THAT(command.arguments, ElementsAre("lib/ld.so", "--library-path", "lib", "bin/ferro"));
  EXPECT_TRUE(command.by_loader);
}

TEST(StartCommandTest, StartsAnotherProgramLikewise) {
  const StartCommand direct = StartCommandFrom(Joined({"bin/ferro", "devices"}), 2).ForProgram("bin/other");
  EXPECT_EQ(direct.executable, "bin/other");
  EXPECT_THAT(direct.arguments, ElementsAre("bin/other"));
  const StartCommand loaded =
      StartCommandFrom(Joined({"lib/ld.so", "bin/ferro", "devices"}), 2).ForProgram("bin/other");
  EXPECT_EQ(loaded.executable, "/proc/self/exe");
  EXPECT_THAT(loaded.arguments, ElementsAre("lib/ld.so", "bin/other"));
}

TEST(StartCommandTest, EmptyArgumentsCount) {
  EXPECT_THAT(StartCommandFrom(Joined({"ld.so", "ferro", "", ""}), 3).arguments, ElementsAre("ld.so", "ferro"));
  EXPECT_THAT(StartCommandFrom(Joined({"ferro", ""}), 2).arguments, ElementsAre("ferro"));
}

TEST(StartCommandTest, WithoutProc) {
  EXPECT_THAT(StartCommandFrom("", 3).arguments, ElementsAre("program"));
  EXPECT_FALSE(StartCommandFrom("", 0).by_loader);
}

TEST(StartCommandTest, OfThisProcess) {
  const StartCommand command = OwnStartCommand(1);
  EXPECT_EQ(command.executable, "/proc/self/exe");
  EXPECT_FALSE(command.arguments.empty());
}

}  // namespace
}  // namespace ferro
