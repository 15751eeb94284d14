#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace ferro {
namespace {

// Length and allowed second byte of the sequences that start with `lead`; length 0 = never a lead.
struct LeadRule {
  size_t size;
  unsigned char second_min, second_max;
};

LeadRule RuleFor(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

Utf8Piece InspectUtf8(absl::string_view text) {
  const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {Utf8Kind::kComplete, 1};
  const LeadRule rule = RuleFor(byte(0));
  if (rule.size == 0) return {Utf8Kind::kInvalid, 1};
  for (size_t i = 1; i < rule.size; ++i) {
    if (i == text.size()) return {Utf8Kind::kIncomplete, i};
    const unsigned char min = i == 1 ? rule.second_min : 0x80;
    const unsigned char max = i == 1 ? rule.second_max : 0xBF;
    if (byte(i) < min || byte(i) > max) return {Utf8Kind::kInvalid, i};
  }
  return {Utf8Kind::kComplete, rule.size};
}

size_t ValidUtf8Prefix(absl::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= sizeof(uint64_t)) {  // most text is ASCII: eight bytes a step
      uint64_t word;
      std::memcpy(&word, text.data() + at, sizeof(word));
      if ((word & 0x8080808080808080u) == 0) {
        at += sizeof(word);
        continue;
      }
    }
    const Utf8Piece piece = InspectUtf8(text.substr(at));
    if (piece.kind != Utf8Kind::kComplete) return at;
    at += piece.size;
  }
  return at;
}

size_t AppendRepairedUtf8(absl::string_view bytes, bool flush, std::string* out) {
  size_t at = 0;
  while (at < bytes.size()) {
    const size_t valid = ValidUtf8Prefix(bytes.substr(at));
    out->append(bytes.data() + at, valid);
    at += valid;
    if (at == bytes.size()) break;
    const Utf8Piece piece = InspectUtf8(bytes.substr(at));
    if (piece.kind == Utf8Kind::kIncomplete && !flush) break;
    out->append(kReplacementCharacter.data(), kReplacementCharacter.size());
    at += piece.size;
  }
  return at;
}

void AppendUtf8(char32_t value, std::string* out) {
  const auto put = [out](char32_t byte) { out->push_back(static_cast<char>(byte)); };
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xC0 | value >> 6);
    put(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    put(0xE0 | value >> 12);
    put(0x80 | (value >> 6 & 0x3F));
    put(0x80 | (value & 0x3F));
  } else {
    put(0xF0 | value >> 18);
    put(0x80 | (value >> 12 & 0x3F));
    put(0x80 | (value >> 6 & 0x3F));
    put(0x80 | (value & 0x3F));
  }
}

}  // namespace ferro
