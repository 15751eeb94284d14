#include "router/http/chunked_decoder.h"

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

using Result = ChunkedDecoder::Result;

constexpr char kBody[] = "3;ext=1\r\nabc\r\nA\n0123456789\r\n0\r\nTrailer: x\r\n\r\n";

TEST(ChunkedDecoderTest, SameBodyForEverySplit) {
  const HttpLimits limits;
  const std::string input = std::string(kBody) + "NEXT";
  for (size_t cut = 0; cut <= input.size() - 4; ++cut) {
    ChunkedDecoder decoder(limits);
    std::string body;
    size_t consumed = 0;
    Result result = decoder.Decode(input.substr(0, cut), &body, &consumed);
    ASSERT_NE(result, Result::kFault) << cut;
    ASSERT_EQ(consumed, cut);
    if (result == Result::kMore) {
      ASSERT_EQ(decoder.Decode(input.substr(cut), &body, &consumed), Result::kDone) << cut;
      EXPECT_EQ(consumed, input.size() - cut - 4);
    }
    EXPECT_EQ(body, "abc0123456789") << cut;
  }
}

int FaultOf(const HttpLimits& limits, const std::string& input) {
  ChunkedDecoder decoder(limits);
  std::string body;
  size_t consumed = 0;
  return decoder.Decode(input, &body, &consumed) == Result::kFault ? decoder.fault().status : 200;
}

TEST(ChunkedDecoderTest, Faults) {
  const HttpLimits limits;
  for (const char* input : {"\r\n", "g\r\n", "-1\r\n", "0x3\r\n", "3\r\nabcd\r\n", "11111111111111\r\n", " 3\r\n"}) {
    EXPECT_EQ(FaultOf(limits, input), 400) << input;
  }
  EXPECT_EQ(FaultOf(limits, std::string(2000, '1')), 400);
  EXPECT_EQ(FaultOf(limits, "1;" + std::string(300, 'e') + "\r\n"), 400);
  EXPECT_EQ(FaultOf(limits, "0\r\nA: " + std::string(20000, 'a')), 431);
}

TEST(ChunkedDecoderTest, TheSumIsCheckedBeforeAChunkIsStored) {
  HttpLimits limits;
  limits.body = 10;
  EXPECT_EQ(FaultOf(limits, "b\r\n"), 413);
  EXPECT_EQ(FaultOf(limits, "5\r\nabcde\r\n6\r\n"), 413);
  EXPECT_EQ(FaultOf(limits, "5\r\nabcde\r\n5\r\nabcde\r\n0\r\n\r\n"), 200);
  EXPECT_EQ(FaultOf(limits, "fffffffffffff\r\n"), 413);
}

}  // namespace
}  // namespace ferro::router
