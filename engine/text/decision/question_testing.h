// For tests: questions out of the JSON that clients write. No checks beyond what keeps a test from crashing.
#ifndef FERRO_ENGINE_TEXT_DECISION_QUESTION_TESTING_H_
#define FERRO_ENGINE_TEXT_DECISION_QUESTION_TESTING_H_

#include "absl/strings/string_view.h"
#include "base/json.h"
#include "engine/text/decision/question.h"

namespace ferro {

// From {"type", "instructions", "criteria"}.
DecisionQuestion QuestionFromJson(const Json& json);
DecisionQuestion QuestionFromText(absl::string_view json);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_QUESTION_TESTING_H_
