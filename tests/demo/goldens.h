// What PyTorch computes with the weights of the demo models (tests/data/goldens/demo-*, made by tools/train/goldens).
//
// Two variants: "F32" has the weights as they were trained; "Q8_0" has those that the file in deploy/demo holds, so
// float arithmetic on that file must give the same numbers.
#ifndef FERRO_TESTS_DEMO_GOLDENS_H_
#define FERRO_TESTS_DEMO_GOLDENS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "base/json.h"

namespace ferro {

// Values are little-endian on disk, as on every machine that Ferro runs on.
class DemoGoldens {
 public:
  // `name`: demo-lfm2, demo-d1 or demo-embed. kNotFound, kInvalidArgument: the .json cannot be read; a .f32 may be
  // absent.
  static absl::StatusOr<DemoGoldens> Read(const std::string& name);

  const Json& json() const { return json_; }

  // `count` values of the .f32 from the `at`-th on. They exist as long as this object. Ends the program beyond the end.
  absl::Span<const float> Floats(size_t at, size_t count) const;

 private:
  Json json_;
  std::vector<float> floats_;
};

}  // namespace ferro

#endif  // FERRO_TESTS_DEMO_GOLDENS_H_
