#include "tools/ferro/bench/workload.h"

#include <memory>

#include "base/status_testing.h"

namespace ferro {
namespace {

constexpr double kQ8 = 34.0 / 32;

// The dense model has 5 layers of width 256: short convolutions but for the attention layers; sizes as the file's
// metadata give them.
TEST(WorkloadTest, CountsTheDenseModel) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<GgufFile> file, GgufFile::Open("tests/data/models/tiny-lfm2-Q8_0.gguf"));
  double matrices = 0;
  int64_t width = 0;
  for (const TensorInfo& tensor : file->tensors()) {
    if (tensor.type == TensorType::kQ8_0 && tensor.name != "token_embd.weight") {
      matrices += static_cast<double>(tensor.elements());
    }
    if (tensor.name == "token_embd.weight") width = tensor.row_length();
  }
  const Workload work = CountWorkload(*file);
  EXPECT_EQ(work.prefill_macs, matrices);
  EXPECT_EQ(work.dense_bytes, (matrices + 2048.0 * static_cast<double>(width)) * kQ8);
  EXPECT_EQ(work.expert_bytes, 0);
  EXPECT_GT(work.kv_values_per_position, 0);
}

TEST(WorkloadTest, CountsOnlyTheExpertsInUse) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<GgufFile> file,
                       GgufFile::Open("tests/data/models/tiny-lfm2moe-Q8_0.gguf"));
  const Workload work = CountWorkload(*file);
  EXPECT_EQ(work.expert_share, 3.0 / 8);
  EXPECT_GT(work.expert_bytes, 0);
  const double one = work.DecodeBytes(1, 0, KvType::kF32);
  EXPECT_EQ(one, work.dense_bytes + work.expert_bytes * 3 / 8);
  EXPECT_EQ(work.DecodeBytes(8, 0, KvType::kF32), work.dense_bytes + work.expert_bytes) << "never more than all";
}

TEST(WorkloadTest, KeysAndValuesCountByTheirType) {
  Workload work;
  work.kv_values_per_position = 64;
  EXPECT_EQ(work.DecodeBytes(2, 10, KvType::kF32), 2 * 10 * 64 * 4);
  EXPECT_EQ(work.DecodeBytes(2, 10, KvType::kF16), 2 * 10 * 64 * 2);
  EXPECT_EQ(work.DecodeBytes(2, 10, KvType::kInt8), 2 * 10 * (64 + 2 * 4));
}

}  // namespace
}  // namespace ferro
