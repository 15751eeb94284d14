// Chat and completions through the whole gateway, against a scripted service.
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "router/fake_lm.h"
#include "router/gateway_testing.h"

namespace ferro::router {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kChatBody[] = R"({"messages":[{"role":"user","content":"Hi"}])";

std::string ChatStream(const std::string& more = "") { return absl::StrCat(kChatBody, R"(,"stream":true)", more, "}"); }

class GenerationTest : public testing::Test {
 protected:
  GenerationTest() : gateway_(Flags()) {}

  GatewayFlags Flags() {
    GatewayFlags flags;
    flags.lm_target = lm_.target();
    flags.limits.linger_timeout = absl::Milliseconds(200);
    flags.limits.write_timeout = absl::Seconds(1);
    return flags;
  }
  std::string Ask(const std::string& path, const std::string& body, const std::string& headers = "") {
    RawClient client(gateway_.port());
    client.Send(Post(path, body, headers + "Connection: close\r\n"));
    return client.ReadAll();
  }
  // A stream with chunk framing removed; every event must be one chunk or share one, never be split.
  static std::string Events(const std::string& response) {
    std::string body = BodyOf(response);
    std::string events;
    while (!body.empty()) {
      const size_t size = std::stoul(body, nullptr, 16);
      const size_t start = body.find("\r\n") + 2;
      if (size == 0) {
        EXPECT_EQ(body, "0\r\n\r\n");
        break;
      }
      const std::string chunk = body.substr(start, size);
      EXPECT_EQ(chunk.substr(chunk.size() - 2), "\n\n") << "an event is split over chunks";
      events += chunk;
      body.erase(0, start + size + 2);
    }
    return events;
  }

  FakeLm lm_;
  TestGateway gateway_;
};

TEST_F(GenerationTest, WholeChatAnswer) {
  const std::string response = Ask("/v1/chat/completions", absl::StrCat(kChatBody, R"(,"return_tokens":true})"));
  ASSERT_EQ(StatusOf(response), 200) << response;
  const Json body = *ParseJson(BodyOf(response));
  EXPECT_EQ(body["object"], "chat.completion");
  EXPECT_EQ(body["id"].get<std::string>().size(), 9u + 32u);
  EXPECT_EQ(body["model"], "fake");
  EXPECT_EQ(body["system_fingerprint"], "ferro-fake");
  EXPECT_EQ(
      DumpJson(body["choices"]),
      R"([{"index":0,"message":{"role":"assistant","content":"Hello","refusal":null},"logprobs":null,"finish_reason":"stop","tokens":[3,2]}])");
  EXPECT_EQ(
      DumpJson(body["usage"]),
      R"({"prompt_tokens":10,"completion_tokens":3,"total_tokens":13,"prompt_tokens_details":{"cached_tokens":4},)"
      R"("completion_tokens_details":{"reasoning_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}})");
  EXPECT_EQ(body["timings"]["seed"], 42);
}

TEST_F(GenerationTest, StreamHasExactlyTheseEvents) {
  const std::string response = Ask("/v1/chat/completions", ChatStream());
  EXPECT_THAT(response, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(response, HasSubstr("X-Accel-Buffering: no\r\n"));
  EXPECT_THAT(response, Not(HasSubstr("Content-Length")));
  std::string events = Events(response);
  const size_t head_start = events.find("{\"id\"");
  const std::string head = events.substr(head_start, events.find("\"choices\"") - head_start);
  const auto event = [&](const std::string& rest) {
    return absl::StrCat("data: ", head, "\"choices\":[", rest, "\n\n");
  };
  const size_t timings = events.find(",\"timings\":");
  ASSERT_NE(timings, std::string::npos);
  events.erase(timings, events.find("}\n\n", timings) - timings);
  EXPECT_EQ(
      events,
      absl::StrCat(
          event(R"({"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]})"),
          event(R"({"index":0,"delta":{"content":"Hel"},"logprobs":null,"finish_reason":null}]})"),
          event(R"({"index":0,"delta":{"content":"lo"},"logprobs":null,"finish_reason":null}]})"),
          event(R"({"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]})"), "data: [DONE]\n\n"));
}

// A call of a tool between two texts.
grpc::Status CallATool(FakeLm::Writer& writer) {
  FakeLm::SendStarted(writer);
  FakeLm::SendText(writer, "before");
  ferro::lm::v1::GenerateResponse event;
  ferro::lm::v1::ToolCall* call = event.mutable_delta()->add_tool_calls();
  call->set_name("f");
  call->set_arguments_json("{}");
  writer.Write(event);
  FakeLm::SendText(writer, "after");
  event.mutable_finished()->set_reason(ferro::lm::v1::FINISH_REASON_TOOL_CALLS);
  writer.Write(event);
  return grpc::Status::OK;
}

TEST_F(GenerationTest, CallsOfToolsAreInTheWholeAnswer) {
  lm_.SetScript([](auto&, auto&, FakeLm::Writer& writer) { return CallATool(writer); });
  const Json body = *ParseJson(BodyOf(Ask("/v1/chat/completions", absl::StrCat(kChatBody, "}"))));
  const Json& choice = body["choices"][0];
  EXPECT_EQ(choice["finish_reason"], "tool_calls");
  EXPECT_EQ(choice["message"]["content"], "beforeafter");
  ASSERT_EQ(choice["message"]["tool_calls"].size(), 1u);
  EXPECT_EQ(choice["message"]["tool_calls"][0]["function"]["name"], "f");
}

TEST_F(GenerationTest, AStreamHasNoContentAfterACallOfATool) {
  lm_.SetScript([](auto&, auto&, FakeLm::Writer& writer) { return CallATool(writer); });
  const std::string events = Events(Ask("/v1/chat/completions", ChatStream()));
  EXPECT_THAT(events, HasSubstr("before"));
  EXPECT_THAT(events, Not(HasSubstr(R"("content":"after")")));
  EXPECT_LT(events.find("before"), events.find("\"tool_calls\":[{\"index\":0,\"id\":\"call_"));
  EXPECT_THAT(events, HasSubstr(R"("delta":{},"logprobs":null,"finish_reason":"tool_calls")"));
  EXPECT_THAT(events, HasSubstr(R"("warnings":["The text after calls of tools was left out)"));
}

TEST_F(GenerationTest, RequestsWithFunctionsGetAFunctionCall) {
  lm_.SetScript([](auto&, const ferro::lm::v1::GenerateRequest& request, FakeLm::Writer& writer) {
    EXPECT_TRUE(request.has_parallel_tool_calls() && !request.parallel_tool_calls());
    EXPECT_THAT(request.chat().tools_json(), HasSubstr("\"f\""));
    return CallATool(writer);
  });
  const std::string functions = R"(,"functions":[{"name":"f"}])";
  const Json body = *ParseJson(BodyOf(Ask("/v1/chat/completions", absl::StrCat(kChatBody, functions, "}"))));
  const Json& choice = body["choices"][0];
  EXPECT_EQ(choice["finish_reason"], "function_call");
  EXPECT_EQ(DumpJson(choice["message"]["function_call"]), R"({"name":"f","arguments":"{}"})");
  EXPECT_FALSE(choice["message"].contains("tool_calls"));
  const std::string events = Events(Ask("/v1/chat/completions", ChatStream(functions)));
  EXPECT_THAT(events, HasSubstr(R"("delta":{"function_call":{"name":"f","arguments":""}})"));
  EXPECT_THAT(events, HasSubstr(R"("delta":{"function_call":{"arguments":"{}"}})"));
  EXPECT_THAT(events, HasSubstr(R"("delta":{},"logprobs":null,"finish_reason":"function_call")"));
  EXPECT_THAT(events, Not(HasSubstr("tool_calls")));
}

TEST_F(GenerationTest, IncludeUsageAddsOneChunkWithoutChoices) {
  const std::string events =
      Events(Ask("/v1/chat/completions", ChatStream(R"(,"stream_options":{"include_usage":true})")));
  EXPECT_THAT(events, HasSubstr("\"choices\":[],\"usage\":{\"prompt_tokens\":10"));
  size_t nulls = 0;
  for (size_t at = 0; (at = events.find("\"usage\":null", at)) != std::string::npos; ++at) ++nulls;
  EXPECT_EQ(nulls, 4u);
  EXPECT_EQ(events.find("\"timings\""), events.rfind("\"timings\""));
}

TEST_F(GenerationTest, ConnectionGoesOnAfterAStream) {
  RawClient client(gateway_.port());
  client.Send(Post("/v1/chat/completions", ChatStream()) + Get("/livez"));
  EXPECT_THAT(client.ReadResponse(), HasSubstr("data: [DONE]"));
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
}

TEST_F(GenerationTest, Http10StreamEndsByClosing) {
  RawClient client(gateway_.port());
  const std::string body = ChatStream();
  client.Send(absl::StrCat("POST /v1/chat/completions HTTP/1.0\r\nContent-Length: ", body.size(), "\r\n\r\n", body));
  const std::string response = client.ReadAll();
  EXPECT_THAT(response, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_EQ(response.substr(response.size() - 14), "data: [DONE]\n\n");
}

TEST_F(GenerationTest, SeveralPromptsAreSeveralChoices) {
  const Json body = *ParseJson(BodyOf(Ask("/v1/completions", R"({"prompt":["a",[1,2]],"return_tokens":true})")));
  ASSERT_EQ(body["choices"].size(), 2u);
  EXPECT_EQ(DumpJson(body["choices"][1]),
            R"({"text":"Hello","index":1,"logprobs":null,"finish_reason":"stop","tokens":[3,2]})");
  EXPECT_EQ(body["usage"]["prompt_tokens"], 20);
  EXPECT_EQ(lm_.calls, 2);
}

TEST_F(GenerationTest, FailureBeforeTheFirstEventKeepsItsStatus) {
  lm_.SetScript([](auto&, auto&, FakeLm::Writer& writer) {
    FakeLm::SendStarted(writer);
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "no such token");
  });
  const std::string response = Ask("/v1/chat/completions", ChatStream());
  EXPECT_EQ(StatusOf(response), 400);
  EXPECT_THAT(response, HasSubstr("no such token"));
}

TEST_F(GenerationTest, FailureInAStreamIsAnEventWithoutDone) {
  lm_.SetScript([](auto&, auto&, FakeLm::Writer& writer) {
    FakeLm::SendStarted(writer);
    FakeLm::SendText(writer, "Hel");
    return grpc::Status(grpc::StatusCode::INTERNAL, "device lost");
  });
  const std::string events = Events(Ask("/v1/chat/completions", ChatStream()));
  EXPECT_THAT(events, HasSubstr(R"(data: {"error":{"message":"device lost","type":"server_error","param":null,)"
                                R"("code":"internal_error"}})"));
  EXPECT_THAT(events, Not(HasSubstr("[DONE]")));
}

TEST_F(GenerationTest, ServiceThatDiesIsABackendError) {
  lm_.SetScript([](grpc::ServerContext& context, auto&, FakeLm::Writer& writer) {
    FakeLm::SendStarted(writer);
    FakeLm::SendText(writer, "Hel");
    while (!context.IsCancelled()) absl::SleepFor(absl::Milliseconds(5));
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "gone");
  });
  RawClient client(gateway_.port());
  client.Send(Post("/v1/chat/completions", ChatStream()));
  client.ReadUntil("Hel");
  lm_.Kill();
  EXPECT_THAT(client.ReadUntil("0\r\n\r\n"), HasSubstr("\"code\":\"backend_error\""));
  EXPECT_TRUE(Eventually([&] { return StatusOf(Ask("/v1/chat/completions", ChatStream())) == 503; }));
}

// Generates until its client has left.
grpc::Status Endless(grpc::ServerContext& context, const ferro::lm::v1::GenerateRequest&, FakeLm::Writer& writer) {
  FakeLm::SendStarted(writer);
  while (!context.IsCancelled() && FakeLm::SendText(writer, "word ")) absl::SleepFor(absl::Milliseconds(2));
  return grpc::Status::CANCELLED;
}

TEST_F(GenerationTest, LeavingCancelsTheServiceCall) {
  lm_.SetScript(Endless);
  int left = 0;
  for (const bool stream : {true, false}) {
    for (void (RawClient::*leave)() : {&RawClient::Close, &RawClient::Reset, &RawClient::HalfClose}) {
      RawClient client(gateway_.port());
      const int before = lm_.calls;
      client.Send(Post("/v1/chat/completions", stream ? ChatStream() : absl::StrCat(kChatBody, "}")));
      ASSERT_TRUE(Eventually([&] { return lm_.calls > before; }));
      if (stream) client.ReadUntil("word");
      (client.*leave)();
      ++left;
      EXPECT_TRUE(Eventually([&] { return lm_.cancelled == left; })) << "stream " << stream << " way " << left;
    }
  }
}

TEST_F(GenerationTest, PipelinedBytesAreNotADisconnect) {
  lm_.SetScript([](grpc::ServerContext& context, auto&, FakeLm::Writer& writer) {
    FakeLm::SendStarted(writer);
    absl::SleepFor(absl::Milliseconds(100));
    EXPECT_FALSE(context.IsCancelled());
    FakeLm::SendFinished(writer);
    return grpc::Status::OK;
  });
  RawClient client(gateway_.port());
  client.Send(Post("/v1/chat/completions", absl::StrCat(kChatBody, "}")) + Get("/livez"));
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
  EXPECT_EQ(StatusOf(client.ReadResponse()), 200);
}

TEST_F(GenerationTest, AClientThatStopsReadingSlowsTheServiceAndIsCutOff) {
  std::atomic<int64_t> sent{0};
  lm_.SetScript([&](grpc::ServerContext& context, auto&, FakeLm::Writer& writer) {
    FakeLm::SendStarted(writer);
    const std::string text(64 << 10, 'x');
    while (!context.IsCancelled() && FakeLm::SendText(writer, text)) sent += static_cast<int64_t>(text.size());
    return grpc::Status::CANCELLED;
  });
  RawClient client(gateway_.port());
  client.Send(Post("/v1/chat/completions", ChatStream()));
  client.ReadUntil("xxx");
  EXPECT_TRUE(Eventually([&] { return lm_.cancelled == 1; })) << "the write time-out did not cancel";
  // Socket and stream buffers on the way hold some; an unbounded queue would hold gigabytes.
  EXPECT_LT(sent, 64 << 20);
}

TEST_F(GenerationTest, SilenceIsFilledWithPings) {
  lm_.SetScript([](auto&, auto&, FakeLm::Writer& writer) {
    absl::SleepFor(absl::Milliseconds(1500));
    FakeLm::SendStarted(writer);
    FakeLm::SendFinished(writer);
    return grpc::Status::OK;
  });
  const std::string stream = ChatStream(R"(,"sse_ping_interval":1)");
  EXPECT_EQ(Events(Ask("/v1/chat/completions", stream)).substr(0, 9), ":\n\ndata: ");
  // That SDK fails on comments.
  EXPECT_EQ(Events(Ask("/v1/chat/completions", stream, "User-Agent: OpenAI/Go 1.0\r\n")).substr(0, 6), "data: ");
}

TEST_F(GenerationTest, DeadlineIs504) {
  lm_.SetScript(Endless);
  const std::string response = Ask("/v1/chat/completions", absl::StrCat(kChatBody, "}"), "X-Request-Timeout: 0.1\r\n");
  EXPECT_EQ(StatusOf(response), 504) << response;
  EXPECT_TRUE(Eventually([&] { return lm_.cancelled == 1; }));
}

TEST_F(GenerationTest, FieldsReachTheService) {
  Ask("/v1/chat/completions", absl::StrCat(kChatBody, R"(,"seed":7,"max_tokens":3,"stop":"x"})"),
      "X-Request-Id: r1\r\n");
  const ferro::lm::v1::GenerateRequest request = lm_.LastRequest();
  EXPECT_EQ(request.request_id(), "r1");
  EXPECT_EQ(request.sampling().seed(), 7);
  EXPECT_EQ(request.max_tokens(), 3);
  EXPECT_EQ(request.chat().messages_json(), R"([{"role":"user","content":"Hi"}])");
}

TEST_F(GenerationTest, DrainingLetsStreamsEndAndRefusesTheRest) {
  std::atomic<bool> go_on{false};
  lm_.SetScript([&](auto&, auto&, FakeLm::Writer& writer) {
    FakeLm::SendStarted(writer);
    FakeLm::SendText(writer, "Hel");
    while (!go_on) absl::SleepFor(absl::Milliseconds(5));
    FakeLm::SendFinished(writer);
    return grpc::Status::OK;
  });
  RawClient kept(gateway_.port());
  kept.Send(Get("/livez"));
  kept.ReadResponse();
  RawClient stream(gateway_.port());
  stream.Send(Post("/v1/chat/completions", ChatStream()));
  stream.ReadUntil("Hel");
  gateway_.app().Drain();
  kept.Send(Post("/v1/chat/completions", ChatStream()));
  const std::string refused = kept.ReadAll();
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_THAT(refused, HasSubstr("\"code\":\"draining\""));
  go_on = true;
  EXPECT_THAT(stream.ReadUntil("0\r\n\r\n"), HasSubstr("data: [DONE]"));
  gateway_.app().Wait();
}

}  // namespace
}  // namespace ferro::router
