// A decide service for tests that needs no model.
#ifndef FERRO_ROUTER_FAKE_DECIDE_H_
#define FERRO_ROUTER_FAKE_DECIDE_H_

#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/decide/v1/decide.grpc.pb.h"

namespace ferro::router {

// Answers at once: the first option or level with certainty, 0.25 to yes or no, 7 tokens a question. Or does what
// `script` says.
class FakeDecide final : public ferro::decide::v1::DecideService::Service,
                         public ferro::admin::v1::AdminService::Service {
 public:
  using Script = std::function<grpc::Status(grpc::ServerContext&, const ferro::decide::v1::DecideRequest&,
                                            ferro::decide::v1::DecideResponse&)>;

  // Listens on a unix socket in a fresh folder.
  FakeDecide();
  ~FakeDecide() override;

  const std::string& target() const { return target_; }
  void SetScript(Script script);
  ferro::decide::v1::DecideRequest LastRequest();
  // Ends the server at once, as a crash would.
  void Kill();

  static grpc::Status Answer(const ferro::decide::v1::DecideRequest& request,
                             ferro::decide::v1::DecideResponse& response);

  std::atomic<int> calls{0};
  // Calls whose client has left before their end.
  std::atomic<int> cancelled{0};

 private:
  grpc::Status Decide(grpc::ServerContext* context, const ferro::decide::v1::DecideRequest* request,
                      ferro::decide::v1::DecideResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                        ferro::common::v1::ModelInfo* model) override;
  grpc::Status GetStats(grpc::ServerContext*, const ferro::admin::v1::GetStatsRequest*,
                        ferro::admin::v1::Stats* stats) override;

  std::string folder_;
  std::string target_;
  std::mutex mutex_;
  Script script_;                                  // guarded by mutex_
  ferro::decide::v1::DecideRequest last_request_;  // guarded by mutex_
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_DECIDE_H_
