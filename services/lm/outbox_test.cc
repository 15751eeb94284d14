#include "services/lm/outbox.h"

#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace ferro {
namespace {

lm::v1::GenerateResponse Delta(const std::string& content, const std::string& reasoning = "", int token = -1) {
  lm::v1::GenerateResponse message;
  message.mutable_delta()->set_content(content);
  message.mutable_delta()->set_reasoning(reasoning);
  if (token >= 0) message.mutable_delta()->add_tokens(token);
  return message;
}

TEST(OutboxTest, MergesDeltasThatWait) {
  Outbox outbox;
  lm::v1::GenerateResponse message;
  EXPECT_FALSE(outbox.Take(&message));
  lm::v1::GenerateResponse started;
  started.mutable_started()->set_prompt_tokens(3);
  EXPECT_TRUE(outbox.Add(started));
  EXPECT_TRUE(outbox.Add(Delta("", "a", 1)));
  lm::v1::GenerateResponse last = Delta("b", "", 2);
  last.mutable_delta()->mutable_usage()->set_completion_tokens(2);
  EXPECT_TRUE(outbox.Add(last));
  ASSERT_TRUE(outbox.Take(&message));
  EXPECT_TRUE(message.has_started()) << "order is kept";
  ASSERT_TRUE(outbox.Take(&message));
  EXPECT_EQ(message.delta().reasoning(), "a");
  EXPECT_EQ(message.delta().content(), "b");
  EXPECT_EQ(message.delta().tokens_size(), 2);
  EXPECT_EQ(message.delta().usage().completion_tokens(), 2);
  EXPECT_FALSE(outbox.Take(&message));
}

lm::v1::GenerateResponse Call(const std::string& name, const std::string& arguments) {
  lm::v1::GenerateResponse message;
  message.mutable_delta()->add_tool_calls()->set_name(name);
  message.mutable_delta()->mutable_tool_calls(0)->set_arguments_json(arguments);
  return message;
}

TEST(OutboxTest, CallsOfToolsStayWholeAndInTheirPlace) {
  Outbox outbox;
  for (const lm::v1::GenerateResponse& each : {Delta("a"), Call("f", "{}"), Delta("b"), Delta("c"), Call("g", "{}")})
    EXPECT_TRUE(outbox.Add(each));
  lm::v1::GenerateResponse message;
  for (const auto& [content, name] : {std::pair("a", "f"), std::pair("bc", "g")}) {
    ASSERT_TRUE(outbox.Take(&message));
    EXPECT_EQ(message.delta().content(), content);
    ASSERT_EQ(message.delta().tool_calls_size(), 1);
    EXPECT_EQ(message.delta().tool_calls(0).name(), name);
  }
  EXPECT_FALSE(outbox.Take(&message));
}

TEST(OutboxTest, CallsOfToolsCount) {
  Outbox outbox(/*max_bytes=*/10);
  EXPECT_TRUE(outbox.Add(Call("f", "{}")));
  EXPECT_FALSE(outbox.Add(Call("g", R"({"a":1})")));
}

TEST(OutboxTest, KeepsTheLatestProgress) {
  Outbox outbox;
  for (int processed : {0, 8, 16}) {
    lm::v1::GenerateResponse message;
    message.mutable_progress()->set_processed_tokens(processed);
    outbox.Add(message);
  }
  lm::v1::GenerateResponse message;
  ASSERT_TRUE(outbox.Take(&message));
  EXPECT_EQ(message.progress().processed_tokens(), 16);
  EXPECT_FALSE(outbox.Take(&message));
}

TEST(OutboxTest, IsBounded) {
  Outbox outbox(/*max_bytes=*/10);
  EXPECT_TRUE(outbox.Add(Delta("12345")));
  EXPECT_TRUE(outbox.Add(Delta("1", "", 7)));
  EXPECT_FALSE(outbox.Add(Delta("x")));
  lm::v1::GenerateResponse message;
  ASSERT_TRUE(outbox.Take(&message));
  EXPECT_EQ(message.delta().content(), "123451x");
  EXPECT_TRUE(outbox.Add(Delta("1234567890"))) << "what was taken counts no more";
  outbox.Clear();
  EXPECT_FALSE(outbox.Take(&message));
}

}  // namespace
}  // namespace ferro
