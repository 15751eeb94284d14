#include "engine/schedule/sampling_params.h"

#include <cmath>
#include <functional>
#include <limits>

#include "base/error_detail.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

TEST(SamplingParamsTest, DefaultsAreValid) { EXPECT_OK(ValidateSampling({})); }

TEST(SamplingParamsTest, NamesTheFieldThatIsOutOfRange) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<const char*, std::function<void(SamplingParams&)>>> cases = {
      {"temperature", [](auto& p) { p.temperature = -0.1; }},
      {"temperature", [](auto& p) { p.temperature = kNan; }},
      {"temperature", [](auto& p) { p.temperature = INFINITY; }},
      {"top_p", [](auto& p) { p.top_p = 1.01; }},
      {"top_p", [](auto& p) { p.top_p = -1; }},
      {"min_p", [](auto& p) { p.min_p = kNan; }},
      {"repetition_penalty", [](auto& p) { p.repetition_penalty = 0; }},
      {"repeat_last_n", [](auto& p) { p.repeat_last_n = -2; }},
      {"frequency_penalty", [](auto& p) { p.frequency_penalty = 2.1; }},
      {"presence_penalty", [](auto& p) { p.presence_penalty = -2.1; }},
      {"logit_bias",
       [](auto& p) {
         p.bias = {{1, INFINITY}};
       }},
  };
  for (const auto& [field, change] : cases) {
    SamplingParams params;
    change(params);
    const absl::Status status = ValidateSampling(params);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << field;
    EXPECT_EQ(DetailOf(status).param, field);
    EXPECT_EQ(DetailOf(status).reason, kReasonInvalidValue);
  }
}

TEST(SamplingParamsTest, OverridesReplaceOnlyWhatTheyName) {
  SamplingOverrides overrides;
  overrides.top_k = 0;
  overrides.seed = -5;
  const SamplingParams params = WithOverrides({}, overrides);
  EXPECT_EQ(params.top_k, 0);
  EXPECT_EQ(params.seed, -5);
  EXPECT_EQ(params.temperature, SamplingParams().temperature);
}

}  // namespace
}  // namespace ferro
