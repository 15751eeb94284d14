// The printable alphabet in which byte-level BPE vocabularies spell bytes (GPT-2): 0x21-0x7E, 0xA1-0xAC and 0xAE-0xFF
// are the code points of the same value, the other 68 bytes, in order, U+0100 to U+0143 (so U+0120 is a space).
#ifndef FERRO_ENGINE_TEXT_BYTE_ALPHABET_H_
#define FERRO_ENGINE_TEXT_BYTE_ALPHABET_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace ferro {

// The letter for `byte`, as UTF-8 (one or two bytes).
std::string ByteLetter(uint8_t byte);

// The bytes that `text` spells; nullopt if it contains anything but letters of the alphabet.
std::optional<std::string> BytesFromLetters(absl::string_view text);

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_BYTE_ALPHABET_H_
