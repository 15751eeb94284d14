#include "router/app.h"

#include <chrono>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "router/upstream/channel.h"

namespace ferro::router {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds kDrainPoll(20);
// For answers that are complete but not yet read by their clients.
constexpr absl::Duration kFlushGrace = absl::Seconds(3);

bool IsLoopback(const std::string& host) {
  return absl::StartsWith(host, "unix:") || absl::StartsWith(host, "127.") || host == "localhost" || host == "::1";
}

}  // namespace

App::App(const GatewayFlags& flags)
    : flags_(flags),
      io_(flags.event_threads),
      work_(asio::make_work_guard(io_)),
      strand_(asio::make_strand(io_)),
      drain_timer_(strand_),
      stopped_future_(stopped_.get_future().share()) {
  context_.options = flags.api;
  context_.metrics = &metrics_;
  context_.start = absl::Now();
}

absl::StatusOr<std::unique_ptr<App>> App::Create(const GatewayFlags& flags,
                                                 std::function<void(const std::string&)> ready) {
  std::unique_ptr<App> app(new App(flags));
  FERRO_RETURN_IF_ERROR(app->Start(std::move(ready)));
  return app;
}

absl::Status App::Start(std::function<void(const std::string&)> ready) {
  FERRO_ASSIGN_OR_RETURN(keys_, ApiKeys::Create(flags_.api_keys, flags_.api_key_file, IsRoute));
  if (keys_->empty() && !IsLoopback(flags_.host)) {
    LogWarning("open_to_the_network", {{"host", flags_.host}, {"remedy", "set --api-key"}});
  }
  ready_ = std::move(ready);
  gateway_ = std::make_unique<Gateway>(context_, *keys_, flags_.gateway);
  FERRO_ASSIGN_OR_RETURN(server_, Server::Listen(io_, flags_.host, flags_.port, flags_.limits, *gateway_));
  context_.connections = [this] { return server_->state()->connections(); };
  const int64_t message_bytes = static_cast<int64_t>(flags_.limits.body) + (1 << 20);
  if (!flags_.lm_target.empty()) {
    const auto channel = MakeChannel(flags_.lm_target, message_bytes);
    lm_ = std::make_unique<LmClient>(channel);
    lm_tracker_ = std::make_unique<ServiceTracker>(io_, channel, "lm", [this] { OnServiceChange(); });
    context_.lm = lm_.get();
    context_.lm_tracker = lm_tracker_.get();
  }
  if (!flags_.decide_target.empty()) {
    const auto channel = MakeChannel(flags_.decide_target, message_bytes);
    decide_ = std::make_unique<DecideClient>(channel);
    decide_tracker_ = std::make_unique<ServiceTracker>(io_, channel, "decide", [this] { OnServiceChange(); });
    context_.decide = decide_.get();
    context_.decide_tracker = decide_tracker_.get();
  }
  if (!flags_.embed_target.empty()) {
    const auto channel = MakeChannel(flags_.embed_target, message_bytes);
    embed_ = std::make_unique<EmbedClient>(channel);
    embed_tracker_ = std::make_unique<ServiceTracker>(io_, channel, "embed", [this] { OnServiceChange(); });
    context_.embed = embed_.get();
    context_.embed_tracker = embed_tracker_.get();
  }
  for (int i = 0; i < flags_.event_threads; ++i) threads_.emplace_back([this] { io_.run(); });
  LogInfo("listening", {{"host", flags_.host}, {"port", server_->port()}});
  server_->Start();
  for (ServiceTracker* tracker : {lm_tracker_.get(), decide_tracker_.get(), embed_tracker_.get()}) {
    if (tracker != nullptr) tracker->Start();
  }
  OnServiceChange();
  return absl::OkStatus();
}

App::~App() {
  if (!threads_.empty()) {
    Drain();
    Drain();
    Wait();
  }
  // No thread of gRPC may hold an executor when the io_context goes. The objects stay for handlers that still run.
  for (ServiceTracker* tracker : {lm_tracker_.get(), decide_tracker_.get(), embed_tracker_.get()}) {
    if (tracker != nullptr) tracker->Stop();
  }
  if (lm_) lm_->Close();
  if (decide_) decide_->Close();
  if (embed_) embed_->Close();
  work_.reset();
  io_.stop();
  for (std::thread& thread : threads_) thread.join();
}

std::string App::Url() const {
  if (absl::StartsWith(flags_.host, "unix:")) return flags_.host;
  std::string host = flags_.host;
  if (host == "0.0.0.0" || host == "::") host = "127.0.0.1";
  if (absl::StrContains(host, ":")) host = absl::StrCat("[", host, "]");
  return absl::StrCat("http://", host, ":", port());
}

void App::OnServiceChange() {
  for (const ServiceTracker* tracker : {lm_tracker_.get(), decide_tracker_.get(), embed_tracker_.get()}) {
    if (tracker != nullptr && !tracker->Get().ready()) return;
  }
  std::function<void(const std::string&)> ready;
  {
    const std::lock_guard lock(ready_mutex_);
    ready.swap(ready_);
  }
  if (ready) ready(Url());
}

void App::Drain() {
  asio::post(strand_, [this] {
    if (finished_) return;
    if (context_.draining.exchange(true)) {
      if (!closing_) drain_deadline_ = absl::InfinitePast();
    } else {
      LogInfo("draining", {{"active", server_->state()->active_requests.load()}});
      drain_deadline_ = absl::Now() + flags_.drain;
      server_->state()->draining = true;
      server_->StopAccepting();
    }
    PollDrain();
  });
}

void App::PollDrain() {
  if (finished_) return;
  if (!closing_ && (server_->state()->active_requests == 0 || absl::Now() >= drain_deadline_)) {
    closing_ = true;
    drain_deadline_ = absl::Now() + kFlushGrace;
    server_->CloseAll();
  }
  if (closing_ && (server_->state()->connections() == 0 || absl::Now() >= drain_deadline_)) {
    finished_ = true;
    LogInfo("stopped");
    stopped_.set_value();
    return;
  }
  drain_timer_.expires_after(kDrainPoll);
  drain_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) PollDrain();
  });
}

void App::Wait() { stopped_future_.wait(); }

bool App::WaitFor(absl::Duration time) {
  return stopped_future_.wait_for(absl::ToChronoMilliseconds(time)) == std::future_status::ready;
}

}  // namespace ferro::router
