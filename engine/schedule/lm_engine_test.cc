// The whole engine on a tiny model with random weights.
#include "engine/schedule/lm_engine.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/error_detail.h"
#include "base/status_macros.h"
#include "base/status_testing.h"
#include "engine/backend/create.h"
#include "engine/models/load.h"
#include "engine/schedule/testing.h"
#include "engine/schedule/wrapped_model.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kModel[] = "tests/data/models/tiny-lfm2-Q8_0.gguf";
constexpr char kHello[] = R"([{"role": "user", "content": "Hello"}])";

class LanguageModelTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    LanguageModelOptions options;
    options.backend.threads = 1;
    options.slots = 3;
    options.context = 256;
    options.alias = "tiny";
    options.sampling.top_k = 30;
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<LanguageModel> loaded, LanguageModel::Load(kModel, options));
    lm_ = loaded.release();
  }
  static void TearDownTestSuite() { delete lm_; }

  std::shared_ptr<RecordingSink> Run(const LmRequest& request) {
    auto sink = std::make_shared<RecordingSink>();
    const absl::StatusOr<RequestId> id = lm_->Generate(request, sink);
    EXPECT_OK(id.status());
    if (id.ok()) sink->AwaitEnd();
    return sink;
  }

  static LmRequest Chat(int64_t seed) {
    LmRequest request;
    ChatInput chat;
    chat.messages_json = kHello;
    request.input = chat;
    request.sampling.temperature = 1;
    request.sampling.seed = seed;
    request.max_tokens = 12;
    request.return_tokens = true;
    return request;
  }

  static LanguageModel* lm_;
};
LanguageModel* LanguageModelTest::lm_ = nullptr;

TEST_F(LanguageModelTest, DescribesItself) {
  const LanguageModelInfo& info = lm_->info();
  EXPECT_EQ(info.id, "tiny");
  EXPECT_EQ(info.file.file, "tiny-lfm2-Q8_0.gguf");
  EXPECT_EQ(info.file.architecture, "lfm2");
  EXPECT_EQ(info.file.file_type, "Q8_0");
  EXPECT_EQ(info.context, 256);
  EXPECT_EQ(info.slots, 3);
  EXPECT_THAT(info.fingerprint, HasSubstr("ferro-"));
  EXPECT_THAT(info.template_variant, Not(IsEmpty()));
  EXPECT_GT(lm_->memory().weights, 0);
  EXPECT_GT(lm_->memory().sequence_state, 0);
}

TEST_F(LanguageModelTest, EqualSeedsGiveEqualReplies) {
  const auto first = Run(Chat(1)), again = Run(Chat(1)), other = Run(Chat(2));
  EXPECT_EQ(first->tokens(), again->tokens());
  EXPECT_NE(first->tokens(), other->tokens());
  EXPECT_EQ(first->started()->seed, 1);
}

TEST_F(LanguageModelTest, AChoiceIsTheNextSeed) {
  LmRequest request = Chat(1);
  request.choice = 1;
  EXPECT_EQ(Run(request)->tokens(), Run(Chat(2))->tokens());
}

TEST_F(LanguageModelTest, ARandomSeedIsReported) {
  LmRequest request = Chat(0);
  request.sampling.seed.reset();
  const auto drawn = Run(request);
  EXPECT_EQ(Run(Chat(drawn->started()->seed))->tokens(), drawn->tokens());
}

TEST_F(LanguageModelTest, AChatIsItsRenderedTextIsItsTokens) {
  ChatInput chat;
  chat.messages_json = kHello;
  ASSERT_OK_AND_ASSIGN(const RenderedPrompt rendered, lm_->ApplyTemplate(chat));
  ASSERT_OK_AND_ASSIGN(const std::vector<int32_t> ids, lm_->TokenizeChat(chat));
  ASSERT_OK_AND_ASSIGN(const std::vector<int32_t> text_ids, lm_->Tokenize(rendered.text, true, true));
  EXPECT_EQ(ids, text_ids);
  LmRequest text = Chat(3), tokens = Chat(3);
  text.input = TextInput{rendered.text};
  tokens.input = TokensInput{ids};
  const std::vector<int32_t> reply = Run(Chat(3))->tokens();
  EXPECT_EQ(Run(text)->tokens(), reply);
  EXPECT_EQ(Run(tokens)->tokens(), reply);
  EXPECT_EQ(Run(Chat(3))->started()->prompt_tokens, static_cast<int>(ids.size()));
}

TEST_F(LanguageModelTest, DetokenizeIsTheReverse) {
  ASSERT_OK_AND_ASSIGN(const std::vector<int32_t> ids, lm_->Tokenize("Hello wörld", false, true));
  EXPECT_EQ(lm_->Detokenize(ids).value(), "Hello wörld");
  EXPECT_EQ(DetailOf(lm_->Detokenize({1, -1}).status()).param, "tokens[1]");
}

TEST_F(LanguageModelTest, ErrorsNameTheField) {
  const auto param = [&](const LmRequest& request) {
    return DetailOf(lm_->Generate(request, std::make_shared<RecordingSink>()).status()).param;
  };
  LmRequest request = Chat(1);
  request.sampling.top_p = 3;
  EXPECT_EQ(param(request), "top_p");
  request = Chat(1);
  request.stop = std::vector<std::string>(17, "x");
  EXPECT_EQ(param(request), "stop");
  request = Chat(1);
  request.max_tokens = -7;
  EXPECT_EQ(param(request), "max_tokens");
  request = Chat(1);
  request.thinking_budget = -7;
  EXPECT_EQ(param(request), "thinking_budget");
  request = Chat(1);
  ChatInput chat;
  chat.messages_json = R"([{"role": "nobody", "content": "x"}])";
  request.input = chat;
  EXPECT_EQ(param(request), "messages[0].role");
}

TEST_F(LanguageModelTest, EmptyStopTextsAreIgnored) {
  LmRequest request = Chat(1);
  request.stop = {"", ""};
  EXPECT_EQ(Run(request)->finished()->usage.completion_tokens, 12);
}

// A device that is lost after a few passes, and what is loaded in its place.
class LanguageModelRecoveryTest : public ::testing::Test {
 protected:
  absl::StatusOr<LoadedModel> LoadOnto(const std::string& device, int passes) {
    BackendOptions backend;
    backend.device = device;
    backend.threads = 1;
    CausalModelOptions options;
    options.slots = 1;
    options.context = 256;
    LoadedModel loaded;
    FERRO_ASSIGN_OR_RETURN(loaded.backend, CreateBackend(backend));
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<CausalModel> model, LoadCausalModel(*file_, *loaded.backend, options));
    loaded.model = std::make_unique<WrappedModel>(std::move(model), Manners{.passes = passes});
    return loaded;
  }

  // As after `--device DEVICE`; each model is lost after so many passes.
  void Start(const std::string& device, int passes) {
    LanguageModel::Parts parts;
    parts.file = *GgufFile::Open(kModel);
    file_ = parts.file.get();
    parts.tokenizer = *LoadTokenizer(*file_);
    parts.chat = *ChatRenderer::Load(*file_, *parts.tokenizer, ContentParts::kAuto);
    parts.loaded = *LoadOnto("reference", passes);
    parts.reload = [this, passes](const std::string& name) -> absl::StatusOr<LoadedModel> {
      if (name == "auto") return absl::UnavailableError("still broken");
      return LoadOnto(name, passes);
    };
    LanguageModelOptions options;
    options.backend.device = device;
    options.slots = 1;
    options.context = 256;
    options.on_serving = [this](bool serving) {
      const std::lock_guard lock(mutex_);
      serving_.push_back(serving);
    };
    ASSERT_OK_AND_ASSIGN(lm_, LanguageModel::Create(std::move(parts), options));
  }

  std::shared_ptr<RecordingSink> Generate(int max_tokens) {
    LmRequest request;
    request.input = TextInput{"Hello"};
    request.sampling.temperature = 0;
    request.sampling.repetition_penalty = 1;
    request.sampling.ignore_eos = true;
    request.max_tokens = max_tokens;
    request.return_tokens = true;
    auto sink = std::make_shared<RecordingSink>();
    const absl::Status status = lm_->Generate(request, sink).status();
    if (status.ok()) {
      sink->AwaitEnd();
    } else {
      sink->OnError(status);
    }
    return sink;
  }

  std::vector<bool> serving() {
    const std::lock_guard lock(mutex_);
    return serving_;
  }

  const GgufFile* file_ = nullptr;
  std::mutex mutex_;
  std::vector<bool> serving_;
  std::unique_ptr<LanguageModel> lm_;  // last: its thread uses the others
};

TEST_F(LanguageModelRecoveryTest, AnotherDeviceTakesOverAndTheFingerprintFollows) {
  Start("auto", /*passes=*/6);
  const LanguageModelInfo before = lm_->info();
  EXPECT_EQ(before.device, "reference");
  const auto lost = Generate(20);
  EXPECT_EQ(lost->error().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(lost->error().message()), HasSubstr("the device failed: lost"));
  const auto served = Generate(3);
  EXPECT_EQ(served->tokens().size(), 3u) << served->error();
  const LanguageModelInfo after = lm_->info();
  EXPECT_THAT(after.device, HasSubstr("cpu "));
  EXPECT_NE(after.fingerprint, before.fingerprint);
  EXPECT_EQ(after.slots, before.slots);
  EXPECT_EQ(serving(), (std::vector<bool>{false, true}));
}

TEST_F(LanguageModelRecoveryTest, ADeviceThatFailsAgainAndAgainIsGivenUp) {
  Start("cpu", /*passes=*/2);
  for (int i = 0; i <= ModelKeeper::kMaxRebuilds; ++i) {
    EXPECT_OK(lm_->Health());
    EXPECT_THAT(std::string(Generate(20)->error().message()), HasSubstr("the device failed: lost"));
  }
  const absl::Status refused = Generate(20)->error();
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("must be restarted"));
  EXPECT_EQ(lm_->Health(), refused);
  EXPECT_FALSE(serving().back());
}

TEST(LanguageModelLoadTest, OptionsAreChecked) {
  LanguageModelOptions options;
  options.slots = 0;
  EXPECT_THAT(std::string(LanguageModel::Load(kModel, options).status().message()), HasSubstr("--lm-slots"));
  options = {};
  options.sampling.top_p = 2;
  EXPECT_EQ(LanguageModel::Load(kModel, options).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(LanguageModel::Load("nowhere.gguf", {}).ok());
}

}  // namespace
}  // namespace ferro
