#include "router/http/zstd_decompressor.h"

#include <string>

#include "gtest/gtest.h"
#include "router/http/decompressor_testing.h"
#include "router/http/zstd_testing.h"

namespace ferro::router {
namespace {

// Decompresses `bytes` in pieces of `step`.
Decompressed Decompress(const std::string& bytes, size_t step) {
  ZstdDecompressor zstd;
  return DecompressInSteps(zstd, bytes, step);
}

TEST(ZstdDecompressorTest, FramesAtEveryCut) {
  const std::string text = CompressibleText();
  const std::string skippable("\x50\x2a\x4d\x18\x03\0\0\0abc", 11);
  for (const size_t step : {1, 7, 4096, 1 << 20}) {
    EXPECT_EQ(Decompress(Zstd(text), step).text, text) << step;
    EXPECT_EQ(Decompress(Zstd(text, /*window_log=*/23), step).text, text) << step;
    EXPECT_EQ(Decompress(Zstd("one ") + Zstd("") + skippable + Zstd("two"), step).text, "one two") << step;
  }
  EXPECT_EQ(Decompress("", 1).status, 200) << "no bytes are no stream";
}

TEST(ZstdDecompressorTest, CutStreamsAreToldAsSuch) {
  const std::string good = Zstd("some text");
  for (size_t size = 1; size < good.size(); ++size) {
    const Decompressed outcome = Decompress(good.substr(0, size), 3);
    EXPECT_EQ(outcome.status, 400) << size;
    EXPECT_NE(outcome.message.find("cut"), std::string::npos) << size << " " << outcome.message;
  }
}

TEST(ZstdDecompressorTest, DamageNeverPassesForContent) {
  const std::string text = CompressibleText();
  const std::string good = Zstd(text);
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    const Decompressed outcome = Decompress(bad, 50'000);
    // One bit of the header means nothing.
    if (outcome.status == 200) {
      EXPECT_EQ(outcome.text, text);
    } else {
      EXPECT_EQ(outcome.status, 400) << outcome.message;
    }
  }
}

TEST(ZstdDecompressorTest, WrongBytesAreFaults) {
  EXPECT_EQ(Decompress("{\"content\":1}", 64).status, 400);
  EXPECT_EQ(Decompress(Zstd("x") + "rest of it", 64).status, 400);
  // A frame that wants dictionary 1 of nobody.
  EXPECT_EQ(Decompress(std::string("\x28\xb5\x2f\xfd\x21\x01\x01\x09\0\0x", 11), 64).status, 400);
}

TEST(ZstdDecompressorTest, TheWindowIsBounded) {
  const std::string text = CompressibleText();
  const Decompressed outcome = Decompress(Zstd(text, /*window_log=*/24), 4096);
  EXPECT_EQ(outcome.status, 400);
  EXPECT_NE(outcome.message.find("8 MiB"), std::string::npos) << outcome.message;

  ZstdDecompressor zstd;
  EXPECT_EQ(zstd.memory(), 0u);
  const auto drop = [](absl::string_view) { return std::optional<HttpFault>(); };
  EXPECT_FALSE(zstd.Append(Zstd(text, /*window_log=*/23).substr(0, 1000), drop));
  EXPECT_GT(zstd.memory(), 8u << 20);
  EXPECT_LT(zstd.memory(), 9u << 20);
}

TEST(ZstdDecompressorTest, ASinkMayStopIt) {
  const std::string bomb = Zstd(std::string(50 << 20, '\0'));
  ASSERT_LT(bomb.size(), 60'000u);
  size_t seen = 0;
  ZstdDecompressor zstd;
  const auto fault = zstd.Append(bomb, [&](absl::string_view piece) -> std::optional<HttpFault> {
    seen += piece.size();
    if (seen > 1 << 20) return HttpFault{413, "enough"};
    return std::nullopt;
  });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->status, 413);
  EXPECT_LT(seen, 2u << 20) << "decompressing went on behind the fault";
}

}  // namespace
}  // namespace ferro::router
