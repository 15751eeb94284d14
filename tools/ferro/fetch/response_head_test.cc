#include "tools/ferro/fetch/response_head.h"

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(ResponseHeadTest, ReadsWhatMatters) {
  ResponseHead head;
  for (const char* line : {"HTTP/1.1 206 Partial Content\r\n", "Content-Range: bytes 5-99/100\r\n",
                           "content-length: 95\r\n", "ETag: \"v1\"\r\n", "X-Other: a: b\r\n", "\r\n"}) {
    head.AddLine(line);
  }
  EXPECT_EQ(head.status, 206);
  EXPECT_EQ(head.range_start, 5);
  EXPECT_EQ(head.range_total, 100);
  EXPECT_EQ(head.content_length, 95);
  EXPECT_EQ(head.validator(), "\"v1\"");
}

TEST(ResponseHeadTest, ARedirectIsForgotten) {
  ResponseHead head;
  for (const char* line : {"HTTP/1.1 302 Found", "ETag: \"redirect\"", "Content-Length: 7", "", "HTTP/2 200"}) {
    head.AddLine(line);
  }
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.content_length, -1);
  EXPECT_EQ(head.validator(), "");
}

TEST(ResponseHeadTest, AWeakTagGivesWayToTheDate) {
  ResponseHead head;
  head.AddLine("ETag: W/\"v1\"");
  head.AddLine("Last-Modified: Sun, 29 Nov 2026 12:00:00 GMT");
  EXPECT_EQ(head.validator(), "Sun, 29 Nov 2026 12:00:00 GMT");
}

TEST(ResponseHeadTest, NonsenseIsIgnored) {
  ResponseHead head;
  for (const char* line :
       {"", ":", "HTTP/", "HTTP/1.1 abc", "Content-Length: -5", "Content-Length: 99999999999999999999",
        "Content-Range: bytes 5", "Content-Range: items 1-2/3", "Content-Range: bytes a-b/c"}) {
    head.AddLine(line);
  }
  EXPECT_EQ(head.content_length, -1);
  EXPECT_EQ(head.range_start, -1);
  EXPECT_EQ(head.range_total, -1);
}

}  // namespace
}  // namespace ferro
