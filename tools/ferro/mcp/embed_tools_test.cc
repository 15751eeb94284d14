#include "tools/ferro/mcp/embed_tools.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

constexpr char kVectors[] = R"({"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.6,0.8]},)"
                            R"({"object":"embedding","index":1,"embedding":[1,1e-9]}],"model":"e",)"
                            R"("usage":{"prompt_tokens":7,"total_tokens":7}})";
constexpr char kRanking[] = R"({"model":"e","object":"list","usage":{"prompt_tokens":7,"total_tokens":7},"results":[)"
                            R"({"index":1,"relevance_score":0.5},{"index":0,"relevance_score":-0.25}]})";

struct Asked {
  absl::StatusOr<std::string> response;
  std::string body;

  absl::StatusOr<Json> Call(const char* name, const Json& arguments) {
    const auto answerer = [this](const std::string& text, const std::stop_token&) {
      body = text;
      return response;
    };
    for (const Tool& tool : EmbedTools(answerer, answerer)) {
      if (tool.name == name) return tool.call(arguments, std::stop_token());
    }
    return absl::NotFoundError(name);
  }
};

Json Copies(size_t count) {
  Json texts = Json::array();
  for (size_t i = 0; i < count; ++i) texts.push_back("text");
  return texts;
}

TEST(EmbedToolsTest, GivesTheVectorsAsTheyAre) {
  Asked asked{kVectors, ""};
  ASSERT_OK_AND_ASSIGN(const Json result, asked.Call("embed", {{"input", {"a", "b"}}, {"dimensions", 2}}));
  EXPECT_EQ(DumpJson(result),
            R"({"model":"e","dimensions":2,"vectors":[[0.6,0.8],[1,1e-09]],"usage":{"prompt_tokens":7}})");
  EXPECT_EQ(asked.body, R"({"input":["a","b"],"dimensions":2})");
}

TEST(EmbedToolsTest, NamesTheNearestTexts) {
  Asked asked{kRanking, ""};
  ASSERT_OK_AND_ASSIGN(const Json result, asked.Call("rank", {{"query", "q"}, {"documents", {"a", "b"}}}));
  EXPECT_EQ(DumpJson(result),
            R"({"model":"e","results":[{"index":1,"score":0.5,"text":"b"},{"index":0,"score":-0.25,"text":"a"}],)"
            R"("usage":{"prompt_tokens":7}})");
  EXPECT_EQ(asked.body, R"({"query":"q","documents":["a","b"],"use_prompts":true,"top_n":10})");
}

TEST(EmbedToolsTest, TakesAFewTextsOnly) {
  for (const Json& texts : {Json("a"), Json::array(), Json({"a", 1}), Json({"a", ""}), Copies(kMaxEmbedTexts + 1)}) {
    Asked asked{kVectors, "not asked"};
    EXPECT_EQ(asked.Call("embed", {{"input", texts}}).status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(asked.body, "not asked");
  }
  Asked asked{kRanking, "not asked"};
  for (const Json& texts : {Json("a"), Json::array(), Json({"a", nullptr}), Copies(kMaxRankDocuments + 1)}) {
    const absl::Status status = asked.Call("rank", {{"query", "q"}, {"documents", texts}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StrContains(status.message(), "documents")) << status;
  }
  for (const Json& query : {Json(), Json(""), Json(7), Json::array({"q"})}) {
    const absl::Status status = asked.Call("rank", {{"query", query}, {"documents", {"a"}}}).status();
    EXPECT_TRUE(absl::StrContains(status.message(), "query")) << status;
  }
  const Json many = {{"query", "q"}, {"documents", {"a"}}, {"top_n", 101}};
  EXPECT_EQ(asked.Call("rank", many).status().message(), "\"top_n\" must be at most 100");
  EXPECT_EQ(asked.body, "not asked");
}

TEST(EmbedToolsTest, PassesErrorsOnAndTrustsNoAnswer) {
  const Json few = {{"input", {"a", "b"}}}, query = {{"query", "q"}, {"documents", {"a"}}};
  Asked failing{absl::UnavailableError("away"), ""};
  EXPECT_EQ(failing.Call("embed", few).status(), absl::UnavailableError("away"));
  EXPECT_EQ(failing.Call("rank", query).status(), absl::UnavailableError("away"));
  for (const char* odd : {"", "{", "[]", "7", "{}", R"({"data":[],"results":7})", R"({"data":[7,7],"results":[7]})",
                          R"({"data":[{"embedding":"AAAA"},{}],"results":[{"index":-1,"relevance_score":1}]})",
                          R"({"results":[{"index":1,"relevance_score":1}]})", R"({"results":[{"index":0}]})"}) {
    Asked asked{std::string(odd), ""};
    EXPECT_EQ(asked.Call("embed", few).status().code(), absl::StatusCode::kInternal) << odd;
    EXPECT_EQ(asked.Call("rank", query).status().code(), absl::StatusCode::kInternal) << odd;
  }
}

TEST(EmbedToolsTest, SchemasAreOfTheFormThatClientsTake) {
  for (const Tool& tool : EmbedTools(nullptr, nullptr)) {
    for (const Json* schema : {&tool.input_schema, &tool.output_schema}) {
      EXPECT_EQ((*schema)["type"], "object");
      EXPECT_EQ((*schema)["additionalProperties"], false);
      for (const Json& name : (*schema)["required"]) {
        EXPECT_TRUE((*schema)["properties"].contains(name.get<std::string>())) << name;
      }
    }
  }
}

}  // namespace
}  // namespace ferro::mcp
