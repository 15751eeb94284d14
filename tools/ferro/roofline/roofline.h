// Every phase of a model on a device: what it asks for, how long that takes, and what was published of it.
#ifndef FERRO_TOOLS_FERRO_ROOFLINE_ROOFLINE_H_
#define FERRO_TOOLS_FERRO_ROOFLINE_ROOFLINE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/gguf/file.h"
#include "tools/ferro/roofline/device_profile.h"
#include "tools/ferro/roofline/prediction.h"
#include "tools/ferro/roofline/published.h"

namespace ferro {

struct RooflineRow {
  Phase phase;
  int tokens = 0;  // that it brings forward
  Prediction prediction;
  std::optional<PublishedRow> published;
  // A decode step whose attention takes as long as was published for one layer of about this depth, in place of what is
  // predicted for it: tells whether the rest of the step is predicted right.
  std::optional<double> with_published_attention_s;

  double tok_s() const { return tokens / prediction.total_s(); }
  // What is compared: tokens a second, or the ms of attention.
  double predicted() const { return phase.kind == Phase::Kind::kAttention ? prediction.total_s() * 1e3 : tok_s(); }
  // predicted / published - 1, from the nearer end where a range was published. REQUIRES: published.
  double error() const { return ErrorOf(predicted()); }
  double ErrorOf(double value) const;
};

struct RooflineOptions {
  std::vector<int> prefill = {192, 762, 1522};
  std::vector<int> depths = {0, 200, 1900};
  std::vector<int> streams = {1, 8};
  std::vector<KvType> kv_types = {KvType::kF32, KvType::kF16, KvType::kInt8};
};

struct ModelRoofline {
  std::string model;
  std::vector<RooflineRow> rows;
};

// What `options` asks for and every phase that something was published of. kInvalidArgument: not a causal language
// model, or the model or the device is too small for a phase; the message says which.
absl::StatusOr<ModelRoofline> ComputeRoofline(const GgufFile& file, const DeviceProfile& profile,
                                              const RooflineOptions& options);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_ROOFLINE_ROOFLINE_H_
