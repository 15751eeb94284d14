#include "engine/text/byte_alphabet.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(ByteAlphabetTest, KnownLetters) {
  EXPECT_EQ(ByteLetter(' '), "\u0120");
  EXPECT_EQ(ByteLetter('\n'), "\u010A");
  EXPECT_EQ(ByteLetter('\t'), "\u0109");
  EXPECT_EQ(ByteLetter('\r'), "\u010D");
  EXPECT_EQ(ByteLetter(0x00), "\u0100");
  EXPECT_EQ(ByteLetter(0x7F), "\u0121");
  EXPECT_EQ(ByteLetter(0xAD), "\u0143");
  EXPECT_EQ(ByteLetter('A'), "A");
  EXPECT_EQ(ByteLetter(0xFF), "\u00FF");
}

TEST(ByteAlphabetTest, LettersAreDistinctAndSpellTheirByte) {
  std::set<std::string> letters;
  for (int byte = 0; byte < 256; ++byte) {
    letters.insert(ByteLetter(byte));
    EXPECT_EQ(BytesFromLetters(ByteLetter(byte)), std::string(1, static_cast<char>(byte)));
  }
  EXPECT_EQ(letters.size(), 256u);
}

TEST(ByteAlphabetTest, RefusesWhatIsNoLetter) {
  EXPECT_EQ(BytesFromLetters("a b"), std::nullopt);     // a space is spelled U+0120
  EXPECT_EQ(BytesFromLetters("\u0144"), std::nullopt);  // one past the last letter
  EXPECT_EQ(BytesFromLetters("\u65E5"), std::nullopt);
  EXPECT_EQ(BytesFromLetters("\xC4"), std::nullopt);  // malformed
  EXPECT_EQ(BytesFromLetters(""), "");
}

}  // namespace
}  // namespace ferro
