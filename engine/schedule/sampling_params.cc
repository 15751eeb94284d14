#include "engine/schedule/sampling_params.h"

#include <cmath>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

// NaN fails every comparison, so that each range below is written as what must hold.
absl::Status Require(bool holds, const char* field, double value, const char* range) {
  if (holds) return absl::OkStatus();
  return InvalidField(field, absl::StrCat(field, " is ", value, "; it must be ", range));
}

template <class T>
void Override(const std::optional<T>& from, T& to) {
  if (from) to = *from;
}

// Files hold integers as any integer type and numbers as f32.
absl::Status ReadNumber(const Metadata& metadata, const char* key, std::optional<double>& out) {
  if (!metadata.Has(key)) return absl::OkStatus();
  FERRO_ASSIGN_OR_RETURN(const float value, metadata.GetF32(key));
  // Through six decimal digits: a file's 0.05f means 0.05.
  double rounded = value;
  (void)absl::SimpleAtod(absl::StrCat(value), &rounded);
  out = rounded;
  return absl::OkStatus();
}

absl::Status ReadInt(const Metadata& metadata, const char* key, std::optional<int>& out) {
  if (!metadata.Has(key)) return absl::OkStatus();
  FERRO_ASSIGN_OR_RETURN(const int64_t value, metadata.GetI64(key));
  if (value < INT32_MIN || value > INT32_MAX) {
    return absl::InvalidArgumentError(absl::StrCat(key, " is ", value, ", beyond 32 bits"));
  }
  out = static_cast<int>(value);
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateSampling(const SamplingParams& params) {
  const auto& p = params;
  FERRO_RETURN_IF_ERROR(Require(p.temperature >= 0 && std::isfinite(p.temperature), "temperature", p.temperature,
                                "a finite number of at least 0"));
  FERRO_RETURN_IF_ERROR(Require(p.top_p >= 0 && p.top_p <= 1, "top_p", p.top_p, "between 0 and 1"));
  FERRO_RETURN_IF_ERROR(Require(p.min_p >= 0 && p.min_p <= 1, "min_p", p.min_p, "between 0 and 1"));
  FERRO_RETURN_IF_ERROR(Require(p.repetition_penalty > 0 && std::isfinite(p.repetition_penalty), "repetition_penalty",
                                p.repetition_penalty, "a finite number above 0 (1 turns it off)"));
  FERRO_RETURN_IF_ERROR(Require(p.repeat_last_n >= -1, "repeat_last_n", p.repeat_last_n,
                                "-1 (the whole context), 0 (off) or a number of tokens"));
  FERRO_RETURN_IF_ERROR(Require(p.frequency_penalty >= -2 && p.frequency_penalty <= 2, "frequency_penalty",
                                p.frequency_penalty, "between -2 and 2"));
  FERRO_RETURN_IF_ERROR(Require(p.presence_penalty >= -2 && p.presence_penalty <= 2, "presence_penalty",
                                p.presence_penalty, "between -2 and 2"));
  for (const auto& [id, bias] : p.bias) {
    FERRO_RETURN_IF_ERROR(
        Require(std::isfinite(bias) || bias == -INFINITY, "logit_bias", bias, "a finite number, or false to ban"));
  }
  return absl::OkStatus();
}

SamplingParams WithOverrides(SamplingParams params, const SamplingOverrides& overrides) {
  Override(overrides.temperature, params.temperature);
  Override(overrides.top_k, params.top_k);
  Override(overrides.top_p, params.top_p);
  Override(overrides.min_p, params.min_p);
  Override(overrides.repetition_penalty, params.repetition_penalty);
  Override(overrides.repeat_last_n, params.repeat_last_n);
  Override(overrides.penalize_prompt, params.penalize_prompt);
  Override(overrides.frequency_penalty, params.frequency_penalty);
  Override(overrides.presence_penalty, params.presence_penalty);
  Override(overrides.seed, params.seed);
  params.ignore_eos = params.ignore_eos || overrides.ignore_eos;
  return params;
}

absl::StatusOr<SamplingOverrides> ReadSamplingDefaults(const Metadata& metadata) {
  SamplingOverrides read;
  FERRO_RETURN_IF_ERROR(ReadNumber(metadata, "general.sampling.temp", read.temperature));
  FERRO_RETURN_IF_ERROR(ReadInt(metadata, "general.sampling.top_k", read.top_k));
  FERRO_RETURN_IF_ERROR(ReadNumber(metadata, "general.sampling.top_p", read.top_p));
  FERRO_RETURN_IF_ERROR(ReadNumber(metadata, "general.sampling.min_p", read.min_p));
  FERRO_RETURN_IF_ERROR(ReadNumber(metadata, "general.sampling.penalty_repeat", read.repetition_penalty));
  FERRO_RETURN_IF_ERROR(ReadInt(metadata, "general.sampling.penalty_last_n", read.repeat_last_n));
  FERRO_RETURN_IF_ERROR(Annotate(ValidateSampling(WithOverrides({}, read)), "general.sampling"));
  return read;
}

}  // namespace ferro
