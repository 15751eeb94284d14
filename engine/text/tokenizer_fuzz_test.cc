// The fuzz target over its corpus, and over damaged copies of each entry.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

#include "base/file_testing.h"
#include "gtest/gtest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace ferro {
namespace {

void Try(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

TEST(TokenizerFuzzTest, Corpus) {
  std::mt19937 random(1);
  int entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator("engine/text/testdata/fuzz")) {
    const std::string seed = ReadFile(entry.path().string());
    ++entries;
    Try(seed);
    for (int i = 0; i < 300 && !seed.empty(); ++i) {
      std::string bytes = seed;
      for (int k = 1 + random() % 4; k > 0 && !bytes.empty(); --k) {
        const size_t at = random() % bytes.size();
        switch (random() % 4) {
          case 0:
            bytes[at] = static_cast<char>(random());
            break;
          case 1:
            bytes.erase(at, 1 + random() % 4);
            break;
          case 2:
            bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 16));
            break;
          case 3:
            bytes.resize(at);
            break;
        }
      }
      Try(bytes);
    }
  }
  EXPECT_GE(entries, 8);
}

}  // namespace
}  // namespace ferro
