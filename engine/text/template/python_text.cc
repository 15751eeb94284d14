#include "engine/text/template/python_text.h"

#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "engine/text/template/limits.h"
#include "engine/text/template/unicode.h"

namespace ferro::jinja {
namespace {

std::string QuotedRepr(absl::string_view text) {
  const bool has_single = text.find('\'') != absl::string_view::npos;
  const bool has_double = text.find('"') != absl::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out(1, quote);
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    const char32_t c = NextCodePoint(text, &at);
    if (c == static_cast<char32_t>(quote) || c == '\\') {
      out.push_back('\\');
      out.push_back(static_cast<char>(c));
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (IsPrintable(c)) {
      absl::StrAppend(&out, text.substr(start, at - start));
    } else if (c < 0x100) {
      absl::StrAppendFormat(&out, "\\x%02x", static_cast<uint32_t>(c));
    } else if (c < 0x10000) {
      absl::StrAppendFormat(&out, "\\u%04x", static_cast<uint32_t>(c));
    } else {
      absl::StrAppendFormat(&out, "\\U%08x", static_cast<uint32_t>(c));
    }
  }
  out.push_back(quote);
  return out;
}

absl::Status CheckSize(const std::string& out) {
  return out.size() > kMaxTextBytes ? Budget::TooLarge() : absl::OkStatus();
}

class ReprWriter {
 public:
  absl::Status Write(const Value& value) {
    if (depth_ > kMaxValueDepth) return absl::InvalidArgumentError("value nested too deeply to print");
    ++depth_;
    FERRO_RETURN_IF_ERROR(WriteInner(value));
    --depth_;
    return CheckSize(out_);
  }
  std::string Take() { return std::move(out_); }

 private:
  absl::Status WriteInner(const Value& value) {
    if (value.is_undefined()) {
      out_ += "Undefined";
    } else if (value.is_none()) {
      out_ += "None";
    } else if (value.is_bool()) {
      out_ += value.bool_value() ? "True" : "False";
    } else if (value.is_int()) {
      absl::StrAppend(&out_, value.index());
    } else if (value.is_big_int()) {
      out_ += value.digits();
    } else if (value.is_float()) {
      out_ += FloatRepr(value.float_value());
    } else if (value.is_string()) {
      out_ += QuotedRepr(value.string());
    } else if (value.is_sequence()) {
      return WriteSequence(value.sequence());
    } else if (value.is_mapping()) {
      return WriteMapping(value.mapping());
    } else if (value.is_namespace()) {
      return WriteNamespace(value.name_space());
    } else if (value.is_loop()) {
      absl::StrAppend(&out_, "<LoopContext ", value.loop().index + 1, "/", value.loop().items->size(), ">");
    } else {
      absl::StrAppend(&out_, "<function ", value.callable().name, ">");
    }
    return absl::OkStatus();
  }

  absl::Status WriteSequence(const Sequence& sequence) {
    switch (sequence.type) {
      case SequenceType::kList:
        return WriteItems("[", sequence.items, "]");
      case SequenceType::kTuple:
        return WriteItems("(", sequence.items, sequence.items.size() == 1 ? ",)" : ")");
      case SequenceType::kDictKeys:
        return WriteItems("dict_keys([", sequence.items, "])");
      case SequenceType::kDictValues:
        return WriteItems("dict_values([", sequence.items, "])");
      case SequenceType::kDictItems:
        return WriteItems("dict_items([", sequence.items, "])");
      case SequenceType::kRange:
        absl::StrAppend(&out_, "range(", sequence.start, ", ", sequence.stop);
        if (sequence.step != 1) absl::StrAppend(&out_, ", ", sequence.step);
        out_ += ")";
        return absl::OkStatus();
      case SequenceType::kIterator:
        out_ += "<generator object>";
        return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  absl::Status WriteItems(absl::string_view open, const Items& items, absl::string_view close) {
    absl::StrAppend(&out_, open);
    for (size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += ", ";
      FERRO_RETURN_IF_ERROR(Write(items[i]));
    }
    absl::StrAppend(&out_, close);
    return absl::OkStatus();
  }

  absl::Status WriteMapping(const Mapping& mapping) {
    out_ += "{";
    bool first = true;
    for (const auto& [key, value] : mapping.entries()) {
      if (!first) out_ += ", ";
      first = false;
      FERRO_RETURN_IF_ERROR(Write(key));
      out_ += ": ";
      FERRO_RETURN_IF_ERROR(Write(value));
    }
    out_ += "}";
    return absl::OkStatus();
  }

  absl::Status WriteNamespace(const Namespace& space) {
    out_ += "<Namespace {";
    bool first = true;
    for (const auto& [name, value] : space.attributes) {
      absl::StrAppend(&out_, first ? "" : ", ", QuotedRepr(name), ": ");
      first = false;
      FERRO_RETURN_IF_ERROR(Write(value));
    }
    out_ += "}>";
    return absl::OkStatus();
  }

  std::string out_;
  int depth_ = 0;
};

}  // namespace

std::string FloatRepr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  // Shortest digits; Python leaves positional notation below 1e-4 and from 1e16 on.
  const double magnitude = std::fabs(value);
  const bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
  const auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value, format).ptr;
  std::string text(buffer, end);
  if (!scientific && text.find('.') == std::string::npos) text += ".0";
  return text;
}

absl::StatusOr<std::string> Repr(const Value& value) {
  ReprWriter writer;
  FERRO_RETURN_IF_ERROR(writer.Write(value));
  return writer.Take();
}

absl::StatusOr<std::string> Str(const Value& value) {
  if (value.is_string()) return value.string();
  if (value.is_undefined()) return std::string();
  return Repr(value);
}

}  // namespace ferro::jinja
