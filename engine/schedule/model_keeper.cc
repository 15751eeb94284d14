#include "engine/schedule/model_keeper.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/log.h"

namespace ferro {

absl::Status RebuildLimit::Begin(const std::string& device, const absl::Status& failure) {
  LogError("device_failed", {{"device", device}, {"error", failure.message()}});
  const absl::Time begin = now_();
  while (!rebuilds_.empty() && begin - rebuilds_.front() >= kWindow) rebuilds_.pop_front();
  if (rebuilds_.size() == kMaxRebuilds) {
    return absl::UnavailableError(
        absl::StrCat("the device failed ", kMaxRebuilds + 1, " times within ", absl::FormatDuration(kWindow),
                     ", the last time with: ", failure.message(), "; the service must be restarted"));
  }
  rebuilds_.push_back(begin);
  return absl::OkStatus();
}

void RebuildLimit::Succeeded(const std::string& device) {
  const double seconds = absl::ToDoubleSeconds(now_() - rebuilds_.back());
  LogInfo("device_rebuilt", {{"device", device}, {"seconds", absl::StrFormat("%.1f", seconds)}});
}

absl::Status RebuildLimit::Failed(const std::string& device, const absl::Status& failure, const absl::Status& reason) {
  LogError("device_not_rebuilt", {{"device", device}, {"error", reason.message()}});
  return absl::UnavailableError(absl::StrCat("the device failed (", failure.message(), ") and could not be rebuilt: ",
                                             reason.message(), "; the service must be restarted"));
}

void LogDeviceNotUsed(const std::string& device, const absl::Status& error) {
  LogWarning("device_not_used", {{"device", device}, {"error", error.message()}, {"next", "cpu"}});
}

}  // namespace ferro
