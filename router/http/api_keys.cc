#include "router/http/api_keys.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <sys/stat.h>

#include <fstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ferro::router {
namespace {

constexpr size_t kMaxLabel = 64;
constexpr size_t kMaxKey = 512;

bool IsLabel(absl::string_view text) {
  if (text.empty() || text.size() > kMaxLabel) return false;
  for (const unsigned char c : text) {
    if (!absl::ascii_isalnum(c) && c != '.' && c != '_' && c != '-') return false;
  }
  return true;
}

bool IsKey(absl::string_view text) {
  if (text.empty() || text.size() > kMaxKey) return false;
  for (const unsigned char c : text) {
    if (!absl::ascii_isgraph(c)) return false;
  }
  return true;
}

}  // namespace

ApiKeys::Digest ApiKeys::Sha256(absl::string_view text) {
  Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  return digest;
}

absl::Status ApiKeys::Add(absl::string_view entry, const std::string& where, Set& set) {
  std::string label = absl::StrCat("key", set.size() + 1);
  absl::string_view key = entry;
  if (const size_t colon = entry.find(": "); colon != absl::string_view::npos && IsLabel(entry.substr(0, colon))) {
    label = std::string(entry.substr(0, colon));
    key = absl::StripAsciiWhitespace(entry.substr(colon + 2));
  }
  if (!IsKey(key)) {
    return absl::InvalidArgumentError(
        absl::StrCat(where, ": a key is 1 to ", kMaxKey, " printable ASCII characters without blanks"));
  }
  const Digest digest = Sha256(key);
  for (const Key& known : set) {
    if (known.digest == digest) {
      LogWarning("api_key_repeated", {{"where", where}, {"label", known.label}});
      return absl::OkStatus();
    }
  }
  set.push_back({std::move(label), digest});
  return absl::OkStatus();
}

absl::StatusOr<ApiKeys::Set> ApiKeys::Load() const {
  Set set;
  for (size_t i = 0; i < entries_.size(); ++i) {
    FERRO_RETURN_IF_ERROR(Add(entries_[i], absl::StrCat("API key ", i + 1, " of the flags"), set));
  }
  if (file_.empty()) return set;
  std::ifstream in(file_);
  if (!in) return absl::InvalidArgumentError(absl::StrCat("--api-key-file ", file_, ": cannot be read"));
  struct stat info;
  if (stat(file_.c_str(), &info) == 0 && (info.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    LogWarning("api_key_file_open_to_others", {{"file", file_}, {"remedy", "chmod 600"}});
  }
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const absl::string_view entry = absl::StripAsciiWhitespace(line);
    if (entry.empty() || entry[0] == '#') continue;
    FERRO_RETURN_IF_ERROR(Add(entry, absl::StrCat(file_, " line ", number), set));
  }
  return set;
}

absl::StatusOr<std::unique_ptr<ApiKeys>> ApiKeys::Create(std::vector<std::string> entries, std::string file) {
  const bool wanted = !entries.empty() || !file.empty();
  std::unique_ptr<ApiKeys> keys(new ApiKeys(std::move(entries), std::move(file)));
  FERRO_ASSIGN_OR_RETURN(Set set, keys->Load());
  // A key file without a key would leave a server open that somebody meant to protect.
  if (wanted && set.empty()) return absl::InvalidArgumentError(absl::StrCat(keys->file_, ": holds no API key"));
  keys->keys_ = std::make_shared<const Set>(std::move(set));
  return keys;
}

absl::Status ApiKeys::Reload() {
  FERRO_ASSIGN_OR_RETURN(Set set, Load());
  const std::lock_guard lock(mutex_);
  if (set.empty() && !keys_->empty()) {
    return absl::FailedPreconditionError(absl::StrCat(file_, ": holds no API key; the old keys stay"));
  }
  keys_ = std::make_shared<const Set>(std::move(set));
  return absl::OkStatus();
}

bool ApiKeys::empty() const {
  const std::lock_guard lock(mutex_);
  return keys_->empty();
}

std::string ApiKeys::Check(const Headers& headers) const {
  absl::string_view given;
  if (const std::string* authorization = FindHeader(headers, "authorization"); authorization != nullptr) {
    given = *authorization;
    if (absl::StartsWithIgnoreCase(given, "bearer ")) given = absl::StripLeadingAsciiWhitespace(given.substr(7));
  } else if (const std::string* key = FindHeader(headers, "x-api-key"); key != nullptr) {
    given = *key;
  }
  if (given.empty()) return "";
  std::shared_ptr<const Set> keys;
  {
    const std::lock_guard lock(mutex_);
    keys = keys_;
  }
  const Digest digest = Sha256(given);
  std::string label;
  // No early end: the time must not tell which key came close.
  for (const Key& key : *keys) {
    if (CRYPTO_memcmp(key.digest.data(), digest.data(), digest.size()) == 0) label = key.label;
  }
  return label;
}

}  // namespace ferro::router
