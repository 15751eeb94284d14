// What Generation says: bodies, stream events, totals.
#include <utility>

#include "router/api/generation.h"
#include "router/api/sse.h"
#include "router/api/usage_json.h"

namespace ferro::router {

using ferro::common::v1::Timings;
using ferro::common::v1::Usage;
using ferro::lm::v1::Finished;

Json Generation::Envelope(Json choices) const {
  return Json{{"id", id_},
              {"object", format_.Object(delivery_.stream)},
              {"created", created_},
              {"model", model_->id()},
              {"system_fingerprint", fingerprint_},
              {"choices", std::move(choices)}};
}

Json Generation::Chunk(Json choice) const {
  Json chunk = Envelope(Json::array({std::move(choice)}));
  if (delivery_.include_usage) chunk["usage"] = nullptr;
  return chunk;
}

void Generation::SendWhole() {
  over_ = true;
  Json choices = Json::array();
  Json warnings = Json::array();
  for (size_t i = 0; i < choices_.size(); ++i) {
    const Choice& choice = choices_[i];
    choices.push_back(
        format_.Whole(static_cast<int>(i), choice.text, choice.finished->reason(), delivery_.return_tokens));
    for (const std::string& warning : choice.finished->warnings()) warnings.push_back(warning);
  }
  Json body = Envelope(std::move(choices));
  body["usage"] = UsageJson(TotalUsage());
  body["timings"] = TotalTimings();
  if (!warnings.empty()) body["warnings"] = std::move(warnings);
  exchange_->Reply(JsonResponse(body));
}

std::string Generation::OpeningEvents(int index) {
  if (std::exchange(choices_[index].opened, true)) return "";
  const std::optional<Json> opening = format_.Opening(index);
  return opening ? SseEvent(Chunk(*opening)) : "";
}

std::string Generation::ClosingEvents(int index) {
  const Finished& finished = *choices_[index].finished;
  const bool last = finished_ == choices_.size();
  Json chunk = Chunk(format_.Last(index, finished.reason()));
  std::vector<std::string> warnings(finished.warnings().begin(), finished.warnings().end());
  if (choices_[index].text_after_calls) {
    warnings.push_back(
        "The text after calls of tools was left out, since clients of streams expect none; an answer that is not "
        "streamed has it.");
  }
  if (!warnings.empty()) chunk["warnings"] = std::move(warnings);
  if (last && !delivery_.include_usage) chunk["timings"] = TotalTimings();
  std::string events = SseEvent(chunk);
  if (last && delivery_.include_usage) {
    Json usage = Envelope(Json::array());
    usage["usage"] = UsageJson(TotalUsage());
    usage["timings"] = TotalTimings();
    events += SseEvent(usage);
  }
  if (last) events += kSseDone;
  return events;
}

Usage Generation::TotalUsage() const {
  Usage usage;
  for (const Choice& choice : choices_) AddUsage(choice.finished->usage(), &usage);
  return usage;
}

// Several prompts are told as sums, so that the rates stay means per token.
Json Generation::TotalTimings() const {
  Timings timings;
  for (const Choice& choice : choices_) AddTimings(choice.finished->timings(), &timings);
  std::optional<int64_t> seed;
  if (choices_[0].started) seed = choices_[0].started->seed();
  return TimingsJson(TotalUsage(), timings, seed);
}

void Generation::FillNote() {
  const Usage usage = TotalUsage();
  WorkNote& note = exchange_->note();
  note.finish = FinishName(choices_[0].finished->reason());
  note.prompt_tokens = usage.prompt_tokens();
  note.cached_tokens = usage.cached_tokens();
  note.generated_tokens = usage.completion_tokens();
  note.queue_ms = choices_[0].finished->timings().queue_ms();
  note.ttft_ms = choices_[0].finished->timings().ttft_ms();
}

}  // namespace ferro::router
