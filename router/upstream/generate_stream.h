// One Generate call to the lm service.
#ifndef FERRO_ROUTER_UPSTREAM_GENERATE_STREAM_H_
#define FERRO_ROUTER_UPSTREAM_GENERATE_STREAM_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <mutex>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "ferro/lm/v1/lm.grpc.pb.h"
#include "router/upstream/rpc_count.h"

namespace ferro::router {

struct GenerateCallbacks {
  // Events come one by one; the next is read only after Next(), which is how a slow client slows the service.
  std::function<void(const ferro::lm::v1::GenerateResponse&)> on_event;
  // The last callback. Not called after Cancel.
  std::function<void(const absl::Status&)> on_done;
};

// Callbacks and methods run on one executor (a strand), never inside Start. Keeps itself alive until the call is over.
class GenerateStream : public std::enable_shared_from_this<GenerateStream>,
                       private grpc::ClientReadReactor<ferro::lm::v1::GenerateResponse> {
 public:
  // An infinite deadline is none. `calls` and the stub's channel outlive the call.
  static std::shared_ptr<GenerateStream> Start(ferro::lm::v1::LmService::Stub& stub,
                                               ferro::lm::v1::GenerateRequest request, absl::Time deadline,
                                               boost::asio::any_io_executor executor, GenerateCallbacks callbacks,
                                               RpcCount& calls);

  // Reads the next event; call once per event.
  void Next();
  // Frees the slot. No callback follows.
  void Cancel();

 private:
  GenerateStream(ferro::lm::v1::GenerateRequest request, boost::asio::any_io_executor executor,
                 GenerateCallbacks callbacks, RpcCount& calls)
      : request_(std::move(request)), executor_(executor), callbacks_(std::move(callbacks)), calls_(calls) {}

  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;
  void ReleaseHold();

  const ferro::lm::v1::GenerateRequest request_;
  const boost::asio::any_io_executor executor_;
  GenerateCallbacks callbacks_;  // touched on the executor only
  RpcCount& calls_;
  grpc::ClientContext context_;
  ferro::lm::v1::GenerateResponse response_;
  // Until OnDone.
  std::shared_ptr<GenerateStream> self_;

  std::mutex mutex_;
  bool reading_ = false;  // guarded by mutex_
  // A read that starts outside of a reaction needs a hold against an early OnDone.
  bool held_ = false;  // guarded by mutex_
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_GENERATE_STREAM_H_
