// What the decide process says about itself.
#ifndef FERRO_SERVICES_DECIDE_DECIDE_ADMIN_H_
#define FERRO_SERVICES_DECIDE_DECIDE_ADMIN_H_

#include <functional>
#include <optional>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/common/admin.h"
#include "services/decide/decision_host.h"

namespace ferro {

class DecideAdmin final : public AdminBackend {
 public:
  // `on_drain` is told of every Drain, from any thread; `host` must outlive this.
  DecideAdmin(DecisionHost& host, absl::Duration default_grace, std::function<void()> on_drain)
      : host_(host), default_grace_(default_grace), on_drain_(std::move(on_drain)) {}

  absl::StatusOr<common::v1::ModelInfo> Model() override;
  absl::StatusOr<admin::v1::Plan> Plan() override;
  absl::StatusOr<admin::v1::Stats> Stats() override;
  void Drain(std::optional<absl::Duration> grace) override;

 private:
  DecisionHost& host_;
  const absl::Duration default_grace_;
  const std::function<void()> on_drain_;
  const absl::Time start_ = absl::Now();
};

}  // namespace ferro

#endif  // FERRO_SERVICES_DECIDE_DECIDE_ADMIN_H_
