// Requests to an embedding model, their answers, and facts about the model, as services and tools pass them.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_TYPES_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_TYPES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "engine/backend/create.h"
#include "engine/schedule/file_facts.h"

namespace ferro {

// Whether the processor works along with a GPU, and how much of each pass it gets (HeteroEmbedder).
struct HeteroOptions {
  // Both are done at the same time when the share is r / (r + g), r and g being the tokens a second of processor and
  // GPU alone. An N100 has r = 174 and g = 938 with long passes, r = 206 and g = 839 with short ones: shares of 15.6
  // and 19.7 percent. The two draw on one memory and one power budget, of which neither figure knows: hence the lower
  // one.
  static constexpr int kDefaultShare = 15;

  bool on = false;
  int share = kDefaultShare;  // percent of a pass's tokens, 1..99
};

struct EmbeddingOptions {
  BackendOptions backend;   // `device` may be kNullDevice
  HeteroOptions hetero;     // on: the device must be a GPU, or OpenCL at least
  int batch_tokens = 2048;  // of a pass of several inputs
  int queue_depth = 256;    // requests that wait
  int max_items = 2048;     // of one request
  int max_tokens = 300000;  // of one request, over all its inputs
  std::string alias;        // name of the model; empty = the file's stem
  // Share of the weights that is ready, 0..1, while loading; may be null.
  std::function<void(double)> progress;
  // Called on the device's thread: false when the device has failed, true when a rebuilt one takes over (it may be
  // another: see EmbeddingEngine::info). Not called when the model starts to serve at first. May be null.
  std::function<void(bool)> on_serving;
};

// kInvalidArgument naming the flag: a number out of range.
absl::Status ValidateOptions(const EmbeddingOptions& options);

struct EmbeddingItem {
  // A text, or tokens as the caller made them, around which nothing is put.
  std::variant<std::string, std::vector<int32_t>> input;
  std::string task;  // whose prompt is put in front of a text; empty = none
};

struct EmbeddingRequest {
  std::vector<EmbeddingItem> items;  // at least one
  int64_t dimensions = 0;            // one of EmbeddingModelInfo::widths; 0 = the full one
  // Which norm of a vector becomes 1: 2 Euclidean, 1 taxicab, p > 2 that p-norm. 0: the largest absolute value becomes
  // 32760.
  int norm = 2;
  bool truncate = false;  // cuts what is too long instead of refusing it
  absl::Time deadline = absl::InfiniteFuture();
};

struct EmbeddedItem {
  std::vector<float> values;
  int tokens = 0;       // that were computed, special ones included
  int full_tokens = 0;  // how many it had before it was cut
};

// Milliseconds.
struct EmbeddingTimings {
  double tokenize_ms = 0;
  double queue_ms = 0;    // from the end of tokenising to the start of the first pass
  double compute_ms = 0;  // to the end of the last pass
};

struct EmbeddingReply {
  std::vector<EmbeddedItem> items;  // in request order
  EmbeddingTimings timings;
};

struct EmbeddingModelInfo {
  std::string id;  // alias or the file's stem
  FileFacts file;
  int vocabulary = 0;
  int context = 0;                 // most tokens of one input
  std::vector<int> widths;         // that vectors may have, the full one first
  std::vector<std::string> tasks;  // that have a prompt
  std::string device;
  std::string fingerprint;  // changes with everything that can change result bits
  absl::Time loaded_at;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_EMBEDDING_TYPES_H_
