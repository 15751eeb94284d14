#include "engine/text/decision/prompt_text.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace ferro {
namespace {

constexpr absl::string_view kBrokenBar = "\xC2\xA6";  // U+00A6

bool IsNameChar(char c) { return absl::ascii_isalnum(c) || c == '_'; }

void AppendNumber(const Json& value, std::string* out) {
  if (value.is_number_unsigned()) {
    absl::StrAppend(out, static_cast<int64_t>(value.get<uint64_t>()));
  } else if (value.is_number_integer()) {
    absl::StrAppend(out, value.get<int64_t>());
  } else {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof(digits), value.get<double>(), std::chars_format::general, 6);
    out->append(digits, end.ptr);
  }
}

void AppendJson(const Json& value, std::string* out);

void AppendMembers(const std::vector<std::pair<std::string, const Json*>>& members, std::string* out) {
  out->push_back('{');
  for (size_t i = 0; i < members.size(); ++i) {
    if (i > 0) *out += ", ";
    *out += DumpJson(members[i].first);
    *out += ": ";
    AppendJson(*members[i].second, out);
  }
  out->push_back('}');
}

void AppendObject(const Json& object, std::string* out) {
  std::vector<std::pair<std::string, const Json*>> members;
  members.reserve(object.size());
  bool keys_changed = false;
  for (auto it = object.begin(); it != object.end(); ++it) {
    members.emplace_back(DisarmSpecials(it.key()), &it.value());
    keys_changed |= members.back().first != it.key();
  }
  if (keys_changed) {
    absl::flat_hash_map<std::string, size_t> place_of;
    std::vector<std::pair<std::string, const Json*>> distinct;
    for (auto& member : members) {
      const auto [place, is_new] = place_of.emplace(member.first, distinct.size());
      if (is_new) {
        distinct.push_back(std::move(member));
      } else {
        distinct[place->second].second = member.second;
      }
    }
    members = std::move(distinct);
  }
  AppendMembers(members, out);
}

void AppendJson(const Json& value, std::string* out) {
  if (value.is_string()) {
    *out += DumpJson(DisarmText(value.get_ref<const std::string&>()));
  } else if (value.is_object()) {
    AppendObject(value, out);
  } else if (value.is_array()) {
    out->push_back('[');
    for (size_t i = 0; i < value.size(); ++i) {
      if (i > 0) *out += ", ";
      AppendJson(value[i], out);
    }
    out->push_back(']');
  } else if (value.is_boolean()) {
    *out += value.get<bool>() ? "true" : "false";
  } else if (value.is_number()) {
    AppendNumber(value, out);
  } else {
    *out += "null";
  }
}

}  // namespace

std::string DisarmSpecials(absl::string_view text) {
  std::string out;
  out.reserve(text.size());
  size_t copied = 0;
  for (size_t at = text.find("<|"); at != absl::string_view::npos;) {
    size_t end = at + 2;
    while (end < text.size() && IsNameChar(text[end])) ++end;
    // A name holds no `<`: whatever comes of this match, the next one starts at `end` or later.
    if (end > at + 2 && text.substr(end, 2) == "|>") {
      absl::StrAppend(&out, text.substr(copied, at - copied), "<", kBrokenBar, text.substr(at + 2, end - at - 2),
                      kBrokenBar, ">");
      end += 2;
      copied = end;
    }
    at = text.find("<|", end);
  }
  absl::StrAppend(&out, text.substr(copied));
  return out;
}

std::string DisarmText(absl::string_view text) {
  return absl::StrReplaceAll(DisarmSpecials(text), {{"<<d1omni:", "<<d1omni "}});
}

std::string PromptText(const Json& value) {
  if (value.is_string()) return DisarmText(value.get_ref<const std::string&>());
  std::string out;
  AppendJson(value, &out);
  return out;
}

}  // namespace ferro
