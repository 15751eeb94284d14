#include "tools/ferro/mcp/gateway_decider.h"

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

TEST(GatewayDeciderTest, TakesAddressesOfServers) {
  for (const char* url : {"http://127.0.0.1:8090", "https://box.local/", "http://[::1]:8090"}) {
    EXPECT_OK(CheckGatewayUrl(url));
  }
  for (const char* url : {"", "127.0.0.1:8090", "http://", "http:///x", "file:///etc/passwd", "ftp://x"}) {
    EXPECT_EQ(CheckGatewayUrl(url).code(), absl::StatusCode::kInvalidArgument) << url;
  }
}

TEST(GatewayDeciderTest, EveryErrorNamesTheRemedy) {
  const std::string body = R"({"error":{"code":1,"message":"its words","type":"t"}})";
  const auto message = [&](int status) { return std::string(GatewayError({status, body}, "http://g").message()); };
  EXPECT_EQ(message(400), "its words");
  EXPECT_EQ(
      message(401),
      "the gateway at http://g answers 401: its words; start ferro mcp with a key of the gateway in FERRO_API_KEY");
  EXPECT_TRUE(absl::StrContains(message(404), "--url"));
  EXPECT_TRUE(absl::StrContains(message(501), "--decide"));
  EXPECT_TRUE(absl::StrContains(message(503), "try again"));
  EXPECT_EQ(message(500), "the gateway at http://g answers 500: its words; the gateway's log may say more");
}

TEST(GatewayDeciderTest, ShowsAForeignErrorPageInPart) {
  const std::string page(100000, '<');
  const absl::Status status = GatewayError({502, page}, "http://g");
  EXPECT_FALSE(status.ok());
  EXPECT_LT(status.message().size(), 300);
  for (const char* odd : {"", "[]", R"({"error":7})", R"({"error":{"message":[]}})"}) {
    EXPECT_FALSE(GatewayError({500, odd}, "http://g").ok()) << odd;
  }
}

TEST(GatewayDeciderTest, NobodyAtTheAddress) {
  GatewayDecider decider("http://127.0.0.1:1/", "");  // a port that is never served here
  const absl::Status status = decider.Decide("{}", std::stop_token()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(absl::StartsWith(status.message(), "no answer from a gateway at http://127.0.0.1:1 (")) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "ferro up --decide MODEL")) << status;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(decider.Decide("{}", stop.get_token()).status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace ferro::mcp
