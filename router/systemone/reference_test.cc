// Every recorded request to a llama.cpp server that this layer decides: status and message. Those of other layers
// (transport, keys, other routes, other models) are left out by their members.
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/escaping.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "router/systemone/request.h"

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

// Nesting beyond the cap, which the server had not.
bool IsBeyondCap(const std::string& name) {
  for (const char* deep : {"depth 500", "depth 1000", "depth 2000", "object depth 2000", "depth 2000 in criteria",
                           "depth 2000 in ignored field"}) {
    if (name == deep) return true;
  }
  return false;
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
  std::ifstream file("tests/data/d1_http.json");
  std::stringstream text;
  text << file.rdbuf();
  ASSERT_OK_AND_ASSIGN(const Json recorded, ParseJson(text.str()));
  int compared = 0, messages = 0;
  for (const Json& request : recorded.at("cases")) {
    if (!IsForThisLayer(request)) continue;
    const std::string name = request.at("name").get<std::string>();
    const absl::Status status = ParseSystemone(BodyOf(request)).status();
    ++compared;
    if (IsBeyondCap(name)) {
      EXPECT_EQ(status.message(), "JSON nested deeper than 133 levels") << name;
      continue;
    }
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

}  // namespace
}  // namespace ferro::router
