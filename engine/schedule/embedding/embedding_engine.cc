#include "engine/schedule/embedding/embedding_engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "engine/schedule/embedding/load_embedder.h"
#include "engine/schedule/embedding/scale.h"
#include "engine/text/embedding/prompts.h"

namespace ferro {
namespace {

// Which item an error is about, its detail says: callers have their own names for items.
absl::Status AtItem(size_t item, absl::Status status) {
  ErrorDetail detail = DetailOf(status);
  if (detail.reason.empty() && absl::IsInvalidArgument(status)) detail.reason = kReasonInvalidValue;
  detail.param = absl::StrCat("items[", item, "]");
  return WithDetail(std::move(status), detail);
}

}  // namespace

struct EmbeddingEngine::Pending {
  Done done;
  int width = 0;  // of the answer
  int norm = 2;
  EmbeddingReply reply;  // without the vectors
};

absl::StatusOr<std::unique_ptr<EmbeddingEngine>> EmbeddingEngine::Load(const std::string& path,
                                                                       const EmbeddingOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  Parts parts;
  FERRO_ASSIGN_OR_RETURN(parts.file, GgufFile::Open(path));
  FERRO_ASSIGN_OR_RETURN(parts.facts, ReadEmbeddingFacts(*parts.file));
  FERRO_ASSIGN_OR_RETURN(parts.tokenizer, TokenizerOf(*parts.file));
  EmbeddingOptions chosen = options;
  const auto load = [file = parts.file.get(), facts = parts.facts](const EmbeddingOptions& with, LateLease& lease) {
    return LoadEmbedder(*file, facts, with, lease);
  };
  // With --hetero the way back to the processor is for devices that fail in mid-run.
  FERRO_RETURN_IF_ERROR(LoadParts(load, chosen, parts, options.hetero.on ? FirstLoad::kFails : FirstLoad::kFallsBack));
  return Create(std::move(parts), chosen);
}

absl::StatusOr<std::unique_ptr<EmbeddingEngine>> EmbeddingEngine::Create(Parts parts, const EmbeddingOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  auto engine = absl::WrapUnique(new EmbeddingEngine(std::move(parts), options));
  if (absl::Status status = engine->Init(); !status.ok()) return Annotate(status, engine->file().path());
  return engine;
}

EmbeddingEngine::EmbeddingEngine(Parts parts, const EmbeddingOptions& options)
    : EngineOf(std::move(parts), options),
      encoder_(tokenizer(), this->parts().facts.family, this->parts().facts.context) {}

absl::Status EmbeddingEngine::Init() {
  const EmbeddingFacts& facts = parts().facts;
  FERRO_RETURN_IF_ERROR(CheckFit(tokenizer(), facts.vocab, model().max_pass_rows(), facts.context));
  new_info().context = facts.context;
  new_info().widths = facts.widths;
  for (const absl::string_view task : EmbeddingTasks(facts.family)) new_info().tasks.emplace_back(task);
  const RunnerOptions<Embedder> runner = {options().batch_tokens, options().queue_depth, Recovery()};
  Start(std::make_unique<EmbeddingRunner>(model(), runner));
  return absl::OkStatus();
}

EmbeddingMemory EmbeddingEngine::EstimateMemory(const GgufFile& file, const EmbeddingOptions& options) {
  return EstimateEmbedderMemory(file, options);
}

EmbeddingMemory EmbeddingEngine::memory() const {
  EmbeddingOptions used = options();
  used.hetero.on = !beside().empty();
  return EstimateMemory(file(), used);
}

std::vector<std::string> EmbeddingEngine::warnings() const {
  std::vector<std::string> warnings = file().warnings();
  warnings.insert(warnings.end(), parts().facts.warnings.begin(), parts().facts.warnings.end());
  return warnings;
}

absl::Status EmbeddingEngine::CheckRequest(const EmbeddingRequest& request) const {
  if (request.items.empty()) return InvalidField("items", "\"input\" must not be empty", kReasonMissingField);
  if (request.items.size() > static_cast<size_t>(options().max_items)) {
    return InvalidField("items", absl::StrCat(request.items.size(), " inputs in one call; this server takes up to ",
                                              options().max_items, " (--max-inputs); split the call"));
  }
  if (request.dimensions != 0) {
    if (const absl::Status width = CheckEmbeddingWidth(parts().facts, request.dimensions); !width.ok()) {
      return InvalidField("dimensions", std::string(width.message()));
    }
  }
  if (const absl::Status norm = CheckNorm(request.norm); !norm.ok()) {
    return InvalidField("normalize", std::string(norm.message()));
  }
  for (size_t i = 0; i < request.items.size(); ++i) {
    const auto prefix = EmbeddingPrefix(parts().facts.family, request.items[i].task);
    if (!prefix.ok()) return InvalidField("prompt_name", std::string(prefix.status().message()));
  }
  return absl::OkStatus();
}

absl::StatusOr<EmbeddingInput> EmbeddingEngine::TokenizeItem(const EmbeddingRequest& request, size_t item) const {
  if (const auto* tokens = std::get_if<std::vector<int32_t>>(&request.items[item].input)) {
    return encoder_.FromTokens(*tokens, request.truncate);
  }
  EmbeddingTextOptions options;
  options.task = request.items[item].task;
  options.truncate = request.truncate;
  return encoder_.Encode(std::get<std::string>(request.items[item].input), options);
}

absl::StatusOr<std::vector<EmbeddingInput>> EmbeddingEngine::Tokenize(const EmbeddingRequest& request) const {
  FERRO_RETURN_IF_ERROR(CheckRequest(request));
  std::vector<EmbeddingInput> inputs;
  size_t tokens = 0;
  for (size_t i = 0; i < request.items.size(); ++i) {
    absl::StatusOr<EmbeddingInput> input = TokenizeItem(request, i);
    if (!input.ok()) return AtItem(i, input.status());
    tokens += input->tokens.size();
    if (tokens > static_cast<size_t>(options().max_tokens)) {
      return InvalidField("items", absl::StrCat("the inputs of this call take more than ", options().max_tokens,
                                                " tokens (--max-input-tokens); split the call"));
    }
    inputs.push_back(*std::move(input));
  }
  return inputs;
}

absl::StatusOr<EmbeddingId> EmbeddingEngine::Submit(const EmbeddingRequest& request, Done done) {
  // Before the work of tokenising; the queue may fill up meanwhile and is asked again.
  FERRO_RETURN_IF_ERROR(runner().Refusal(request.deadline));
  const Clock::time_point begin = Clock::now();
  FERRO_ASSIGN_OR_RETURN(std::vector<EmbeddingInput> inputs, Tokenize(request));
  auto pending = std::make_shared<Pending>();
  pending->done = std::move(done);
  pending->width = request.dimensions == 0 ? parts().facts.width : static_cast<int>(request.dimensions);
  pending->norm = request.norm;
  auto work = std::make_unique<EmbeddingWork>();
  work->deadline = request.deadline;
  for (EmbeddingInput& input : inputs) {
    EmbeddedItem& item = pending->reply.items.emplace_back();
    item.tokens = static_cast<int>(input.tokens.size());
    item.full_tokens = input.full_tokens;
    work->sequences.push_back(std::move(input.tokens));
  }
  pending->reply.timings.tokenize_ms = 1e3 * SecondsBetween(begin, Clock::now());
  work->done = [this, pending](absl::StatusOr<EmbeddingVectors> vectors) {
    if (!vectors.ok()) return pending->done(std::move(vectors).status());
    pending->done(Answer(*pending, *vectors));
  };
  return runner().Submit(std::move(work));
}

absl::StatusOr<EmbeddingReply> EmbeddingEngine::Answer(Pending& pending, const EmbeddingVectors& vectors) const {
  EmbeddingReply reply = std::move(pending.reply);
  const size_t full = static_cast<size_t>(parts().facts.width);
  for (size_t i = 0; i < reply.items.size(); ++i) {
    std::vector<float>& values = reply.items[i].values;
    values = CutEmbedding(absl::MakeConstSpan(vectors.values).subspan(i * full, full), pending.width);
    ScaleToNorm(absl::MakeSpan(values), pending.norm);
    if (!std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); })) {
      return AtItem(i, absl::InternalError("the model's arithmetic did not end in finite numbers"));
    }
  }
  reply.timings.queue_ms = vectors.times.queue_ms;
  reply.timings.compute_ms = vectors.times.compute_ms;
  return reply;
}

absl::StatusOr<EmbeddingReply> EmbeddingEngine::Embed(const EmbeddingRequest& request) {
  return SubmitAndWait<EmbeddingReply>([&](Done done) { return Submit(request, std::move(done)); });
}

}  // namespace ferro
