#include "engine/gguf/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/status_testing.h"
#include "engine/gguf/dequant.h"
#include "engine/gguf/writer.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kDense[] = "tests/data/models/tiny-lfm2-Q8_0.gguf";
constexpr char kMoe[] = "tests/data/models/tiny-lfm2moe-Q8_0.gguf";

TEST(GgufFile, ReadsADenseModel) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(kDense));
  EXPECT_EQ(file->path(), kDense);
  EXPECT_EQ(file->version(), 3u);
  EXPECT_EQ(file->alignment(), 32u);
  EXPECT_EQ(file->file_bytes(), 2686816);
  EXPECT_EQ(file->entries().size(), 25u);
  EXPECT_TRUE(file->warnings().empty());
  EXPECT_EQ(*file->GetString("general.architecture"), "lfm2");
  EXPECT_EQ(*file->GetU32("lfm2.embedding_length"), 256u);
  EXPECT_EQ(*file->GetF32("lfm2.rope.freq_base"), 1e6f);
  EXPECT_THAT(*file->GetIntArray("lfm2.attention.head_count_kv"), ElementsAre(0, 0, 2, 0, 2));
  ASSERT_OK_AND_ASSIGN(const auto tokens, file->GetStringArray("tokenizer.ggml.tokens"));
  ASSERT_EQ(tokens.size(), 2048u);
  EXPECT_EQ(tokens[1], "<|startoftext|>");
  EXPECT_OK(file->CheckUnchanged());
}

TEST(GgufFile, TensorsOfADenseModel) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(kDense));
  EXPECT_EQ(file->tensors().size(), 48u);  // 2 + 8 * 3 conv + 11 * 2 attention
  EXPECT_EQ(file->tensors()[0].name, "token_embd.weight");
  ASSERT_OK_AND_ASSIGN(const TensorInfo* gate, file->Tensor("blk.0.ffn_gate.weight"));
  EXPECT_EQ(gate->type, TensorType::kQ8_0);
  EXPECT_THAT(gate->shape, ElementsAre(256, 192));
  EXPECT_EQ(gate->row_length(), 256);
  EXPECT_EQ(gate->rows(), 192);
  EXPECT_EQ(gate->elements(), 256 * 192);
  EXPECT_EQ(gate->row_bytes(), 8 * 34);
  EXPECT_EQ(gate->data.size(), size_t{192 * 8 * 34});
  EXPECT_EQ(gate->dim(1), 192);
  EXPECT_EQ(gate->dim(3), 1);
  EXPECT_EQ(file->FindTensor("blk.9.ffn_gate.weight"), nullptr);
  EXPECT_TRUE(absl::IsNotFound(file->Tensor("blk.9.ffn_gate.weight").status()));
}

TEST(GgufFile, TensorsOfAMixtureModel) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(kMoe));
  EXPECT_EQ(file->tensors().size(), 46u);
  ASSERT_OK_AND_ASSIGN(const TensorInfo* experts, file->Tensor("blk.1.ffn_down_exps.weight"));
  EXPECT_THAT(experts->shape, ElementsAre(64, 128, 8));
  EXPECT_EQ(experts->rows(), 128 * 8);
}

TEST(GgufFile, EveryRowOfTheTinyModelsIsFinite) {
  for (const char* path : {kDense, kMoe}) {
    ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(path));
    for (const TensorInfo& info : file->tensors()) {
      std::vector<float> row(info.row_length());
      double squares = 0;
      for (int64_t r = 0; r < info.rows(); ++r) {
        DequantizeRow(info.type, info.data.data() + r * info.row_bytes(), row.data(), info.row_length());
        for (const float value : row) squares += double{value} * value;
      }
      EXPECT_TRUE(std::isfinite(squares)) << info.name;
      EXPECT_GT(squares, 0) << info.name;
    }
  }
}

TEST(GgufFile, ManyThreadsRead) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(kDense));
  std::vector<std::thread> threads;
  std::vector<int64_t> sums(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (const TensorInfo& info : file->tensors()) {
        const TensorInfo* found = file->FindTensor(info.name);
        for (const uint8_t byte : found->data) sums[t] += byte;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(sums, testing::Each(sums[0]));
  EXPECT_GT(sums[0], 0);
}

class GgufFileOnDisk : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(mkdtemp(directory_.data()), nullptr);
    path_ = directory_ + "/model.gguf";
    GgufWriter writer;
    writer.AddU32("k", 1);
    writer.AddTensor("t", TensorType::kF32, {8}, data_);
    ASSERT_OK(writer.WriteFile(path_));
  }

  std::string directory_ = testing::TempDir() + "ggufXXXXXX";
  std::string path_;
  const std::vector<uint8_t> data_ = std::vector<uint8_t>(32);
};

TEST_F(GgufFileOnDisk, OpenNamesThePathInEveryError) {
  const absl::Status absent = GgufFile::Open(directory_ + "/absent.gguf").status();
  EXPECT_TRUE(absl::IsNotFound(absent)) << absent;
  EXPECT_THAT(std::string(absent.message()), HasSubstr("absent.gguf"));
  EXPECT_TRUE(absl::IsInvalidArgument(GgufFile::Open(directory_).status()));
  const std::string pipe = directory_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(std::string(GgufFile::Open(pipe).status().message()), HasSubstr("not a regular file"));
  ASSERT_EQ(truncate(path_.c_str(), 0), 0);
  const absl::Status empty = GgufFile::Open(path_).status();
  EXPECT_TRUE(absl::IsInvalidArgument(empty)) << empty;
  EXPECT_THAT(std::string(empty.message()), HasSubstr(path_));
}

TEST_F(GgufFileOnDisk, CheckUnchangedSeesTruncation) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(path_));
  EXPECT_OK(file->CheckUnchanged());
  ASSERT_EQ(truncate(path_.c_str(), 16), 0);
  const absl::Status status = file->CheckUnchanged();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("16 now"));
}

TEST_F(GgufFileOnDisk, CheckUnchangedSeesAWrite) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(path_));
  const timespec times[2] = {{1000, 0}, {1000, 5}};  // as a rewrite of the same length would leave
  ASSERT_EQ(utimensat(AT_FDCWD, path_.c_str(), times, 0), 0);
  EXPECT_TRUE(absl::IsFailedPrecondition(file->CheckUnchanged()));
}

TEST_F(GgufFileOnDisk, CheckUnchangedSeesAReplacementWhileTheOldBytesStay) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(path_));
  GgufWriter other;
  other.AddU32("k", 2);
  ASSERT_OK(other.WriteFile(path_));
  EXPECT_THAT(std::string(file->CheckUnchanged().message()), HasSubstr("replaced"));
  EXPECT_EQ(*file->GetU32("k"), 1u);
}

TEST_F(GgufFileOnDisk, AnUnlinkedFileStaysUsable) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open(path_));
  ASSERT_EQ(std::remove(path_.c_str()), 0);
  EXPECT_OK(file->CheckUnchanged());
  EXPECT_EQ(*file->GetU32("k"), 1u);
}

}  // namespace
}  // namespace ferro
