// Keeps a model on its device, and rebuilds both when the device fails.
#ifndef FERRO_ENGINE_SCHEDULE_MODEL_KEEPER_H_
#define FERRO_ENGINE_SCHEDULE_MODEL_KEEPER_H_

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/backend/backend.h"
#include "engine/models/causal_model.h"

namespace ferro {

// A model and the backend that it was loaded with, which it needs to the end.
struct LoadedModel {
  std::unique_ptr<Backend> backend;  // null where the model needs none
  std::unique_ptr<CausalModel> model;
};

// Loads the model onto the device of this name (as --device spells it) and runs a warm-up pass.
using ModelLoader = std::function<absl::StatusOr<LoadedModel>(const std::string& device)>;

// Loads onto `device`. Where that is `auto` and the device that it took cannot be used after all, onto the cpu, and
// `device` says so from then on. A damaged file (kInvalidArgument) is damaged anywhere and is not tried again.
absl::StatusOr<LoadedModel> LoadWithFallback(const ModelLoader& load, std::string& device);

// A device that fails again and again would end request after request, so rebuilding is bounded. Thread-compatible.
class ModelKeeper {
 public:
  static constexpr int kMaxRebuilds = 3;  // within kWindow
  static constexpr absl::Duration kWindow = absl::Seconds(60);

  // `loaded` came from `load` with `device`. `now` is replaced in tests.
  ModelKeeper(LoadedModel loaded, std::string device, ModelLoader load, std::function<absl::Time()> now = absl::Now);

  // Null after a Rebuild that failed.
  CausalModel* model() const { return loaded_.model.get(); }
  // Backend::name() of the device in use; `none` without one.
  std::string device_name() const;

  // After `failure`: drops the old model and its backend and loads both again on the same device; on the cpu if that
  // fails and the device was `auto`, for good. Takes as long as loading does. kUnavailable: neither works, or there
  // were kMaxRebuilds within kWindow already; there is no model any more.
  absl::StatusOr<CausalModel*> Rebuild(const absl::Status& failure);

 private:
  LoadedModel loaded_;
  std::string device_;
  const ModelLoader load_;
  const std::function<absl::Time()> now_;
  std::deque<absl::Time> rebuilds_;  // of the last kWindow
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_MODEL_KEEPER_H_
