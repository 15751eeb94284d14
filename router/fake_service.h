// A service for tests that needs no model.
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
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "ferro/admin/v1/admin.grpc.pb.h"

namespace ferro::router {

// `Rpcs`, a generated Service class, with its one interesting call, and AdminService. The call does what `script` says,
// or what the derived class answers without one; `Reply` is what it writes to, a response or a stream of them.
template <class Rpcs, class Request, class Reply>
class FakeService : public Rpcs, public ferro::admin::v1::AdminService::Service {
 public:
  using Script = std::function<grpc::Status(grpc::ServerContext&, const Request&, Reply&)>;

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
  // gRPC metadata of the last call of `method` that was noted; empty = none.
  std::map<std::string, std::string> LastMetadata(const std::string& method) {
    const std::lock_guard lock(mutex_);
    return metadata_[method];
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

  void NoteMetadata(const std::string& method, const grpc::ServerContext& context) {
    std::map<std::string, std::string> metadata;
    for (const auto& [name, value] : context.client_metadata()) {
      metadata.emplace(std::string(name.data(), name.size()), std::string(value.data(), value.size()));
    }
    const std::lock_guard lock(mutex_);
    metadata_[method] = std::move(metadata);
  }

  // One call. `answer` is for where there is no script.
  grpc::Status Run(grpc::ServerContext* context, const Request& request, Reply& reply,
                   grpc::Status (*answer)(const Request&, Reply&)) {
    ++calls;
    Script script;
    {
      const std::lock_guard lock(mutex_);
      last_request_ = request;
      script = script_;
    }
    if (!script) return answer(request, reply);
    const grpc::Status status = script(*context, request, reply);
    if (status.error_code() == grpc::StatusCode::CANCELLED || context->IsCancelled()) ++cancelled;
    return status;
  }

  grpc::Status GetStats(grpc::ServerContext*, const ferro::admin::v1::GetStatsRequest*,
                        ferro::admin::v1::Stats* stats) override {
    stats->set_queue_length(2);
    stats->set_queue_depth(256);
    stats->set_prompt_tokens(70);
    stats->set_steps(3);
    stats->set_resident_bytes(500);
    return grpc::Status::OK;
  }

 private:
  static constexpr char kSocket[] = "/service";

  std::string folder_;
  std::string target_;
  std::mutex mutex_;
  Script script_;                                                       // guarded by mutex_
  Request last_request_;                                                // guarded by mutex_
  std::map<std::string, std::map<std::string, std::string>> metadata_;  // by method; guarded by mutex_
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_SERVICE_H_
