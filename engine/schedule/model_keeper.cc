#include "engine/schedule/model_keeper.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/log.h"

namespace ferro {

absl::StatusOr<LoadedModel> LoadWithFallback(const ModelLoader& load, std::string& device) {
  absl::StatusOr<LoadedModel> loaded = load(device);
  if (loaded.ok() || device != "auto" || absl::IsInvalidArgument(loaded.status())) return loaded;
  LogWarning("device_not_used", {{"device", device}, {"error", loaded.status().message()}, {"next", "cpu"}});
  device = "cpu";
  return load(device);
}

ModelKeeper::ModelKeeper(LoadedModel loaded, std::string device, ModelLoader load, std::function<absl::Time()> now)
    : loaded_(std::move(loaded)), device_(std::move(device)), load_(std::move(load)), now_(std::move(now)) {}

std::string ModelKeeper::device_name() const { return loaded_.backend == nullptr ? "none" : loaded_.backend->name(); }

absl::StatusOr<CausalModel*> ModelKeeper::Rebuild(const absl::Status& failure) {
  LogError("device_failed", {{"device", device_name()}, {"error", failure.message()}});
  // Before anything is loaded again: both do not fit at once.
  loaded_.model.reset();
  loaded_.backend.reset();

  const absl::Time begin = now_();
  while (!rebuilds_.empty() && begin - rebuilds_.front() >= kWindow) rebuilds_.pop_front();
  if (rebuilds_.size() == kMaxRebuilds) {
    return absl::UnavailableError(
        absl::StrCat("the device failed ", kMaxRebuilds + 1, " times within ", absl::FormatDuration(kWindow),
                     ", the last time with: ", failure.message(), "; the service must be restarted"));
  }
  rebuilds_.push_back(begin);

  absl::StatusOr<LoadedModel> loaded = LoadWithFallback(load_, device_);
  if (!loaded.ok()) {
    LogError("device_not_rebuilt", {{"device", device_}, {"error", loaded.status().message()}});
    return absl::UnavailableError(absl::StrCat("the device failed (", failure.message(), ") and could not be rebuilt: ",
                                               loaded.status().message(), "; the service must be restarted"));
  }
  loaded_ = *std::move(loaded);
  LogInfo("device_rebuilt",
          {{"device", device_name()}, {"seconds", absl::StrFormat("%.1f", absl::ToDoubleSeconds(now_() - begin))}});
  return loaded_.model.get();
}

}  // namespace ferro
