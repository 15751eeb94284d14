// POST /v1/systemone on the wire, and a gateway's other routes with a decision model, against a scripted service.
#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/fake_decide.h"
#include "router/fake_lm.h"
#include "router/gateway_testing.h"
#include "router/http/zstd_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kPath[] = "/v1/systemone";
constexpr char kBody[] = R"({"state":"s","questions":{"n":{"type":"noul","instructions":"?"},)"
                         R"("c":{"type":"choice","instructions":"?","criteria":{"x":null,"y":"why"}},)"
                         R"("s":{"type":"score","instructions":"?","criteria":["low",{"high":1.50}]}}})";
constexpr char kAnswers[] =
    R"("answers":{"n":{"type":"noul","noul":0.25},)"
    R"("c":{"type":"choice","choice":"x","probabilities":{"x":1.0,"y":0.0},"confidence":1.0},)"
    R"("s":{"type":"score","score":0.0,"legend":{"0":"low","1":{"high":1.5}},"probabilities":{"0":1.0,"1":0.0},)"
    R"("confidence":1.0}},"usage":{"input_tokens":21,"output_tokens":0})";

class SystemoneTest : public testing::Test {
 protected:
  explicit SystemoneTest(GatewayFlags flags = {}) : gateway_(WithTarget(std::move(flags))) {}

  GatewayFlags WithTarget(GatewayFlags flags) {
    flags.decide_target = decide_.target();
    return flags;
  }
  std::string Ask(const std::string& request) {
    RawClient client(gateway_.port());
    client.Send(request);
    return client.ReadResponse();
  }
  std::string Decide(const std::string& body, const std::string& headers = "") {
    return Ask(Post(kPath, body, headers));
  }

  FakeDecide decide_;
  TestGateway gateway_;
};

TEST_F(SystemoneTest, AnObjectGetsAnObjectAndAnArrayAnArray) {
  const std::string one = std::string(R"({"model":"fake-d1",)") + kAnswers + "}";
  const std::string response = Decide(kBody);
  EXPECT_EQ(StatusOf(response), 200);
  EXPECT_THAT(response, HasSubstr("Content-Type: application/json; charset=utf-8\r\n"));
  EXPECT_EQ(BodyOf(response), one);
  EXPECT_EQ(decide_.LastRequest().items(0).state_json(), "\"s\"");
  EXPECT_EQ(BodyOf(Decide(std::string("[") + kBody + "," + kBody + "]")), "[" + one + "," + one + "]");
  EXPECT_EQ(decide_.LastRequest().items_size(), 2);
  EXPECT_EQ(decide_.LastRequest().items(1).state_json(), "\"s\"");
  EXPECT_EQ(decide_.calls, 2);
}

TEST_F(SystemoneTest, ZstdBodies) {
  const std::string response = Decide(Zstd(kBody), "Content-Encoding: zstd\r\n");
  EXPECT_EQ(StatusOf(response), 200) << response;
  EXPECT_THAT(BodyOf(response), HasSubstr(kAnswers));
  EXPECT_EQ(StatusOf(Decide(Zstd(kBody).substr(0, 40), "Content-Encoding: zstd\r\n")), 400);
  EXPECT_EQ(StatusOf(Decide(kBody, "Content-Encoding: zstd\r\n")), 400);
  EXPECT_EQ(StatusOf(Decide(kBody, "Content-Encoding: gzip\r\n")), 415);
}

TEST_F(SystemoneTest, EveryAnswerCarriesTheRequestIdUnderBothNames) {
  const std::string id = "X-Request-Id: r1\r\n";
  for (const std::string& request :
       {Post(kPath, kBody, id), Post(kPath, "{", id), Get(kPath, id), Get("/v1/models", id),
        Post(kPath, kBody, id + "Content-Type: multipart/form-data; boundary=b\r\n")}) {
    const std::string response = Ask(request);
    EXPECT_THAT(response, HasSubstr("X-Request-Id: r1\r\n")) << request;
    EXPECT_THAT(response, HasSubstr("X-Typesafe-Request-Id: r1\r\n")) << request;
  }
  EXPECT_EQ(StatusOf(Decide(kBody, id)), 200);
  EXPECT_EQ(decide_.LastRequest().request_id(), "r1");
  EXPECT_THAT(Ask(Get("/livez")), Not(HasSubstr("X-Typesafe")));
}

TEST_F(SystemoneTest, OnlyAvrikGetsAnAudit) {
  EXPECT_THAT(Decide(kBody, "User-Agent: avrik-sdk/1.0.0\r\n"), HasSubstr(R"(,"audit":{"model_hash":"hash",)"));
  EXPECT_THAT(Decide(kBody, "User-Agent: typesafe-sdk/0.7.5\r\n"), Not(HasSubstr("audit")));
}

TEST_F(SystemoneTest, FaultsOfTheBodyNeverReachTheService) {
  const std::string response = Decide(R"({"state":1,"questions":{"a.b":{"type":"noul"}}})");
  EXPECT_EQ(StatusOf(response), 400);
  EXPECT_EQ(
      BodyOf(response),
      R"({"error":{"code":400,"message":"questions.a.b: \"instructions\" must be provided","type":"invalid_request_error"}})");
  EXPECT_EQ(StatusOf(Decide("")), 400);
  EXPECT_THAT(Decide(std::string("[") + kBody + R"(,{"questions":{}}])"),
              HasSubstr(R"(requests[1]: \"state\" must be provided)"));
  EXPECT_EQ(decide_.calls, 0);
}

TEST_F(SystemoneTest, TheServicesRefusalsKeepTheirMeaning) {
  for (const auto& [code, status] : {std::pair(grpc::StatusCode::INVALID_ARGUMENT, 400),
                                     {grpc::StatusCode::RESOURCE_EXHAUSTED, 429},
                                     {grpc::StatusCode::UNIMPLEMENTED, 501},
                                     {grpc::StatusCode::INTERNAL, 500}}) {
    decide_.SetScript([code = code](auto&, auto&, auto&) { return grpc::Status(code, "the reason"); });
    const std::string response = Decide(kBody);
    EXPECT_EQ(StatusOf(response), status);
    EXPECT_THAT(response, HasSubstr("\"message\":\"the reason\""));
  }
  // An answer to another question is nothing to show.
  decide_.SetScript([](auto&, const auto& request, auto& response) {
    auto other = request;
    other.mutable_items(0)->mutable_questions(0)->set_id("other");
    return FakeDecide::Answer(other, response);
  });
  EXPECT_EQ(StatusOf(Decide(kBody)), 500);
}

TEST_F(SystemoneTest, WhatNoServiceTakesIsTooLarge) {
  decide_.SetScript([](auto&, auto&, auto&) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "Received message larger than max (5 vs. 4)");
  });
  const std::string response = Decide(kBody);
  EXPECT_EQ(StatusOf(response), 413);
  EXPECT_THAT(response, Not(HasSubstr("Retry-After")));
}

TEST_F(SystemoneTest, DeadlinesAndClientsThatLeaveEndTheCall) {
  decide_.SetScript([](grpc::ServerContext& context, auto&, auto&) {
    while (!context.IsCancelled()) absl::SleepFor(absl::Milliseconds(1));
    return grpc::Status::CANCELLED;
  });
  const std::string late = Decide(kBody, "X-Request-Timeout: 0.05\r\n");
  EXPECT_EQ(StatusOf(late), 504);
  EXPECT_TRUE(Eventually([&] { return decide_.cancelled == 1; }));
  RawClient client(gateway_.port());
  client.Send(Post(kPath, kBody));
  EXPECT_TRUE(Eventually([&] { return decide_.calls == 2; }));
  client.Close();
  EXPECT_TRUE(Eventually([&] { return decide_.cancelled == 2; }));
  EXPECT_TRUE(Eventually([&] {
    return Ask(Get("/metrics")).find(R"(ferro_requests_total{key="",route="/v1/systemone",status="499"} 1)") !=
           std::string::npos;
  }));
}

TEST_F(SystemoneTest, ModelsHealthAndMetrics) {
  const Json models = *ParseJson(BodyOf(Ask(Get("/v1/models"))));
  ASSERT_EQ(models["data"].size(), 1u);
  EXPECT_EQ(DumpJson(models["data"][0]["architecture"]),
            R"({"input_modalities":["text"],"output_modalities":["decisions"]})");
  EXPECT_EQ(DumpJson(models["data"][0]["capabilities"]), R"(["decisions"])");
  EXPECT_EQ(
      DumpJson(models["models"]),
      R"([{"name":"fake-d1","model":"fake-d1","type":"model","description":"","release_date":"","capabilities":["decisions"],"details":{"format":"gguf"}}])");
  const Json health = *ParseJson(BodyOf(Ask(Get("/health"))));
  EXPECT_EQ(DumpJson(health["models"]), R"({"decide":{"id":"fake-d1","state":"ready","n_ctx":16384}})");
  EXPECT_EQ(DumpJson(health["queue"]), R"({"decide":2,"decide_depth":256})");
  EXPECT_EQ(health["device"]["name"], "cpu avx2");
  EXPECT_EQ(DumpJson(health["memory"]), R"({"used":500})");
  Decide(kBody);
  const std::string metrics = Ask(Get("/metrics"));
  for (const char* line :
       {R"(ferro_decisions_total{type="noul"} 1)", R"(ferro_decisions_total{type="choice"} 1)",
        R"(ferro_requests_total{key="",route="/v1/systemone",status="200"} 1)", "ferro_decision_seconds_count 1",
        R"(ferro_request_queue_seconds_bucket{service="decide",le="0.002"} 1)",
        R"(ferro_requests_waiting{service="decide"} 2)", R"(ferro_steps_total{service="decide"} 3)",
        R"(ferro_prompt_tokens_total{service="decide",cached="false"} 70)"}) {
    EXPECT_THAT(metrics, HasSubstr(line));
  }
}

TEST_F(SystemoneTest, RoutesOfALanguageModelSayThatThereIsNone) {
  for (const char* path : {"/v1/chat/completions", "/v1/completions", "/tokenize"}) {
    const std::string response = Ask(Post(path, R"({"messages":[{"role":"user","content":"Hi"}],"prompt":"a"})"));
    EXPECT_EQ(StatusOf(response), 501) << path;
    EXPECT_THAT(response, HasSubstr("this server has no language model")) << path;
  }
}

TEST_F(SystemoneTest, WithoutItsServiceTheGatewayStillAnswers) {
  decide_.Kill();
  EXPECT_TRUE(Eventually([&] { return StatusOf(Ask(Get("/readyz"))) == 503; }));
  EXPECT_EQ(StatusOf(Decide("{}")), 400) << "validation comes before readiness";
  const std::string response = Decide(kBody);
  EXPECT_EQ(StatusOf(response), 503);
  EXPECT_THAT(response, HasSubstr("Loading model"));
  EXPECT_THAT(response, HasSubstr("Retry-After: 2\r\n"));
  EXPECT_THAT(Ask(Get("/v1/models")), HasSubstr("\"value\":\"loading\""));
}

struct LmBehind {
  FakeLm lm;
};

// A base before the other, so that the service is there when the gateway starts.
class BothServicesTest : protected LmBehind, public SystemoneTest {
 protected:
  BothServicesTest() : SystemoneTest(Flags(lm.target())) {}

  static GatewayFlags Flags(const std::string& lm_target) {
    GatewayFlags flags;
    flags.lm_target = lm_target;
    flags.api_keys = {"free: f", "decisions: d ; rpm=2 ; routes=/v1/systemone"};
    return flags;
  }
  static std::string Key(const std::string& key) { return "Authorization: Bearer " + key + "\r\n"; }
};

TEST_F(BothServicesTest, BothAreListedTheLanguageModelFirst) {
  const Json models = *ParseJson(BodyOf(Ask(Get("/v1/models", Key("f")))));
  ASSERT_EQ(models["data"].size(), 2u);
  EXPECT_EQ(models["data"][0]["id"], "fake");
  EXPECT_EQ(models["data"][1]["id"], "fake-d1");
  EXPECT_EQ(models["data"][1]["architecture"]["output_modalities"][0], "decisions");
  EXPECT_EQ(StatusOf(Ask(Get("/v1/models/fake-d1", Key("f")))), 200);
  const Json health = *ParseJson(BodyOf(Ask(Get("/health"))));
  EXPECT_EQ(health["models"]["lm"]["state"], "ready");
  EXPECT_EQ(health["models"]["decide"]["state"], "ready");
  EXPECT_EQ(DumpJson(health["queue"]), R"({"lm":1,"depth":64,"decide":2,"decide_depth":256})");
  EXPECT_EQ(DumpJson(health["memory"]), R"({"used":1500,"limit":4000})");
  const std::string metrics = Ask(Get("/metrics", Key("f")));
  EXPECT_THAT(metrics, HasSubstr(R"(ferro_requests_waiting{service="lm"} 1)"
                                 "\n"
                                 R"(ferro_requests_waiting{service="decide"} 2)"));
}

TEST_F(BothServicesTest, OneGoneIsToldAndTheOtherGoesOn) {
  lm.Kill();
  EXPECT_TRUE(Eventually([&] { return StatusOf(Ask(Get("/readyz"))) == 503; }));
  EXPECT_EQ(StatusOf(Ask(Get("/health"))), 503);
  EXPECT_EQ(StatusOf(Decide(kBody, Key("f"))), 200);
}

TEST_F(BothServicesTest, KeysAndTheirLimits) {
  EXPECT_EQ(StatusOf(Decide(kBody)), 401);
  EXPECT_EQ(StatusOf(Decide(kBody, Key("wrong"))), 401);
  EXPECT_EQ(StatusOf(Ask(Post("/v1/chat/completions", "{}", Key("d")))), 403);
  EXPECT_EQ(StatusOf(Decide(kBody, "Authorization: d\r\n")), 200);
  EXPECT_EQ(StatusOf(Decide(kBody, "X-Api-Key: d\r\n")), 200);
  const std::string refused = Decide(kBody, Key("d"));
  EXPECT_EQ(StatusOf(refused), 429);
  EXPECT_THAT(refused, HasSubstr("Retry-After: "));
}

TEST(WithoutADecisionModelTest, SaysSoWhateverTheBody) {
  FakeLm lm;
  GatewayFlags flags;
  flags.lm_target = lm.target();
  TestGateway gateway(flags);
  for (const char* body : {kBody, "not json"}) {
    RawClient client(gateway.port());
    client.Send(Post(kPath, body));
    EXPECT_EQ(BodyOf(client.ReadResponse()),
              R"({"error":{"code":501,"message":"This model is not a decision model","type":"not_supported_error"}})");
  }
}

}  // namespace
}  // namespace ferro::router
