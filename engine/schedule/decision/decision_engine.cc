#include "engine/schedule/decision/decision_engine.h"

#include <algorithm>
#include <future>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/sha256.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "engine/schedule/decision/leased_scorer.h"
#include "engine/text/decision/template_check.h"

namespace ferro {
namespace {

constexpr char kTemplateKey[] = "tokenizer.chat_template.systemone";

// Rows that wide activations are held for at a time.
constexpr int kWindowRows = 512;

int LongestPrompt(const DecisionConfig& config) { return std::min(kMaxDecisionTokens, config.trained_context); }

// A pass over one short question: touches every weight once, so that the first request is as fast as the next.
absl::Status WarmUp(DecisionScorer& scorer) {
  const std::vector<int32_t> tokens(4, 0);
  const std::vector<int> markers = {1, 2};
  const DecisionSequence sequence = {tokens, markers, DecisionType::kNoul};
  const absl::Status status = scorer.Score({&sequence, 1}, [] { return absl::OkStatus(); }).status();
  return Annotate(status, "the warm-up pass failed");
}

absl::StatusOr<ModelOnDevice<DecisionScorer>> LoadOnto(const GgufFile& file, const BackendOptions& backend,
                                                       const DecisionModelOptions& options, LateLease& lease) {
  ModelOnDevice<DecisionScorer> loaded;
  if (backend.device == kNullDevice) {
    loaded.model = std::make_unique<NullScorer>(options.max_rows);
    return loaded;
  }
  FERRO_ASSIGN_OR_RETURN(OpenedDevice device, OpenDevice(backend, lease));
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<DecisionModel> model, DecisionModel::Load(file, *device.backend, options));
  loaded.model = std::make_unique<ModelScorer>(std::move(model), *device.backend);
  loaded.backend = std::move(device.backend);
  loaded.lease = std::move(device.lease);
  if (loaded.lease != nullptr) {
    loaded.model = std::make_unique<LeasedScorer>(std::move(loaded.model), loaded.lease);
  }
  FERRO_RETURN_IF_ERROR(WarmUp(*loaded.model));
  return loaded;
}

// What products are computed in, by the name of a backend.
const char* Precision(const std::string& device) {
  if (device == kNullDevice) return "none";
  return absl::StartsWith(device, "reference") ? "f32" : "int8";
}

// Before an error about one of several requests stands its number, as in the body of a client.
std::string RequestPrefix(const DecisionRequest& request, size_t item) {
  return request.items.size() == 1 ? "" : absl::StrCat("requests[", item, "]: ");
}

}  // namespace

struct DecisionEngine::Pending {
  Done done;
  DecisionReply reply;  // without the answers
};

absl::StatusOr<std::unique_ptr<DecisionEngine>> DecisionEngine::Load(const std::string& path,
                                                                     const DecisionOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  Parts parts;
  FERRO_ASSIGN_OR_RETURN(parts.file, GgufFile::Open(path));
  absl::StatusOr<DecisionConfig> config = ReadDecisionConfig(*parts.file);
  if (!config.ok()) return Annotate(config.status(), path);
  // Reads what packing reads anyway.
  std::future<absl::StatusOr<std::string>> hash =
      std::async(std::launch::async, [&path] { return Sha256OfFile(path); });
  FERRO_ASSIGN_OR_RETURN(parts.tokenizer, TokenizerOf(*parts.file));
  DecisionOptions chosen = options;
  const auto load = [file = parts.file.get(), longest = LongestPrompt(*config)](const DecisionOptions& with,
                                                                                LateLease& lease) {
    DecisionModelOptions model_options;
    model_options.max_rows = longest;
    model_options.window_rows = kWindowRows;
    model_options.progress = with.progress;
    return LoadOnto(*file, with.backend, model_options, lease);
  };
  FERRO_RETURN_IF_ERROR(LoadParts(load, chosen, parts));
  FERRO_ASSIGN_OR_RETURN(parts.model_hash, hash.get());
  return Create(std::move(parts), chosen);
}

absl::StatusOr<std::unique_ptr<DecisionEngine>> DecisionEngine::Create(Parts parts, const DecisionOptions& options) {
  FERRO_RETURN_IF_ERROR(ValidateOptions(options));
  auto engine = absl::WrapUnique(new DecisionEngine(std::move(parts), options));
  if (absl::Status status = engine->Init(); !status.ok()) return Annotate(status, engine->file().path());
  return engine;
}

DecisionEngine::DecisionEngine(Parts parts, const DecisionOptions& options) : EngineOf(std::move(parts), options) {}

absl::Status DecisionEngine::Init() {
  FERRO_ASSIGN_OR_RETURN(config_, ReadDecisionConfig(file()));
  FERRO_ASSIGN_OR_RETURN(calibration_, DecisionCalibration::Read(file()));
  const int longest = LongestPrompt(config_);
  FERRO_RETURN_IF_ERROR(CheckFit(tokenizer(), config_.vocab, model().max_pass_rows(), longest));
  FERRO_ASSIGN_OR_RETURN(builder_, DecisionPromptBuilder::Create(tokenizer(), config_.mask_token, longest));
  if (!file().Has(kTemplateKey)) {
    return absl::InvalidArgumentError(
        absl::StrCat("decision model has no \"systemone\" template (", kTemplateKey, ")"));
  }
  FERRO_ASSIGN_OR_RETURN(const absl::string_view source, file().GetString(kTemplateKey));
  if (const TemplateCheck check = CheckSystemoneTemplate(source); check.verdict != TemplateVerdict::kSame) {
    LogTemplateCheck(check);
  }

  new_info().context = longest;
  new_info().prompt_template = std::string(source);
  provenance_.model_hash = parts().model_hash;
  provenance_.calibration_version = Sha256Of(calibration_.Describe());
  provenance_.prompt_template_sha256 = Sha256Of(source);
  provenance_.token_set_hash = Sha256Of(absl::StrCat(config_.mask_token));
  const RunnerOptions<DecisionScorer> runner = {options().batch_tokens, options().queue_depth, Recovery()};
  Start(std::make_unique<DecisionRunner>(model(), runner));
  return absl::OkStatus();
}

DecisionMemory DecisionEngine::EstimateMemory(const GgufFile& file) {
  DecisionMemory memory;
  memory.weights = FactsOf(file).tensor_bytes;
  const absl::StatusOr<DecisionConfig> config = ReadDecisionConfig(file);
  if (!config.ok()) return memory;  // loading it will say what is wrong
  const int64_t width = config->width, ff = config->ff, head_ff = config->head_ff;
  // As DecisionModel holds them: a residual row and a row of three widths for every token, the rest for a window.
  const int64_t window_row = 4 * width + 4 * std::max(2 * ff, head_ff) + 2 * (width + ff + head_ff);
  memory.activations = LongestPrompt(*config) * (16 * width + 4) + kWindowRows * window_row;
  return memory;
}

DecisionProvenance DecisionEngine::provenance() const {
  DecisionProvenance provenance = provenance_;
  const std::string device = this->device();
  provenance.backend = absl::StrCat("ferro ", kVersion, " ", device);
  provenance.precision = Precision(device);
  return provenance;
}

absl::Status DecisionEngine::CheckSize(const DecisionRequest& request) const {
  if (request.items.empty()) return InvalidField("items", "nothing is asked: no items", kReasonMissingField);
  size_t questions = 0;
  for (size_t i = 0; i < request.items.size(); ++i) {
    if (request.items[i].questions.empty()) {
      return InvalidField(absl::StrCat("items[", i, "].questions"),
                          absl::StrCat(RequestPrefix(request, i), "nothing is asked: no questions"),
                          kReasonMissingField);
    }
    questions += request.items[i].questions.size();
  }
  if (questions <= static_cast<size_t>(options().max_questions)) return absl::OkStatus();
  return InvalidField("items", absl::StrCat(questions, " questions in one call; this server takes up to ",
                                            options().max_questions, " (--max-questions); split the call"));
}

absl::StatusOr<std::vector<std::vector<DecisionPrompt>>> DecisionEngine::BuildPrompts(
    const DecisionRequest& request) const {
  FERRO_RETURN_IF_ERROR(CheckSize(request));
  std::vector<std::vector<DecisionPrompt>> prompts;
  size_t tokens = 0;
  for (size_t i = 0; i < request.items.size(); ++i) {
    const DecisionItem& item = request.items[i];
    const std::string prefix = RequestPrefix(request, i);
    absl::StatusOr<EncodedState> state = builder_->EncodeState(item.state);
    if (!state.ok()) return Annotate(state.status(), absl::StrCat(prefix, "state"));
    std::vector<DecisionPrompt>& of_item = prompts.emplace_back();
    for (size_t j = 0; j < item.questions.size(); ++j) {
      absl::StatusOr<DecisionPrompt> prompt = builder_->Build(*state, item.questions[j].question);
      if (!prompt.ok()) {
        ErrorDetail detail;
        detail.reason = kReasonInvalidValue;
        detail.param = absl::StrCat("items[", i, "].questions[", j, "]");
        return WithDetail(Annotate(prompt.status(), absl::StrCat(prefix, "questions.", item.questions[j].id)), detail);
      }
      tokens += prompt->tokens.size();
      if (tokens > static_cast<size_t>(options().max_tokens)) {
        return InvalidField("items", absl::StrCat("the questions of this call, each with its state, take more than ",
                                                  options().max_tokens,
                                                  " tokens (--max-tokens); split the call or shorten the states"));
      }
      of_item.push_back(*std::move(prompt));
    }
  }
  return prompts;
}

std::string DecisionEngine::PromptText(const DecisionPrompt& prompt) const {
  return tokenizer().DecodeAll(prompt.tokens, /*show_special=*/true);
}

absl::StatusOr<DecisionId> DecisionEngine::Submit(const DecisionRequest& request, Done done) {
  // Before the work of building prompts; the queue may fill up meanwhile and is asked again.
  FERRO_RETURN_IF_ERROR(runner().Refusal(request.deadline));
  const Clock::time_point begin = Clock::now();
  FERRO_ASSIGN_OR_RETURN(std::vector<std::vector<DecisionPrompt>> prompts, BuildPrompts(request));
  auto pending = std::make_shared<Pending>();
  pending->done = std::move(done);
  auto work = std::make_unique<DecisionWork>();
  work->deadline = request.deadline;
  for (std::vector<DecisionPrompt>& of_item : prompts) {
    std::vector<AnsweredQuestion>& answers = pending->reply.items.emplace_back();
    for (DecisionPrompt& prompt : of_item) {
      AnsweredQuestion& answer = answers.emplace_back();
      answer.answer.type = prompt.type;
      answer.input_tokens = static_cast<int>(prompt.tokens.size());
      answer.truncation = prompt.truncation;
      if (request.keep_prompts) answer.prompt = prompt;
      work->prompts.push_back(std::move(prompt));
    }
  }
  pending->reply.timings.prompt_ms = 1e3 * SecondsBetween(begin, Clock::now());
  work->done = [this, pending](absl::StatusOr<DecisionScores> scores) {
    if (!scores.ok()) return pending->done(scores.status());
    pending->done(Answer(*pending, *scores));
  };
  return runner().Submit(std::move(work));
}

absl::StatusOr<DecisionReply> DecisionEngine::Answer(Pending& pending, const DecisionScores& scores) const {
  DecisionReply reply = std::move(pending.reply);
  auto next = scores.scores.begin();
  for (std::vector<AnsweredQuestion>& of_item : reply.items) {
    for (AnsweredQuestion& question : of_item) {
      const DecisionType type = question.answer.type;
      const float temperature = calibration_.Temperature(type, static_cast<int>(next->size()));
      FERRO_ASSIGN_OR_RETURN(question.answer, AnswerFromScores(type, *next++, temperature));
    }
  }
  reply.provenance = provenance();
  reply.timings.queue_ms = scores.times.queue_ms;
  reply.timings.compute_ms = scores.times.compute_ms;
  return reply;
}

absl::StatusOr<DecisionReply> DecisionEngine::Decide(const DecisionRequest& request) {
  return SubmitAndWait<DecisionReply>([&](Done done) { return Submit(request, std::move(done)); });
}

}  // namespace ferro
