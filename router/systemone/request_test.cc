#include "router/systemone/request.h"

#include <cstddef>
#include <random>
#include <string>

#include "base/status_testing.h"

namespace ferro::router {
namespace {

using decide::v1::DecideItem;
using decide::v1::Question;
using testing::HasSubstr;

constexpr char kNoul[] = R"({"type":"noul","instructions":"?"})";

std::string WithQuestion(const std::string& question, const std::string& state = R"("s")") {
  return R"({"state":)" + state + R"(,"questions":{"q":)" + question + "}}";
}

std::string Message(absl::string_view body) { return std::string(ParseSystemone(body).status().message()); }

absl::StatusCode Code(absl::string_view body) { return ParseSystemone(body).status().code(); }

TEST(RequestTest, EveryTypeOfQuestion) {
  ASSERT_OK_AND_ASSIGN(const SystemoneCall call, ParseSystemone(R"({
      "state": {"b": 1.50, "a": [1e2, "é", null]}, "model": ["ignored"],
      "questions": {
        "refund": {"type": "noul", "instructions": "Refund?", "criteria": {"maybe": 1, "no": "", "true": null}},
        "team": {"type": "choice", "instructions": {"ask": "Team?"}, "criteria": {"z": "last", "a": null, "m": {"k": 0}}},
        "urgency": {"type": "score", "instructions": "", "criteria": [null, "now", 3, [1]]}}})"));
  EXPECT_FALSE(call.is_array);
  ASSERT_EQ(call.request.items_size(), 1);
  const DecideItem& item = call.request.items(0);
  EXPECT_EQ(item.state_json(), R"({"b":1.5,"a":[100.0,"é",null]})");
  ASSERT_EQ(item.questions_size(), 3);

  const Question& refund = item.questions(0);
  EXPECT_EQ(refund.id(), "refund");
  EXPECT_EQ(refund.instructions_json(), R"("Refund?")");
  ASSERT_EQ(refund.noul().criteria_size(), 2);
  EXPECT_EQ(refund.noul().criteria(0).key(), "no");
  EXPECT_EQ(refund.noul().criteria(0).description_json(), R"("")");
  EXPECT_EQ(refund.noul().criteria(1).key(), "true");
  EXPECT_EQ(refund.noul().criteria(1).description_json(), "");

  const Question& team = item.questions(1);
  EXPECT_EQ(team.instructions_json(), R"({"ask":"Team?"})");
  ASSERT_EQ(team.choice().options_size(), 3);
  EXPECT_EQ(team.choice().options(0).key(), "z");
  EXPECT_EQ(team.choice().options(0).description_json(), R"("last")");
  EXPECT_EQ(team.choice().options(1).description_json(), "");
  EXPECT_EQ(team.choice().options(2).description_json(), R"({"k":0})");

  EXPECT_THAT(item.questions(2).score().levels_json(), testing::ElementsAre("null", R"("now")", "3", "[1]"));
}

TEST(RequestTest, NumbersKeepWhatThePromptAndTheLegendNeed) {
  ASSERT_OK_AND_ASSIGN(
      const SystemoneCall call,
      ParseSystemone(
          WithQuestion(kNoul, "[18446744073709551615,18446744073709551616,-0,-0.0,1e-400,1e23,-9223372036854775808]")));
  EXPECT_EQ(call.request.items(0).state_json(),
            "[18446744073709551615,1.8446744073709552e+19,0,-0.0,0.0,9.999999999999999e+22,-9223372036854775808]");
}

TEST(RequestTest, TheLastOfEqualKeysWinsInTheFirstPlace) {
  ASSERT_OK_AND_ASSIGN(const SystemoneCall call, ParseSystemone(R"({"state":"A","state":"B","questions":{
      "q":{"type":"noul","instructions":"first"},
      "q":{"type":"choice","instructions":"second","criteria":{"a":"1","b":"2","a":"3"}}}})"));
  const DecideItem& item = call.request.items(0);
  EXPECT_EQ(item.state_json(), R"("B")");
  ASSERT_EQ(item.questions_size(), 1);
  const auto& options = item.questions(0).choice().options();
  ASSERT_EQ(options.size(), 2);
  EXPECT_EQ(options[0].key() + options[0].description_json(), R"(a"3")");
  EXPECT_EQ(options[1].key() + options[1].description_json(), R"(b"2")");
}

TEST(RequestTest, Arrays) {
  const std::string one = WithQuestion(kNoul);
  ASSERT_OK_AND_ASSIGN(const SystemoneCall call, ParseSystemone("[" + one + "," + one + "]"));
  EXPECT_TRUE(call.is_array);
  EXPECT_EQ(call.request.items_size(), 2);
  EXPECT_EQ(Message("[]"), "the array of requests must not be empty");
  EXPECT_EQ(Message("[1]"), "requests[0]: \"state\" must be provided");
  EXPECT_EQ(Message("[" + one + R"(,{"state":1,"questions":{"q":{"type":"x","instructions":1}}}])"),
            "requests[1]: questions.q: \"type\" must be one of: choice, score, noul");
  EXPECT_EQ(Message("[" + one + ",[" + one + "]]"), "requests[1]: \"state\" must be provided");
}

TEST(RequestTest, Caps) {
  const auto questions = [](int count) {
    std::string body = R"({"state":null,"questions":{)";
    for (int i = 0; i < count; ++i) body += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":" + kNoul;
    return body + "}}";
  };
  EXPECT_OK(ParseSystemone(questions(kMaxSystemoneQuestions)));
  EXPECT_THAT(Message(questions(kMaxSystemoneQuestions + 1)), HasSubstr("at most 4096"));
  EXPECT_THAT(Message("[" + questions(4000) + "," + questions(97) + "]"), HasSubstr("requests[1]: too many questions"));

  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_OK(ParseSystemone(WithQuestion(kNoul, nested(kMaxSystemoneDepth - 1))));
  EXPECT_EQ(Message(WithQuestion(kNoul, nested(kMaxSystemoneDepth))), "JSON nested deeper than 2053 levels");
  EXPECT_EQ(Code(std::string(5000000, '[')), absl::StatusCode::kInvalidArgument);
  const std::string deep = R"({"type":"choice","instructions":"?","criteria":{"a":)" + nested(2048) + "}}";
  EXPECT_OK(ParseSystemone("[" + WithQuestion(deep) + "]"));
}

TEST(RequestTest, IdsOfAnySize) {
  const std::string id(10000, 'i');
  ASSERT_OK_AND_ASSIGN(
      const SystemoneCall call,
      ParseSystemone(R"({"state":null,"questions":{"":)" + std::string(kNoul) + ",\"" + id + "\":" + kNoul + "}}"));
  EXPECT_EQ(call.request.items(0).questions(0).id(), "");
  EXPECT_EQ(call.request.items(0).questions(1).id(), id);
}

TEST(RequestTest, LargeBodies) {
  std::string state = "\"";
  for (int i = 0; i < 300000; ++i) state += "<|";
  EXPECT_OK(ParseSystemone(WithQuestion(kNoul, state + "\"")));
  std::string members = "{";
  for (int i = 0; i < 100000; ++i) members += "\"k" + std::to_string(i) + "\":[],";
  EXPECT_OK(ParseSystemone(WithQuestion(kNoul, members + "\"z\":0}")));
  EXPECT_THAT(Message(WithQuestion(R"({"type":"choice","instructions":"?","criteria":)" + members + "\"z\":0}}")),
              HasSubstr("too many options (100001)"));
}

// Whatever a client sends, the result is a call that can be carried or an error that can be shown.
TEST(RequestTest, DamagedBodies) {
  const std::string sound =
      R"([{"state":{"a":[1,-2.5e3,"\u00e9\ud83d\ude00"]},"questions":{"n":{"type":"noul","instructions":"?",
      "criteria":{"yes":"y"}},"c":{"type":"choice","instructions":[],"criteria":{"a":null,"b":{"x":"<|mask|>"}}},
      "s":{"type":"score","instructions":"?","criteria":["l",null,0]}},"files":[],"videos":{}}])";
  ASSERT_OK(ParseSystemone(sound));
  std::mt19937 random(4);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string body = sound;
    for (int n = 1 + random() % 3; n > 0; --n) {
      const size_t at = random() % body.size();
      switch (random() % 4) {
        case 0:
          body[at] = static_cast<char>(random());
          break;
        case 1:
          body.erase(at, 1 + random() % 9);
          break;
        case 2:
          body.insert(at, body.substr(random() % body.size(), random() % 30));
          break;
        default:
          body[at] = "{}[]\",:0\\n\xff"[random() % 12];
      }
      if (body.empty()) break;
    }
    const auto call = ParseSystemone(body);
    if (call.ok()) {
      ++accepted;
      std::string wire;
      EXPECT_TRUE(call->request.SerializeToString(&wire));
      EXPECT_GT(call->request.items_size(), 0);
      for (const DecideItem& item : call->request.items()) {
        EXPECT_GT(item.questions_size(), 0);
        for (const Question& question : item.questions())
          EXPECT_NE(question.question_case(), Question::QUESTION_NOT_SET);
      }
    } else {
      EXPECT_TRUE(call.status().code() == absl::StatusCode::kInvalidArgument ||
                  call.status().code() == absl::StatusCode::kUnimplemented);
      EXPECT_FALSE(call.status().message().empty());
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace ferro::router
