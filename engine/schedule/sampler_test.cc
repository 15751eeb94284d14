#include "engine/schedule/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "base/error_detail.h"
#include "base/status_testing.h"
#include "engine/schedule/philox.h"

namespace ferro {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

// Everything off: the plain distribution.
SamplingParams Plain() {
  SamplingParams params;
  params.temperature = 1;
  params.top_k = 0;
  params.repetition_penalty = 1;
  return params;
}

SamplingParams Greedy() {
  SamplingParams params = Plain();
  params.temperature = 0;
  return params;
}

absl::StatusOr<int32_t> SampleOnce(const SamplingParams& params, const std::vector<float>& logits,
                                   const std::vector<int32_t>& prompt = {}, const std::vector<int32_t>& reply = {},
                                   SamplerVocabulary vocabulary = {}) {
  if (vocabulary.size == 0) vocabulary.size = static_cast<int>(logits.size());
  Sampler sampler(params, vocabulary, /*choice=*/0, prompt);
  for (const int32_t token : reply) sampler.Accept(token);
  SamplerScratch scratch;
  return sampler.Sample(logits, scratch);
}

// Which tokens can be drawn, over many seeds.
std::set<int32_t> Support(SamplingParams params, const std::vector<float>& logits) {
  std::set<int32_t> support;
  for (params.seed = 0; params.seed < 2000; ++params.seed) support.insert(SampleOnce(params, logits).value());
  return support;
}

TEST(SamplerTest, GreedyTakesTheLowestIdAmongEquals) { EXPECT_EQ(SampleOnce(Greedy(), {1, 3, 3, 2, 3}).value(), 1); }

TEST(SamplerTest, GreedyDoesNotDependOnTheSeed) {
  const std::vector<float> logits = {0.1f, 0.2f, 0.15f, 0.19f};
  for (const auto& [temperature, top_p, top_k] :
       {std::tuple(0.0, 1.0, 50), std::tuple(1.0, 0.0, 50), std::tuple(1.0, 1.0, 1)}) {
    SamplingParams params = Plain();
    params.temperature = temperature;
    params.top_p = top_p;
    params.top_k = top_k;
    EXPECT_EQ(Support(params, logits), std::set<int32_t>{1});
  }
}

TEST(SamplerTest, ValuesThatAreNotFiniteAreNeverDrawn) {
  EXPECT_EQ(Support(Plain(), {kNan, 1, -kInf, 1}), (std::set<int32_t>{1, 3}));
  EXPECT_EQ(SampleOnce(Greedy(), {kNan, -5, -kInf}).value(), 1);
  EXPECT_EQ(SampleOnce(Greedy(), {kNan, -5, kInf}).status().code(), absl::StatusCode::kInternal);
  EXPECT_EQ(SampleOnce(Greedy(), {kNan, -kInf}).status().code(), absl::StatusCode::kInternal);
  EXPECT_EQ(SampleOnce(Plain(), {kNan, kNan}).status().code(), absl::StatusCode::kInternal);
}

TEST(SamplerTest, OnlyTheLargestLogitDecidesWithoutAnyOtherRule) {
  SamplerVocabulary vocabulary;
  vocabulary.size = 4;
  const auto takes_largest = [&](const SamplingParams& params) {
    return Sampler(params, vocabulary, /*choice=*/0, /*prompt=*/{}).TakesLargest();
  };
  EXPECT_FALSE(takes_largest(Plain()));
  EXPECT_FALSE(takes_largest(SamplingParams())) << "the defaults penalise repetitions";
  const std::vector<void (*)(SamplingParams&)> harmless = {
      [](SamplingParams& p) { p.temperature = 0; }, [](SamplingParams& p) { p.top_p = 0; },
      [](SamplingParams& p) { p.top_k = 1; },
      [](SamplingParams& p) { p.temperature = 0, p.repetition_penalty = 2, p.repeat_last_n = 0; },
      [](SamplingParams& p) { p.temperature = 0, p.min_p = 0.5, p.seed = 9; }};
  for (size_t i = 0; i < harmless.size(); ++i) {
    SamplingParams params = Plain();
    harmless[i](params);
    EXPECT_TRUE(takes_largest(params)) << i;
  }
  const std::vector<void (*)(SamplingParams&)> rules = {
      [](SamplingParams& p) { p.repetition_penalty = 1.1; }, [](SamplingParams& p) { p.frequency_penalty = -1; },
      [](SamplingParams& p) { p.presence_penalty = 1; }, [](SamplingParams& p) { p.ignore_eos = true; },
      [](SamplingParams& p) {
        p.bias = {{0, 1.0}};
      }};
  for (size_t i = 0; i < rules.size(); ++i) {
    SamplingParams params = Greedy();
    rules[i](params);
    EXPECT_FALSE(takes_largest(params)) << i;
  }
}

TEST(SamplerTest, IdsWithoutTextAreNeverDrawn) {
  SamplerVocabulary vocabulary;
  vocabulary.size = 2;
  EXPECT_EQ(SampleOnce(Greedy(), {1, 2, 100, 100}, {}, {}, vocabulary).value(), 1);
}

TEST(SamplerTest, IgnoreEosBansEveryEndToken) {
  SamplerVocabulary vocabulary;
  vocabulary.size = 4;
  vocabulary.end_of_generation = {3, 1};
  SamplingParams params = Greedy();
  EXPECT_EQ(SampleOnce(params, {0, 5, 1, 9}, {}, {}, vocabulary).value(), 3);
  params.ignore_eos = true;
  EXPECT_EQ(SampleOnce(params, {0, 5, 1, 9}, {}, {}, vocabulary).value(), 2);
}

TEST(SamplerTest, BiasIsAddedFirst) {
  SamplingParams params = Greedy();
  params.bias = {{0, 4.5}, {1, -INFINITY}, {99, 100}};
  EXPECT_EQ(SampleOnce(params, {1, 9, 5}).value(), 0);
  params.bias = {{0, -INFINITY}, {1, -INFINITY}, {2, -INFINITY}};
  const absl::Status status = SampleOnce(params, {1, 9, 5}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DetailOf(status).param, "logit_bias");
}

TEST(SamplerTest, RepetitionPenaltyDividesOrMultipliesBySign) {
  SamplingParams params = Greedy();
  params.repetition_penalty = 2;
  EXPECT_EQ(SampleOnce(params, {4, 2.5f}, {0, 0, 0}).value(), 1) << "4 / 2, once whatever the count";
  EXPECT_EQ(SampleOnce(params, {4.9f, 2.5f, 2.4f}, {0}).value(), 1);
  EXPECT_EQ(SampleOnce(params, {5.1f, 2.5f, 2.4f}, {0}).value(), 0);
  EXPECT_EQ(SampleOnce(params, {-1, -1.5f}, {0}).value(), 1) << "-1 * 2";
}

TEST(SamplerTest, PenaltyWindowSlides) {
  SamplingParams params = Greedy();
  params.repetition_penalty = 10;
  const std::vector<float> logits = {9, 8, 7, 6};
  EXPECT_EQ(SampleOnce(params, logits, {0, 1}, {2}).value(), 3);
  params.repeat_last_n = 2;
  EXPECT_EQ(SampleOnce(params, logits, {0, 1}, {2}).value(), 0) << "token 0 has left the window";
  params.repeat_last_n = 0;
  EXPECT_EQ(SampleOnce(params, logits, {0, 1}, {0}).value(), 0);
  params.repeat_last_n = -1;
  params.penalize_prompt = false;
  EXPECT_EQ(SampleOnce(params, logits, {0, 1}, {2}).value(), 0);
  EXPECT_EQ(SampleOnce(params, logits, {0, 1}, {0}).value(), 1);
}

TEST(SamplerTest, FrequencyAndPresenceCountTheReplyOnly) {
  SamplingParams params = Greedy();
  params.presence_penalty = 1;
  EXPECT_EQ(SampleOnce(params, {3, 2.5f}, {0, 0}).value(), 0);
  EXPECT_EQ(SampleOnce(params, {3, 2.5f}, {}, {0}).value(), 1);
  EXPECT_EQ(SampleOnce(params, {4, 2.5f}, {}, {0, 0, 0}).value(), 0) << "presence counts once";
  params.presence_penalty = 0;
  params.frequency_penalty = 0.5;
  EXPECT_EQ(SampleOnce(params, {4, 2.6f}, {0}, {0, 0}).value(), 0);
  EXPECT_EQ(SampleOnce(params, {4, 2.6f}, {0}, {0, 0, 0}).value(), 1);
}

TEST(SamplerTest, TopKTopPAndMinPCutTheTail) {
  const std::vector<float> logits = {std::log(0.4f), std::log(0.3f), std::log(0.2f), std::log(0.1f)};
  SamplingParams params = Plain();
  EXPECT_EQ(Support(params, logits).size(), 4);
  params.top_k = 2;
  EXPECT_EQ(Support(params, logits), (std::set<int32_t>{0, 1}));
  params = Plain();
  params.top_p = 0.65;  // 0.4 + 0.3 crosses it, and the crossing token stays
  EXPECT_EQ(Support(params, logits), (std::set<int32_t>{0, 1}));
  params = Plain();
  params.min_p = 0.45;  // of the best: 0.18
  EXPECT_EQ(Support(params, logits), (std::set<int32_t>{0, 1, 2}));
}

TEST(SamplerTest, TopKBreaksTiesByLowerId) {
  SamplingParams params = Plain();
  params.top_k = 3;
  EXPECT_EQ(Support(params, {1, 2, 1, 1, 2, 1}), (std::set<int32_t>{0, 1, 4}));
}

// Top-p sees the distribution before the temperature: a high temperature does not widen the kept set.
TEST(SamplerTest, TemperatureComesLast) {
  SamplingParams params = Plain();
  params.temperature = 50;
  params.top_p = 0.9;
  EXPECT_EQ(Support(params, {5, 1, 1, 1}), std::set<int32_t>{0});
}

TEST(SamplerTest, FrequenciesFollowTheDistribution) {
  SamplingParams params = Plain();
  params.temperature = 2;
  params.top_k = 3;
  const std::vector<float> logits = {0, 2, 1, -9};
  std::map<int32_t, int> counts;
  constexpr int kDraws = 40000;
  for (params.seed = 0; params.seed < kDraws; ++params.seed) ++counts[SampleOnce(params, logits).value()];
  const double total = std::exp(0.0) + std::exp(1.0) + std::exp(0.5);
  // Five standard deviations of a binomial count are at most 5 * sqrt(kDraws) / 2.
  EXPECT_NEAR(counts[0], kDraws * std::exp(0.0) / total, 500);
  EXPECT_NEAR(counts[1], kDraws * std::exp(1.0) / total, 500);
  EXPECT_NEAR(counts[2], kDraws * std::exp(0.5) / total, 500);
  EXPECT_EQ(counts.count(3), 0u);
}

// The textbook version of everything that is cut short for speed.
int32_t SlowSample(const SamplingParams& params, const std::vector<float>& logits, double u) {
  std::vector<std::pair<double, int32_t>> all;  // negated logit, id: ascending is the order we want
  for (size_t id = 0; id < logits.size(); ++id) all.push_back({-double{logits[id]}, static_cast<int32_t>(id)});
  std::sort(all.begin(), all.end());
  const bool cut = params.top_k > 0 && static_cast<size_t>(params.top_k) < all.size();
  if (cut) all.resize(params.top_k);
  const double best = -all[0].first;
  if (params.top_p < 1) {
    double total = 0, sum = 0;
    for (const auto& [negated, id] : all) total += std::exp(-negated - best);
    size_t keep = 0;
    while (keep < all.size() && sum < params.top_p * total) sum += std::exp(-all[keep++].first - best);
    all.resize(keep);
  } else if (!cut) {  // nothing asked for an order: by id
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  }
  std::erase_if(all, [&](const auto& entry) { return -entry.first < best + std::log(params.min_p); });
  double total = 0, sum = 0;
  for (const auto& [negated, id] : all) total += std::exp((-negated - best) / params.temperature);
  for (const auto& [negated, id] : all) {
    sum += std::exp((-negated - best) / params.temperature);
    if (sum >= u * total) return id;
  }
  return all.back().second;
}

TEST(SamplerTest, EqualsTheTextbookVersion) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal(0, 3);
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<float> logits(trial % 3 == 0 ? 5000 : 37);
    for (float& logit : logits) logit = trial % 2 == 0 ? normal(random) : std::round(normal(random));  // ties
    SamplingParams params = Plain();
    params.top_k = std::vector<int>{0, 1000, 50, 5}[trial % 4];
    params.top_p = std::vector<double>{1, 0.95, 0.5}[trial / 4 % 3];
    params.min_p = std::vector<double>{0, 0.05}[trial / 12 % 2];
    params.temperature = std::vector<double>{1, 0.05, 1.7}[trial / 24 % 3];
    params.seed = trial;
    EXPECT_EQ(SampleOnce(params, logits).value(), SlowSample(params, logits, UniformForToken(trial, 0, 0)))
        << "trial " << trial;
  }
}

TEST(SamplerTest, ExtremeParametersStayFinite) {
  SamplingParams params = Plain();
  params.repetition_penalty = 1e-320;
  params.bias = {{2, 1e308}};
  params.temperature = 1e-320;
  EXPECT_TRUE(SampleOnce(params, {1, 2, 3}, {0}, {1}).ok());
  params.temperature = 1e308;
  EXPECT_TRUE(SampleOnce(params, {1, 2, 3}, {0}, {1}).ok());
}

}  // namespace
}  // namespace ferro
