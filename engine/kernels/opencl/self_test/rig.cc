#include "engine/kernels/opencl/self_test/rig.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl::self_test {
namespace {

template <class T>
bool Same(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, float>) {
    if (std::isnan(a) && std::isnan(b)) return true;
  }
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Enough digits to tell two floats apart.
template <class T>
std::string Text(T value) {
  if constexpr (!std::is_same_v<T, float>) return absl::StrCat(static_cast<int>(value));
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(value));
  return text;
}

}  // namespace

std::vector<float> RandomFloats(int64_t count, uint32_t seed, float spread) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0f, spread);
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

HostInt8 Quantised(const std::vector<float>& rows, int inputs) {
  const size_t blocks = rows.size() / kBlock;
  HostInt8 quantised = {inputs, std::vector<int8_t>(rows.size()), std::vector<float>(blocks),
                        std::vector<int32_t>(blocks)};
  for (size_t row = 0; row < rows.size() / inputs; ++row) {
    ScalarInt8().quantize_row(&rows[row * inputs], quantised.view(), static_cast<int64_t>(row));
  }
  return quantised;
}

DeviceInt8 Rig::Upload(const HostInt8& rows) {
  const int inputs = static_cast<int>(rows.inputs);
  return {Upload(rows.values), Upload(rows.scales), static_cast<int>(rows.values.size()) / inputs, inputs};
}

DeviceInt8 Rig::UnwrittenInt8(int rows, int inputs) {
  const int64_t values = int64_t{rows} * inputs;
  return {Unwritten<int8_t>(values), Unwritten<float>(values / kBlock), rows, inputs};
}

void Rig::Run(const std::function<absl::Status(LaunchList&)>& append) {
  if (!status_.ok()) return;
  LaunchList launches;
  status_ = append(launches);
  for (const Launch& launch : launches) {
    if (status_.ok()) status_ = context_.Enqueue(launch);
  }
}

Buffer Rig::UploadBytes(const void* from, int64_t bytes) {
  if (!status_.ok()) return Buffer();
  absl::StatusOr<Buffer> buffer = context_.NewBuffer(bytes);
  status_ = buffer.ok() ? context_.Write(*buffer, 0, bytes, from) : buffer.status();
  return status_.ok() ? *std::move(buffer) : Buffer();
}

std::vector<uint8_t> Rig::Download(absl::string_view kernel, const Buffer& from) {
  std::vector<uint8_t> bytes(from.bytes());
  status_ = context_.Read(from, 0, from.bytes(), bytes.data());
  if (!status_.ok()) status_ = Annotate(status_, kernel);
  return bytes;
}

template <class T>
void Rig::ExpectEach(absl::string_view kernel, const Buffer& got, const std::vector<T>& want) {
  if (!status_.ok()) return;
  const std::vector<uint8_t> bytes = Download(kernel, got);
  if (!status_.ok()) return;
  for (size_t i = 0; i < want.size(); ++i) {
    T value;
    std::memcpy(&value, &bytes[i * sizeof(T)], sizeof(T));
    if (Same(value, want[i])) continue;
    status_ = absl::InternalError(
        absl::StrCat(kernel, " gives ", Text(value), " instead of ", Text(want[i]), " (value ", i, ")"));
    return;
  }
}

void Rig::Expect(absl::string_view kernel, const Buffer& got, const std::vector<float>& want) {
  ExpectEach(kernel, got, want);
}
void Rig::Expect(absl::string_view kernel, const Buffer& got, const std::vector<int32_t>& want) {
  ExpectEach(kernel, got, want);
}
void Rig::Expect(absl::string_view kernel, const Buffer& got, const std::vector<uint8_t>& want) {
  ExpectEach(kernel, got, want);
}

void Rig::ExpectQuantised(absl::string_view kernel, const DeviceInt8& got, const std::vector<float>& want,
                          RowRange range) {
  HostInt8 host = Quantised(want, got.inputs);
  for (int row = 0; row < got.rows; ++row) {
    if (row >= range.begin && row < range.begin + range.count) continue;
    std::fill_n(&host.values[int64_t{row} * got.inputs], got.inputs, int8_t{-1});
    std::fill_n(&host.scales[row * (got.inputs / kBlock)], got.inputs / kBlock,
                std::numeric_limits<float>::quiet_NaN());
  }
  ExpectEach(kernel, got.values, host.values);
  ExpectEach(kernel, got.scales, host.scales);
}

}  // namespace ferro::opencl::self_test
