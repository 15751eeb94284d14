#include "engine/schedule/embedding/embedding_engine.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "base/error_detail.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "engine/lease/open_lease.h"
#include "engine/schedule/embedding/leased_embedder.h"
#include "engine/schedule/embedding/scale.h"
#include "engine/schedule/pass/null_device.h"
#include "engine/text/embedding/prompts.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

EmbeddingModelOptions ModelOptions(const EmbeddingOptions& options) {
  EmbeddingModelOptions model;
  model.max_rows = options.batch_tokens;
  model.progress = options.progress;
  return model;
}

// A pass over one short text: touches every weight once, so that the first request is as fast as the next.
absl::Status WarmUp(Embedder& embedder) {
  const std::vector<int32_t> tokens(4, 0);
  const TokenSequence sequence(tokens);
  return embedder.Embed({&sequence, 1}, [] { return absl::OkStatus(); }).status();
}

absl::StatusOr<ModelOnDevice<Embedder>> LoadOnto(const GgufFile& file, const EmbeddingFacts& facts,
                                                 const BackendOptions& backend, const EmbeddingModelOptions& options,
                                                 const std::shared_ptr<DeviceLease>& lease) {
  ModelOnDevice<Embedder> loaded;
  if (backend.device == kNullDevice) {
    loaded.model = std::make_unique<NullEmbedder>(std::max(options.max_rows, facts.context), facts.width);
    return loaded;
  }
  std::string remark;
  FERRO_ASSIGN_OR_RETURN(loaded.backend, CreateBackend(backend, &remark));
  if (!remark.empty()) LogWarning("device", {{"device", loaded.backend->name()}, {"note", remark}});
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<EmbeddingModel> model, LoadEmbeddingModel(file, *loaded.backend, options));
  loaded.model = std::make_unique<ModelEmbedder>(std::move(model), *loaded.backend);
  if (lease != nullptr && TakesTurns(backend, *loaded.backend)) {
    loaded.model = std::make_unique<LeasedEmbedder>(std::move(loaded.model), lease);
  }
  if (absl::Status warm = WarmUp(*loaded.model); !warm.ok()) return Annotate(warm, "the warm-up pass failed");
  return loaded;
}

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
  absl::StatusOr<std::unique_ptr<Tokenizer>> tokenizer = LoadTokenizer(*parts.file);
  if (!tokenizer.ok()) return Annotate(tokenizer.status(), path);
  parts.tokenizer = *std::move(tokenizer);

  EmbeddingModelOptions model_options = ModelOptions(options);
  if (options.backend.lease != LeaseUse::kOff && options.backend.device != kNullDevice) {
    parts.lease = OpenLease(options.backend.lease_file);
  }
  const auto loader = [&]() -> LoaderOf<Embedder> {
    return [file = parts.file.get(), facts = parts.facts, backend = options.backend, model_options,
            lease = parts.lease](const std::string& device) mutable {
      backend.device = device;
      return LoadOnto(*file, facts, backend, model_options, lease);
    };
  };
  EmbeddingOptions chosen = options;
  FERRO_ASSIGN_OR_RETURN(parts.loaded, LoadWithFallback(loader(), chosen.backend.device));
  model_options.progress = nullptr;
  parts.reload = loader();
  return Create(std::move(parts), chosen);
}

absl::StatusOr<std::unique_ptr<EmbeddingEngine>> EmbeddingEngine::Create(Parts parts, const EmbeddingOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  auto engine = absl::WrapUnique(new EmbeddingEngine(std::move(parts), options));
  if (absl::Status status = engine->Init(); !status.ok()) return Annotate(status, engine->parts_.file->path());
  return engine;
}

EmbeddingEngine::EmbeddingEngine(Parts parts, const EmbeddingOptions& options)
    : parts_(std::move(parts)),
      options_(options),
      encoder_(*parts_.tokenizer, parts_.facts.family, parts_.facts.context),
      keeper_(std::move(parts_.loaded), options.backend.device, parts_.reload) {}

absl::Status EmbeddingEngine::Init() {
  const EmbeddingFacts& facts = parts_.facts;
  if (parts_.tokenizer->vocab_size() > facts.vocab) {
    return absl::InvalidArgumentError(
        absl::StrCat("the tokenizer has ", parts_.tokenizer->vocab_size(), " tokens, the model knows ", facts.vocab));
  }
  if (keeper_.model()->max_pass_rows() < facts.context) {
    return absl::InvalidArgumentError(absl::StrCat("passes of ", keeper_.model()->max_pass_rows(),
                                                   " tokens cannot hold an input of ", facts.context));
  }
  info_.file = FactsOf(*parts_.file);
  info_.id = options_.alias.empty() ? info_.file.stem : options_.alias;
  info_.vocabulary = parts_.tokenizer->vocab_size();
  info_.context = facts.context;
  info_.widths = facts.widths;
  for (const absl::string_view task : EmbeddingTasks(facts.family)) info_.tasks.emplace_back(task);
  info_.loaded_at = absl::Now();
  SetDevice();

  EmbeddingRunnerOptions runner;
  runner.batch_tokens = options_.batch_tokens;
  runner.queue_depth = options_.queue_depth;
  if (parts_.reload) runner.recover = [this](const absl::Status& failure) { return Recover(failure); };
  runner_ = std::make_unique<EmbeddingRunner>(*keeper_.model(), runner);
  return absl::OkStatus();
}

void EmbeddingEngine::SetDevice() {
  const std::string device = options_.backend.device == kNullDevice ? kNullDevice : keeper_.device_name();
  const std::lock_guard lock(mutex_);
  info_.device = device;
  info_.fingerprint = absl::StrCat("ferro-", kVersion, "-", absl::StrReplaceAll(device, {{" ", "-"}}));
}

absl::StatusOr<Embedder*> EmbeddingEngine::Recover(const absl::Status& failure) {
  if (options_.on_serving) options_.on_serving(false);
  FERRO_ASSIGN_OR_RETURN(Embedder* const embedder, keeper_.Rebuild(failure));
  SetDevice();
  if (options_.on_serving) options_.on_serving(true);
  return embedder;
}

EmbeddingMemory EmbeddingEngine::EstimateMemory(const GgufFile& file, const EmbeddingOptions& options) {
  return EstimateEmbeddingMemory(file, ModelOptions(options));
}

EmbeddingModelInfo EmbeddingEngine::info() const {
  const std::lock_guard lock(mutex_);
  return info_;
}

std::vector<std::string> EmbeddingEngine::warnings() const {
  std::vector<std::string> warnings = parts_.file->warnings();
  warnings.insert(warnings.end(), parts_.facts.warnings.begin(), parts_.facts.warnings.end());
  return warnings;
}

absl::Status EmbeddingEngine::CheckRequest(const EmbeddingRequest& request) const {
  if (request.items.empty()) return InvalidField("items", "\"input\" must not be empty", kReasonMissingField);
  if (request.items.size() > static_cast<size_t>(options_.max_items)) {
    return InvalidField("items", absl::StrCat(request.items.size(), " inputs in one call; this server takes up to ",
                                              options_.max_items, " (--max-inputs); split the call"));
  }
  if (request.dimensions != 0) {
    if (const absl::Status width = CheckEmbeddingWidth(parts_.facts, request.dimensions); !width.ok()) {
      return InvalidField("dimensions", std::string(width.message()));
    }
  }
  if (const absl::Status norm = CheckNorm(request.norm); !norm.ok()) {
    return InvalidField("normalize", std::string(norm.message()));
  }
  for (size_t i = 0; i < request.items.size(); ++i) {
    const auto prefix = EmbeddingPrefix(parts_.facts.family, request.items[i].task);
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
    if (tokens > static_cast<size_t>(options_.max_tokens)) {
      return InvalidField("items", absl::StrCat("the inputs of this call take more than ", options_.max_tokens,
                                                " tokens (--max-input-tokens); split the call"));
    }
    inputs.push_back(*std::move(input));
  }
  return inputs;
}

absl::StatusOr<EmbeddingId> EmbeddingEngine::Submit(const EmbeddingRequest& request, Done done) {
  // Before the work of tokenising; the queue may fill up meanwhile and is asked again.
  FERRO_RETURN_IF_ERROR(runner_->Refusal());
  if (request.deadline <= absl::Now()) {
    return absl::DeadlineExceededError("the deadline had passed when the request arrived");
  }
  const Clock::time_point begin = Clock::now();
  FERRO_ASSIGN_OR_RETURN(std::vector<EmbeddingInput> inputs, Tokenize(request));
  auto pending = std::make_shared<Pending>();
  pending->done = std::move(done);
  pending->width = request.dimensions == 0 ? parts_.facts.width : static_cast<int>(request.dimensions);
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
  return runner_->Submit(std::move(work));
}

absl::StatusOr<EmbeddingReply> EmbeddingEngine::Answer(Pending& pending, const EmbeddingVectors& vectors) const {
  EmbeddingReply reply = std::move(pending.reply);
  const size_t full = static_cast<size_t>(parts_.facts.width);
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
  auto promise = std::make_shared<std::promise<absl::StatusOr<EmbeddingReply>>>();
  std::future<absl::StatusOr<EmbeddingReply>> reply = promise->get_future();
  FERRO_RETURN_IF_ERROR(
      Submit(request, [promise](absl::StatusOr<EmbeddingReply> end) { promise->set_value(std::move(end)); }).status());
  return reply.get();
}

}  // namespace ferro
