#include "engine/schedule/text_around_calls.h"

#include <string>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

// The content of `text`, in which | stands for calls, given in pieces of `size` bytes.
std::string LaidOut(absl::string_view text, size_t size) {
  TextAroundCalls layout;
  std::string content;
  bool first = true;
  for (absl::string_view part : absl::StrSplit(text, '|')) {
    if (!first) layout.Break();
    first = false;
    for (; !part.empty(); part.remove_prefix(std::min(size, part.size()))) layout.Push(part.substr(0, size), content);
  }
  layout.Flush(content);
  return content;
}

TEST(TextAroundCallsTest, EveryWayOfCutting) {
  for (const auto& [text, content] : std::vector<std::pair<std::string, std::string>>{
           {"", ""},
           {" \n", " \n"},
           {" a \n b ", " a \n b "},
           {"|", ""},
           {"a|", "a"},
           {"a \n|\n ", "a"},
           {"|b", "b"},
           {"| b ", "b "},
           {"a |\n\n b\n", "a\nb\n"},
           {"a | | b", "a\nb"},
           {"a | b | c", "a\nb\nc"},
           {" |a", "a"},
       }) {
    for (const size_t size : {1, 2, 3, 100}) EXPECT_EQ(LaidOut(text, size), content) << text << " by " << size;
  }
}

TEST(TextAroundCallsTest, HoldsBackWhiteSpaceOnly) {
  TextAroundCalls layout;
  std::string content;
  layout.Push(" a \n", content);
  EXPECT_EQ(content, " a");
  layout.Push("b", content);
  EXPECT_EQ(content, " a \nb");
}

}  // namespace
}  // namespace ferro
