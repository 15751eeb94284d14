// A model with published weights against vectors that another implementation computed; for such files as cannot be
// checked in.
//
//   compare_vectors MODEL.gguf VECTORS.json [device] [isa]
//
// VECTORS.json: {"texts": [{"text", "ids", "embedding": base64 of little-endian float32}]}. Prints how many token
// sequences differ, and the cosines; fails if any ids do.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/backend/create.h"
#include "engine/gguf/file.h"
#include "engine/models/load_embedding.h"
#include "engine/text/embedding/encoder.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

double Cosine(absl::Span<const float> a, absl::Span<const float> b) {
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += double{a[i]} * b[i];
    aa += double{a[i]} * a[i];
    bb += double{b[i]} * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

absl::StatusOr<int> Compare(const std::string& path, const std::string& vectors, const BackendOptions& options) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(path));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Tokenizer> tokenizer, LoadTokenizer(*file));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, CreateBackend(options));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<EmbeddingModel> model, LoadEmbeddingModel(*file, *backend, {}));
  const EmbeddingEncoder encoder(*tokenizer, model->facts().family, model->facts().context);
  std::ifstream in(vectors);
  std::stringstream json_text;
  json_text << in.rdbuf();
  FERRO_ASSIGN_OR_RETURN(const Json json, ParseJson(json_text.str()));

  int differing = 0;
  std::vector<double> cosines;
  std::vector<std::vector<float>> got, want;
  for (const Json& text : json.at("texts")) {
    FERRO_ASSIGN_OR_RETURN(const EmbeddingInput input, encoder.Encode(text.at("text").get<std::string>(), {}));
    const bool same = input.tokens == text.at("ids").get<std::vector<int32_t>>();
    differing += same ? 0 : 1;
    FERRO_ASSIGN_OR_RETURN(got.emplace_back(), model->Embed({input.tokens}));
    std::string raw;
    if (!absl::Base64Unescape(text.at("embedding").get<std::string>(), &raw) || raw.size() != 4 * got.back().size()) {
      return absl::InvalidArgumentError("an embedding is no base64, or of another width");
    }
    want.emplace_back(got.back().size());
    std::memcpy(want.back().data(), raw.data(), raw.size());
    cosines.push_back(Cosine(got.back(), want.back()));
    std::printf("%5zu tokens  cosine %.7f%s\n", input.tokens.size(), cosines.back(), same ? "" : "  OTHER IDS");
    std::fflush(stdout);
  }
  double largest_change = 0, mean = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    mean += cosines[i] / static_cast<double>(got.size());
    for (size_t j = 0; j < i; ++j) {
      largest_change = std::max(largest_change, std::fabs(Cosine(got[i], got[j]) - Cosine(want[i], want[j])));
    }
  }
  std::sort(cosines.begin(), cosines.end());
  std::printf(
      "%s: ids differ in %d of %zu; cosine mean %.7f, median %.7f, worst %.7f; cosines between texts change by up to "
      "%.5f\n",
      backend->name().c_str(), differing, got.size(), mean, cosines[cosines.size() / 2], cosines[0], largest_change);
  return differing;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: compare_vectors MODEL.gguf VECTORS.json [device] [isa]\n");
    return 2;
  }
  ferro::BackendOptions options;
  options.device = argc > 3 ? argv[3] : "cpu";
  if (argc > 4) options.isa = argv[4];
  const auto differing = ferro::Compare(argv[1], argv[2], options);
  if (!differing.ok()) std::fprintf(stderr, "%s\n", differing.status().ToString().c_str());
  return differing.ok() && *differing == 0 ? 0 : 1;
}
