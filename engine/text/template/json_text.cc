// ToJson of python_text.h.
#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/operators.h"
#include "engine/text/template/python_text.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

void AppendUnicodeEscape(char32_t c, std::string* out) {
  if (c >= 0x10000) {  // JSON escapes are UTF-16
    c -= 0x10000;
    AppendUnicodeEscape(0xD800 + (c >> 10), out);
    c = 0xDC00 + (c & 0x3FF);
  }
  absl::StrAppendFormat(out, "\\u%04x", static_cast<uint32_t>(c));
}

void AppendQuoted(absl::string_view text, bool ensure_ascii, std::string* out) {
  out->push_back('"');
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const char32_t c = NextCodePoint(text, &at);
    switch (c) {
      case '"':
        *out += "\\\"";
        break;
      case '\\':
        *out += "\\\\";
        break;
      case '\b':
        *out += "\\b";
        break;
      case '\f':
        *out += "\\f";
        break;
      case '\n':
        *out += "\\n";
        break;
      case '\r':
        *out += "\\r";
        break;
      case '\t':
        *out += "\\t";
        break;
      default:
        if (c < 0x20 || (ensure_ascii && c > 0x7E)) {
          AppendUnicodeEscape(c, out);
        } else {
          absl::StrAppend(out, text.substr(start, at - start));
        }
    }
  }
  out->push_back('"');
}

class JsonWriter {
 public:
  explicit JsonWriter(const JsonStyle& style) : style_(style) {}
  std::string Take() { return std::move(out_); }

  absl::Status Write(const Value& value) {
    if (value.is_string()) {
      AppendQuoted(value.string(), style_.ensure_ascii, &out_);
    } else if (value.is_none() || value.is_bool() || value.is_float()) {
      out_ += Scalar(value);
    } else if (value.is_number()) {
      FERRO_ASSIGN_OR_RETURN(const std::string digits, Str(value));
      out_ += digits;
    } else if (value.is_sequence(SequenceType::kList) || value.is_sequence(SequenceType::kTuple)) {
      FERRO_RETURN_IF_ERROR(WriteList(value.sequence().items));
    } else if (value.is_mapping()) {
      FERRO_RETURN_IF_ERROR(WriteObject(value.mapping()));
    } else if (value.is_undefined()) {
      return absl::InvalidArgumentError(absl::StrCat("tojson: ", value.UndefinedText()));
    } else {
      return absl::InvalidArgumentError(absl::StrCat("Object of type ", value.TypeName(), " is not JSON serializable"));
    }
    return out_.size() > kMaxTextBytes ? Budget::TooLarge() : absl::OkStatus();
  }

 private:
  static std::string Scalar(const Value& value) {
    if (value.is_none()) return "null";
    if (value.is_bool()) return value.bool_value() ? "true" : "false";
    const double number = value.float_value();
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
    return FloatRepr(number);
  }

  void NewLine() {
    if (!style_.indent.has_value()) return;
    out_.push_back('\n');
    for (int i = 0; i < level_ && out_.size() <= kMaxTextBytes; ++i) out_ += *style_.indent;
  }

  absl::Status WriteList(const Items& items) {
    out_.push_back('[');
    ++level_;
    for (size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += style_.item_separator;
      NewLine();
      FERRO_RETURN_IF_ERROR(Write(items[i]));
    }
    --level_;
    if (!items.empty()) NewLine();
    out_.push_back(']');
    return absl::OkStatus();
  }

  absl::Status WriteObject(const Mapping& mapping) {
    std::vector<const std::pair<Value, Value>*> entries;
    for (const auto& entry : mapping.entries()) entries.push_back(&entry);
    if (style_.sort_keys) {
      for (size_t i = 1; i < entries.size(); ++i) {
        FERRO_RETURN_IF_ERROR(Order(entries[i - 1]->first, entries[i]->first).status());
      }
      std::stable_sort(entries.begin(), entries.end(),
                       [](const auto* a, const auto* b) { return Order(a->first, b->first).value_or(0) < 0; });
    }
    out_.push_back('{');
    ++level_;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (i > 0) out_ += style_.item_separator;
      NewLine();
      FERRO_RETURN_IF_ERROR(WriteKey(entries[i]->first));
      out_ += style_.key_separator;
      FERRO_RETURN_IF_ERROR(Write(entries[i]->second));
    }
    --level_;
    if (!entries.empty()) NewLine();
    out_.push_back('}');
    return absl::OkStatus();
  }

  // Python writes scalar keys as the text of their JSON.
  absl::Status WriteKey(const Value& key) {
    if (key.is_string()) return Write(key);
    if (key.is_number() || key.is_none()) {
      out_.push_back('"');
      FERRO_RETURN_IF_ERROR(Write(key));
      out_.push_back('"');
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(absl::StrCat("keys must be str, int, float, bool or None, not ", key.TypeName()));
  }

  const JsonStyle& style_;
  std::string out_;
  int level_ = 0;
};

}  // namespace

absl::StatusOr<std::string> ToJson(const Value& value, const JsonStyle& style) {
  JsonWriter writer(style);
  FERRO_RETURN_IF_ERROR(writer.Write(value));
  return writer.Take();
}

}  // namespace ferro::jinja
