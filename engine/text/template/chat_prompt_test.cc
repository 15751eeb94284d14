#include "engine/text/template/chat_prompt.h"

#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/text/template/param_error.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Text only, tools, no tool calls, `<think>` nowhere: what the first LFM2 templates do.
constexpr char kTextOnly[] =
    "{{- bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    "{% if tools %}[{{ tools | tojson }}]{% endif %}{% if add_generation_prompt %}<assistant>{% endif %}";
// Walks parts, shows calls with arguments as objects, opens a think block.
constexpr char kRich[] =
    "{{- bos_token }}{% for m in messages %}<{{ m.role }}>"
    "{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}{{ p.text }}{% endfor %}{% endif %}"
    "{% for c in m.tool_calls or [] %}({{ c.function.name }}{% for k, v in c.function.arguments.items() %} {{ k }}={{ "
    "v }}{% endfor %}){% endfor %}"
    "{{ '{' ~ m.thinking ~ '}' if m.thinking }}{% endfor %}{% if add_generation_prompt %}<assistant><think>{% endif %}";

ChatRequest Request(std::string messages) {
  ChatRequest request;
  request.messages_json = std::move(messages);
  request.bos_text = "<s>";
  request.eos_text = "</s>";
  return request;
}

std::string Prompt(const char* source, const ChatRequest& request) {
  const auto chat = PrepareChat(*LoadedTemplate::Load(source), request);
  return chat.ok() ? chat->prompt : absl::StrCat("error: ", chat.status().message());
}

TEST(LoadedTemplateTest, FindsTraits) {
  const auto text_only = LoadedTemplate::Load(kTextOnly);
  EXPECT_FALSE(text_only->traits().walks_content);
  EXPECT_FALSE(text_only->traits().renders_tool_calls);
  EXPECT_TRUE(text_only->traits().renders_system);
  EXPECT_FALSE(text_only->traits().mentions_think);
  EXPECT_THAT(text_only->warnings(), IsEmpty());
  const auto rich = LoadedTemplate::Load(kRich);
  EXPECT_TRUE(rich->traits().walks_content);
  EXPECT_TRUE(rich->traits().renders_tool_calls);
  EXPECT_TRUE(rich->traits().argument_objects);
  EXPECT_TRUE(rich->traits().mentions_think);
}

TEST(LoadedTemplateTest, FallsBackToABuiltInTemplate) {
  const auto loaded = LoadedTemplate::Load("{% include 'x' %}<|tool_list_start|>");
  EXPECT_TRUE(loaded->traits().built_in);
  EXPECT_THAT(loaded->traits().variant, HasSubstr("built-in T1"));
  EXPECT_THAT(loaded->warnings(),
              ElementsAre(HasSubstr("'include' is not supported; using the built-in template of LFM2")));
  ChatRequest request = Request(R"([{"role": "system", "content": "S"}, {"role": "user", "content": "q"},
      {"role": "assistant", "content": "a"}, {"role": "tool", "content": "r"}])");
  request.tools_json = R"([{"type": "function", "function": {"name": "f"}}])";
  ASSERT_OK_AND_ASSIGN(const PreparedChat chat, PrepareChat(*loaded, request));
  EXPECT_EQ(
      chat.prompt,
      "<|im_start|>system\nS\nList of tools: <|tool_list_start|>[{\"type\": \"function\", \"function\": {\"name\": "
      "\"f\", \"description\": \"\", \"parameters\": {}}}]<|tool_list_end|><|im_end|>\n<|im_start|>user\nq<|im_end|>\n"
      "<|im_start|>assistant\na<|im_end|>\n<|im_start|>tool\n<|tool_response_start|>r<|tool_response_end|><|im_end|>\n"
      "<|im_start|>assistant\n");
}

TEST(LoadedTemplateTest, PlainBuiltInRemovesPastThinking) {
  const auto loaded = LoadedTemplate::Load("");
  EXPECT_THAT(loaded->warnings(), ElementsAre(HasSubstr("no chat template")));
  ASSERT_OK_AND_ASSIGN(const PreparedChat chat, PrepareChat(*loaded, Request(R"([{"role": "user", "content": "1"},
      {"role": "assistant", "content": "<think>x</think> a "}, {"role": "user", "content": "2"},
      {"role": "assistant", "content": "<think>y</think>b"}, {"role": "user", "content": "3"}])")));
  EXPECT_EQ(
      chat.prompt,
      "<|im_start|>user\n1<|im_end|>\n<|im_start|>assistant\na<|im_end|>\n<|im_start|>user\n2<|im_end|>\n"
      "<|im_start|>assistant\n<think>y</think>b<|im_end|>\n<|im_start|>user\n3<|im_end|>\n<|im_start|>assistant\n");
}

TEST(PrepareChatTest, CutsBosAndEos) {
  ChatRequest request = Request(R"([{"role": "user", "content": "q"}])");
  EXPECT_EQ(Prompt(kTextOnly, request), "<user>q<assistant>");
  request.add_bos = false;
  EXPECT_EQ(Prompt(kTextOnly, request), "<s><user>q<assistant>");
  request.add_generation_prompt = false;
  request.add_eos = true;
  EXPECT_EQ(Prompt("{{ messages[0].content }}{{ eos_token }}", request), "q");
}

TEST(PrepareChatTest, RolesAndNull) {
  EXPECT_EQ(Prompt(kTextOnly, Request(R"([{"role": "developer", "content": "S"}, {"role": "user", "content": null},
      {"role": "user", "content": "a"}, {"role": "user", "content": []}, {"role": "system", "content": "late"},
      {"role": "function", "content": "r", "name": "f"}])")),
            "<system>S<user><user>a<user><system>late<tool>r<assistant>");
}

TEST(PrepareChatTest, ContentParts) {
  ChatRequest request = Request(R"([{"role": "user", "content": [{"type": "text", "text": "a"},
      {"type": "input_text", "text": "b"}, {"type": "refusal", "refusal": "c"}]}])");
  EXPECT_EQ(Prompt(kTextOnly, request), "<user>a\nb\nc<assistant>");
  EXPECT_EQ(Prompt(kRich, request), "<user>abc<assistant><think>");
  request.content_parts = ContentParts::kJoinNewline;
  EXPECT_EQ(Prompt(kRich, request), "<user>a\nb\nc<assistant><think>");
  request.content_parts = ContentParts::kAsArray;
  EXPECT_THAT(Prompt(kTextOnly, request), HasSubstr("{'type': 'text', 'text': 'c'}]"));
}

TEST(PrepareChatTest, ToolsAreRebuilt) {
  ChatRequest request = Request(R"([{"role": "user", "content": "q"}])");
  request.tools_json =
      R"([{"function": {"strict": true, "parameters": {"z": 1.0, "a": 0.123456789}, "name": "f"}, "type": "function"}])";
  EXPECT_EQ(
      Prompt(kTextOnly, request),
      R"(<user>q[[{"type": "function", "function": {"name": "f", "description": "", "parameters": {"z": 1.0, "a": 0.123456789}}}]]<assistant>)");
  request.tools_json = "[]";
  EXPECT_EQ(Prompt(kTextOnly, request), "<user>q<assistant>");
}

TEST(PrepareChatTest, ToolCalls) {
  ChatRequest request = Request(R"([{"role": "user", "content": "q"}, {"role": "assistant", "tool_calls": [
      {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{\"a\": 1, \"b\": \"it's\\n\"}"}},
      {"function": {"name": "g", "arguments": {"c": [1.5, null], "d": true, "e": null}}}]}, {"role": "tool", "content": "r"}])");
  EXPECT_EQ(Prompt(kRich, request),
            "<user>q<assistant>(f a=1 b=it's\n)(g c=[1.5, None] d=True e=None)<tool>r<assistant><think>");

  const auto text_only = LoadedTemplate::Load(kTextOnly);
  ASSERT_OK_AND_ASSIGN(PreparedChat chat, PrepareChat(*text_only, request));
  EXPECT_EQ(chat.prompt, "<user>q<assistant><tool>r<assistant>");
  EXPECT_THAT(chat.warnings, ElementsAre(HasSubstr("does not see them")));
  request.write_lost_tool_calls = true;
  ASSERT_OK_AND_ASSIGN(chat, PrepareChat(*text_only, request));
  EXPECT_EQ(chat.prompt,
            "<user>q<assistant><|tool_call_start|>[f(a=1, b='it\\'s\\n'), g(c=[1.5, null], d=True, e=None)]"
            "<|tool_call_end|><tool>r<assistant>");
  EXPECT_THAT(chat.warnings, ElementsAre(HasSubstr("written into the content")));
}

TEST(PrepareChatTest, SystemTextMovesWhenTheTemplateIgnoresIt) {
  const char* source = "{% for m in messages if m.role != 'system' %}<{{ m.role }}>{{ m.content }}{% endfor %}";
  const auto chat = PrepareChat(*LoadedTemplate::Load(source),
                                Request(R"([{"role": "system", "content": "S"}, {"role": "user", "content": "q"}])"));
  ASSERT_OK(chat);
  EXPECT_EQ(chat->prompt, "<user>S\nq");
  EXPECT_THAT(chat->warnings, ElementsAre(HasSubstr("ignores system messages")));
}

TEST(PrepareChatTest, FinalAssistantMessageIsContinued) {
  const std::string head = R"([{"role": "user", "content": "q"}, {"role": "assistant", )";
  const auto prepare = [&](const char* source, const std::string& rest) {
    return *PrepareChat(*LoadedTemplate::Load(source), Request(head + rest + "}]"));
  };
  EXPECT_EQ(prepare(kTextOnly, R"("content": "Yo")").prompt, "<user>q<assistant>Yo");
  EXPECT_EQ(prepare(kRich, R"("content": "Yo")").prompt, "<user>q<assistant>Yo");
  EXPECT_FALSE(prepare(kRich, R"("content": "Yo")").in_reasoning);
  EXPECT_EQ(prepare(kTextOnly, R"("content": "Yo", "reasoning_content": "why")").prompt,
            "<user>q<assistant><think>why</think>Yo");
  const PreparedChat open = prepare(kRich, R"("content": "", "reasoning": "why")");
  EXPECT_EQ(open.prompt, "<user>q<assistant><think>why");
  EXPECT_TRUE(open.in_reasoning);
  EXPECT_TRUE(
      PrepareChat(*LoadedTemplate::Load(kRich), Request(R"([{"role": "user", "content": "q"}])"))->in_reasoning);
}

TEST(PrepareChatTest, OnlyAFinalAssistantMessage) {
  const ChatRequest request = Request(R"([{"role": "assistant", "content": "Yo"}])");
  EXPECT_EQ(Prompt(kTextOnly, request), "<assistant>Yo");
  EXPECT_THAT(Prompt("{{ messages[0].role }}", request), HasSubstr("messages: this model's template needs a message"));
}

TEST(PrepareChatTest, KwargsAreVariables) {
  ChatRequest request = Request(R"([{"role": "user", "content": "q"}])");
  request.kwargs_json = R"({"x": 1.0, "preserve_reasoning": true, "messages": []})";
  EXPECT_EQ(Prompt("{{ x }}{{ keep_past_thinking }}{{ enable_thinking }}{{ messages|length }}{{ tools is defined }}",
                   request),
            "1.0TrueTrue1False");
}

struct Refusal {
  const char* messages;
  const char* param;
  const char* reason = kReasonInvalidValue;
};
void PrintTo(const Refusal& r, std::ostream* out) { *out << r.messages; }

class RefusesTest : public testing::TestWithParam<Refusal> {};

TEST_P(RefusesTest, NamesTheField) {
  const auto chat = PrepareChat(*LoadedTemplate::Load(kTextOnly), Request(GetParam().messages));
  ASSERT_EQ(chat.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DetailOf(chat.status()).param, GetParam().param) << chat.status();
  EXPECT_EQ(DetailOf(chat.status()).reason, GetParam().reason) << chat.status();
}

INSTANTIATE_TEST_SUITE_P(
    Messages, RefusesTest,
    testing::Values(
        Refusal{"[]", "messages"}, Refusal{"{}", "messages"}, Refusal{"[", "messages"}, Refusal{"", "messages"},
        Refusal{"[1]", "messages[0]"}, Refusal{R"([{"content": "x"}])", "messages[0].role", kReasonMissingField},
        Refusal{R"([{"role": "critic", "content": "x"}])", "messages[0].role"},
        Refusal{R"([{"role": 1, "content": "x"}])", "messages[0].role"},
        Refusal{R"([{"role": "user"}])", "messages[0].content", kReasonMissingField},
        Refusal{R"([{"role": "user", "content": "a"}, {"role": "assistant"}])", "messages[1].content",
                kReasonMissingField},
        Refusal{R"([{"role": "user", "content": 5}])", "messages[0].content"},
        Refusal{R"([{"role": "user", "content": {"a": 1}}])", "messages[0].content"},
        Refusal{R"([{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url"}]}])",
                "messages[0].content[1].type", kReasonUnsupported},
        Refusal{R"([{"role": "user", "content": [{"type": "blob"}]}])", "messages[0].content[0].type",
                kReasonUnsupported},
        Refusal{R"([{"role": "user", "content": [{"type": "text"}]}])", "messages[0].content[0].text"},
        Refusal{R"([{"role": "user", "content": ["a"]}])", "messages[0].content[0]"},
        Refusal{R"([{"role": "user", "content": "a", "name": 5}])", "messages[0].name"},
        Refusal{R"([{"role": "assistant", "tool_calls": {}}])", "messages[0].tool_calls"},
        Refusal{R"([{"role": "assistant", "tool_calls": [{}]}])", "messages[0].tool_calls[0].function"},
        Refusal{R"([{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": 5}}]}])",
                "messages[0].tool_calls[0].function.arguments"},
        Refusal{
            R"([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "assistant", "content": "c"}])",
            "messages[2]"}));

TEST(PrepareChatTest, RefusesOtherFields) {
  const auto param = [](ChatRequest request) {
    const auto chat = PrepareChat(*LoadedTemplate::Load(kTextOnly), request);
    return DetailOf(chat.status()).param;
  };
  ChatRequest request = Request(R"([{"role": "user", "content": "q"}])");
  request.tools_json = R"(["x"])";
  EXPECT_EQ(param(request), "tools[0]");
  request.tools_json = R"([{"name": "f"}])";
  EXPECT_EQ(param(request), "tools[0].type");
  request.tools_json = R"([{"type": "function", "function": {}}])";
  EXPECT_EQ(param(request), "tools[0].function.name");
  request.tools_json.clear();
  request.kwargs_json = R"({"enable_thinking": "false"})";
  EXPECT_EQ(param(request), "chat_template_kwargs.enable_thinking");
  request.kwargs_json = "5";
  EXPECT_EQ(param(request), "chat_template_kwargs");
  request.kwargs_json.clear();
  request.continue_final_message = true;
  EXPECT_EQ(param(request), "continue_final_message");
  request = Request(R"([{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}])");
  request.continue_final_message = true;
  request.add_generation_prompt = true;
  EXPECT_EQ(param(request), "continue_final_message");
}

}  // namespace
}  // namespace ferro
