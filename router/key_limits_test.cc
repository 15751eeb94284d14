// What an API key may do, on the wire.
#include <string>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/fake_lm.h"
#include "router/gateway_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kStream[] = R"({"messages":[{"role":"user","content":"Hi"}],"stream":true})";

class KeyLimitsTest : public testing::Test {
 protected:
  KeyLimitsTest() : gateway_(Flags()) {
    lm_.SetScript([](grpc::ServerContext& context, auto&, FakeLm::Writer& writer) {
      FakeLm::SendStarted(writer);
      while (!context.IsCancelled() && FakeLm::SendText(writer, "word ")) absl::SleepFor(absl::Milliseconds(2));
      return grpc::Status::CANCELLED;
    });
  }

  GatewayFlags Flags() {
    GatewayFlags flags;
    flags.lm_target = lm_.target();
    flags.api_keys = {"free: f", "few: w ; rpm=3", "two: t ; concurrent=2",
                      "narrow: n ; routes=/v1/chat/completions,/v1/tokenize"};
    return flags;
  }
  static std::string Key(const std::string& key) { return "X-Api-Key: " + key + "\r\n"; }
  std::string Ask(const std::string& request) {
    RawClient client(gateway_.port());
    client.Send(request);
    return client.ReadResponse();
  }
  std::string Tokenize(const std::string& key, const std::string& body = R"({"content":"a"})") {
    return Ask(Post("/tokenize", body, Key(key)));
  }

  FakeLm lm_;
  TestGateway gateway_;
};

TEST_F(KeyLimitsTest, OtherRoutesAreForbidden) {
  const std::string refused = Ask(Get("/v1/models", Key("n")));
  EXPECT_EQ(StatusOf(refused), 403);
  EXPECT_THAT(refused, HasSubstr(R"("type":"permission_error")"));
  EXPECT_THAT(refused, HasSubstr(R"("code":"route_not_allowed")"));
  EXPECT_THAT(refused, HasSubstr("'narrow' may not use /v1/models"));
  EXPECT_EQ(StatusOf(Ask(Post("/v1/completions", "{}", Key("n")))), 403);
  // A route's name allows its aliases; an alias allows only itself.
  EXPECT_EQ(StatusOf(Ask(Post("/v1/chat/completions", "{}", Key("n")))), 400);
  EXPECT_EQ(StatusOf(Ask(Post("/chat/completions", "{}", Key("n")))), 400);
  EXPECT_EQ(StatusOf(Ask(Post("/v1/tokenize", "{}", Key("n")))), 400);
  EXPECT_EQ(StatusOf(Ask(Post("/tokenize", "{}", Key("n")))), 403);
  EXPECT_EQ(StatusOf(Ask(Get("/health", Key("n")))), 200) << "public routes are everybody's";
  EXPECT_EQ(StatusOf(Ask(Get("/nowhere", Key("n")))), 404);
}

TEST_F(KeyLimitsTest, TooManyInAMinute) {
  // One that is refused for its method does not count, one with a wrong body does.
  EXPECT_EQ(StatusOf(Ask(Get("/tokenize", Key("w")))), 405);
  EXPECT_EQ(StatusOf(Tokenize("w", "{")), 400);
  EXPECT_EQ(StatusOf(Tokenize("w")), 200);
  EXPECT_EQ(StatusOf(Tokenize("w")), 200);
  const std::string refused = Tokenize("w");
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_THAT(refused, HasSubstr(R"("type":"rate_limit_error")"));
  EXPECT_THAT(refused, HasSubstr("'few' is at its limit: rpm=3"));
  const size_t at = refused.find("Retry-After: ");
  ASSERT_NE(at, std::string::npos);
  const int wait_s = std::atoi(refused.c_str() + at + 13);
  EXPECT_GE(wait_s, 50);
  EXPECT_LE(wait_s, 60);
  EXPECT_EQ(StatusOf(Tokenize("f")), 200) << "another key";
}

TEST_F(KeyLimitsTest, TooManyAtOnce) {
  RawClient first(gateway_.port()), second(gateway_.port());
  for (RawClient* client : {&first, &second}) {
    client->Send(Post("/v1/chat/completions", kStream, Key("t")));
    client->ReadUntil("word");
  }
  const std::string refused = Ask(Post("/v1/chat/completions", kStream, Key("t")));
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_THAT(refused, HasSubstr("Retry-After: 1\r\n"));
  EXPECT_THAT(refused, HasSubstr("concurrent=2"));
  EXPECT_EQ(StatusOf(Ask(Get("/health", Key("t")))), 200);
  first.Close();
  EXPECT_TRUE(Eventually([&] { return StatusOf(Tokenize("t")) == 200; })) << "a client that left gives its place back";
  EXPECT_EQ(StatusOf(Tokenize("t")), 200) << "and so does an answer";
}

TEST_F(KeyLimitsTest, AHalfSentRequestGivesItsPlaceBack) {
  for (int i = 0; i < 4; ++i) {
    RawClient client(gateway_.port());
    client.Send("POST /tokenize HTTP/1.1\r\nHost: x\r\nX-Api-Key: t\r\nContent-Length: 9\r\n\r\n{");
  }
  EXPECT_TRUE(Eventually([&] { return StatusOf(Tokenize("t")) == 200; }));
}

TEST(KeyLimitsOfFlagsTest, ARouteThatIsNoneIsSaid) {
  GatewayFlags flags;
  flags.port = 0;
  flags.api_keys = {"a: secret ; routes=/v1/embedings"};
  const auto app = App::Create(flags, nullptr);
  EXPECT_THAT(std::string(app.status().message()), HasSubstr("routes=/v1/embedings: there is no such route"));
  EXPECT_THAT(std::string(app.status().message()), Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace ferro::router
