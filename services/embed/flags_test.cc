#include "services/embed/flags.h"

#include <string>
#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

// The exit code of the parser; 0 = accepted.
int Parse(std::vector<std::string> args, EmbedFlags& flags) {
  CLI::App app;
  AddEmbedFlags(app, flags);
  args.insert(args.end(), {"unix:/tmp/s", "--listen", "m.gguf", "--embed"});  // CLI11 reads the vector from its end
  try {
    app.parse(args);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code();
  }
  return 0;
}

TEST(EmbedFlagsTest, DefaultsAreValid) {
  EmbedFlags flags;
  ASSERT_EQ(Parse({}, flags), 0);
  EXPECT_OK(ValidateEmbedFlags(flags));
  EXPECT_EQ(flags.model, "m.gguf");
  EXPECT_EQ(flags.embedding.batch_tokens, 2048);
  EXPECT_EQ(flags.embedding.queue_depth, 256);
  EXPECT_EQ(flags.embedding.max_items, 2048);
  EXPECT_EQ(flags.embedding.max_tokens, 300000);
  EXPECT_EQ(flags.process.server.max_message_bytes, 65 << 20);
  EXPECT_FALSE(flags.embedding.hetero.on);
  EXPECT_EQ(flags.embedding.hetero.share, HeteroOptions::kDefaultShare);
}

TEST(EmbedFlagsTest, ValuesArrive) {
  EmbedFlags flags;
  ASSERT_EQ(Parse({"null", "--device", "512", "--embed-batch", "7", "--max-inputs", "20000", "--max-input-tokens", "1",
                   "--max-message-mb", "gemma", "--alias"},
                  flags),
            0);
  EXPECT_OK(ValidateEmbedFlags(flags));
  EXPECT_EQ(flags.embedding.backend.device, "null");
  EXPECT_EQ(flags.embedding.batch_tokens, 512);
  EXPECT_EQ(flags.embedding.max_items, 7);
  EXPECT_EQ(flags.embedding.max_tokens, 20000);
  EXPECT_EQ(flags.process.server.max_message_bytes, 1 << 20);
  EXPECT_EQ(flags.embedding.alias, "gemma");
}

TEST(EmbedFlagsTest, TheProcessorBesideAGpu) {
  EmbedFlags flags;
  ASSERT_EQ(Parse({"--hetero"}, flags), 0);
  EXPECT_OK(ValidateEmbedFlags(flags));
  EXPECT_TRUE(flags.embedding.hetero.on);
  EmbedFlags shared;
  ASSERT_EQ(Parse({"30", "--hetero-share", "--hetero"}, shared), 0);
  EXPECT_EQ(shared.embedding.hetero.share, 30);
  EmbedFlags useless;
  EXPECT_NE(Parse({"30", "--hetero-share"}, useless), 0) << "a share of nothing";
  EmbedFlags no_gpu;
  ASSERT_EQ(Parse({"cpu", "--device", "--hetero"}, no_gpu), 0);
  EXPECT_EQ(ValidateEmbedFlags(no_gpu).code(), absl::StatusCode::kInvalidArgument);
  EmbedFlags outside;
  ASSERT_EQ(Parse({"100", "--hetero-share", "--hetero"}, outside), 0);
  EXPECT_EQ(ValidateEmbedFlags(outside).code(), absl::StatusCode::kInvalidArgument);
}

TEST(EmbedFlagsTest, RefusesBadRanges) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{{"0", "--embed-batch"},
                                                                                    {"65537", "--embed-batch"},
                                                                                    {"0", "--queue-depth"},
                                                                                    {"0", "--max-inputs"},
                                                                                    {"0", "--max-input-tokens"},
                                                                                    {"0", "--max-message-mb"},
                                                                                    {"2048", "--max-message-mb"},
                                                                                    {"nan", "--drain-seconds"},
                                                                                    {"0", "--launch-ms"}}) {
    EmbedFlags bad;
    ASSERT_EQ(Parse(args, bad), 0);
    const absl::Status status = ValidateEmbedFlags(bad);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << args[1];
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(args[1]));
  }
}

}  // namespace
}  // namespace ferro
