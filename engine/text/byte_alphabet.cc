#include "engine/text/byte_alphabet.h"

#include <array>

#include "base/utf8.h"

namespace ferro {
namespace {

constexpr bool IsItsOwnLetter(int byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr int kLetterEnd = 0x144;

struct Alphabet {
  std::array<char32_t, 256> letter{};
  std::array<int, kLetterEnd> byte{};  // -1: not a letter

  constexpr Alphabet() {
    for (int& b : byte) b = -1;
    char32_t next = 0x100;
    for (int b = 0; b < 256; ++b) {
      letter[b] = IsItsOwnLetter(b) ? static_cast<char32_t>(b) : next++;
      byte[letter[b]] = b;
    }
  }
};

constexpr Alphabet kAlphabet;

}  // namespace

std::string ByteLetter(uint8_t byte) {
  std::string out;
  AppendUtf8(kAlphabet.letter[byte], &out);
  return out;
}

std::optional<std::string> BytesFromLetters(absl::string_view text) {
  if (!IsValidUtf8(text)) return std::nullopt;
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const DecodedChar c = DecodeValidUtf8(text.data() + at);
    if (c.value >= kLetterEnd || kAlphabet.byte[c.value] < 0) return std::nullopt;
    out.push_back(static_cast<char>(kAlphabet.byte[c.value]));
    at += c.size;
  }
  return out;
}

}  // namespace ferro
