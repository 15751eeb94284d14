#include "router/api/inspect.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/error_detail.h"
#include "base/version.h"
#include "router/api/call_options.h"

namespace ferro::router {
namespace {

using ferro::admin::v1::Slot;
using ferro::admin::v1::Stats;
using ferro::common::v1::ModelInfo;
using ferro::common::v1::SamplingValues;

constexpr ErrorShape kShape = ErrorShape::kLlamaCpp;

// Under the names that llama.cpp's clients look for.
Json SamplingJson(const SamplingValues& sampling) {
  return Json{{"seed", sampling.seed()},
              {"temperature", sampling.temperature()},
              {"top_k", sampling.top_k()},
              {"top_p", sampling.top_p()},
              {"min_p", sampling.min_p()},
              {"repeat_last_n", sampling.repeat_last_n()},
              {"repeat_penalty", sampling.repetition_penalty()},
              {"presence_penalty", sampling.presence_penalty()},
              {"frequency_penalty", sampling.frequency_penalty()}};
}

Json DefaultParams(const ModelInfo& model) {
  Json params = SamplingJson(model.sampling_defaults());
  params["max_tokens"] = -1;
  params["n_predict"] = -1;
  params["stream"] = false;
  return params;
}

Json SlotJson(const Slot& slot, const ModelInfo& model) {
  const bool busy = slot.state() != "idle" && !slot.state().empty();
  return Json{{"id", slot.id()},
              {"id_task", slot.task()},
              {"n_ctx", slot.context()},
              {"speculative", false},
              {"is_processing", busy},
              {"n_prompt_tokens", slot.prompt_tokens()},
              {"n_prompt_tokens_processed", slot.processed_tokens()},
              {"n_prompt_tokens_cache", slot.cached_tokens()},
              {"params", slot.has_sampling() ? SamplingJson(slot.sampling()) : DefaultParams(model)},
              {"next_token", Json::array({Json{{"has_next_token", busy},
                                               {"has_new_line", false},
                                               {"n_remain", slot.remaining_tokens()},
                                               {"n_decoded", slot.generated_tokens()}}})},
              {"state", slot.state().empty() ? "idle" : slot.state()},
              {"age_ms", slot.age_ms()},
              {"request_id", slot.request_id()}};
}

Json PropsJson(const ModelInfo& model) {
  Json caps = Json::object();
  for (const char* name : {"supports_tools", "supports_tool_calls", "supports_system_role",
                           "supports_parallel_tool_calls", "supports_preserve_reasoning", "supports_string_content",
                           "supports_typed_content", "supports_object_arguments"}) {
    const auto it = model.template_capabilities().find(name);
    caps[name] = it != model.template_capabilities().end() && it->second;
  }
  Json modalities{{"vision", false}, {"video", false}, {"audio", false}};
  for (const std::string& name : model.modalities()) modalities[name == "image" ? "vision" : name] = true;
  return Json{{"default_generation_settings", {{"n_ctx", model.context()}, {"params", DefaultParams(model)}}},
              {"total_slots", model.slots()},
              {"model_alias", model.id()},
              {"model_path", model.file()},
              {"model_ftype", model.file_type()},
              {"modalities", std::move(modalities)},
              {"media_marker", "<__media__>"},
              {"endpoint_slots", true},
              {"endpoint_props", false},
              {"endpoint_metrics", true},
              {"chat_template", model.chat_template()},
              {"chat_template_caps", std::move(caps)},
              {"bos_token", model.bos_text()},
              {"eos_token", model.eos_text()},
              {"build_info", absl::StrCat("ferro-", kVersion)},
              {"n_batch", model.prefill_slice_tokens()},
              {"n_ubatch", model.prefill_slice_tokens()},
              {"is_sleeping", false}};
}

bool HasQuery(const RequestHead& head, absl::string_view item) {
  for (const absl::string_view part : absl::StrSplit(head.query, '&')) {
    if (part == item) return true;
  }
  return false;
}

}  // namespace

void HandleProps(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  const auto model = context.lm == nullptr && context.embed != nullptr ? ReadyEmbed(context) : ReadyLm(context);
  if (!model.ok()) return ReplyError(*exchange, model.status(), kShape);
  exchange->Reply(JsonResponse(PropsJson(**model)));
}

void HandleSlots(ApiContext& context, std::shared_ptr<Exchange> exchange) {
  const auto model = ReadyLm(context);
  if (!model.ok()) return ReplyError(*exchange, model.status(), kShape);
  const bool need_idle = HasQuery(exchange->request().head, "fail_on_no_slot=1");
  context.lm->GetStats(OptionsOfCall(exchange->request(), context.options.timeout), exchange->executor(),
                       [exchange, need_idle, model = *model](absl::StatusOr<Stats> stats) {
                         if (!stats.ok()) return ReplyError(*exchange, UpstreamError(stats.status(), false), kShape);
                         Json slots = Json::array();
                         bool idle = false;
                         for (const Slot& slot : stats->slots()) {
                           slots.push_back(SlotJson(slot, *model));
                           idle = idle || !slots.back()["is_processing"].get<bool>();
                         }
                         if (need_idle && !idle) {
                           return ReplyError(*exchange, absl::UnavailableError("no slot available"), kShape);
                         }
                         exchange->Reply(JsonResponse(slots));
                       });
}

}  // namespace ferro::router
