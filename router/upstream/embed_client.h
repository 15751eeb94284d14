// The gateway's view of one embed service.
#ifndef FERRO_ROUTER_UPSTREAM_EMBED_CLIENT_H_
#define FERRO_ROUTER_UPSTREAM_EMBED_CLIENT_H_

#include <grpcpp/channel.h>

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/embed/v1/embed.grpc.pb.h"
#include "router/upstream/call_group.h"
#include "router/upstream/call_options.h"

namespace ferro::router {

// Thread-safe. Callbacks are posted to the executor that is passed, whose context outlives the client but need not run
// when the client is closed.
class EmbedClient {
 public:
  template <class T>
  using Callback = std::function<void(absl::StatusOr<T>)>;

  explicit EmbedClient(std::shared_ptr<grpc::Channel> channel);

  // As LmClient::Close.
  void Close() { calls_.Close(); }

  // Abort of the result drops what is still queued; `done` then gets kCancelled.
  std::weak_ptr<Call> Embed(ferro::embed::v1::EmbedRequest request, const CallOptions& options,
                            boost::asio::any_io_executor executor, Callback<ferro::embed::v1::EmbedResponse> done);
  void Tokenize(ferro::embed::v1::EmbedTokenizeRequest request, const CallOptions& options,
                boost::asio::any_io_executor executor, Callback<ferro::embed::v1::EmbedTokenizeResponse> done);
  // Answers within half a second, from whatever state the service is in, or fails.
  void GetStats(const CallOptions& options, boost::asio::any_io_executor executor,
                Callback<ferro::admin::v1::Stats> done);

 private:
  const std::unique_ptr<ferro::embed::v1::EmbedService::Stub> embed_;
  const std::unique_ptr<ferro::admin::v1::AdminService::Stub> admin_;
  CallGroup calls_;  // last: its end comes before that of the stubs
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_EMBED_CLIENT_H_
