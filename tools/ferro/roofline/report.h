// The results of `ferro roofline`: Markdown, whose tables also read well as text, and JSON for scripts.
#ifndef FERRO_TOOLS_FERRO_ROOFLINE_REPORT_H_
#define FERRO_TOOLS_FERRO_ROOFLINE_REPORT_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "tools/ferro/roofline/device_profile.h"
#include "tools/ferro/roofline/roofline.h"

namespace ferro {

// The device's parameters with their sources, then of each model what its phases ask for and how long they take.
std::string RooflineText(const DeviceProfile& profile, const std::vector<ModelRoofline>& models);

// {"device": {"name", "read_gb_s", "int8_gop_s", "int8_share", "float_gop_s", "float_share", "launch_us",
// "launches_overlap", "readback_us"}, "models": [{"model", "rows": [{"test", "tokens", "depth", "streams", "kv",
// "launches", "bytes", "int8_ops", "float_ops", "read_ms", "int8_ms", "float_ms", "work_ms", "overhead_ms", "total_ms",
// "ceiling_ms", "tok_s", "published": [low, high] or null, "error", "with_published_attention_ms"}]}]}. `tok_s` is null
// and `published` in ms for the attention of one layer.
Json RooflineJson(const DeviceProfile& profile, const std::vector<ModelRoofline>& models);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ROOFLINE_REPORT_H_
