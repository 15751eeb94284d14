#include "base/json.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"

namespace ferro {
namespace {

// Builds the value that the library's own reader would, but stops at the depth limit instead of at the end of memory,
// and finds repeated keys through an index: the library's object is a list, in which n keys take n^2 comparisons.
class BoundedReader {
 public:
  BoundedReader(Json& root, int max_depth) : root_(root), max_depth_(max_depth) {}

  bool null() { return Put(nullptr); }
  bool boolean(bool value) { return Put(value); }
  bool number_integer(int64_t value) { return Put(value); }
  bool number_unsigned(uint64_t value) { return Put(value); }
  bool number_float(double value, const std::string&) { return Put(value); }
  bool string(std::string& value) { return Put(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // not in text
  bool start_object(std::size_t) { return Enter(Json::object()); }
  bool end_object() { return Leave(); }
  bool start_array(std::size_t) { return Enter(Json::array()); }
  bool end_array() { return Leave(); }
  bool key(std::string& key) {
    Open& object = open_.back();
    object.place = object.PlaceOf(key);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) {
    error_ = absl::StrCat("malformed JSON at byte ", position == 0 ? 0 : position - 1, ": ", Reason(e.what()));
    return false;
  }

  const std::string& error() const { return error_; }

 private:
  // An array or object whose end is still to come. Pointers stay valid: while something is read into a container,
  // nothing is added to the container around it.
  struct Open {
    // The place of the member `key`, new or not.
    Json* PlaceOf(std::string& key) {
      auto& members = value->get_ref<Json::object_t&>();
      Json::object_t::Container& list = members;
      if (list.size() < kIndexedSize) return &members[std::move(key)];
      if (index == nullptr) {
        index = std::make_unique<absl::flat_hash_map<std::string, size_t>>();
        for (const auto& member : list) index->emplace(member.first, index->size());
      }
      const auto [found, is_new] = index->emplace(key, list.size());
      if (is_new) list.emplace_back(std::move(key), Json());
      return &list[found->second].second;
    }

    static constexpr size_t kIndexedSize = 16;

    Json* value;
    Json* place = nullptr;  // of an object: where the next value goes
    std::unique_ptr<absl::flat_hash_map<std::string, size_t>> index;
  };

  template <class Item>
  Json* Place(Item&& item) {
    if (open_.empty()) {
      root_ = std::forward<Item>(item);
      return &root_;
    }
    Open& around = open_.back();
    if (around.value->is_array()) return &around.value->emplace_back(std::forward<Item>(item));
    *around.place = std::forward<Item>(item);
    return around.place;
  }
  template <class Item>
  bool Put(Item&& item) {
    Place(std::forward<Item>(item));
    return true;
  }
  bool Enter(Json empty) {
    if (open_.size() == static_cast<size_t>(max_depth_)) {
      error_ = absl::StrCat("JSON nested deeper than ", max_depth_, " levels");
      return false;
    }
    Json* const value = Place(std::move(empty));
    open_.push_back({value, nullptr, nullptr});
    return true;
  }
  bool Leave() {
    open_.pop_back();
    return true;
  }

  // The library's text is "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ..."
  // and quotes what was read last, however long or malformed.
  static std::string Reason(absl::string_view what) {
    constexpr size_t kMaxBytes = 300;
    if (const size_t tag = what.find("] "); absl::StartsWith(what, "[json.") && tag != absl::string_view::npos) {
      what.remove_prefix(tag + 2);
    }
    const size_t at = what.find(": ");
    if (at != absl::string_view::npos) what.remove_prefix(at + 2);
    const absl::string_view shown = what.substr(0, ValidUtf8Prefix(what.substr(0, kMaxBytes)));
    return absl::StrCat(shown, shown.size() < what.size() ? "..." : "");
  }

  Json& root_;
  const int max_depth_;
  std::vector<Open> open_;
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
