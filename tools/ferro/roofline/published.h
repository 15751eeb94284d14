// What the seed, the engine that Ferro started from, published of its speed on an N100: held against what is predicted
// for Ferro's own launches on that device, never used to predict.
#ifndef FERRO_TOOLS_FERRO_ROOFLINE_PUBLISHED_H_
#define FERRO_TOOLS_FERRO_ROOFLINE_PUBLISHED_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/backend/backend.h"
#include "engine/gguf/file.h"

namespace ferro {

// Something whose time is predicted.
struct Phase {
  enum class Kind {
    kPrefill,    // `tokens` tokens in an empty slot
    kDecode,     // a token for each of `streams` sequences of `depth`
    kAttention,  // of one layer, in such a step
  };
  Kind kind = Kind::kPrefill;
  int tokens = 0;
  int depth = 0;
  int streams = 1;
  KvType kv = KvType::kF32;
  bool operator==(const Phase&) const = default;
};

struct PublishedRow {
  Phase phase;
  double low = 0, high = 0;  // tokens a second of all streams; of attention, ms
  std::string note;          // what it leaves open
};

// For `device` and the shape of the model in `file`; empty where nothing was published.
std::vector<PublishedRow> PublishedRows(absl::string_view device, const GgufFile& file);

// kInvalidArgument: not the layout of published_n100.json. For tests.
absl::StatusOr<std::vector<PublishedRow>> ParsePublished(absl::string_view json, int64_t width, int64_t ff);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ROOFLINE_PUBLISHED_H_
