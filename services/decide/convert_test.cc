#include "services/decide/convert.h"

#include <string>

#include "base/error_detail.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using decide::v1::Answer;
using decide::v1::DecideRequest;
using decide::v1::DecideResponse;
using decide::v1::Question;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Question* AddQuestion(DecideRequest& request, const std::string& id) {
  if (request.items_size() == 0) request.add_items()->set_state_json("\"s\"");
  Question* question = request.mutable_items(0)->add_questions();
  question->set_id(id);
  question->set_instructions_json("\"?\"");
  return question;
}

// One question of each type.
DecideRequest OneOfEach() {
  DecideRequest request;
  Question* team = AddQuestion(request, "team");
  decide::v1::Criterion* option = team->mutable_choice()->add_options();
  option->set_key("billing");
  option->set_description_json("{\"z\":1,\"a\":2.50}");
  team->mutable_choice()->add_options()->set_key("technical");
  Question* urgency = AddQuestion(request, "urgency");
  for (const char* level : {"\"low\"", "null", "3"}) urgency->mutable_score()->add_levels_json(level);
  Question* refund = AddQuestion(request, "refund");
  refund->set_instructions_json("[1, \"x\"]");
  option = refund->mutable_noul()->add_criteria();
  option->set_key("yes");
  option->set_description_json("\"asked\"");
  return request;
}

TEST(DecideConvertTest, Questions) {
  DecideRequest from = OneOfEach();
  from.mutable_items(0)->set_state_json("{\"b\": 1, \"a\": [null]}");
  from.set_dump_prompts(true);
  ASSERT_OK_AND_ASSIGN(const DecisionRequest to, FromProto(from));
  EXPECT_TRUE(to.keep_prompts);
  ASSERT_EQ(to.items.size(), 1u);
  EXPECT_EQ(DumpJson(to.items[0].state), "{\"b\":1,\"a\":[null]}");
  ASSERT_EQ(to.items[0].questions.size(), 3u);

  const AskedQuestion& team = to.items[0].questions[0];
  EXPECT_EQ(team.id, "team");
  EXPECT_EQ(team.question.type, DecisionType::kChoice);
  EXPECT_EQ(team.question.instructions, "?");
  ASSERT_EQ(team.question.criteria.size(), 2u);
  EXPECT_EQ(team.question.criteria[0].key, "billing");
  EXPECT_EQ(DumpJson(team.question.criteria[0].description), "{\"z\":1,\"a\":2.5}");
  EXPECT_TRUE(team.question.criteria[1].description.is_null());

  const DecisionQuestion& urgency = to.items[0].questions[1].question;
  EXPECT_EQ(urgency.type, DecisionType::kScore);
  ASSERT_EQ(urgency.criteria.size(), 3u);
  EXPECT_EQ(urgency.criteria[0].description, "low");
  EXPECT_TRUE(urgency.criteria[1].description.is_null());
  EXPECT_EQ(urgency.criteria[2].description, 3);

  const DecisionQuestion& refund = to.items[0].questions[2].question;
  EXPECT_EQ(refund.type, DecisionType::kNoul);
  EXPECT_TRUE(refund.instructions.is_array());
  ASSERT_EQ(refund.criteria.size(), 1u);
  EXPECT_EQ(refund.criteria[0].key, "yes");
}

absl::Status ErrorOf(const DecideRequest& request) { return FromProto(request).status(); }

TEST(DecideConvertTest, ErrorsNameFieldAndQuestion) {
  DecideRequest request = OneOfEach();
  request.mutable_items(0)->mutable_questions(1)->mutable_score()->set_levels_json(2, "{");
  absl::Status status = ErrorOf(request);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DetailOf(status).param, "items[0].questions[1].score.levels_json[2]");
  EXPECT_THAT(std::string(status.message()), testing::StartsWith("questions.urgency: "));

  request = OneOfEach();
  request.mutable_items(0)->mutable_questions(0)->mutable_choice()->mutable_options(1)->set_key("billing");
  status = ErrorOf(request);
  EXPECT_EQ(DetailOf(status).param, "items[0].questions[0].choice.options");
  EXPECT_EQ(status.message(), "questions.team: two options \"billing\"");

  request = OneOfEach();
  request.mutable_items(0)->mutable_questions(2)->clear_question();
  EXPECT_EQ(ErrorOf(request).message(), "questions.refund: \"type\" must be one of: choice, score, noul");

  request = OneOfEach();
  *request.add_items() = request.items(0);
  request.mutable_items(1)->set_state_json("");
  status = ErrorOf(request);
  EXPECT_EQ(DetailOf(status).param, "items[1].state_json");
  EXPECT_THAT(std::string(status.message()), testing::StartsWith("requests[1]: state: "));

  request = OneOfEach();
  std::string deep(kMaxDecisionJsonDepth + 1, '[');
  deep.append(kMaxDecisionJsonDepth + 1, ']');
  request.mutable_items(0)->set_state_json(deep);
  EXPECT_EQ(ErrorOf(request).code(), absl::StatusCode::kInvalidArgument);

  request = OneOfEach();
  request.mutable_items(0)->add_media();
  EXPECT_EQ(ErrorOf(request).code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(ErrorOf(request).message()), HasSubstr("`--mmproj`"));
}

TEST(DecideConvertTest, Answers) {
  DecisionReply reply;
  std::vector<AnsweredQuestion>& answers = reply.items.emplace_back();
  answers.push_back({{DecisionType::kChoice, {0.25, 0.75}, 1, 0.75, 0.5}, 40, {}, std::nullopt});
  answers.push_back({{DecisionType::kScore, {0.5, 0.25, 0.25}, 0, 0.75, 0.125}, 50, {}, std::nullopt});
  answers.push_back({{DecisionType::kNoul, {0.125, 0.875}, 1, 0.875, 0}, 60, {}, std::nullopt});
  answers[1].truncation.state_bytes = 7;
  answers[1].truncation.question_bytes = 6;
  answers[1].truncation.option_bytes = 5;
  answers[1].truncation.options = 4;
  answers[2].prompt.emplace();
  answers[2].prompt->tokens = {1, 21, 105};
  answers[2].prompt->markers = {2};
  reply.provenance = {"model", "calibration", "template", "tokens", "backend", "int8"};
  reply.timings = {1, 2, 3};

  const DecideResponse response = ToProto(OneOfEach(), reply, [](const DecisionPrompt&) { return "the text"; });
  ASSERT_EQ(response.results_size(), 1);
  ASSERT_EQ(response.results(0).answers_size(), 3);
  const Answer& team = response.results(0).answers(0);
  EXPECT_EQ(team.id(), "team");
  EXPECT_EQ(team.choice().choice(), "technical");
  ASSERT_EQ(team.choice().probabilities_size(), 2);
  EXPECT_EQ(team.choice().probabilities(0).option(), "billing");
  EXPECT_EQ(team.choice().probabilities(0).probability(), 0.25);
  EXPECT_EQ(team.choice().confidence(), 0.5);
  EXPECT_EQ(team.input_tokens(), 40);
  EXPECT_FALSE(team.has_truncation());
  EXPECT_FALSE(team.has_prompt());

  const Answer& urgency = response.results(0).answers(1);
  EXPECT_EQ(urgency.score().score(), 0.75);
  EXPECT_THAT(urgency.score().probabilities(), ElementsAre(0.5, 0.25, 0.25));
  EXPECT_EQ(urgency.score().confidence(), 0.125);
  EXPECT_EQ(urgency.truncation().state_bytes(), 7);
  EXPECT_EQ(urgency.truncation().instructions_bytes(), 6);
  EXPECT_EQ(urgency.truncation().option_bytes(), 5);
  EXPECT_EQ(urgency.truncation().options(), 4);

  const Answer& refund = response.results(0).answers(2);
  EXPECT_EQ(refund.noul().probability(), 0.875);
  EXPECT_EQ(refund.prompt().text(), "the text");
  EXPECT_THAT(refund.prompt().tokens(), ElementsAre(1, 21, 105));
  EXPECT_THAT(refund.prompt().markers(), ElementsAre(2));

  EXPECT_EQ(response.provenance().model_hash(), "model");
  EXPECT_EQ(response.provenance().calibration_version(), "calibration");
  EXPECT_EQ(response.provenance().prompt_template_sha256(), "template");
  EXPECT_EQ(response.provenance().token_set_hash(), "tokens");
  EXPECT_EQ(response.provenance().backend(), "backend");
  EXPECT_EQ(response.provenance().precision(), "int8");
  EXPECT_EQ(response.timings().queue_ms(), 1);
  EXPECT_EQ(response.timings().prompt_ms(), 2);
  EXPECT_EQ(response.timings().compute_ms(), 3);
}

TEST(DecideConvertTest, Facts) {
  DecisionModelInfo info;
  info.id = "d1";
  info.file.file = "d1.gguf";
  info.context = 16384;
  info.device = "cpu avx2";
  EXPECT_EQ(ToProto(info).id(), "d1");
  EXPECT_EQ(ToProto(info).file(), "d1.gguf");
  EXPECT_EQ(ToProto(info).context(), 16384);
  EXPECT_EQ(ToProto(info).device(), "cpu avx2");
  EXPECT_EQ(ToProto(DecisionMemory{1, 2}).total_bytes(), 3);
}

}  // namespace
}  // namespace ferro
