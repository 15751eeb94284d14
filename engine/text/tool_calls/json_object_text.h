// A JSON object as text, put together entry by entry.
#ifndef FERRO_ENGINE_TEXT_TOOL_CALLS_JSON_OBJECT_TEXT_H_
#define FERRO_ENGINE_TEXT_TOOL_CALLS_JSON_OBJECT_TEXT_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace ferro {

// An object while it is built: keys in the order of their first coming, the last value wins.
// Thread-compatible.
class JsonObjectText {
 public:
  // `key` and `value` are JSON text, the key a string.
  void Set(std::string key, std::string value);
  void Merge(const JsonObjectText& other);
  // Compact.
  std::string Text() const;
  size_t size() const { return entries_.size(); }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
  absl::flat_hash_map<std::string, size_t> places_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TOOL_CALLS_JSON_OBJECT_TEXT_H_
