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
ApiKeys::Digest ApiKeys::Sha256(absl::string_view text) {
  Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  return digest;
}

absl::Status ApiKeys::Add(absl::string_view text, const std::string& where, Set& set) const {
  absl::StatusOr<KeyEntry> entry = ParseKeyEntry(text, absl::StrCat("key", set.size() + 1));
  if (!entry.ok()) return Annotate(entry.status(), where);
  for (const std::string& route : entry->limits.routes) {
    if (known_route_ && !known_route_(route)) {
      return absl::InvalidArgumentError(absl::StrCat(where, ": routes=", route, ": there is no such route"));
    }
  }
  const Digest digest = Sha256(entry->key);
  for (const ApiKey& known : set) {
    if (known.digest == digest) {
      LogWarning("api_key_repeated", {{"where", where}, {"label", known.label}});
      return absl::OkStatus();
    }
  }
  set.push_back({std::move(entry->label), std::move(entry->limits), digest});
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

absl::StatusOr<std::unique_ptr<ApiKeys>> ApiKeys::Create(std::vector<std::string> entries, std::string file,
                                                         KnownRoute known_route) {
  const bool wanted = !entries.empty() || !file.empty();
  std::unique_ptr<ApiKeys> keys(new ApiKeys(std::move(entries), std::move(file), std::move(known_route)));
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

std::shared_ptr<const ApiKey> ApiKeys::Check(const Headers& headers) const {
  absl::string_view given;
  if (const std::string* authorization = FindHeader(headers, "authorization"); authorization != nullptr) {
    given = *authorization;
    if (absl::StartsWithIgnoreCase(given, "bearer ")) given = absl::StripLeadingAsciiWhitespace(given.substr(7));
  } else if (const std::string* key = FindHeader(headers, "x-api-key"); key != nullptr) {
    given = *key;
  }
  if (given.empty()) return nullptr;
  std::shared_ptr<const Set> keys;
  {
    const std::lock_guard lock(mutex_);
    keys = keys_;
  }
  const Digest digest = Sha256(given);
  const ApiKey* found = nullptr;
  // No early end: the time must not tell which key came close.
  for (const ApiKey& key : *keys) {
    if (CRYPTO_memcmp(key.digest.data(), digest.data(), digest.size()) == 0) found = &key;
  }
  if (found == nullptr) return nullptr;
  // Alive as long as the set it is part of.
  return std::shared_ptr<const ApiKey>(std::move(keys), found);
}

}  // namespace ferro::router
