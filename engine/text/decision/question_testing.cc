#include "engine/text/decision/question_testing.h"

#include <string>

namespace ferro {

DecisionQuestion QuestionFromJson(const Json& json) {
  DecisionQuestion question;
  const std::string type = json.at("type").get<std::string>();
  question.type = type == "choice"  ? DecisionType::kChoice
                  : type == "score" ? DecisionType::kScore
                                    : DecisionType::kNoul;
  question.instructions = json.at("instructions");
  if (!json.contains("criteria")) return question;
  for (const auto& [key, description] : json.at("criteria").items()) question.criteria.push_back({key, description});
  return question;
}

DecisionQuestion QuestionFromText(absl::string_view json) { return QuestionFromJson(ParseJson(json).value()); }

}  // namespace ferro
