// The gateway's view of one lm service.
#ifndef FERRO_ROUTER_UPSTREAM_LM_CLIENT_H_
#define FERRO_ROUTER_UPSTREAM_LM_CLIENT_H_

#include <grpcpp/channel.h>

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "ferro/admin/v1/admin.grpc.pb.h"
#include "ferro/lm/v1/lm.grpc.pb.h"
#include "router/upstream/call_group.h"
#include "router/upstream/call_options.h"
#include "router/upstream/generate_stream.h"

namespace ferro::router {

// Thread-safe. Callbacks are posted to the executor that is passed, whose context outlives the client but need not run
// when the client is closed.
class LmClient {
 public:
  template <class T>
  using Callback = std::function<void(absl::StatusOr<T>)>;

  explicit LmClient(std::shared_ptr<grpc::Channel> channel);

  // Ends the calls under way and fails later ones with kUnavailable. When it returns, no thread of gRPC uses an
  // executor any more; callbacks may still be queued on it. The destructor closes too.
  void Close() { calls_.Close(); }

  std::shared_ptr<GenerateStream> Generate(ferro::lm::v1::GenerateRequest request, const CallOptions& options,
                                           boost::asio::any_io_executor executor, GenerateCallbacks callbacks);

  // Text work: answers within a minute, or by the deadline where that is earlier, or fails.
  void Tokenize(ferro::lm::v1::TokenizeRequest request, const CallOptions& options,
                boost::asio::any_io_executor executor, Callback<ferro::lm::v1::TokenizeResponse> done);
  void Detokenize(ferro::lm::v1::DetokenizeRequest request, const CallOptions& options,
                  boost::asio::any_io_executor executor, Callback<ferro::lm::v1::DetokenizeResponse> done);
  void ApplyTemplate(ferro::lm::v1::ApplyTemplateRequest request, const CallOptions& options,
                     boost::asio::any_io_executor executor, Callback<ferro::lm::v1::ApplyTemplateResponse> done);
  // Answers within half a second, from whatever state the service is in, or fails.
  void GetStats(const CallOptions& options, boost::asio::any_io_executor executor,
                Callback<ferro::admin::v1::Stats> done);

 private:
  const std::unique_ptr<ferro::lm::v1::LmService::Stub> lm_;
  const std::unique_ptr<ferro::admin::v1::AdminService::Stub> admin_;
  CallGroup calls_;  // last: its end comes before that of the stubs
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_LM_CLIENT_H_
