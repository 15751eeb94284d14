#include "tools/ferro/embed/texts.h"

#include <string>
#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Texts(absl::string_view content, bool jsonl = false) {
  const absl::StatusOr<std::vector<EmbedText>> texts = ParseTexts(content, jsonl);
  EXPECT_OK(texts);
  std::vector<std::string> only;
  if (!texts.ok()) return only;
  for (const EmbedText& text : *texts) only.push_back(text.text);
  return only;
}

TEST(TextsTest, ALineIsAText) {
  EXPECT_THAT(Texts(""), IsEmpty());
  EXPECT_THAT(Texts("\n"), IsEmpty());
  EXPECT_THAT(Texts("one"), ElementsAre("one"));
  EXPECT_THAT(Texts("one\r\n\nthree \n"), ElementsAre("one", "", "three "));
  EXPECT_THAT(Texts("one\n\n"), ElementsAre("one", ""));
}

TEST(TextsTest, JsonLines) {
  const char lines[] = "\"one\\ntwo\"\n\n{\"id\": 7, \"text\": \"three\", \"more\": []}\n";
  EXPECT_THAT(Texts(lines, true), ElementsAre("one\ntwo", "three"));
  ASSERT_OK_AND_ASSIGN(const std::vector<EmbedText> texts, ParseTexts(lines, true));
  EXPECT_TRUE(texts[0].id.is_null());
  EXPECT_EQ(texts[1].id, 7);
}

TEST(TextsTest, SaysWhichLineIsWrong) {
  EXPECT_THAT(std::string(ParseTexts("fine\n\xff\n", false).status().message()), HasSubstr("line 2: not UTF-8"));
  for (const char* line : {"7", "{}", "{\"text\": 7}", "nonsense", "\"open"}) {
    const absl::Status status = ParseTexts(absl::StrCat("\"fine\"\n\n", line), true).status();
    EXPECT_THAT(std::string(status.message()), HasSubstr("line 3: ")) << line;
  }
}

}  // namespace
}  // namespace ferro
