#include "engine/text/tool_calls/json_object_text.h"

#include "absl/strings/str_cat.h"

namespace ferro {

void JsonObjectText::Set(std::string key, std::string value) {
  const auto [place, is_new] = places_.try_emplace(key, entries_.size());
  if (is_new) {
    entries_.emplace_back(std::move(key), std::move(value));
  } else {
    entries_[place->second].second = std::move(value);
  }
}

void JsonObjectText::Merge(const JsonObjectText& other) {
  for (const auto& [key, value] : other.entries_) Set(key, value);
}

std::string JsonObjectText::Text() const {
  std::string text = "{";
  const char* separator = "";
  for (const auto& [key, value] : entries_) absl::StrAppend(&text, std::exchange(separator, ","), key, ":", value);
  return text + "}";
}

}  // namespace ferro
