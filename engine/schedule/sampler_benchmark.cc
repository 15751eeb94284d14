// Time of one token over a vocabulary of 65,536.
#include <random>
#include <vector>

#include "benchmark/benchmark.h"
#include "engine/schedule/sampler.h"

namespace ferro {
namespace {

void Run(benchmark::State& state, const SamplingParams& params) {
  constexpr int kVocabulary = 65536;
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 3);
  std::vector<float> logits(kVocabulary);
  for (float& logit : logits) logit = normal(random);
  std::vector<int32_t> prompt(2000);
  for (int32_t& token : prompt) token = static_cast<int32_t>(random() % kVocabulary);
  const SamplerVocabulary vocabulary{kVocabulary, {}};
  Sampler sampler(params, vocabulary, /*choice=*/0, prompt);
  SamplerScratch scratch;
  for (auto _ : state) benchmark::DoNotOptimize(sampler.Sample(logits, scratch));
}

void BM_Defaults(benchmark::State& state) { Run(state, {}); }
BENCHMARK(BM_Defaults);

void BM_Greedy(benchmark::State& state) {
  SamplingParams params;
  params.temperature = 0;
  Run(state, params);
}
BENCHMARK(BM_Greedy);

void BM_TopPOnly(benchmark::State& state) {
  SamplingParams params;
  params.temperature = 1;
  params.top_k = 0;
  params.top_p = 0.95;
  Run(state, params);
}
BENCHMARK(BM_TopPOnly);

void BM_EverythingOff(benchmark::State& state) {
  SamplingParams params;
  params.temperature = 1;
  params.top_k = 0;
  Run(state, params);
}
BENCHMARK(BM_EverythingOff);

}  // namespace
}  // namespace ferro
