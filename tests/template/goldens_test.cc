// Renders 66 requests with several templates and compares with what Jinja2 and a llama.cpp server made of them.
//
// Three templates of our own lie in tests/data/templates. The one published with LFM2 may not be distributed: name its
// file in FERRO_LFM2_TEMPLATE to test it, too.
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/file_testing.h"
#include "base/status_testing.h"
#include "engine/text/template/chat_prompt.h"
#include "engine/text/template/chat_template.h"
#include "engine/text/template/loaded_template.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/value_json.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using jinja::Value;

constexpr char kBos[] = "<|startoftext|>";
constexpr char kEos[] = "<|im_end|>";

const Value& Get(const Value& object, absl::string_view key) {
  static const Value* const kNone = new Value(Value::None());
  const Value* found = object.mapping().Find(key);
  return found == nullptr ? *kNone : *found;
}

// The path of a template's source; "" if it is not here.
std::string TemplatePath(const std::string& name) {
  if (name != "lfm2") return absl::StrCat("tests/data/templates/", name, ".jinja");
  const char* path = std::getenv("FERRO_LFM2_TEMPLATE");
  return path == nullptr ? "" : path;
}

class GoldensTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string path = TemplatePath(GetParam());
    if (path.empty()) GTEST_SKIP() << "FERRO_LFM2_TEMPLATE does not name the published template";
    source_ = ReadFile(path);
    goldens_ = *jinja::ValueFromJson(ReadFile("tests/data/goldens/lfm2_templates.json"));
  }

  std::string source_;
  Value goldens_;
};

TEST_P(GoldensTest, RenderEqualsJinja2) {
  ASSERT_OK_AND_ASSIGN(const auto chat_template, ChatTemplate::Parse(source_));
  size_t n_texts = 0;
  for (const Value& c : Get(goldens_, "cases").sequence().items) {
    const Value& request = Get(c, "request");
    jinja::Mapping variables;
    variables.Set("messages", Get(request, "messages"));
    variables.Set("tools", Get(request, "tools"));
    variables.Set("documents", Value::None());
    variables.Set("bos_token", Value::String(kBos));
    variables.Set("eos_token", Value::String(kEos));
    const Value& prompt = Get(request, "add_generation_prompt");
    variables.Set("add_generation_prompt", prompt.is_none() ? Value::Bool(true) : prompt);
    if (const Value& kwargs = Get(request, "chat_template_kwargs"); kwargs.is_mapping()) {
      for (const auto& [name, value] : kwargs.mapping().entries()) variables.Set(name, value);
    }
    const absl::StatusOr<std::string> text = chat_template->Render(Value::Map(std::move(variables)));
    const Value& expected = Get(Get(Get(c, "results"), GetParam()), "text");
    const std::string& name = Get(c, "name").string();
    if (expected.is_string()) {
      ++n_texts;
      ASSERT_OK(text) << name;
      EXPECT_EQ(*text, expected.string()) << name;
    } else {
      EXPECT_FALSE(text.ok()) << name << ": " << *text;
    }
  }
  EXPECT_GE(n_texts, 58u);
}

// Where our prompt is meant to differ from the server's, by name of the case.
const std::set<std::string>& DeliberateDifferences() {
  static const auto* const kNames = new std::set<std::string>{
      "no messages",  // refused
      "odd role",
      "empty role",           // refused; the server copies the role
      "numbers in a schema",  // the server loses digits
      "think end only",       // the server trims ASCII whitespace only
      "arguments broken",     // passed as text; the server answers 500
      "user, no generation prompt",
      "command",  // the server continues with an empty think block
  };
  return *kNames;
}

// What the server made of a request, in the goldens: its own result, or Jinja2's without BOS where both agree.
Value ServerResult(const Value& result) {
  const Value& server = Get(result, "server");
  if (!server.is_none()) return server;
  jinja::Mapping same;
  same.Set("text", Value::String(std::string(absl::StripPrefix(Get(result, "text").string(), kBos))));
  return Value::Map(std::move(same));
}

TEST_P(GoldensTest, PrepareChatEqualsTheServer) {
  // The server moves system messages for this template, though it shows them: it only looks at how the role is tested.
  const bool server_moves_system = GetParam() == "features";
  const auto chat_template = LoadedTemplate::Load(source_);
  size_t n_compared = 0;
  for (const Value& c : Get(goldens_, "cases").sequence().items) {
    const std::string& name = Get(c, "name").string();
    const Value& json = Get(c, "request");
    const std::string messages = *jinja::ToJson(Get(json, "messages"));
    if (DeliberateDifferences().count(name) > 0) continue;
    if (server_moves_system &&
        (absl::StrContains(messages, "\"system\"") || absl::StrContains(messages, "developer"))) {
      continue;
    }
    ChatRequest request;
    request.messages_json = messages;
    request.tools_json = *jinja::ToJson(Get(json, "tools"));
    request.kwargs_json = *jinja::ToJson(Get(json, "chat_template_kwargs"));
    request.bos_text = kBos;
    request.eos_text = kEos;
    const absl::StatusOr<PreparedChat> chat = PrepareChat(*chat_template, request);
    const Value server = ServerResult(Get(Get(c, "results"), GetParam()));
    const Value& text = Get(server, "text");
    ++n_compared;
    if (text.is_string()) {
      ASSERT_OK(chat) << name;
      EXPECT_EQ(chat->prompt, text.string()) << name;
    } else {
      EXPECT_EQ(chat.status().code(), absl::StatusCode::kInvalidArgument) << name;
    }
  }
  EXPECT_GE(n_compared, 45u);
}

TEST_P(GoldensTest, TraitsEqualTheServers) {
  const auto chat_template = LoadedTemplate::Load(source_);
  const TemplateTraits& traits = chat_template->traits();
  const Value& caps = Get(Get(goldens_, "server_caps"), GetParam());
  EXPECT_FALSE(traits.built_in);
  EXPECT_EQ(traits.walks_content, Get(caps, "supports_typed_content").bool_value());
  EXPECT_EQ(traits.renders_tool_calls, Get(caps, "supports_tool_calls").bool_value());
  EXPECT_EQ(traits.argument_objects, Get(caps, "supports_object_arguments").bool_value());
}

INSTANTIATE_TEST_SUITE_P(Templates, GoldensTest, testing::Values("lfm2", "past-thinking", "tool-calls", "features"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace ferro
