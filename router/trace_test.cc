// Every service call for a request carries its id and its trace.
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/fake_lm.h"
#include "router/gateway_testing.h"

namespace ferro::router {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::MatchesRegex;
using testing::Pair;

constexpr char kChat[] = R"({"messages":[{"role":"user","content":"Hi"}]})";
constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

struct RouteCase {
  std::string request;
  std::string method;
};

class TraceTest : public testing::Test {
 protected:
  TraceTest() : gateway_(Flags()) {}

  GatewayFlags Flags() {
    GatewayFlags flags;
    flags.lm_target = lm_.target();
    return flags;
  }
  std::map<std::string, std::string> MetadataAfter(const std::string& request, const std::string& method) {
    RawClient client(gateway_.port());
    client.Send(request);
    EXPECT_EQ(StatusOf(client.ReadResponse()), 200) << request;
    return lm_.LastMetadata(method);
  }
  // Every route that asks the service, and how, with `headers`.
  static std::vector<RouteCase> Routes(const std::string& headers) {
    return {{Post("/v1/chat/completions", kChat, headers), "Generate"},
            {Post("/v1/completions", R"({"prompt":"Hi"})", headers), "Generate"},
            {Post("/tokenize", R"({"content":"Hi"})", headers), "Tokenize"},
            {Post("/v1/chat/completions/input_tokens", kChat, headers), "Tokenize"},
            {Post("/detokenize", R"({"tokens":[97]})", headers), "Detokenize"},
            {Post("/apply-template", kChat, headers), "ApplyTemplate"},
            {Get("/slots", headers), "GetStats"},
            {Get("/health", headers), "GetStats"},
            {Get("/metrics", headers), "GetStats"}};
  }

  FakeLm lm_;
  TestGateway gateway_;
};

TEST_F(TraceTest, TheCallersReachesTheService) {
  int number = 0;
  for (const auto& [request, method] :
       Routes(absl::StrCat("traceparent: ", kParent, "\r\ntracestate: a=1\r\nX-Request-Id: ID\r\n"))) {
    const std::string id = absl::StrCat("r", ++number);
    std::string named = request;
    named.replace(named.find("ID\r\n"), 2, id);
    EXPECT_THAT(MetadataAfter(named, method),
                AllOf(Contains(Pair("traceparent", kParent)), Contains(Pair("tracestate", "a=1")),
                      Contains(Pair("x-request-id", id))))
        << request;
  }
}

TEST_F(TraceTest, WithoutOneEachRequestGetsARoot) {
  std::map<std::string, int> seen;
  for (const std::string headers : {"", "traceparent: 00-0-0-00\r\ntracestate: a=1\r\n"}) {
    for (const auto& [request, method] : Routes(headers)) {
      const auto metadata = MetadataAfter(request, method);
      ASSERT_TRUE(metadata.count("traceparent")) << request;
      EXPECT_THAT(metadata.at("traceparent"), MatchesRegex("00-[0-9a-f]{32}-[0-9a-f]{16}-00")) << request;
      EXPECT_EQ(++seen[metadata.at("traceparent")], 1) << "the root of another request";
      EXPECT_EQ(metadata.count("tracestate"), 0u);
    }
  }
}

}  // namespace
}  // namespace ferro::router
