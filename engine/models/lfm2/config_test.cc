#include "engine/models/lfm2/config.h"

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/gguf/writer.h"

namespace ferro {
namespace {

// A file with the keys of a two-layer model and just the tensors that the config looks at.
class ConfigTest : public testing::Test {
 protected:
  // `skip` is left out; `more` adds keys in its place.
  absl::StatusOr<Lfm2Config> Read(const std::string& skip = "",
                                  const std::function<void(GgufWriter&)>& more = nullptr) {
    GgufWriter writer;
    const auto add = [&](const std::string& key, const auto& put) {
      if (key != skip) put(key);
    };
    add("general.architecture", [&](const auto& key) { writer.AddString(key, arch_); });
    const std::string a = arch_ + ".";
    for (const auto& [key, value] : std::vector<std::pair<const char*, uint32_t>>{{"block_count", 2},
                                                                                  {"embedding_length", 64},
                                                                                  {"context_length", 128},
                                                                                  {"feed_forward_length", 96},
                                                                                  {"attention.head_count", 2},
                                                                                  {"shortconv.l_cache", 3}}) {
      add(a + key, [&, v = value](const auto& k) { writer.AddU32(k, v); });
    }
    add(a + "attention.head_count_kv", [&](const auto& k) { writer.AddArray<int32_t>(k, {0, 1}); });
    add(a + "attention.layer_norm_rms_epsilon", [&](const auto& k) { writer.AddF32(k, 1e-5f); });
    add(a + "rope.freq_base", [&](const auto& k) { writer.AddF32(k, 1e6f); });
    if (more) more(writer);
    const std::vector<uint8_t> embedding(64 * 10 * 4), gate(64 * ff_ * 4), other_gate(64 * other_ff_ * 4);
    writer.AddTensor("token_embd.weight", TensorType::kF32, {64, 10}, embedding);
    writer.AddTensor("blk.0.ffn_gate.weight", TensorType::kF32, {64, ff_}, gate);
    writer.AddTensor("blk.1.ffn_gate.weight", TensorType::kF32, {64, other_ff_}, other_gate);
    const absl::StatusOr<std::string> bytes = writer.Serialize();
    if (!bytes.ok()) return bytes.status();
    bytes_ = *bytes;
    auto file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "test");
    if (!file.ok()) return file.status();
    return ReadLfm2Config(**file);
  }

  std::string arch_ = "lfm2";
  int64_t ff_ = 96, other_ff_ = 96;
  std::string bytes_;
};

TEST_F(ConfigTest, ReadsTheKeys) {
  ASSERT_OK_AND_ASSIGN(const Lfm2Config config, Read());
  EXPECT_EQ(config.width, 64);
  EXPECT_EQ(config.vocab, 10);
  EXPECT_EQ(config.heads, 2);
  EXPECT_EQ(config.kv_heads, 1);
  EXPECT_EQ(config.head_dim, 32);
  EXPECT_EQ(config.rope.dims, 32);
  EXPECT_EQ(config.taps, 3);
  ASSERT_EQ(config.layers.size(), 2u);
  EXPECT_FALSE(config.layers[0].attention);
  EXPECT_TRUE(config.layers[1].attention);
  EXPECT_TRUE(config.layers[0].dense);
}

TEST_F(ConfigTest, TheTensorDecidesTheFeedForwardWidth) {
  ff_ = other_ff_ = 160;
  ASSERT_OK_AND_ASSIGN(const Lfm2Config config, Read());
  EXPECT_EQ(config.ff, 160);
}

TEST_F(ConfigTest, HeadCountMayBeAnArrayWithZerosOnConvolutions) {
  ASSERT_OK_AND_ASSIGN(const Lfm2Config config, Read("lfm2.attention.head_count", [](GgufWriter& w) {
                         w.AddArray<uint32_t>("lfm2.attention.head_count", {0, 2});
                       }));
  EXPECT_EQ(config.heads, 2);
}

TEST_F(ConfigTest, NamesTheKeyThatIsMissing) {
  for (const char* key :
       {"block_count", "embedding_length", "context_length", "attention.head_count", "attention.head_count_kv",
        "attention.layer_norm_rms_epsilon", "rope.freq_base", "shortconv.l_cache"}) {
    const absl::Status status = Read(std::string("lfm2.") + key).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << key;
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(key));
  }
}

TEST_F(ConfigTest, RefusesValuesThatNoModelHas) {
  const auto u32 = [](const char* key, uint32_t value) {
    return std::make_pair(std::string(key), [=](GgufWriter& w) { w.AddU32(std::string("lfm2.") + key, value); });
  };
  std::vector<std::pair<std::string, std::function<void(GgufWriter&)>>> bad = {
      u32("block_count", 0),
      u32("block_count", 513),
      u32("embedding_length", 0),
      u32("embedding_length", 65537),
      u32("context_length", 0),
      u32("attention.head_count", 0),
      u32("attention.head_count", 3),
      u32("shortconv.l_cache", 1),
      u32("shortconv.l_cache", 17),
      u32("attention.key_length", 24),
      u32("attention.sliding_window", 8),
      u32("rope.dimension_count", 33),
  };
  bad.emplace_back("attention.head_count_kv", [](GgufWriter& w) {
    w.AddArray<int32_t>("lfm2.attention.head_count_kv", {0, 1, 0});
  });
  bad.emplace_back("attention.head_count_kv", [](GgufWriter& w) {
    w.AddArray<int32_t>("lfm2.attention.head_count_kv", {0, -1});
  });
  bad.emplace_back("rope.freq_base", [](GgufWriter& w) { w.AddF32("lfm2.rope.freq_base", 0.0f); });
  bad.emplace_back("attention.layer_norm_rms_epsilon", [](GgufWriter& w) {
    w.AddF32("lfm2.attention.layer_norm_rms_epsilon", std::numeric_limits<float>::quiet_NaN());
  });
  bad.emplace_back("rope.scaling.type", [](GgufWriter& w) { w.AddString("lfm2.rope.scaling.type", "yarn"); });
  bad.emplace_back("attention.causal", [](GgufWriter& w) { w.AddBool("lfm2.attention.causal", false); });
  for (const auto& [key, put] : bad) {
    const absl::Status status = Read("lfm2." + key, put).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << key << ": " << status;
  }
}

TEST_F(ConfigTest, SendsADecisionModelToItsService) {
  const absl::Status status = Read("", [](GgufWriter& w) { w.AddU32("lfm2.decision.block_count", 2); }).status();
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("ferro-decide"));
}

TEST_F(ConfigTest, RefusesLayersOfDifferingWidth) {
  other_ff_ = 128;
  EXPECT_EQ(Read().status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(ConfigTest, RefusesMoreExpertsUsedThanThereAre) {
  arch_ = "lfm2moe";
  const absl::Status status = Read("", [](GgufWriter& w) {
                                w.AddU32("lfm2moe.expert_count", 4);
                                w.AddU32("lfm2moe.expert_used_count", 5);
                                w.AddU32("lfm2moe.expert_feed_forward_length", 32);
                              }).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("expert_used_count is 5, outside 1..4"));
}

}  // namespace
}  // namespace ferro
