#include "tools/ferro/roofline/null_run.h"

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "engine/models/testing/hollow_model.h"

namespace ferro {
namespace {

using testing::HasSubstr;

DeviceProfile N100() { return *LoadDeviceProfile("n100"); }

std::unique_ptr<HollowModel> Hollow(const char* shape) {
  auto model = HollowModel::Create(shape);
  EXPECT_OK(model.status());
  return *std::move(model);
}

double Int8Ops(const CountedWork& counted) {
  double ops = 0;
  for (const CountedLaunch& launch : counted.launches) ops += launch.work.int8_ops;
  return ops;
}

double Bytes(const CountedWork& counted) {
  double bytes = 0;
  for (const CountedLaunch& launch : counted.launches) bytes += launch.work.bytes;
  return bytes;
}

double FloatOps(const CountedWork& counted) {
  double ops = 0;
  for (const CountedLaunch& launch : counted.launches) ops += launch.work.float_ops;
  return ops;
}

// Weights that every token meets, and those of the head.
struct Weights {
  double layers = 0, head = 0;
};
Weights CountWeights(const GgufFile& file) {
  Weights weights;
  for (const TensorInfo& tensor : file.tensors()) {
    if (tensor.shape.size() != 2 || absl::StrContains(tensor.name, "shortconv.conv")) continue;
    (tensor.name == "token_embd.weight" ? weights.head : weights.layers) += static_cast<double>(tensor.elements());
  }
  return weights;
}

TEST(NullRunTest, DecodeMultipliesByEveryWeightOnce) {
  const auto model = Hollow("tiny-lfm2");
  const Weights weights = CountWeights(model->file());
  ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {.slots = 3}));
  for (const int streams : {1, 3}) {
    ASSERT_OK_AND_ASSIGN(const CountedWork step, run->Decode(100, streams));
    EXPECT_EQ(step.tokens, streams);
    EXPECT_EQ(step.passes, 1);
    EXPECT_DOUBLE_EQ(Int8Ops(step), 2 * streams * (weights.layers + weights.head));
  }
}

TEST(NullRunTest, PrefillMultipliesByTheHeadForTheLastTokenAlone) {
  const auto model = Hollow("tiny-lfm2");
  const Weights weights = CountWeights(model->file());
  ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {}));
  ASSERT_OK_AND_ASSIGN(const CountedWork prompt, run->Prefill(600));
  EXPECT_EQ(prompt.tokens, 600);
  EXPECT_EQ(prompt.passes, 2);  // of 512 rows at most
  // All rows meet the layers, but of the last layer's products only those before the logit row is cut out.
  const double ops = Int8Ops(prompt) / 2;
  EXPECT_LT(ops, 600 * weights.layers + weights.head);
  EXPECT_GT(ops, 600 * weights.layers * 4 / 5);
}

// Four operations a component, query head and key: two in the scores, two in the values.
TEST(NullRunTest, AttentionGrowsWithTheDepth) {
  const auto model = Hollow("tiny-lfm2");  // 4 heads of 64, 2 KV heads, two attention layers
  ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {.slots = 2}));
  for (const int depth : {0, 200, 1900}) {
    ASSERT_OK_AND_ASSIGN(const CountedWork step, run->Decode(depth, 2));
    EXPECT_DOUBLE_EQ(FloatOps(step), 2.0 * 2 * 4 * 4 * 64 * (depth + 1)) << depth;
  }
}

TEST(NullRunTest, SmallerKeysAreFewerBytes) {
  const auto model = Hollow("tiny-lfm2");
  std::map<KvType, double> growth;
  for (const KvType type : {KvType::kF32, KvType::kF16, KvType::kInt8}) {
    ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {.kv_type = type}));
    ASSERT_OK_AND_ASSIGN(const CountedWork shallow, run->Decode(640, 1));
    ASSERT_OK_AND_ASSIGN(const CountedWork deep, run->Decode(1640, 1));
    growth[type] = Bytes(deep) - Bytes(shallow);
  }
  // 1000 keys and values of 2 heads of 64 in two layers; partials of both are the same.
  EXPECT_NEAR(growth[KvType::kF32] - growth[KvType::kF16], 1000 * 2 * 2 * 128 * 2, 1);
  EXPECT_NEAR(growth[KvType::kF16] - growth[KvType::kInt8], 1000 * 2 * 2 * 128 * (2 - 1.125), 1);
}

TEST(NullRunTest, CountsTheLaunchesOfTheProduct) {
  const auto model = Hollow("lfm2-350m");
  ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {}));
  ASSERT_OK_AND_ASSIGN(const CountedWork step, run->Decode(0, 1));
  EXPECT_LE(step.launches.size(), 100u);
  EXPECT_GE(step.launches.size(), 16u * 4);
  // 376 MB of weights; everything else is little beside it.
  EXPECT_NEAR(Bytes(step), 354.4e6 * 34 / 32, 5e6);
}

TEST(NullRunTest, RunsMixturesOfExperts) {
  const auto model = Hollow("tiny-lfm2moe");
  ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {.slots = 2}));
  ASSERT_OK_AND_ASSIGN(const CountedWork prompt, run->Prefill(70));
  ASSERT_OK_AND_ASSIGN(const CountedWork step, run->Decode(10, 2));
  EXPECT_GT(Int8Ops(prompt), Int8Ops(step));
  EXPECT_TRUE(std::any_of(step.launches.begin(), step.launches.end(),
                          [](const CountedLaunch& launch) { return absl::StrContains(launch.name, "experts"); }));
}

TEST(NullRunTest, SaysWhatItCannotRun) {
  const auto model = Hollow("tiny-lfm2");
  ASSERT_OK_AND_ASSIGN(const auto run, NullRun::Create(model->file(), N100(), {.slots = 1, .context = 128}));
  EXPECT_EQ(run->context(), 128);
  for (const absl::Status& status : {run->Prefill(0).status(), run->Prefill(129).status(), run->Decode(128, 1).status(),
                                     run->Decode(-1, 1).status(), run->Decode(0, 2).status()}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
  DeviceProfile tiny = N100();
  tiny.device.max_work_group = 8;
  EXPECT_FALSE(NullRun::Create(model->file(), tiny, {}).ok());
}

}  // namespace
}  // namespace ferro
