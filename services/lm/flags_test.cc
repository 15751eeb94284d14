#include "services/lm/flags.h"

#include <string>
#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

// The exit code of the parser; 0 = accepted.
int Parse(std::vector<std::string> args, LmFlags& flags) {
  CLI::App app;
  AddLmFlags(app, flags);
  args.insert(args.end(), {"unix:/tmp/s", "--listen", "m.gguf", "--model"});  // CLI11 reads the vector from its end
  try {
    app.parse(args);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code();
  }
  return 0;
}

TEST(LmFlagsTest, DefaultsAreValid) {
  LmFlags flags;
  ASSERT_EQ(Parse({}, flags), 0);
  EXPECT_OK(ValidateLmFlags(flags));
  EXPECT_EQ(flags.model, "m.gguf");
  EXPECT_EQ(flags.lm.slots, 4);
  EXPECT_EQ(flags.lm.context, 4096);
  EXPECT_EQ(flags.lm.queue_depth, 64);
  EXPECT_EQ(flags.process.drain_seconds, 30);
  EXPECT_FALSE(flags.lm.sampling.temperature.has_value());
}

TEST(LmFlagsTest, WordsBecomeValues) {
  LmFlags flags;
  ASSERT_EQ(Parse({"int8", "--kv-dtype", "none", "--reasoning-format", "generated", "--penalty-scope", "as-array",
                   "--content-parts", "json", "--log-format", "0", "--temp"},
                  flags),
            0);
  EXPECT_EQ(flags.lm.kv_type, KvType::kInt8);
  EXPECT_EQ(flags.lm.reasoning_format, ReasoningFormat::kNone);
  EXPECT_EQ(flags.lm.sampling.penalize_prompt, false);
  EXPECT_EQ(flags.lm.content_parts, ContentParts::kAsArray);
  EXPECT_EQ(flags.process.log_format, LogFormat::kJson);
  EXPECT_EQ(flags.lm.sampling.temperature, 0);
}

TEST(LmFlagsTest, TheDevicesLimits) {
  LmFlags flags;
  ASSERT_EQ(Parse({"0.001", "--launch-ms", "0", "--queue-ms", "2.5", "--device-timeout"}, flags), 0);
  EXPECT_OK(ValidateLmFlags(flags));
  EXPECT_EQ(flags.lm.backend.launch_ms, 0.001);
  EXPECT_EQ(flags.lm.backend.queue_ms, 0);
  EXPECT_EQ(flags.lm.backend.timeout_s, 2.5);
}

TEST(LmFlagsTest, TurnsOnTheDevice) {
  LmFlags flags, off, bad;
  ASSERT_EQ(Parse({}, flags), 0);
  EXPECT_EQ(flags.lm.backend.lease, LeaseUse::kAuto);
  EXPECT_EQ(flags.lm.backend.lease_file, "");
  ASSERT_EQ(Parse({"off", "--lease", "/x/lease", "--lease-file"}, off), 0);
  EXPECT_EQ(off.lm.backend.lease, LeaseUse::kOff);
  EXPECT_EQ(off.lm.backend.lease_file, "/x/lease");
  EXPECT_NE(Parse({"perhaps", "--lease"}, bad), 0);
}

TEST(LmFlagsTest, SwitchesAreOffUnlessGiven) {
  LmFlags off, on;
  ASSERT_EQ(Parse({}, off), 0);
  EXPECT_FALSE(off.lm.write_lost_tool_calls);
  ASSERT_EQ(Parse({"--write-lost-tool-calls"}, on), 0);
  EXPECT_TRUE(on.lm.write_lost_tool_calls);
}

TEST(LmFlagsTest, RefusesUnknownWordsAndBadRanges) {
  LmFlags flags;
  EXPECT_NE(Parse({"f64", "--kv-dtype"}, flags), 0);
  EXPECT_NE(Parse({"--no-such-flag"}, flags), 0);
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{{"0", "--lm-slots"},
                                                                                    {"2", "--top-p"},
                                                                                    {"-1", "--drain-seconds"},
                                                                                    {"0", "--queue-depth"},
                                                                                    {"0", "--launch-ms"},
                                                                                    {"nan", "--launch-ms"},
                                                                                    {"10001", "--launch-ms"},
                                                                                    {"-1", "--queue-ms"},
                                                                                    {"60001", "--queue-ms"},
                                                                                    {"0.5", "--device-timeout"},
                                                                                    {"inf", "--device-timeout"},
                                                                                    {"257", "--threads"}}) {
    LmFlags bad;
    ASSERT_EQ(Parse(args, bad), 0);
    const absl::Status status = ValidateLmFlags(bad);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << args[1];
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(args[1] == "--top-p" ? "top_p" : args[1]));
  }
}

}  // namespace
}  // namespace ferro
