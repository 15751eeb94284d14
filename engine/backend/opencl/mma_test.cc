// A model whose products run as on tensor cores has the bits of one whose do not, in passes of prompts alone and of
// prompts beside decode rows. On devices without such cores the kernels compute what the instruction would.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status_macros.h"
#include "base/status_testing.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/gguf/file.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/models/load.h"
#include "engine/models/testing/synthetic_lfm2.h"

namespace ferro {
namespace {

constexpr int kPrompt = 37;  // more than one tile of rows, and part of one
constexpr int kVocabulary = 300;

class MmaTest : public KernelTest {
 protected:
  void SetUp() override {
    if (!context().device().gpu && context().device().vectorises_items()) GTEST_SKIP() << "llvmpipe is slow";
    SyntheticLfm2 shape;
    shape.vocab = kVocabulary;
    bytes_ = *SyntheticModel(shape, nullptr).Serialize();
    ASSERT_OK_AND_ASSIGN(
        file_, GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size()}, "synthetic"));
  }

  // The logits of all passes, one after the other.
  absl::StatusOr<std::vector<float>> Run(bool mma, bool fuse) {
    FERRO_ASSIGN_OR_RETURN(const opencl::Api* const api, opencl::SystemApi());
    opencl::ContextOptions context_options;
    context_options.on_launch = [this](const opencl::Launch& launch) { names_ += launch.name + "\n"; };
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<opencl::Context> own,
                           opencl::Context::Create(*api, context().device(), context_options));
    OpenClBackendOptions options;
    options.dot = dot();
    options.self_test = mma;  // it is what turns them on
    options.planner.fuse = fuse;
    options.tuning = opencl::KernelTuningFor(context().device(), dot());
    options.tuning.mma = {mma, 2, 1, 2, 1, 2, 2};  // all widths are whole stages of two blocks
    FERRO_ASSIGN_OR_RETURN(const auto backend, OpenClBackend::Create(std::move(own), options));
    CausalModelOptions model_options;
    model_options.slots = 2;
    model_options.context = 128;
    model_options.max_prefill_rows = kPrompt;
    FERRO_ASSIGN_OR_RETURN(const auto model, LoadCausalModel(*file_, *backend, model_options));
    std::vector<int32_t> prompt(kPrompt);
    for (int i = 0; i < kPrompt; ++i) prompt[i] = i * 31 % kVocabulary;
    const absl::Span<const int32_t> tokens(prompt);
    const std::vector<std::vector<SequenceStep>> passes = {
        {{0, 0, tokens, RowRole::kPrefill, true}},
        {{0, kPrompt, tokens.first(1), RowRole::kDecode, true}, {1, 0, tokens.first(20), RowRole::kPrefill, true}},
    };
    names_.clear();
    std::vector<float> all;
    for (const std::vector<SequenceStep>& steps : passes) {
      FERRO_ASSIGN_OR_RETURN(const auto logits, model->Forward(steps));
      all.insert(all.end(), logits.begin(), logits.end());
    }
    return all;
  }

  std::string bytes_;
  std::unique_ptr<GgufFile> file_;
  std::string names_;  // of the launches of the last Run
};

TEST_P(MmaTest, ChangesNoBitOfAModel) {
  ASSERT_OK_AND_ASSIGN(const std::vector<float> usual, Run(/*mma=*/false, /*fuse=*/true));
  ASSERT_EQ(usual.size(), size_t{kVocabulary} * 3);
  EXPECT_EQ(names_.find("gemm_mma"), std::string::npos);

  ASSERT_OK_AND_ASSIGN(const std::vector<float> fused, Run(/*mma=*/true, /*fuse=*/true));
  EXPECT_EQ(fused, usual);
  EXPECT_NE(names_.find("gemm_mma_swiglu 384x256"), std::string::npos) << names_;
  EXPECT_EQ(names_.find("gemm 256x"), std::string::npos) << names_;

  ASSERT_OK_AND_ASSIGN(const std::vector<float> plain, Run(/*mma=*/true, /*fuse=*/false));
  EXPECT_EQ(plain, usual);
  EXPECT_EQ(names_.find("gemm_mma_swiglu"), std::string::npos) << names_;
  EXPECT_NE(names_.find("gemm_mma 384x256"), std::string::npos) << names_;
}

FERRO_FOR_EACH_OPENCL_DEVICE(MmaTest);

}  // namespace
}  // namespace ferro
