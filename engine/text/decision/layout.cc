#include "engine/text/decision/layout.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/text/decision/prompt_text.h"

namespace ferro {
namespace {

// 0, false, {} and [] count as descriptions.
bool IsDescribed(const Json& description) {
  return !description.is_null() && !(description.is_string() && description.get_ref<const std::string&>().empty());
}

const Json* FindDescription(const DecisionQuestion& question, absl::string_view key) {
  for (const DecisionCriterion& criterion : question.criteria) {
    if (criterion.key == key) return &criterion.description;
  }
  return nullptr;
}

// The alias is looked at only where the key is absent: a null under the key counts as given.
std::string OutcomeText(const DecisionQuestion& question, const char* key, const char* alias, const char* undescribed) {
  const Json* description = FindDescription(question, key);
  if (description == nullptr) description = FindDescription(question, alias);
  if (description == nullptr || !IsDescribed(*description)) return absl::StrCat(key, ": ", undescribed);
  return absl::StrCat(key, ": ", PromptText(*description));
}

std::string ChoiceText(const DecisionCriterion& option) {
  std::string text = DisarmText(option.key);
  if (IsDescribed(option.description)) absl::StrAppend(&text, ": ", PromptText(option.description));
  return text;
}

}  // namespace

std::string StateText(const Json& state) { return state.is_null() ? std::string() : PromptText(state); }

std::string QuestionText(const DecisionQuestion& question) {
  return absl::StrCat(kQuestionPrefix, PromptText(question.instructions));
}

std::vector<std::string> OptionTexts(const DecisionQuestion& question) {
  if (question.type == DecisionType::kNoul) {
    return {OutcomeText(question, "false", "no", "no, the statement does not hold"),
            OutcomeText(question, "true", "yes", "yes, the statement holds")};
  }
  std::vector<std::string> texts;
  for (const DecisionCriterion& criterion : question.criteria) {
    texts.push_back(question.type == DecisionType::kChoice
                        ? ChoiceText(criterion)
                        : absl::StrCat("level ", texts.size(), ": ", PromptText(criterion.description)));
  }
  return texts;
}

std::vector<PromptPiece> PromptPieces(const Json& state, const DecisionQuestion& question) {
  std::vector<PromptPiece> pieces = {{PieceKind::kStart, kStartText},
                                     {PieceKind::kState, StateText(state)},
                                     {PieceKind::kQuestion, QuestionText(question)}};
  for (const std::string& text : OptionTexts(question)) {
    pieces.push_back({PieceKind::kMarker, kMarkerText});
    pieces.push_back({PieceKind::kOption, absl::StrCat(" ", text)});
    pieces.push_back({PieceKind::kOptionEnd, kOptionEndText});
  }
  pieces.push_back({PieceKind::kEnd, kEndText});
  return pieces;
}

}  // namespace ferro
