#include "engine/backend/opencl/tuning/random_buffers.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "engine/kernels/opencl/pack.h"

namespace ferro::opencl {
namespace {

constexpr int64_t kChunk = 1 << 20;  // values that are made and sent at a time

}  // namespace

// SplitMix64 (Steele, Lea, Flood 2014): a gigabyte takes a fraction of a second.
uint64_t RandomBuffers::Random() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

template <class T, class Next>
absl::StatusOr<const Buffer*> RandomBuffers::Fill(int64_t count, Next next) {
  constexpr int64_t kSize = sizeof(T);
  FERRO_ASSIGN_OR_RETURN(Buffer buffer, context_.NewBuffer(count * kSize));
  std::vector<T> values(std::min(count, kChunk));
  for (int64_t done = 0; done < count; done += kChunk) {
    const int64_t part = std::min(kChunk, count - done);
    std::generate_n(values.begin(), part, next);
    FERRO_RETURN_IF_ERROR(context_.Write(buffer, done * kSize, part * kSize, values.data()));
  }
  buffers_.push_back(std::move(buffer));
  return &buffers_.back();
}

absl::StatusOr<const Buffer*> RandomBuffers::Bytes(int64_t count) {
  return Fill<uint64_t>((count + 7) / 8, [this] { return Random(); });
}

absl::StatusOr<const Buffer*> RandomBuffers::Floats(int64_t count, float low, float high) {
  return Fill<float>(count, [=, this] { return low + (high - low) * static_cast<float>(Random() >> 40) * 0x1p-24f; });
}

absl::StatusOr<const Buffer*> RandomBuffers::Halves(int64_t count) {
  return Fill<uint16_t>(count, [this] {
    const uint64_t bits = Random();
    const uint64_t exponent = 6 + (bits >> 32) % 4;
    return static_cast<uint16_t>((bits & 0x83ff) | exponent << 10);
  });
}

absl::StatusOr<const Buffer*> RandomBuffers::Zeros(int64_t bytes) {
  FERRO_ASSIGN_OR_RETURN(Buffer buffer, context_.NewBuffer(bytes));
  FERRO_RETURN_IF_ERROR(context_.FillZero(buffer, 0, bytes));
  buffers_.push_back(std::move(buffer));
  return &buffers_.back();
}

absl::StatusOr<MatrixView> RandomBuffers::Matrix(int outputs, int inputs) {
  const int64_t padded = PaddedOutputs(outputs);
  FERRO_ASSIGN_OR_RETURN(const Buffer* values, Bytes(padded * inputs));
  FERRO_ASSIGN_OR_RETURN(const Buffer* scales, Halves(padded * (inputs / kBlock)));
  return MatrixView{values->get(), scales->get(), outputs, inputs, static_cast<int>(padded), 1};
}

absl::StatusOr<InputView> RandomBuffers::Input(int rows, int inputs) {
  FERRO_ASSIGN_OR_RETURN(const Buffer* values, Bytes(int64_t{rows} * inputs));
  FERRO_ASSIGN_OR_RETURN(const Buffer* scales, Floats(int64_t{rows} * (inputs / kBlock), 0.01f, 0.05f));
  return InputView{values->get(), scales->get(), inputs};
}

absl::StatusOr<PassView> RandomBuffers::Pass(const std::vector<PassRun>& runs) {
  struct Entry {
    cl_int word[4];
  };
  std::vector<Entry> rows, table;
  for (size_t run = 0; run < runs.size(); ++run) {
    const PassRun& r = runs[run];
    table.push_back({{static_cast<cl_int>(rows.size()), r.rows, r.position, r.slot}});
    for (int i = 0; i < r.rows; ++i) rows.push_back({{0, r.position + i, r.slot, static_cast<cl_int>(run)}});
  }
  const size_t count = rows.size();
  table.resize(2 * count);  // no logit rows
  rows.insert(rows.end(), table.begin(), table.end());
  size_t next = 0;
  FERRO_ASSIGN_OR_RETURN(const Buffer* data,
                         Fill<Entry>(static_cast<int64_t>(rows.size()), [&] { return rows[next++]; }));
  return PassView{data->get(), static_cast<int>(count)};
}

}  // namespace ferro::opencl
