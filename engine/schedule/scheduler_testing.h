// A scheduler on a scripted model, for tests.
#ifndef FERRO_ENGINE_SCHEDULE_SCHEDULER_TESTING_H_
#define FERRO_ENGINE_SCHEDULE_SCHEDULER_TESTING_H_

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/status_testing.h"
#include "engine/schedule/fake_model.h"
#include "engine/schedule/scheduler.h"
#include "engine/schedule/testing.h"

namespace ferro {

// Who chooses the token of a greedy stream, and when it is read.
enum class GreedyChoice {
  kHost,    // the model has logits for ids without text, so that the device may not choose
  kDevice,  // the device, and each step is read before the next
  kAhead,   // the device, with a step in flight
};

inline std::string Name(GreedyChoice choice) {
  return choice == GreedyChoice::kHost ? "Host" : choice == GreedyChoice::kDevice ? "Device" : "Ahead";
}

class SchedulerFixture : public ::testing::Test {
 protected:
  static constexpr int kVocabulary = 260;

  std::unique_ptr<FakeModel> NewModel(GreedyChoice choice, int slots, int context) const {
    auto model = std::make_unique<FakeModel>(kVocabulary + (choice == GreedyChoice::kHost ? 4 : 0), slots, context);
    if (choice == GreedyChoice::kAhead) model->RunAhead();
    return model;
  }

  void StartWith(std::unique_ptr<FakeModel> model, SchedulerOptions options) {
    scheduler_.reset();
    model_ = std::move(model);
    options.vocabulary = {kVocabulary, {kEndToken}};
    ASSERT_OK_AND_ASSIGN(scheduler_, Scheduler::Create(*model_, options));
  }

  void Script(const std::string& prompt, const std::string& reply) {
    std::vector<int32_t> tokens = Bytes(reply);
    tokens.push_back(kEndToken);
    model_->Script(Bytes(prompt), tokens);
  }

  GenerationRequest Request(const std::string& prompt, int max_tokens = -1, ReplyOptions reply = {}) {
    GenerationRequest request;
    request.prompt = Bytes(prompt);
    request.sampling.temperature = 0;
    request.sampling.repetition_penalty = 1;
    request.max_tokens = max_tokens;
    request.reply = std::make_unique<Reply>(*tokenizer_, std::move(reply));
    request.return_tokens = true;
    return request;
  }

  std::shared_ptr<RecordingSink> Submit(GenerationRequest request, RequestId* id = nullptr) {
    auto sink = std::make_shared<RecordingSink>();
    const absl::StatusOr<RequestId> submitted = scheduler_->Submit(std::move(request), sink);
    EXPECT_OK(submitted.status());
    if (id != nullptr && submitted.ok()) *id = *submitted;
    return sink;
  }

  void AwaitIdle() {
    while (!scheduler_->Idle()) std::this_thread::yield();
  }

  const std::unique_ptr<Tokenizer> tokenizer_ = ByteTokenizer();
  std::unique_ptr<FakeModel> model_;
  std::unique_ptr<Scheduler> scheduler_;  // after the model: its thread ends first
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_SCHEDULER_TESTING_H_
