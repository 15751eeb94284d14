// How the calls of a client end, in every order of client, event loop and service.
#include "router/upstream/lm_client.h"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <memory>
#include <optional>
#include <thread>

#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "gtest/gtest.h"
#include "router/fake_lm.h"
#include "router/gateway_testing.h"
#include "router/upstream/channel.h"

namespace ferro::router {
namespace {

namespace asio = boost::asio;
using ferro::lm::v1::GenerateRequest;
using ferro::lm::v1::GenerateResponse;

class LmClientTest : public testing::Test {
 protected:
  LmClientTest() {
    lm_.SetScript([](grpc::ServerContext& context, const GenerateRequest&, FakeLm::Writer& writer) {
      FakeLm::SendStarted(writer);
      while (!context.IsCancelled() && FakeLm::SendText(writer, "word ")) absl::SleepFor(absl::Milliseconds(1));
      return grpc::Status::CANCELLED;
    });
  }

  std::unique_ptr<LmClient> NewClient() { return std::make_unique<LmClient>(MakeChannel(lm_.target(), 1 << 20)); }

  // A stream that reads on and on, or, with `read_on` false, keeps its first event.
  static std::shared_ptr<GenerateStream> Begin(LmClient& client, asio::any_io_executor executor, bool read_on = true,
                                               absl::Time deadline = absl::InfiniteFuture(),
                                               std::function<void(const absl::Status&)> done = nullptr) {
    // Weak: a loop that ends early drops on_done, and with it nobody would break the circle.
    auto stream = std::make_shared<std::weak_ptr<GenerateStream>>();
    GenerateCallbacks callbacks;
    callbacks.on_event = [stream, read_on](const GenerateResponse&) {
      const auto self = stream->lock();
      if (read_on && self) self->Next();
    };
    callbacks.on_done = [done = std::move(done)](const absl::Status& status) {
      if (done) done(status);
    };
    auto started = client.Generate(GenerateRequest(), {deadline, {}}, executor, std::move(callbacks));
    *stream = started;
    return started;
  }

  FakeLm lm_;
};

TEST_F(LmClientTest, ClosesWithoutARunningEventLoop) {
  asio::io_context io;
  auto client = NewClient();
  Begin(*client, asio::make_strand(io));
  ASSERT_TRUE(Eventually([this] { return lm_.calls == 1; }));
  client.reset();
  EXPECT_TRUE(Eventually([this] { return lm_.cancelled == 1; }));
}

TEST_F(LmClientTest, ClosesWhileEventsWaitForTheirReader) {
  asio::io_context io;
  const auto work = asio::make_work_guard(io);
  const auto client = NewClient();
  const auto stream = Begin(*client, asio::make_strand(io), /*read_on=*/false);
  ASSERT_EQ(io.run_one(), 1u) << "the first event";
  client->Close();
  stream->Next();
  EXPECT_TRUE(Eventually([this] { return lm_.cancelled == 1; }));
}

// The event loop goes as soon as the client is closed: gRPC's threads must not hold its executors any more.
TEST_F(LmClientTest, TheLoopMayEndRightAfterClose) {
  for (int i = 0; i < 200; ++i) {
    std::atomic<bool> ended{false};
    auto io = std::make_unique<asio::io_context>();
    auto work = std::make_optional(asio::make_work_guard(*io));
    std::thread loop([&] { io->run(); });
    auto client = NewClient();
    asio::post(*io, [&] {
      Begin(*client, asio::make_strand(*io), true, absl::Now() + absl::Milliseconds(i % 8),
            [&](const absl::Status&) { ended = true; });
      client->GetStats({}, asio::make_strand(*io), [](absl::StatusOr<ferro::admin::v1::Stats>) {});
    });
    if (i % 2 == 0) {
      while (!ended) std::this_thread::yield();
    }
    client->Close();
    work.reset();
    io->stop();
    loop.join();
    client.reset();
    io.reset();
  }
}

TEST_F(LmClientTest, AClosedClientRefuses) {
  asio::io_context io;
  const auto client = NewClient();
  client->Close();
  absl::Status stream, stats;
  Begin(*client, io.get_executor(), true, absl::InfiniteFuture(), [&](const absl::Status& status) { stream = status; });
  client->GetStats({}, io.get_executor(),
                   [&](const absl::StatusOr<ferro::admin::v1::Stats>& answer) { stats = answer.status(); });
  EXPECT_TRUE(stream.ok()) << "a callback ran inside the call";
  io.run();
  EXPECT_EQ(DetailOf(stream).reason, kReasonDraining);
  EXPECT_EQ(DetailOf(stats).reason, kReasonDraining);
  EXPECT_EQ(lm_.calls, 0);
}

TEST_F(LmClientTest, TextCallsKeepTheCallersDeadline) {
  asio::io_context io;
  auto work = std::make_optional(asio::make_work_guard(io));
  const auto client = NewClient();
  absl::Status status;
  client->Tokenize({}, {absl::Now() - absl::Seconds(1), {}}, io.get_executor(),
                   [&](const absl::StatusOr<ferro::lm::v1::TokenizeResponse>& answer) {
                     status = answer.status();
                     work.reset();
                   });
  io.run();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
}

TEST_F(LmClientTest, ACancelledStreamSaysNothingMore) {
  asio::io_context io;
  auto work = std::make_optional(asio::make_work_guard(io));
  const auto client = NewClient();
  const auto stream = Begin(*client, io.get_executor(), false, absl::InfiniteFuture(),
                            [](const absl::Status&) { ADD_FAILURE() << "on_done after Cancel"; });
  ASSERT_EQ(io.run_one(), 1u) << "the first event";
  stream->Cancel();
  EXPECT_TRUE(Eventually([this] { return lm_.cancelled == 1; }));
  client->Close();
  work.reset();
  io.run();
}

}  // namespace
}  // namespace ferro::router
