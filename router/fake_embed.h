// An embed service for tests that needs no model.
#ifndef FERRO_ROUTER_FAKE_EMBED_H_
#define FERRO_ROUTER_FAKE_EMBED_H_

#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/embed/v1/embed.grpc.pb.h"

namespace ferro::router {

// Answers at once: the vector of a text of n bytes has the direction (n, 1), that of tokens begins with the first one;
// 3 tokens an item. Or does what `script` says.
class FakeEmbed final : public ferro::embed::v1::EmbedService::Service, public ferro::admin::v1::AdminService::Service {
 public:
  using Script = std::function<grpc::Status(grpc::ServerContext&, const ferro::embed::v1::EmbedRequest&,
                                            ferro::embed::v1::EmbedResponse&)>;

  // Listens on a unix socket in a fresh folder.
  FakeEmbed();
  ~FakeEmbed() override;

  const std::string& target() const { return target_; }
  void SetScript(Script script);
  ferro::embed::v1::EmbedRequest LastRequest();
  // Ends the server at once, as a crash would.
  void Kill();

  static grpc::Status Answer(const ferro::embed::v1::EmbedRequest& request, ferro::embed::v1::EmbedResponse& response);

  std::atomic<int> calls{0};
  // Calls whose client has left before their end.
  std::atomic<int> cancelled{0};

 private:
  grpc::Status Embed(grpc::ServerContext* context, const ferro::embed::v1::EmbedRequest* request,
                     ferro::embed::v1::EmbedResponse* response) override;
  grpc::Status Tokenize(grpc::ServerContext*, const ferro::embed::v1::EmbedTokenizeRequest* request,
                        ferro::embed::v1::EmbedTokenizeResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext*, const ferro::admin::v1::GetModelRequest*,
                        ferro::common::v1::ModelInfo* model) override;
  grpc::Status GetStats(grpc::ServerContext*, const ferro::admin::v1::GetStatsRequest*,
                        ferro::admin::v1::Stats* stats) override;

  std::string folder_;
  std::string target_;
  std::mutex mutex_;
  Script script_;                                // guarded by mutex_
  ferro::embed::v1::EmbedRequest last_request_;  // guarded by mutex_
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_FAKE_EMBED_H_
