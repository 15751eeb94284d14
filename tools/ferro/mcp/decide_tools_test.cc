#include "tools/ferro/mcp/decide_tools.h"

#include "absl/status/status.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

constexpr char kResponse[] =
    R"({"model":"d1","answers":{"q":{"type":"noul","noul":0.25}},"usage":{"input_tokens":9,"output_tokens":0}})";

struct Asked {
  std::string body;
  absl::StatusOr<std::string> response;

  absl::StatusOr<Json> Call(size_t tool, const Json& arguments) {
    const auto decider = [this](const std::string& text, const std::stop_token&) {
      body = text;
      return response;
    };
    return DecideTools(decider)[tool].call(arguments, std::stop_token());
  }
};

const Json kRequest = {{"state", {{"b", 1}, {"a", 1e23}}}, {"questions", {{"q", {{"type", "noul"}}}}}};

TEST(DecideToolsTest, PassesTheRequestOnAsItIs) {
  Asked asked{"", kResponse};
  ASSERT_OK_AND_ASSIGN(const Json result, asked.Call(0, kRequest));
  EXPECT_EQ(DumpJson(result), kResponse);
  EXPECT_EQ(asked.body, DumpJson(kRequest)) << "the order of keys is part of the question";
}

TEST(DecideToolsTest, ABatchIsAnArrayOfRequests) {
  Asked asked{"", std::string("[") + kResponse + "," + kResponse + "]"};
  ASSERT_OK_AND_ASSIGN(const Json result, asked.Call(1, {{"requests", {kRequest, kRequest}}}));
  EXPECT_EQ(asked.body, DumpJson(Json::array({kRequest, kRequest})));
  EXPECT_EQ(result["responses"].size(), 2);
  EXPECT_EQ(asked.Call(1, {{"requests", kRequest}}).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(DecideToolsTest, PassesErrorsOnAndTrustsNoAnswer) {
  Asked failing{"", absl::UnavailableError("away")};
  EXPECT_EQ(failing.Call(0, kRequest).status(), absl::UnavailableError("away"));
  for (const char* odd : {"", "{", "[]", "7", "<html>"}) {
    Asked asked{"", std::string(odd)};
    EXPECT_EQ(asked.Call(0, kRequest).status().code(), absl::StatusCode::kInternal) << odd;
  }
  Asked object{"", std::string("{}")};
  EXPECT_EQ(object.Call(1, {{"requests", Json::array()}}).status().code(), absl::StatusCode::kInternal);
}

TEST(DecideToolsTest, SchemasAreOfTheFormThatClientsTake) {
  for (const Tool& tool : DecideTools(nullptr)) {
    for (const Json* schema : {&tool.input_schema, &tool.output_schema}) {
      EXPECT_EQ((*schema)["type"], "object");
      EXPECT_EQ((*schema)["additionalProperties"], false);
      for (const char* member : {"anyOf", "oneOf", "allOf", "$ref"}) EXPECT_FALSE(schema->contains(member));
      for (const Json& name : (*schema)["required"]) {
        EXPECT_TRUE((*schema)["properties"].contains(name.get<std::string>())) << name;
      }
    }
    EXPECT_EQ(DumpJson(tool.input_schema).find("$ref"), std::string::npos) << "not every client follows references";
  }
}

}  // namespace
}  // namespace ferro::mcp
