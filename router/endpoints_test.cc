// The endpoints that do not generate, against a scripted service.
#include <string>

#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/fake_lm.h"
#include "router/gateway_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;

class EndpointsTest : public testing::Test {
 protected:
  EndpointsTest() : gateway_(Flags()) {}

  GatewayFlags Flags() {
    GatewayFlags flags;
    flags.lm_target = lm_.target();
    flags.api.strict_model = true;
    return flags;
  }
  std::string Ask(const std::string& request) {
    RawClient client(gateway_.port());
    client.Send(request);
    return client.ReadResponse();
  }

  FakeLm lm_;
  TestGateway gateway_;
};

TEST_F(EndpointsTest, Tokenize) {
  EXPECT_EQ(BodyOf(Ask(Post("/tokenize", R"({"content":"ab"})"))), R"({"tokens":[97,98]})");
  // The fake's pieces are single bytes, so that those of é are not UTF-8.
  EXPECT_EQ(BodyOf(Ask(Post("/tokenize", R"({"content":["a",98,99,"d"]})"))), R"({"tokens":[97,98,99,100]})");
  EXPECT_EQ(BodyOf(Ask(Post("/tokenize", R"({"content":[]})"))), R"({"tokens":[]})");
  EXPECT_EQ(BodyOf(Ask(Post("/tokenize", R"({"content":"aé","with_pieces":true})"))),
            R"({"tokens":[{"id":97,"piece":"a"},{"id":195,"piece":[195]},{"id":169,"piece":[169]}]})");
  EXPECT_EQ(BodyOf(Ask(Post("/v1/tokenize", R"({"prompt":"ab","return_token_strs":true})"))),
            R"({"count":2,"max_model_len":512,"tokens":[97,98],"token_strs":["a","b"]})");
  for (const char* body : {"{}", R"({"content":5})", R"({"content":null})", R"({"prompt":["a"]})", "[]", "5", "", "{",
                           "{}x", "\"\xff\"", R"({"messages":[]})"}) {
    EXPECT_EQ(StatusOf(Ask(Post("/tokenize", body))), 400) << body;
  }
}

TEST_F(EndpointsTest, Detokenize) {
  EXPECT_EQ(BodyOf(Ask(Post("/detokenize", R"({"tokens":[97,98]})"))), R"({"prompt":"ab","content":"ab"})");
  for (const char* body :
       {"{}", R"({"tokens":["a"]})", R"({"tokens":5})", R"({"tokens":[-1]})", R"({"tokens":[999]})"}) {
    const std::string response = Ask(Post("/detokenize", body));
    EXPECT_EQ(StatusOf(response), 400) << body;
    EXPECT_THAT(response, HasSubstr("\"code\":400"));
  }
}

TEST_F(EndpointsTest, TemplateRoutes) {
  const std::string chat = R"({"messages":[{"role":"user","content":"Hi"}]})";
  EXPECT_EQ(BodyOf(Ask(Post("/apply-template", chat))), R"({"prompt":"[{\"role\":\"user\",\"content\":\"Hi\"}]"})");
  EXPECT_EQ(BodyOf(Ask(Post("/v1/chat/completions/input_tokens", chat))),
            R"({"input_tokens":32,"object":"response.input_tokens"})");
  EXPECT_EQ(StatusOf(Ask(Post("/apply-template", "{}"))), 400);
}

TEST_F(EndpointsTest, ModelsAndStrictNames) {
  const Json list = *ParseJson(BodyOf(Ask(Get("/v1/models"))));
  ASSERT_EQ(list["data"].size(), 1u);
  EXPECT_EQ(list["data"][0]["id"], "fake");
  EXPECT_EQ(list["data"][0]["max_model_len"], 512);
  EXPECT_EQ(list["data"][0]["status"]["value"], "loaded");
  EXPECT_EQ(list["models"][0]["name"], "fake");
  EXPECT_EQ(StatusOf(Ask(Get("/v1/models/fake"))), 200);
  EXPECT_THAT(Ask(Get("/v1/models/nope")), HasSubstr("\"code\":\"model_not_found\""));
  const std::string named = R"({"messages":[{"role":"user","content":"Hi"}],"model":)";
  EXPECT_EQ(StatusOf(Ask(Post("/v1/chat/completions", named + "\"nope\"}"))), 404);
  EXPECT_EQ(StatusOf(Ask(Post("/v1/chat/completions", named + "\"fake\"}"))), 200);
  EXPECT_EQ(StatusOf(Ask(Post("/v1/chat/completions", named + "5}"))), 400);
}

TEST_F(EndpointsTest, HealthPropsSlotsMetrics) {
  const Json health = *ParseJson(BodyOf(Ask(Get("/health"))));
  EXPECT_EQ(health["status"], "ok");
  EXPECT_EQ(DumpJson(health["slots"]), R"({"total":2,"busy":1})");
  EXPECT_EQ(health["models"]["lm"]["state"], "ready");
  EXPECT_EQ(DumpJson(health["device"]), R"({"kind":"cpu","name":"cpu avx2","fallback":false})");
  EXPECT_EQ(DumpJson(health["queue"]), R"({"lm":1,"depth":64})");
  EXPECT_EQ(DumpJson(health["memory"]), R"({"used":1000,"limit":4000})");
  const Json props = *ParseJson(BodyOf(Ask(Get("/props"))));
  EXPECT_EQ(props["default_generation_settings"]["n_ctx"], 512);
  EXPECT_EQ(props["default_generation_settings"]["params"]["temperature"], 0.25);
  EXPECT_EQ(props["n_batch"], 256);
  EXPECT_EQ(props["modalities"]["vision"], false);
  EXPECT_THAT(props["chat_template"].get<std::string>(), HasSubstr("enable_thinking"));
  const Json slots = *ParseJson(BodyOf(Ask(Get("/slots?fail_on_no_slot=1"))));
  ASSERT_EQ(slots.size(), 2u);
  EXPECT_EQ(slots[1]["is_processing"], true);
  EXPECT_EQ(slots[0]["params"]["temperature"], 0.25);
  EXPECT_EQ(slots[1]["params"]["top_k"], 7);
  EXPECT_THAT(Ask(Get("/metrics")), HasSubstr("ferro_requests_running{service=\"lm\"} 1"));
  EXPECT_EQ(StatusOf(Ask(Get("/readyz"))), 200);
}

TEST_F(EndpointsTest, MetricsComeInTheFormatThatIsAskedFor) {
  const std::string plain = Ask(Get("/metrics"));
  EXPECT_THAT(plain, HasSubstr("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"));
  EXPECT_THAT(plain, HasSubstr("# TYPE ferro_steps_total counter\n"));
  const std::string open = Ask(Get("/metrics", "Accept: application/openmetrics-text;version=1.0.0,*/*;q=0.1\r\n"));
  EXPECT_THAT(open, HasSubstr("Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"));
  EXPECT_THAT(open, HasSubstr("# TYPE ferro_steps counter\n"));
  EXPECT_EQ(open.substr(open.size() - 6), "# EOF\n");
}

TEST_F(EndpointsTest, AWrongMethodIsToldInTheShapeOfItsRoute) {
  EXPECT_EQ(
      BodyOf(Ask(Post("/health", "{}"))),
      R"({"error":{"code":405,"message":"/health is not for POST; use GET, HEAD, OPTIONS","type":"invalid_request_error"}})");
  EXPECT_THAT(BodyOf(Ask(Get("/v1/completions"))), HasSubstr(R"("param":null,"code":null)"));
}

TEST_F(EndpointsTest, WithoutItsServiceTheGatewayStillAnswers) {
  lm_.Kill();
  EXPECT_TRUE(Eventually([&] { return StatusOf(Ask(Get("/readyz"))) == 503; }));
  EXPECT_THAT(BodyOf(Ask(Get("/health"))),
              R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})");
  EXPECT_EQ(StatusOf(Ask(Get("/livez"))), 200);
  EXPECT_THAT(Ask(Get("/v1/models")), HasSubstr("\"value\":\"loading\""));
  const std::string chat = Ask(Post("/v1/chat/completions", R"({"messages":[{"role":"user","content":"Hi"}]})"));
  EXPECT_EQ(StatusOf(chat), 503);
  EXPECT_THAT(chat, HasSubstr("Retry-After: 2\r\n"));
  EXPECT_EQ(StatusOf(Ask(Post("/v1/chat/completions", "{}"))), 400) << "validation comes before readiness";
}

TEST_F(EndpointsTest, ChatPageIsOneFile) {
  const std::string page = Ask(Get("/chat"));
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy: default-src 'none'"));
  EXPECT_EQ(BodyOf(page).substr(0, 15), "<!doctype html>");
  for (const char* outside : {"http://", "https://", "src=\"", "@import"}) {
    EXPECT_EQ(page.find(outside, page.find("\r\n\r\n")), std::string::npos) << outside;
  }
}

}  // namespace
}  // namespace ferro::router
