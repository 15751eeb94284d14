// What web pages of other origins get, on the wire.
#include <string>

#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/gateway_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

// A route that answers 400 to this body without a service, so that a request that got in can be told.
constexpr char kPath[] = "/tokenize";
constexpr char kBody[] = "{}";
constexpr char kEvil[] = "Origin: https://evil.example\r\n";

std::string Ask(int port, const std::string& request) {
  RawClient client(port);
  client.Send(request);
  return client.ReadResponse();
}

// A POST as a page sends it without a preflight, with `headers`.
std::string FromPage(int port, const std::string& headers) {
  return Ask(port, Post(kPath, kBody, "Content-Type: text/plain\r\n" + headers));
}

TEST(ForeignPageTest, IsRefusedBeforeItsBodyAndTold) {
  TestGateway gateway{GatewayFlags()};
  // No byte of the body is sent: the head is enough.
  const std::string response = Ask(
      gateway.port(), std::string("POST /tokenize HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n") + kEvil + "\r\n");
  EXPECT_EQ(StatusOf(response), 403);
  EXPECT_THAT(response, Not(HasSubstr("Access-Control-Allow-Origin")));
  const auto body = ParseJson(BodyOf(response));
  ASSERT_TRUE(body.ok()) << response;
  const Json& error = (*body)["error"];
  EXPECT_EQ(error["type"], "permission_error");
  EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("--cors-origins https://evil.example"));
  for (const char* path :
       {"/v1/chat/completions", "/v1/completions", "/v1/embeddings", "/v1/rerank", "/v1/systemone"}) {
    EXPECT_EQ(StatusOf(Ask(gateway.port(), Post(path, kBody, kEvil))), 403) << path;
  }
  EXPECT_EQ(StatusOf(FromPage(gateway.port(), "Origin: null\r\n")), 403);
}

TEST(ForeignPageTest, OthersComeIn) {
  TestGateway gateway{GatewayFlags()};
  for (const char* headers :
       {"",                                   // no browser
        "Origin: http://x\r\n",               // the server's own: Post has Host: x
        "Origin: http://localhost:3000\r\n",  // the default of --cors-origins
        "Origin: https://box\r\nX-Forwarded-Host: box\r\n", "Origin: https://box\r\nSec-Fetch-Site: same-origin\r\n"}) {
    EXPECT_EQ(StatusOf(FromPage(gateway.port(), headers)), 400) << headers;
  }
  EXPECT_EQ(StatusOf(Ask(gateway.port(), Get("/livez", kEvil))), 200);
}

TEST(ForeignPageTest, ComesInWhereItIsListed) {
  GatewayFlags flags;
  flags.gateway.cors.origins = "https://evil.example";
  TestGateway gateway(flags);
  EXPECT_EQ(StatusOf(FromPage(gateway.port(), kEvil)), 400);
  EXPECT_EQ(StatusOf(FromPage(gateway.port(), "Origin: http://localhost:3000\r\n")), 403);
}

TEST(ForeignPageTest, KeysDecideAlone) {
  GatewayFlags flags;
  flags.api_keys = {"anna: secret"};
  TestGateway gateway(flags);
  EXPECT_EQ(StatusOf(FromPage(gateway.port(), kEvil)), 401);
  EXPECT_EQ(StatusOf(FromPage(gateway.port(), std::string(kEvil) + "X-Api-Key: secret\r\n")), 400);
}

}  // namespace
}  // namespace ferro::router
