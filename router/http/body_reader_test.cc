#include "router/http/body_reader.h"

#include <atomic>
#include <cstdio>
#include <string>

#include "gtest/gtest.h"
#include "router/http/deflate_testing.h"
#include "router/http/zstd_testing.h"

namespace ferro::router {
namespace {

struct Outcome {
  int status = -1;  // -1 = more bytes wanted, 200 = complete
  std::string body;
  size_t consumed = 0;
  uint64_t received = 0;
};

class BodyReaderTest : public testing::Test {
 protected:
  // Feeds `input` in pieces of `step`.
  Outcome Read(const Framing& framing, ContentCoding coding, const std::string& input, size_t step) {
    Outcome outcome;
    BodyReader reader(framing, coding, limits_, inflight_);
    auto result = BodyReader::Result::kMore;
    for (size_t at = 0; at < input.size() && result == BodyReader::Result::kMore;) {
      size_t consumed = 0;
      result = reader.Read(input.substr(at, step), &outcome.body, &consumed);
      at += consumed;
      outcome.consumed = at;
    }
    outcome.received = reader.received();
    if (result == BodyReader::Result::kFault) outcome.status = reader.fault().status;
    if (result == BodyReader::Result::kDone) {
      outcome.status = 200;
      EXPECT_EQ(inflight_, before_ + outcome.body.size());
    }
    return outcome;
  }
  static Framing Length(size_t bytes) {
    Framing framing;
    framing.content_length = bytes;
    return framing;
  }
  static Framing Chunked() {
    Framing framing;
    framing.chunked = true;
    return framing;
  }
  static std::string Chunks(const std::string& bytes, size_t size) {
    std::string out;
    char head[32];
    for (size_t at = 0; at < bytes.size(); at += size) {
      const std::string piece = bytes.substr(at, size);
      std::snprintf(head, sizeof(head), "%zx\r\n", piece.size());
      out += head + piece + "\r\n";
    }
    return out + "0\r\n\r\n";
  }

  HttpLimits limits_;
  std::atomic<uint64_t> inflight_{0};
  uint64_t before_ = 0;
};

TEST_F(BodyReaderTest, LengthsAndChunksPlainAndCompressed) {
  const std::string text(5000, 'a');
  const std::string gzip = Gzip(text);
  for (const size_t step : {1, 100, 100'000}) {
    Outcome plain = Read(Length(text.size()), ContentCoding::kIdentity, text + "next", step);
    EXPECT_EQ(plain.status, 200);
    EXPECT_EQ(plain.body, text);
    EXPECT_EQ(plain.consumed, text.size());
    EXPECT_EQ(Read(Chunked(), ContentCoding::kIdentity, Chunks(text, 700) + "next", step).body, text);
    const Outcome inflated = Read(Length(gzip.size()), ContentCoding::kGzip, gzip + "next", step);
    EXPECT_EQ(inflated.body, text);
    EXPECT_EQ(inflated.received, gzip.size());
    const Outcome both = Read(Chunked(), ContentCoding::kDeflate, Chunks(ZlibDeflate(text), 5) + "next", step);
    EXPECT_EQ(both.status, 200);
    EXPECT_EQ(both.body, text);
    const Outcome zstd = Read(Chunked(), ContentCoding::kZstd, Chunks(Zstd(text), 5) + "next", step);
    EXPECT_EQ(zstd.status, 200);
    EXPECT_EQ(zstd.body, text);
  }
  EXPECT_EQ(inflight_, 0u) << "readers leave nothing behind";
}

TEST_F(BodyReaderTest, TheInflatedSizeIsBounded) {
  limits_.body = 1000;
  EXPECT_EQ(
      Read(Length(Gzip(std::string(1000, 'a')).size()), ContentCoding::kGzip, Gzip(std::string(1000, 'a')), 999).status,
      200);
  const std::string larger = Gzip(std::string(1001, 'a'));
  ASSERT_LT(larger.size(), 1000u);
  EXPECT_EQ(Read(Length(larger.size()), ContentCoding::kGzip, larger, 999).status, 413);
  limits_.body = 64 << 20;
  const std::string bomb = Gzip(std::string(70 << 20, 'a'));
  const Outcome outcome = Read(Length(bomb.size()), ContentCoding::kGzip, bomb, 64 << 10);
  EXPECT_EQ(outcome.status, 413);
  EXPECT_LE(outcome.body.size(), limits_.body);
  const std::string zstd = Zstd(std::string(70 << 20, 'a'));
  EXPECT_EQ(Read(Length(zstd.size()), ContentCoding::kZstd, zstd, 64 << 10).status, 413);
  EXPECT_EQ(inflight_, 0u);
}

TEST_F(BodyReaderTest, AllBodiesTogetherAreBoundedByWhatIsHeld) {
  limits_.inflight_bodies = 3000;
  inflight_ = before_ = 2500;
  const std::string gzip = Gzip(std::string(600, 'a'));
  EXPECT_EQ(Read(Length(gzip.size()), ContentCoding::kGzip, gzip, 999).status, 503);
  EXPECT_EQ(Read(Length(501), ContentCoding::kIdentity, std::string(501, 'a'), 100).status, 503);
  EXPECT_EQ(Read(Length(500), ContentCoding::kIdentity, std::string(500, 'a'), 100).status, 200);
  EXPECT_EQ(inflight_, 2500u);
}

TEST_F(BodyReaderTest, AWindowCountsAsLongAsItIsNeeded) {
  limits_.inflight_bodies = 20 << 20;
  const std::string text(10'000, 'a');
  const std::string zstd = Zstd(text, /*window_log=*/23);
  EXPECT_EQ(Read(Length(zstd.size()), ContentCoding::kZstd, zstd, 7).status, 200);
  std::string body, other_body;
  size_t consumed = 0;
  BodyReader first(Length(zstd.size()), ContentCoding::kZstd, limits_, inflight_);
  EXPECT_EQ(first.Read(zstd.substr(0, 10), &body, &consumed), BodyReader::Result::kMore);
  EXPECT_GT(inflight_, 8u << 20);
  inflight_ += before_ = 4 << 20;
  BodyReader second(Length(zstd.size()), ContentCoding::kZstd, limits_, inflight_);
  EXPECT_EQ(second.Read(zstd.substr(0, 10), &other_body, &consumed), BodyReader::Result::kFault);
  EXPECT_EQ(second.fault().status, 503);
  EXPECT_EQ(first.Read(zstd.substr(10), &body, &consumed), BodyReader::Result::kFault) << "still above the limit";
}

TEST_F(BodyReaderTest, CompressedBodiesMustEndWithTheirFraming) {
  const std::string cut = Gzip("some text").substr(0, 15);
  EXPECT_EQ(Read(Length(15), ContentCoding::kGzip, cut, 4).status, 400);
  EXPECT_EQ(Read(Chunked(), ContentCoding::kGzip, Chunks(cut, 4), 4).status, 400);
  EXPECT_EQ(Read(Length(2), ContentCoding::kGzip, "{}", 1).status, 400);
}

}  // namespace
}  // namespace ferro::router
