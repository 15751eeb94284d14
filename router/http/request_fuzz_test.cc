// Runs the fuzz target over its corpus and over damaged copies of it.
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

#include "base/file_testing.h"
#include "gtest/gtest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

void RunTarget(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

TEST(RequestFuzzTest, Corpus) {
  int files = 0;
  std::mt19937 random(1);
  for (const auto& entry : std::filesystem::directory_iterator("router/http/request_corpus")) {
    const std::string input = ferro::ReadFile(entry.path());
    RunTarget(input);
    for (size_t cut = 0; cut < input.size(); cut += 3) RunTarget(input.substr(0, cut));
    for (int i = 0; i < 300 && !input.empty(); ++i) {
      std::string damaged = input;
      for (int j = 0; j < 3; ++j) damaged[random() % damaged.size()] = static_cast<char>(random());
      RunTarget(damaged);
    }
    ++files;
  }
  EXPECT_GE(files, 6);
}

}  // namespace
