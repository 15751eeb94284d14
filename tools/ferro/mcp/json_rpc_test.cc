#include "tools/ferro/mcp/json_rpc.h"

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

Message Read(absl::string_view text) {
  const absl::StatusOr<Json> json = ParseJson(text);
  EXPECT_OK(json);
  return ReadMessage(*json);
}

TEST(JsonRpcTest, TellsRequestsNotificationsAndResponsesApart) {
  const Message request = Read(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
  EXPECT_EQ(request.kind, Message::Kind::kRequest);
  EXPECT_EQ(request.id, 7);
  EXPECT_EQ(request.method, "ping");
  EXPECT_TRUE(request.params.is_object());
  EXPECT_EQ(Read(R"({"jsonrpc":"2.0","id":"a","method":"x","params":{"b":1}})").params["b"], 1);
  EXPECT_EQ(Read(R"({"jsonrpc":"2.0","method":"x"})").kind, Message::Kind::kNotification);
  EXPECT_EQ(Read(R"({"jsonrpc":"2.0","method":"x","params":[1]})").kind, Message::Kind::kNotification);
  EXPECT_EQ(Read(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind, Message::Kind::kResponse);
  EXPECT_EQ(Read(R"({"jsonrpc":"2.0","id":1,"error":{}})").kind, Message::Kind::kResponse);
}

struct Bad {
  const char* text;
  Json id;
  int code;
  const char* message;
};

TEST(JsonRpcTest, SaysWhatIsWrong) {
  const Bad bad[] = {
      {"[]", nullptr, kInvalidRequest, "a message must be a JSON object"},
      {"17", nullptr, kInvalidRequest, "a message must be a JSON object"},
      {R"({"jsonrpc":"2.0","id":null,"method":"x"})", nullptr, kInvalidRequest,
       "\"id\" must be a string or an integer"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"x"})", nullptr, kInvalidRequest, "\"id\" must be a string or an integer"},
      {R"({"jsonrpc":"2.0","id":{},"method":"x"})", nullptr, kInvalidRequest, "\"id\" must be a string or an integer"},
      {R"({"id":1,"method":"x"})", 1, kInvalidRequest, "\"jsonrpc\" must be \"2.0\""},
      {R"({"jsonrpc":2.0,"id":1,"method":"x"})", 1, kInvalidRequest, "\"jsonrpc\" must be \"2.0\""},
      {R"({"jsonrpc":"2.0","id":"q"})", "q", kInvalidRequest, "\"method\" must be provided"},
      {R"({"jsonrpc":"2.0","id":1,"method":3})", 1, kInvalidRequest, "\"method\" must be a string"},
      {R"({"jsonrpc":"2.0","id":1,"method":"x","params":[1]})", 1, kInvalidParams, "\"params\" must be an object"},
  };
  for (const Bad& each : bad) {
    const Message message = Read(each.text);
    EXPECT_EQ(message.kind, Message::Kind::kInvalid) << each.text;
    EXPECT_EQ(message.id, each.id) << each.text;
    EXPECT_EQ(message.error.code, each.code) << each.text;
    EXPECT_EQ(message.error.message, each.message) << each.text;
  }
}

TEST(JsonRpcTest, WritesResponses) {
  EXPECT_EQ(ResultText("a\nb", {{"x", 1}}), R"({"jsonrpc":"2.0","id":"a\nb","result":{"x":1}})");
  EXPECT_EQ(ErrorText(nullptr, {kParseError, "no", nullptr}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}})");
  EXPECT_EQ(ErrorText(2, {-32022, "v", {{"requested", "1"}}}),
            R"({"jsonrpc":"2.0","id":2,"error":{"code":-32022,"message":"v","data":{"requested":"1"}}})");
}

}  // namespace
}  // namespace ferro::mcp
