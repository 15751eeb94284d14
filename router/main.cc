// ferro-gateway: HTTP in front of the model services.
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/heap_trimmer.h"
#include "base/log.h"
#include "router/app.h"
#include "router/flags.h"

namespace {

using ferro::router::App;

// Between two looks at whether memory of large bodies can be given back.
constexpr absl::Duration kHeapTick = absl::Seconds(2);

// One descriptor per connection and some for the services; the usual soft limit of 1024 is too low for that.
void RaiseFileLimit(int connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = static_cast<rlim_t>(2 * connections + 256);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted) {
    ferro::LogWarning("file_limit_low", {{"limit", limit.rlim_cur}, {"wanted", wanted}, {"remedy", "ulimit -n"}});
  }
}

void HandleSignals(boost::asio::signal_set& signals, App& app) {
  signals.async_wait([&signals, &app](boost::system::error_code error, int number) {
    if (error) return;
    if (number == SIGHUP) {
      const absl::Status status = app.ReloadKeys();
      if (status.ok()) {
        ferro::LogInfo("api_keys_reloaded");
      } else {
        ferro::LogError("api_keys_kept", {{"error", status.message()}});
      }
    } else {
      app.Drain();
    }
    HandleSignals(signals, app);
  });
}

}  // namespace

int main(int argc, char** argv) {
  int exit_code = 0;
  const auto flags = ferro::router::ParseFlags(argc, argv, &exit_code);
  if (!flags.ok()) {
    // In one piece, since other programs write to the same terminal.
    if (exit_code == 2) std::cerr << absl::StrCat("ferro-gateway: ", flags.status().message(), "\n");
    return exit_code;
  }
  ferro::SetLogService("gateway");
  if (flags->json_log) ferro::SetLogFormat(ferro::LogFormat::kJson);
  std::signal(SIGPIPE, SIG_IGN);
  RaiseFileLimit(flags->limits.connections);
  // Before any thread and any service is there, so that an early signal is not lost.
  boost::asio::io_context signal_io;
  boost::asio::signal_set signals(signal_io, SIGTERM, SIGINT, SIGHUP);
  auto app = App::Create(*flags, [](const std::string& url) {
    const std::string line = absl::StrCat("READY ", url, "\n");
    std::fputs(line.c_str(), stdout);
    std::fflush(stdout);
  });
  if (!app.ok()) {
    ferro::LogError("cannot_start", {{"error", app.status().message()}});
    return 1;
  }
  HandleSignals(signals, **app);
  std::thread signal_thread([&] { signal_io.run(); });
  ferro::HeapTrimmer heap;
  while (!(*app)->WaitFor(kHeapTick)) heap.Tick();
  signal_io.stop();
  signal_thread.join();
  return 0;
}
