#include "tools/ferro/up/supervisor.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/file_testing.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

std::string TempPath(const std::string& name) { return absl::StrCat(::testing::TempDir(), "/", getpid(), "-", name); }

int CountLines(const std::string& path) {
  const std::string text = ReadFile(path);
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

Program Shell(const std::string& name, const std::string& script) { return {name, {"/bin/sh", "-c", script}}; }

SupervisorOptions Fast() {
  SupervisorOptions options;
  options.first_backoff = absl::Milliseconds(10);
  options.last_backoff = absl::Milliseconds(40);
  options.stop_grace = absl::Seconds(2);
  return options;
}

bool WaitFor(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    absl::SleepFor(absl::Milliseconds(10));
  }
  return false;
}

class SupervisorTest : public ::testing::Test {
 protected:
  void SetUp() override { BlockSupervisorSignals(); }

  // Sends `signal` to this process as soon as `condition` holds (or after 5 s, which the test then sees).
  static std::thread SignalWhen(int signal, std::function<bool()> condition) {
    return std::thread([signal, condition = std::move(condition)] {
      WaitFor(condition);
      kill(getpid(), signal);
    });
  }
};

TEST_F(SupervisorTest, StopsEverythingOnASignal) {
  const std::string started = TempPath("started");
  const std::string stopped = TempPath("stopped");
  const std::string script = absl::StrCat("trap 'echo ", "x >> ", stopped, "; exit 0' TERM; echo x >> ", started,
                                          "; while :; do sleep 0.02; done");
  Supervisor supervisor({Shell("a", script), Shell("b", script)}, Fast());
  std::thread stopper = SignalWhen(SIGTERM, [&] { return CountLines(started) == 2; });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  EXPECT_EQ(CountLines(stopped), 2);
}

TEST_F(SupervisorTest, StopsInReverseOrder) {
  const std::string order = TempPath("order"), started = TempPath("order-started");
  const auto script = [&](const std::string& name) {
    return absl::StrCat("trap 'sleep 0.1; echo ", name, " >> ", order, "; exit 0' TERM; echo x >> ", started,
                        "; while :; do sleep 0.02; done");
  };
  Supervisor supervisor({Shell("lm", script("lm")), Shell("gateway", script("gateway"))}, Fast());
  std::thread stopper = SignalWhen(SIGINT, [&] { return CountLines(started) == 2; });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  EXPECT_EQ(ReadFile(order), "gateway\nlm\n");
}

// What a program that needs 0.3 s to stop is heard saying when two signals come `apart`.
int FarewellsAfterTwoSignals(absl::Duration echo, absl::Duration apart) {
  const std::string started = TempPath("twice-started"), said = TempPath("twice-said");
  for (const std::string& path : {started, said}) unlink(path.c_str());
  SupervisorOptions options = Fast();
  options.echo = echo;
  Supervisor supervisor({Shell("slow", absl::StrCat("trap 'sleep 0.3; echo x >> ", said, "; exit 0' TERM; echo x >> ",
                                                    started, "; while :; do sleep 0.02; done"))},
                        options);
  std::thread stopper([&] {
    WaitFor([&] { return CountLines(started) == 1; });
    kill(getpid(), SIGTERM);
    absl::SleepFor(apart);
    kill(getpid(), SIGTERM);
  });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  return CountLines(said);
}

TEST_F(SupervisorTest, ASecondSignalKills) {
  EXPECT_EQ(FarewellsAfterTwoSignals(absl::ZeroDuration(), absl::Milliseconds(100)), 0);
}

TEST_F(SupervisorTest, AnEchoOfTheFirstSignalDoesNot) {
  EXPECT_EQ(FarewellsAfterTwoSignals(absl::Seconds(5), absl::Milliseconds(100)), 1);
}

TEST_F(SupervisorTest, KillsWhatIgnoresTheRequestAndItsChildren) {
  const std::string pids = TempPath("pids");
  SupervisorOptions options = Fast();
  options.stop_grace = absl::Milliseconds(100);
  // A shell that ignores SIGTERM, with a child that does too.
  Supervisor supervisor(
      {Shell("deaf", absl::StrCat("trap '' TERM; sleep 600 & echo $! >> ", pids, "; echo $$ >> ", pids, "; wait"))},
      options);
  std::thread stopper = SignalWhen(SIGTERM, [&] { return CountLines(pids) == 2; });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  std::ifstream in(pids);
  for (pid_t pid; in >> pid;) {
    // The grandchild is reaped by init, which may take a moment.
    EXPECT_TRUE(WaitFor([&] {
      std::ifstream stat(absl::StrCat("/proc/", pid, "/stat"));
      std::string line;
      return !std::getline(stat, line) || line.find(") Z ") != std::string::npos;
    })) << pid;
  }
}

TEST_F(SupervisorTest, RestartsWhatDies) {
  const std::string starts = TempPath("starts");
  SupervisorOptions options = Fast();
  options.max_quick_deaths = 100;
  Supervisor supervisor({Shell("fragile", absl::StrCat("echo x >> ", starts, "; kill -9 $$"))}, options);
  std::thread stopper = SignalWhen(SIGTERM, [&] { return CountLines(starts) >= 3; });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  EXPECT_GE(CountLines(starts), 3);
}

TEST_F(SupervisorTest, GivesUpOnWhatKeepsDying) {
  const std::string starts = TempPath("hopeless");
  SupervisorOptions options = Fast();
  options.max_quick_deaths = 3;
  Supervisor supervisor(
      {Shell("steady", "sleep 600"), Shell("hopeless", absl::StrCat("echo x >> ", starts, "; exit 7"))}, options);
  const absl::Status status = supervisor.Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("hopeless died 3 times"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("exit code 7"));
  EXPECT_EQ(CountLines(starts), 3);
}

TEST_F(SupervisorTest, WhatWasKilledSentNoLogLines) {
  SupervisorOptions options = Fast();
  options.max_quick_deaths = 2;
  Supervisor supervisor({Shell("large", "kill -9 $$")}, options);
  const std::string reason(supervisor.Run().message());
  EXPECT_THAT(reason, HasSubstr("signal 9 (Killed)"));
  EXPECT_THAT(reason, HasSubstr("memory runs out"));
  EXPECT_THAT(reason, ::testing::Not(HasSubstr("log lines")));
}

TEST_F(SupervisorTest, AnErrorWhileStartingIsFinal) {
  const std::string starts = TempPath("misconfigured");
  SupervisorOptions options = Fast();
  options.is_ready = [] { return false; };
  Supervisor supervisor({Shell("lm", absl::StrCat("echo x >> ", starts, "; exit 2"))}, options);
  const absl::Status status = supervisor.Run();
  EXPECT_THAT(std::string(status.message()), HasSubstr("lm ended while starting (exit code 2)"));
  EXPECT_EQ(CountLines(starts), 1);
}

TEST_F(SupervisorTest, SaysReadyOnce) {
  std::atomic<int> asked = 0, told = 0;
  SupervisorOptions options = Fast();
  options.ready_interval = absl::Milliseconds(5);
  options.is_ready = [&] { return ++asked == 3; };
  options.on_ready = [&] { ++told; };
  Supervisor supervisor({Shell("steady", "sleep 600")}, options);
  std::thread stopper = SignalWhen(SIGTERM, [&] { return told == 1; });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(told, 1);
}

TEST_F(SupervisorTest, PassesOnHangUp) {
  const std::string started = TempPath("hup-started"), heard = TempPath("hup-heard");
  Supervisor supervisor({Shell("keys", absl::StrCat("trap 'echo x >> ", heard, "' HUP; echo x >> ", started,
                                                    "; while :; do sleep 0.02; done"))},
                        Fast());
  std::thread stopper([&] {
    WaitFor([&] { return CountLines(started) == 1; });
    kill(getpid(), SIGHUP);
    WaitFor([&] { return CountLines(heard) == 1; });
    kill(getpid(), SIGTERM);
  });
  EXPECT_OK(supervisor.Run());
  stopper.join();
  EXPECT_EQ(CountLines(heard), 1);
}

TEST_F(SupervisorTest, AMissingProgramIsNamed) {
  Supervisor supervisor({{"lm", {"/no/such/program"}}}, Fast());
  const absl::Status status = supervisor.Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("/no/such/program"));
}

}  // namespace
}  // namespace ferro
