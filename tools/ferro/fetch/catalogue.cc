#include "tools/ferro/fetch/catalogue.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "tools/ferro/fetch/catalogue_json.h"

namespace ferro {
namespace {

absl::StatusOr<std::string> Text(const Json& entry, const char* key) {
  const auto it = entry.find(key);
  if (it == entry.end() || !it->is_string()) {
    return absl::InvalidArgumentError(absl::StrCat("member \"", key, "\" is missing or no text"));
  }
  return it->get<std::string>();
}

absl::StatusOr<CatalogueEntry> ParseEntry(const Json& json) {
  if (!json.is_object()) return absl::InvalidArgumentError("not an object");
  CatalogueEntry entry;
  FERRO_ASSIGN_OR_RETURN(entry.name, Text(json, "name"));
  FERRO_ASSIGN_OR_RETURN(entry.kind, Text(json, "kind"));
  FERRO_ASSIGN_OR_RETURN(entry.url, Text(json, "url"));
  FERRO_ASSIGN_OR_RETURN(entry.sha256, Text(json, "sha256"));
  FERRO_ASSIGN_OR_RETURN(entry.licence, Text(json, "licence"));
  FERRO_ASSIGN_OR_RETURN(entry.note, Text(json, "note"));
  const auto bytes = json.find("bytes");
  if (bytes == json.end() || !bytes->is_number_unsigned()) {
    return absl::InvalidArgumentError("member \"bytes\" is missing or no count");
  }
  entry.bytes = bytes->get<int64_t>();
  const bool is_hex = std::all_of(entry.sha256.begin(), entry.sha256.end(),
                                  [](char c) { return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f'); });
  if (!entry.sha256.empty() && (entry.sha256.size() != 64 || !is_hex)) {
    return absl::InvalidArgumentError("member \"sha256\" is not 64 lower-case hexadecimal digits");
  }
  FERRO_RETURN_IF_ERROR(FileNameOfUrl(entry.url).status());
  return entry;
}

}  // namespace

absl::StatusOr<std::vector<CatalogueEntry>> LoadCatalogue() { return ParseCatalogue(kCatalogueJson); }

absl::StatusOr<std::vector<CatalogueEntry>> ParseCatalogue(absl::string_view json) {
  FERRO_ASSIGN_OR_RETURN(const Json root, ParseJson(json));
  if (!root.is_object() || !root.contains("models") || !root["models"].is_array()) {
    return absl::InvalidArgumentError("catalogue: member \"models\" is missing or no list");
  }
  std::vector<CatalogueEntry> entries;
  for (const Json& model : root["models"]) {
    absl::StatusOr<CatalogueEntry> entry = ParseEntry(model);
    if (!entry.ok()) return Annotate(entry.status(), absl::StrCat("catalogue entry ", entries.size()));
    entries.push_back(*std::move(entry));
  }
  return entries;
}

absl::StatusOr<std::string> FileNameOfUrl(absl::string_view url) {
  if (!absl::StartsWith(url, "https://") && !absl::StartsWith(url, "http://")) {
    return absl::InvalidArgumentError(absl::StrCat(url, " is not an http or https address"));
  }
  const absl::string_view path = url.substr(0, url.find_first_of("?#"));
  const std::string name(path.substr(path.rfind('/') + 1));
  // Nothing that would leave the folder, hide the file or disturb a terminal.
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_' || c == '+' || c == '%';
  });
  const bool only_host = path.rfind('/') <= path.find("//") + 1;
  if (name.empty() || name.front() == '.' || !plain || only_host) {
    return absl::InvalidArgumentError(absl::StrCat(url, " does not end in a file name"));
  }
  return name;
}

}  // namespace ferro
