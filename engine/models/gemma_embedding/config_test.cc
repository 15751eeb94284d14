#include "engine/models/gemma_embedding/config.h"

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/reference/reference_backend.h"
#include "engine/gguf/writer.h"
#include "engine/models/gemma_embedding/weights.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A sound file of zeros: two layers, 64 wide. Each test spoils it.
class GemmaFileTest : public testing::Test {
 public:
  using Put = std::function<void(GgufWriter&, const std::string& key)>;

  // Keys and tensors that both generations have.
  void Common(const std::string& arch) {
    arch_ = arch + ".";
    SetText("general.architecture", arch);
    Set("block_count", 2u);
    Set("context_length", 128u);
    Set("embedding_length", 64u);
    Set("feed_forward_length", 96u);
    Set("attention.head_count", 2u);
    Set("attention.head_count_kv", 1u);
    Set("attention.key_length", 64u);
    Set("attention.layer_norm_rms_epsilon", 1e-6f);
    Set("attention.sliding_window", 16u);
    Set("rope.freq_base", 1e6f);
    tensors_ = {{"token_embd.weight", {64, 10}}, {"output_norm.weight", {64}}};
    for (const std::string blk : {"blk.0.", "blk.1."}) {
      for (const char* norm : {"attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"}) {
        tensors_[blk + norm + ".weight"] = {64};
      }
      tensors_[blk + "ffn_gate.weight"] = tensors_[blk + "ffn_up.weight"] = {64, 96};
      tensors_[blk + "ffn_down.weight"] = {96, 64};
    }
  }
  void Heads(const std::string& blk, int64_t dim) {
    tensors_[blk + "attn_q.weight"] = {64, 2 * dim};
    tensors_[blk + "attn_k.weight"] = tensors_[blk + "attn_v.weight"] = {64, dim};
    tensors_[blk + "attn_output.weight"] = {2 * dim, 64};
    tensors_[blk + "attn_q_norm.weight"] = tensors_[blk + "attn_k_norm.weight"] = {dim};
  }
  void Gemma1() {
    Common("gemma-embedding");
    Heads("blk.0.", 64);
    Heads("blk.1.", 64);
    tensors_["dense_2.weight"] = {64, 128};
    tensors_["dense_3.weight"] = {128, 64};
  }
  // The first layer slides, with heads of 32; the second sees all, with heads of 64.
  void Gemma2() {
    Common("gemma-embedding2");
    Set("attention.key_length_swa", 32u);
    Set("embedding_length_out", 320u);
    Set("embedding_length_per_layer_input", 32u);
    Set("attention.sliding_window_pattern", 2u);
    Heads("blk.0.", 32);
    Heads("blk.1.", 64);
    tensors_["per_layer_model_proj.weight"] = {64, 64};
    tensors_["per_layer_proj_norm.weight"] = {32};
    tensors_["output.weight"] = {64, 320};
    for (const std::string blk : {"blk.0.", "blk.1."}) {
      tensors_[blk + "inp_gate.weight"] = {64, 32};
      tensors_[blk + "proj.weight"] = {32, 64};
      tensors_[blk + "post_norm.weight"] = {64};
      tensors_[blk + "layer_output_scale.weight"] = {1};
    }
  }

  void Set(const std::string& key, uint32_t value) {
    keys_[arch_ + key] = [=](GgufWriter& w, const std::string& k) { w.AddU32(k, value); };
  }
  void Set(const std::string& key, float value) {
    keys_[arch_ + key] = [=](GgufWriter& w, const std::string& k) { w.AddF32(k, value); };
  }
  void Set(const std::string& key, bool value) {
    keys_[arch_ + key] = [=](GgufWriter& w, const std::string& k) { w.AddBool(k, value); };
  }
  void Set(const std::string& key, std::vector<bool> value) {
    keys_[arch_ + key] = [=](GgufWriter& w, const std::string& k) { w.AddBoolArray(k, value); };
  }
  void SetText(const std::string& key, const std::string& value) {
    keys_[key] = [=](GgufWriter& w, const std::string& k) { w.AddString(k, value); };
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
    const absl::StatusOr<GemmaEmbeddingConfig> config = ReadGemmaEmbeddingConfig(**file);
    if (!config.ok()) return config.status();
    config_ = *config;
    ReferenceBackend backend;
    return LoadGemmaEmbeddingWeights(**file, *config, backend, nullptr).status();
  }
  std::string Message() { return std::string(Load().message()); }

  std::string arch_;
  std::map<std::string, Put> keys_;
  std::map<std::string, std::vector<int64_t>> tensors_;
  GemmaEmbeddingConfig config_;
};

TEST_F(GemmaFileTest, ReadsTheFirstGeneration) {
  Gemma1();
  ASSERT_OK(Load());
  EXPECT_EQ(config_.facts.family, EmbeddingFamily::kGemma1);
  EXPECT_EQ(config_.facts.width, 64);
  EXPECT_EQ(config_.facts.context, 128);
  EXPECT_EQ(config_.facts.vocab, 10);
  EXPECT_THAT(config_.facts.warnings, IsEmpty());
  ASSERT_THAT(config_.layers, SizeIs(2));
  // Without a pattern the sixth layer is the first that sees all.
  for (const GemmaLayerConfig& layer : config_.layers) {
    EXPECT_EQ(layer.attention.radius, 8);
    EXPECT_EQ(layer.attention.scale, 0.125f);
    EXPECT_EQ(layer.rope.base, 10000);
    EXPECT_EQ(layer.rope.dims, 64);
  }
}

TEST_F(GemmaFileTest, ReadsTheSecondGeneration) {
  Gemma2();
  ASSERT_OK(Load());
  EXPECT_EQ(config_.facts.family, EmbeddingFamily::kGemma2);
  EXPECT_THAT(config_.facts.widths, ElementsAre(320, 256, 128));
  EXPECT_EQ(config_.per_layer, 32);
  ASSERT_THAT(config_.layers, SizeIs(2));
  EXPECT_EQ(config_.layers[0].attention.radius, 8);
  EXPECT_EQ(config_.layers[0].attention.heads.head_dim, 32);
  EXPECT_EQ(config_.layers[0].rope.base, 10000);
  EXPECT_EQ(config_.layers[1].attention.radius, SymmetricAttentionShape::kWholeRun);
  EXPECT_EQ(config_.layers[1].attention.heads.head_dim, 64);
  EXPECT_EQ(config_.layers[1].attention.scale, 1);
  EXPECT_EQ(config_.layers[1].rope.base, 1e6f);
}

TEST_F(GemmaFileTest, TakesTheWindowPatternAsFlagsToo) {
  Gemma2();
  Set("attention.sliding_window_pattern", std::vector<bool>{true, false});
  EXPECT_OK(Load());
  Set("attention.sliding_window_pattern", std::vector<bool>{true});
  EXPECT_THAT(Message(), HasSubstr("1 entries for 2 layers"));
}

// The published files of the second generation claim positions that nobody tried.
TEST_F(GemmaFileTest, BoundsTheContext) {
  Gemma2();
  Set("context_length", 262144u);
  ASSERT_OK(Load());
  EXPECT_EQ(config_.facts.context, 8192);
}

TEST_F(GemmaFileTest, SaysThatDenseLayersAreMissing) {
  Gemma1();
  tensors_.erase("dense_2.weight");
  EXPECT_THAT(Message(), HasSubstr("dense_2.weight")) << "half of them is no choice";
  tensors_.erase("dense_3.weight");
  ASSERT_OK(Load());
  EXPECT_THAT(config_.facts.warnings, ElementsAre(HasSubstr("no Dense layers")));
  EXPECT_EQ(config_.facts.width, 64);
}

TEST_F(GemmaFileTest, SaysWhatKindOfFileItIs) {
  Gemma2();
  SetText("general.architecture", "gemma3");
  EXPECT_THAT(Message(), HasSubstr("architecture \"gemma3\" is not an embedding model"));
}

TEST_F(GemmaFileTest, NamesEveryMissingKey) {
  for (const auto make : {&GemmaFileTest::Gemma1, &GemmaFileTest::Gemma2}) {
    keys_.clear();
    (this->*make)();
    const auto saved = keys_;
    for (const auto& [key, put] : saved) {
      // Those have defaults, which the tensors contradict or fit.
      if (key == arch_ + "attention.sliding_window_pattern" || key == arch_ + "attention.key_length_swa") continue;
      keys_ = saved;
      keys_.erase(key);
      EXPECT_THAT(Message(), HasSubstr(key)) << key;
    }
  }
}

TEST_F(GemmaFileTest, NamesEveryMissingTensor) {
  for (const auto make : {&GemmaFileTest::Gemma1, &GemmaFileTest::Gemma2}) {
    keys_.clear();
    (this->*make)();
    const auto saved = tensors_;
    for (const auto& [name, shape] : saved) {
      tensors_ = saved;
      tensors_.erase(name);
      EXPECT_THAT(Message(), HasSubstr(name));
    }
  }
}

TEST_F(GemmaFileTest, NamesEveryTensorOfAnotherShape) {
  for (const auto make : {&GemmaFileTest::Gemma1, &GemmaFileTest::Gemma2}) {
    keys_.clear();
    (this->*make)();
    const auto saved = tensors_;
    for (const auto& [name, shape] : saved) {
      for (size_t d = 0; d < shape.size(); ++d) {
        // The sizes of the vocabulary and of Dense layers follow from nothing else.
        if (d == 1 && (name == "token_embd.weight" || name == "dense_3.weight")) continue;
        tensors_ = saved;
        tensors_[name][d] *= 2;
        EXPECT_THAT(Message(), HasSubstr("the model's keys ask for")) << name << " dimension " << d;
      }
    }
  }
}

TEST_F(GemmaFileTest, RefusesValuesOutOfRange) {
  Gemma2();
  const auto saved = keys_;
  const auto expect = [&](const std::string& key, auto value, const std::string& message) {
    keys_ = saved;
    Set(key, value);
    EXPECT_THAT(Message(), HasSubstr(message)) << key;
  };
  expect("attention.causal", true, "attention.causal is true; these models see both ways");
  expect("pooling_type", 3u, "pooling_type is 3; only 1 (the mean) is built");
  expect("block_count", 0u, "block_count is 0");
  expect("block_count", 4000000000u, "block_count is 4000000000");
  expect("context_length", 0u, "context_length is 0");
  expect("embedding_length", 65u, "rows of 65 values");
  expect("embedding_length_out", 0u, "embedding_length_out is 0");
  expect("feed_forward_length", 4000000000u, "feed_forward_length is 4000000000");
  expect("attention.head_count", 0u, "layer 0 has 0 query heads");
  expect("attention.head_count_kv", 3u, "layer 0 has 2 query heads and 3 key/value heads");
  expect("attention.key_length", 544u, "attention.key_length is 544, outside 32..512");
  expect("attention.key_length", 48u, "attention.key_length is 48");
  expect("attention.value_length", 32u, "attention.value_length 32; equal ones");
  expect("attention.sliding_window", 0u, "attention.sliding_window is 0");
  expect("attention.sliding_window_pattern", 0u, "attention.sliding_window_pattern is 0");
  expect("attention.shared_kv_layers", 1u, "attention.shared_kv_layers is 1");
  expect("attention.layer_norm_rms_epsilon", -1.0f, "layer_norm_rms_epsilon is -1");
  expect("rope.freq_base", std::numeric_limits<float>::quiet_NaN(), "rope.freq_base is nan");
  expect("rope.dimension_count", 32u, "rope.dimension_count is 32, outside 64..64");
}

}  // namespace
}  // namespace ferro
