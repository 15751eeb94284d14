#include "tools/ferro/up/stack.h"

#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

StackConfig Config() {
  StackConfig config;
  config.lm = "/m/a.gguf";
  config.host = "127.0.0.1";
  config.port = 8090;
  config.lm_socket = "/run/lm.sock";
  config.decide_socket = "/run/decide.sock";
  config.embed_socket = "/run/embed.sock";
  return config;
}

constexpr char kLm[] = "/bin/ferro-lm";
constexpr char kDecide[] = "/bin/ferro-decide";
constexpr char kEmbed[] = "/bin/ferro-embed";
constexpr char kGateway[] = "/bin/ferro-gateway";
const InstallPaths& Paths() {
  static const auto& paths = *new InstallPaths{kLm, kDecide, kEmbed, kGateway, "", "", ""};
  return paths;
}

TEST(StackTest, ConnectsServiceAndGateway) {
  const std::vector<Program> programs = PlanPrograms(Config(), Paths());
  ASSERT_EQ(programs.size(), 2u);
  EXPECT_EQ(programs[0].name, "lm");
  EXPECT_THAT(programs[0].argv, ElementsAre(kLm, "--lm=/m/a.gguf", "--listen=unix:/run/lm.sock"));
  EXPECT_EQ(programs[1].name, "gateway");
  EXPECT_THAT(programs[1].argv,
              ElementsAre(kGateway, "--host=127.0.0.1", "--port=8090", "--lm-target=unix:/run/lm.sock"));
}

TEST(StackTest, TwoModels) {
  StackConfig config = Config();
  config.decide = "/m/d1.gguf";
  config.forwarded = {{"--lm-slots", {"8"}}, {"--decision-batch", {"512"}}, {"--threads", {"1"}}};
  const std::vector<Program> programs = PlanPrograms(config, Paths());
  ASSERT_EQ(programs.size(), 3u);
  EXPECT_EQ(programs[1].name, "decide");
  EXPECT_THAT(programs[1].argv, ElementsAre(kDecide, "--decide=/m/d1.gguf", "--listen=unix:/run/decide.sock",
                                            "--threads=1", "--decision-batch=512"));
  EXPECT_THAT(programs[0].argv, Contains("--threads=1"));
  EXPECT_THAT(programs[0].argv, Not(Contains("--decision-batch=512")));
  EXPECT_THAT(programs[2].argv, Contains("--lm-target=unix:/run/lm.sock"));
  EXPECT_THAT(programs[2].argv, Contains("--decide-target=unix:/run/decide.sock"));
}

TEST(StackTest, Embeddings) {
  StackConfig config = Config();
  config.embed = "/m/gemma.gguf";
  config.forwarded = {
      {"--embed-batch", {"512"}}, {"--hetero", {""}}, {"--max-questions", {"7"}}, {"--reject-token-input", {""}}};
  const std::vector<Program> programs = PlanPrograms(config, Paths());
  ASSERT_EQ(programs.size(), 3u);
  EXPECT_THAT(programs[1].argv, ElementsAre(kEmbed, "--embed=/m/gemma.gguf", "--listen=unix:/run/embed.sock",
                                            "--embed-batch=512", "--hetero"));
  EXPECT_THAT(programs[2].argv, Contains("--embed-target=unix:/run/embed.sock"));
  EXPECT_THAT(programs[2].argv, Contains("--reject-token-input"));
}

TEST(StackTest, DecisionsAlone) {
  StackConfig config = Config();
  config.lm = "";
  config.decide = "/m/d1.gguf";
  const std::vector<Program> programs = PlanPrograms(config, Paths());
  ASSERT_EQ(programs.size(), 2u);
  EXPECT_EQ(programs[0].name, "decide");
  EXPECT_THAT(programs[1].argv, Not(Contains("--lm-target=unix:/run/lm.sock")));
}

TEST(StackTest, WithoutAModelOnlyTheGateway) {
  StackConfig config = Config();
  config.lm = "";
  const std::vector<Program> programs = PlanPrograms(config, Paths());
  ASSERT_EQ(programs.size(), 1u);
  EXPECT_THAT(programs[0].argv, ElementsAre(kGateway, "--host=127.0.0.1", "--port=8090"));
}

TEST(StackTest, FlagsGoWhereTheyBelong) {
  StackConfig config = Config();
  config.forwarded = {
      {"--lm-slots", {"8"}}, {"--api-key", {"a: -k", "b"}}, {"--metrics-open", {""}}, {"--log-format", {"json"}}};
  const std::vector<Program> programs = PlanPrograms(config, Paths());
  EXPECT_THAT(programs[0].argv, Contains("--lm-slots=8"));
  EXPECT_THAT(programs[0].argv, Contains("--log-format=json"));
  EXPECT_THAT(programs[0].argv, Not(Contains("--metrics-open")));
  EXPECT_THAT(programs[1].argv, Contains("--api-key=a: -k"));
  EXPECT_THAT(programs[1].argv, Contains("--api-key=b"));
  EXPECT_THAT(programs[1].argv, Contains("--metrics-open"));
  EXPECT_THAT(programs[1].argv, Contains("--log-format=json"));
  EXPECT_THAT(programs[1].argv, Not(Contains("--lm-slots=8")));
}

TEST(StackTest, FlagsAreNamedOnce) {
  std::set<std::string> names = {"--lm", "--d1", "--decide", "--embed", "--model", "--host", "--port"};
  for (const ForwardedFlag& flag : ForwardedFlags()) EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
}

}  // namespace
}  // namespace ferro
