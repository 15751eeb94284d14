#include "router/http/trace_context.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro::router {
namespace {

using testing::MatchesRegex;

constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
constexpr char kRoot[] = "00-[0-9a-f]{32}-[0-9a-f]{16}-00";

std::string StateOf(const std::string& state) {
  return ReadTraceContext({{"traceparent", kParent}, {"tracestate", state}}).state;
}

TEST(TraceContextTest, ValidOnesArePassedOn) {
  const TraceContext context = ReadTraceContext({{"Traceparent", kParent}, {"tracestate", "a=1,b=2"}});
  EXPECT_EQ(context.parent, kParent);
  EXPECT_EQ(context.TraceId(), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(context.state, "a=1,b=2");
}

TEST(TraceContextTest, WithoutOneARootIsMade) {
  const TraceContext first = ReadTraceContext({});
  const TraceContext second = ReadTraceContext({{"tracestate", "a=1"}});
  EXPECT_THAT(first.parent, MatchesRegex(kRoot));
  EXPECT_THAT(second.parent, MatchesRegex(kRoot));
  EXPECT_NE(first.TraceId(), second.TraceId());
  EXPECT_EQ(second.state, "") << "a state belongs to a parent";
}

TEST(TraceContextTest, OfALaterVersionTheKnownFieldsCount) {
  const std::string fields = "-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";
  EXPECT_EQ(ReadTraceContext({{"traceparent", "cc" + fields + "03-more"}}).parent, "00" + fields + "01");
  EXPECT_EQ(ReadTraceContext({{"traceparent", "cc" + fields + "fe"}}).parent, "00" + fields + "00");
  EXPECT_THAT(ReadTraceContext({{"traceparent", "cc" + fields + "01more"}}).parent, MatchesRegex(kRoot));
}

TEST(TraceContextTest, InvalidOnesAreReplaced) {
  for (const char* parent : {"", "x", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                             "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                             "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                             "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01"}) {
    const TraceContext context = ReadTraceContext({{"traceparent", parent}, {"tracestate", "a=1"}});
    EXPECT_THAT(context.parent, MatchesRegex(kRoot)) << parent;
    EXPECT_NE(context.TraceId(), "4bf92f3577b34da6a3ce929d0e0e4736") << parent;
    EXPECT_EQ(context.state, "");
  }
  EXPECT_NE(ReadTraceContext({{"traceparent", kParent}, {"traceparent", kParent}}).parent, kParent);
}

TEST(TraceContextTest, StatesAreOneListOfMembers) {
  EXPECT_EQ(StateOf(" a=1 ,\tb=2,, "), "a=1,b=2");
  EXPECT_EQ(StateOf("fw529a3039@dt=FfAAA:x y,rojo/x*_-=~"), "fw529a3039@dt=FfAAA:x y,rojo/x*_-=~");
  EXPECT_EQ(ReadTraceContext({{"tracestate", "a=1"}, {"traceparent", kParent}, {"Tracestate", "b=2"}}).state,
            "a=1,b=2");
}

TEST(TraceContextTest, StatesThatMayNotTravelAreDropped) {
  for (const char* state : {"a=\xc3\xa9", "a", "a=", "=1", "A=1", "a=1=2", "a=1,a=2", "a b=1", "@a=1", "a@b@c=1"}) {
    EXPECT_EQ(StateOf(state), "") << state;
  }
  EXPECT_EQ(StateOf("a=" + std::string(257, 'x')), "");
  std::string many;
  for (int i = 0; i < 32; ++i) absl::StrAppend(&many, "k", i, "=1,");
  EXPECT_NE(StateOf(many), "");
  EXPECT_EQ(StateOf(many + "one=more"), "");
  const std::string long_value(250, 'x');
  EXPECT_EQ(StateOf("a=" + long_value + ",b=" + long_value + ",c=" + long_value), "") << "more than 512 bytes";
}

}  // namespace
}  // namespace ferro::router
