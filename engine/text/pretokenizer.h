// Cuts text into the words that byte-level BPE never merges across, as the `lfm2` and `llama3` vocabularies expect.
//
// At each position the first alternative that matches is taken (ordered choice, not the longest):
//   1. an apostrophe and s, t, m, d, re, ve or ll, in any letter case (U+017F counts as s)
//   2. optionally one character that is no line break, letter or number; then letters
//   3. one to three numbers
//   4. optionally one U+0020; then characters that are no white space, letter or number; then line breaks
//   5. white space up to and including the last line break of its run
//   6. white space at the end of the text, or all but the last character of a longer run
//   7. a single white space character
// Source: the split expression of Llama 3's tokenizer.json, with classes of Unicode 16.0 (char_class.h).
#ifndef FERRO_ENGINE_TEXT_PRETOKENIZER_H_
#define FERRO_ENGINE_TEXT_PRETOKENIZER_H_

#include "engine/text/char_class.h"

namespace ferro {

// Walks text from word to word. Every byte belongs to exactly one word; total time is linear in the text.
class WordSplitter {
 public:
  WordSplitter() : classes_(CharClassTable::Get()) {}

  // End of the word that starts at `begin`. [begin, end) must be well-formed UTF-8 and not empty.
  const char* EndOfWord(const char* begin, const char* end) const;

 private:
  const char* Skip(CharClass wanted, const char* p, const char* end) const;
  const char* EndOfWhiteSpace(const char* begin, const char* end) const;

  const CharClassTable& classes_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_PRETOKENIZER_H_
