#include <cmath>

#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/kv_array.h"
#include "engine/kernels/opencl/self_test/pass_data.h"
#include "engine/kernels/opencl/self_test/rig.h"
#include "engine/kernels/ops/rope_table.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kSlots = 2, kPositions = 80;
constexpr float kEps = 1e-5f;

// A run across the edge of a key block, and one at the start of a sequence.
const std::vector<Run>& Runs() {
  static const auto* const runs = new std::vector<Run>{{1, 61, 6}, {0, 0, 2}};
  return *runs;
}

int WidthOf(const HeadShape& shape) { return (shape.heads + 2 * shape.kv_heads) * shape.head_dim; }

// Keys and values on the host and on the device.
class Cache {
 public:
  Cache(KvFormat format, const HeadShape& shape)
      : keys(KvArray::Kind::kKeys, format, shape, kSlots, kPositions),
        values(KvArray::Kind::kValues, format, shape, kSlots, kPositions) {}

  void Upload(Rig& rig) {
    buffers_[0] = rig.Upload(keys.packs);
    buffers_[1] = rig.Upload(values.packs);
    buffers_[2] = rig.Upload(keys.scales);
    buffers_[3] = rig.Upload(values.scales);
  }
  KvView view() const {
    return {buffers_[0].get(), buffers_[1].get(), buffers_[2].get(), buffers_[3].get(), keys.positions()};
  }
  void Expect(Rig& rig, absl::string_view kernel) const {
    rig.Expect(kernel, buffers_[0], keys.packs);
    rig.Expect(kernel, buffers_[1], values.packs);
    rig.Expect(kernel, buffers_[2], keys.scales);
    rig.Expect(kernel, buffers_[3], values.scales);
  }

  KvArray keys, values;

 private:
  Buffer buffers_[4];
};

// What the scalar kernels make of qkv: queries are replaced, keys and values stored.
void StoreScalar(const HeadShape& shape, const std::vector<float>& q_weight, const std::vector<float>& k_weight,
                 const RopeTable& rope, std::vector<float>& qkv, Cache& cache) {
  float* row = qkv.data();
  for (const Run& run : Runs()) {
    for (int position = run.start_position; position < run.start_position + run.rows; ++position) {
      std::vector<float> turned(row, row + WidthOf(shape));
      for (int head = 0; head < shape.heads + shape.kv_heads; ++head) {
        Scalar().norm_rope(&turned[head * shape.head_dim], (head < shape.heads ? q_weight : k_weight).data(), kEps,
                           shape.head_dim, rope.cos(position), rope.sin(position), rope.pairs());
      }
      std::copy_n(turned.begin(), shape.heads * shape.head_dim, row);
      const float* key = &turned[shape.heads * shape.head_dim];
      for (int head = 0; head < shape.kv_heads; ++head, key += shape.head_dim) {
        cache.keys.Put(run.slot, head, position, key);
        cache.values.Put(run.slot, head, position, key + shape.kv_heads * shape.head_dim);
      }
      row += WidthOf(shape);
    }
  }
}

// Everything up to the last row of each run, at random.
void Fill(const HeadShape& shape, Cache& cache) {
  for (const Run& run : Runs()) {
    for (int position = 0; position < run.start_position + run.rows; ++position) {
      const int seed = run.slot * 1000 + position, width = shape.kv_heads * shape.head_dim;
      const std::vector<float> keys = RandomFloats(width, 2 * seed, 1.0f),
                               values = RandomFloats(width, 2 * seed + 1, 1.0f);
      for (int head = 0; head < shape.kv_heads; ++head) {
        cache.keys.Put(run.slot, head, position, &keys[head * shape.head_dim]);
        cache.values.Put(run.slot, head, position, &values[head * shape.head_dim]);
      }
    }
  }
}

std::vector<float> AttendScalar(KvFormat format, const HeadShape& shape, const std::vector<float>& qkv,
                                const Cache& cache) {
  const int group = shape.heads / shape.kv_heads, out_width = shape.heads * shape.head_dim;
  std::vector<float> out(RowsOf(Runs()) * out_width);
  int row = 0;
  for (const Run& run : Runs()) {
    for (int head = 0; head < shape.kv_heads; ++head) {
      const int first = head * group * shape.head_dim;
      Scalar().attention_rows({.queries = &qkv[row * WidthOf(shape) + first],
                               .query_stride = WidthOf(shape),
                               .rows = run.rows,
                               .first_position = run.start_position,
                               .group = group,
                               .head_dim = shape.head_dim,
                               .scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim)),
                               .format = format,
                               .keys = cache.keys.scalar(run.slot, head),
                               .values = cache.values.scalar(run.slot, head)},
                              &out[row * out_width + first], out_width);
    }
    row += run.rows;
  }
  return out;
}

}  // namespace

absl::Status TestKvStore(Context& context, const KvStoreKernels& kernels, KvFormat format, const HeadShape& shape) {
  const int rows = RowsOf(Runs()), width = WidthOf(shape);
  RopeTable rope(10000.0f, shape.head_dim);
  rope.EnsurePositions(kPositions);
  const std::vector<float> q_weight = RandomFloats(shape.head_dim, 1, 1.0f);
  const std::vector<float> k_weight = RandomFloats(shape.head_dim, 2, 1.0f);
  std::vector<float> qkv = RandomFloats(int64_t{rows} * width, 3, 2.0f);
  Cache cache(format, shape);
  Rig rig(context);
  cache.Upload(rig);
  const Buffer qkv_buffer = rig.Upload(qkv), q_buffer = rig.Upload(q_weight), k_buffer = rig.Upload(k_weight),
               turns = rig.Upload(std::vector<float>(rope.cos(0), rope.cos(kPositions))),
               pass = rig.Upload(PassData(Runs()));
  rig.Run([&](LaunchList& out) {
    return kernels.StoreQkv({0, rows}, {pass.get(), rows},
                            {q_buffer.get(), k_buffer.get(), kEps, turns.get(), rope.pairs()},
                            {qkv_buffer.get(), width}, cache.view(), out);
  });
  StoreScalar(shape, q_weight, k_weight, rope, qkv, cache);
  rig.Expect("store_qkv", qkv_buffer, qkv);
  cache.Expect(rig, "store_qkv");
  return rig.status();
}

absl::Status TestAttention(Context& context, const AttentionKernels& kernels, KvFormat format, const HeadShape& shape) {
  const int rows = RowsOf(Runs()), out_width = shape.heads * shape.head_dim;
  const std::vector<float> qkv = RandomFloats(int64_t{rows} * WidthOf(shape), 7, 1.5f);
  Cache cache(format, shape);
  Fill(shape, cache);
  const std::vector<float> want = AttendScalar(format, shape, qkv, cache);
  Rig rig(context);
  cache.Upload(rig);
  const Buffer qkv_buffer = rig.Upload(qkv), pass = rig.Upload(PassData(Runs()));
  const auto views = [&](const DeviceInt8& to) -> AttentionViews {
    return {{pass.get(), rows}, {qkv_buffer.get(), WidthOf(shape)}, cache.view(), to.view()};
  };

  const DeviceInt8 prefill = rig.UnwrittenInt8(rows, out_width);
  rig.Run([&](LaunchList& out) { return kernels.Prefill({0, rows}, views(prefill), out); });
  rig.ExpectQuantised("attention_prefill", prefill, want, {0, rows});

  // In one launch where the room for keys is small (the second run's rows), in two where it is large.
  const RowRange late = {Runs()[0].rows, Runs()[1].rows};
  const DeviceInt8 one = rig.UnwrittenInt8(rows, out_width);
  rig.Run([&](LaunchList& out) { return kernels.Decode(late, 1, views(one), nullptr, out); });
  rig.ExpectQuantised("attention_decode", one, want, late);

  constexpr int kMostBlocks = 1024;  // no tuning puts that into one launch
  for (int blocks = 2, launches = 0; launches != 2 && blocks <= kMostBlocks && rig.status().ok(); blocks *= 2) {
    const DeviceInt8 two = rig.UnwrittenInt8(rows, out_width);
    const Buffer partials = rig.Unwritten<uint8_t>(kernels.PartialBytes(rows, blocks));
    rig.Run([&](LaunchList& out) {
      const absl::Status status = kernels.Decode({0, rows}, blocks, views(two), partials.get(), out);
      launches = static_cast<int>(out.size());
      return status;
    });
    rig.ExpectQuantised("attention_decode", two, want, {0, rows});
  }
  return rig.status();
}

}  // namespace ferro::opencl::self_test
