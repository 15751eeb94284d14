// `usage` and `timings` objects of answers.
#ifndef FERRO_ROUTER_API_USAGE_JSON_H_
#define FERRO_ROUTER_API_USAGE_JSON_H_

#include <cstdint>
#include <optional>

#include "base/json.h"
#include "ferro/common/v1/common.pb.h"

namespace ferro::router {

Json UsageJson(const ferro::common::v1::Usage& usage);

// llama.cpp's names. Rates of generation are over the tokens after the first, whose time is in prompt_ms; a division
// by zero gives 0.
Json TimingsJson(const ferro::common::v1::Usage& usage, const ferro::common::v1::Timings& timings,
                 std::optional<int64_t> seed);

// Adds the counts and times of one more choice.
void AddUsage(const ferro::common::v1::Usage& more, ferro::common::v1::Usage* sum);
void AddTimings(const ferro::common::v1::Timings& more, ferro::common::v1::Timings* sum);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_USAGE_JSON_H_
