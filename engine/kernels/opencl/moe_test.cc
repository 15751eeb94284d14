// Routing, grouping and adding up against ChooseExperts and plain loops.
#include "engine/kernels/opencl/moe.h"

#include <limits>
#include <map>

#include "engine/kernels/opencl/input_testing.h"
#include "engine/kernels/ops/expert_choice.h"

namespace ferro::opencl {
namespace {

constexpr int kRows = 9;

const FloatKernels& Scalar() { return FloatKernelsFor(Isa::kScalar); }

struct Choice {
  std::vector<int> chosen;     // [row][used]
  std::vector<float> weights;  // [row][used]
};

struct Problem {
  Problem(int experts, int used, int width, bool with_bias, bool softmax, float scale)
      : experts(experts), used(used), width(width), softmax(softmax), scale(scale) {
    router = RandomFloats(experts * width, 1, 1.0f / std::sqrt(static_cast<float>(width)));
    normed = RandomFloats(kRows * width, 2, 2.0f);
    if (with_bias) bias = RandomFloats(experts, 3, 0.3f);
  }

  Choice Solve() const {
    Choice choice = {std::vector<int>(kRows * used), std::vector<float>(kRows * used)};
    for (int r = 0; r < kRows; ++r) {
      std::vector<float> logits(experts);
      for (int e = 0; e < experts; ++e) logits[e] = Scalar().dot(&router[e * width], &normed[r * width], width);
      ChooseExperts(logits.data(), bias.empty() ? nullptr : bias.data(), experts, used, softmax, scale,
                    &choice.chosen[r * used], &choice.weights[r * used]);
    }
    return choice;
  }

  int experts, used, width;
  bool softmax;
  float scale;
  std::vector<float> router, normed, bias;
};

class MoeTest : public InputTest {
 protected:
  Choice Route(const MoeKernels& kernels, const Problem& problem, RowRange range) {
    const Buffer router = Upload(problem.router), normed = Upload(problem.normed);
    const Buffer bias = problem.bias.empty() ? Buffer() : Upload(problem.bias);
    const int pairs = kRows * problem.used;
    const Buffer chosen = Unwritten<int>(pairs), weights = Unwritten<float>(pairs);
    const RouterView view = {.weights = router.get(),
                             .bias = bias.get(),
                             .experts = problem.experts,
                             .used = problem.used,
                             .softmax_gate = problem.softmax,
                             .scale = problem.scale};
    LaunchList launches;
    EXPECT_OK(kernels.Route(view, {normed.get(), problem.width}, range, {chosen.get(), weights.get()}, launches));
    Run(launches);
    return {Download<int>(chosen, pairs), Download<float>(weights, pairs)};
  }

  void ExpectRoutes(const MoeKernels& kernels, const Problem& problem, const std::string& what) {
    const Choice want = problem.Solve();
    for (const RowRange range : {RowRange{0, kRows}, {4, 2}}) {
      const Choice got = Route(kernels, problem, range);
      for (int i = range.begin * problem.used; i < (range.begin + range.count) * problem.used; ++i) {
        ASSERT_EQ(got.chosen[i], want.chosen[i]) << what << ", pair " << i;
        ASSERT_TRUE(SameBits(got.weights[i], want.weights[i]))
            << what << ", pair " << i << ": " << got.weights[i] << ", not " << want.weights[i];
      }
      EXPECT_TRUE(range.begin == 0 || got.chosen[0] == -1) << "a row that is not in the range";
    }
  }
};

TEST_P(MoeTest, RoutesLikeTheHost) {
  for (const int items : {64, 128}) {
    ASSERT_OK_AND_ASSIGN(const auto kernels, MoeKernels::Build(builder(), {.items = items}));
    ExpectRoutes(kernels, Problem(32, 4, 512, true, false, 1.0f), "sigmoid with bias");
    ExpectRoutes(kernels, Problem(64, 6, 256, false, true, 2.5f), "softmax, scaled");
    ExpectRoutes(kernels, Problem(5, 5, 96, false, false, 1.0f), "all experts");
    ExpectRoutes(kernels, Problem(200, 1, 64, true, true, 1.0f), "more experts than items");
  }
}

TEST_P(MoeTest, TiesNansAndVanishingGatesAreRoutedLikeOnTheHost) {
  ASSERT_OK_AND_ASSIGN(const auto kernels, MoeKernels::Build(builder()));
  Problem equal(8, 3, 32, false, false, 1.0f);
  for (int e = 1; e < 8; ++e) std::copy_n(equal.router.begin(), 32, equal.router.begin() + e * 32);
  ExpectRoutes(kernels, equal, "all the same");

  Problem nan(8, 8, 32, false, false, 1.0f);
  nan.router[2 * 32] = nan.router[5 * 32 + 7] = std::numeric_limits<float>::quiet_NaN();
  ExpectRoutes(kernels, nan, "two NaN");

  Problem vanishing(4, 2, 32, false, false, 1.0f);
  std::fill(vanishing.normed.begin(), vanishing.normed.end(), 1.0f);
  for (int e = 0; e < 4; ++e) std::fill_n(vanishing.router.begin() + e * 32, 32, -0.7f - 0.1f * static_cast<float>(e));
  ExpectRoutes(kernels, vanishing, "gates near 2^-32");
}

// What group_by_expert is to give for the pairs of `range`, by sorting.
struct Groups {
  Groups(const std::vector<int>& chosen, int used, int experts, int tile_pairs, RowRange range) {
    pair_of.assign(kRows * used, -1);
    for (int e = 0; e < experts; ++e) {
      const int first = static_cast<int>(source.size());
      for (int p = range.begin * used; p < (range.begin + range.count) * used; ++p) {
        if (chosen[p] != e) continue;
        pair_of[p] = static_cast<int>(source.size());
        source.push_back(p / used);
      }
      const int end = static_cast<int>(source.size());
      for (int at = first; at < end; at += tile_pairs) tiles.push_back({e, at, std::min(tile_pairs, end - at), 0});
    }
  }
  std::vector<int> pair_of, source;
  std::vector<std::vector<int>> tiles;
};

TEST_P(MoeTest, GroupsPairsByExpertInTheOrderOfRows) {
  constexpr int kSpare = 2;  // tiles behind the last, not to be written
  for (const int items : {32, 128}) {
    ASSERT_OK_AND_ASSIGN(const auto kernels, MoeKernels::Build(builder(), {.items = items}));
    for (const auto& [experts, used] : std::map<int, int>{{1, 1}, {4, 2}, {32, 4}, {200, 7}}) {
      std::mt19937 random(experts);
      std::vector<int> chosen(kRows * used);
      for (int& e : chosen) e = static_cast<int>(random() % experts);  // repeats within a row do not matter here
      const Buffer chosen_buffer = Upload(chosen);
      for (const int tile_pairs : {1, 3, 16}) {
        for (const RowRange range : {RowRange{0, kRows}, {2, 5}, {8, 1}}) {
          const Groups want(chosen, used, experts, tile_pairs, range);
          const int pairs = range.count * used, tiles = MaxTiles(pairs, experts, tile_pairs);
          const Buffer pair_of = Unwritten<int>(kRows * used), source = Unwritten<int>(pairs);
          const Buffer tile_buffer = Unwritten<cl_int4>(tiles + kSpare);
          LaunchList launches;
          ASSERT_OK(kernels.GroupByExpert({.experts = experts, .used = used}, range, {chosen_buffer.get(), nullptr},
                                          {pair_of.get(), source.get(), tile_buffer.get(), tile_pairs}, launches));
          Run(launches);
          const std::string what = absl::StrCat(experts, " experts, ", used, " used, tiles of ", tile_pairs);
          ASSERT_EQ(Download<int>(pair_of, kRows * used), want.pair_of) << what;
          ASSERT_EQ(Download<int>(source, pairs), want.source) << what;
          const auto got = Download<cl_int4>(tile_buffer, tiles + kSpare);
          ASSERT_LE(want.tiles.size(), static_cast<size_t>(tiles)) << what;
          for (int t = 0; t < tiles; ++t) {
            const std::vector<int> tile(got[t].s, got[t].s + 4);
            const std::vector<int> unused = {-1, 0, 0, 0};
            ASSERT_EQ(tile, t < static_cast<int>(want.tiles.size()) ? want.tiles[t] : unused) << what << ", " << t;
          }
          for (int t = tiles; t < tiles + kSpare; ++t) ASSERT_EQ(got[t].s[1], -1) << what;
        }
      }
    }
  }
}

TEST_P(MoeTest, AddsUpInTheOrderOfTheChoice) {
  ASSERT_OK_AND_ASSIGN(const auto kernels, MoeKernels::Build(builder()));
  for (const int used : {1, 4}) {
    for (const int width : {32, 544}) {
      const int pairs = kRows * used;
      const std::vector<float> down = RandomFloats(pairs * width, 1, 1.0f), x = RandomFloats(kRows * width, 2, 1.0f);
      const std::vector<float> weights = RandomFloats(pairs, 3, 1.0f);
      std::vector<int> pair_of(pairs);
      for (int i = 0; i < pairs; ++i) pair_of[i] = (i * 5 + 2) % pairs;  // pairs and 5 have no common factor
      const Buffer down_buffer = Upload(down), weight_buffer = Upload(weights), pair_buffer = Upload(pair_of);
      for (const bool grouped : {false, true}) {
        constexpr RowRange kRange = {1, 5};
        std::vector<float> want = x;
        for (int r = kRange.begin; r < kRange.begin + kRange.count; ++r) {
          std::vector<float> sum(width, 0.0f);
          for (int k = 0; k < used; ++k) {
            const int pair = r * used + k, place = grouped ? pair_of[pair] : pair;
            Scalar().add_scaled(&down[place * width], weights[pair], width, sum.data());
          }
          Scalar().add(sum.data(), width, &want[r * width]);
        }
        const Buffer x_buffer = Upload(x);
        LaunchList launches;
        ASSERT_OK(kernels.Combine({down_buffer.get(), width}, kRange, used, {nullptr, weight_buffer.get()},
                                  grouped ? pair_buffer.get() : nullptr, {x_buffer.get(), width}, launches));
        Run(launches);
        EXPECT_TRUE(SameBits(Download<float>(x_buffer, x.size()), want)) << used << " used, " << width << " wide";
      }
    }
  }
}

TEST_P(MoeTest, RefusesWhatDoesNotFit) {
  ASSERT_OK_AND_ASSIGN(const auto kernels, MoeKernels::Build(builder()));
  const Buffer any = Unwritten<float>(64);
  LaunchList launches;
  const RowsView rows = {any.get(), 32};
  EXPECT_EQ(
      kernels.Route({.weights = any.get(), .experts = 2, .used = 3}, rows, {0, 1}, {any.get(), any.get()}, launches)
          .code(),
      absl::StatusCode::kInvalidArgument);
  const absl::Status many = kernels.Route({.weights = any.get(), .experts = 1 << 20, .used = 1}, rows, {0, 1},
                                          {any.get(), any.get()}, launches);
  EXPECT_EQ(many.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(many.message()), testing::HasSubstr("1048576 experts"));
}

FERRO_FOR_EACH_OPENCL_DEVICE(MoeTest);

}  // namespace
}  // namespace ferro::opencl
