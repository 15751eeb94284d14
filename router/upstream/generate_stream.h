// One Generate call to the lm service.
#ifndef FERRO_ROUTER_UPSTREAM_GENERATE_STREAM_H_
#define FERRO_ROUTER_UPSTREAM_GENERATE_STREAM_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/status/status.h"
#include "ferro/lm/v1/lm.grpc.pb.h"
#include "router/upstream/call_group.h"
#include "router/upstream/call_options.h"

namespace ferro::router {

struct GenerateCallbacks {
  // Events come one by one; the next is read only after Next(), which is how a slow client slows the service.
  std::function<void(const ferro::lm::v1::GenerateResponse&)> on_event;
  // The last callback. Not called after Cancel.
  std::function<void(const absl::Status&)> on_done;
};

// Callbacks and methods run on one executor (a strand), never inside Start; Abort alone may come from any thread. The
// group keeps it alive until the call is over.
class GenerateStream : public std::enable_shared_from_this<GenerateStream>,
                       public Call,
                       private grpc::ClientReadReactor<ferro::lm::v1::GenerateResponse> {
 public:
  // `calls` and the stub's channel outlive the call. A closed group ends it with kUnavailable.
  static std::shared_ptr<GenerateStream> Start(ferro::lm::v1::LmService::Stub& stub,
                                               ferro::lm::v1::GenerateRequest request, const CallOptions& options,
                                               boost::asio::any_io_executor executor, GenerateCallbacks callbacks,
                                               CallGroup& calls);

  // Reads the next event; call once per event.
  void Next();
  // Frees the slot. No callback follows.
  void Cancel();
  // Like Cancel, but on_done tells the end.
  void Abort() override;

 private:
  GenerateStream(ferro::lm::v1::GenerateRequest request, boost::asio::any_io_executor executor,
                 GenerateCallbacks callbacks, CallGroup& calls)
      : request_(std::move(request)), executor_(executor), callbacks_(std::move(callbacks)), calls_(calls) {}

  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;
  void PostDone(const absl::Status& status);
  void ReleaseHold();  // with mutex_ held

  const ferro::lm::v1::GenerateRequest request_;
  const boost::asio::any_io_executor executor_;
  GenerateCallbacks callbacks_;  // touched on the executor only
  CallGroup& calls_;
  grpc::ClientContext context_;
  ferro::lm::v1::GenerateResponse response_;

  std::mutex mutex_;
  // Guarded by mutex_.
  bool reading_ = false;  // from the start of a read until its event is handed out
  bool aborted_ = false;
  // Reads start outside of gRPC's reactions, so a hold keeps OnDone away while another may come.
  bool held_ = false;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_GENERATE_STREAM_H_
