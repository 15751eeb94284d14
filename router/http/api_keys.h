// The set of API keys, read from flags, environment and a file that may be read again while requests run.
#ifndef FERRO_ROUTER_HTTP_API_KEYS_H_
#define FERRO_ROUTER_HTTP_API_KEYS_H_

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "router/http/message.h"

namespace ferro::router {

// Thread-safe. Keys are held as SHA-256 digests and compared in constant time.
class ApiKeys {
 public:
  // `entries` are `label: key` or a bare key; `file` holds such entries, one a line, `#` comments (empty = no file).
  // kInvalidArgument names the entry at fault, and never shows a key.
  static absl::StatusOr<std::unique_ptr<ApiKeys>> Create(std::vector<std::string> entries, std::string file);

  // Reads the file again and swaps the whole set. On an error, or where nothing would remain, the old set stays.
  absl::Status Reload();

  // Without any key every request may pass.
  bool empty() const;
  // The label of the key that `headers` carry (Authorization with or without Bearer, else X-Api-Key); empty = none
  // fits.
  std::string Check(const Headers& headers) const;

 private:
  using Digest = std::array<unsigned char, 32>;
  struct Key {
    std::string label;
    Digest digest;
  };
  using Set = std::vector<Key>;

  ApiKeys(std::vector<std::string> entries, std::string file) : entries_(std::move(entries)), file_(std::move(file)) {}

  absl::StatusOr<Set> Load() const;
  static absl::Status Add(absl::string_view entry, const std::string& where, Set& set);
  static Digest Sha256(absl::string_view text);

  const std::vector<std::string> entries_;
  const std::string file_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Set> keys_;  // guarded by mutex_
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_API_KEYS_H_
