// Python literals that a model wrote, as JSON text. Nothing is evaluated.
#ifndef FERRO_ENGINE_TEXT_TOOL_CALLS_PYTHON_READER_H_
#define FERRO_ENGINE_TEXT_TOOL_CALLS_PYTHON_READER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "engine/text/tool_calls/json_object_text.h"

namespace ferro {

// Reads from the front of a text, piece by piece. What cannot be read leaves the place anywhere: whoever tries another
// way sets it back. Takes time proportional to the text. Thread-compatible.
class PythonReader {
 public:
  enum class Quotes {
    kPython,     // the next quote of the kind that opened a string ends it; literals side by side are one string
    kForgiving,  // only a quote that something follows which may follow a value: 'sed -n '1,5p' file' is one string
  };
  // Deepest nesting of lists and mappings.
  static constexpr int kMaxDepth = 64;

  // `text`, well-formed UTF-8, must outlive the reader.
  explicit PythonReader(absl::string_view text, size_t place = 0, Quotes quotes = Quotes::kPython)
      : text_(text), place_(place), quotes_(quotes) {}

  size_t place() const { return place_; }
  void JumpTo(size_t place) { place_ = place; }

  // These three pass over white space first.
  bool AtEnd();
  // Whether `c` comes next; if so it is passed over.
  bool Take(char c);
  // A name of letters, digits, `_`, `-` and `.`, or characters outside ASCII; empty if none comes next.
  absl::string_view TakeName();

  // One literal, white space before it passed over: strings (prefixes r, u, and f without fields), numbers, True, False
  // and None or their JSON spellings, lists, tuples, sets (arrays all three), mappings. False: none that JSON can say,
  // for instance bytes, infinity, or a name. What is read goes to `json`.
  bool ReadValue(std::string& json);
  // The same where only a mapping will do.
  bool ReadMapping(JsonObjectText& object);

 private:
  char At(size_t place) const { return place < text_.size() ? text_[place] : '\0'; }
  void SkipSpace();
  size_t AfterSpace(size_t place) const;

  bool ReadStrings(std::string& json);
  bool ReadString(std::string& text);
  bool ReadEscape(std::string& text);
  void ReadOctal(std::string& text);
  bool ReadCodePoint(int digits, std::string& text);
  bool ReadNumber(std::string& json);
  bool ReadWord(std::string& json);
  // The rest of an array of which `items` have been read: none or the first.
  bool ReadArray(char close, std::string items, std::string& json);
  bool ReadBraces(std::string& json);
  // The rest of a mapping whose first key has been read.
  bool ReadEntries(std::string key, JsonObjectText& object);
  bool ReadKey(std::string& key);

  // Whether a string begins at the place: a quote, perhaps after a prefix.
  bool AtString() const;
  // Whether the quote before `place` ends its string, by what follows.
  bool EndsString(size_t place) const;
  // Whether a value, or a name with `=` after it, may begin at `place`.
  bool BeginsItem(size_t place) const;

  const absl::string_view text_;
  size_t place_;
  const Quotes quotes_;
  int depth_ = 0;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TOOL_CALLS_PYTHON_READER_H_
