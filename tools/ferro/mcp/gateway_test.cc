#include "tools/ferro/mcp/gateway.h"

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

TEST(GatewayTest, TakesAddressesOfServers) {
  for (const char* url : {"http://127.0.0.1:8090", "https://box.local/", "http://[::1]:8090"}) {
    EXPECT_OK(CheckGatewayUrl(url));
  }
  for (const char* url : {"", "127.0.0.1:8090", "http://", "http:///x", "file:///etc/passwd", "ftp://x"}) {
    EXPECT_EQ(CheckGatewayUrl(url).code(), absl::StatusCode::kInvalidArgument) << url;
  }
}

TEST(GatewayTest, EveryErrorNamesTheRemedy) {
  const std::string body = R"({"error":{"code":1,"message":"its words","type":"t"}})";
  const auto message = [&](int status, const GatewayRoute& route = kDecideRoute) {
    return std::string(GatewayError({status, body}, "http://g", route).message());
  };
  EXPECT_EQ(message(400), "its words");
  EXPECT_EQ(
      message(401),
      "the gateway at http://g answers 401: its words; start ferro mcp with a key of the gateway in FERRO_API_KEY");
  EXPECT_TRUE(absl::StrContains(message(403, kRankRoute), "/v1/rerank"));
  EXPECT_TRUE(absl::StrContains(message(404), "--url"));
  EXPECT_TRUE(absl::StrContains(message(501), "--decide"));
  EXPECT_TRUE(absl::StrContains(message(501, kEmbedRoute), "--embed"));
  EXPECT_TRUE(absl::StrContains(message(503), "try again"));
  EXPECT_EQ(message(500), "the gateway at http://g answers 500: its words; the gateway's log may say more");
}

TEST(GatewayTest, ShowsAForeignErrorPageInPart) {
  const std::string page(100000, '<');
  const absl::Status status = GatewayError({502, page}, "http://g", kDecideRoute);
  EXPECT_FALSE(status.ok());
  EXPECT_LT(status.message().size(), 300);
  for (const char* odd : {"", "[]", R"({"error":7})", R"({"error":{"message":[]}})"}) {
    EXPECT_FALSE(GatewayError({500, odd}, "http://g", kDecideRoute).ok()) << odd;
  }
}

TEST(GatewayTest, KnowsModelsByWhatTheyGive) {
  const auto of = [](const std::string& outputs) {
    return R"({"id":"x","architecture":{"output_modalities":)" + outputs + "}}";
  };
  const auto list = [](const std::string& models) { return R"({"object":"list","data":[)" + models + "]}"; };
  ASSERT_OK_AND_ASSIGN(const GatewayModels none, ReadGatewayModels(list(of(R"(["text"])"))));
  EXPECT_FALSE(none.decide || none.embed);
  ASSERT_OK_AND_ASSIGN(const GatewayModels decide, ReadGatewayModels(list(of(R"(["decisions"])"))));
  EXPECT_TRUE(decide.decide && !decide.embed);
  ASSERT_OK_AND_ASSIGN(const GatewayModels all,
                       ReadGatewayModels(list(of(R"(["decisions"])") + "," + of(R"(["embeddings"])"))));
  EXPECT_TRUE(all.decide && all.embed);
  for (const std::string& odd : {std::string("7"), std::string(R"({"architecture":[]})"), of("7"), of("[7,null]")}) {
    ASSERT_OK_AND_ASSIGN(const GatewayModels models, ReadGatewayModels(list(odd)));
    EXPECT_FALSE(models.decide || models.embed) << odd;
  }
  for (const char* odd : {"", "{", "[]", "7", "{}", R"({"data":{}})", "<html>"}) {
    EXPECT_EQ(ReadGatewayModels(odd).status().code(), absl::StatusCode::kInternal) << odd;
  }
}

TEST(GatewayTest, NobodyAtTheAddress) {
  Gateway gateway("http://127.0.0.1:1/", "");  // a port that is never served here
  const absl::Status status = gateway.Post(kDecideRoute, "{}", std::stop_token()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(absl::StartsWith(status.message(), "no answer from a gateway at http://127.0.0.1:1 (")) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "ferro up --decide MODEL")) << status;
  EXPECT_EQ(gateway.Models(std::stop_token()).status().code(), absl::StatusCode::kUnavailable);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(gateway.Post(kRankRoute, "{}", stop.get_token()).status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(gateway.Models(stop.get_token()).status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace ferro::mcp
