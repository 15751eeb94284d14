// What the lm process says about itself.
#ifndef FERRO_SERVICES_LM_LM_ADMIN_H_
#define FERRO_SERVICES_LM_LM_ADMIN_H_

#include <functional>
#include <optional>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/common/admin.h"
#include "services/lm/model_host.h"

namespace ferro {

class LmAdmin final : public AdminBackend {
 public:
  // `on_drain` is told of every Drain, from any thread; `host` must outlive this.
  LmAdmin(ModelHost& host, absl::Duration default_grace, std::function<void()> on_drain)
      : host_(host), default_grace_(default_grace), on_drain_(std::move(on_drain)) {}

  absl::StatusOr<common::v1::ModelInfo> Model() override;
  absl::StatusOr<admin::v1::Plan> Plan() override;
  absl::StatusOr<admin::v1::Stats> Stats() override;
  void Drain(std::optional<absl::Duration> grace) override;

 private:
  ModelHost& host_;
  const absl::Duration default_grace_;
  const std::function<void()> on_drain_;
  const absl::Time start_ = absl::Now();
};

}  // namespace ferro

#endif  // FERRO_SERVICES_LM_LM_ADMIN_H_
