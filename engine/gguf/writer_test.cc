#include "engine/gguf/writer.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::Span<const uint8_t> AsBytes(const std::string& text) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

std::string TempDir() {
  std::string pattern = testing::TempDir() + "writerXXXXXX";
  EXPECT_NE(mkdtemp(pattern.data()), nullptr);
  return pattern;
}

std::vector<std::string> Names(const std::string& directory) {
  std::vector<std::string> names;
  DIR* dir = opendir(directory.c_str());
  while (const dirent* entry = readdir(dir)) {
    if (entry->d_name[0] != '.') names.push_back(entry->d_name);
  }
  closedir(dir);
  return names;
}

TEST(GgufWriter, EveryValueTypeReadsBack) {
  GgufWriter writer;
  writer.AddU8("u8", 255);
  writer.AddI8("i8", -128);
  writer.AddU16("u16", 65535);
  writer.AddI16("i16", -32768);
  writer.AddU32("u32", 4294967295u);
  writer.AddI32("i32", -5);
  writer.AddU64("u64", 1ull << 62);
  writer.AddI64("i64", -(1ll << 62));
  writer.AddF32("f32", 1.5f);
  writer.AddF64("f64", 0.1);
  writer.AddBool("bool", true);
  writer.AddString("string", std::string("a\0b", 3));
  writer.AddArray<int8_t>("ints", {-1, 0, 1});
  writer.AddArray<double>("floats", {0.5, -2});
  writer.AddBoolArray("bools", {true, false});
  writer.AddStringArray("strings", {"", "xy"});
  writer.AddArray<uint32_t>("none", {});
  ASSERT_OK_AND_ASSIGN(const std::string bytes, writer.Serialize());
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Parse(AsBytes(bytes), "memory"));

  EXPECT_EQ(*file->GetU32("u8"), 255u);
  EXPECT_EQ(*file->GetI64("i8"), -128);
  EXPECT_EQ(*file->GetU32("u16"), 65535u);
  EXPECT_EQ(*file->GetI64("i16"), -32768);
  EXPECT_EQ(*file->GetU32("u32"), 4294967295u);
  EXPECT_EQ(*file->GetI64("i32"), -5);
  EXPECT_EQ(*file->GetI64("u64"), 1ll << 62);
  EXPECT_EQ(*file->GetI64("i64"), -(1ll << 62));
  EXPECT_EQ(*file->GetF32("f32"), 1.5f);
  EXPECT_EQ(*file->GetF32("f64"), 0.1f);
  EXPECT_TRUE(*file->GetBool("bool"));
  EXPECT_EQ(*file->GetString("string"), absl::string_view("a\0b", 3));
  EXPECT_THAT(*file->GetIntArray("ints"), ElementsAre(-1, 0, 1));
  EXPECT_THAT(*file->GetFloatArray("floats"), ElementsAre(0.5f, -2.0f));
  EXPECT_THAT(*file->GetBoolArray("bools"), ElementsAre(true, false));
  EXPECT_THAT(*file->GetStringArray("strings"), ElementsAre("", "xy"));
  EXPECT_TRUE(file->GetIntArray("none")->empty());
  EXPECT_EQ(file->entries().size(), 17u);
  EXPECT_EQ(file->entries()[16].key, "none");
}

TEST(GgufWriter, TensorsReadBackAligned) {
  const std::vector<uint8_t> small(34, 1);
  const std::vector<uint8_t> large(3 * 2 * 4, 2);
  for (const uint32_t alignment : {1u, 32u, 4096u}) {
    GgufWriter writer;
    writer.SetAlignment(alignment);
    writer.AddTensor("first", TensorType::kQ8_0, {32}, small);
    writer.AddTensor("second", TensorType::kF32, {3, 2}, large);
    ASSERT_OK_AND_ASSIGN(const std::string bytes, writer.Serialize());
    EXPECT_EQ(bytes.size() % alignment, 0u);
    ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Parse(AsBytes(bytes), "memory"));
    EXPECT_EQ(file->alignment(), alignment);
    EXPECT_TRUE(file->warnings().empty());
    ASSERT_OK_AND_ASSIGN(const TensorInfo* second, file->Tensor("second"));
    EXPECT_THAT(second->shape, ElementsAre(3, 2));
    EXPECT_EQ(second->data, absl::MakeConstSpan(large));
    EXPECT_EQ((second->data.data() - AsBytes(bytes).data()) % alignment, 0);
  }
}

TEST(GgufWriter, ReportsTheFirstMistake) {
  const std::vector<uint8_t> data(34);
  const auto message = [](const GgufWriter& writer) { return std::string(writer.Serialize().status().message()); };
  GgufWriter twice;
  twice.AddU32("k", 1);
  twice.AddU32("k", 2);
  twice.AddU32("", 2);
  EXPECT_THAT(message(twice), HasSubstr("\"k\" is added twice"));
  GgufWriter short_data;
  short_data.AddTensor("t", TensorType::kQ8_0, {64}, data);
  EXPECT_THAT(message(short_data), HasSubstr("t: 34 bytes, its shape needs 68"));
  GgufWriter partial_block;
  partial_block.AddTensor("t", TensorType::kQ8_0, {31}, data);
  EXPECT_THAT(message(partial_block), HasSubstr("blocks of 32"));
  GgufWriter same_name;
  same_name.AddTensor("t", TensorType::kQ8_0, {32}, data);
  same_name.AddTensor("t", TensorType::kQ8_0, {32}, data);
  EXPECT_THAT(message(same_name), HasSubstr("tensor t is added twice"));
  GgufWriter long_name;
  long_name.AddTensor(std::string(64, 'n'), TensorType::kQ8_0, {32}, data);
  EXPECT_THAT(message(long_name), HasSubstr("has 64 bytes"));
  GgufWriter alignment;
  alignment.SetAlignment(48);
  EXPECT_THAT(message(alignment), HasSubstr("alignment 48"));
}

TEST(GgufWriter, WriteFileReplacesWhole) {
  const std::string directory = TempDir();
  const std::string path = directory + "/model.gguf";
  std::ofstream(path) << "old";
  GgufWriter writer;
  writer.AddString("general.architecture", "lfm2");
  ASSERT_OK(writer.WriteFile(path));
  EXPECT_EQ(ReadFile(path), *writer.Serialize());
  EXPECT_THAT(Names(directory), ElementsAre("model.gguf"));
}

TEST(GgufWriter, FailureLeavesTheOldFileAndNoTemporary) {
  const std::string directory = TempDir();
  const std::string path = directory + "/model.gguf";
  std::ofstream(path) << "old";
  GgufWriter broken;
  broken.AddU32("", 1);
  EXPECT_TRUE(absl::IsInvalidArgument(broken.WriteFile(path)));
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_THAT(Names(directory), ElementsAre("model.gguf"));

  GgufWriter good;
  good.AddU32("k", 1);
  ASSERT_EQ(mkdir((directory + "/taken").c_str(), 0755), 0);  // a directory cannot be renamed over
  EXPECT_FALSE(good.WriteFile(directory + "/taken").ok());
  EXPECT_THAT(Names(directory), testing::UnorderedElementsAre("model.gguf", "taken"));
  EXPECT_TRUE(absl::IsNotFound(good.WriteFile(directory + "/absent/model.gguf")));
}

}  // namespace
}  // namespace ferro
