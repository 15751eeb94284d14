// Damaged and hostile files: each test is one thing that such a file can do, and the answer to it.
#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/gguf/byte_builder.h"
#include "engine/gguf/file.h"

namespace ferro {
namespace {

using testing::HasSubstr;

constexpr int32_t kF32 = 0;
constexpr int32_t kQ8_0 = 8;
constexpr uint64_t kHuge = std::numeric_limits<uint64_t>::max();

absl::Status Refusal(const ByteBuilder& file) { return GgufFile::Parse(file.bytes(), "test.gguf").status(); }

// Refused as damaged, in words that hold the file's name and `text`.
void ExpectRefused(const ByteBuilder& file, const std::string& text) {
  const absl::Status status = Refusal(file);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("test.gguf: "));
  EXPECT_THAT(std::string(status.message()), HasSubstr(text));
}

// A file of one F32 tensor of four values.
ByteBuilder OneTensor(absl::string_view name = "t") {
  return ByteBuilder().Header(1, 0).Tensor(name, {4}, kF32, 0).Data(16);
}

TEST(Hostile, TheSoundFileOfTheseTestsIsAccepted) { EXPECT_OK(Refusal(OneTensor())); }

TEST(Hostile, Magic) {
  ExpectRefused(ByteBuilder(), "truncated");
  ExpectRefused(ByteBuilder().Zeros(100), "not a GGUF file");
  ExpectRefused(ByteBuilder().Raw("<!doctype html>"), "a web page");
  ExpectRefused(ByteBuilder().Raw("version https://git-lfs.github.com/spec/v1"), "git lfs pull");
}

TEST(Hostile, Version) {
  ExpectRefused(ByteBuilder().Header(0, 0, 0), "version 0");
  ExpectRefused(ByteBuilder().Header(0, 0, 1), "version 1, supported are 2 and 3");
  ExpectRefused(ByteBuilder().Header(0, 0, 4), "version 4");
  EXPECT_OK(Refusal(ByteBuilder().Header(0, 0, 2)));
  EXPECT_OK(Refusal(ByteBuilder().Header(0, 0, 3)));
}

TEST(Hostile, WrongEndianness) { ExpectRefused(ByteBuilder().Header(0, 0, 0x03000000u), "wrong endianness"); }

TEST(Hostile, EveryTruncationIsRefused) {
  ByteBuilder whole;
  whole.Header(1, 2).KeyU32("a", 1).Key("b", ValueType::kArray).Number<int32_t>(8).Number<uint64_t>(2);
  whole.Text("x").Text("yz").Tensor("t", {4}, kF32, 0).Data(16);
  ASSERT_OK(Refusal(whole));
  for (size_t length = 0; length < whole.bytes().size(); ++length) {
    const absl::Status status = GgufFile::Parse(whole.bytes().subspan(0, length), "cut").status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << length << ": " << status;
  }
}

TEST(Hostile, HugeStringLength) {
  for (const uint64_t length : {kHuge, uint64_t{1} << 63, uint64_t{1} << 40, uint64_t{16 << 20} + 1}) {
    ExpectRefused(ByteBuilder().Header(0, 1).Number(length).Zeros(64), "metadata entry 0 claims");
    ExpectRefused(ByteBuilder().Header(0, 1).Key("k", ValueType::kString).Number(length).Zeros(64),
                  "key \"k\": at byte 45: a string claims");
  }
  ExpectRefused(ByteBuilder().Header(0, 1).Key("k", ValueType::kString).Number<uint64_t>(65).Zeros(64),
                "needs 65 bytes, 64 are left");
}

TEST(Hostile, StringOverTheCapEvenIfPresent) {
  const std::string text((16 << 20) + 1, 'x');
  ExpectRefused(ByteBuilder().Header(0, 1).Key("k", ValueType::kString).Text(text), "the limit is 16777216");
  EXPECT_OK(Refusal(ByteBuilder().Header(0, 1).Key("k", ValueType::kString).Text(text.substr(1))));
}

TEST(Hostile, HugeArrayCount) {
  for (const int32_t element : {0, 4, 7, 8, 12}) {
    for (const uint64_t count : {kHuge, kHuge / 8, kHuge / 4 + 2, uint64_t{1} << 61, uint64_t{1} << 40}) {
      ExpectRefused(ByteBuilder().Header(0, 1).Key("k", ValueType::kArray).Number(element).Number(count).Zeros(64),
                    absl::StrCat("array of ", count));
    }
  }
  ByteBuilder nine_strings;  // 64 bytes hold the lengths of eight
  nine_strings.Header(0, 1).Key("k", ValueType::kArray).Number<int32_t>(8).Number<uint64_t>(9).Zeros(64);
  ExpectRefused(nine_strings, "array of 9 string cannot fit into the 64 bytes left");
}

TEST(Hostile, TooManyStringsInArrays) {
  const uint64_t count = (1 << 22) + 1;
  ByteBuilder file;
  file.Header(0, 1).Key("k", ValueType::kArray).Number<int32_t>(8).Number(count).Zeros(count * 8);
  ExpectRefused(file, "more than 4194304 strings");
}

TEST(Hostile, MetadataOverTheCapEvenIfPresent) {
  // Two arrays of 300 MiB each in pages that nobody touches: the reader only steps over numbers.
  const size_t kArrayBytes = size_t{300} << 20;
  const size_t kFileBytes = 2 * kArrayBytes + 4096;
  void* pages = mmap(nullptr, kFileBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  uint8_t* file = static_cast<uint8_t*>(pages);
  ByteBuilder first;
  first.Header(0, 2).Key("a", ValueType::kArray).Number<int32_t>(0).Number<uint64_t>(kArrayBytes);
  ByteBuilder second;
  second.Key("b", ValueType::kArray).Number<int32_t>(0).Number<uint64_t>(kArrayBytes);
  std::copy(first.bytes().begin(), first.bytes().end(), file);
  std::copy(second.bytes().begin(), second.bytes().end(), file + first.bytes().size() + kArrayBytes);
  const absl::Status status = GgufFile::Parse(absl::MakeConstSpan(file, kFileBytes), "test.gguf").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("metadata exceeds the limit of 536870912 bytes"));
  munmap(pages, kFileBytes);
}

TEST(Hostile, HugeCounts) {
  const int64_t kMost = std::numeric_limits<int64_t>::max();
  for (const int64_t count : {kMost, int64_t{1'000'001}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    ExpectRefused(ByteBuilder().Header(count, 0).Zeros(64), absl::StrCat("tensor count ", count));
    ExpectRefused(ByteBuilder().Header(0, count).Zeros(64), absl::StrCat("key count ", count));
  }
  ExpectRefused(ByteBuilder().Header(3, 0).Zeros(64), "tensor count 3 cannot fit into the 64 bytes left");
  ExpectRefused(ByteBuilder().Header(0, 5).Zeros(64), "key count 5 cannot fit into the 64 bytes left");
}

TEST(Hostile, EmptyKey) { ExpectRefused(ByteBuilder().Header(0, 1).KeyU32("", 1), "key is empty"); }

TEST(Hostile, DuplicateKey) {
  ExpectRefused(ByteBuilder().Header(0, 2).KeyU32("twin", 1).KeyU32("twin", 1), "\"twin\" appears twice");
}

TEST(Hostile, DuplicateTensorName) {
  ExpectRefused(ByteBuilder().Header(2, 0).Tensor("twin", {4}, kF32, 0).Tensor("twin", {4}, kF32, 32).Data(64),
                "twin appears twice");
}

TEST(Hostile, TensorNameLength) {
  EXPECT_OK(Refusal(OneTensor(std::string(63, 'n'))));
  ExpectRefused(OneTensor(std::string(64, 'n')), "claims 64 bytes, the limit is 63");
  ExpectRefused(OneTensor(""), "name is empty");
}

TEST(Hostile, NulOrInvalidUtf8InNames) {
  for (const std::string& name : {std::string("a\0b", 3), std::string("\xff"), std::string("\xc0\x80"),
                                  std::string("\xed\xa0\x80"), std::string("\xf4\x90\x80\x80"), std::string("\xe2\x82"),
                                  std::string("\xe0\x80\x80"), std::string("\xf0\x80\x80\x80")}) {
    ExpectRefused(OneTensor(name), "NUL byte or is not UTF-8");
    ExpectRefused(ByteBuilder().Header(0, 1).KeyU32(name, 1), "NUL byte or is not UTF-8");
  }
  EXPECT_OK(Refusal(OneTensor("gr\xc3\xb6\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80")));
}

TEST(Hostile, TokenTextMayBeAnyBytes) {
  ByteBuilder file;
  file.Header(0, 1).Key("tokens", ValueType::kArray).Number<int32_t>(8).Number<uint64_t>(2);
  file.Text(std::string("\0\xff", 2)).Text("");
  ASSERT_OK_AND_ASSIGN(const auto gguf, GgufFile::Parse(file.bytes(), "tokens"));
  EXPECT_THAT(*gguf->GetStringArray("tokens"), testing::ElementsAre(absl::string_view("\0\xff", 2), ""));
}

TEST(Hostile, UnknownValueType) {
  for (const int32_t type : {13, -1, 1 << 30}) {
    ExpectRefused(ByteBuilder().Header(0, 1).Text("k").Number(type).Zeros(64),
                  absl::StrCat("key \"k\": value type ", type, " does not exist"));
    ExpectRefused(ByteBuilder().Header(0, 1).Key("k", ValueType::kArray).Number(type).Number<uint64_t>(1).Zeros(64),
                  absl::StrCat("array of value type ", type, " does not exist"));
  }
}

TEST(Hostile, ArrayOfArrays) {
  ByteBuilder file;
  file.Header(0, 1).Key("k", ValueType::kArray).Number<int32_t>(9).Number<uint64_t>(1).Zeros(64);
  ExpectRefused(file, "arrays of arrays");
}

TEST(Hostile, AlignmentOfAnotherType) {
  ExpectRefused(ByteBuilder().Header(0, 1).Key("general.alignment", ValueType::kString).Text("32"),
                "\"general.alignment\": is string, expected u32");
  ExpectRefused(ByteBuilder().Header(0, 1).Key("general.alignment", ValueType::kF32).Number(32.0f), "is f32");
  ByteBuilder array;
  array.Header(0, 1).Key("general.alignment", ValueType::kArray).Number<int32_t>(4).Number<uint64_t>(0);
  ExpectRefused(array, "is array of u32");
}

TEST(Hostile, AbsurdAlignment) {
  for (const uint32_t alignment : {0u, 3u, 48u, 131072u, 0x80000000u, 0xffffffffu}) {
    ExpectRefused(ByteBuilder().Header(0, 1).KeyU32("general.alignment", alignment), absl::StrCat("is ", alignment));
  }
  for (const uint32_t alignment : {1u, 64u, 65536u}) {
    EXPECT_OK(Refusal(ByteBuilder().Header(0, 1).KeyU32("general.alignment", alignment)));
  }
}

TEST(Hostile, NumberOfDimensions) {
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {}, kF32, 0).Data(64), "t: 0 dimensions");
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {1, 1, 1, 1, 1}, kF32, 0).Data(64), "t: 5 dimensions");
  ByteBuilder file;
  file.Header(1, 0).Text("t").Number<uint32_t>(0xffffffffu).Zeros(64);
  ExpectRefused(file, "4294967295 dimensions");
}

TEST(Hostile, DimensionBelowOne) {
  for (const int64_t size : {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    for (const int32_t type : {kF32, kQ8_0, 77}) {
      ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {32, size}, type, 0).Data(64), "size below 1");
      ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {size, 32}, type, 0).Data(64), "size below 1");
    }
  }
}

TEST(Hostile, SizeOverflow) {
  const int64_t kBig = int64_t{1} << 62;
  for (const int32_t type : {kF32, kQ8_0, 77}) {
    ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {kBig, 2}, type, 0).Data(64), "2^63 elements or more");
    ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {1 << 16, 1 << 16, 1 << 16, 1 << 16}, type, 0).Data(64),
                  "2^63 elements or more");
  }
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {kBig}, kF32, 0).Data(64), "exceeds 2^63 bytes");
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {1, kBig}, kF32, 0).Data(64), "exceeds 2^63 bytes");
}

TEST(Hostile, UnreadTensorTypesMatterOnlyWhenAskedFor) {
  for (const int32_t type : {3, 4, 5, 31, 32, 33, 36, 37, 38, 77, -1}) {
    ByteBuilder file;
    file.Header(2, 0).Tensor("odd", {4}, type, 0).Tensor("t", {4}, kF32, 32).Data(64);
    ASSERT_OK_AND_ASSIGN(const auto gguf, GgufFile::Parse(file.bytes(), "odd"));
    EXPECT_OK(gguf->Tensor("t"));
    const TensorInfo* odd = gguf->FindTensor("odd");
    ASSERT_NE(odd, nullptr);
    EXPECT_EQ(static_cast<int32_t>(odd->type), type);
    EXPECT_TRUE(odd->data.empty());
    const absl::Status status = gguf->Tensor("odd").status();
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("odd: "));
  }
}

TEST(Hostile, UnreadTensorTypeWithoutData) {
  // The data section starts past the end of the file; nothing may point there.
  EXPECT_OK(Refusal(ByteBuilder().Header(1, 0).Tensor("odd", {4}, 77, 0)));
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("odd", {4}, 77, 32), "end past");
}

TEST(Hostile, PartialBlocks) {
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {33, 2}, kQ8_0, 0).Data(128), "Q8_0 blocks of 32");
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {128, 2}, 14, 0).Data(1024), "Q6_K blocks of 256");
}

TEST(Hostile, UnalignedOffset) {
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {4}, kF32, 16).Data(64), "offset 16 is not a multiple");
  EXPECT_OK(Refusal(ByteBuilder().Header(1, 1).KeyU32("general.alignment", 16).Tensor("t", {4}, kF32, 16).Data(64)));
}

TEST(Hostile, RangePastTheEnd) {
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {4}, kF32, 0).Data(15), "16 bytes at offset 0 end past the 15");
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {4}, kF32, 32).Data(32), "end past");
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {4}, kF32, kHuge - 31).Data(32), "end past");
  ExpectRefused(ByteBuilder().Header(1, 0).Tensor("t", {4}, kF32, uint64_t{1} << 63).Data(32), "end past");
}

TEST(Hostile, OverlappingTensors) {
  ExpectRefused(ByteBuilder().Header(2, 0).Tensor("a", {16}, kF32, 0).Tensor("b", {4}, kF32, 32).Data(64),
                "b: overlaps a");
  ExpectRefused(ByteBuilder().Header(2, 0).Tensor("a", {4}, kF32, 32).Tensor("b", {16}, kF32, 0).Data(64),
                "a: overlaps b");
  ExpectRefused(ByteBuilder().Header(2, 0).Tensor("a", {4}, kF32, 0).Tensor("b", {4}, kF32, 0).Data(64), "overlaps");
}

TEST(Hostile, GapsAreAWarning) {
  ByteBuilder file;
  file.Header(2, 0).Tensor("a", {4}, kF32, 0).Tensor("b", {4}, kF32, 96).Data(112);
  ASSERT_OK_AND_ASSIGN(const auto gguf, GgufFile::Parse(file.bytes(), "gap"));
  EXPECT_THAT(gguf->warnings(), testing::ElementsAre(HasSubstr("80 bytes between tensors")));
}

TEST(Hostile, TensorsInAnyOrderOfOffsets) {
  ByteBuilder file;
  file.Header(2, 0).Tensor("late", {4}, kF32, 32).Tensor("early", {4}, kF32, 0).Data(48);
  ASSERT_OK_AND_ASSIGN(const auto gguf, GgufFile::Parse(file.bytes(), "order"));
  EXPECT_EQ(gguf->tensors()[0].name, "late");
  EXPECT_TRUE(gguf->warnings().empty());
}

TEST(Hostile, PartOfASplitModel) {
  const absl::Status status =
      Refusal(ByteBuilder().Header(0, 1).Key("split.count", ValueType::kU16).Number<uint16_t>(3));
  EXPECT_TRUE(absl::IsFailedPrecondition(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("one of 3 parts of a split model"));
  EXPECT_OK(Refusal(ByteBuilder().Header(0, 1).Key("split.count", ValueType::kU16).Number<uint16_t>(1)));
  ExpectRefused(ByteBuilder().Header(0, 1).Key("split.count", ValueType::kF32).Number(3.0f), "split.count");
}

TEST(Hostile, ManyKeysAndTensorsTakeLinearTime) {
  const int kMany = 200'000;  // quadratic duplicate checks would take minutes
  ByteBuilder file;
  file.Header(kMany, kMany);
  for (int i = 0; i < kMany; ++i) file.KeyU32(absl::StrCat("k", i), 0);
  for (int i = 0; i < kMany; ++i) file.Tensor(absl::StrCat("t", i), {1}, kF32, uint64_t{32} * i);
  file.Data(size_t{32} * kMany);
  EXPECT_OK(Refusal(file));
}

}  // namespace
}  // namespace ferro
