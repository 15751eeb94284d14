// POST /v1/embeddings and its relatives on the wire, and a gateway's other routes with an embedding model, against a
// scripted service.
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/fake_embed.h"
#include "router/gateway_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kPath[] = "/v1/embeddings";

class EmbeddingsTest : public testing::Test {
 protected:
  explicit EmbeddingsTest(GatewayFlags flags = {}) : gateway_(WithTarget(std::move(flags))) {}

  GatewayFlags WithTarget(GatewayFlags flags) {
    flags.embed_target = embed_.target();
    return flags;
  }
  std::string Ask(const std::string& request) {
    RawClient client(gateway_.port());
    client.Send(request);
    return client.ReadResponse();
  }
  std::string Embed(const std::string& body, const std::string& path = kPath) { return Ask(Post(path, body)); }

  FakeEmbed embed_;
  TestGateway gateway_;
};

TEST_F(EmbeddingsTest, AnswersInBothShapes) {
  const std::string response = Embed(R"({"input": ["", "ignored"], "model": "my name"})");
  EXPECT_EQ(StatusOf(response), 400) << "an empty text is a mistake";
  EXPECT_EQ(BodyOf(Embed(R"({"input": [[0], [1]], "model": "my name"})")),
            R"({"object":"list","data":[{"object":"embedding","index":0,"embedding":[0,1]},)"
            R"({"object":"embedding","index":1,"embedding":[0.70710677,0.70710677]}],"model":"my name",)"
            R"("usage":{"prompt_tokens":6,"total_tokens":6}})");
  for (const char* path : {"/embeddings", "/embedding"}) {
    EXPECT_EQ(BodyOf(Embed(R"({"content": [[0]]})", path)), R"([{"index":0,"embedding":[[0,1]]}])");
  }
  EXPECT_EQ(BodyOf(Embed(R"({"content": [[0]]})")), R"([{"index":0,"embedding":[[0,1]]}])");
  EXPECT_THAT(BodyOf(Embed(R"({"input": "text"})")), HasSubstr(R"("model":"fake-gemma")"));
}

TEST_F(EmbeddingsTest, PassesTheOptionsOn) {
  EXPECT_EQ(StatusOf(Embed(R"({"input": "a", "dimensions": 2, "truncate": true, "task": "query"})")), 200);
  const ferro::embed::v1::EmbedRequest request = embed_.LastRequest();
  EXPECT_EQ(request.dimensions(), 2);
  EXPECT_TRUE(request.truncate());
  EXPECT_EQ(request.prompt_name(), "query");
  EXPECT_FALSE(request.request_id().empty());
  EXPECT_EQ(StatusOf(Embed(R"({"input": "a"})")), 200);
  EXPECT_EQ(embed_.LastRequest().prompt_name(), "") << "never unasked";
}

TEST_F(EmbeddingsTest, TokensComeWithAWarning) {
  EXPECT_THAT(Embed(R"({"input": [7, 8]})"), HasSubstr("X-Ferro-Warning: token-array-input\r\n"));
  EXPECT_THAT(Embed(R"({"input": "text"})"), Not(HasSubstr("X-Ferro-Warning")));
}

TEST_F(EmbeddingsTest, FaultsHaveTheShapeOfTheirRoute) {
  EXPECT_EQ(BodyOf(Embed("{}")),
            R"({"error":{"message":"\"input\" or \"content\" must be provided","type":"invalid_request_error",)"
            R"("param":"input","code":"missing_field"}})");
  EXPECT_EQ(
      BodyOf(Embed("{}", "/embeddings")),
      R"({"error":{"code":400,"message":"\"input\" or \"content\" must be provided","type":"invalid_request_error"}})");
  for (const char* body : {"", "[]", "{\"input\": \"\xff\"}", R"({"input": "\ud800"})", "nonsense"}) {
    EXPECT_EQ(StatusOf(Embed(body)), 400) << body;
  }
  EXPECT_EQ(StatusOf(Embed(R"({"input": {"content": [{"type": "image_url"}]}})")), 501);
  EXPECT_EQ(embed_.calls, 0);
}

TEST_F(EmbeddingsTest, TheServicesRefusalsKeepTheirMeaning) {
  for (const auto& [code, status] : {std::pair(grpc::StatusCode::INVALID_ARGUMENT, 400),
                                     {grpc::StatusCode::RESOURCE_EXHAUSTED, 429},
                                     {grpc::StatusCode::INTERNAL, 500}}) {
    embed_.SetScript([code = code](auto&, auto&, auto&) { return grpc::Status(code, "the reason"); });
    const std::string response = Embed(R"({"input": "a"})");
    EXPECT_EQ(StatusOf(response), status);
    EXPECT_THAT(response, HasSubstr("the reason"));
  }
  embed_.SetScript([](auto&, auto&, auto&) { return grpc::Status::OK; });
  EXPECT_EQ(StatusOf(Embed(R"({"input": "a"})")), 500) << "no vector is no answer";
}

TEST_F(EmbeddingsTest, AClientThatLeavesCancelsTheCall) {
  embed_.SetScript([](grpc::ServerContext& context, const auto&, auto&) {
    while (!context.IsCancelled()) std::this_thread::yield();
    return grpc::Status::CANCELLED;
  });
  RawClient client(gateway_.port());
  client.Send(Post(kPath, R"({"input": "a"})"));
  EXPECT_TRUE(Eventually([&] { return embed_.calls == 1; }));
  client.Close();
  EXPECT_TRUE(Eventually([&] { return embed_.cancelled == 1; }));
}

TEST_F(EmbeddingsTest, AServiceThatDiesIsLoading) {
  embed_.Kill();
  EXPECT_TRUE(Eventually([&] { return StatusOf(Embed(R"({"input": "a"})")) == 503; }));
}

TEST_F(EmbeddingsTest, Rerank) {
  const std::string body =
      BodyOf(Embed(R"({"query": "aa", "documents": ["a", "aa", "aaaa"], "top_n": 1})", "/v1/rerank"));
  EXPECT_THAT(body, HasSubstr(R"("results":[{"index":1,"relevance_score":)"));
  EXPECT_THAT(BodyOf(Embed(R"({"query": "aa", "texts": ["a", "aa"]})", "/rerank")),
              HasSubstr(R"([{"index":1,"score":)"));
  EXPECT_EQ(StatusOf(Embed(R"({"query": "aa"})", "/v1/rerank")), 400);
  EXPECT_THAT(BodyOf(Embed(R"({"query": "aa", "documents": ["a", ""]})", "/v1/rerank")), HasSubstr("documents[1]: "));
}

TEST_F(EmbeddingsTest, TheOtherRoutesKnowTheModel) {
  const std::string models = BodyOf(Ask(Get("/v1/models")));
  EXPECT_THAT(models, HasSubstr(R"("id":"fake-gemma")"));
  EXPECT_THAT(models, HasSubstr(R"("output_modalities":["embeddings"])"));
  EXPECT_THAT(models, HasSubstr(R"("embedding":{"dimensions":[2],"tasks":["query"]})"));
  const std::string health = BodyOf(Ask(Get("/health")));
  EXPECT_THAT(health, HasSubstr(R"("embed":{"id":"fake-gemma","state":"ready","n_ctx":8192})"));
  EXPECT_THAT(health, HasSubstr(R"("embed_depth":256)"));
  EXPECT_EQ(BodyOf(Embed(R"({"content": "ab"})", "/tokenize")), R"({"tokens":[97,98]})");
  EXPECT_THAT(BodyOf(Ask(Get("/props"))), HasSubstr(R"("media_marker":"<__media__>")"));
  EXPECT_EQ(StatusOf(Embed(R"({"input": ["a", "b"]})")), 200);
  const std::string metrics = BodyOf(Ask(Get("/metrics")));
  EXPECT_THAT(metrics, HasSubstr("ferro_embed_items_total 2\n"));
  EXPECT_THAT(metrics, HasSubstr("ferro_embed_seconds_count 1\n"));
  EXPECT_THAT(metrics, HasSubstr("ferro_requests_waiting{service=\"embed\"} 2\n"));
}

class KeyedEmbeddingsTest : public EmbeddingsTest {
 protected:
  static GatewayFlags Keyed() {
    GatewayFlags flags;
    flags.api_keys = {"ann: a", "bob: b"};
    return flags;
  }
  KeyedEmbeddingsTest() : EmbeddingsTest(Keyed()) {}
};

TEST_F(KeyedEmbeddingsTest, TheLogWarnsOfTokensOncePerClient) {
  testing::internal::CaptureStderr();
  for (const char* key : {"a", "a", "b", "a", "b"}) {
    const std::string response = Ask(Post(kPath, R"({"input": [7, 8]})", absl::StrCat("X-Api-Key: ", key, "\r\n")));
    EXPECT_EQ(StatusOf(response), 200);
    EXPECT_THAT(response, HasSubstr("X-Ferro-Warning: token-array-input\r\n")) << "in every answer";
  }
  const std::string log = testing::internal::GetCapturedStderr();
  const std::vector<std::string> parts = absl::StrSplit(log, "event=token_array_input");
  EXPECT_EQ(parts.size(), 3) << log;
  EXPECT_THAT(log, HasSubstr("event=token_array_input client=ann"));
  EXPECT_THAT(log, HasSubstr("event=token_array_input client=bob"));
}

class StrictEmbeddingsTest : public EmbeddingsTest {
 protected:
  static GatewayFlags Strict() {
    GatewayFlags flags;
    flags.api.strict_model = true;
    flags.api.reject_token_input = true;
    return flags;
  }
  StrictEmbeddingsTest() : EmbeddingsTest(Strict()) {}
};

TEST_F(StrictEmbeddingsTest, TokensAndOtherModelsAreRefused) {
  const std::string tokens = Embed(R"({"input": ["a", [7]]})");
  EXPECT_EQ(StatusOf(tokens), 400);
  EXPECT_THAT(tokens, HasSubstr("check_embedding_ctx_length"));
  EXPECT_EQ(StatusOf(Embed(R"({"input": "a", "model": "other"})")), 404);
  EXPECT_EQ(StatusOf(Embed(R"({"input": "a", "model": "fake-gemma"})")), 200);
}

}  // namespace
}  // namespace ferro::router
