#include "engine/schedule/sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "base/error_detail.h"
#include "base/status_macros.h"
#include "engine/schedule/philox.h"

namespace ferro {
namespace {

using Candidate = SamplerScratch::Candidate;

constexpr double kBanned = -std::numeric_limits<double>::infinity();
constexpr double kLargest = 1e300;  // keeps extreme biases and penalties finite, and so their differences

double Bounded(double logit) { return logit == kBanned ? logit : std::clamp(logit, -kLargest, kLargest); }

bool Before(const Candidate& a, const Candidate& b) { return a.logit > b.logit || (a.logit == b.logit && a.id < b.id); }

// Of values that are compared several side by side, since one after the other each comparison would wait for the last:
// a vocabulary has 65,536 of them.
constexpr size_t kLanes = 16;

template <class T>
T Largest(const std::array<T, kLanes>& lanes) {
  return *std::max_element(lanes.begin(), lanes.end());
}

// The logits as doubles, what is no number as banned. Returns the largest.
double Widen(absl::Span<const float> logits, std::vector<double>& out) {
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  out.resize(logits.size());
  std::array<float, kLanes> largest;
  largest.fill(kNone);
  const auto widen = [&](size_t id, size_t lane) {
    const float logit = logits[id] >= kNone ? logits[id] : kNone;  // NaN compares as false
    out[id] = logit;
    largest[lane] = logit > largest[lane] ? logit : largest[lane];
  };
  const size_t whole = logits.size() / kLanes * kLanes;
  for (size_t id = 0; id < whole; id += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) widen(id + lane, lane);
  }
  for (size_t id = whole; id < logits.size(); ++id) widen(id, 0);
  return Largest(largest);
}

// The first of the largest.
int32_t ArgMax(const std::vector<double>& logits) {
  std::array<double, kLanes> largest;
  largest.fill(kBanned);
  const size_t whole = logits.size() / kLanes * kLanes;
  for (size_t id = 0; id < whole; id += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const double logit = logits[id + lane];
      largest[lane] = logit > largest[lane] ? logit : largest[lane];
    }
  }
  for (size_t id = whole; id < logits.size(); ++id) largest[0] = std::max(largest[0], logits[id]);
  return static_cast<int32_t>(std::find(logits.begin(), logits.end(), Largest(largest)) - logits.begin());
}

void TakeFinite(const std::vector<double>& logits, std::vector<Candidate>& out) {
  out.clear();
  for (size_t id = 0; id < logits.size(); ++id) {
    if (logits[id] != kBanned) out.push_back({logits[id], static_cast<int32_t>(id)});
  }
}

// The k best in order. One pass: whatever cannot be among the k best of the tokens before it is skipped, so that almost
// every token costs one comparison.
void TakeTopK(const std::vector<double>& logits, size_t k, std::vector<Candidate>& out) {
  const size_t full = std::max<size_t>(2 * k, 256);
  double threshold = kBanned;  // the k-th best so far; a later token of equal value has a higher id and goes after it
  out.clear();
  for (size_t id = 0; id < logits.size(); ++id) {
    if (logits[id] <= threshold) continue;
    out.push_back({logits[id], static_cast<int32_t>(id)});
    if (out.size() < full) continue;
    std::nth_element(out.begin(), out.begin() + (k - 1), out.end(), Before);
    out.resize(k);
    threshold = out[k - 1].logit;
  }
  std::sort(out.begin(), out.end(), Before);
  if (out.size() > k) out.resize(k);
}

double MaxLogit(const std::vector<Candidate>& candidates) {
  double best = kBanned;
  for (const Candidate& candidate : candidates) best = std::max(best, candidate.logit);
  return best;
}

// Keeps the shortest run of best candidates whose probabilities reach `top_p`, in order. Sorts no more than it needs:
// chunks from the top, each twice as long as the one before.
void KeepTopP(double top_p, std::vector<Candidate>& candidates) {
  const double best = MaxLogit(candidates);
  double total = 0;
  for (const Candidate& candidate : candidates) total += std::exp(candidate.logit - best);
  double sum = 0;
  size_t chunk = 128;
  for (size_t begin = 0; begin < candidates.size(); chunk *= 2) {
    const size_t end = std::min(candidates.size(), begin + chunk);
    if (end < candidates.size()) {
      std::nth_element(candidates.begin() + begin, candidates.begin() + end, candidates.end(), Before);
    }
    std::sort(candidates.begin() + begin, candidates.begin() + end, Before);
    for (; begin < end; ++begin) {
      sum += std::exp(candidates[begin].logit - best);
      if (sum >= top_p * total) {
        candidates.resize(begin + 1);
        return;
      }
    }
  }
}

void KeepMinP(double min_p, std::vector<Candidate>& candidates) {
  // min_p <= 1, so that the best candidate always stays.
  const double lowest = MaxLogit(candidates) + std::log(min_p);
  std::erase_if(candidates, [lowest](const Candidate& candidate) { return candidate.logit < lowest; });
}

int32_t Draw(const std::vector<Candidate>& candidates, double temperature, double u) {
  const double best = MaxLogit(candidates);
  const auto weight = [&](const Candidate& candidate) { return std::exp((candidate.logit - best) / temperature); };
  double total = 0;
  for (const Candidate& candidate : candidates) total += weight(candidate);
  double sum = 0;
  int32_t last = candidates[0].id;
  for (const Candidate& candidate : candidates) {
    const double w = weight(candidate);
    if (w == 0) continue;
    sum += w;
    last = candidate.id;
    if (sum >= u * total) break;
  }
  return last;
}

}  // namespace

absl::Status NoFiniteLogit() { return absl::InternalError("the model's largest logit is not a finite number"); }

Sampler::Sampler(const SamplingParams& params, const SamplerVocabulary& vocabulary, int choice,
                 absl::Span<const int32_t> prompt)
    : params_(params), vocabulary_(vocabulary), choice_(choice), window_(params.repeat_last_n) {
  window_.AddPrompt(prompt);
}

absl::Status Sampler::Adjust(absl::Span<const float> logits, SamplerScratch& scratch) const {
  if (logits.size() < static_cast<size_t>(vocabulary_.size)) {
    return absl::InternalError(absl::StrCat(logits.size(), " logits for ", vocabulary_.size, " tokens"));
  }
  std::vector<double>& adjusted = scratch.logits;
  if (!std::isfinite(Widen(logits.first(vocabulary_.size), adjusted))) return NoFiniteLogit();

  for (const auto& [id, bias] : params_.bias) {
    if (id >= 0 && id < vocabulary_.size) adjusted[id] = Bounded(adjusted[id] + bias);
  }
  if (params_.ignore_eos) {
    for (const int32_t id : vocabulary_.end_of_generation) adjusted[id] = kBanned;
  }
  const double repetition = params_.repetition_penalty;
  for (const auto& [id, counts] : window_.counts()) {
    if (id < 0 || id >= vocabulary_.size) continue;
    double& logit = adjusted[id];
    if (counts.reply + (params_.penalize_prompt ? counts.prompt : 0) > 0) {
      logit = logit <= 0 ? logit * repetition : logit / repetition;
    }
    if (counts.reply > 0) logit -= counts.reply * params_.frequency_penalty + params_.presence_penalty;
    logit = Bounded(logit);
  }
  return absl::OkStatus();
}

absl::StatusOr<int32_t> Sampler::Sample(absl::Span<const float> logits, SamplerScratch& scratch) const {
  FERRO_RETURN_IF_ERROR(Adjust(logits, scratch));
  const auto all_banned = [] {
    return InvalidField("logit_bias", "logit_bias and ignore_eos together ban every token");
  };
  if (greedy()) {
    const int32_t best = ArgMax(scratch.logits);
    if (scratch.logits[best] == kBanned) return all_banned();
    return best;
  }

  std::vector<Candidate>& candidates = scratch.candidates;
  if (params_.top_k > 0 && params_.top_k < vocabulary_.size) {
    TakeTopK(scratch.logits, params_.top_k, candidates);
  } else {
    TakeFinite(scratch.logits, candidates);
  }
  if (candidates.empty()) return all_banned();
  if (params_.top_p < 1) KeepTopP(params_.top_p, candidates);
  if (params_.min_p > 0) KeepMinP(params_.min_p, candidates);
  return Draw(candidates, params_.temperature, UniformForToken(params_.seed, choice_, accepted_));
}

bool Sampler::TakesLargest() const {
  const auto& p = params_;
  const bool penalties =
      p.repeat_last_n != 0 && (p.repetition_penalty != 1 || p.frequency_penalty != 0 || p.presence_penalty != 0);
  return greedy() && !penalties && p.bias.empty() && !p.ignore_eos;
}

void Sampler::Accept(int32_t token) {
  window_.AddReply(token);
  ++accepted_;
}

}  // namespace ferro
