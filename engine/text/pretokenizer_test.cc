#include "engine/text/pretokenizer.h"

#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "base/utf8.h"
#include "engine/text/char_class.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

std::vector<std::string> Split(absl::string_view text) {
  const WordSplitter splitter;
  std::vector<std::string> words;
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    const char* const next = splitter.EndOfWord(p, end);
    if (next <= p || next > end) {
      ADD_FAILURE() << "word of " << next - p << " bytes";
      break;
    }
    words.emplace_back(p, next);
    p = next;
  }
  return words;
}

struct SplitCase {
  std::string text;
  std::vector<std::string> words;
};

// Each was checked with two independent implementations of the split expression.
const SplitCase kCases[] = {
    {"Hello world", {"Hello", " world"}},
    {"Hello, world!", {"Hello", ",", " world", "!"}},
    {"I'm you're WE'LL he'd it's can't",
     {"I", "'m", " you", "'re", " WE", "'LL", " he", "'d", " it", "'s", " can", "'t"}},
    {"'sun 'tis 'llama", {"'s", "un", " '", "tis", " '", "llama"}},
    {"  leading", {" ", " leading"}},
    {"trailing  ", {"trailing", "  "}},
    {"a  b", {"a", " ", " b"}},
    {"a   b", {"a", "  ", " b"}},
    {"\n\n\n", {"\n\n\n"}},
    {"a\n\n b", {"a", "\n\n", " b"}},
    {"a \n b", {"a", " \n", " b"}},
    {" \n \n x", {" \n \n", " x"}},
    {"tab\tx", {"tab", "\tx"}},
    {"\t\tx", {"\t", "\tx"}},
    {"1234567", {"123", "456", "7"}},
    {"12 345", {"12", " ", "345"}},
    {"3.14159", {"3", ".", "141", "59"}},
    {"x2y3", {"x", "2", "y", "3"}},
    {"foo_bar-baz", {"foo", "_bar", "-baz"}},
    {"if (x==1) {\n    return y;\n}\n",
     {"if", " (", "x", "==", "1", ")", " {\n", "   ", " return", " y", ";\n", "}\n"}},
    {"$100.50%", {"$", "100", ".", "50", "%"}},
    {"\u00e9t\u00e9 na\u00efve", {"\u00e9t\u00e9", " na\u00efve"}},
    {"\u65e5\u672c\u8a9e\u30c6\u30b9\u30c8", {"\u65e5\u672c\u8a9e\u30c6\u30b9\u30c8"}},
    {"\u4f60\u597d\uff0c\u4e16\u754c", {"\u4f60\u597d", "\uff0c\u4e16\u754c"}},
    {"\u041f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440",
     {"\u041f\u0440\u0438\u0432\u0435\u0442", " \u043c\u0438\u0440"}},
    {"\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645",
     {"\u0645\u0631\u062d\u0628\u0627", " \u0628\u0627\u0644\u0639\u0627\u0644\u0645"}},
    {"\u0939\u093f\u0928\u094d\u0926\u0940", {"\u0939", "\u093f\u0928", "\u094d\u0926", "\u0940"}},
    {"e\u0301", {"e", "\u0301"}},
    {"\U0001f600\U0001f600 hi", {"\U0001f600\U0001f600", " hi"}},
    {"\U0001f469\u200d\U0001f469\u200d\U0001f467", {"\U0001f469\u200d\U0001f469\u200d\U0001f467"}},
    {"\u00bd cup", {"\u00bd", " cup"}},
    {"\u2163 x", {"\u2163", " x"}},
    {"\u0663\u0664\u0665\u0666", {"\u0663\u0664\u0665", "\u0666"}},
    {"\u00a0x", {"\u00a0x"}},
    {"a\u00a0b", {"a", "\u00a0b"}},
    {"\u3000\u65e5", {"\u3000\u65e5"}},
    {"\u2028x", {"\u2028x"}},
    {"\xC2\x85"
     "x",
     {"\xC2\x85"
      "x"}},
    {"a\xC2\x85"
     "\xC2\x85"
     "b",
     {"a",
      "\xC2\x85"
      "",
      "\xC2\x85"
      "b"}},
    {"''s", {"''", "s"}},
    {"'S'T", {"'S", "'T"}},
    {"don''t", {"don", "''", "t"}},
    {"http://a.b/c?d=1", {"http", "://", "a", ".b", "/c", "?d", "=", "1"}},
    {"!!!\n\n", {"!!!\n\n"}},
    {"!!!\r\n", {"!!!\r\n"}},
    {"a.\n", {"a", ".\n"}},
    {"... \n", {"...", " \n"}},
    {" ...", {" ..."}},
    {"<|im_start|>", {"<|", "im", "_start", "|>"}},
    {"\u200bzero", {"\u200bzero"}},
    {"\ufeffbom", {"\ufeffbom"}},
    {"'\u017f", {"'\u017f"}},
    {"K\u212a", {"K\u212a"}},
    {"\r\n\r\n", {"\r\n\r\n"}},
    {"a\rb", {"a", "\r", "b"}},
    {" \r\n", {" \r\n"}},
    {"     x", {"    ", " x"}},
    {"\u0301a", {"\u0301a"}},
    {"_a", {"_a"}},
    {"\u00b7a", {"\u00b7a"}},
    {" 1", {" ", "1"}},
    {"  1", {" ", " ", "1"}},
    {"a\n ", {"a", "\n", " "}},
    {"a\n  ", {"a", "\n", "  "}},
    {"1a1", {"1", "a", "1"}},
    {"\u00aa \u00ba", {"\u00aa", " \u00ba"}},
    {"\u24d0\u24d1", {"\u24d0\u24d1"}},
    {"\U0001d7cf\U0001d7d0\U0001d7d1\U0001d7d2", {"\U0001d7cf\U0001d7d0\U0001d7d1", "\U0001d7d2"}},
    {"\U000e0001x", {"\U000e0001x"}},
};

TEST(PretokenizerTest, SplitsAsTheExpressionDoes) {
  for (const SplitCase& c : kCases) EXPECT_EQ(Split(c.text), c.words) << c.text;
}

TEST(PretokenizerTest, ClassesAreThoseOfUnicode16) {
  const CharClassTable& classes = CharClassTable::Get();
  int letters = 0, numbers = 0, spaces = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    letters += classes[c] == CharClass::kLetter;
    numbers += classes[c] == CharClass::kNumber;
    spaces += IsWhiteSpace(classes[c]);
  }
  EXPECT_EQ(letters, 141028);  // "Derived General Category" of Unicode 16.0
  EXPECT_EQ(numbers, 1911);
  EXPECT_EQ(spaces, 25);
  EXPECT_EQ(classes[U'\n'], CharClass::kLineBreak);
  EXPECT_EQ(classes[U'\r'], CharClass::kLineBreak);
  EXPECT_EQ(classes[U'\u2028'], CharClass::kSpace);
  EXPECT_EQ(classes[U'\u200B'], CharClass::kOther);
  EXPECT_EQ(classes[U'\u0301'], CharClass::kOther);
  EXPECT_EQ(classes[U'\U00010D4A'], CharClass::kLetter);  // new in 16.0
  EXPECT_EQ(classes[U'\U00010D40'], CharClass::kNumber);
  EXPECT_EQ(classes[U'\U0010FFFF'], CharClass::kOther);
}

TEST(PretokenizerTest, WordsAreWholeCharactersAndMakeUpTheText) {
  const char32_t alphabet[] = {U' ',      U'\n',         U'\r',     U'\t',     U'\'',     U's',
                               U'L',      U'1',          U'.',      U'_',      U'\u00A0', U'\u2028',
                               U'\u0301', U'\u017F',     U'\u65E5', U'\u0663', U'\u200D', U'\u212A',
                               U'r',      U'\U0001F600', U'e',      U'l',      U'\u00BD'};
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    const int length = random() % 12;
    for (int k = 0; k < length; ++k) AppendUtf8(alphabet[random() % std::size(alphabet)], &text);
    const std::vector<std::string> words = Split(text);
    EXPECT_EQ(absl::StrJoin(words, ""), text);
    for (const std::string& word : words) EXPECT_TRUE(IsValidUtf8(word)) << text;
  }
}

}  // namespace
}  // namespace ferro
