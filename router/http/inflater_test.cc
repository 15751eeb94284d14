#include "router/http/inflater.h"

#include <string>

#include "gtest/gtest.h"
#include "router/http/decompressor_testing.h"
#include "router/http/deflate_testing.h"

namespace ferro::router {
namespace {

// Inflates `bytes` in pieces of `step`.
Decompressed Inflate(ContentCoding coding, const std::string& bytes, size_t step) {
  Inflater inflater(coding);
  return DecompressInSteps(inflater, bytes, step);
}

TEST(InflaterTest, EveryContainerAtEveryCut) {
  const std::string text = CompressibleText();
  for (const size_t step : {1, 7, 4096, 1 << 20}) {
    EXPECT_EQ(Inflate(ContentCoding::kGzip, Gzip(text), step).text, text) << step;
    EXPECT_EQ(Inflate(ContentCoding::kDeflate, ZlibDeflate(text), step).text, text) << step;
    EXPECT_EQ(Inflate(ContentCoding::kDeflate, RawDeflate(text), step).text, text) << step;
    EXPECT_EQ(Inflate(ContentCoding::kGzip, Gzip("one ") + Gzip("") + Gzip("two"), step).text, "one two") << step;
  }
}

TEST(InflaterTest, CutStreamsAreToldAsSuch) {
  for (const size_t size : {1, 5, 12, 20}) {
    const Decompressed outcome = Inflate(ContentCoding::kGzip, Gzip("some text").substr(0, size), 3);
    EXPECT_EQ(outcome.status, 400) << size;
    EXPECT_NE(outcome.message.find("cut"), std::string::npos) << size << " " << outcome.message;
  }
  EXPECT_EQ(Inflate(ContentCoding::kGzip, "", 1).status, 200) << "no bytes are no stream";
}

TEST(InflaterTest, DamageNeverPassesForContent) {
  const std::string text = CompressibleText();
  const std::string good = Gzip(text);
  std::mt19937 random(1);
  int unnoticed = 0;
  for (int i = 0; i < 300; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    const Decompressed outcome = Inflate(ContentCoding::kGzip, bad, 50'000);
    // A flipped bit of the header's time or system changes nothing; any other must be seen by the checksum.
    if (outcome.status == 200) {
      EXPECT_EQ(outcome.text, text);
      ++unnoticed;
    } else {
      EXPECT_EQ(outcome.status, 400) << outcome.message;
    }
  }
  EXPECT_LT(unnoticed, 5);
}

TEST(InflaterTest, WrongBytesAreFaults) {
  EXPECT_EQ(Inflate(ContentCoding::kGzip, "{\"content\":1}", 64).status, 400);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, ZlibDeflate("x"), 64).status, 400);
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, Gzip("x"), 64).status, 400);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, Gzip("x") + "rest", 64).status, 400);
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, ZlibDeflate("x") + "rest", 64).status, 400);
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, RawDeflate("x") + "rest", 64).status, 400);
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, std::string("\x78\x20\0\0\0\0", 6), 64).status, 400) << "dictionary";
}

TEST(InflaterTest, ASinkMayStopIt) {
  const std::string bomb = Gzip(std::string(50 << 20, '\0'));
  ASSERT_LT(bomb.size(), 60'000u);
  size_t seen = 0;
  Inflater inflater(ContentCoding::kGzip);
  const auto fault = inflater.Append(bomb, [&](absl::string_view piece) -> std::optional<HttpFault> {
    seen += piece.size();
    if (seen > 1 << 20) return HttpFault{413, "enough"};
    return std::nullopt;
  });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->status, 413);
  EXPECT_LT(seen, 2u << 20) << "inflating went on behind the fault";
}

}  // namespace
}  // namespace ferro::router
