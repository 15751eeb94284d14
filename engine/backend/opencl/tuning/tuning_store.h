// The kernel shapes that `ferro tune` measured, on disk: docs/formats.md has the layout.
//
// One file a kind of device. It says for which driver and kernels it was measured, and counts for no others. Nothing in
// it changes a result, so whoever can write it can at worst make the device slow; what is torn, stale or no tuning is
// ignored. Files appear whole, by rename, which makes the store safe between processes.
#ifndef FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNING_STORE_H_
#define FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNING_STORE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/backend/opencl/kernel_set.h"
#include "engine/opencl/device.h"

namespace ferro::opencl {

// What a group of kernels gained, for people.
struct TuningGain {
  std::string what;       // "prefill products"
  double default_ms = 0;  // of a pass
  double tuned_ms = 0;
};

struct StoredTuning {
  KernelTuning tuning;
  std::string model;     // whose shapes were measured
  std::string measured;  // when, "2026-11-30T09:12:44Z"
  std::vector<TuningGain> gains;
};

// Whether the kernels have such shapes on that device. kInvalidArgument: which they lack. Compiles nothing.
absl::Status CheckKernelTuning(const KernelTuning& tuning, const Device& device);

class TuningStore {
 public:
  static constexpr int kMaxFiles = 32;
  static constexpr int kMaxFileBytes = 64 << 10;

  // $XDG_CACHE_HOME/ferro/tuning, by default under ~/.cache. Empty: neither variable is set, so there is no store.
  static std::string DefaultFolder();

  // The folder is made when the first tuning is saved.
  explicit TuningStore(std::string folder);

  // kNotFound: nothing is stored. Else the message says why what is there does not count and what to do:
  // kFailedPrecondition: it is for another driver or other kernels; kDataLoss: it is no tuning; kInvalidArgument: the
  // kernels refuse it.
  absl::StatusOr<StoredTuning> Load(const Device& device, DotPath dot) const;

  // Replaces what is stored for the device; of more than kMaxFiles devices the one whose file is oldest is dropped. An
  // error (no space, a folder that cannot be written) leaves what was stored.
  absl::Status Save(const Device& device, DotPath dot, const StoredTuning& stored) const;

  // Whether there was something to remove.
  absl::StatusOr<bool> Remove(const Device& device) const;

  // The file of a device, there or not.
  std::string Path(const Device& device) const;

 private:
  void DropOldest() const;

  const std::string folder_;
};

// What is stored for the device, or KernelTuningFor. Logs one line where something is stored: that it is used, or why
// not.
KernelTuning StoredOrDefaultTuning(const Device& device, DotPath dot);

// What is stored for the device, in a line for people: what gained how much, "none", or why it is ignored.
std::string StoredTuningText(const absl::StatusOr<StoredTuning>& stored);

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_BACKEND_OPENCL_TUNING_TUNING_STORE_H_
