#include "tests/demo/goldens.h"

#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/file_testing.h"
#include "base/status_macros.h"

namespace ferro {

absl::StatusOr<DemoGoldens> DemoGoldens::Read(const std::string& name) {
  const std::string stem = absl::StrCat("tests/data/goldens/", name);
  const std::string text = ReadFile(stem + ".json");
  if (text.empty()) return absl::NotFoundError(absl::StrCat(stem, ".json is not there"));
  DemoGoldens goldens;
  FERRO_ASSIGN_OR_RETURN(goldens.json_, ParseJson(text));
  const std::string raw = ReadFile(stem + ".f32");
  goldens.floats_.resize(raw.size() / sizeof(float));
  std::memcpy(goldens.floats_.data(), raw.data(), goldens.floats_.size() * sizeof(float));
  return goldens;
}

absl::Span<const float> DemoGoldens::Floats(size_t at, size_t count) const {
  if (at > floats_.size() || count > floats_.size() - at) std::abort();
  return absl::MakeConstSpan(floats_).subspan(at, count);
}

}  // namespace ferro
