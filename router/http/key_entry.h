// One entry of the flags or the file that hold API keys.
#ifndef FERRO_ROUTER_HTTP_KEY_ENTRY_H_
#define FERRO_ROUTER_HTTP_KEY_ENTRY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro::router {

// What a key may do. 0 and empty = no limit.
struct KeyLimits {
  int requests_per_minute = 0;
  int concurrent = 0;
  // Paths or names of routes; nothing else is allowed.
  std::vector<std::string> routes;
};

struct KeyEntry {
  std::string label;
  std::string key;
  KeyLimits limits;
};

// Reads `[label: ]key[ ; rpm=60][ ; concurrent=2][ ; routes=/v1/embeddings,/v1/systemone]`. A label is 1 to 64 of
// [A-Za-z0-9._-]; without one the entry gets `default_label`. A key is 1 to 512 printable ASCII characters without
// blanks, so that a `;` may be part of it where no blank comes before.
// kInvalidArgument says what is wrong and never shows the key.
absl::StatusOr<KeyEntry> ParseKeyEntry(absl::string_view entry, absl::string_view default_label);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_KEY_ENTRY_H_
