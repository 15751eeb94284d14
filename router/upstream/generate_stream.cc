#include "router/upstream/generate_stream.h"

#include <boost/asio/post.hpp>
#include <utility>

#include "router/upstream/status.h"

namespace ferro::router {

using ferro::lm::v1::GenerateRequest;
using ferro::lm::v1::LmService;

std::shared_ptr<GenerateStream> GenerateStream::Start(LmService::Stub& stub, GenerateRequest request,
                                                      const CallOptions& options, boost::asio::any_io_executor executor,
                                                      GenerateCallbacks callbacks, CallGroup& calls) {
  std::shared_ptr<GenerateStream> stream(new GenerateStream(std::move(request), executor, std::move(callbacks), calls));
  options.Apply(stream->context_);
  if (!calls.Begin(stream)) {
    stream->PostDone(ClientClosed());
    return stream;
  }
  stub.async()->Generate(&stream->context_, &stream->request_, stream.get());
  {
    const std::lock_guard lock(stream->mutex_);
    stream->reading_ = true;
    if (!stream->aborted_) {
      stream->held_ = true;
      stream->AddHold();
    }
    stream->StartRead(&stream->response_);
  }
  stream->StartCall();
  return stream;
}

void GenerateStream::Next() {
  const std::lock_guard lock(mutex_);
  if (!held_ || reading_) return;
  reading_ = true;
  StartRead(&response_);
}

void GenerateStream::Cancel() {
  callbacks_ = GenerateCallbacks();
  Abort();
}

void GenerateStream::Abort() {
  context_.TryCancel();
  const std::lock_guard lock(mutex_);
  aborted_ = true;
  ReleaseHold();
}

void GenerateStream::ReleaseHold() {
  if (std::exchange(held_, false)) RemoveHold();
}

void GenerateStream::OnReadDone(bool ok) {
  if (!ok) {
    const std::lock_guard lock(mutex_);
    ReleaseHold();
    return;
  }
  boost::asio::post(executor_, [self = shared_from_this()] {
    // Read again only after the event is used, so `response_` is ours until then.
    {
      const std::lock_guard lock(self->mutex_);
      self->reading_ = false;
    }
    // By copy: the callback may cancel, which clears the members.
    const auto on_event = self->callbacks_.on_event;
    if (on_event) on_event(self->response_);
  });
}

void GenerateStream::OnDone(const grpc::Status& status) {
  PostDone(FromGrpc(status));
  calls_.End(this);
}

void GenerateStream::PostDone(const absl::Status& status) {
  boost::asio::post(executor_, [self = shared_from_this(), status] {
    const auto on_done = self->callbacks_.on_done;
    self->callbacks_ = GenerateCallbacks();
    if (on_done) on_done(status);
  });
}

}  // namespace ferro::router
