// AdminService over an interface without gRPC.
#ifndef FERRO_SERVICES_COMMON_ADMIN_H_
#define FERRO_SERVICES_COMMON_ADMIN_H_

#include <optional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/common/v1/common.pb.h"

namespace ferro {

// What one service process can say about itself. Thread-safe; no method waits for the device.
class AdminBackend {
 public:
  virtual ~AdminBackend() = default;
  // kUnavailable while the model loads; so does Plan until the file's header is read.
  virtual absl::StatusOr<common::v1::ModelInfo> Model() = 0;
  virtual absl::StatusOr<admin::v1::Plan> Plan() = 0;
  virtual absl::StatusOr<admin::v1::Stats> Stats() = 0;
  // `grace` absent: the server's own.
  virtual void Drain(std::optional<absl::Duration> grace) = 0;
};

class AdminService final : public admin::v1::AdminService::CallbackService {
 public:
  // `backend` must outlive the service.
  explicit AdminService(AdminBackend& backend) : backend_(backend) {}

  grpc::ServerUnaryReactor* GetModel(grpc::CallbackServerContext* context, const admin::v1::GetModelRequest* request,
                                     common::v1::ModelInfo* response) override;
  grpc::ServerUnaryReactor* GetPlan(grpc::CallbackServerContext* context, const admin::v1::GetPlanRequest* request,
                                    admin::v1::Plan* response) override;
  grpc::ServerUnaryReactor* GetStats(grpc::CallbackServerContext* context, const admin::v1::GetStatsRequest* request,
                                     admin::v1::Stats* response) override;
  grpc::ServerUnaryReactor* Drain(grpc::CallbackServerContext* context, const admin::v1::DrainRequest* request,
                                  admin::v1::DrainResponse* response) override;

 private:
  AdminBackend& backend_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_ADMIN_H_
