// The layout of a decision prompt of the d1-omni family (text input):
//
//   <|startoftext|><|reserved_7|> STATE <|reserved_8|>INSTRUCTIONS { <|reserved_9|><|mask|> " "OPTION <|reserved_10|> }
//   <|reserved_11|>
//
// without line breaks. The pieces are tokenised one by one. The score of an option is read at its <|mask|>.
#ifndef FERRO_ENGINE_TEXT_DECISION_LAYOUT_H_
#define FERRO_ENGINE_TEXT_DECISION_LAYOUT_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "engine/text/decision/question.h"

namespace ferro {

enum class PieceKind {
  kStart,      // kStartText
  kState,      // StateText
  kQuestion,   // kQuestionPrefix, then the instructions
  kMarker,     // kMarkerText
  kOption,     // a space, then the option's text
  kOptionEnd,  // kOptionEndText
  kEnd,        // kEndText
};

inline constexpr char kStartText[] = "<|startoftext|><|reserved_7|>";
inline constexpr char kQuestionPrefix[] = "<|reserved_8|>";
inline constexpr char kMarkerText[] = "<|reserved_9|><|mask|>";
inline constexpr char kOptionEndText[] = "<|reserved_10|>";
inline constexpr char kEndText[] = "<|reserved_11|>";

struct PromptPiece {
  PieceKind kind;
  std::string text;
};

// Null is empty.
std::string StateText(const Json& state);
std::string QuestionText(const DecisionQuestion& question);
// One text an option, without the space in front. CheckQuestion must have passed.
std::vector<std::string> OptionTexts(const DecisionQuestion& question);

// All of it, in order.
std::vector<PromptPiece> PromptPieces(const Json& state, const DecisionQuestion& question);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_DECISION_LAYOUT_H_
