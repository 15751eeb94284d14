#include "engine/gguf/types.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

struct Format {
  int32_t id;
  const char* name;
  int64_t block_values;  // 0: known by name only
  int64_t block_bytes;
};

constexpr Format kFormats[] = {
    {0, "F32", 1, 4},         {1, "F16", 1, 2},         {2, "Q4_0", 32, 18},      {3, "Q4_1", 0, 0},
    {4, "Q4_2", 0, 0},        {5, "Q4_3", 0, 0},        {6, "Q5_0", 0, 0},        {7, "Q5_1", 0, 0},
    {8, "Q8_0", 32, 34},      {9, "Q8_1", 0, 0},        {10, "Q2_K", 0, 0},       {11, "Q3_K", 0, 0},
    {12, "Q4_K", 256, 144},   {13, "Q5_K", 256, 176},   {14, "Q6_K", 256, 210},   {15, "Q8_K", 0, 0},
    {16, "IQ2_XXS", 0, 0},    {17, "IQ2_XS", 0, 0},     {18, "IQ3_XXS", 0, 0},    {19, "IQ1_S", 0, 0},
    {20, "IQ4_NL", 0, 0},     {21, "IQ3_S", 0, 0},      {22, "IQ2_S", 0, 0},      {23, "IQ4_XS", 0, 0},
    {24, "I8", 0, 0},         {25, "I16", 0, 0},        {26, "I32", 0, 0},        {27, "I64", 0, 0},
    {28, "F64", 0, 0},        {29, "IQ1_M", 0, 0},      {30, "BF16", 1, 2},       {31, "Q4_0_4_4", 0, 0},
    {32, "Q4_0_4_8", 0, 0},   {33, "Q4_0_8_8", 0, 0},   {34, "TQ1_0", 0, 0},      {35, "TQ2_0", 0, 0},
    {36, "IQ4_NL_4_4", 0, 0}, {37, "IQ4_NL_4_8", 0, 0}, {38, "IQ4_NL_8_8", 0, 0}, {39, "MXFP4", 0, 0},
};
constexpr int32_t kFormatCount = sizeof(kFormats) / sizeof(kFormats[0]);

constexpr bool IdsAreIndices() {
  for (int32_t i = 0; i < kFormatCount; ++i) {
    if (kFormats[i].id != i) return false;
  }
  return true;
}
static_assert(IdsAreIndices());

const Format* Find(TensorType type) {
  const int32_t id = static_cast<int32_t>(type);
  return id >= 0 && id < kFormatCount ? &kFormats[id] : nullptr;
}

}  // namespace

bool IsReadable(TensorType type) { return BlockValues(type) > 0; }

std::string TensorTypeName(TensorType type) {
  const Format* format = Find(type);
  return format != nullptr ? format->name : absl::StrCat("type ", static_cast<int32_t>(type));
}

int64_t BlockValues(TensorType type) {
  const Format* format = Find(type);
  return format != nullptr ? format->block_values : 0;
}

int64_t BlockBytes(TensorType type) {
  const Format* format = Find(type);
  return format != nullptr ? format->block_bytes : 0;
}

absl::StatusOr<int64_t> RowBytes(TensorType type, int64_t values) {
  const std::string name = TensorTypeName(type);
  if (!IsReadable(type)) {
    return absl::FailedPreconditionError(absl::StrCat(
        name, " is not read by this build, which reads Q8_0 Q4_0 Q4_K Q5_K Q6_K F16 BF16 F32; requantize to Q8_0"));
  }
  const int64_t block = BlockValues(type);
  if (values < 1 || values % block != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("a row of ", values, " values is not a whole number of ", name, " blocks of ", block));
  }
  int64_t bytes;
  if (__builtin_mul_overflow(values / block, BlockBytes(type), &bytes)) {
    return absl::InvalidArgumentError(absl::StrCat("a row of ", values, " ", name, " values exceeds 2^63 bytes"));
  }
  return bytes;
}

absl::StatusOr<int64_t> ElementCount(absl::Span<const int64_t> shape) {
  if (shape.empty() || shape.size() > 4) {
    return absl::InvalidArgumentError(absl::StrCat(shape.size(), " dimensions, a tensor has 1 to 4"));
  }
  int64_t count = 1;
  for (const int64_t size : shape) {
    if (size < 1) {
      return absl::InvalidArgumentError(absl::StrCat("shape {", absl::StrJoin(shape, ", "), "} has a size below 1"));
    }
    if (__builtin_mul_overflow(count, size, &count)) {
      return absl::InvalidArgumentError(
          absl::StrCat("shape {", absl::StrJoin(shape, ", "), "} has 2^63 elements or more"));
    }
  }
  return count;
}

absl::StatusOr<int64_t> TensorBytes(TensorType type, absl::Span<const int64_t> shape) {
  FERRO_ASSIGN_OR_RETURN(const int64_t elements, ElementCount(shape));
  FERRO_ASSIGN_OR_RETURN(const int64_t row_bytes, RowBytes(type, shape[0]));
  int64_t bytes;
  if (__builtin_mul_overflow(elements / shape[0], row_bytes, &bytes)) {
    return absl::InvalidArgumentError(
        absl::StrCat("shape {", absl::StrJoin(shape, ", "), "} of ", TensorTypeName(type), " exceeds 2^63 bytes"));
  }
  return bytes;
}

}  // namespace ferro
