// Writes a model of a published shape with random weights, for speed measurements and tests without a download.
//
//   make_model --shape lfm2-350m --out /tmp/lfm2-350m-Q8_0.gguf [--vocabulary ANY.gguf]
#include <cstdio>
#include <memory>
#include <string>

#include "CLI/CLI.hpp"
#include "engine/gguf/file.h"
#include "engine/models/testing/synthetic_lfm2.h"

namespace ferro {
namespace {

absl::Status Run(const std::string& shape_name, const std::string& type, const std::string& vocabulary_path,
                 uint64_t seed, const std::string& out) {
  absl::StatusOr<SyntheticLfm2> shape = SyntheticByName(shape_name);
  if (!shape.ok()) return shape.status();
  shape->type = type == "F32" ? TensorType::kF32 : TensorType::kQ8_0;
  shape->seed = seed;
  std::unique_ptr<GgufFile> vocabulary;
  if (!vocabulary_path.empty()) {
    absl::StatusOr<std::unique_ptr<GgufFile>> file = GgufFile::Open(vocabulary_path);
    if (!file.ok()) return file.status();
    vocabulary = *std::move(file);
  }
  return SyntheticModel(*shape, vocabulary.get()).WriteFile(out);
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  CLI::App app("Writes a model of a published shape with random weights");
  std::string shape, out, vocabulary, type = "Q8_0";
  uint64_t seed = 1;
  app.add_option("--shape", shape, "tiny-lfm2, tiny-lfm2moe, lfm2-350m, lfm2-1.2b, lfm2-2.6b or lfm2-8b-a1b")
      ->required();
  app.add_option("--out", out, "file to write")->required();
  app.add_option("--type", type, "type of the matrices")->check(CLI::IsMember({"F32", "Q8_0"}))->capture_default_str();
  app.add_option("--vocabulary", vocabulary, "GGUF whose tokenizer and chat template are copied");
  app.add_option("--seed", seed, "other seeds, other weights")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (const absl::Status status = ferro::Run(shape, type, vocabulary, seed, out); !status.ok()) {
    std::fprintf(stderr, "make_model: %s\n", std::string(status.message()).c_str());
    return 1;
  }
  return 0;
}
