#include "router/systemone/response.h"

#include <limits>
#include <string>
#include <utility>

#include "base/json.h"
#include "base/status_testing.h"

namespace ferro::router {
namespace {

using decide::v1::Answer;
using decide::v1::DecideResponse;
using decide::v1::DecideResult;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kBody[] = R"({"state":"s","questions":{
    "<|mask|>":{"type":"noul","instructions":"?"},
    "team":{"type":"choice","instructions":"?","criteria":{"<|mask|>x":"d","y\n":null}},
    "u":{"type":"score","instructions":"?","criteria":[null,"é",18446744073709551615,1e23,{"a": [1.0]}]}}})";

class ResponseTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(call_, ParseSystemone(kBody));
    DecideResult* const result = response_.add_results();
    Answer* answer = result->add_answers();
    answer->set_id("<|mask|>");
    answer->set_input_tokens(35);
    answer->mutable_noul()->set_probability(0.1);
    answer = result->add_answers();
    answer->set_id("team");
    answer->set_input_tokens(40);
    answer->mutable_choice()->set_choice("y\n");
    for (const auto& [key, p] : {std::pair("<|mask|>x", 1e-07), std::pair("y\n", 1.0)}) {
      auto* const option = answer->mutable_choice()->add_probabilities();
      option->set_option(key);
      option->set_probability(p);
    }
    answer->mutable_choice()->set_confidence(1);
    answer = result->add_answers();
    answer->set_id("u");
    answer->set_input_tokens(50);
    answer->mutable_score()->set_score(2.4000000000000004);
    for (const double p : {0.1, 0.2, 0.3, 1.0 / 3, 0.0}) answer->mutable_score()->add_probabilities(p);
    answer->mutable_score()->set_confidence(0.25);
    auto* const provenance = response_.mutable_provenance();
    provenance->set_model_hash("m");
    provenance->set_calibration_version("c");
    provenance->set_prompt_template_sha256("t");
    provenance->set_token_set_hash("k");
    provenance->set_backend("cpu");
    provenance->set_precision("Q8_0");
  }

  SystemoneCall call_;
  DecideResponse response_;
};

constexpr char kExpected[] =
    R"({"model":"d1-omni-600M","answers":{"<|mask|>":{"type":"noul","noul":0.1},)"
    R"("team":{"type":"choice","choice":"y\n","probabilities":{"<|mask|>x":1e-07,"y\n":1.0},"confidence":1.0},)"
    R"("u":{"type":"score","score":2.4000000000000004,"legend":{"0":null,"1":"é","2":18446744073709551615,)"
    R"("3":9.999999999999999e+22,"4":{"a":[1.0]}},"probabilities":{"0":0.1,"1":0.2,"2":0.3,"3":0.3333333333333333,)"
    R"("4":0.0},"confidence":0.25}},"usage":{"input_tokens":125,"output_tokens":0}})";

TEST_F(ResponseTest, WholeResponse) {
  ASSERT_OK_AND_ASSIGN(const std::string json, SystemoneResponse(call_, response_, {"d1-omni-600M"}));
  EXPECT_EQ(json, kExpected);
  EXPECT_OK(ParseJson(json));
}

TEST_F(ResponseTest, AnArrayForAnArray) {
  ASSERT_OK_AND_ASSIGN(call_, ParseSystemone(std::string("[") + kBody + "," + kBody + "]"));
  *response_.add_results() = response_.results(0);
  ASSERT_OK_AND_ASSIGN(const std::string json, SystemoneResponse(call_, response_, {"d1-omni-600M"}));
  EXPECT_EQ(json, std::string("[") + kExpected + "," + kExpected + "]");
}

TEST_F(ResponseTest, AuditForTheClientThatNeedsIt) {
  EXPECT_TRUE(WantsAudit("avrik-sdk/1.0.0 python"));
  EXPECT_FALSE(WantsAudit("typesafe-sdk/0.7.5"));
  EXPECT_FALSE(WantsAudit("x avrik-sdk/1.0.0"));
  ASSERT_OK_AND_ASSIGN(const std::string json, SystemoneResponse(call_, response_, {"m", /*audit=*/true}));
  EXPECT_THAT(json, HasSubstr(R"("output_tokens":0},"audit":{"model_hash":"m","calibration_version":"c",)"
                              R"("prompt_template_sha256":["t","t","t"],"allowed_token_set_hash":["k","k","k"],)"
                              R"("input_tokens":[35,40,50],"backend":"cpu","precision":"Q8_0"}})"));
}

TEST_F(ResponseTest, WarningsWhereSomethingWasCut) {
  auto* const cut = response_.mutable_results(0)->mutable_answers(1)->mutable_truncation();
  cut->set_state_bytes(81234);
  cut->set_option_bytes(20);
  cut->set_options(2);
  response_.mutable_results(0)->mutable_answers(2)->mutable_truncation()->set_instructions_bytes(7);
  EXPECT_THAT(
      TruncationWarnings(response_.results(0)),
      ElementsAre("questions.team: the last 81234 bytes of \"state\", 20 bytes at the ends of 2 options did not fit",
                  "questions.u: the last 7 bytes of \"instructions\" did not fit"));
  ASSERT_OK_AND_ASSIGN(const std::string json, SystemoneResponse(call_, response_, {"m"}));
  ASSERT_OK_AND_ASSIGN(const Json parsed, ParseJson(json));
  EXPECT_EQ(parsed.at("warnings").size(), 2u);
}

TEST_F(ResponseTest, NothingIsLostInSilence) {
  const auto refused = [&](const DecideResponse& response) {
    return SystemoneResponse(call_, response, {"m"}).status().code() == absl::StatusCode::kInternal;
  };
  DecideResponse changed = response_;
  changed.mutable_results(0)->mutable_answers()->RemoveLast();
  EXPECT_TRUE(refused(changed));
  changed = response_;
  changed.clear_results();
  EXPECT_TRUE(refused(changed));
  changed = response_;
  changed.mutable_results(0)->mutable_answers()->SwapElements(0, 1);
  EXPECT_TRUE(refused(changed));
  changed = response_;
  changed.mutable_results(0)->mutable_answers(0)->clear_noul();
  EXPECT_TRUE(refused(changed));
  changed = response_;
  changed.mutable_results(0)->mutable_answers(2)->mutable_score()->add_probabilities(0);
  EXPECT_TRUE(refused(changed));
  changed = response_;
  changed.mutable_results(0)->mutable_answers(0)->mutable_noul()->set_probability(
      std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(refused(changed));
  changed = response_;
  changed.mutable_results(0)->mutable_answers(1)->mutable_choice()->mutable_probabilities(0)->set_option("other");
  EXPECT_TRUE(refused(changed));
}

}  // namespace
}  // namespace ferro::router
