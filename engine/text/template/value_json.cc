#include "engine/text/template/value_json.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"

namespace ferro::jinja {
namespace {

class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return Add(Value::None()); }
  bool boolean(bool value) override { return Add(Value::Bool(value)); }
  bool number_integer(number_integer_t value) override { return Add(Value::Int(value)); }
  bool number_unsigned(number_unsigned_t value) override { return Add(Value::IntFromDigits(absl::StrCat(value))); }
  // An integer too long for 64 bits arrives here too; its spelling tells.
  bool number_float(number_float_t value, const std::string& spelling) override {
    if (spelling.find_first_of(".eE") == std::string::npos) return Add(Value::IntFromDigits(spelling));
    return Add(Value::Float(value));
  }
  bool string(std::string& value) override { return Add(Value::String(std::move(value))); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return Open(/*is_object=*/true); }
  bool key(std::string& name) override {
    open_.back().key = std::move(name);
    return true;
  }
  bool end_object() override { return Close(Value::Map(std::move(open_.back().mapping))); }
  bool start_array(std::size_t) override { return Open(/*is_object=*/false); }
  bool end_array() override { return Close(Value::List(std::move(open_.back().items))); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
    const absl::string_view what = e.what();
    const auto at = what.find(": ");
    error_ = absl::StrCat("malformed JSON at byte ", position == 0 ? 0 : position - 1, ": ",
                          at == absl::string_view::npos ? what : what.substr(at + 2));
    return false;
  }

  const std::string& error() const { return error_; }
  Value Take() { return std::move(root_); }

 private:
  struct Container {
    bool is_object = false;
    std::string key;
    Mapping mapping;
    Items items;
  };

  bool Open(bool is_object) {
    if (open_.size() >= kMaxJsonDepth) {
      error_ = absl::StrCat("JSON nested deeper than ", kMaxJsonDepth, " levels");
      return false;
    }
    open_.emplace_back();
    open_.back().is_object = is_object;
    return true;
  }
  bool Close(Value value) {
    open_.pop_back();
    return Add(std::move(value));
  }
  bool Add(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().is_object) {
      open_.back().mapping.Set(open_.back().key, std::move(value));
    } else {
      open_.back().items.push_back(std::move(value));
    }
    return true;
  }

  std::vector<Container> open_;
  Value root_;
  std::string error_;
};

}  // namespace

absl::StatusOr<Value> ValueFromJson(absl::string_view text) {
  Builder builder;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
    return absl::InvalidArgumentError(builder.error().empty() ? "malformed JSON" : builder.error());
  }
  return builder.Take();
}

}  // namespace ferro::jinja
