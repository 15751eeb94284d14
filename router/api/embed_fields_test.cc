#include "router/api/embed_fields.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_testing.h"

namespace ferro::router {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<EmbedCall> Read(const std::string& body) { return ReadEmbedCall(*ParseJson(body)); }

absl::StatusOr<EmbedCall> ReadInput(const std::string& input) { return Read(absl::StrCat("{\"input\":", input, "}")); }

TEST(EmbedFieldsTest, EveryShapeOfInput) {
  ASSERT_OK_AND_ASSIGN(const EmbedCall text, ReadInput(R"("hello")"));
  ASSERT_EQ(text.request.items_size(), 1);
  EXPECT_EQ(text.request.items(0).parts(0).text(), "hello");
  ASSERT_OK_AND_ASSIGN(const EmbedCall tokens, ReadInput("[2, 291, 1]"));
  ASSERT_EQ(tokens.request.items_size(), 1);
  EXPECT_THAT(tokens.request.items(0).parts(0).tokens().ids(), ElementsAre(2, 291, 1));
  EXPECT_TRUE(HasTokens(tokens.request));
  EXPECT_FALSE(HasTokens(text.request));
  ASSERT_OK_AND_ASSIGN(const EmbedCall mixed, ReadInput(R"(["a", [7, 8], {"prompt_string": "b"},
      {"content": [{"type": "text", "text": "hel"}, {"type": "text", "text": "lo"}]}])"));
  ASSERT_EQ(mixed.request.items_size(), 4);
  EXPECT_EQ(mixed.request.items(0).parts(0).text(), "a");
  EXPECT_THAT(mixed.request.items(1).parts(0).tokens().ids(), ElementsAre(7, 8));
  EXPECT_EQ(mixed.request.items(2).parts(0).text(), "b");
  EXPECT_EQ(mixed.request.items(3).parts(0).text(), "hello");
  ASSERT_OK_AND_ASSIGN(const EmbedCall lists, ReadInput("[[7], [8]]"));
  EXPECT_EQ(lists.request.items_size(), 2);
}

TEST(EmbedFieldsTest, WhatIsNoInputIsNamed) {
  for (const auto& [input, param] : std::vector<std::pair<std::string, std::string>>{
           {R"("")", "input"},
           {"[]", "input"},
           {R"(["a", ""])", "input[1]"},
           {R"(["a", []])", "input[1]"},
           {"[[]]", "input[0]"},
           {"7", "input"},
           {"true", "input"},
           {"{}", "input"},
           {R"(["a", null])", "input[1]"},
           {R"(["a", 7])", "input[1]"},
           {R"([["a", 7]])", "input[0]"},
           {"[1.5]", "input[0]"},
           {"[-1]", "input[0]"},
           {"[4294967296]", "input[0]"},
           {R"([{"type": "text", "text": "a bare part"}])", "input[0]"},
           {R"({"content": "a"})", "input.content"},
           {R"({"content": ["a"]})", "input.content[0]"},
           {R"({"content": []})", "input.content"},
           {R"({"content": [{"type": "poem"}]})", "input.content[0].type"},
           {R"({"prompt_string": 7})", "input.prompt_string"},
           {R"({"prompt_string": "<__media__>"})", "input.prompt_string"},
       }) {
    const absl::Status status = ReadInput(input).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << input;
    EXPECT_EQ(DetailOf(status).param, param) << input << ": " << status.message();
  }
  EXPECT_EQ(DetailOf(Read("{}").status()).reason, kReasonMissingField);
  EXPECT_EQ(Read(R"({"input": null})").status().message(), R"("input" or "content" must be provided)");
}

TEST(EmbedFieldsTest, MediaAreNotSupported) {
  for (const char* input :
       {R"({"content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]})",
        R"({"prompt_string": "<__media__>", "multimodal_data": ["AA=="]})"}) {
    EXPECT_EQ(ReadInput(input).status().code(), absl::StatusCode::kUnimplemented) << input;
  }
  EXPECT_EQ(DetailOf(Read(R"({"input": "a", "image_data": []})").status()).param, "image_data");
}

TEST(EmbedFieldsTest, Options) {
  ASSERT_OK_AND_ASSIGN(const EmbedCall call,
                       Read(R"({"input": "a", "model": "m", "dimensions": 256, "encoding_format": "base64",
                                "truncate": true, "input_type": "search_document", "user": "u", "odd": 1})"));
  EXPECT_EQ(call.model, "m");
  EXPECT_EQ(call.request.dimensions(), 256);
  EXPECT_TRUE(call.base64);
  EXPECT_FALSE(call.native);
  EXPECT_TRUE(call.request.truncate());
  EXPECT_EQ(call.request.prompt_name(), "search_document");
  EXPECT_FALSE(call.request.has_normalize());
  ASSERT_OK_AND_ASSIGN(const EmbedCall plain, Read(R"({"content": "a", "dimensions": null, "encoding_format": null})"));
  EXPECT_TRUE(plain.native);
  EXPECT_FALSE(plain.request.has_dimensions());
  for (const auto& [body, param] : std::vector<std::pair<std::string, std::string>>{
           {R"("encoding_format": "yaml")", "encoding_format"},
           {R"("encoding_format": 7)", "encoding_format"},
           {R"("dimensions": "256")", "dimensions"},
           {R"("dimensions": 7.5)", "dimensions"},
           {R"("embd_normalize": -1)", "embd_normalize"},
           {R"("embd_normalize": "2")", "embd_normalize"},
           {R"("truncate": "END")", "truncate"},
           {R"("task": 7)", "task"},
           {R"("model": 7)", "model"},
       }) {
    const absl::Status status = Read(absl::StrCat(R"({"input": "a", )", body, "}")).status();
    EXPECT_EQ(DetailOf(status).param, param) << body;
  }
}

TEST(EmbedFieldsTest, ErrorsOfTheServiceNameTheClientsFields) {
  EmbedCall call;
  call.input_field = "content";
  call.task_field = "input_type";
  const auto param = [&](const std::string& of_service, int items) {
    return DetailOf(InClientWords(call, items, InvalidField(of_service, "why"))).param;
  };
  EXPECT_EQ(param("items", 3), "content");
  EXPECT_EQ(param("items[0]", 1), "content");
  EXPECT_EQ(param("items[1]", 3), "content[1]");
  EXPECT_EQ(param("prompt_name", 1), "input_type");
  EXPECT_EQ(param("normalize", 1), "embd_normalize");
  EXPECT_EQ(param("dimensions", 1), "dimensions");
  EXPECT_THAT(std::string(InClientWords(call, 3, InvalidField("items[1]", "why")).message()), HasSubstr("content[1]"));
  call.first_field = "query";
  EXPECT_EQ(param("items[0]", 3), "query");
  EXPECT_EQ(param("items[2]", 3), "content[1]");
}

}  // namespace
}  // namespace ferro::router
