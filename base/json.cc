#include "base/json.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace ferro {
namespace {

// Builds the value like the library's own reader, and stops at the depth limit instead of at the end of memory.
class BoundedReader : public nlohmann::detail::json_sax_dom_parser<Json> {
 public:
  using Base = nlohmann::detail::json_sax_dom_parser<Json>;
  BoundedReader(Json& root, int max_depth) : Base(root, /*allow_exceptions_=*/false), max_depth_(max_depth) {}

  bool start_object(std::size_t n) { return Enter() && Base::start_object(n); }
  bool end_object() { return Leave() && Base::end_object(); }
  bool start_array(std::size_t n) { return Enter() && Base::start_array(n); }
  bool end_array() { return Leave() && Base::end_array(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) {
    error_ = absl::StrCat("malformed JSON at byte ", position == 0 ? 0 : position - 1, ": ", Reason(e.what()));
    return false;
  }

  const std::string& error() const { return error_; }

 private:
  // The library's text is "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...".
  static std::string Reason(absl::string_view what) {
    const auto at = what.find(": ");
    return std::string(at == absl::string_view::npos ? what : what.substr(at + 2));
  }
  bool Enter() {
    if (++depth_ <= max_depth_) return true;
    error_ = absl::StrCat("JSON nested deeper than ", max_depth_, " levels");
    return false;
  }
  bool Leave() {
    --depth_;
    return true;
  }

  const int max_depth_;
  int depth_ = 0;
  std::string error_;
};

}  // namespace

absl::StatusOr<Json> ParseJson(absl::string_view text, int max_depth) {
  absl::ConsumePrefix(&text, "\xef\xbb\xbf");
  Json root;
  BoundedReader reader(root, max_depth);
  if (!Json::sax_parse(text.begin(), text.end(), &reader)) {
    return absl::InvalidArgumentError(reader.error().empty() ? "malformed JSON" : reader.error());
  }
  return root;
}

std::string DumpJson(const Json& value) {
  return value.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

}  // namespace ferro
