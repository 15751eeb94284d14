// The whole gateway as one object: server, services, event loop threads.
#ifndef FERRO_ROUTER_APP_H_
#define FERRO_ROUTER_APP_H_

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "router/api/context.h"
#include "router/api/gateway.h"
#include "router/flags.h"
#include "router/http/server.h"

namespace ferro::router {

// Thread-safe after Create. Serves from Create until Stop or the end of a drain.
class App {
 public:
  // `ready` runs once with Url(), on any thread, when every configured service is ready.
  static absl::StatusOr<std::unique_ptr<App>> Create(const GatewayFlags& flags,
                                                     std::function<void(const std::string& url)> ready);
  // Stops at once if that has not happened yet.
  ~App();

  int port() const { return server_->port(); }
  // http://HOST:PORT as a client on this machine would write it.
  std::string Url() const;

  // Takes no new work, lets running requests end for up to --drain-seconds, then stops. A second call stops at once.
  void Drain();
  // Reads the key file again.
  absl::Status ReloadKeys() { return keys_->Reload(); }
  // Blocks until the gateway has stopped.
  void Wait();
  // The same for so long; false: it runs on.
  bool WaitFor(absl::Duration time);

 private:
  explicit App(const GatewayFlags& flags);

  absl::Status Start(std::function<void(const std::string&)> ready);
  void OnServiceChange();
  void PollDrain();

  const GatewayFlags flags_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::strand<boost::asio::io_context::executor_type> strand_;
  Metrics metrics_;
  ApiContext context_;
  std::unique_ptr<ApiKeys> keys_;
  std::unique_ptr<ServiceTracker> lm_tracker_;
  std::unique_ptr<LmClient> lm_;
  std::unique_ptr<ServiceTracker> decide_tracker_;
  std::unique_ptr<DecideClient> decide_;
  std::unique_ptr<ServiceTracker> embed_tracker_;
  std::unique_ptr<EmbedClient> embed_;
  std::unique_ptr<Gateway> gateway_;
  std::unique_ptr<Server> server_;
  std::vector<std::thread> threads_;

  std::mutex ready_mutex_;
  std::function<void(const std::string&)> ready_;  // guarded by ready_mutex_; empty once called

  // On the strand.
  boost::asio::steady_timer drain_timer_;
  absl::Time drain_deadline_ = absl::InfiniteFuture();
  bool closing_ = false;
  bool finished_ = false;
  std::promise<void> stopped_;
  std::shared_future<void> stopped_future_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_APP_H_
