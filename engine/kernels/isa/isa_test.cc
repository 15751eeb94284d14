#include "engine/kernels/isa/isa.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "base/status_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(IsaTest, NamesRoundTrip) {
  for (const Isa isa : {Isa::kScalar, Isa::kAvx2, Isa::kAvxVnni, Isa::kAvx512Vnni}) {
    ASSERT_OK_AND_ASSIGN(const Isa parsed, ParseIsa(IsaName(isa)));
    EXPECT_EQ(parsed, isa);
  }
}

TEST(IsaTest, UnknownNameListsTheKnownOnes) {
  const auto parsed = ParseIsa("sse9");
  EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(parsed.status().message()), testing::HasSubstr("\"sse9\"; use scalar, avx2"));
}

TEST(IsaTest, ScalarIsAlwaysThereAndTheBestIsLast) {
  EXPECT_EQ(SupportedIsas().front(), Isa::kScalar);
  EXPECT_EQ(SupportedIsas().back(), BestIsa());
  EXPECT_TRUE(std::is_sorted(SupportedIsas().begin(), SupportedIsas().end()));
}

// The kernel derives these flags from CPUID and XCR0 too, by its own code.
TEST(IsaTest, AgreesWithTheOperatingSystem) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && line.rfind("flags", 0) != 0) {
  }
  if (line.rfind("flags", 0) != 0) GTEST_SKIP() << "no flags in /proc/cpuinfo";
  std::istringstream words(line);
  const std::vector<std::string> flags{std::istream_iterator<std::string>(words), {}};
  const auto has = [&flags](const std::string& flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
  };
  EXPECT_EQ(IsSupported(Isa::kAvx2), has("avx2") && has("fma") && has("f16c") && has("bmi2"));
  EXPECT_EQ(IsSupported(Isa::kAvxVnni), IsSupported(Isa::kAvx2) && has("avx_vnni"));
  EXPECT_EQ(IsSupported(Isa::kAvx512Vnni), IsSupported(Isa::kAvx2) && has("avx512f") && has("avx512bw") &&
                                               has("avx512vl") && has("avx512dq") && has("avx512_vnni"));
}

}  // namespace
}  // namespace ferro
