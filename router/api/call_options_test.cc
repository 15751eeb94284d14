#include "router/api/call_options.h"

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

using testing::ElementsAre;
using testing::Pair;

Request Arrived(Headers headers) {
  Request request;
  request.head.headers = std::move(headers);
  request.arrival = absl::Now();
  request.request_id = "r1";
  request.trace.parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  return request;
}

TEST(CallOptionsTest, TheEarlierTimeCounts) {
  const auto allowed = [](Headers headers, absl::Duration limit) {
    const Request request = Arrived(std::move(headers));
    return OptionsOfCall(request, limit).deadline - request.arrival;
  };
  EXPECT_EQ(allowed({}, absl::Seconds(9)), absl::Seconds(9));
  EXPECT_EQ(allowed({{"X-Request-Timeout", "0.5"}}, absl::Seconds(9)), absl::Milliseconds(500));
  EXPECT_EQ(allowed({{"X-Request-Timeout", "10"}}, absl::Seconds(9)), absl::Seconds(9));
  EXPECT_EQ(allowed({{"X-Request-Timeout", "2"}}, absl::InfiniteDuration()), absl::Seconds(2));
  for (const char* value : {"", "soon", "0", "-1", "nan"}) {
    EXPECT_EQ(allowed({{"X-Request-Timeout", value}}, absl::Seconds(9)), absl::Seconds(9)) << value;
  }
  EXPECT_EQ(OptionsOfCall(Arrived({}), absl::InfiniteDuration()).deadline, absl::InfiniteFuture());
}

TEST(CallOptionsTest, Metadata) {
  Request request = Arrived({});
  EXPECT_THAT(OptionsOfCall(request, absl::Seconds(1)).metadata,
              ElementsAre(Pair("x-request-id", "r1"), Pair("traceparent", request.trace.parent)));
  request.trace.state = "a=1";
  EXPECT_THAT(OptionsOfCall(request, absl::Seconds(1)).metadata, testing::Contains(Pair("tracestate", "a=1")));
}

}  // namespace
}  // namespace ferro::router
