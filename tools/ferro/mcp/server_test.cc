#include "tools/ferro/mcp/server.h"

#include <atomic>
#include <condition_variable>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

constexpr char kStateless[] =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

Tool MakeTool(std::string name, std::function<absl::StatusOr<Json>(const Json&, const std::stop_token&)> call) {
  Tool tool;
  tool.name = std::move(name);
  tool.input_schema = {{"type", "object"}, {"properties", {{"x", Json::object()}}}, {"required", Json::array()}};
  tool.output_schema = {{"type", "object"}};
  tool.call = std::move(call);
  return tool;
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() { Restart({}); }

  void Restart(const ServerLimits& limits) {
    std::vector<Tool> tools;
    tools.push_back(MakeTool(
        "echo", [](const Json& arguments, const std::stop_token&) -> absl::StatusOr<Json> { return arguments; }));
    tools.push_back(MakeTool("fail", [](const Json&, const std::stop_token&) -> absl::StatusOr<Json> {
      return absl::UnavailableError("nobody home; come back at noon");
    }));
    // Runs until it is cancelled, or let go.
    tools.push_back(MakeTool("wait", [this](const Json&, const std::stop_token& stop) -> absl::StatusOr<Json> {
      std::unique_lock lock(mutex_);
      ++waiting_;
      changed_.notify_all();
      const bool let_go = changed_.wait(lock, stop, [this] { return let_go_; });
      --waiting_;
      changed_.notify_all();
      if (!let_go) return absl::CancelledError("cancelled");
      return Json{{"waited", true}};
    }));
    server_ = std::make_unique<Server>(
        std::move(tools),
        [this](const std::string& line) {
          const std::lock_guard lock(mutex_);
          lines_.push_back(line);
        },
        limits);
  }

  // What came since the last call, when all calls have ended.
  std::vector<Json> Take() {
    EXPECT_TRUE(server_->WaitIdle(absl::Minutes(1)));
    const std::lock_guard lock(mutex_);
    std::vector<Json> all;
    for (const std::string& line : std::exchange(lines_, {})) {
      EXPECT_EQ(line.find('\n'), std::string::npos);
      absl::StatusOr<Json> json = ParseJson(line);
      EXPECT_OK(json);
      all.push_back(*std::move(json));
    }
    return all;
  }
  // The one response to `line`.
  Json Ask(absl::string_view line) {
    server_->HandleLine(line);
    const std::vector<Json> all = Take();
    EXPECT_EQ(all.size(), 1) << line;
    return all.empty() ? Json() : all[0];
  }
  Json Initialize(absl::string_view revision) {
    return Ask(absl::StrCat(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")", revision,
                            R"(","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"));
  }
  static std::string Call(absl::string_view id, absl::string_view tool, absl::string_view arguments = "{}") {
    return absl::StrCat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"tools/call","params":{"name":")", tool,
                        R"(","arguments":)", arguments, "}}");
  }
  void AwaitWaiting(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ == count; });
  }
  void LetGo() {
    const std::lock_guard lock(mutex_);
    let_go_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<std::string> lines_;
  int waiting_ = 0;
  bool let_go_ = false;
  std::unique_ptr<Server> server_;  // last: its threads use the others
};

TEST_F(ServerTest, ShakesHandsInEachRevision) {
  for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    Restart({});
    const Json reply = Initialize(revision);
    EXPECT_EQ(reply["result"]["protocolVersion"], revision);
    EXPECT_EQ(reply["result"]["serverInfo"]["name"], "ferro");
    EXPECT_TRUE(reply["result"]["capabilities"].contains("tools"));
    server_->HandleLine(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    EXPECT_TRUE(Take().empty());
    const Json list = Ask(R"({"jsonrpc":"2.0","id":"l","method":"tools/list"})");
    EXPECT_EQ(list["id"], "l");
    EXPECT_EQ(list["result"]["tools"].size(), 3);
    EXPECT_FALSE(list["result"].contains("resultType"));
    const Json called = Ask(Call("1", "echo", R"({"x":[1,2]})"))["result"];
    EXPECT_EQ(called["content"][0]["text"], R"({"x":[1,2]})");
    EXPECT_EQ(called["isError"], false);
    EXPECT_EQ(called.contains("structuredContent"), std::string(revision) >= "2025-06-18");
  }
}

TEST_F(ServerTest, AnUnknownRevisionGetsTheNewestWithAHandshake) {
  EXPECT_EQ(Initialize("2031-01-01")["result"]["protocolVersion"], "2025-11-25");
}

TEST_F(ServerTest, WantsAHandshakeOnceAndFirst) {
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(Ask(Call("1", "echo"))["error"]["code"], kInvalidRequest);
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":1,"method":"ping"})")["result"], Json::object());
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})")["error"]["code"], kInvalidParams);
  EXPECT_TRUE(Initialize("2025-06-18").contains("result"));
  EXPECT_EQ(Initialize("2025-06-18")["error"]["code"], kInvalidRequest);
}

TEST_F(ServerTest, AnswersRequestsThatStandAlone) {
  const Json found =
      Ask(absl::StrCat(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{)", kStateless, "}}"));
  EXPECT_EQ(found["result"]["supportedVersions"], RevisionNames());
  EXPECT_EQ(found["result"]["resultType"], "complete");
  EXPECT_EQ(found["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "ferro");
  const Json list = Ask(absl::StrCat(R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{)", kStateless, "}}"));
  EXPECT_EQ(list["result"]["cacheScope"], "public");
  EXPECT_GT(list["result"]["ttlMs"], 0);
  const Json called =
      Ask(absl::StrCat(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"x":1},)",
                       kStateless, "}}"));
  EXPECT_EQ(called["result"]["structuredContent"], (Json{{"x", 1}}));
  EXPECT_EQ(called["result"]["resultType"], "complete");
  const Json ping = Ask(absl::StrCat(R"({"jsonrpc":"2.0","id":4,"method":"ping","params":{)", kStateless, "}}"));
  EXPECT_EQ(ping["error"]["code"], kMethodNotFound) << "gone from that revision";
}

TEST_F(ServerTest, NamesWhatARequestThatStandsAloneLacks) {
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})")["error"]["code"], kInvalidParams);
  const Json old = Ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}}}})");
  EXPECT_EQ(old["error"]["code"], kUnsupportedProtocolVersion);
  EXPECT_EQ(old["error"]["data"]["requested"], "1900-01-01");
  EXPECT_EQ(old["error"]["data"]["supported"], RevisionNames());
  const Json incapable = Ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
  EXPECT_EQ(incapable["error"]["code"], kInvalidParams);
  const Json odd = Ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}})");
  EXPECT_EQ(odd["error"]["code"], kInvalidParams);
}

TEST_F(ServerTest, SurvivesEveryBadLine) {
  Initialize("2025-06-18");
  for (const char* line : {"", " \t\r"}) server_->HandleLine(line);
  EXPECT_TRUE(Take().empty());
  const std::pair<std::string, int> bad[] = {
      {"{", kParseError},
      {"\xff\xfe", kParseError},
      {std::string(100000, '['), kParseError},
      {"null", kInvalidRequest},
      {"[]", kInvalidRequest},
      {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", kInvalidRequest},
      {R"({"jsonrpc":"2.0","id":1,"method":"no/such"})", kMethodNotFound},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", kInvalidParams},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}})", kInvalidParams},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]})", kInvalidParams},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}})", kInvalidParams},
      {Call("1", "nobody"), kInvalidParams},
      {Call("1", "echo", "[]"), kInvalidParams},
      {Call("1", "echo", "\"x\""), kInvalidParams},
  };
  for (const auto& [line, code] : bad) {
    const Json reply = Ask(line);
    EXPECT_EQ(reply["jsonrpc"], "2.0");
    EXPECT_EQ(reply["error"]["code"], code) << line.substr(0, 80);
    EXPECT_FALSE(reply["error"]["message"].get<std::string>().empty());
  }
  server_->HandleTooLong(1000);
  EXPECT_EQ(Take()[0]["error"]["message"], "the line has more than 1000 bytes; send less in one call");
  EXPECT_EQ(Ask(Call("1", "echo"))["result"]["isError"], false);
}

TEST_F(ServerTest, NotificationsAndResponsesAreNeverAnswered) {
  Initialize("2025-06-18");
  for (const char* line : {R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}})",
                           R"({"jsonrpc":"2.0","method":"no/such"})", R"({"jsonrpc":"2.0","id":5,"result":{}})",
                           R"({"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}})",
                           R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
                           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}})",
                           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":17}})"}) {
    server_->HandleLine(line);
  }
  EXPECT_TRUE(Take().empty());
}

TEST_F(ServerTest, AToolsFailureIsAResult) {
  Initialize("2025-06-18");
  const Json failed = Ask(Call("1", "fail"))["result"];
  EXPECT_EQ(failed["isError"], true);
  EXPECT_EQ(failed["content"][0]["text"], "nobody home; come back at noon");
  EXPECT_FALSE(failed.contains("structuredContent"));
  const Json refused = Ask(Call("2", "echo", R"({"y":1})"))["result"];
  EXPECT_EQ(refused["isError"], true);
  EXPECT_EQ(refused["content"][0]["text"], "echo has no argument \"y\"; it takes \"x\"");
}

TEST_F(ServerTest, ASlowCallHoldsNothingUp) {
  Initialize("2025-06-18");
  server_->HandleLine(Call("\"slow\"", "wait"));
  AwaitWaiting(1);
  server_->HandleLine(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  {
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(lines_.size(), 1) << "while the slow one still runs";
  }
  server_->HandleLine(Call("\"slow\"", "echo"));
  LetGo();
  std::set<std::string> outcomes;
  for (const Json& reply : Take()) {
    outcomes.insert(reply.contains("error") ? reply["error"]["message"].get<std::string>() : DumpJson(reply["id"]));
  }
  EXPECT_EQ(outcomes, (std::set<std::string>{"1", "\"slow\"", "a call with id \"slow\" runs already"}));
}

TEST_F(ServerTest, CancelledCallsEndWithoutAnAnswer) {
  Initialize("2025-06-18");
  server_->HandleLine(Call("1", "wait"));
  server_->HandleLine(Call("\"1\"", "wait"));
  AwaitWaiting(2);
  server_->HandleLine(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  AwaitWaiting(1);
  LetGo();
  const std::vector<Json> left = Take();
  ASSERT_EQ(left.size(), 1);
  EXPECT_EQ(left[0]["id"], "1") << "a number and a string are different ids";
  EXPECT_TRUE(Ask(Call("1", "echo")).contains("result")) << "the id is free again";
}

TEST_F(ServerTest, RefusesMoreThanItCanHold) {
  ServerLimits limits;
  limits.call_threads = 2;
  limits.waiting_calls = 1;
  Restart(limits);
  Initialize("2025-06-18");
  for (int i = 1; i <= 4; ++i) server_->HandleLine(Call(absl::StrCat(i), "wait"));
  {
    const std::lock_guard lock(mutex_);
    ASSERT_EQ(lines_.size(), 1);
    const Json refused = ParseJson(lines_[0]).value();
    EXPECT_EQ(refused["id"], 4);
    EXPECT_EQ(refused["result"]["isError"], true);
    lines_.clear();
  }
  LetGo();
  EXPECT_EQ(Take().size(), 3);
}

TEST_F(ServerTest, AnswersABatchWithAnArray) {
  Initialize("2025-03-26");
  const Json replies =
      Ask(absl::StrCat("[", Call("1", "echo"), ",", Call("2", "fail"),
                       R"(,{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","method":"x"},7])"));
  ASSERT_TRUE(replies.is_array());
  std::set<std::string> ids;
  for (const Json& reply : replies) ids.insert(DumpJson(reply["id"]));
  EXPECT_EQ(ids, (std::set<std::string>{"1", "2", "3", "null"}));
  server_->HandleLine(R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])");
  EXPECT_TRUE(Take().empty());
  EXPECT_EQ(Ask("[]")["error"]["code"], kInvalidRequest);
}

TEST_F(ServerTest, ABatchWaitsForItsSlowestAndLeavesOutTheCancelled) {
  Initialize("2025-03-26");
  server_->HandleLine(absl::StrCat("[", Call("1", "wait"), ",", Call("2", "wait"), ",", Call("3", "echo"), "]"));
  AwaitWaiting(2);
  server_->HandleLine(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  AwaitWaiting(1);
  {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(lines_.empty());
  }
  LetGo();
  const std::vector<Json> all = Take();
  ASSERT_EQ(all.size(), 1);
  EXPECT_EQ(all[0].size(), 2);
}

TEST_F(ServerTest, EndsThoughCallsRun) {
  Initialize("2025-06-18");
  server_->HandleLine(Call("1", "wait"));
  AwaitWaiting(1);
  server_.reset();
  EXPECT_TRUE(lines_.empty());
}

}  // namespace
}  // namespace ferro::mcp
