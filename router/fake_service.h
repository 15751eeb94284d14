// A service of one unary call for tests that needs no model.
#ifndef FERRO_ROUTER_FAKE_SERVICE_H_
#define FERRO_ROUTER_FAKE_SERVICE_H_

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ferro/admin/v1/admin.grpc.pb.h"

namespace ferro::router {

// `Rpcs`, a generated Service class, with its one interesting call, and AdminService. The call does what `script` says,
// or what the derived class answers without one.
template <class Rpcs, class Request, class Response>
class FakeService : public Rpcs, public ferro::admin::v1::AdminService::Service {
 public:
  using Script = std::function<grpc::Status(grpc::ServerContext&, const Request&, Response&)>;

  ~FakeService() override {
    Kill();
    unlink((folder_ + kSocket).c_str());
    rmdir(folder_.c_str());
  }

  const std::string& target() const { return target_; }
  void SetScript(Script script) {
    const std::lock_guard lock(mutex_);
    script_ = std::move(script);
  }
  Request LastRequest() {
    const std::lock_guard lock(mutex_);
    return last_request_;
  }
  // Ends the server at once, as a crash would.
  void Kill() {
    if (server_) server_->Shutdown(std::chrono::system_clock::now());
    server_.reset();
  }

  std::atomic<int> calls{0};
  // Calls whose client has left before their end.
  std::atomic<int> cancelled{0};

 protected:
  // Listens on a unix socket in a fresh folder. The derived class calls it when it can answer.
  void Listen() {
    // Not in TEST_TMPDIR: socket paths end at 107 bytes.
    char folder[] = "/tmp/ferro-gw-XXXXXX";
    folder_ = mkdtemp(folder);
    target_ = absl::StrCat("unix:", folder_, kSocket);
    grpc::EnableDefaultHealthCheckService(true);
    grpc::ServerBuilder builder;
    builder.AddListeningPort(target_, grpc::InsecureServerCredentials());
    builder.RegisterService(static_cast<Rpcs*>(this));
    builder.RegisterService(static_cast<ferro::admin::v1::AdminService::Service*>(this));
    server_ = builder.BuildAndStart();
  }

  // One call. `answer` is for where there is no script.
  grpc::Status Run(grpc::ServerContext* context, const Request& request, Response& response,
                   grpc::Status (*answer)(const Request&, Response&)) {
    ++calls;
    Script script;
    {
      const std::lock_guard lock(mutex_);
      last_request_ = request;
      script = script_;
    }
    if (!script) return answer(request, response);
    const grpc::Status status = script(*context, request, response);
    if (context->IsCancelled()) ++cancelled;
    return status;
  }

 private:
  static constexpr char kSocket[] = "/service";

  std::string folder_;
  std::string target_;
  std::mutex mutex_;
  Script script_;         // guarded by mutex_
  Request last_request_;  // guarded by mutex_
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_SERVICE_H_
