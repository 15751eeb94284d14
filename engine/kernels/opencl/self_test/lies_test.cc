// Each kernel in turn is compiled wrong, and the self-test says which.
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "base/status_macros.h"
#include "base/status_testing.h"
#include "engine/kernels/opencl/self_test/decode.h"
#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/testing.h"
#include "engine/opencl/lying_api.h"
#include "gmock/gmock.h"

namespace ferro::opencl::self_test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

std::string Why(const absl::Status& status) { return std::string(status.message()); }

class LiesTest : public KernelTest {
 protected:
  void SetUp() override {
    if (absl::StrContains(KernelTest::context().device().name, "llvmpipe")) {
      GTEST_SKIP() << "the lies are the same, and its compiler is slow";
    }
    ASSERT_OK_AND_ASSIGN(const Api* const api, SystemApi());
    ASSERT_OK_AND_ASSIGN(context_, Context::Create(*LyingApi(*api), KernelTest::context().device(), {}));
  }
  void TearDown() override { TellLies({}); }

  Context& context() const { return *context_; }
  Builder builder() const { return Builder(*context_, dot()); }

  // `test` builds kernels and tests them: with that lie, the test must name `kernel`.
  template <class Test>
  void ExpectFound(const std::string& kernel, const Lie& lie, const Test& test) {
    TellLies({lie});
    const absl::Status status = test();
    EXPECT_THAT(LiesTold(), ElementsAre(testing::Gt(0))) << kernel << ": the source has no \"" << lie.from << "\"";
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << kernel;
    EXPECT_THAT(Why(status), StartsWith(kernel + " gives "));
  }

 private:
  std::unique_ptr<Context> context_;
};

TEST_P(LiesTest, AboutRows) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, RowKernels::Build(builder()));
    return TestRows(context(), kernels);
  };
  ExpectFound("embed", {"void embed(", "scale * q", "-scale * q"}, test);
  ExpectFound("norm_quantise", {"void norm_quantise(", "* r *", "* -r *"}, test);
  ExpectFound("swiglu_quantise", {"void swiglu_quantise(", "swiglu(gate.x, up.x)", "swiglu(up.x, gate.x)"}, test);
  ExpectFound("gather_rows", {"void gather_rows(", "scales[from * blocks + c]", "scales[c]"}, test);
}

TEST_P(LiesTest, AboutProducts) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, GemmKernels::Build(builder(), GemmTuningFor(builder().device(), dot())));
    return TestGemm(context(), kernels);
  };
  ExpectFound("gemm", {"void gemm(", "min(r, count - 1)", "0"}, test);
  ExpectFound("gemm (added)", {"", "accumulate ? LOAD_FLOATS(to) + acc[r] : acc[r]", "acc[r]"}, test);
  ExpectFound("gemm (biased)", {"void add_bias(", "acc[r] += all", "acc[0] += all"}, test);
  ExpectFound("gemm_grouped", {"void gemm_grouped(", "sources_of_pairs[pair] : pair", "pair : pair"}, test);
}

TEST_P(LiesTest, AboutProductsOnTensorCores) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, MmaGemmKernels::Build(builder(), {}));
    return TestMmaGemm(context(), kernels);
  };
  ExpectFound("gemm_mma", {"inline int4 multiply(", "dp4a(sum.y, first, odd)", "dp4a(sum.y, first, even)"}, test);
  ExpectFound("gemm_mma", {"void multiply_tile(", "first + STAGE, first_row", "first, first_row"}, test);
  ExpectFound("gemm_mma_swiglu", {"void gemm_mma_swiglu(", "swiglu(low_gate.x, low_up.x)", "low_gate.x"}, test);
  ExpectFound("gemm_mma (biased)", {"void gemm_mma(", "sums.odd + add", "sums.odd"}, test);
  ExpectFound("gemm_mma (added)", {"inline void store_sums(", "y[0] + sums.x", "sums.x"}, test);
}

TEST_P(LiesTest, AboutExperts) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, MoeKernels::Build(builder()));
    return TestMoe(context(), kernels);
  };
  ExpectFound("route", {"void route(", "div_rn(taken[k], divisor)", "taken[k]"}, test);
  ExpectFound("group_by_expert", {"void group_by_expert(", "++place;", ""}, test);
  ExpectFound("combine", {"void combine(", "grouped ? pair_of[pair] : pair", "pair"}, test);
}

TEST_P(LiesTest, AboutTheLargestLogit) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, ArgmaxKernels::Build(builder()));
    return TestArgmax(context(), kernels);
  };
  ExpectFound("argmax", {"void argmax_partial(", "value > as_float", "value >= as_float"}, test);
  ExpectFound("argmax", {"void argmax_final(", "isfinite(as_float(best.x)) ? index : -1", "index"}, test);
}

TEST_P(LiesTest, AboutConvolutions) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, ConvKernels::Build(builder(), 3));
    return TestConv(context(), kernels, 3);
  };
  ExpectFound("short_conv_rows", {"void short_conv_rows(", "k <= KEPT", "k < KEPT"}, test);
  ExpectFound("short_conv_state", {"void short_conv_state(", "run.y - KEPT + k", "run.y - KEPT"}, test);
  ExpectFound("short_conv_step", {"void short_conv_step(", "vstore4(u, (k - 1) * words + word, kept);", ""}, test);
}

constexpr HeadShape kShape = {4, 2, 64};

TEST_P(LiesTest, AboutKeysAndValues) {
  for (const KvFormat format : {KvFormat::kF16, KvFormat::kInt8}) {
    ExpectFound("store_qkv", {"void store_qkv(", "kv_write(x,", "kv_write(x * (is_key ? 1.0f : 1.001f),"},
                [&]() -> absl::Status {
                  FERRO_ASSIGN_OR_RETURN(const auto kernels, KvStoreKernels::Build(builder(), format, kShape));
                  return TestKvStore(context(), kernels, format, kShape);
                });
  }
}

TEST_P(LiesTest, AboutAttention) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, AttentionKernels::Build(builder(), KvFormat::kF16, kShape, {}));
    return TestAttention(context(), kernels, KvFormat::kF16, kShape);
  };
  ExpectFound("attention_prefill", {"void attention_rows(", "exp_f(sum_m - next)", "exp_f(m - next)"}, test);
  ExpectFound("attention_decode",
              {"void attention_rows(", "div_rn(1.0f, sum_l)",
               "div_rn(TILE_ROWS, sum_l * TILE_ROWS) * (TILE_ROWS == 1 ? 2 : 1)"},
              test);
  ExpectFound("attention_decode", {"void attention_partial(", "(largest[summed], l,", "(largest[summed], 2 * l,"},
              test);
  ExpectFound("attention_decode", {"void attention_merge(", "exp_f(new_weights[at] - m)", "1"}, test);
}

TEST_P(LiesTest, AboutRowsOfEncoders) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, EncoderRowKernels::Build(builder()));
    return TestEncoderRows(context(), kernels);
  };
  ExpectFound("layer_norm_quantise", {"void layer_norm_quantise(", "(vload4(word, from) - mean)", "vload4(word, from)"},
              test);
  ExpectFound("norm_rows", {"void norm_rows(", "* r *", "* -r *"}, test);
  ExpectFound("relu_quantise", {"void relu_quantise(", "y < 0.0f", "y > 0.0f"}, test);
  ExpectFound("gelu_dot", {"inline float gelu(", "u < 0.0f ? -e : e", "e"}, test);
  ExpectFound("add_run_row", {"void add_run_row(", "begin + i)).z", "begin + i)).w"}, test);
  ExpectFound("keep_rows", {"void keep_rows(", "min(i + j, count - 1)", "i"}, test);
  ExpectFound("centred_conv_quantise", {"inline float4 centred_input(", "row >= run.x + run.y", "false"}, test);
}

TEST_P(LiesTest, AboutRowsThatJoin) {
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, ResidualRowKernels::Build(builder()));
    return TestResidualRows(context(), kernels);
  };
  ExpectFound("embed_scaled", {"void embed_scaled(", "* factor,", ","}, test);
  ExpectFound("quantise_window", {"void quantise_window(", "(x_begin + i)", "i"}, test);
  ExpectFound("add_norm", {"void add_norm(", "* factor,", ","}, test);
  ExpectFound("add_norm_quantise", {"void add_norm_quantise(", "vstore4(y, word, to);", ""}, test);
  ExpectFound("add_norm_norm_quantise", {"void add_norm_norm_quantise(", "* next_r *", "* r *"}, test);
  ExpectFound("gelu_gate_quantise", {"inline float gelu_tanh(", "0.07135481627260025f", "0.07f"}, test);
  ExpectFound("gelu_gate_normed_quantise", {"void gelu_gate_normed_quantise(", "* r *", "*"}, test);
  ExpectFound("mean_of_runs", {"void mean_of_runs(", "sum += block_sum;", "sum = block_sum;"}, test);
}

TEST_P(LiesTest, AboutEncoderAttention) {
  ExpectFound("norm_rope", {"void norm_rope(", "value ? v_weight : k_weight", "k_weight"}, [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, NormRopeKernels::Build(builder(), kShape));
    return TestNormRope(context(), kernels, kShape);
  });
  const auto test = [&]() -> absl::Status {
    FERRO_ASSIGN_OR_RETURN(const auto kernels, SymmetricAttentionKernels::Build(builder(), kShape));
    return TestSymmetricAttention(context(), kernels, kShape);
  };
  ExpectFound("symmetric_attention", {"void symmetric_attention(", "exp_f(sum_m - finite)", "1.0f"}, test);
  ExpectFound("symmetric_attention", {"inline int2 keys_of(", "max(position - radius, 0)", "0"}, test);
  ExpectFound("symmetric_attention", {"inline int2 keys_of(", "inside ?", "true ?"}, test);
}

// One build serves several lies here: it is of eight programs.
TEST_P(LiesTest, AboutDecodeProducts) {
  TellLies({{"void swiglu_sums(", "swiglu(sums[i], sums[TILE + i])", "swiglu(sums[TILE + i], sums[i])"},
            {"void convolve_sums(", "sums[TILE + i] * v", "v"},
            {"void add_sums(", "+= sums[i]", "= sums[i]"}});
  ASSERT_OK_AND_ASSIGN(const auto kernels, GemvKernels::Build(builder()));
  EXPECT_THAT(LiesTold(), testing::Each(testing::Gt(0)));
  DecodeTest test(context(), kernels);
  EXPECT_THAT(Why(test.TestPlain()), StartsWith("gemv_add of 1 rows gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kSwiglu)), StartsWith("gemv_swiglu of 1 rows gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kNormSwiglu)), StartsWith("gemv_norm_swiglu of 1 rows gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kExpertsSwiglu)), StartsWith("gemv_experts_swiglu gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kConvolve)), StartsWith("gemv_conv of 1 rows gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kNormConvolve)), StartsWith("gemv_norm_conv of 1 rows gives"));
  EXPECT_OK(test.Test(FusedForm::kNorm));
}

TEST_P(LiesTest, AboutNormsInsideDecodeProducts) {
  TellLies({{"inline Input prepare_rows(", "inverse_scales[i / BLOCK_WORDS]", "scales[i / BLOCK_WORDS]"},
            {"#define EXPERT_PRODUCT", "chosen[pair]", "chosen[row_begin]"}});
  ASSERT_OK_AND_ASSIGN(const auto kernels, GemvKernels::Build(builder()));
  EXPECT_THAT(LiesTold(), testing::Each(testing::Gt(0)));
  DecodeTest test(context(), kernels);
  EXPECT_THAT(Why(test.TestPlain()), StartsWith("gemv_experts_store gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kNorm)), StartsWith("gemv_norm_store of 1 rows gives"));
  EXPECT_THAT(Why(test.Test(FusedForm::kNormSwiglu)), StartsWith("gemv_norm_swiglu of 1 rows gives"));
  EXPECT_OK(test.Test(FusedForm::kSwiglu));
  EXPECT_OK(test.Test(FusedForm::kConvolve));
}

// The last row of a full pass of eight.
TEST_P(LiesTest, AboutOneProgramOfDecodeProducts) {
  TellLies({{"inline void store_sums(", "= sums[i];", "= ROWS == 8 && i / LANES == 7 ? 0 : sums[i];"}});
  ASSERT_OK_AND_ASSIGN(const auto kernels, GemvKernels::Build(builder()));
  EXPECT_THAT(LiesTold(), testing::Each(testing::Gt(0)));
  DecodeTest test(context(), kernels);
  EXPECT_THAT(Why(test.TestPlain()), StartsWith("gemv_store of 9 rows gives 0 instead of"));
}

FERRO_FOR_EACH_OPENCL_DEVICE(LiesTest);

}  // namespace
}  // namespace ferro::opencl::self_test
