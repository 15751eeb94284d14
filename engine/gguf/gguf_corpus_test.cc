// Runs the fuzz target over its corpus and over mutations of a sound file: nothing may crash, and nothing may be
// accepted that breaks the reader's promises (which gguf_fuzz.cc checks). Worth most under the sanitizers.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"
#include "engine/gguf/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace ferro {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr char kCorpus[] = "tests/data/gguf-corpus";

// True if the reader accepts the bytes. They are copied into a buffer of just their size, so that the address
// sanitizer sees a read past the end.
bool Accepts(const Bytes& bytes) {
  const Bytes exact(bytes.begin(), bytes.end());
  EXPECT_EQ(LLVMFuzzerTestOneInput(exact.data(), exact.size()), 0);
  return GgufFile::Parse(exact, "mutant").ok();
}

TEST(GgufCorpus, EveryFileGetsTheVerdictInItsName) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
    if (entry.path().extension() != ".gguf") continue;
    const std::string text = ReadFile(entry.path());
    const Bytes bytes(text.begin(), text.end());
    const std::string name = entry.path().filename();
    ASSERT_TRUE(name.rfind("ok-", 0) == 0 || name.rfind("bad-", 0) == 0) << name;
    EXPECT_EQ(Accepts(bytes), name.rfind("ok-", 0) == 0) << name;
    ++files;
  }
  EXPECT_GE(files, 50);
}

// All kinds of metadata and three tensors, in about a kilobyte.
Bytes SoundFile() {
  static const Bytes kData(256, 0x3c);
  GgufWriter writer;
  writer.AddString("general.architecture", "lfm2");
  writer.SetAlignment(32);
  writer.AddU8("u8", 1);
  writer.AddI64("i64", -1);
  writer.AddF32("f32", 1e-5f);
  writer.AddF64("f64", 1e-5);
  writer.AddBool("bool", true);
  writer.AddArray<int32_t>("ints", {0, 0, 8});
  writer.AddArray<float>("floats", {1, 2});
  writer.AddBoolArray("bools", {true, false});
  writer.AddStringArray("strings", {"a", "", "ccc"});
  writer.AddTensor("q8", TensorType::kQ8_0, {32, 2}, absl::MakeConstSpan(kData).subspan(0, 68));
  writer.AddTensor("q6", TensorType::kQ6_K, {256}, absl::MakeConstSpan(kData).subspan(0, 210));
  writer.AddTensor("f32", TensorType::kF32, {2, 2, 2, 2}, absl::MakeConstSpan(kData).subspan(0, 64));
  const absl::StatusOr<std::string> bytes = writer.Serialize();
  EXPECT_OK(bytes);
  return Bytes(bytes->begin(), bytes->end());
}

// Numbers at which length and size arithmetic goes wrong.
constexpr uint64_t kEdges[] = {0,
                               1,
                               31,
                               32,
                               33,
                               63,
                               64,
                               255,
                               256,
                               65536,
                               0x7fffffff,
                               0x80000000,
                               0xffffffff,
                               1ull << 32,
                               1ull << 40,
                               1ull << 61,
                               1ull << 62,
                               (1ull << 63) - 1,
                               1ull << 63,
                               std::numeric_limits<uint64_t>::max() - 31,
                               std::numeric_limits<uint64_t>::max()};

TEST(GgufMutation, EveryLengthFieldAtEveryEdge) {
  const Bytes sound = SoundFile();
  ASSERT_TRUE(Accepts(sound));
  int accepted = 0;
  int refused = 0;
  // Any position may hold a length, a count, a size or an offset: overwrite them all. Tensor data starts further on.
  for (size_t at = 0; at + 8 <= std::min<size_t>(sound.size(), 720); ++at) {
    for (const uint64_t edge : kEdges) {
      for (const size_t width : {size_t{4}, size_t{8}}) {
        Bytes mutant = sound;
        std::memcpy(mutant.data() + at, &edge, width);
        ++(Accepts(mutant) ? accepted : refused);
      }
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 1000);
}

TEST(GgufMutation, RandomDamage) {
  const Bytes sound = SoundFile();
  std::mt19937_64 random(20240229);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 10000; ++round) {
    Bytes mutant = sound;
    for (uint64_t flips = random() % 4 + 1; flips > 0; --flips) {
      mutant[random() % mutant.size()] ^= static_cast<uint8_t>(1u << random() % 8);
    }
    if (random() % 4 == 0) mutant.resize(random() % mutant.size());
    if (random() % 4 == 0 && mutant.size() > 16) {  // one part of the file over another
      const size_t length = random() % 16 + 1;
      const size_t from = random() % (mutant.size() - length);
      const size_t to = random() % (mutant.size() - length);
      std::copy_n(Bytes(mutant).begin() + static_cast<ptrdiff_t>(from), length,
                  mutant.begin() + static_cast<ptrdiff_t>(to));
    }
    ++(Accepts(mutant) ? accepted : refused);
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace ferro
