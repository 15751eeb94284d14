// Keeps a model on its device, and rebuilds both when the device fails.
#ifndef FERRO_ENGINE_SCHEDULE_MODEL_KEEPER_H_
#define FERRO_ENGINE_SCHEDULE_MODEL_KEEPER_H_

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/backend/backend.h"
#include "engine/lease/device_lease.h"
#include "engine/models/causal_model.h"

namespace ferro {

// A model and the backend that it was loaded with, which it needs to the end.
template <class Model>
struct ModelOnDevice {
  std::unique_ptr<Backend> backend;  // null where the model needs none
  std::unique_ptr<Model> model;
  std::string beside = {};                  // what else it computes on, for the device's name; mostly nothing
  std::shared_ptr<DeviceLease> lease = {};  // that it takes its turns with; null: it takes none

  // Backend::name(), and what is beside it; `none` without one.
  std::string device_name() const {
    if (backend == nullptr) return "none";
    return beside.empty() ? backend->name() : absl::StrCat(backend->name(), " + ", beside);
  }
};

// Loads the model onto the device of this name (as --device spells it) and runs a warm-up pass.
template <class Model>
using LoaderOf = std::function<absl::StatusOr<ModelOnDevice<Model>>(const std::string& device)>;

// How often a device that fails may be rebuilt, and what is logged about it. Thread-compatible.
class RebuildLimit {
 public:
  static constexpr int kMaxRebuilds = 3;  // within kWindow
  static constexpr absl::Duration kWindow = absl::Seconds(60);

  explicit RebuildLimit(std::function<absl::Time()> now) : now_(std::move(now)) {}

  // Counts one more rebuild. kUnavailable: there were kMaxRebuilds within kWindow already.
  absl::Status Begin(const std::string& device, const absl::Status& failure);
  void Succeeded(const std::string& device);
  // What to tell of a rebuild that ended with `reason`: kUnavailable.
  absl::Status Failed(const std::string& device, const absl::Status& failure, const absl::Status& reason);

 private:
  const std::function<absl::Time()> now_;
  std::deque<absl::Time> rebuilds_;  // of the last kWindow
};

void LogDeviceNotUsed(const std::string& device, const absl::Status& error);

// Loads onto `device`. Where that is `auto` and the device that it took cannot be used after all, onto the cpu, and
// `device` says so from then on. A damaged file (kInvalidArgument) is damaged anywhere and is not tried again.
template <class Model>
absl::StatusOr<ModelOnDevice<Model>> LoadWithFallback(const LoaderOf<Model>& load, std::string& device) {
  absl::StatusOr<ModelOnDevice<Model>> loaded = load(device);
  if (loaded.ok() || device != "auto" || absl::IsInvalidArgument(loaded.status())) return loaded;
  LogDeviceNotUsed(device, loaded.status());
  device = "cpu";
  return load(device);
}

// A device that fails again and again would end request after request, so rebuilding is bounded. Thread-compatible.
template <class Model>
class KeeperOf {
 public:
  static constexpr int kMaxRebuilds = RebuildLimit::kMaxRebuilds;
  static constexpr absl::Duration kWindow = RebuildLimit::kWindow;

  // `loaded` came from `load` with `device`. `now` is replaced in tests.
  KeeperOf(ModelOnDevice<Model> loaded, std::string device, LoaderOf<Model> load,
           std::function<absl::Time()> now = absl::Now)
      : loaded_(std::move(loaded)), device_(std::move(device)), load_(std::move(load)), limit_(std::move(now)) {}

  // Null after a Rebuild that failed.
  Model* model() const { return loaded_.model.get(); }
  // What is in use.
  const ModelOnDevice<Model>& loaded() const { return loaded_; }
  std::string device_name() const { return loaded_.device_name(); }

  // After `failure`: drops the old model and its backend and loads both again on the same device; on the cpu if that
  // fails and the device was `auto`, for good. Takes as long as loading does. kUnavailable: neither works, or there
  // were kMaxRebuilds within kWindow already; there is no model any more.
  absl::StatusOr<Model*> Rebuild(const absl::Status& failure) {
    const absl::Status allowed = limit_.Begin(device_name(), failure);
    // Before anything is loaded again: both do not fit at once.
    loaded_.model.reset();
    loaded_.backend.reset();
    if (!allowed.ok()) return allowed;
    absl::StatusOr<ModelOnDevice<Model>> loaded = LoadWithFallback(load_, device_);
    if (!loaded.ok()) return limit_.Failed(device_, failure, loaded.status());
    loaded_ = *std::move(loaded);
    limit_.Succeeded(device_name());
    return loaded_.model.get();
  }

 private:
  ModelOnDevice<Model> loaded_;
  std::string device_;
  const LoaderOf<Model> load_;
  RebuildLimit limit_;
};

// Of language models.
using LoadedModel = ModelOnDevice<CausalModel>;
using ModelLoader = LoaderOf<CausalModel>;
using ModelKeeper = KeeperOf<CausalModel>;

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_MODEL_KEEPER_H_
