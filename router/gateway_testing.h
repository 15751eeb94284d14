// A gateway under test: a scripted lm service behind it, raw sockets in front of it.
#ifndef FERRO_ROUTER_GATEWAY_TESTING_H_
#define FERRO_ROUTER_GATEWAY_TESTING_H_

#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/lm/v1/lm.grpc.pb.h"
#include "router/app.h"

namespace ferro::router {

// An lm service that answers `Hello` in two deltas, or whatever `generate` does.
class FakeLm final : public ferro::lm::v1::LmService::Service, public ferro::admin::v1::AdminService::Service {
 public:
  using Writer = grpc::ServerWriter<ferro::lm::v1::GenerateResponse>;
  using Script = std::function<grpc::Status(grpc::ServerContext&, const ferro::lm::v1::GenerateRequest&, Writer&)>;

  // Listens on a unix socket in a fresh folder.
  FakeLm();
  ~FakeLm() override;

  const std::string& target() const { return target_; }
  void SetScript(Script script);
  ferro::lm::v1::GenerateRequest LastRequest();
  // gRPC metadata of the last call of `method`; empty = never called, or none.
  std::map<std::string, std::string> LastMetadata(const std::string& method);
  // Ends the server at once, as a crash would.
  void Kill();

  // Parts of scripts.
  static void SendStarted(Writer& writer);
  static bool SendText(Writer& writer, const std::string& text);
  static void SendFinished(Writer& writer);

  // Calls whose client has left before their end.
  std::atomic<int> cancelled{0};
  std::atomic<int> calls{0};

 private:
  grpc::Status Generate(grpc::ServerContext* context, const ferro::lm::v1::GenerateRequest* request,
                        Writer* writer) override;
  grpc::Status Tokenize(grpc::ServerContext* context, const ferro::lm::v1::TokenizeRequest* request,
                        ferro::lm::v1::TokenizeResponse* response) override;
  grpc::Status Detokenize(grpc::ServerContext* context, const ferro::lm::v1::DetokenizeRequest* request,
                          ferro::lm::v1::DetokenizeResponse* response) override;
  grpc::Status ApplyTemplate(grpc::ServerContext* context, const ferro::lm::v1::ApplyTemplateRequest* request,
                             ferro::lm::v1::ApplyTemplateResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext* context, const ferro::admin::v1::GetModelRequest*,
                        ferro::common::v1::ModelInfo* model) override;
  grpc::Status GetStats(grpc::ServerContext* context, const ferro::admin::v1::GetStatsRequest*,
                        ferro::admin::v1::Stats* stats) override;

  void Note(const std::string& method, const grpc::ServerContext& context);

  std::string folder_;
  std::string target_;
  std::mutex mutex_;
  Script script_;                                                       // guarded by mutex_
  ferro::lm::v1::GenerateRequest last_request_;                         // guarded by mutex_
  std::map<std::string, std::map<std::string, std::string>> metadata_;  // by method; guarded by mutex_
  std::unique_ptr<grpc::Server> server_;
};

// A gateway on a free port. With a target, the constructor waits until its service is ready.
class TestGateway {
 public:
  explicit TestGateway(GatewayFlags flags);

  int port() const { return app_->port(); }
  App& app() { return *app_; }

 private:
  std::unique_ptr<App> app_;
};

// One blocking connection. Reads give up after ten seconds, which fails the test that expected more.
class RawClient {
 public:
  explicit RawClient(int port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  void Send(const std::string& bytes);
  // Ends the sending direction.
  void HalfClose();
  void Close();
  // Drops the connection with a reset instead of an orderly end.
  void Reset();
  // Everything up to the end of the connection.
  std::string ReadAll();
  // At least until `mark` has been seen.
  std::string ReadUntil(const std::string& mark);
  // One response: head, and a body of Content-Length or chunks.
  std::string ReadResponse();

 private:
  bool ReadMore();

  int fd_ = -1;
  std::string buffer_;
};

// POST with a JSON body and Content-Length.
std::string Post(const std::string& path, const std::string& body, const std::string& headers = "");
std::string Get(const std::string& path, const std::string& headers = "");
int StatusOf(const std::string& response);
std::string BodyOf(const std::string& response);
// Whether `condition` became true within five seconds.
bool Eventually(const std::function<bool()>& condition);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_GATEWAY_TESTING_H_
