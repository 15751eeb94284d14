#include "router/api/embed_reply.h"

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "base/error_detail.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "gmock/gmock.h"
#include "router/api/rerank_format.h"

namespace ferro::router {
namespace {

using ferro::embed::v1::Embedding;
using ferro::embed::v1::EmbedResponse;

EmbedResponse Vectors(const std::vector<std::vector<float>>& vectors) {
  EmbedResponse response;
  for (const std::vector<float>& vector : vectors) {
    Embedding* embedding = response.add_embeddings();
    embedding->mutable_values()->Add(vector.begin(), vector.end());
    embedding->set_prompt_tokens(3);
  }
  return response;
}

TEST(EmbedReplyTest, OpenAisObject) {
  EmbedResponse response = Vectors({{0.6f, -0.8f}, {1, 0}});
  EXPECT_EQ(EmbedBody(response, "a \"model\"", false),
            R"({"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.6,-0.8]},)"
            R"({"object":"embedding","index":1,"embedding":[1,0]}],"model":"a \"model\"",)"
            R"("usage":{"prompt_tokens":6,"total_tokens":6}})");
  response.add_warnings("input[1] was cut");
  EXPECT_EQ((*ParseJson(EmbedBody(response, "m", true)))["warnings"][0], "input[1] was cut");
}

TEST(EmbedReplyTest, FloatsComeBackBitForBit) {
  const std::vector<float> hard = {
      1.0f / 3, -1.17549435e-38f, 3.40282347e38f, 1e-45f, 0.1f, 16777216.0f, std::numeric_limits<float>::epsilon()};
  const EmbedResponse response = Vectors({hard});
  ASSERT_OK_AND_ASSIGN(const Json as_floats, ParseJson(EmbedBody(response, "m", false)));
  ASSERT_OK_AND_ASSIGN(const Json as_base64, ParseJson(EmbedBody(response, "m", true)));
  EXPECT_EQ(as_base64["data"][0]["encoding_format"], "base64");
  std::string bytes;
  ASSERT_TRUE(absl::Base64Unescape(as_base64["data"][0]["embedding"].get<std::string>(), &bytes));
  ASSERT_EQ(bytes.size(), 4 * hard.size());
  std::vector<float> decoded(hard.size());
  std::memcpy(decoded.data(), bytes.data(), bytes.size());
  EXPECT_EQ(decoded, hard);
  EXPECT_EQ(as_floats["data"][0]["embedding"].get<std::vector<float>>(), hard);
}

TEST(EmbedReplyTest, LlamaCppsArray) {
  EXPECT_EQ(NativeEmbedBody(Vectors({{0.6f, -0.8f}, {1, 0}})),
            R"([{"index":0,"embedding":[[0.6,-0.8]]},{"index":1,"embedding":[[1,0]]}])");
}

TEST(RerankTest, OrdersByCosine) {
  ASSERT_OK_AND_ASSIGN(const RerankCall call,
                       ReadRerankCall(*ParseJson(R"({"query": "q", "documents": ["far", {"text": "near"}, "twin"],
                                                     "top_n": 2, "return_documents": true})")));
  EXPECT_EQ(call.embed.request.items_size(), 4);
  EXPECT_EQ(call.embed.request.items(0).prompt_name(), "");
  const Json body = RerankBody(call, Vectors({{1, 0}, {0, 1}, {0.8f, 0.6f}, {0.8f, 0.6f}}), "m");
  EXPECT_EQ(DumpJson(body["results"]),
            R"([{"index":1,"relevance_score":0.800000011920929,"document":{"text":"near"}},)"
            R"({"index":2,"relevance_score":0.800000011920929,"document":{"text":"twin"}}])");
  EXPECT_EQ(body["usage"]["total_tokens"], 12);
  EXPECT_FALSE(body.contains("warnings"));
}

TEST(RerankTest, SaysWhatWasCut) {
  ASSERT_OK_AND_ASSIGN(const RerankCall call, ReadRerankCall(*ParseJson(R"({"query": "q", "documents": ["a"]})")));
  ferro::embed::v1::EmbedResponse response = Vectors({{1, 0}, {0, 1}});
  response.add_warnings("documents[0] was cut");
  EXPECT_EQ(DumpJson(RerankBody(call, response, "m")["warnings"]), R"(["documents[0] was cut"])");
}

TEST(RerankTest, InTheWordsOfTextEmbeddingsInference) {
  ASSERT_OK_AND_ASSIGN(const RerankCall call,
                       ReadRerankCall(*ParseJson(R"({"query": "q", "texts": ["a", "b"], "return_text": true,
                                                     "use_prompts": true})")));
  EXPECT_EQ(call.embed.request.items(0).prompt_name(), "query");
  EXPECT_EQ(call.embed.request.items(2).prompt_name(), "document");
  EXPECT_EQ(DumpJson(RerankBody(call, Vectors({{1, 0}, {0, 1}, {1, 0}}), "m")),
            R"([{"index":1,"score":1.0,"text":"b"},{"index":0,"score":0.0,"text":"a"}])");
}

TEST(RerankTest, WhatIsMissingIsNamed) {
  for (const auto& [body, param] : std::vector<std::pair<std::string, std::string>>{
           {R"({"documents": ["a"]})", "query"},
           {R"({"query": "q"})", "documents"},
           {R"({"query": "", "documents": ["a"]})", "query"},
           {R"({"query": "q", "documents": []})", "documents"},
           {R"({"query": "q", "documents": "a"})", "documents"},
           {R"({"query": "q", "documents": ["a", 7]})", "documents[1]"},
           {R"({"query": "q", "documents": ["a", null]})", "documents[1]"},
           {R"({"query": "q", "documents": ["a", "b", {"title": "c"}]})", "documents[2].text"},
           {R"({"query": "q", "documents": ["a", {"text": 7}]})", "documents[1].text"},
           {R"({"query": "q", "documents": [{"text": ""}, "a"]})", "documents[0].text"},
           {R"({"query": "q", "texts": ["a", ""]})", "texts[1]"},
           {R"({"query": "q", "documents": ["a"], "top_n": 0})", "top_n"},
       }) {
    const absl::Status status = ReadRerankCall(*ParseJson(body)).status();
    EXPECT_EQ(DetailOf(status).param, param) << body;
    // llama.cpp's error object has no place for the field but the message.
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(param)) << body;
  }
}

}  // namespace
}  // namespace ferro::router
