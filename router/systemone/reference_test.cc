// What a llama.cpp server answered: status and message of good and bad requests, and the bytes of responses. Requests
// that other layers decide (transport, keys, other routes, other models) are left out by their members.
#include <string>

#include "absl/strings/escaping.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "ferro/decide/v1/decide.pb.h"
#include "router/systemone/request.h"
#include "router/systemone/response.h"

namespace ferro::router {
namespace {

std::string BodyOf(const Json& request) {
  if (request.contains("body")) return request.at("body").get<std::string>();
  std::string body;
  if (request.contains("body_base64")) {
    EXPECT_TRUE(absl::Base64Unescape(request.at("body_base64").get<std::string>(), &body));
  }
  for (const Json& part : request.value("body_parts", Json::array())) {
    for (int n = part.at(1).get<int>(); n > 0; --n) body += part.at(0).get<std::string>();
  }
  return body;
}

bool IsForThisLayer(const Json& request) {
  return !request.contains("server") && !request.contains("headers") && !request.contains("method") &&
         !request.contains("path") && !request.contains("empty_response");
}

int HttpStatus(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return 200;
    case absl::StatusCode::kInvalidArgument:
      return 400;
    case absl::StatusCode::kUnimplemented:
      return 501;
    default:
      return 500;
  }
}

TEST(ReferenceTest, SameStatusAndMessage) {
  ASSERT_OK_AND_ASSIGN(const Json recorded, ParseJson(ReadFile("tests/data/d1_http.json")));
  int compared = 0, messages = 0;
  for (const Json& request : recorded.at("cases")) {
    if (!IsForThisLayer(request)) continue;
    const std::string name = request.at("name").get<std::string>();
    const absl::Status status = ParseSystemone(BodyOf(request)).status();
    ++compared;
    if (request.contains("ferro")) {
      EXPECT_EQ(HttpStatus(status), request.at("ferro").at("status").get<int>()) << name;
      continue;
    }
    EXPECT_EQ(HttpStatus(status), request.at("status").get<int>()) << name << ": " << status;
    if (status.ok() || request.contains("message_is_parser_text")) continue;
    EXPECT_EQ(status.message(), request.at("error").at("message").get<std::string>()) << name;
    ++messages;
  }
  EXPECT_EQ(compared, 215);
  EXPECT_EQ(messages, 123);
}

// The numbers of a recorded response, as the service would give them.
decide::v1::DecideResponse ResponseOf(const Json& recorded) {
  decide::v1::DecideResponse response;
  decide::v1::DecideResult* const result = response.add_results();
  for (const auto& [id, json] : recorded.at("answers").items()) {
    decide::v1::Answer* const answer = result->add_answers();
    answer->set_id(id);
    const std::string type = json.at("type").get<std::string>();
    if (type == "noul") {
      answer->mutable_noul()->set_probability(json.at("noul").get<double>());
    } else if (type == "choice") {
      answer->mutable_choice()->set_choice(json.at("choice").get<std::string>());
      answer->mutable_choice()->set_confidence(json.at("confidence").get<double>());
      for (const auto& [key, p] : json.at("probabilities").items()) {
        auto* const option = answer->mutable_choice()->add_probabilities();
        option->set_option(key);
        option->set_probability(p.get<double>());
      }
    } else {
      answer->mutable_score()->set_score(json.at("score").get<double>());
      answer->mutable_score()->set_confidence(json.at("confidence").get<double>());
      for (const Json& p : json.at("probabilities")) answer->mutable_score()->add_probabilities(p.get<double>());
    }
  }
  result->mutable_answers(0)->set_input_tokens(recorded.at("usage").at("input_tokens").get<int>());
  return response;
}

TEST(ReferenceTest, SameBytesOfResponses) {
  ASSERT_OK_AND_ASSIGN(const Json recorded, ParseJson(ReadFile("tests/data/d1_generated.json")));
  int compared = 0;
  for (const Json& request : recorded.at("requests")) {
    ASSERT_OK_AND_ASSIGN(const SystemoneCall call, ParseSystemone(BodyOf(request)));
    if (!request.contains("response")) continue;
    const std::string text = request.at("response").get<std::string>();
    ASSERT_OK_AND_ASSIGN(const Json json, ParseJson(text));
    ASSERT_OK_AND_ASSIGN(const std::string written,
                         SystemoneResponse(call, ResponseOf(json), {json.at("model").get<std::string>()}));
    EXPECT_EQ(written, text);
    ++compared;
  }
  EXPECT_GT(compared, 70);
}

}  // namespace
}  // namespace ferro::router
