#include "engine/text/decision/template_check.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/json.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "engine/text/decision/layout.h"
#include "engine/text/decision/question.h"
#include "engine/text/template/chat_template.h"
#include "engine/text/template/value_json.h"

namespace ferro {
namespace {

// What llama.cpp gives its templates to mark the pieces with.
constexpr char kSeparator[] = "<<d1omni:sep>>";
constexpr char kStateMark[] = "<<d1omni:state>>";
constexpr char kQuestionMark[] = "<<d1omni:question>>";
constexpr char kOptionMark[] = "<<d1omni:option>>";

struct Probe {
  Json state;
  DecisionQuestion question;
};

// Between them every branch that text input can take. No fractions: the interpreter prints them as Python does.
std::vector<Probe> Probes() {
  return {
      {"Charged twice.",
       {DecisionType::kChoice,
        "Which team?",
        {{"billing", "Charges & refunds"}, {"other", nullptr}, {"empty", ""}, {"json", Json{{"a", {1, "b"}}}}}}},
      {Json{{"limit", 85}, {"fan", nullptr}},
       {DecisionType::kScore, Json{{"ask", "How hot?"}}, {{"", "cold"}, {"", nullptr}}}},
      {nullptr, {DecisionType::kNoul, "Is it raining?", {{"false", nullptr}, {"true", "it rains"}}}},
      {"", {DecisionType::kNoul, "Is it raining?", {{"false", "it is dry"}, {"true", nullptr}}}},
  };
}

// The variables as llama.cpp sets them.
Json Variables(const Probe& probe) {
  Json options = Json::array();
  const DecisionQuestion& question = probe.question;
  for (const DecisionCriterion& criterion : question.criteria) {
    const std::string key = question.type == DecisionType::kScore ? absl::StrCat(options.size()) : criterion.key;
    options.push_back({{"key", key}, {"description", criterion.description}});
  }
  return Json{{"state", probe.state},
              {"instructions", question.instructions},
              {"type", DecisionTypeName(question.type)},
              {"options", std::move(options)},
              {"images", Json::array()},
              {"audio", false},
              {"sep", kSeparator},
              {"mark_state", kStateMark},
              {"mark_question", kQuestionMark},
              {"mark_option", kOptionMark}};
}

const char* MarkOf(PieceKind kind) {
  switch (kind) {
    case PieceKind::kState:
      return kStateMark;
    case PieceKind::kQuestion:
      return kQuestionMark;
    case PieceKind::kOption:
      return kOptionMark;
    default:
      return "";
  }
}

std::string NativeText(const Probe& probe) {
  std::string text;
  for (const PromptPiece& piece : PromptPieces(probe.state, probe.question)) {
    absl::StrAppend(&text, kSeparator, MarkOf(piece.kind), piece.text);
  }
  return text;
}

absl::StatusOr<std::string> RenderProbe(const ChatTemplate& chat_template, const Probe& probe) {
  FERRO_ASSIGN_OR_RETURN(const jinja::Value variables, jinja::ValueFromJson(DumpJson(Variables(probe))));
  return chat_template.Render(variables);
}

}  // namespace

TemplateCheck CheckSystemoneTemplate(absl::string_view source) {
  const auto chat_template = ChatTemplate::Parse(source);
  if (!chat_template.ok()) return {TemplateVerdict::kUnknown, std::string(chat_template.status().message())};
  for (const Probe& probe : Probes()) {
    const absl::StatusOr<std::string> rendered = RenderProbe(**chat_template, probe);
    if (!rendered.ok()) return {TemplateVerdict::kUnknown, std::string(rendered.status().message())};
    std::string native = NativeText(probe);
    // A separator in front of the first piece separates nothing.
    if (absl::StripPrefix(*rendered, kSeparator) != absl::StripPrefix(native, kSeparator)) {
      return {TemplateVerdict::kDifferent, absl::StrCat("it renders \"", absl::string_view(*rendered).substr(0, 1000),
                                                        "\", this program \"", native, "\"")};
    }
  }
  return {TemplateVerdict::kSame, ""};
}

void LogTemplateCheck(const TemplateCheck& check) {
  switch (check.verdict) {
    case TemplateVerdict::kSame:
      LogInfo("systemone_template", {{"native_prompt", "equal"}});
      break;
    case TemplateVerdict::kUnknown:
      LogInfo("systemone_template", {{"native_prompt", "not compared"}, {"reason", check.detail}});
      break;
    case TemplateVerdict::kDifferent:
      LogWarning("systemone_template",
                 {{"native_prompt", "different"},
                  {"effect", "the file's template is not the known one; prompts follow this program's"},
                  {"detail", check.detail}});
      break;
  }
}

}  // namespace ferro
