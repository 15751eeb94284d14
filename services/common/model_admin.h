// AdminBackend of a process with one model in a ModelHostOf; each kind of model adds its own words.
#ifndef FERRO_SERVICES_COMMON_MODEL_ADMIN_H_
#define FERRO_SERVICES_COMMON_MODEL_ADMIN_H_

#include <functional>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/process_memory.h"
#include "base/status_macros.h"
#include "services/common/admin.h"
#include "services/common/model_host.h"

namespace ferro {

// Thread-safe, as the methods of a derived class must be.
template <class Served, class Memory>
class ModelAdmin : public AdminBackend {
 public:
  // `on_drain` is told of every Drain, from any thread; `host` must outlive this.
  ModelAdmin(ModelHostOf<Served, Memory>& host, absl::Duration default_grace, std::function<void()> on_drain)
      : host_(host), default_grace_(default_grace), on_drain_(std::move(on_drain)) {}

  absl::StatusOr<common::v1::ModelInfo> Model() final {
    FERRO_ASSIGN_OR_RETURN(const Served* model, host_.GetModel());
    return InfoOf(*model);
  }

  absl::StatusOr<admin::v1::Plan> Plan() final {
    FERRO_ASSIGN_OR_RETURN(const Memory memory, host_.GetMemory());
    return PlanOf(memory);
  }

  absl::StatusOr<admin::v1::Stats> Stats() final {
    FERRO_ASSIGN_OR_RETURN(const Served* model, host_.GetModel());
    admin::v1::Stats stats = StatsOf(*model);
    stats.set_uptime_s(absl::ToDoubleSeconds(absl::Now() - start_));
    stats.set_resident_bytes(ResidentBytes());
    stats.set_memory_limit_bytes(MemoryLimitBytes());
    return stats;
  }

  void Drain(std::optional<absl::Duration> grace) final {
    host_.Drain(grace.value_or(default_grace_));
    on_drain_();
  }

 private:
  virtual common::v1::ModelInfo InfoOf(const Served& model) const = 0;
  virtual admin::v1::Plan PlanOf(const Memory& memory) const = 0;
  // Without what belongs to the process: uptime_s, resident_bytes, memory_limit_bytes.
  virtual admin::v1::Stats StatsOf(const Served& model) const = 0;

  ModelHostOf<Served, Memory>& host_;
  const absl::Duration default_grace_;
  const std::function<void()> on_drain_;
  const absl::Time start_ = absl::Now();
};

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_MODEL_ADMIN_H_
