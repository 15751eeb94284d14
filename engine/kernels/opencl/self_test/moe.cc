#include "engine/kernels/opencl/self_test/families.h"
#include "engine/kernels/opencl/self_test/rig.h"
#include "engine/kernels/ops/expert_choice.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kExperts = 36, kUsed = 3, kWidth = 544;
constexpr int kRows = 7;
constexpr RowRange kRange = {1, 5};

void TestRoute(Rig& rig, const MoeKernels& kernels, bool softmax) {
  const std::vector<float> weights = RandomFloats(kExperts * kWidth, 1, 0.05f), bias = RandomFloats(kExperts, 3, 0.3f);
  const std::vector<float> normed = RandomFloats(kRows * kWidth, 2, 2.0f);
  std::vector<int32_t> chosen(kRows * kUsed, -1);
  std::vector<float> gates(kRows * kUsed, std::nanf(""));
  for (int row = kRange.begin; row < kRange.begin + kRange.count; ++row) {
    std::vector<float> logits(kExperts);
    for (int e = 0; e < kExperts; ++e) logits[e] = Scalar().dot(&weights[e * kWidth], &normed[row * kWidth], kWidth);
    ChooseExperts(logits.data(), softmax ? nullptr : bias.data(), kExperts, kUsed, softmax, 1.5f, &chosen[row * kUsed],
                  &gates[row * kUsed]);
  }
  const Buffer weight_buffer = rig.Upload(weights), bias_buffer = rig.Upload(bias), normed_buffer = rig.Upload(normed);
  const Buffer chosen_buffer = rig.Unwritten<int32_t>(kRows * kUsed), gate_buffer = rig.Unwritten<float>(kRows * kUsed);
  const RouterView router = {
      weight_buffer.get(), softmax ? nullptr : bias_buffer.get(), kExperts, kUsed, softmax, 1.5f};
  rig.Run([&](LaunchList& out) {
    return kernels.Route(router, {normed_buffer.get(), kWidth}, kRange, {chosen_buffer.get(), gate_buffer.get()}, out);
  });
  rig.Expect("route", chosen_buffer, chosen);
  rig.Expect("route", gate_buffer, gates);
}

// Sorts by expert, and cuts into tiles of two. So many rows that a work-item meets an expert more than once.
void TestGroup(Rig& rig, const MoeKernels& kernels) {
  constexpr int kTilePairs = 2, kManyRows = 40, kPairs = kManyRows * kUsed;
  constexpr RowRange kMany = {1, 38};
  constexpr int kFirst = kMany.begin * kUsed, kEnd = (kMany.begin + kMany.count) * kUsed;
  std::vector<int32_t> chosen(kPairs);
  for (int pair = 0; pair < kPairs; ++pair) chosen[pair] = (pair * 7 + 3) % 5 * 8;  // few experts, several pairs
  std::vector<int32_t> pair_of(kPairs, -1), source, tiles;
  for (int e = 0; e < kExperts; ++e) {
    const int first = static_cast<int>(source.size());
    for (int pair = kFirst; pair < kEnd; ++pair) {
      if (chosen[pair] != e) continue;
      pair_of[pair] = static_cast<int>(source.size());
      source.push_back(pair / kUsed);
    }
    const int end = static_cast<int>(source.size());
    for (int at = first; at < end; at += kTilePairs) {
      tiles.insert(tiles.end(), {e, at, std::min(kTilePairs, end - at), 0});
    }
  }
  const int most = MaxTiles(kEnd - kFirst, kExperts, kTilePairs);
  while (static_cast<int>(tiles.size()) < 4 * most) tiles.insert(tiles.end(), {-1, 0, 0, 0});
  const Buffer chosen_buffer = rig.Upload(chosen), pair_buffer = rig.Unwritten<int32_t>(kPairs),
               source_buffer = rig.Unwritten<int32_t>(kEnd - kFirst), tile_buffer = rig.Unwritten<int32_t>(4 * most);
  rig.Run([&](LaunchList& out) {
    return kernels.GroupByExpert({.experts = kExperts, .used = kUsed}, kMany, {chosen_buffer.get(), nullptr},
                                 {pair_buffer.get(), source_buffer.get(), tile_buffer.get(), kTilePairs}, out);
  });
  rig.Expect("group_by_expert", pair_buffer, pair_of);
  rig.Expect("group_by_expert", source_buffer, source);
  rig.Expect("group_by_expert", tile_buffer, tiles);
}

void TestCombine(Rig& rig, const MoeKernels& kernels, bool grouped) {
  constexpr int kPairs = kRows * kUsed;
  const std::vector<float> down = RandomFloats(kPairs * kWidth, 1, 1.0f), gates = RandomFloats(kPairs, 3, 1.0f);
  std::vector<float> x = RandomFloats(kRows * kWidth, 2, 1.0f);
  std::vector<int32_t> place(kPairs);
  for (int pair = 0; pair < kPairs; ++pair) place[pair] = (pair * 5 + 2) % kPairs;  // each once: 5 divides no 21
  const Buffer down_buffer = rig.Upload(down), gate_buffer = rig.Upload(gates), place_buffer = rig.Upload(place),
               x_buffer = rig.Upload(x);
  for (int row = kRange.begin; row < kRange.begin + kRange.count; ++row) {
    std::vector<float> sum(kWidth, 0.0f);
    for (int pair = row * kUsed; pair < (row + 1) * kUsed; ++pair) {
      Scalar().add_scaled(&down[(grouped ? place[pair] : pair) * kWidth], gates[pair], kWidth, sum.data());
    }
    Scalar().add(sum.data(), kWidth, &x[row * kWidth]);
  }
  rig.Run([&](LaunchList& out) {
    return kernels.Combine({down_buffer.get(), kWidth}, kRange, kUsed, {nullptr, gate_buffer.get()},
                           grouped ? place_buffer.get() : nullptr, {x_buffer.get(), kWidth}, out);
  });
  rig.Expect("combine", x_buffer, x);
}

}  // namespace

absl::Status TestMoe(Context& context, const MoeKernels& kernels) {
  Rig rig(context);
  for (const bool softmax : {false, true}) TestRoute(rig, kernels, softmax);
  TestGroup(rig, kernels);
  for (const bool grouped : {false, true}) TestCombine(rig, kernels, grouped);
  return rig.status();
}

}  // namespace ferro::opencl::self_test
