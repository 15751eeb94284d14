#include "engine/kernels/opencl/kv.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl {
namespace {

constexpr int kPack = 4;  // components that lie together

int FormatNumber(KvFormat format) {
  switch (format) {
    case KvFormat::kF32:
      return 0;
    case KvFormat::kF16:
      return 1;
    case KvFormat::kInt8:
      break;
  }
  return 2;
}

int PackBytes(KvFormat format) {
  switch (format) {
    case KvFormat::kF32:
      return 16;
    case KvFormat::kF16:
      return 8;
    case KvFormat::kInt8:
      break;
  }
  return 4;
}

}  // namespace

absl::Status CheckHeadShape(const HeadShape& shape) {
  if (shape.head_dim < kKvScaleRow || shape.head_dim > kMaxHeadDim || shape.head_dim % kKvScaleRow != 0) {
    return absl::InvalidArgumentError(absl::StrCat("attention heads of ", shape.head_dim,
                                                   " components; the OpenCL kernels need a multiple of ", kKvScaleRow,
                                                   " up to ", kMaxHeadDim));
  }
  if (shape.kv_heads < 1 || shape.heads < 1 || shape.heads % shape.kv_heads != 0 ||
      shape.heads / shape.kv_heads > kMaxGroup) {
    return absl::InvalidArgumentError(absl::StrCat(shape.heads, " query heads on ", shape.kv_heads,
                                                   " key/value heads; the OpenCL kernels need groups of 1 to ",
                                                   kMaxGroup, " query heads"));
  }
  return absl::OkStatus();
}

absl::Status CheckEncoderHeadShape(const HeadShape& shape) {
  // Beyond 256 a lane of attention has whole sets of packs.
  if (shape.head_dim != kMaxSymmetricHeadDim) return CheckHeadShape(shape);
  return CheckHeadShape({shape.heads, shape.kv_heads, kMaxHeadDim});
}

int DefaultTileQueries(const Device& device, const HeadShape& shape) {
  // The larger the tile, the fewer work-groups read a key. But a prompt makes few tiles, and a large GPU has more cores
  // than those: an H200 takes 64 rows in 9.0 us with 4 queries, 13.4 with 16; 512 rows in 65 and 80.
  constexpr int kManyUnits = 64;
  if (device.gpu && device.compute_units >= kManyUnits) return 4;
  // The sums of a work-item just fit the registers of Xe-LP: 4 components x 8 queries.
  return std::min(16, 8 * kKeyBlock * 4 / shape.head_dim);
}

std::string KvDefines(KvFormat format, const HeadShape& shape) {
  return absl::StrCat("-DKV_FORMAT=", FormatNumber(format), " ", HeadDefines(shape));
}

std::string HeadDefines(const HeadShape& shape) {
  return absl::StrCat("-DHEADS=", shape.heads, " -DKV_HEADS=", shape.kv_heads, " -DHEAD_DIM=", shape.head_dim);
}

absl::StatusOr<KvBuffers> KvBuffers::Create(Context& context, KvFormat format, const HeadShape& shape, int slots,
                                            int positions) {
  FERRO_RETURN_IF_ERROR(CheckHeadShape(shape));
  const int64_t padded = (int64_t{positions} + kKeyBlock - 1) / kKeyBlock * kKeyBlock;
  const int64_t packs_a_position = int64_t{shape.kv_heads} * (shape.head_dim / kPack);
  const int64_t limit = std::numeric_limits<int32_t>::max() / packs_a_position;
  if (slots < 1 || positions < 1 || padded > limit / slots) {
    return absl::InvalidArgumentError(absl::StrCat("a key/value cache of ", slots, " slots of ", positions,
                                                   " positions; this model has room for ", limit,
                                                   " positions in all slots together"));
  }
  const int64_t packs = slots * padded * packs_a_position;
  KvBuffers kv;
  kv.positions_ = static_cast<int>(padded);
  FERRO_ASSIGN_OR_RETURN(kv.keys_, context.NewBuffer(packs * PackBytes(format)));
  FERRO_ASSIGN_OR_RETURN(kv.values_, context.NewBuffer(packs * PackBytes(format)));
  if (format == KvFormat::kInt8) {
    const int64_t scale_bytes = packs * kPack / kKvScaleRow * int64_t{sizeof(float)};
    FERRO_ASSIGN_OR_RETURN(kv.key_scales_, context.NewBuffer(scale_bytes));
    FERRO_ASSIGN_OR_RETURN(kv.value_scales_, context.NewBuffer(scale_bytes));
  }
  return kv;
}

KvView KvBuffers::view() const {
  const bool scales = key_scales_.bytes() > 0;
  return {keys_.get(), values_.get(), scales ? key_scales_.get() : keys_.get(),
          scales ? value_scales_.get() : values_.get(), positions_};
}

}  // namespace ferro::opencl
