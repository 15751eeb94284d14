// The set of API keys, read from flags, environment and a file that may be read again while requests run.
#ifndef FERRO_ROUTER_HTTP_API_KEYS_H_
#define FERRO_ROUTER_HTTP_API_KEYS_H_

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "router/http/key_entry.h"
#include "router/http/message.h"

namespace ferro::router {

struct ApiKey {
  std::string label;
  KeyLimits limits;
  std::array<unsigned char, 32> digest;
};

// Thread-safe. Keys are held as SHA-256 digests and compared in constant time.
class ApiKeys {
 public:
  // Whether a limit may name this route.
  using KnownRoute = std::function<bool(absl::string_view route)>;

  // `entries` are as key_entry.h has them; `file` holds such entries, one a line, `#` comments (empty = no file).
  // Without `known_route` every route may be named. kInvalidArgument names the entry at fault, and never shows a key.
  static absl::StatusOr<std::unique_ptr<ApiKeys>> Create(std::vector<std::string> entries, std::string file,
                                                         KnownRoute known_route = nullptr);

  // Reads the file again and swaps the whole set. On an error, or where nothing would remain, the old set stays.
  absl::Status Reload();

  // Without any key every request may pass.
  bool empty() const;
  // The key that `headers` carry (Authorization with or without Bearer, else X-Api-Key); null = none fits.
  std::shared_ptr<const ApiKey> Check(const Headers& headers) const;

 private:
  using Digest = decltype(ApiKey::digest);
  using Set = std::vector<ApiKey>;

  ApiKeys(std::vector<std::string> entries, std::string file, KnownRoute known_route)
      : entries_(std::move(entries)), file_(std::move(file)), known_route_(std::move(known_route)) {}

  absl::StatusOr<Set> Load() const;
  absl::Status Add(absl::string_view text, const std::string& where, Set& set) const;
  static Digest Sha256(absl::string_view text);

  const std::vector<std::string> entries_;
  const std::string file_;
  const KnownRoute known_route_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Set> keys_;  // guarded by mutex_
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_API_KEYS_H_
