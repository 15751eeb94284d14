// Requests to a decision model, their answers, and facts about the model, as services and tools pass them.
#ifndef FERRO_ENGINE_SCHEDULE_DECISION_DECISION_TYPES_H_
#define FERRO_ENGINE_SCHEDULE_DECISION_DECISION_TYPES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/json.h"
#include "engine/backend/create.h"
#include "engine/models/lfm2_decision/answer.h"
#include "engine/schedule/file_facts.h"
#include "engine/schedule/pass/null_device.h"
#include "engine/text/decision/prompt.h"
#include "engine/text/decision/question.h"

namespace ferro {

struct DecisionOptions {
  BackendOptions backend;    // `device` may be kNullDevice
  int batch_tokens = 4096;   // of a pass of several questions
  int queue_depth = 64;      // requests that wait
  int max_questions = 4096;  // of one request
  int max_tokens = 524288;   // of one request, over all its questions
  std::string alias;         // name of the model; empty = the file's stem
  // Share of the weights that is ready, 0..1, while loading; may be null.
  std::function<void(double)> progress;
  // Called on the device's thread: false when the device has failed, true when a rebuilt one takes over (it may be
  // another: see DecisionEngine::info). Not called when the model starts to serve at first. May be null.
  std::function<void(bool)> on_serving;
};

// kInvalidArgument naming the flag: a number out of range.
absl::Status ValidateOptions(const DecisionOptions& options);

struct AskedQuestion {
  std::string id;  // for messages
  DecisionQuestion question;
};

// What is known, and what is asked about it.
struct DecisionItem {
  Json state;
  std::vector<AskedQuestion> questions;  // at least one
};

struct DecisionRequest {
  std::vector<DecisionItem> items;  // at least one
  absl::Time deadline = absl::InfiniteFuture();
  bool keep_prompts = false;  // returns them with the answers
};

struct AnsweredQuestion {
  DecisionAnswer answer;
  int input_tokens = 0;
  PromptTruncation truncation;
  std::optional<DecisionPrompt> prompt;  // with keep_prompts
};

// Equal values mean equal answers to equal questions, bit for bit.
struct DecisionProvenance {
  std::string model_hash;              // SHA-256 of the file
  std::string calibration_version;     // of all temperatures
  std::string prompt_template_sha256;  // of the file's template, which the prompts follow
  std::string token_set_hash;          // of the token at which scores are read
  std::string backend;                 // program version, kernel set
  std::string precision;               // of products: int8, f32; none where nothing is computed
};

// Milliseconds.
struct DecisionTimings {
  double queue_ms = 0;    // from the end of prompt building to the start of the first pass
  double prompt_ms = 0;   // rendering and tokenising
  double compute_ms = 0;  // to the end of the last pass
};

struct DecisionReply {
  std::vector<std::vector<AnsweredQuestion>> items;  // [item][question], in request order
  DecisionProvenance provenance;
  DecisionTimings timings;
};

// Bytes by purpose.
struct DecisionMemory {
  int64_t weights = 0;      // as the file stores them
  int64_t activations = 0;  // of the longest pass
  int64_t total() const { return weights + activations; }
};

struct DecisionModelInfo {
  std::string id;  // alias or the file's stem
  FileFacts file;
  int vocabulary = 0;
  int context = 0;  // most tokens of one question
  std::string device;
  std::string fingerprint;  // changes with everything that can change result bits
  std::string prompt_template;
  absl::Time loaded_at;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_DECISION_DECISION_TYPES_H_
