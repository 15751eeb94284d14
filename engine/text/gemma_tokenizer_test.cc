#include "engine/text/gemma_tokenizer.h"

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr EncodeOptions kPlain = {/*add_special=*/false, /*parse_special=*/false};
constexpr EncodeOptions kParsed = {/*add_special=*/false, /*parse_special=*/true};

TEST(GemmaTokenizerTest, Goldens) {
  ASSERT_OK_AND_ASSIGN(const Json vocabulary, ParseJson(ReadFile("tests/data/goldens/gemma_vocabulary.json")));
  ASSERT_OK_AND_ASSIGN(const Json cases, ParseJson(ReadFile("tests/data/goldens/gemma_tokenizer.json")));
  VocabularyData data = VocabularyFromJson(vocabulary);
  data.add_eos = true;
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(std::move(data), GemmaRules::kMergeList));
  ASSERT_EQ(cases.size(), 50u);
  for (const Json& c : cases) {
    const std::string text = c.at("text").get<std::string>();
    EXPECT_EQ(*t->Encode(text), c.at("ids").get<std::vector<int32_t>>()) << text;
    EXPECT_EQ(*t->Encode(text, kPlain), c.at("ids_plain").get<std::vector<int32_t>>()) << text;
    EXPECT_EQ(t->DecodeAll(*t->Encode(text, kPlain)), absl::StrReplaceAll(text, {{"\u2581", " "}}));
  }
}

VocabularyData WithMerges() {
  VocabularyData data = BareGemmaVocabulary();
  for (const char* text :
       {"\u2581", "\n", "\n\n", "\n\n\n", "a", "b", "ab", "\u2581a", "aa", "abab", "\u65E5", "\u2581\u2581"}) {
    AddToken(text, TokenType::kNormal, &data);
  }
  AddToken("<tag>", TokenType::kUserDefined, &data);
  // "bc" is no token; "c" is not even a character of the vocabulary.
  data.merges = {"a b", "\u2581 a", "a a", "ab ab", "b c", "\n \n", "\u2581 \u2581", "bc \u65E5"};
  return data;
}

std::vector<int32_t> EncodeLiterally(const VocabularyData& data, GemmaRules rules, const std::string& text,
                                     bool parse) {
  const Vocabulary vocabulary = *Vocabulary::Create(data);
  std::map<std::pair<std::string, std::string>, int64_t> ranks;
  for (size_t i = 0; i < data.merges.size(); ++i) {
    const size_t space = data.merges[i].find(' ', 1);
    ranks.emplace(std::make_pair(data.merges[i].substr(0, space), data.merges[i].substr(space + 1)), i);
  }
  const auto rank_of = [&](const std::string& left, const std::string& right) -> int64_t {
    if (rules == GemmaRules::kMergeList) {
      const auto it = ranks.find({left, right});
      return it == ranks.end() ? -1 : it->second;
    }
    const auto id = vocabulary.Find(left + right);
    return id ? static_cast<int64_t>(1000 - data.scores[*id]) : -1;
  };
  std::vector<int32_t> ids;
  const auto run = [&](const std::string& part) {
    for (const std::string& piece : MergeLiterally(Characters(part), rank_of)) {
      if (const auto id = vocabulary.Find(piece)) {
        ids.push_back(*id);
        continue;
      }
      for (const char c : piece) ids.push_back(*vocabulary.Find(absl::StrFormat("<0x%02X>", static_cast<uint8_t>(c))));
    }
  };
  for (const Fragment& fragment : SplitLiterally(vocabulary, parse, text)) {
    if (fragment.id >= 0) {
      ids.push_back(fragment.id);
      continue;
    }
    const std::string marked = absl::StrReplaceAll(fragment.text, {{" ", "\u2581"}});
    if (rules == GemmaRules::kScores) {
      run(marked);
      continue;
    }
    std::string part;
    for (size_t i = 0; i <= marked.size(); ++i) {
      if (!part.empty() && (i == marked.size() || (marked[i] == '\n') != (part[0] == '\n'))) {
        const auto whole = part[0] == '\n' ? vocabulary.Find(part) : std::nullopt;
        if (whole) {
          ids.push_back(*whole);
        } else {
          run(part);
        }
        part.clear();
      }
      if (i < marked.size()) part += marked[i];
    }
  }
  return ids;
}

const std::vector<std::string>& Alphabet() {
  static const auto* const alphabet = new std::vector<std::string>{
      "a", "b", "a", "b", " ", "\n", "c", "\u65E5", "\u2581", "<tag>", "<bos>", "<0x41>", "\U0001F600"};
  return *alphabet;
}

TEST(GemmaTokenizerTest, MergeListEqualsTheAlgorithmOnStrings) {
  const VocabularyData data = WithMerges();
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(data, GemmaRules::kMergeList));
  std::mt19937 random(5);
  for (int i = 0; i < 1000; ++i) {
    const std::string text = RandomText(Alphabet(), random() % 80, random);
    for (const bool parse : {false, true}) {
      ASSERT_EQ(*t->Encode(text, {false, parse}), EncodeLiterally(data, GemmaRules::kMergeList, text, parse)) << text;
    }
  }
}

TEST(GemmaTokenizerTest, ScoresEqualTheAlgorithmOnStrings) {
  VocabularyData data = BareGemmaVocabulary();
  float score = 0;  // pairs of tokens share a score, so that ties occur
  for (const char* text :
       {"\u2581", "\n", "a", "b", "ab", "ba", "\u2581a", "aa", "abab", "aab", "\n\n", "\u2581ab", "ca", "cc", "b\n"}) {
    AddToken(text, TokenType::kNormal, &data, static_cast<int>(score++) / -2);
  }
  AddToken("<tag>", TokenType::kUserDefined, &data, -900);
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(data, GemmaRules::kScores));
  std::mt19937 random(6);
  for (int i = 0; i < 1000; ++i) {
    const std::string text = RandomText(Alphabet(), random() % 80, random);
    for (const bool parse : {false, true}) {
      ASSERT_EQ(*t->Encode(text, {false, parse}), EncodeLiterally(data, GemmaRules::kScores, text, parse)) << text;
    }
  }
}

TEST(GemmaTokenizerTest, BosAndEosSurroundEvenNothing) {
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(WithMerges(), GemmaRules::kMergeList));
  EXPECT_THAT(*t->Encode(""), ElementsAre(t->bos_id(), t->eos_id()));
}

TEST(GemmaTokenizerTest, UnknownTextCutOnlyWhenParsed) {
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(WithMerges(), GemmaRules::kMergeList));
  EXPECT_THAT(*t->Encode("<unk>", kParsed), ElementsAre(3));
  EXPECT_EQ(t->Encode("<unk>", kPlain)->size(), 5u);  // five byte tokens
}

TEST(GemmaTokenizerTest, BytesOfUnknownCharactersComeBack) {
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(WithMerges(), GemmaRules::kMergeList));
  const std::string text = "a \U0001F600\xC2\x80 b";
  EXPECT_EQ(t->DecodeAll(*t->Encode(text)), text);
}

TEST(GemmaTokenizerTest, AMegabyteWithoutALineBreak) {
  ASSERT_OK_AND_ASSIGN(const auto t, GemmaTokenizer::Create(WithMerges(), GemmaRules::kMergeList));
  for (const char* unit : {"a", "ab", " ", "\n", "c"}) {
    std::string text;
    while (text.size() < 1000000) text += unit;
    ASSERT_OK_AND_ASSIGN(const std::vector<int32_t> ids, t->Encode(text, kPlain));
    EXPECT_EQ(t->DecodeAll(ids), text);
  }
}

std::string ErrorOf(VocabularyData data, GemmaRules rules) {
  const auto result = GemmaTokenizer::Create(std::move(data), rules);
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(result.status().message());
}

TEST(GemmaTokenizerTest, RefusesDamage) {
  VocabularyData data = WithMerges();
  data.tokens[4 + 0x41] = "other";
  EXPECT_THAT(ErrorOf(data, GemmaRules::kMergeList), HasSubstr("<0x41> is missing"));
  data = WithMerges();
  data.scores.pop_back();
  EXPECT_THAT(ErrorOf(data, GemmaRules::kScores), HasSubstr("scores for"));
  data = WithMerges();
  data.scores[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(ErrorOf(data, GemmaRules::kScores), HasSubstr("not a finite number"));
  data = WithMerges();
  AddToken(std::string(300, 'a'), TokenType::kNormal, &data);
  EXPECT_THAT(ErrorOf(data, GemmaRules::kScores), HasSubstr("300 bytes"));
}

}  // namespace
}  // namespace ferro
