// The HTTP side on the wire: framing, limits, order, time-outs.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/gateway_testing.h"
#include "router/http/deflate_testing.h"
#include "router/http/zstd_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

GatewayFlags Flags() {
  GatewayFlags flags;
  flags.limits.linger_timeout = absl::Milliseconds(200);
  return flags;
}

// Sends `bytes` on a fresh connection and returns everything until the server closes.
std::string Exchange(int port, const std::string& bytes) {
  RawClient client(port);
  client.Send(bytes);
  return client.ReadAll();
}

TEST(TransportTest, KeepAliveAndPipeliningInOrder) {
  TestGateway gateway(Flags());
  RawClient client(gateway.port());
  client.Send(Get("/livez") + Get("/nope") + Get("/health"));
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
  EXPECT_EQ(StatusOf(client.ReadResponse()), 404);
  EXPECT_THAT(client.ReadResponse(), HasSubstr("\"models\":{}"));
  client.Send(Get("/livez", "Connection: close\r\n") + Get("/livez"));
  const std::string rest = client.ReadAll();
  EXPECT_THAT(rest, HasSubstr("Connection: close"));
  EXPECT_EQ(rest.find("HTTP/1.1", 5), std::string::npos) << "a request behind a close was answered";
}

TEST(TransportTest, ByteByByte) {
  TestGateway gateway(Flags());
  RawClient client(gateway.port());
  for (const char c : Post("/tokenize", "{}")) client.Send(std::string(1, c));
  EXPECT_EQ(StatusOf(client.ReadResponse()), 400);
}

TEST(TransportTest, EveryResponseHasItsHeaders) {
  TestGateway gateway(Flags());
  const std::string response = Exchange(gateway.port(), Get("/nope", "X-Request-Id: abc-1\r\nConnection: close\r\n"));
  for (const char* part : {"Date: ", "Server: ferro/", "X-Request-Id: abc-1\r\n", "Content-Length: ",
                           "Content-Type: application/json; charset=utf-8\r\n", "Vary: Origin\r\n"}) {
    EXPECT_THAT(response, HasSubstr(part));
  }
}

TEST(TransportTest, HeadHasNoBody) {
  TestGateway gateway(Flags());
  const std::string response = Exchange(gateway.port(), "HEAD /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(response, HasSubstr("Content-Length: 15"));
  EXPECT_EQ(BodyOf(response), "");
}

TEST(TransportTest, MethodsAndRoutes) {
  TestGateway gateway(Flags());
  const auto status = [&](const std::string& head) {
    return StatusOf(Exchange(gateway.port(), head + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
  };
  EXPECT_EQ(status("GET /"), 302);
  EXPECT_EQ(status("GET /chat"), 200);
  EXPECT_EQ(status("GET /chat/"), 404);
  EXPECT_EQ(status("GET /HEALTH"), 404);
  EXPECT_EQ(status("GET /v1/v1/models"), 404);
  EXPECT_EQ(status("GET /livez?x=y"), 200);
  EXPECT_EQ(status("GET http://h:1/livez"), 200);
  EXPECT_EQ(status("POST /health"), 405);
  EXPECT_EQ(status("PUT /v1/models"), 405);
  EXPECT_EQ(status("BREW /livez"), 405);
  EXPECT_EQ(status("POST /infill"), 501);
  EXPECT_EQ(status("POST /v1/embeddings"), 501);
  EXPECT_EQ(status("POST /v1/systemone"), 501);
  EXPECT_EQ(status("POST /v1/responses"), 501);
  EXPECT_EQ(status("POST /completion"), 501);
  EXPECT_EQ(status("OPTIONS /anything"), 200);
  EXPECT_EQ(StatusOf(Exchange(gateway.port(),
                              "OPTIONS /anything HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                              "Access-Control-Request-Method: POST\r\n\r\n")),
            204);
  const std::string wrong = Exchange(gateway.port(), Get("/v1/chat/completions", "Connection: close\r\n"));
  EXPECT_THAT(wrong, HasSubstr("Allow: POST, OPTIONS\r\n"));
}

TEST(TransportTest, FaultsAreAnsweredAndClosed) {
  TestGateway gateway(Flags());
  const std::string post = "POST /tokenize HTTP/1.1\r\nHost: x\r\n";
  for (const auto& [bytes, status] : std::vector<std::pair<std::string, int>>{
           {"GET /livez HTTP/1.1\r\n\r\n", 400},
           {"GET /livez HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400},
           {post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 400},
           {post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
           {post + "Content-Length: two\r\n\r\n{}", 400},
           {post + "Transfer-Encoding: gzip\r\n\r\n", 501},
           {post + "Expect: magic\r\nContent-Length: 2\r\n\r\n{}", 417},
           {"GET /livez HTTP/1.1\r\nHost : x\r\n\r\n", 400},
           {"garbage\r\n\r\n", 400},
           {"GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n\r\n", 414},
           {"GET /livez HTTP/1.1\r\nA: " + std::string(20000, 'a') + "\r\n\r\n", 431},
           {post + "Content-Length: 67108865\r\n\r\n", 413},
           {post + "Transfer-Encoding: chunked\r\n\r\n4000001\r\n", 413},
           {post + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 2\r\n\r\n{}", 415},
           {post + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", 415},
           {post + "Content-Length: 2\r\n\r\n{}surplus\r\n\r\n", 400},
       }) {
    const std::string response = Exchange(gateway.port(), bytes);
    EXPECT_EQ(StatusOf(response), status) << bytes.substr(0, 200);
    EXPECT_THAT(response, HasSubstr("\"error\":{")) << bytes.substr(0, 200);
  }
  EXPECT_EQ(Exchange(gateway.port(), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "");
}

TEST(TransportTest, BareLfAndHttp10) {
  TestGateway gateway(Flags());
  EXPECT_EQ(StatusOf(Exchange(gateway.port(), "GET /livez HTTP/1.1\nHost: x\nConnection: close\n\n")), 200);
  EXPECT_THAT(Exchange(gateway.port(), "GET /livez HTTP/1.0\r\n\r\n"), HasSubstr("Connection: close"));
  RawClient kept(gateway.port());
  kept.Send("GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_THAT(kept.ReadResponse(), HasSubstr("Connection: keep-alive"));
  kept.Send("GET /livez HTTP/1.0\r\n\r\n");
  EXPECT_EQ(StatusOf(kept.ReadResponse()), 200);
}

TEST(TransportTest, ChunkedUpload) {
  TestGateway gateway(Flags());
  RawClient client(gateway.port());
  client.Send("POST /tokenize HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n");
  EXPECT_THAT(client.ReadResponse(), HasSubstr("is required"));
  client.Send(Get("/livez"));
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
}

TEST(TransportTest, CompressedBodiesByFlag) {
  GatewayFlags flags = Flags();
  const std::string gzip = Gzip("{\"content\":5}");
  {
    TestGateway closed(flags);
    const std::string refused = Exchange(closed.port(), Post("/tokenize", gzip, "Content-Encoding: gzip\r\n"));
    EXPECT_EQ(StatusOf(refused), 415);
    EXPECT_THAT(refused, HasSubstr("--accept-gzip"));
    EXPECT_THAT(refused, HasSubstr("Accept-Encoding: zstd\r\n"));
    const std::string headers = "Content-Encoding: zstd\r\nConnection: close\r\n";
    EXPECT_THAT(Exchange(closed.port(), Post("/tokenize", Zstd("{\"content\":5}"), headers)), HasSubstr("'content'"));
  }
  flags.gateway.accept_gzip = true;
  flags.limits.body = 1 << 20;
  TestGateway gateway(flags);
  RawClient client(gateway.port());
  const auto ask = [&](const std::string& body, const std::string& headers) {
    client.Send(Post("/tokenize", body, headers));
    return client.ReadResponse();
  };
  // The answer shows that the JSON was read.
  EXPECT_THAT(ask(gzip, "Content-Encoding: gzip\r\n"), HasSubstr("'content'"));
  EXPECT_THAT(ask(ZlibDeflate("{\"content\":5}"), "Content-Encoding: deflate\r\n"), HasSubstr("'content'"));
  EXPECT_THAT(ask("", "Content-Encoding: gzip\r\n"), HasSubstr("empty body"));
  EXPECT_THAT(ask("{\"content\":5}", "Content-Encoding: identity\r\n"), HasSubstr("'content'"));
  const auto refusal = [&](const std::string& body, const std::string& headers) {
    return Exchange(gateway.port(), Post("/tokenize", body, headers));
  };
  EXPECT_EQ(StatusOf(refusal(gzip, "Content-Encoding: br\r\n")), 415);
  EXPECT_THAT(refusal(gzip.substr(0, 15), "Content-Encoding: gzip\r\n"), HasSubstr("body is cut"));
  EXPECT_THAT(refusal("{\"content\":5}", "Content-Encoding: gzip\r\n"), HasSubstr("body is damaged"));
  const std::string bomb = refusal(Gzip(std::string(50 << 20, ' ')), "Content-Encoding: gzip\r\n");
  EXPECT_EQ(StatusOf(bomb), 413);
  EXPECT_THAT(bomb, HasSubstr("when inflated"));
}

TEST(TransportTest, ExpectContinue) {
  TestGateway gateway(Flags());
  RawClient client(gateway.port());
  client.Send("POST /tokenize HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.ReadUntil("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("{}");
  EXPECT_EQ(StatusOf(client.ReadResponse()), 400);
  // A body that is too large is refused instead of asked for.
  const std::string refused = Exchange(
      gateway.port(), "POST /tokenize HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n");
  EXPECT_EQ(StatusOf(refused), 413);
  EXPECT_THAT(refused, Not(HasSubstr("100 Continue")));
}

TEST(TransportTest, RefusalSurvivesABodyThatIsStillSent) {
  TestGateway gateway(Flags());
  RawClient client(gateway.port());
  client.Send("POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n" + std::string(500000, 'a'));
  EXPECT_EQ(StatusOf(client.ReadAll()), 404);
}

TEST(TransportTest, SlowHeadsAndBodiesTimeOut) {
  GatewayFlags flags = Flags();
  flags.limits.header_timeout = absl::Milliseconds(150);
  flags.limits.keepalive_timeout = absl::Milliseconds(300);
  flags.limits.body_grace = flags.limits.body_timeout = absl::Milliseconds(150);
  TestGateway gateway(flags);
  EXPECT_EQ(StatusOf(Exchange(gateway.port(), "GET /livez HT")), 408);
  EXPECT_EQ(StatusOf(Exchange(gateway.port(), "POST /tokenize HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")),
            408);
  EXPECT_EQ(Exchange(gateway.port(), ""), "") << "an idle connection ends in silence";
}

TEST(TransportTest, ConnectionsBeyondTheLimitGet503) {
  GatewayFlags flags = Flags();
  flags.limits.connections = 3;
  TestGateway gateway(flags);
  std::vector<std::unique_ptr<RawClient>> held;
  for (int i = 0; i < 3; ++i) {
    held.push_back(std::make_unique<RawClient>(gateway.port()));
    held.back()->Send(Get("/livez"));
    EXPECT_EQ(StatusOf(held.back()->ReadResponse()), 200);
  }
  EXPECT_EQ(StatusOf(Exchange(gateway.port(), "")), 503);
  held.pop_back();
  EXPECT_TRUE(
      Eventually([&] { return StatusOf(Exchange(gateway.port(), Get("/livez", "Connection: close\r\n"))) == 200; }));
}

TEST(TransportTest, RequestsPerConnectionAreBounded) {
  GatewayFlags flags = Flags();
  flags.limits.requests_per_connection = 2;
  TestGateway gateway(flags);
  RawClient client(gateway.port());
  client.Send(Get("/livez") + Get("/livez"));
  EXPECT_THAT(client.ReadResponse(), Not(HasSubstr("Connection: close")));
  EXPECT_THAT(client.ReadAll(), HasSubstr("Connection: close"));
}

TEST(TransportTest, BodiesTogetherAreBounded) {
  GatewayFlags flags = Flags();
  flags.limits.inflight_bodies = 1000;
  TestGateway gateway(flags);
  const std::string half = Post("/tokenize", std::string(500, ' '), "Connection: close\r\n");
  std::optional<RawClient> holder;
  EXPECT_TRUE(Eventually([&] {
    // Anew each time: where the half is read first, it is the holder that is refused.
    holder.emplace(gateway.port());
    holder->Send("POST /tokenize HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n" + std::string(800, ' '));
    return StatusOf(Exchange(gateway.port(), half)) == 503;
  }));
  holder->Close();
  EXPECT_TRUE(Eventually([&] { return StatusOf(Exchange(gateway.port(), half)) == 400; }));
}

TEST(TransportTest, HealthAnswersBeside500SlowConnections) {
  TestGateway gateway(Flags());
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 500; ++i) {
    slow.push_back(std::make_unique<RawClient>(gateway.port()));
    slow.back()->Send("POST /v1/chat/comp");
  }
  RawClient client(gateway.port());
  const absl::Time start = absl::Now();
  client.Send(Get("/health"));
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
  EXPECT_LT(absl::Now() - start, absl::Milliseconds(100));
}

TEST(TransportTest, KeysGuardRoutes) {
  GatewayFlags flags = Flags();
  flags.api_keys = {"anna: secret"};
  TestGateway gateway(flags);
  const auto status = [&](const std::string& path, const std::string& headers) {
    return StatusOf(Exchange(gateway.port(), Get(path, headers + "Connection: close\r\n")));
  };
  for (const char* path : {"/health", "/v1/health", "/livez", "/readyz", "/chat"}) EXPECT_EQ(status(path, ""), 200);
  for (const char* path : {"/v1/models", "/metrics", "/props", "/slots", "/nope"}) EXPECT_EQ(status(path, ""), 401);
  EXPECT_EQ(status("/metrics", "Authorization: Bearer secret\r\n"), 200);
  EXPECT_EQ(status("/nope", "X-Api-Key: secret\r\n"), 404);
  const std::string refused = Exchange(gateway.port(), Get("/props", "Connection: close\r\n"));
  EXPECT_THAT(refused, HasSubstr("WWW-Authenticate: Bearer"));
  // The 401s above and these pass the limit of failures.
  for (int i = 0; i < 20; ++i) status("/props", "");
  EXPECT_EQ(status("/props", "Authorization: Bearer secret\r\n"), 429);
}

TEST(TransportTest, ATakenPortIsSaidClearly) {
  TestGateway gateway(Flags());
  GatewayFlags flags = Flags();
  flags.port = gateway.port();
  const auto second = App::Create(flags, nullptr);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr("taken by another process"));
}

}  // namespace
}  // namespace ferro::router
