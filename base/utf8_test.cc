#include "base/utf8.h"

#include <string>

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(Utf8Test, AcceptsTheEdgesOfEachLength) {
  for (const char* text : {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(IsValidUtf8(text)) << text;
  }
  EXPECT_TRUE(IsValidUtf8(""));
  EXPECT_TRUE(IsValidUtf8(std::string(3, '\0')));
}

TEST(Utf8Test, RefusesOverlongSurrogatesAndBeyond) {
  for (const char* text :
       {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3", "\xE2\x82", "\xC3("}) {
    EXPECT_FALSE(IsValidUtf8(text));
  }
}

TEST(Utf8Test, PlainTextHasNoNul) {
  EXPECT_TRUE(IsPlainUtf8(""));
  EXPECT_TRUE(IsPlainUtf8("blk.0.attn_q.weight \xC3\xA9\n"));
  EXPECT_FALSE(IsPlainUtf8(absl::string_view("a\0b", 3)));
  EXPECT_FALSE(IsPlainUtf8("a\xFF"));
}

TEST(Utf8Test, FindsTheFirstFaultAtAnyAlignment) {
  for (size_t before = 0; before < 20; ++before) {
    const std::string text = std::string(before, 'a') + "\xFF" + std::string(20, 'b');
    EXPECT_EQ(ValidUtf8Prefix(text), before);
  }
}

// Every code point: encoding, checking and decoding agree, and no proper prefix is taken for a whole character.
TEST(Utf8Test, AllCodePoints) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    AppendUtf8(c, &text);
    const Utf8Piece piece = InspectUtf8(text);
    ASSERT_EQ(piece.kind, Utf8Kind::kComplete) << static_cast<uint32_t>(c);
    ASSERT_EQ(piece.size, text.size());
    ASSERT_EQ(DecodeValidUtf8(text.data()).value, c);
    ASSERT_EQ(DecodeValidUtf8(text.data()).size, static_cast<int>(text.size()));
    for (size_t n = 1; n < text.size(); ++n) {
      ASSERT_EQ(InspectUtf8(text.substr(0, n)).kind, Utf8Kind::kIncomplete);
    }
  }
}

// The table "U+FFFD for maximal subparts" of the Unicode standard, chapter 3.
TEST(Utf8Test, OneReplacementForEachMaximalSubpart) {
  std::string out;
  EXPECT_EQ(AppendRepairedUtf8("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64", /*flush=*/true, &out), 13u);
  EXPECT_EQ(out, "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
}

TEST(Utf8Test, HoldsBackAnIncompleteTailUnlessFlushed) {
  std::string out;
  EXPECT_EQ(AppendRepairedUtf8("x\xF0\x9F\x98", /*flush=*/false, &out), 1u);
  EXPECT_EQ(out, "x");
  EXPECT_EQ(AppendRepairedUtf8("\xF0\x9F\x98", /*flush=*/true, &out), 3u);
  EXPECT_EQ(out, "x\uFFFD");
}

}  // namespace
}  // namespace ferro
