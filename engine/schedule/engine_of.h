// What the engines of all kinds of models share: their parts, the device they run on, and the end of both.
#ifndef FERRO_ENGINE_SCHEDULE_ENGINE_OF_H_
#define FERRO_ENGINE_SCHEDULE_ENGINE_OF_H_

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "engine/gguf/file.h"
#include "engine/lease/device_lease.h"
#include "engine/schedule/engine_parts.h"
#include "engine/schedule/file_facts.h"
#include "engine/schedule/model_keeper.h"
#include "engine/schedule/pass/null_device.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// A base. A device that fails in mid-run ends what runs with kUnavailable; the model is then loaded again from the same
// mapping (KeeperOf says where and how often), and what was queued runs on it. Any thread may call any method.
//
// `Parts` are EngineParts, `Runner` owns the device's thread and uses the model on it (Scheduler, RunnerOf), `Options`
// have at least `backend`, `alias` and `on_serving`, and `Info` has what the constructor fills in.
template <class Parts, class Runner, class Options, class Info>
class EngineOf {
 public:
  EngineOf(const EngineOf&) = delete;
  EngineOf& operator=(const EngineOf&) = delete;

  // Device and fingerprint change when a device fails and another takes its place.
  Info info() const {
    const std::lock_guard lock(mutex_);
    return info_;
  }
  // Null where the model takes no turns with other programs; changes with the device, as info() does.
  std::shared_ptr<const DeviceLease> lease() const {
    const std::lock_guard lock(mutex_);
    return lease_;
  }
  const GgufFile& file() const { return *parts_.file; }
  const Tokenizer& tokenizer() const { return *parts_.tokenizer; }

  // Its caller gets kCancelled, within one segment of a pass. No effect on a request that has ended.
  void Cancel(int64_t id) { runner_->Cancel(id); }
  // Refuses new requests from now on; what still runs after `grace` ends with kUnavailable. Returns at once.
  void Drain(absl::Duration grace) { runner_->Drain(grace); }
  // kUnavailable: the device failed and could not be rebuilt; every request is refused.
  absl::Status Health() const { return runner_->Health(); }
  // Whether nothing is queued or running.
  bool Idle() const { return runner_->Idle(); }
  auto Stats() const { return runner_->Stats(); }

 protected:
  using Model = typename Parts::Model;

  // `variant` ends the fingerprint: what else than the device can change result bits.
  EngineOf(Parts parts, const Options& options, std::string variant = "")
      : parts_(std::move(parts)),
        options_(options),
        variant_(std::move(variant)),
        keeper_(std::move(parts_.loaded), options.backend.device, parts_.reload) {
    info_.file = FactsOf(*parts_.file);
    info_.id = options_.alias.empty() ? info_.file.stem : options_.alias;
    info_.vocabulary = parts_.tokenizer->vocab_size();
    info_.loaded_at = absl::Now();
    SetDevice();
  }
  // Whoever derives from this has stopped: the runner's thread may use members of the derived class.
  ~EngineOf() { assert(runner_ == nullptr); }

  // From here on the model belongs to the thread of `runner`.
  void Start(std::unique_ptr<Runner> runner) { runner_ = std::move(runner); }
  // Ends running requests with kUnavailable. Whoever is told of such an end may still ask this engine, so `runner_`
  // must not be null meanwhile, which reset() would make it.
  void Stop() {
    delete runner_.get();
    static_cast<void>(runner_.release());
  }

  const Parts& parts() const { return parts_; }
  const Options& options() const { return options_; }
  Runner& runner() const { return *runner_; }
  // These two are for the time before Start.
  Model& model() { return *keeper_.model(); }
  Info& new_info() { return info_; }
  std::string device() const {
    const std::lock_guard lock(mutex_);
    return info_.device;
  }
  // ModelOnDevice::beside of the model in use.
  std::string beside() const {
    const std::lock_guard lock(mutex_);
    return beside_;
  }

  // For the runner, to be called on its thread when the device failed: gives the model to go on with. Null where a
  // device that failed is used further.
  std::function<absl::StatusOr<Model*>(const absl::Status& failure)> Recovery() {
    if (!parts_.reload) return nullptr;
    return [this](const absl::Status& failure) -> absl::StatusOr<Model*> {
      if (options_.on_serving) options_.on_serving(false);
      FERRO_ASSIGN_OR_RETURN(Model* const model, keeper_.Rebuild(failure));
      SetDevice();
      if (options_.on_serving) options_.on_serving(true);
      return model;
    };
  }

 private:
  void SetDevice() {
    const std::string device = options_.backend.device == kNullDevice ? kNullDevice : keeper_.device_name();
    const std::lock_guard lock(mutex_);
    beside_ = keeper_.loaded().beside;
    lease_ = keeper_.loaded().lease;
    info_.device = device;
    info_.fingerprint = absl::StrCat("ferro-", kVersion, "-", absl::StrReplaceAll(device, {{" ", "-"}}), variant_);
  }

  Parts parts_;  // constant from then on, `loaded` moved away
  const Options options_;
  const std::string variant_;
  mutable std::mutex mutex_;
  Info info_;  // guarded by mutex_, as the next two
  std::string beside_;
  std::shared_ptr<const DeviceLease> lease_;
  KeeperOf<Model> keeper_;          // of the runner's thread, once there is one
  std::unique_ptr<Runner> runner_;  // null until Start
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_ENGINE_OF_H_
