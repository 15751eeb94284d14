// Runs the fuzz target over its corpus and over damaged copies of it: cut, with bytes flipped, with parts exchanged.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "gtest/gtest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

// Files called slow-* run into the limits, which takes a second or two.
std::vector<std::string> Corpus(bool with_slow) {
  std::vector<std::string> files;
  for (const char* folder : {"tests/template/fuzz_corpus", "tests/data/templates"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (!with_slow && entry.path().filename().string().rfind("slow-", 0) == 0) continue;
      files.push_back(ferro::ReadFile(entry.path()));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void RunTarget(const std::string& input) {
  EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size()), 0);
}

TEST(FuzzCorpusTest, EveryFile) {
  ASSERT_GE(Corpus(/*with_slow=*/true).size(), 10u);
  for (const std::string& file : Corpus(/*with_slow=*/true)) RunTarget(file);
}

TEST(FuzzCorpusTest, DamagedCopies) {
  const std::vector<std::string> corpus = Corpus(/*with_slow=*/false);
  std::mt19937 random(1);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  for (int i = 0; i < 5000; ++i) {
    std::string input = corpus[below(corpus.size())];
    for (size_t edits = below(4); edits > 0 && !input.empty(); --edits) {
      const size_t at = below(input.size());
      switch (below(4)) {
        case 0:
          input[at] = static_cast<char>(random());
          break;
        case 1:
          input.erase(at, below(12));
          break;
        case 2: {
          const std::string& other = corpus[below(corpus.size())];
          input.insert(at, other.substr(below(other.size() + 1), below(30)));
          break;
        }
        default:
          input.resize(at);
      }
    }
    RunTarget(input);
  }
}

}  // namespace
