#include "router/api/unbuilt_fields.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "router/api/field_reader.h"

namespace ferro::router {
namespace {

constexpr double kLowest = std::numeric_limits<double>::lowest();
constexpr double kHighest = std::numeric_limits<double>::max();

absl::Status Unsupported(const std::string& param, const std::string& message) {
  return InvalidField(param, message, kReasonUnsupported);
}

// A number that turns something on. llama.cpp's clients send most of these with every request, turned off; the other
// fields of the same samplers (`mirostat_tau`, `dry_base`, ...) say nothing while these are off.
struct Switch {
  const char* key;
  double off_from, off_to;  // both included
};
constexpr Switch kSwitches[] = {
    {"mirostat", 0, 0},          {"dry_multiplier", 0, 0},         {"xtc_probability", kLowest, 0},
    {"typical_p", 1, kHighest},  {"tfs_z", 1, kHighest},           {"dynatemp_range", kLowest, 0},
    {"top_n_sigma", kLowest, 0}, {"adaptive_target", kLowest, -1}, {"min_keep", kLowest, 1},
    {"n_probs", kLowest, 0},     {"min_tokens", kLowest, 0},  // vLLM's
};

absl::Status RefuseSwitches(const Json& body) {
  for (const Switch& item : kSwitches) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<double> value, ReadNumber(body, item.key));
    if (!value || (*value >= item.off_from && *value <= item.off_to)) continue;
    const double off = item.off_from == kLowest ? item.off_to : item.off_from;
    return Unsupported(item.key, absl::StrCat("Field '", item.key, "': only ", off,
                                              ", which turns it off, is supported, but is ", *value));
  }
  return absl::OkStatus();
}

// The samplers that there are, in the order in which they always run: their names and letters in llama.cpp's requests.
struct SamplerName {
  absl::string_view name;
  char letter;
};
constexpr SamplerName kSamplers[] = {
    {"penalties", 'e'}, {"top_k", 'k'}, {"top_p", 'p'}, {"min_p", 'm'}, {"temperature", 't'}};

// `samplers`: which run, and in which order. Those that do not exist here are off anyway, so they may stand anywhere.
absl::Status CheckSamplers(const Json& body) {
  const Json* given = FindField(body, "samplers");
  if (given == nullptr || given->empty() || *given == "") return absl::OkStatus();
  std::vector<absl::string_view> known, order;
  for (const SamplerName& sampler : kSamplers) order.push_back(sampler.name);
  const auto add = [&known](const auto& matches) {
    for (const SamplerName& sampler : kSamplers) {
      if (matches(sampler)) known.push_back(sampler.name);
    }
  };
  if (given->is_string()) {
    for (const char letter : given->get_ref<const std::string&>()) {
      add([&](const SamplerName& sampler) { return sampler.letter == letter; });
    }
  } else if (given->is_array()) {
    for (size_t i = 0; i < given->size(); ++i) {
      const Json& name = (*given)[i];
      if (!name.is_string()) return WrongType(absl::StrCat("samplers[", i, "]"), "string", name);
      add([&](const SamplerName& sampler) { return sampler.name == name.get_ref<const std::string&>(); });
    }
  } else {
    return WrongType("samplers", "array or string", *given);
  }
  if (known == order) return absl::OkStatus();
  return Unsupported("samplers",
                     absl::StrCat("Field 'samplers': only the order ", absl::StrJoin(order, ", "),
                                  " is supported; leave the field out, and turn a sampler off by its own field"));
}

absl::Status RefuseLists(const Json& body) {
  if (const Json* bias = FindField(body, "logit_bias"); bias != nullptr) {
    if (!bias->is_object() && !bias->is_array()) return WrongType("logit_bias", "object or array", *bias);
    if (!bias->empty()) return Unsupported("logit_bias", "Field 'logit_bias': not supported yet");
  }
  for (const char* key : {"lora", "bad_words", "allowed_token_ids"}) {
    const Json* value = FindField(body, key);
    if (value != nullptr && !value->empty()) return Unsupported(key, absl::StrCat("Field '", key, "': not supported"));
  }
  return absl::OkStatus();
}

absl::Status RefuseChoices(const Json& body) {
  for (const char* key : {"n", "n_cmpl"}) {
    FERRO_ASSIGN_OR_RETURN(const std::optional<int64_t> n, ReadInt(body, key));
    if (n && *n < 1) return InvalidField(key, absl::StrCat("Field '", key, "': value must be at least 1, but is ", *n));
    if (n && *n != 1) return Unsupported(key, absl::StrCat("Field '", key, "': only 1 choice is supported yet"));
  }
  FERRO_ASSIGN_OR_RETURN(const std::optional<bool> beams, ReadBool(body, "use_beam_search"));
  if (beams.value_or(false)) return Unsupported("use_beam_search", "Field 'use_beam_search': not supported");
  return absl::OkStatus();
}

absl::Status RefuseConstraints(const Json& body) {
  // The first two as llama.cpp has them, the others as vLLM does.
  for (const char* key : {"grammar", "json_schema", "structured_outputs", "guided_json", "guided_regex",
                          "guided_choice", "guided_grammar"}) {
    const Json* value = FindField(body, key);
    if (value == nullptr || (value->is_string() && value->get_ref<const std::string&>().empty())) continue;
    return Unsupported(key, absl::StrCat("Field '", key, "': constrained decoding is not supported yet"));
  }
  if (const Json* format = FindField(body, "response_format"); format != nullptr) {
    if (!format->is_object()) return WrongType("response_format", "object", *format);
    const Json* type = FindField(*format, "type");
    if (type != nullptr && !type->is_string()) return WrongType("response_format.type", "string", *type);
    const std::string name = type == nullptr ? "" : type->get<std::string>();
    if (name == "json_object" || name == "json_schema") {
      return Unsupported("response_format.type",
                         absl::StrCat("response_format type '", name, "' is not supported yet"));
    }
    if (name != "text") {
      return InvalidField("response_format.type",
                          absl::StrCat("response_format type must be one of \"text\", \"json_object\" or "
                                       "\"json_schema\", but got: ",
                                       type == nullptr ? "nothing" : name));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RefuseUnbuilt(const Json& body) {
  FERRO_RETURN_IF_ERROR(RefuseChoices(body));
  FERRO_RETURN_IF_ERROR(RefuseLists(body));
  FERRO_RETURN_IF_ERROR(RefuseConstraints(body));
  FERRO_RETURN_IF_ERROR(RefuseSwitches(body));
  return CheckSamplers(body);
}

}  // namespace ferro::router
