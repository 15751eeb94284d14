#include "engine/models/lfm2_decision/config.h"

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/gguf/writer.h"
#include "engine/models/lfm2_decision/weights.h"

namespace ferro {
namespace {

using testing::HasSubstr;

// A sound file of zeros: a convolution, an attention layer and one head block, 64 wide. Each test spoils it.
class DecisionFileTest : public testing::Test {
 protected:
  using Put = std::function<void(GgufWriter&, const std::string& key)>;

  DecisionFileTest() {
    const auto u32 = [](uint32_t value) -> Put { return [=](auto& w, const auto& key) { w.AddU32(key, value); }; };
    const auto f32 = [](float value) -> Put { return [=](auto& w, const auto& key) { w.AddF32(key, value); }; };
    const auto text = [](std::string value) -> Put {
      return [=](auto& w, const auto& key) { w.AddString(key, value); };
    };
    keys_ = {{"general.architecture", text("lfm2")},
             {"lfm2.block_count", u32(3)},
             {"lfm2.decision.type", text("lfm2-d1-omni")},
             {"lfm2.decision.block_count", u32(1)},
             {"lfm2.attention.causal", [](auto& w, const auto& key) { w.AddBool(key, false); }},
             {"lfm2.attention.head_count", u32(2)},
             {"lfm2.attention.head_count_kv",
              [](auto& w, const auto& key) {
                w.template AddArray<int32_t>(key, {0, 1, 2});
              }},
             {"lfm2.attention.layer_norm_rms_epsilon", f32(1e-5f)},
             {"lfm2.attention.layer_norm_epsilon", f32(1e-5f)},
             {"lfm2.shortconv.l_cache", u32(3)},
             {"lfm2.embedding_length", u32(64)},
             {"lfm2.context_length", u32(128)},
             {"lfm2.rope.freq_base", f32(1e6f)},
             {"tokenizer.ggml.token_type_count", u32(3)},
             {"tokenizer.ggml.mask_token_id", u32(4)},
             {"tokenizer.chat_template.systemone", text("")}};
    tensors_ = {{"token_embd.weight", {64, 10}},
                {"token_embd_norm.weight", {64}},
                {"token_types.weight", {64, 3}},
                {"cls.norm.weight", {64}},
                {"cls.norm.bias", {64}},
                {"cls.weight", {64, 64}},
                {"cls.bias", {64}},
                {"cls.output.weight", {64, 1}},
                {"cls.output.bias", {1}}};
    for (const std::string blk : {"blk.0.", "blk.1."}) {
      tensors_[blk + "attn_norm.weight"] = tensors_[blk + "ffn_norm.weight"] = {64};
      tensors_[blk + "ffn_gate.weight"] = tensors_[blk + "ffn_up.weight"] = {64, 96};
      tensors_[blk + "ffn_down.weight"] = {96, 64};
    }
    tensors_["blk.0.shortconv.conv.weight"] = {3, 64};
    tensors_["blk.0.shortconv.in_proj.weight"] = {64, 192};
    tensors_["blk.0.shortconv.out_proj.weight"] = tensors_["blk.1.attn_q.weight"] = {64, 64};
    tensors_["blk.1.attn_output.weight"] = {64, 64};
    tensors_["blk.1.attn_k.weight"] = tensors_["blk.1.attn_v.weight"] = {64, 32};
    tensors_["blk.1.attn_q_norm.weight"] = tensors_["blk.1.attn_k_norm.weight"] = {32};
    for (const auto& [name, inputs, outputs] : std::vector<std::tuple<std::string, int64_t, int64_t>>{
             {"attn_qkv", 64, 192}, {"attn_output", 64, 64}, {"ffn_up", 64, 256}, {"ffn_down", 256, 64}}) {
      tensors_["blk.2." + name + ".weight"] = {inputs, outputs};
      tensors_["blk.2." + name + ".bias"] = {outputs};
    }
    for (const std::string name : {"blk.2.attn_norm", "blk.2.ffn_norm"}) {
      tensors_[name + ".weight"] = tensors_[name + ".bias"] = {64};
    }
  }

  void Set(const std::string& key, uint32_t value) {
    keys_[key] = [=](GgufWriter& w, const std::string& k) { w.AddU32(k, value); };
  }
  void Set(const std::string& key, float value) {
    keys_[key] = [=](GgufWriter& w, const std::string& k) { w.AddF32(k, value); };
  }
  void Set(const std::string& key, const std::string& value) {
    keys_[key] = [=](GgufWriter& w, const std::string& k) { w.AddString(k, value); };
  }
  void SetKvHeads(std::vector<int32_t> values) {
    keys_["lfm2.attention.head_count_kv"] = [=](GgufWriter& w, const std::string& k) {
      w.AddArray<int32_t>(k, values);
    };
  }

  // Reads the config, then the weights.
  absl::Status Load() {
    GgufWriter writer;
    for (const auto& [key, put] : keys_) put(writer, key);
    std::vector<std::vector<uint8_t>> data;
    for (const auto& [name, shape] : tensors_) {
      int64_t count = 1;
      for (const int64_t n : shape) count *= n;
      data.emplace_back(count * sizeof(float));
      writer.AddTensor(name, TensorType::kF32, shape, data.back());
    }
    const absl::StatusOr<std::string> bytes = writer.Serialize();
    if (!bytes.ok()) return bytes.status();
    const auto file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}, "test");
    if (!file.ok()) return file.status();
    const absl::StatusOr<DecisionConfig> config = ReadDecisionConfig(**file);
    if (!config.ok()) return config.status();
    config_ = *config;
    ReferenceBackend backend;
    return LoadDecisionWeights(**file, *config, backend, nullptr).status();
  }
  std::string Message() { return std::string(Load().message()); }

  std::map<std::string, Put> keys_;
  std::map<std::string, std::vector<int64_t>> tensors_;
  DecisionConfig config_;
};

TEST_F(DecisionFileTest, ReadsASoundFile) {
  ASSERT_OK(Load());
  EXPECT_EQ(config_.width, 64);
  EXPECT_EQ(config_.vocab, 10);
  EXPECT_EQ(config_.attention, (std::vector<bool>{false, true}));
  EXPECT_EQ(config_.head_blocks, 1);
  EXPECT_EQ(config_.heads, 2);
  EXPECT_EQ(config_.kv_heads, 1);
  EXPECT_EQ(config_.head_dim, 32);
  EXPECT_EQ(config_.ff, 96);
  EXPECT_EQ(config_.head_ff, 256);
  EXPECT_EQ(config_.mask_token, 4);
}

TEST_F(DecisionFileTest, TakesAFlatScoreVector) {
  tensors_["cls.output.weight"] = {64};
  EXPECT_OK(Load());
}

TEST_F(DecisionFileTest, SaysWhatKindOfFileItIs) {
  Set("lfm2.decision.type", "d1omni");
  EXPECT_THAT(Message(), HasSubstr("unsupported decision model type: d1omni"));
  Set("lfm2.decision.type", "lfm2-d1");
  EXPECT_THAT(Message(), HasSubstr("unsupported decision model type: lfm2-d1"));
  keys_.erase("lfm2.decision.type");
  EXPECT_THAT(Message(), HasSubstr("not a decision model: the file has no lfm2.decision.type"));
  Set("general.architecture", "llama");
  EXPECT_THAT(Message(), HasSubstr("architecture \"llama\" is no decision model"));
}

TEST_F(DecisionFileTest, RefusesAFileWithoutWhatDecisionsNeed) {
  const auto saved = keys_;
  for (const auto& [key, message] : std::vector<std::pair<std::string, std::string>>{
           {"tokenizer.ggml.mask_token_id", "decision model has no mask token"},
           {"tokenizer.chat_template.systemone", "decision model has no \"systemone\" template"},
           {"tokenizer.ggml.token_type_count", "decision model must have one token type per question type"},
           {"lfm2.attention.causal", "invalid decision head: lfm2.attention.causal is not false"}}) {
    keys_ = saved;
    keys_.erase(key);
    EXPECT_THAT(Message(), HasSubstr(message));
  }
}

TEST_F(DecisionFileTest, NamesEveryMissingKey) {
  const auto saved = keys_;
  for (const auto& [key, put] : saved) {
    keys_ = saved;
    keys_.erase(key);
    EXPECT_THAT(Message(), HasSubstr(key.substr(key.rfind('.') + 1))) << key;
  }
}

TEST_F(DecisionFileTest, NamesEveryMissingTensor) {
  const auto saved = tensors_;
  for (const auto& [name, shape] : saved) {
    tensors_ = saved;
    tensors_.erase(name);
    EXPECT_THAT(Message(), HasSubstr(name));
  }
}

TEST_F(DecisionFileTest, NamesEveryTensorOfAnotherShape) {
  const auto saved = tensors_;
  for (const auto& [name, shape] : saved) {
    for (size_t d = 0; d < shape.size(); ++d) {
      tensors_ = saved;
      tensors_[name][d] *= 2;
      // The size of the vocabulary follows from nothing else.
      if (name == "token_embd.weight" && d == 1) continue;
      EXPECT_THAT(Message(), HasSubstr("the model's keys ask for")) << name << " dimension " << d;
    }
  }
}

TEST_F(DecisionFileTest, RefusesValuesOutOfRange) {
  const auto saved = keys_;
  const auto expect = [&](const std::string& key, auto value, const std::string& message) {
    keys_ = saved;
    Set(key, value);
    EXPECT_THAT(Message(), HasSubstr(message)) << key << " = " << value;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect("lfm2.block_count", 0u, "lfm2.block_count is 0");
  expect("lfm2.block_count", 4000000000u, "lfm2.block_count is 4000000000");
  expect("lfm2.block_count", 1u, "invalid decision head");
  expect("lfm2.decision.block_count", 0u, "invalid decision head");
  expect("lfm2.decision.block_count", 3u, "invalid decision head");
  expect("lfm2.decision.block_count", 4000000000u, "lfm2.decision.block_count is 4000000000");
  expect("lfm2.attention.head_count", 0u, "lfm2.attention.head_count is 0");
  expect("lfm2.attention.head_count", 3u, "layer 2 has 3 query heads");
  expect("lfm2.attention.head_count", 5000u, "lfm2.attention.head_count is 5000");
  expect("lfm2.embedding_length", 0u, "lfm2.embedding_length is 0");
  expect("lfm2.embedding_length", 96u, "96 for 2 heads");
  expect("lfm2.embedding_length", 65u, "65 for 2 heads");
  expect("lfm2.shortconv.l_cache", 4u, "lfm2.shortconv.l_cache is 4, outside 3..3");
  expect("lfm2.attention.layer_norm_epsilon", nan, "lfm2.attention.layer_norm_epsilon is nan");
  expect("lfm2.attention.layer_norm_rms_epsilon", -1.0f, "lfm2.attention.layer_norm_rms_epsilon is -1");
  expect("lfm2.rope.freq_base", 0.0f, "lfm2.rope.freq_base is 0");
  expect("tokenizer.ggml.token_type_count", 2u, "token_type_count is 2, not 3");
  expect("tokenizer.ggml.mask_token_id", 10u, "mask_token_id is 10, outside the vocabulary of 10");
}

TEST_F(DecisionFileTest, RefusesHeadCountsThatDoNotFit) {
  for (const auto& [kv, message] : std::vector<std::pair<std::vector<int32_t>, std::string>>{
           {{0, 1}, "2 entries for 3 layers"},
           {{0, 3, 2}, "layer 1 has 2 query heads and 3 key/value heads"},
           {{0, -1, 2}, "layer 1 has 2 query heads and -1 key/value heads"},
           {{1, 2, 2}, "layer 1 has 2 query heads and 2 key/value heads, after 2 and 1"},
           {{0, 1, 1}, "invalid decision head: layer 2 has 1 key/value heads"},
           {{0, 1, 0}, "layer 2 has 2 query heads and 0 key/value heads"}}) {
    SetKvHeads(kv);
    EXPECT_THAT(Message(), HasSubstr(message));
  }
}

}  // namespace
}  // namespace ferro
