#include <string>

#include "base/error_detail.h"
#include "base/status_testing.h"
#include "router/api/chat_fields.h"
#include "router/api/completion_fields.h"
#include "router/api/sampling_fields.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::GenerateRequest;

Json Parse(const std::string& text) { return *ParseJson(text); }

// All fields of a chat request besides the envelope.
absl::Status ReadChatRequest(const Json& body) {
  GenerateRequest request;
  DeliveryOptions delivery;
  auto chat = ReadChat(body);
  if (!chat.ok()) return chat.status();
  if (auto status = ReadSamplingFields(body, &request); !status.ok()) return status;
  if (auto status = ReadChatOutputFields(body, &request); !status.ok()) return status;
  return ReadDeliveryFields(body, &delivery);
}

struct Row {
  const char* field;
  const char* value;
  const char* param;  // nullptr = accepted
  const char* reason = kReasonInvalidValue;
};

constexpr Row kFieldRows[] = {
    {"temperature", "\"0.2\"", "temperature"},
    {"temperature", "-1", "temperature"},
    {"temperature", "0", nullptr},
    {"temperature", "null", nullptr},
    {"top_p", "2", "top_p"},
    {"top_p", "0", nullptr},
    {"top_k", "\"x\"", "top_k"},
    {"top_k", "1.5", "top_k"},
    {"top_k", "-1", nullptr},
    {"min_p", "1.01", "min_p"},
    {"repeat_penalty", "0", "repeat_penalty"},
    {"repetition_penalty", "-0.5", "repetition_penalty"},
    {"repeat_last_n", "-2", "repeat_last_n"},
    {"repeat_last_n", "-1", nullptr},
    {"frequency_penalty", "5", "frequency_penalty"},
    {"presence_penalty", "-2.1", "presence_penalty"},
    {"penalize_prompt", "1", "penalize_prompt"},
    {"max_tokens", "\"5\"", "max_tokens"},
    {"max_tokens", "2.0", nullptr},
    {"max_tokens", "-1", nullptr},
    {"max_tokens", "-2", "max_tokens"},
    {"max_completion_tokens", "-2", "max_completion_tokens"},
    {"n_predict", "1e30", "n_predict"},
    {"seed", "\"x\"", "seed"},
    {"seed", "-9223372036854775808", nullptr},
    {"seed", "18446744073709551615", "seed"},
    {"stream", "\"yes\"", "stream"},
    {"stream", "1", "stream"},
    {"stream_options", "[]", "stream_options"},
    {"stream_options", "{\"include_usage\":1}", "stream_options.include_usage"},
    {"stream_options", "{\"include_usage\":true}", nullptr},
    {"n", "\"2\"", "n"},
    {"n", "0", "n"},
    {"n", "1", nullptr},
    {"n", "2", "n", kReasonUnsupported},
    {"n_cmpl", "2", "n_cmpl", kReasonUnsupported},
    {"logit_bias", "\"x\"", "logit_bias"},
    {"logit_bias", "{}", nullptr},
    {"logit_bias", "{\"5\":1}", "logit_bias", kReasonUnsupported},
    {"stop", "{}", "stop"},
    {"stop", "5", "stop"},
    {"stop", "[\"a\",5]", "stop[1]"},
    {"stop", "[\"\"]", nullptr},
    {"stop_token_ids", "[-1]", "stop_token_ids[0]"},
    {"stop_token_ids", "5", "stop_token_ids"},
    {"ignore_eos", "0", "ignore_eos"},
    {"cache_prompt", "\"x\"", "cache_prompt"},
    {"draft", "\"x\"", "draft"},
    {"thinking_budget", "-2", "thinking_budget"},
    {"sse_ping_interval", "0", "sse_ping_interval"},
    {"timings_per_token", "1", "timings_per_token"},
    {"return_progress", "1", "return_progress"},
    {"return_tokens", "1", "return_tokens"},
    {"id_slot", "\"x\"", "id_slot"},
    {"grammar", "\"root ::= x\"", "grammar", kReasonUnsupported},
    {"guided_choice", "[\"yes\",\"no\"]", "guided_choice", kReasonUnsupported},
    {"structured_outputs", "{\"regex\":\"a+\"}", "structured_outputs", kReasonUnsupported},
    {"guided_json", "null", nullptr},
    {"json_schema", "{}", "json_schema", kReasonUnsupported},
    {"response_format", "\"json\"", "response_format"},
    {"response_format", "{\"type\":\"text\"}", nullptr},
    {"response_format", "{\"type\":\"yaml\"}", "response_format.type"},
    {"response_format", "{\"type\":\"json_object\"}", "response_format.type", kReasonUnsupported},
    {"response_format", "{\"type\":\"json_schema\"}", "response_format.type", kReasonUnsupported},
    {"logprobs", "true", "logprobs", kReasonUnsupported},
    {"logprobs", "1", "logprobs"},
    {"top_logprobs", "3", "top_logprobs"},
    {"top_logprobs", "21", "top_logprobs"},
    {"reasoning_format", "\"bad\"", "reasoning_format"},
    {"reasoning_format", "\"auto\"", nullptr},
    {"reasoning_effort", "5", "reasoning_effort"},
    {"chat_template_kwargs", "5", "chat_template_kwargs"},
    {"chat_template_kwargs", "{\"enable_thinking\":\"yes\"}", "chat_template_kwargs.enable_thinking"},
    {"modalities", "[\"text\",\"audio\"]", "modalities", kReasonUnsupported},
    {"audio", "{}", "audio", kReasonUnsupported},
    {"tools", "5", "tools"},
    {"tools", "[]", nullptr},
    {"tools", "null", nullptr},
    {"tools", "[5]", "tools[0]"},
    {"tools", "[{\"type\":\"web\"}]", "tools[0].type"},
    {"tools", "[{\"type\":\"function\"}]", "tools[0].function", kReasonMissingField},
    {"tools", "[{\"type\":\"function\",\"function\":{}}]", "tools[0].function.name", kReasonMissingField},
    {"tools", "[{\"type\":\"function\",\"function\":{\"name\":\"a b\"}}]", "tools[0].function.name"},
    {"tools", "[{\"type\":\"function\",\"function\":{\"name\":\"a.b\"}}]", nullptr},
    {"tool_choice", "\"maybe\"", "tool_choice"},
    {"tool_choice", "\"auto\"", nullptr},
    {"tool_choice", "\"required\"", "tool_choice", kReasonUnsupported},
    {"tool_choice", "{\"type\":\"function\"}", "tool_choice", kReasonUnsupported},
    {"parallel_tool_calls", "1", "parallel_tool_calls"},
    {"add_generation_prompt", "1", "add_generation_prompt"},
    {"unknown_field", "1", nullptr},
    {"user", "5", nullptr},
    {"store", "true", nullptr},
};

TEST(RequestFieldsTest, EveryFieldOfAChatRequest) {
  for (const Row& row : kFieldRows) {
    Json body = Parse(R"({"messages":[{"role":"user","content":"Hi"}]})");
    body[row.field] = Parse(row.value);
    const absl::Status status = ReadChatRequest(body);
    const std::string label = std::string(row.field) + " = " + row.value;
    if (row.param == nullptr) {
      EXPECT_TRUE(status.ok()) << label << ": " << status;
      continue;
    }
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << label;
    EXPECT_EQ(DetailOf(status).param, row.param) << label;
    EXPECT_EQ(DetailOf(status).reason, row.reason) << label;
  }
}

TEST(RequestFieldsTest, StringNumbersAreToldInThePeersWords) {
  Json body = Parse(R"({"messages":[{"role":"user","content":"Hi"}],"temperature":"0.2"})");
  EXPECT_EQ(ReadChatRequest(body).message(), "Field 'temperature': type must be number, but is string");
}

struct MessageRow {
  const char* messages;
  const char* param;  // nullptr = accepted
};

constexpr MessageRow kMessageRows[] = {
    {"null", "messages"},
    {"5", "messages"},
    {"[]", "messages"},
    {"[5]", "messages[0]"},
    {R"([{"content":"x"}])", "messages[0].role"},
    {R"([{"role":5,"content":"x"}])", "messages[0].role"},
    {R"([{"role":"king","content":"x"}])", "messages[0].role"},
    {R"([{"role":"user"}])", "messages[0].content"},
    {R"([{"role":"user","content":null}])", nullptr},
    {R"([{"role":"user","content":5}])", "messages[0].content"},
    {R"([{"role":"user","content":[5]}])", "messages[0].content[0]"},
    {R"([{"role":"user","content":[{"text":"x"}]}])", "messages[0].content[0].type"},
    {R"([{"role":"user","content":[{"type":"blob"}]}])", "messages[0].content[0].type"},
    {R"([{"role":"user","content":[{"type":"text"}]}])", "messages[0].content[0].text"},
    {R"([{"role":"user","content":[{"type":"text","text":5}]}])", "messages[0].content[0].text"},
    {R"([{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url"}]}])", "messages[0].content[1].type"},
    {R"([{"role":"user","content":[{"type":"input_audio"}]}])", "messages[0].content[0].type"},
    {R"([{"role":"user","content":"a"},{"role":"assistant"}])", "messages[1].content"},
    {R"([{"role":"assistant","content":"a"},{"role":"assistant","content":"b"}])", "messages[1].role"},
    {R"([{"role":"user","content":"a"},{"role":"user","content":"b"}])", nullptr},
    {R"([{"role":"user","content":"a"},{"role":"system","content":"b"}])", nullptr},
    {R"([{"role":"tool","content":"a"}])", nullptr},
    {R"([{"role":"assistant","tool_calls":5},{"role":"user","content":"a"}])", "messages[0].tool_calls"},
    {R"([{"role":"assistant","tool_calls":[{}]},{"role":"user","content":"a"}])", "messages[0].tool_calls[0].function"},
    {R"([{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":5}}]}])",
     "messages[0].tool_calls[0].function.arguments"},
    {R"([{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{}}}]}])", nullptr},
    {R"([{"role":"assistant","function_call":{"name":"f","arguments":"{}"}}])", nullptr},
    {R"([{"role":"assistant","function_call":5}])", "messages[0].function_call"},
    {R"([{"role":"assistant","function_call":{}}])", "messages[0].function_call.name"},
    {R"([{"role":"assistant","function_call":{"name":"f","arguments":5}}])", "messages[0].function_call.arguments"},
    {R"([{"role":"assistant","function_call":null}])", "messages[0].content"},
};

TEST(RequestFieldsTest, Messages) {
  for (const MessageRow& row : kMessageRows) {
    const auto chat = ReadChat(Json{{"messages", Parse(row.messages)}});
    if (row.param == nullptr) {
      EXPECT_TRUE(chat.ok()) << row.messages << ": " << chat.status();
    } else {
      EXPECT_EQ(DetailOf(chat.status()).param, row.param) << row.messages;
    }
  }
}

TEST(RequestFieldsTest, MessagesAreNormalised) {
  ASSERT_OK_AND_ASSIGN(const auto chat, ReadChat(Parse(R"({"messages":[
      {"role":"developer","content":"be brief"},
      {"role":"user","content":[{"type":"input_text","text":"a"},{"type":"refusal","refusal":"b"}]},
      {"role":"assistant","content":null,"reasoning":"hm","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]},
      {"role":"function","name":"f","content":"1"}]})")));
  EXPECT_EQ(
      chat.messages_json(),
      R"([{"role":"system","content":"be brief"},)"
      R"({"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},)"
      R"({"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}],"reasoning_content":"hm"},)"
      R"({"role":"tool","name":"f","content":"1"}])");
  EXPECT_TRUE(chat.add_generation_prompt());
  EXPECT_FALSE(chat.continue_final_message());
}

TEST(RequestFieldsTest, AFunctionCallIsACallOfATool) {
  ASSERT_OK_AND_ASSIGN(const auto chat, ReadChat(Parse(R"({"messages":[
      {"role":"user","content":"a"},
      {"role":"assistant","function_call":{"name":"f","arguments":"{}"},"content":null},
      {"role":"function","name":"f","content":"1"}]})")));
  EXPECT_EQ(
      chat.messages_json(),
      R"([{"role":"user","content":"a"},)"
      R"({"role":"assistant","content":"","tool_calls":[{"type":"function","function":{"name":"f","arguments":"{}"}}]},)"
      R"({"role":"tool","name":"f","content":"1"}])");
}

TEST(RequestFieldsTest, FunctionsAllowOneCall) {
  const std::string functions = R"("functions":[{"name":"f"}])", tools = R"("tools":[])";
  for (const auto& [body, old] : std::vector<std::pair<std::string, bool>>{
           {"{" + functions + "}", true},
           {"{" + functions + R"(,"tools":null,"parallel_tool_calls":true})", true},
           {"{" + functions + "," + tools + "}", false},
           {R"({"functions":null})", false},
           {"{" + tools + "}", false},
       }) {
    EXPECT_EQ(GivesFunctions(Parse(body)), old) << body;
    GenerateRequest request;
    ASSERT_OK(ReadChatOutputFields(Parse(body), &request));
    EXPECT_EQ(request.has_parallel_tool_calls() && !request.parallel_tool_calls(), old) << body;
  }
}

TEST(RequestFieldsTest, FinalAssistantMessageIsContinued) {
  const std::string messages = R"("messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}])";
  ASSERT_OK_AND_ASSIGN(const auto chat, ReadChat(Parse("{" + messages + "}")));
  EXPECT_TRUE(chat.continue_final_message());
  EXPECT_FALSE(chat.add_generation_prompt());
  ASSERT_OK_AND_ASSIGN(const auto answered, ReadChat(Parse("{" + messages + R"(,"continue_final_message":false})")));
  EXPECT_FALSE(answered.continue_final_message());
  EXPECT_TRUE(answered.add_generation_prompt());
  const auto both = ReadChat(Parse("{" + messages + R"(,"continue_final_message":true,"add_generation_prompt":true})"));
  EXPECT_EQ(DetailOf(both.status()).param, "continue_final_message");
}

TEST(RequestFieldsTest, ToolChoiceNoneHidesTheTools) {
  const std::string tools = R"("tools":[{"type":"function","function":{"name":"f"}}])";
  const std::string messages = R"("messages":[{"role":"user","content":"a"}],)";
  ASSERT_OK_AND_ASSIGN(const auto shown, ReadChat(Parse("{" + messages + tools + "}")));
  EXPECT_EQ(shown.tools_json(), R"([{"type":"function","function":{"name":"f"}}])");
  ASSERT_OK_AND_ASSIGN(const auto hidden, ReadChat(Parse("{" + messages + tools + R"(,"tool_choice":"none"})")));
  EXPECT_EQ(hidden.tools_json(), "");
  ASSERT_OK_AND_ASSIGN(const auto old, ReadChat(Parse("{" + messages + R"("functions":[{"name":"f"}]})")));
  EXPECT_EQ(old.tools_json(), shown.tools_json());
}

TEST(RequestFieldsTest, SamplingReachesTheRequest) {
  GenerateRequest request;
  ASSERT_OK(ReadSamplingFields(Parse(R"({"max_tokens":5,"max_completion_tokens":4,"n_predict":3,"temperature":0.5,
      "repetition_penalty":1.2,"repeat_penalty":1.3,"seed":-1,"stop":["a","","b"],"top_k":-3,"top_p":0.5})"),
                               &request));
  EXPECT_EQ(request.max_tokens(), 3);
  EXPECT_EQ(request.sampling().temperature(), 0.5);
  EXPECT_EQ(request.sampling().repetition_penalty(), 1.2);
  EXPECT_FALSE(request.sampling().has_seed());
  EXPECT_EQ(request.stop_size(), 2);
  EXPECT_EQ(request.sampling().top_k(), 0);
  GenerateRequest absent;
  ASSERT_OK(ReadSamplingFields(Json::object(), &absent));
  EXPECT_FALSE(absent.has_max_tokens());
  EXPECT_FALSE(absent.sampling().has_temperature());
  GenerateRequest many;
  EXPECT_EQ(DetailOf(ReadSamplingFields(Json{{"stop", std::vector<std::string>(17, "x")}}, &many)).param, "stop");
  EXPECT_EQ(DetailOf(ReadSamplingFields(Json{{"stop", std::string(257, 'x')}}, &many)).param, "stop");
}

TEST(RequestFieldsTest, Prompts) {
  const auto count = [](const char* body) -> int {
    const auto prompts = ReadPrompts(Parse(body));
    return prompts.ok() ? static_cast<int>(prompts->size()) : -1;
  };
  EXPECT_EQ(count(R"({"prompt":""})"), 1);
  EXPECT_EQ(count(R"({"prompt":["a","b"]})"), 2);
  EXPECT_EQ(count(R"({"prompt":[1,2,3]})"), 1);
  EXPECT_EQ(count(R"({"prompt":[[1,2],[3],"x"]})"), 3);
  ASSERT_OK_AND_ASSIGN(const auto prompts, ReadPrompts(Parse(R"({"prompt":[[7,8],"x"]})")));
  EXPECT_EQ(prompts[0].tokens().ids_size(), 2);
  EXPECT_EQ(prompts[1].text(), "x");
  ASSERT_OK_AND_ASSIGN(const auto mixed, ReadPrompts(Parse(R"({"prompt":[1,2,"Hi",7]})")));
  ASSERT_EQ(mixed[0].mixed().parts_size(), 3);
  EXPECT_EQ(mixed[0].mixed().parts(0).tokens().ids_size(), 2);
  EXPECT_EQ(mixed[0].mixed().parts(1).text(), "Hi");
  EXPECT_EQ(mixed[0].mixed().parts(2).tokens().ids(0), 7);
  for (const auto& [body, param] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"({})", "prompt"},
           {R"({"prompt":[]})", "prompt"},
           {R"({"prompt":{}})", "prompt"},
           {R"({"prompt":[[]]})", "prompt[0]"},
           {R"({"prompt":[1,"Hi",true]})", "prompt[2]"},
           {R"({"prompt":[1,-7]})", "prompt[1]"},
           {R"({"prompt":[[1],[4294967296]]})", "prompt[1][0]"},
           {R"({"prompt":"x","echo":true})", "echo"},
           {R"({"prompt":"x","suffix":"y"})", "suffix"},
           {R"({"prompt":"x","best_of":2})", "best_of"},
           {R"({"prompt":"x","logprobs":0})", "logprobs"},
           {R"({"prompt":"x","logprobs":true})", "logprobs"},
       }) {
    EXPECT_EQ(DetailOf(ReadPrompts(Parse(body)).status()).param, param) << body;
  }
  EXPECT_EQ(DetailOf(ReadPrompts(Json{{"prompt", std::vector<std::string>(17, "x")}}).status()).param, "prompt");
}

}  // namespace
}  // namespace ferro::router
