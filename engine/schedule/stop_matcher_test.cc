#include "engine/schedule/stop_matcher.h"

#include <random>
#include <string>
#include <vector>

#include "base/error_detail.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

struct Result {
  std::string text, match;
  bool operator==(const Result&) const = default;
};

// `cuts`: sizes of the pieces; the rest follows in one piece.
Result Match(const std::vector<std::string>& stops, absl::string_view text, const std::vector<size_t>& cuts = {}) {
  StopMatcher matcher(stops);
  Result result;
  for (const size_t cut : cuts) {
    result.text += matcher.Push(text.substr(0, cut));
    text.remove_prefix(std::min(cut, text.size()));
  }
  result.text += matcher.Push(text);
  result.text += matcher.Flush();
  result.match = matcher.match();
  return result;
}

TEST(StopMatcherTest, CutsBeforeTheStopText) {
  EXPECT_EQ(Match({"END"}, "one END two"), (Result{"one ", "END"}));
  EXPECT_EQ(Match({"END"}, "one EN two"), (Result{"one EN two", ""}));
  EXPECT_EQ(Match({}, "one"), (Result{"one", ""}));
}

TEST(StopMatcherTest, TheFirstToBeCompleteWins) {
  EXPECT_EQ(Match({"abcde", "cd"}, "xabcdef"), (Result{"xab", "cd"}));
  EXPECT_EQ(Match({"d", "bcd"}, "abcd"), (Result{"a", "bcd"})) << "of two that end together the longer";
}

TEST(StopMatcherTest, HoldsBackNoMoreThanAPossibleStart) {
  StopMatcher matcher({"\n\nQ:"});
  EXPECT_EQ(matcher.Push("text\n"), "text");
  EXPECT_EQ(matcher.Push("\n"), "");
  EXPECT_EQ(matcher.Push("\n"), "\n") << "the last two line breaks may still begin it";
  EXPECT_EQ(matcher.Push("x"), "\n\nx");
  EXPECT_EQ(matcher.Flush(), "");
}

TEST(StopMatcherTest, NothingComesAfterAMatch) {
  StopMatcher matcher({"b"});
  EXPECT_EQ(matcher.Push("ab"), "a");
  EXPECT_EQ(matcher.Push("c"), "");
  EXPECT_EQ(matcher.Flush(), "");
}

// Over a small alphabet, where overlaps are frequent.
TEST(StopMatcherTest, DoesNotDependOnThePieces) {
  std::mt19937 random(1);
  const auto word = [&](size_t size) {
    std::string text;
    while (text.size() < size) text += "ab"[random() % 2];
    return text;
  };
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<std::string> stops;
    for (size_t i = random() % 3 + 1; i > 0; --i) stops.push_back(word(random() % 6 + 3));
    const std::string text = word(random() % 40);
    std::vector<size_t> cuts;
    for (int i = 0; i < 20; ++i) cuts.push_back(random() % 4);
    const Result whole = Match(stops, text);
    EXPECT_EQ(Match(stops, text, cuts), whole) << text;
    if (whole.match.empty()) {
      for (const std::string& stop : stops) EXPECT_EQ(text.find(stop), std::string::npos);
      EXPECT_EQ(whole.text, text);
    } else {
      EXPECT_EQ(text.substr(0, whole.text.size() + whole.match.size()), whole.text + whole.match);
    }
  }
}

TEST(StopMatcherTest, ValidatesTheList) {
  EXPECT_OK(ValidateStopTexts(std::vector<std::string>(16, "x")));
  EXPECT_EQ(DetailOf(ValidateStopTexts(std::vector<std::string>(17, "x"))).param, "stop");
  EXPECT_EQ(DetailOf(ValidateStopTexts({"x", ""})).param, "stop[1]");
  EXPECT_OK(ValidateStopTexts({std::string(256, 'x')}));
  EXPECT_EQ(DetailOf(ValidateStopTexts({std::string(257, 'x')})).param, "stop[0]");
}

}  // namespace
}  // namespace ferro
