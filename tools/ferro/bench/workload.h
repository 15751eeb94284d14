// How much arithmetic and memory traffic a model asks for: what measured speeds are compared with.
//
// Multiply-adds of a prefill token: the weight matrices that it meets, without the output head (only the last row of a
// prompt needs it) and without attention. Bytes of a decode step: the packed weights with their scales, head included,
// plus the key and value rows read. Weights count as Q8_0 (34 bytes for 32 values), which is what they are packed to.
#ifndef FERRO_TOOLS_FERRO_BENCH_WORKLOAD_H_
#define FERRO_TOOLS_FERRO_BENCH_WORKLOAD_H_

#include <cstdint>

#include "engine/backend/backend.h"
#include "engine/backend/pass.h"
#include "engine/gguf/file.h"

namespace ferro {

struct Workload {
  double prefill_macs = 0;            // of one prompt token
  double dense_bytes = 0;             // weights that every decode step reads, head included
  double expert_bytes = 0;            // all experts of all layers
  double expert_share = 0;            // part of the experts that one token uses, 0..1
  double kv_values_per_position = 0;  // key and value numbers of one position, all attention layers

  // Bytes of a step that adds one token to each of `sequences` sequences of `depth` positions. Tokens of different
  // sequences are taken to use different experts until all are used.
  double DecodeBytes(int sequences, double depth, KvType type) const;
};

// Counts from the tensor directory alone.
Workload CountWorkload(const GgufFile& file);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_BENCH_WORKLOAD_H_
