#include "engine/text/score_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "absl/strings/str_cat.h"
#include "base/utf8.h"

namespace ferro {
namespace {

// Cutting a token in all places costs the square of its length. Gemma's longest piece has 48 bytes.
constexpr size_t kMaxPieceBytes = 256;

struct Rule {
  Symbol left, right;
  Merge merge;
};

bool IsOneCharacter(absl::string_view text) {
  return DecodeValidUtf8(text.data()).size == static_cast<int>(text.size());
}

bool CanBeMet(const SymbolSet& symbols, absl::string_view text) {
  return IsOneCharacter(text) || symbols.Find(text) != kNoSymbol;
}

}  // namespace

absl::StatusOr<PairTable> RulesFromScores(const Vocabulary& vocabulary, const std::vector<float>& scores,
                                          SymbolSet* symbols) {
  if (scores.size() != static_cast<size_t>(vocabulary.size())) {
    return absl::InvalidArgumentError(
        absl::StrCat("tokenizer: ", scores.size(), " scores for ", vocabulary.size(), " tokens; the file is damaged"));
  }
  if (!std::all_of(scores.begin(), scores.end(), [](float s) { return std::isfinite(s); })) {
    return absl::InvalidArgumentError("tokenizer: a token score is not a finite number; the file is damaged");
  }
  std::vector<float> distinct = scores;
  std::sort(distinct.begin(), distinct.end(), std::greater<float>());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());

  std::vector<Rule> rules;
  for (int32_t id = 0; id < vocabulary.size(); ++id) {
    const absl::string_view text = vocabulary.text(id);
    if (!vocabulary.IsReachable(id) || vocabulary.type(id) == TokenType::kUserDefined || !IsValidUtf8(text)) continue;
    if (text.size() > kMaxPieceBytes) {
      return absl::InvalidArgumentError(absl::StrCat("tokenizer: token ", id, " has ", text.size(), " bytes; at most ",
                                                     kMaxPieceBytes, " are supported in a SentencePiece vocabulary"));
    }
    const auto rank = std::lower_bound(distinct.begin(), distinct.end(), scores[id], std::greater<float>());
    const Merge merge = {static_cast<uint32_t>(rank - distinct.begin()), static_cast<Symbol>(id)};
    size_t cut = 0;
    while (cut < text.size()) {
      cut += DecodeValidUtf8(text.data() + cut).size;
      const absl::string_view left = text.substr(0, cut), right = text.substr(cut);
      if (right.empty() || !CanBeMet(*symbols, left) || !CanBeMet(*symbols, right)) continue;
      const Symbol left_symbol = symbols->Intern(left);
      const Symbol right_symbol = symbols->Intern(right);
      rules.push_back({left_symbol, right_symbol, merge});
    }
  }
  PairTable table(rules.size());
  for (const Rule& rule : rules) table.Insert(rule.left, rule.right, rule.merge);
  return table;
}

}  // namespace ferro
