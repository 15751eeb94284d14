#include "router/http/content_coding.h"

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

TEST(ContentCodingTest, KnownOnes) {
  EXPECT_EQ(ReadContentCoding({}), ContentCoding::kIdentity);
  EXPECT_EQ(ReadContentCoding({{"Content-Encoding", "identity"}}), ContentCoding::kIdentity);
  EXPECT_EQ(ReadContentCoding({{"content-encoding", " GZip "}}), ContentCoding::kGzip);
  EXPECT_EQ(ReadContentCoding({{"Content-Encoding", "x-gzip"}}), ContentCoding::kGzip);
  EXPECT_EQ(ReadContentCoding({{"Content-Encoding", "deflate"}}), ContentCoding::kDeflate);
  EXPECT_EQ(ReadContentCoding({{"Content-Encoding", "Zstd"}}), ContentCoding::kZstd);
  EXPECT_EQ(ReadContentCoding({{"Content-Encoding", "identity"}, {"Content-Encoding", "gzip"}}), ContentCoding::kGzip);
}

TEST(ContentCodingTest, OthersAndSeveral) {
  for (const char* name : {"br", "zst", "compress", "gzip, deflate", "gzip;q=1", "gzipp"}) {
    EXPECT_FALSE(ReadContentCoding({{"Content-Encoding", name}})) << name;
  }
  EXPECT_FALSE(ReadContentCoding({{"Content-Encoding", "gzip"}, {"Content-Encoding", "gzip"}}));
}

}  // namespace
}  // namespace ferro::router
