// Attention of encoder passes: every row sees its run, before it and behind it, up to a radius. A row's bits depend on
// its own run alone: any tile, any cut of the rows and any company give those of FloatKernels::symmetric_attention,
// quantised like Int8Kernels::quantize_row.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_SYMMETRIC_ATTENTION_H_
#define FERRO_ENGINE_KERNELS_OPENCL_SYMMETRIC_ATTENTION_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Speed alone. Zero: chosen by the shape.
struct SymmetricAttentionTuning {
  int tile_queries = 0;  // queries (row x head) of a work-group, at most 64; rounded to whole rows
  int staged_packs = 0;  // of four components of a key, in local memory at a time: a divisor of head_dim / 4
};

struct SymmetricAttentionArgs {
  RowsView q;          // [row][heads * head_dim, whatever], in the range's order
  RowsView kv;         // [row of the pass][.., key heads, value heads, ..][head_dim]
  int key_column = 0;  // of kv: where key heads begin, a multiple of 4
  float scale = 1;     // multiplies q . k
  int radius = 0;      // keys at most this many positions away are seen
  int most_keys = 0;   // that a run of the pass has, for the launch's work alone
  InputView out;       // [row][heads * head_dim]
};

// What bounds it, for q query heads of d components and n rows that see t keys on average: 4 * q * d * n * t float
// operations; a tile reads all keys and values that its rows see, from cache where neighbours run at the same time.
//
// Thread-compatible; the builder's context must outlive it.
class SymmetricAttentionKernels {
 public:
  SymmetricAttentionKernels() = default;
  // kInvalidArgument: CheckEncoderHeadShape, or a tuning out of range.
  static absl::StatusOr<SymmetricAttentionKernels> Build(const Builder& builder, const HeadShape& shape,
                                                         const SymmetricAttentionTuning& tuning = {});

  // Appends one launch. Its time grows with the keys: the caller bounds it by the rows. kInvalidArgument: rows that are
  // too narrow, or no multiple of 4 wide.
  absl::Status Attend(const EncoderRows& rows, const SymmetricAttentionArgs& args, LaunchList& out) const;

  int tile_rows() const { return tile_rows_; }

 private:
  HeadShape shape_;
  int tile_rows_ = 1;
  Program program_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_SYMMETRIC_ATTENTION_H_
