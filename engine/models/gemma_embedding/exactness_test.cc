// The promise of EmbeddingModel: the vector of a sequence has the same bits alone and in any company, in any window and
// segment.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/backend/test_backends.h"
#include "engine/gguf/file.h"
#include "engine/models/gemma_embedding/model.h"
#include "engine/models/testing/synthetic_gemma.h"

namespace ferro {
namespace {

constexpr int kVocab = 100;
// A window of 40 to either side: within a block of keys, across two, and far less than the longest sequences.
constexpr int kWindow = 80;

// Narrow, so that the reference is quick.
SyntheticGemma SmallShape(EmbeddingFamily family) {
  SyntheticGemma shape;
  shape.family = family;
  shape.width = 64;
  shape.ff = 96;
  shape.per_layer = 32;
  shape.output = 32;
  shape.dense = 64;
  shape.heads = 2;
  shape.sliding_dim = 32;
  shape.full_dim = family == EmbeddingFamily::kGemma2 ? 64 : 32;
  shape.sliding_kv_heads = family == EmbeddingFamily::kGemma2 ? 2 : 1;
  shape.slides = {true, false};
  // The first generation's files do not say which layers slide: the sixth does not.
  if (family == EmbeddingFamily::kGemma1) shape.slides = {true, true, true, true, true, false};
  shape.window = kWindow;
  shape.vocab = kVocab;
  return shape;
}

using Tokens = std::vector<int32_t>;

Tokens RandomTokens(int length, std::mt19937& random) {
  Tokens tokens(length);
  for (int32_t& token : tokens) token = static_cast<int32_t>(random() % kVocab);
  return tokens;
}

// 64 sequences: lengths around tiles, key blocks and windows, the rest at random; every `step`-th of them.
std::vector<Tokens> Sequences(size_t step) {
  std::mt19937 random(1);
  std::vector<int> lengths = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 33, 40, 41, 42, 63, 64, 65, 81, 128, 129, 200};
  while (lengths.size() < 64) lengths.push_back(1 + static_cast<int>(random() % 50));
  std::vector<Tokens> sequences;
  for (size_t i = 0; i < lengths.size(); i += step) sequences.push_back(RandomTokens(lengths[i], random));
  return sequences;
}

struct ExactnessCase {
  EmbeddingFamily family;
  TestBackend backend;
};

class ExactnessTest : public testing::TestWithParam<ExactnessCase> {
 protected:
  void SetUp() override { Make(SmallShape(GetParam().family), GetParam().backend); }

  void Make(const SyntheticGemma& shape, const TestBackend& kind) {
    model_.reset();
    backend_.reset();
    bytes_ = *SyntheticGemmaModel(shape).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
    ASSERT_OK_AND_ASSIGN(backend_, kind.Create());
    Load(512);
  }
  void Load(int window_rows) {
    ASSERT_OK_AND_ASSIGN(
        model_,
        GemmaEmbeddingModel::Load(*file_, *backend_, {.max_rows = 2048, .window_rows = window_rows, .progress = {}}));
  }

  // One pass: the vector of each.
  std::vector<std::vector<float>> Embed(const std::vector<Tokens>& sequences) {
    const absl::StatusOr<std::vector<float>> all =
        model_->Embed(std::vector<absl::Span<const int32_t>>(sequences.begin(), sequences.end()));
    EXPECT_OK(all);
    std::vector<std::vector<float>> vectors;
    if (!all.ok()) return vectors;
    const auto width = static_cast<ptrdiff_t>(model_->facts().width);
    for (auto at = all->begin(); at != all->end(); at += width) vectors.emplace_back(at, at + width);
    return vectors;
  }
  std::vector<float> Alone(const Tokens& tokens) {
    const std::vector<std::vector<float>> vectors = Embed({tokens});
    return vectors.empty() ? std::vector<float>() : vectors[0];
  }

  void ExpectSameInRandomPackings(int packings) {
    const std::vector<Tokens> sequences = Sequences(slow() ? 6 : 1);
    std::vector<std::vector<float>> alone;
    for (const Tokens& tokens : sequences) alone.push_back(Alone(tokens));
    std::mt19937 random(2);
    std::vector<size_t> order(sequences.size());
    std::iota(order.begin(), order.end(), size_t{0});
    for (int packing = 0; packing < packings; ++packing) {
      std::shuffle(order.begin(), order.end(), random);
      const size_t budget = 200 + random() % 1849;
      for (size_t begin = 0; begin < order.size();) {
        std::vector<Tokens> pass;
        std::vector<std::vector<float>> want;
        size_t rows = 0, end = begin;
        for (; end < order.size() && rows + sequences[order[end]].size() <= budget; ++end) {
          pass.push_back(sequences[order[end]]);
          want.push_back(alone[order[end]]);
          rows += pass.back().size();
        }
        ASSERT_EQ(Embed(pass), want) << "packing " << packing << ", sequences from " << begin;
        begin = end;
      }
    }
  }

  bool slow() const { return GetParam().backend.slow; }
  bool reference() const { return GetParam().backend.reference(); }
  // Of plain loops, which take long.
  bool plain() const { return reference() || GetParam().backend.isa == "scalar"; }

  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<GemmaEmbeddingModel> model_;
};

TEST_P(ExactnessTest, PackedEqualsAlone) { ExpectSameInRandomPackings(slow() ? 1 : plain() ? 3 : 50); }

// Batches of one length: every window of rows then cuts sequences at the same places.
TEST_P(ExactnessTest, EqualLengthsBelowAtAndBeyondTheSlidingWindow) {
  std::mt19937 random(3);
  for (const int length : {30, 40, 41, 80, 81, 200}) {
    if ((slow() || plain()) && length != 81) continue;
    std::vector<Tokens> batch;
    for (int i = 0; i < (slow() ? 3 : 8); ++i) batch.push_back(RandomTokens(length, random));
    const std::vector<std::vector<float>> packed = Embed(batch);
    ASSERT_EQ(packed.size(), batch.size());
    for (size_t i = 0; i < batch.size(); ++i) EXPECT_EQ(packed[i], Alone(batch[i])) << length << ", sequence " << i;
  }
}

// The published shape's heads: 512 components on layers that see all, 256 on the others.
TEST_P(ExactnessTest, PackedEqualsAloneWithWideHeads) {
  if (plain()) GTEST_SKIP() << "plain loops: any width is the same code";
  if (slow()) GTEST_SKIP() << "its kernels are tested one by one";
  SyntheticGemma shape = SmallShape(GetParam().family);
  shape.full_dim = GetParam().family == EmbeddingFamily::kGemma2 ? 512 : 256;
  shape.sliding_dim = 256;
  Make(shape, GetParam().backend);
  ExpectSameInRandomPackings(3);
}

TEST_P(ExactnessTest, WindowsDoNotMatter) {
  std::mt19937 random(4);
  const Tokens tokens = RandomTokens(333, random), other = RandomTokens(70, random);
  const auto whole = Embed({other, tokens, other});
  for (const int window : {64, 128}) {
    Load(window);
    EXPECT_EQ(Embed({other, tokens, other}), whole) << window;
  }
}

// The hook is called while a pass runs, changes nothing, and can end the pass and no other.
TEST_P(ExactnessTest, SegmentsDoNotMatter) {
  std::mt19937 random(5);
  const Tokens tokens = RandomTokens(400, random);
  const std::vector<float> whole = Alone(tokens);
  TestBackend fine = GetParam().backend;
  fine.launch_ms = 0.001;
  Make(SmallShape(GetParam().family), fine);
  int calls = 0, last_call = 1 << 30;
  backend_->SetSegmentHook(
      [&] { return ++calls == last_call ? absl::CancelledError("the client left") : absl::OkStatus(); });
  EXPECT_EQ(Alone(tokens), whole);
  EXPECT_GT(calls, 20);
  last_call = calls + 7;
  EXPECT_EQ(model_->Embed({tokens}).status(), absl::CancelledError("the client left"));
  EXPECT_EQ(calls, last_call) << "nothing runs after that";
  EXPECT_EQ(Alone(tokens), whole);
  backend_->SetSegmentHook(nullptr);
  EXPECT_EQ(Alone(tokens), whole);
}

// A test of the tests above: tokens, their order, and what lies beyond the window all reach the vector.
TEST_P(ExactnessTest, VectorsDependOnTheWholeSequence) {
  std::mt19937 random(6);
  Tokens tokens = RandomTokens(200, random);
  const std::vector<float> vector = Alone(tokens);
  std::swap(tokens[3], tokens[60]);
  EXPECT_NE(Alone(tokens), vector);
  std::swap(tokens[3], tokens[60]);
  tokens[199] = (tokens[199] + 1) % kVocab;
  EXPECT_NE(Alone(tokens), vector);
}

TEST_P(ExactnessTest, RefusesWhatCannotRun) {
  const auto message = [&](std::vector<Tokens> sequences) {
    return std::string(
        model_->Embed(std::vector<absl::Span<const int32_t>>(sequences.begin(), sequences.end())).status().message());
  };
  EXPECT_THAT(message({{1}, {}}), testing::HasSubstr("sequence 1 has 0 tokens; 1 to 2048"));
  EXPECT_THAT(message({{1, kVocab}}), testing::HasSubstr("token id 100 is outside the vocabulary of 100"));
  EXPECT_THAT(message({{1, -1}}), testing::HasSubstr("token id -1"));
  EXPECT_THAT(message({Tokens(2049, 1)}), testing::HasSubstr("sequence 0 has 2049 tokens; 1 to 2048"));
  EXPECT_THAT(message({Tokens(2048, 1), {1}}), testing::HasSubstr("a pass of 2049 tokens; 1 to 2048"));
  EXPECT_THAT(message({}), testing::HasSubstr("a pass of 0 tokens"));
  EXPECT_EQ(Alone({1, 2, 3}).size(), 32u) << "goes on working";
}

TEST_P(ExactnessTest, InstructionSetsAndDevicesGiveTheSameBits) {
  if (reference()) GTEST_SKIP() << "computes in floats";
  std::mt19937 random(7);
  const Tokens tokens = RandomTokens(150, random);
  const std::vector<float> vector = Alone(tokens);
  Make(SmallShape(GetParam().family), {.isa = "scalar"});
  EXPECT_EQ(Alone(tokens), vector);
}

std::vector<ExactnessCase> Cases() {
  std::vector<ExactnessCase> cases;
  for (const EmbeddingFamily family : {EmbeddingFamily::kGemma1, EmbeddingFamily::kGemma2}) {
    for (const TestBackend& backend : TestBackends()) {
      cases.push_back({family, backend});
    }
  }
  return cases;
}

std::string Name(const testing::TestParamInfo<ExactnessCase>& info) {
  return (info.param.family == EmbeddingFamily::kGemma1 ? "Gemma1_" : "Gemma2_") + info.param.backend.name();
}

INSTANTIATE_TEST_SUITE_P(Backends, ExactnessTest, testing::ValuesIn(Cases()), Name);

}  // namespace
}  // namespace ferro
