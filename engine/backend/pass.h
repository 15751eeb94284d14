// One forward pass: which tokens of which sequences run together, and by which rules.
#ifndef FERRO_ENGINE_BACKEND_PASS_H_
#define FERRO_ENGINE_BACKEND_PASS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ferro {

// Why a row is computed. A kernel is chosen by this role and never by the number of rows, so that a row's value does
// not depend on what shares the pass.
enum class RowRole : uint8_t {
  kPrefill,  // one of the prompt's tokens
  kDecode,   // the token sampled last
};

// In place of a token: the one that the last Backend::Argmax chose for the slot, which the host need not know yet.
inline constexpr int32_t kChosenToken = -1;

// Consecutive positions of one sequence.
struct Run {
  int slot;            // which sequence state the rows read and extend
  int start_position;  // position of the first row; the slot holds exactly the positions before it
  int first_row;       // index of the first row in the pass
  int rows;            // >= 1
  RowRole role;
  int table_row = 0;  // which row of a small table EncoderOps::AddRunRow adds
};

// Rows lie run after run, prefill runs first; a slot appears in at most one run.
struct Pass {
  std::vector<int32_t> tokens;     // [row] token id, or kChosenToken
  std::vector<int32_t> positions;  // [row] position in its sequence
  std::vector<Run> runs;
  std::vector<int32_t> logit_rows;  // rows whose logits are wanted, ascending
  int prefill_rows = 0;             // rows [0, prefill_rows) are prefill rows, the rest decode rows

  // The run that `row`, one of the pass's, belongs to.
  const Run& run_of(int row) const {
    return *std::partition_point(runs.begin(), runs.end(), [&](const Run& r) { return r.first_row + r.rows <= row; });
  }
  int slot_of(int row) const { return run_of(row).slot; }
  int rows() const { return static_cast<int>(tokens.size()); }
};

}  // namespace ferro

#endif  // FERRO_ENGINE_BACKEND_PASS_H_
