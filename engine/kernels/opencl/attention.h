// Causal attention over the key/value cache. A row's bits depend on its queries and its own sequence alone: prefill and
// decode, one launch or two, any tile and any split of the rows give those of FloatKernels::attention_rows, quantised
// like Int8Kernels::quantize_row.
#ifndef FERRO_ENGINE_KERNELS_OPENCL_ATTENTION_H_
#define FERRO_ENGINE_KERNELS_OPENCL_ATTENTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/kernels/opencl/kv.h"
#include "engine/kernels/opencl/types.h"

namespace ferro::opencl {

// Speed alone. Zero: chosen by the shape and the device.
struct AttentionTuning {
  int tile_queries = 0;      // queries (row x head) of a prefill work-group, at most 64; rounded to whole rows
  int blocks_per_group = 1;  // key blocks that a decode work-group folds one after the other
  int whole_blocks = 0;      // decode over at most this many key blocks is one launch, without partials
  int prefill_ahead = 0;     // packs that a work-item asks for before it uses the first: 4, 8 or 16
  int decode_ahead = 0;      // likewise
};

// What bounds a launch, for q query heads on k KV heads of d components:
//   prefill of n rows that see t keys on average: 4 * q * d * n * t float operations; a tile reads all that its last
//   row sees, from cache where neighbours run at the same time
//   decode of a row at position p: 2 * k * (p + 1) * KvRowBytes once, and 8 * q * (d + 4) bytes of partials a key block
// Where attention reads and writes; all by row of the pass.
struct AttentionViews {
  PassView pass;
  RowsView qkv;   // [row][heads queries, then keys and values, not read][head_dim], queries as StoreQkv left them
  KvView kv;      // holds every position up to each row's own
  InputView out;  // [row][heads * head_dim]
};

// Thread-compatible; the builder's context must outlive it.
class AttentionKernels {
 public:
  AttentionKernels() = default;
  // kInvalidArgument: CheckHeadShape, or a tuning out of range.
  static absl::StatusOr<AttentionKernels> Build(const Builder& builder, KvFormat format, const HeadShape& shape,
                                                const AttentionTuning& tuning);

  // Appends one launch for `rows`, of any runs. Its time grows with the positions: the caller bounds it by the rows.
  absl::Status Prefill(RowRange rows, const AttentionViews& views, LaunchList& out) const;

  // Appends one or two launches for `rows`, of any sequences, each at a position below max_blocks * kKeyBlock; made
  // once for a power of two, say, they serve until a sequence outgrows it. `partials` is scratch of PartialBytes.
  absl::Status Decode(RowRange rows, int max_blocks, const AttentionViews& views, cl_mem partials,
                      LaunchList& out) const;

  int64_t PartialBytes(int rows, int max_blocks) const;

 private:
  absl::Status AppendRows(const Program& program, int tile_rows, const char* name, RowRange rows,
                          const AttentionViews& views, LaunchList& out) const;
  // Reading the queries and the keys and values of `rows`; writing their results.
  LaunchWork ReadingWork(RowRange rows) const;
  double OutputBytes(RowRange rows) const;

  HeadShape shape_;
  int64_t kv_row_bytes_ = 0;
  AttentionTuning tuning_;
  int tile_rows_ = 1;
  float scale_ = 1;  // multiplies q . k
  Program prefill_, decode_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_KERNELS_OPENCL_ATTENTION_H_
