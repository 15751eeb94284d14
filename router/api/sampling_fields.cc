#include "router/api/sampling_fields.h"

#include <algorithm>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"
#include "router/api/unbuilt_fields.h"

namespace ferro::router {
namespace {

using ferro::lm::v1::GenerateRequest;
using ferro::lm::v1::Sampling;

constexpr size_t kMaxStops = 16;
constexpr size_t kMaxStopBytes = 256;
constexpr size_t kMaxStopTokens = 256;
constexpr int64_t kIntMax = std::numeric_limits<int32_t>::max();

int32_t Clamp(int64_t value) { return static_cast<int32_t>(std::clamp<int64_t>(value, -kIntMax, kIntMax)); }

absl::Status ReadMaxTokens(const Json& body, GenerateRequest* request) {
  // The order of precedence; every one is checked even when another wins.
  for (const char* key : {"max_tokens", "max_completion_tokens", "n_predict"}) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> value, ReadInt(body, key, -1));
    if (value) request->set_max_tokens(Clamp(*value));
  }
  return absl::OkStatus();
}

absl::Status ReadPenalties(const Json& body, Sampling* sampling) {
  for (const char* key : {"repeat_penalty", "repetition_penalty"}) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<double> value, ReadNumber(body, key, 0));
    if (value && *value == 0) return InvalidField(key, absl::StrCat("Field '", key, "': value must be above 0"));
    if (value) sampling->set_repetition_penalty(*value);
  }
  for (const char* key : {"penalty_last_n", "repeat_last_n"}) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> value, ReadInt(body, key, -1));
    if (value) sampling->set_repeat_last_n(Clamp(*value));
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> penalize_prompt, ReadBool(body, "penalize_prompt"));
  if (penalize_prompt) sampling->set_penalize_prompt(*penalize_prompt);
  FERRO_ASSIGN_OR_RETURN(const std::optional<double> frequency, ReadNumber(body, "frequency_penalty", -2, 2));
  if (frequency) sampling->set_frequency_penalty(*frequency);
  FERRO_ASSIGN_OR_RETURN(const std::optional<double> presence, ReadNumber(body, "presence_penalty", -2, 2));
  if (presence) sampling->set_presence_penalty(*presence);
  return absl::OkStatus();
}

absl::Status ReadSampler(const Json& body, Sampling* sampling) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<double> temperature, ReadNumber(body, "temperature", 0));
  if (temperature) sampling->set_temperature(*temperature);
  FERRO_ASSIGN_OR_RETURN(const std::optional<double> top_p, ReadNumber(body, "top_p", 0, 1));
  if (top_p && *top_p == 0) {
    // A nucleus of no mass holds just the most likely token.
    sampling->set_top_k(1);
  } else if (top_p) {
    sampling->set_top_p(*top_p);
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> top_k, ReadInt(body, "top_k"));
  if (top_k && !(top_p && *top_p == 0)) sampling->set_top_k(std::max(0, Clamp(*top_k)));
  FERRO_ASSIGN_OR_RETURN(const std::optional<double> min_p, ReadNumber(body, "min_p", 0, 1));
  if (min_p) sampling->set_min_p(*min_p);
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> seed, ReadInt(body, "seed"));
  if (seed && *seed != -1) sampling->set_seed(*seed);
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> ignore_eos, ReadBool(body, "ignore_eos"));
  sampling->set_ignore_eos(ignore_eos.value_or(false));
  return absl::OkStatus();
}

absl::Status AddStop(const Json& text, const std::string& param, GenerateRequest* request) {
  if (!text.is_string()) return WrongType(param, "string", text);
  const std::string& stop = text.get_ref<const std::string&>();
  if (stop.size() > kMaxStopBytes) {
    return InvalidField(param, absl::StrCat("Field '", param, "': at most ", kMaxStopBytes, " bytes"));
  }
  if (!stop.empty()) request->add_stop(stop);
  return absl::OkStatus();
}

absl::Status ReadStops(const Json& body, GenerateRequest* request) {
  if (const Json* stop = FindField(body, "stop"); stop != nullptr && stop->is_array()) {
    if (stop->size() > kMaxStops) {
      return InvalidField("stop", absl::StrCat("Field 'stop': at most ", kMaxStops, " texts, but got ", stop->size()));
    }
    for (size_t i = 0; i < stop->size(); ++i) {
      FERRO_RETURN_IF_ERROR(AddStop((*stop)[i], absl::StrCat("stop[", i, "]"), request));
    }
  } else if (stop != nullptr) {
    if (!stop->is_string()) return WrongType("stop", "string or array", *stop);
    FERRO_RETURN_IF_ERROR(AddStop(*stop, "stop", request));
  }
  if (const Json* ids = FindField(body, "stop_token_ids"); ids != nullptr) {
    FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> tokens, ReadTokenIds(*ids, "stop_token_ids"));
    if (tokens.size() > kMaxStopTokens) {
      return InvalidField("stop_token_ids", absl::StrCat("Field 'stop_token_ids': at most ", kMaxStopTokens, " ids"));
    }
    request->mutable_stop_token_ids()->Add(tokens.begin(), tokens.end());
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadSamplingFields(const Json& body, GenerateRequest* request) {
  FERRO_RETURN_IF_ERROR(ReadMaxTokens(body, request));
  FERRO_RETURN_IF_ERROR(ReadSampler(body, request->mutable_sampling()));
  FERRO_RETURN_IF_ERROR(ReadPenalties(body, request->mutable_sampling()));
  FERRO_RETURN_IF_ERROR(ReadStops(body, request));
  FERRO_RETURN_IF_ERROR(RefuseUnbuilt(body));
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> cache, ReadBool(body, "cache_prompt"));
  if (cache) request->set_cache_prompt(*cache);
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> draft, ReadBool(body, "draft"));
  if (draft) request->set_draft(*draft);
  for (const char* key : {"thinking_budget_tokens", "reasoning_budget_tokens", "thinking_budget"}) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> budget, ReadInt(body, key, -1));
    if (budget) request->set_thinking_budget(Clamp(*budget));
  }
  // Accepted for llama.cpp's clients; slots are the service's business.
  FERRO_RETURN_IF_ERROR(ReadInt(body, "id_slot").status());
  return absl::OkStatus();
}

absl::Status ReadDeliveryFields(const Json& body, DeliveryOptions* delivery) {
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> stream, ReadBool(body, "stream"));
  delivery->stream = stream.value_or(false);
  if (const Json* options = FindField(body, "stream_options"); options != nullptr) {
    if (!options->is_object()) return WrongType("stream_options", "object", *options);
    const Json* usage = FindField(*options, "include_usage");
    if (usage != nullptr && !usage->is_boolean()) return WrongType("stream_options.include_usage", "boolean", *usage);
    delivery->include_usage = delivery->stream && usage != nullptr && usage->get<bool>();
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> timings, ReadBool(body, "timings_per_token"));
  delivery->timings_per_token = timings.value_or(false);
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> progress, ReadBool(body, "return_progress"));
  delivery->return_progress = delivery->stream && progress.value_or(false);
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> tokens, ReadBool(body, "return_tokens"));
  delivery->return_tokens = tokens.value_or(false);
  FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> ping, ReadInt(body, "sse_ping_interval", -1));
  if (ping && *ping == 0)
    return InvalidField("sse_ping_interval", "Field 'sse_ping_interval': -1, or at least 1 second");
  if (ping) delivery->ping_interval_s = static_cast<int>(std::min<int64_t>(*ping, 86400));
  return absl::OkStatus();
}

}  // namespace ferro::router
