// The flow of Generation; what it says is in generation_output.cc.
#include "router/api/generation.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/version.h"
#include "router/api/call_options.h"
#include "router/api/sse.h"
#include "router/api/usage_json.h"
#include "router/http/request_id.h"

namespace ferro::router {
namespace {

using ferro::common::v1::ModelInfo;
using ferro::lm::v1::Delta;
using ferro::lm::v1::Finished;
using ferro::lm::v1::GenerateRequest;
using ferro::lm::v1::GenerateResponse;

std::string Fingerprint(const ModelInfo& model) {
  if (absl::StartsWith(model.fingerprint(), "ferro-")) return model.fingerprint();
  return absl::StrCat("ferro-", kVersion, "-", model.fingerprint());
}

}  // namespace

Generation::Generation(ApiContext& context, std::shared_ptr<Exchange> exchange, const ReplyFormat& format,
                       std::shared_ptr<const ModelInfo> model, const DeliveryOptions& delivery)
    : context_(context),
      exchange_(std::move(exchange)),
      format_(format),
      model_(std::move(model)),
      delivery_(delivery),
      id_(absl::StrCat(format.IdPrefix(), RandomAlnum(32))),
      created_(absl::ToUnixSeconds(absl::Now())),
      fingerprint_(Fingerprint(*model_)),
      last_write_(absl::Now()),
      ping_timer_(exchange_->executor()) {}

void Generation::Start(ApiContext& context, std::shared_ptr<Exchange> exchange, const ReplyFormat& format,
                       std::shared_ptr<const ModelInfo> model, const DeliveryOptions& delivery,
                       std::vector<GenerateRequest> requests) {
  const std::shared_ptr<Generation> generation(
      new Generation(context, std::move(exchange), format, std::move(model), delivery));
  generation->Begin(std::move(requests));
}

void Generation::Begin(std::vector<GenerateRequest> requests) {
  const Request& request = exchange_->request();
  exchange_->note().model = model_->id();
  exchange_->OnCancel([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->CancelCalls();
  });
  const CallOptions options =
      OptionsOfCall(request, delivery_.stream ? absl::InfiniteDuration() : context_.options.timeout);
  choices_.resize(requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    const int index = static_cast<int>(i);
    GenerateRequest& generate = requests[i];
    generate.set_request_id(request.request_id);
    generate.set_return_tokens(delivery_.return_tokens);
    generate.set_return_progress(delivery_.return_progress);
    GenerateCallbacks callbacks;
    callbacks.on_event = [self = shared_from_this(), index](const GenerateResponse& event) {
      self->OnEvent(index, event);
    };
    callbacks.on_done = [self = shared_from_this(), index](const absl::Status& status) { self->OnDone(index, status); };
    choices_[i].call = context_.lm->Generate(std::move(generate), options, exchange_->executor(), std::move(callbacks));
  }
  const int interval_s = delivery_.ping_interval_s.value_or(context_.options.sse_ping_interval_s);
  // That SDK turns a comment into an empty event and fails on it.
  const bool takes_pings = !absl::StartsWith(HeaderOr(request.head.headers, "user-agent"), "OpenAI/Go");
  if (delivery_.stream && interval_s > 0 && takes_pings) {
    ping_interval_ = absl::Seconds(interval_s);
    ArmPing();
  }
}

void Generation::OnEvent(int index, const GenerateResponse& event) {
  Choice& choice = choices_[index];
  switch (event.event_case()) {
    case GenerateResponse::kStarted:
      choice.started = event.started();
      return choice.call->Next();
    case GenerateResponse::kProgress: {
      if (!delivery_.return_progress) return choice.call->Next();
      Json chunk = Chunk(format_.Progress(index));
      chunk["prompt_progress"] = {{"total", event.progress().total_tokens()},
                                  {"cache", event.progress().cached_tokens()},
                                  {"processed", event.progress().processed_tokens()},
                                  {"time_ms", event.progress().time_ms()}};
      return Send(index, SseEvent(chunk));
    }
    case GenerateResponse::kDelta:
      return OnDelta(index, event.delta());
    case GenerateResponse::kFinished:
      return OnFinished(index, event.finished());
    case GenerateResponse::EVENT_NOT_SET:
      // An event of a newer service.
      return choice.call->Next();
  }
}

void Generation::OnDelta(int index, const Delta& delta) {
  Choice& choice = choices_[index];
  const absl::Time now = absl::Now();
  if (choice.last_delta == absl::InfinitePast()) {
    context_.metrics->ObserveFirstToken(now - exchange_->request().arrival);
  } else {
    context_.metrics->ObserveInterToken(now - choice.last_delta);
  }
  choice.last_delta = now;
  if (!delivery_.stream) {
    choice.text.content += delta.content();
    choice.text.reasoning += delta.reasoning();
    choice.text.calls.insert(choice.text.calls.end(), delta.tool_calls().begin(), delta.tool_calls().end());
    choice.text.tokens.insert(choice.text.tokens.end(), delta.tokens().begin(), delta.tokens().end());
    return choice.call->Next();
  }
  Delta without_content;
  if (choice.called) {  // clients ignore, or stumble over, content after calls
    without_content = delta;
    without_content.clear_content();
    choice.text_after_calls |= !delta.content().empty();
  }
  const Delta& shown = choice.called ? without_content : delta;
  choice.called |= delta.tool_calls_size() > 0;
  const std::vector<Json> parts = format_.Deltas(index, shown, delivery_.return_tokens);
  if (parts.empty()) return choice.call->Next();
  std::string events = OpeningEvents(index);
  for (const Json& part : parts) {
    Json chunk = Chunk(part);
    if (delivery_.timings_per_token && delta.has_usage()) {
      chunk["timings"] = TimingsJson(delta.usage(), delta.timings(), std::nullopt);
    }
    events += SseEvent(chunk);
  }
  Send(index, std::move(events));
}

void Generation::OnFinished(int index, const Finished& finished) {
  Choice& choice = choices_[index];
  if (choice.finished) return;
  choice.finished = finished;
  ++finished_;
  context_.metrics->CountFinish(FinishName(finished.reason()));
  context_.metrics->ObservePrefill(absl::Milliseconds(finished.timings().prompt_ms()));
  context_.metrics->ObserveQueue(absl::Milliseconds(finished.timings().queue_ms()));
  const bool last = finished_ == choices_.size();
  if (last) FillNote();
  // The call's own end is read too, so that it is not cancelled.
  if (!delivery_.stream) {
    choice.call->Next();
    if (last) SendWhole();
    return;
  }
  Send(index, OpeningEvents(index) + ClosingEvents(index));
  if (!last) return;
  over_ = true;
  ping_timer_.cancel();
  exchange_->EndStream();
  // No `writable` comes any more.
  for (Choice& each : choices_) each.call->Next();
}

void Generation::OnDone(int index, const absl::Status& status) {
  if (over_ || choices_[index].finished) return;
  if (status.ok()) return Fail(ErrorOf(502, "the model service ended its answer early"));
  Fail(UpstreamError(status, choices_[index].started.has_value()));
}

void Generation::Fail(const HttpError& error) {
  over_ = true;
  ping_timer_.cancel();
  CancelCalls();
  exchange_->note().finish = "error";
  if (!streaming_) return ReplyError(*exchange_, error, ErrorShape::kOpenAi);
  exchange_->Write(SseEvent(ErrorBody(error, ErrorShape::kOpenAi)), nullptr);
  exchange_->EndStream();
}

void Generation::CancelCalls() {
  over_ = true;
  ping_timer_.cancel();
  // Cancelling drops the calls' references to this object.
  const std::shared_ptr<Generation> self = shared_from_this();
  for (Choice& choice : choices_) {
    if (choice.call) choice.call->Cancel();
  }
}

void Generation::EnsureStream() {
  if (std::exchange(streaming_, true)) return;
  exchange_->StartStream(SseHeaders());
}

void Generation::Send(int index, std::string events) {
  EnsureStream();
  last_write_ = absl::Now();
  exchange_->Write(std::move(events), [self = shared_from_this(), index] {
    if (!self->over_) self->choices_[index].call->Next();
  });
}

void Generation::ArmPing() {
  ping_timer_.expires_after(absl::ToChronoNanoseconds(last_write_ + ping_interval_ - absl::Now()));
  ping_timer_.async_wait([weak = weak_from_this()](boost::system::error_code error) {
    const auto self = weak.lock();
    if (error || !self || self->over_) return;
    if (absl::Now() >= self->last_write_ + self->ping_interval_) {
      self->EnsureStream();
      self->last_write_ = absl::Now();
      self->exchange_->Write(kSsePing, nullptr);
      self->context_.metrics->CountPing();
    }
    self->ArmPing();
  });
}

}  // namespace ferro::router
