// Mixture of experts on the device: which experts a row uses, rows grouped by expert, their results added up. With the
// bits of expert_choice.cc and backend/cpu/moe.cc.
//
// A pair is a row and the k-th of the experts that it uses: chosen, weights and pair_of are [row][used]. ITEMS
// work-items a group (any multiple of 32) and CHUNKS pieces of the pairs that are counted side by side: they shape the
// launch and never the bits.
#include "quantise.cl"

#define ITEMS_GROUP __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
#define SMALLEST_SUM 0x1p-14f
#define NO_EXPERT -1

// i = 0 .. count - 1, spread over the work-items of the group. All of them go through the same number of rounds and
// skip what lies behind the end: PoCL 3.1 miscompiles loops that are longer for some work-items than for others.
#define SPREAD(i, count)                                                                \
  for (int base_ = 0, i = get_local_id(0); base_ < (count); base_ += ITEMS, i += ITEMS) \
    if (i < (count))

// gates[e] = router[e] . x, 16 work-items an expert.
inline void route_logits(__global const float* router, __global const float* x, int width, int experts,
                         __local float* lanes, __local float* gates) {
  const int item = get_local_id(0);
  const int lane = item % SUM_LANES;
  for (int base = 0; base < experts; base += ITEMS / SUM_LANES) {
    const int e = base + item / SUM_LANES;
    if (e < experts) lanes[item] = lane_dot(router + e * width, x, width, lane);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (e < experts && lane == 0) gates[e] = sum_of_lanes(lanes + item);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The sums run over all experts in order, in every work-item alike.
inline void softmax_gates(int experts, __local float* gates, __local float* powers) {
  float largest = gates[0];
  for (int e = 1; e < experts; ++e) largest = largest < gates[e] ? gates[e] : largest;
  SPREAD(e, experts) powers[e] = exp_f(gates[e] - largest);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int e = 0; e < experts; ++e) sum += powers[e];
  SPREAD(e, experts) gates[e] = div_rn(powers[e], sum);
}

inline void sigmoid_gates(int experts, __local float* gates) {
  SPREAD(e, experts) gates[e] = div_rn(1.0f, 1.0f + exp_f(-gates[e]));
}

// A group a row. gates, scores: [experts]; taken: [used].
ITEMS_GROUP __kernel void route(__global const float* normed, int width, int begin, __global const float* router,
                                int has_bias, __global const float* bias, int experts, int used, int softmax,
                                float scale, __global int* chosen, __global float* weights, __local float* gates,
                                __local float* scores, __local float* taken) {
  __local float lanes[ITEMS];
  const int row = begin + get_group_id(0);
  route_logits(router, normed + row * width, width, experts, lanes, gates);
  if (softmax) {
    softmax_gates(experts, gates, scores);
  } else {
    sigmoid_gates(experts, gates);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  SPREAD(e, experts) {
    const float score = has_bias ? gates[e] + bias[e] : gates[e];
    scores[e] = isnan(score) ? -INFINITY : score;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // The place of an expert is the number of those that come before it: a better score, or the same and a lower index.
  SPREAD(e, experts) {
    const float score = scores[e];
    int place = 0;
    for (int i = 0; i < experts; ++i) place += scores[i] > score || (scores[i] == score && i < e);
    if (place < used) {
      chosen[row * used + place] = e;
      taken[place] = gates[e];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k < used; ++k) sum += taken[k];
  const float divisor = sum < SMALLEST_SUM ? SMALLEST_SUM : sum;
  SPREAD(k, used) weights[row * used + k] = div_rn(taken[k], divisor) * scale;
}

// Pairs [first, end) of one of CHUNKS equal pieces.
inline int2 chunk_of(int chunk, int pairs) {
  const int size = (pairs + CHUNKS - 1) / CHUNKS;
  return (int2)(chunk * size, min(pairs, (chunk + 1) * size));
}

// counts [chunk][experts]: pairs of the expert in the chunk.
inline void count_pairs(__global const int* expert_of, int pairs, int experts, __local int* counts) {
  SPREAD(i, CHUNKS * experts) {
    const int2 chunk = chunk_of(i / experts, pairs);
    int count = 0;
    for (int p = chunk.x; p < chunk.y; ++p) count += expert_of[p] == i % experts;
    counts[i] = count;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Turns counts into places within the expert; `places` and `tile_places` [experts + 1] say where the pairs and the
// tiles of an expert begin.
inline void lay_out(int experts, int tile_pairs, __local int* counts, __local int* places, __local int* tile_places) {
  SPREAD(e, experts) {
    int before = 0;
    for (int i = e; i < CHUNKS * experts; i += experts) {
      const int count = counts[i];
      counts[i] = before;
      before += count;
    }
    places[e] = before;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int place = 0;
    int tile = 0;
    for (int e = 0; e < experts; ++e) {
      const int count = places[e];
      places[e] = place;
      tile_places[e] = tile;
      place += count;
      tile += (count + tile_pairs - 1) / tile_pairs;
    }
    places[experts] = place;
    tile_places[experts] = tile;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// The pairs of some rows from row `begin` on, sorted by expert and among equals by row:
//   pair_of [row][used]  place of a pair in that order
//   source [place]       its row
//   tiles [max_tiles]    {expert, first place, pairs, 0}: up to tile_pairs pairs of one expert; the rest {-1, 0, 0, 0}
// One group. counts: [chunk][experts], places and tile_places: [experts + 1].
ITEMS_GROUP __kernel void group_by_expert(__global const int* chosen, int begin, int pairs, int used, int experts,
                                          int tile_pairs, int max_tiles, __global int* pair_of, __global int* source,
                                          __global int4* tiles, __local int* counts, __local int* places,
                                          __local int* tile_places) {
  __global const int* const expert_of = chosen + begin * used;
  count_pairs(expert_of, pairs, experts, counts);
  lay_out(experts, tile_pairs, counts, places, tile_places);
  SPREAD(i, CHUNKS * experts) {
    const int e = i % experts;
    const int2 chunk = chunk_of(i / experts, pairs);
    int place = places[e] + counts[i];
    for (int p = chunk.x; p < chunk.y; ++p) {
      if (expert_of[p] == e) {
        pair_of[begin * used + p] = place;
        source[place] = begin + p / used;
        ++place;
      }
    }
  }
  SPREAD(e, experts) {
    for (int tile = tile_places[e]; tile < tile_places[e + 1]; ++tile) {
      const int first = places[e] + (tile - tile_places[e]) * tile_pairs;
      tiles[tile] = (int4)(e, first, min(tile_pairs, places[e + 1] - first), 0);
    }
  }
  SPREAD(tile, max_tiles) {
    if (tile >= tile_places[experts]) tiles[tile] = (int4)(NO_EXPERT, 0, 0, 0);
  }
}

// x[row] += the sum over the experts of the row, best first, of weight * down[pair]. The place of a pair is
// pair_of[row][k] if `grouped`, otherwise row * used + k. Groups [words of a row][row].
ITEMS_GROUP __kernel void combine(__global const float* down, int words, int begin, int used,
                                  __global const float* weights, int grouped, __global const int* pair_of,
                                  __global float* x) {
  const int word = get_global_id(0);
  const int row = begin + get_group_id(1);
  if (word >= words) return;
  float4 sum = 0.0f;
  for (int k = 0; k < used; ++k) {
    const int pair = row * used + k;
    const int place = grouped ? pair_of[pair] : pair;
    sum = fma(vload4(place * words + word, down), (float4)(weights[pair]), sum);
  }
  vstore4(vload4(row * words + word, x) + sum, row * words + word, x);
}
