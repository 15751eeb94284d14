#include "router/http/framing.h"

#include <utility>

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

RequestHead Head(int minor_version, Headers headers) {
  // Initialised at once: GCC 12 warns of overlapping copies where short literals are assigned afterwards.
  return RequestHead{.method = "POST",
                     .target = "/",
                     .path = "/",
                     .query = "",
                     .minor_version = minor_version,
                     .headers = std::move(headers)};
}

int FaultOf(int minor_version, Headers headers) {
  Framing framing;
  const auto fault = ReadFraming(Head(minor_version, std::move(headers)), &framing);
  return fault ? fault->status : 200;
}

TEST(FramingTest, Faults) {
  const Header host{"Host", "x"};
  EXPECT_EQ(FaultOf(1, {}), 400);
  EXPECT_EQ(FaultOf(0, {}), 200);
  EXPECT_EQ(FaultOf(1, {host, host}), 400);
  EXPECT_EQ(FaultOf(1, {host, {"Content-Length", "3"}, {"Transfer-Encoding", "chunked"}}), 400);
  EXPECT_EQ(FaultOf(1, {host, {"Content-Length", "3"}, {"Content-Length", "4"}}), 400);
  EXPECT_EQ(FaultOf(1, {host, {"Content-Length", "3"}, {"Content-Length", "3"}}), 200);
  for (const char* length : {"", "+3", "-3", "3 4", "0x3", "3,3", "99999999999999999999", "9007199254740993"}) {
    EXPECT_EQ(FaultOf(1, {host, {"Content-Length", length}}), 400) << length;
  }
  EXPECT_EQ(FaultOf(1, {host, {"Transfer-Encoding", "gzip"}}), 501);
  EXPECT_EQ(FaultOf(1, {host, {"Transfer-Encoding", "chunked, gzip"}}), 501);
  EXPECT_EQ(FaultOf(1, {host, {"Transfer-Encoding", "Chunked"}}), 200);
  EXPECT_EQ(FaultOf(0, {{"Transfer-Encoding", "chunked"}}), 400);
  EXPECT_EQ(FaultOf(1, {host, {"Expect", "200-ok"}}), 417);
  EXPECT_EQ(FaultOf(0, {{"Expect", "200-ok"}}), 200);
}

TEST(FramingTest, KeepAliveFollowsVersionAndConnection) {
  const auto keeps = [](int version, Headers headers) {
    Framing framing;
    headers.push_back({"Host", "x"});
    EXPECT_FALSE(ReadFraming(Head(version, std::move(headers)), &framing));
    return framing.keep_alive;
  };
  EXPECT_TRUE(keeps(1, {}));
  EXPECT_FALSE(keeps(1, {{"Connection", "foo, Close"}}));
  EXPECT_FALSE(keeps(0, {}));
  EXPECT_TRUE(keeps(0, {{"Connection", "Keep-Alive"}}));
}

}  // namespace
}  // namespace ferro::router
