#include "tools/ferro/generate/printer.h"

#include <sstream>
#include <string>
#include <thread>

#include "base/status_testing.h"

namespace ferro {
namespace {

DeltaEvent Content(const std::string& text) {
  DeltaEvent event;
  event.content = text;
  return event;
}

DeltaEvent Reasoning(const std::string& text) {
  DeltaEvent event;
  event.reasoning = text;
  return event;
}

TEST(ReplyPrinterTest, StreamsPieceByPiece) {
  std::ostringstream answer, aside;
  ReplyPrinter printer(answer, aside, /*stream=*/true);
  printer.OnDelta(Reasoning("hm"));
  printer.OnDelta(Content("Hel"));
  EXPECT_EQ(answer.str(), "Hel");
  EXPECT_EQ(aside.str(), "hm");
  printer.OnDelta(Content("lo"));
  printer.OnFinished({});
  EXPECT_EQ(answer.str(), "Hello\n");
}

TEST(ReplyPrinterTest, HoldsBackUntilTheEndOtherwise) {
  std::ostringstream answer, aside;
  ReplyPrinter printer(answer, aside, /*stream=*/false);
  printer.OnDelta(Content("Hello\n"));
  EXPECT_EQ(answer.str(), "");
  printer.OnFinished({});
  EXPECT_EQ(answer.str(), "Hello\n");
}

TEST(ReplyPrinterTest, CallsOfToolsAreLinesOfTheirOwn) {
  for (const bool stream : {false, true}) {
    for (const std::string content : {"", "Let me look.", "Let me look.\n"}) {
      std::ostringstream answer, aside;
      ReplyPrinter printer(answer, aside, stream);
      DeltaEvent event = Content(content);
      event.calls = {{0, "f", R"({"a":1})"}, {1, "g", "{}"}};
      printer.OnDelta(event);
      printer.OnFinished({});
      const std::string before = content.empty() ? "" : "Let me look.\n";
      EXPECT_EQ(answer.str(), before + R"({"name":"f","arguments":{"a":1}})"
                                       "\n"
                                       R"({"name":"g","arguments":{}})"
                                       "\n");
    }
  }
}

TEST(ReplyPrinterTest, WaitsForTheEnd) {
  std::ostringstream answer, aside;
  ReplyPrinter printer(answer, aside, true);
  std::thread engine([&] {
    FinishedEvent finished;
    finished.usage.completion_tokens = 7;
    printer.OnFinished(finished);
  });
  ASSERT_OK_AND_ASSIGN(const FinishedEvent finished, printer.Wait());
  engine.join();
  EXPECT_EQ(finished.usage.completion_tokens, 7);
}

TEST(ReplyPrinterTest, ReportsAnError) {
  std::ostringstream answer, aside;
  ReplyPrinter printer(answer, aside, true);
  printer.OnError(absl::InternalError("broken"));
  EXPECT_EQ(printer.Wait().status(), absl::InternalError("broken"));
}

TEST(StatisticsLineTest, CountsTheFirstTokenToThePrompt) {
  FinishedEvent finished;
  finished.reason = FinishReason::kLength;
  finished.usage.prompt_tokens = 20;
  finished.usage.cached_tokens = 10;
  finished.usage.completion_tokens = 11;
  finished.timings.prompt_ms = 100;
  finished.timings.predicted_ms = 500;
  EXPECT_EQ(StatisticsLine(finished),
            "20 prompt tokens (10 cached) in 100 ms, 100.0 tok/s; 11 tokens in 500 ms, 20.0 tok/s; ended by length");
}

}  // namespace
}  // namespace ferro
