#include "router/http/trace_context.h"

#include <string>

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(TraceContextTest, ValidOnesArePassedOn) {
  const TraceContext context = ReadTraceContext({{"Traceparent", kParent}, {"tracestate", "a=1,b=2"}});
  EXPECT_EQ(context.parent, kParent);
  EXPECT_EQ(context.TraceId(), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(context.state, "a=1,b=2");
}

TEST(TraceContextTest, OfALaterVersionTheKnownFieldsCount) {
  const std::string later = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  EXPECT_EQ(ReadTraceContext({{"traceparent", later + "-more"}}).parent, later);
  EXPECT_EQ(ReadTraceContext({{"traceparent", later + "more"}}).parent, "");
}

TEST(TraceContextTest, InvalidOnesAreIgnored) {
  for (const char* parent : {"", "x", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                             "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                             "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01"}) {
    const TraceContext context = ReadTraceContext({{"traceparent", parent}, {"tracestate", "a=1"}});
    EXPECT_EQ(context.parent, "") << parent;
    EXPECT_EQ(context.state, "");
    EXPECT_EQ(context.TraceId(), "");
  }
}

TEST(TraceContextTest, AStateThatCannotTravelIsDropped) {
  EXPECT_EQ(ReadTraceContext({{"traceparent", kParent}, {"tracestate", "a=\xc3\xa9"}}).state, "");
  EXPECT_EQ(ReadTraceContext({{"traceparent", kParent}, {"tracestate", std::string(513, 'a')}}).state, "");
}

}  // namespace
}  // namespace ferro::router
