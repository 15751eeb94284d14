#include "services/decide/flags.h"

#include <string>
#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

// The exit code of the parser; 0 = accepted.
int Parse(std::vector<std::string> args, DecideFlags& flags) {
  CLI::App app;
  AddDecideFlags(app, flags);
  args.insert(args.end(), {"unix:/tmp/s", "--listen", "m.gguf", "--model"});  // CLI11 reads the vector from its end
  try {
    app.parse(args);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code();
  }
  return 0;
}

TEST(DecideFlagsTest, DefaultsAreValid) {
  DecideFlags flags;
  ASSERT_EQ(Parse({}, flags), 0);
  EXPECT_OK(ValidateDecideFlags(flags));
  EXPECT_EQ(flags.model, "m.gguf");
  EXPECT_EQ(flags.decision.batch_tokens, 4096);
  EXPECT_EQ(flags.decision.queue_depth, 64);
  EXPECT_EQ(flags.process.server.max_message_bytes, 65 << 20);
}

TEST(DecideFlagsTest, ValuesArrive) {
  DecideFlags flags;
  ASSERT_EQ(Parse({"null", "--device", "512", "--decision-batch", "2.5", "--launch-ms", "7", "--max-questions", "20000",
                   "--max-tokens", "1", "--max-message-mb", "json", "--log-format", "d1", "--alias"},
                  flags),
            0);
  EXPECT_OK(ValidateDecideFlags(flags));
  EXPECT_EQ(flags.decision.backend.device, kNullDevice);
  EXPECT_EQ(flags.decision.batch_tokens, 512);
  EXPECT_EQ(flags.decision.backend.launch_ms, 2.5);
  EXPECT_EQ(flags.decision.max_questions, 7);
  EXPECT_EQ(flags.decision.max_tokens, 20000);
  EXPECT_EQ(flags.process.server.max_message_bytes, 1 << 20);
  EXPECT_EQ(flags.process.log_format, LogFormat::kJson);
  EXPECT_EQ(flags.decision.alias, "d1");
}

TEST(DecideFlagsTest, RefusesBadRanges) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{{"0", "--decision-batch"},
                                                                                    {"16385", "--decision-batch"},
                                                                                    {"0", "--queue-depth"},
                                                                                    {"0", "--max-questions"},
                                                                                    {"16383", "--max-tokens"},
                                                                                    {"0", "--max-message-mb"},
                                                                                    {"2048", "--max-message-mb"},
                                                                                    {"nan", "--drain-seconds"},
                                                                                    {"0", "--launch-ms"}}) {
    DecideFlags bad;
    ASSERT_EQ(Parse(args, bad), 0);
    const absl::Status status = ValidateDecideFlags(bad);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << args[1];
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(args[1]));
  }
}

}  // namespace
}  // namespace ferro
