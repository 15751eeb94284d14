#include "engine/models/embedding_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace ferro {

absl::Status CheckEmbeddingWidth(const EmbeddingFacts& facts, int64_t dimensions) {
  if (std::find(facts.widths.begin(), facts.widths.end(), dimensions) != facts.widths.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("dimensions is ", dimensions, "; this model gives ", absl::StrJoin(facts.widths, ", ")));
}

std::vector<float> CutEmbedding(absl::Span<const float> vector, int width) {
  std::vector<float> cut(vector.begin(), vector.begin() + width);
  if (cut.size() < vector.size()) NormalizeEmbedding(absl::MakeSpan(cut));
  return cut;
}

void NormalizeEmbedding(absl::Span<float> vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  if (!std::isfinite(squares)) {
    std::fill(vector.begin(), vector.end(), std::numeric_limits<float>::quiet_NaN());
  } else if (squares > 0) {
    const float factor = static_cast<float>(1 / std::sqrt(squares));
    for (float& value : vector) value *= factor;
  }
}

}  // namespace ferro
