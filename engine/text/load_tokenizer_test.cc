#include "engine/text/load_tokenizer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"
#include "engine/gguf/writer.h"
#include "engine/text/tokenizer_testing.h"

namespace ferro {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LoadTokenizerTest, GoldensOfTheTinyModel) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open("tests/data/models/tiny-lfm2-Q8_0.gguf"));
  ASSERT_OK_AND_ASSIGN(const auto t, LoadTokenizer(*file));
  EXPECT_EQ(t->vocab_size(), 2048);
  EXPECT_TRUE(t->add_bos());
  EXPECT_FALSE(t->add_eos());
  EXPECT_TRUE(t->IsEndOfGeneration(2));
  EXPECT_TRUE(t->IsEndOfGeneration(7));
  ASSERT_OK_AND_ASSIGN(const Json cases, ParseJson(ReadFile("tests/data/goldens/lfm2_tokenizer.json")));
  ASSERT_EQ(cases.size(), 38u);
  for (const Json& c : cases) {
    const std::string text = c.at("text").get<std::string>();
    EXPECT_EQ(*t->Encode(text), c.at("ids").get<std::vector<int32_t>>()) << text;
    EXPECT_EQ(*t->Encode(text, {false, false}), c.at("ids_plain").get<std::vector<int32_t>>()) << text;
    EXPECT_EQ(t->DecodeAll(*t->Encode(text), /*show_special=*/true), "<|startoftext|>" + text);
    for (const size_t limit : {0, 1, 2, 3, 7, 1000}) {
      std::vector<int32_t> first = c.at("ids").get<std::vector<int32_t>>();
      first.resize(std::min(first.size(), limit));
      EXPECT_EQ(*t->Encode(text, {.max_tokens = limit}), first) << text;
    }
  }
}

// A model file with nothing but a tokenizer, to be spoiled key by key.
struct Keys {
  std::string architecture = "lfm2", model = "gpt2", pre = "lfm2";
  VocabularyData data = SmallByteLevelVocabulary();
  bool with_merges = true, with_tokens = true, with_types = true, with_flags = true, space_prefix = false;
};

absl::StatusOr<std::unique_ptr<Tokenizer>> Load(const Keys& keys) {
  GgufWriter writer;
  writer.AddString("general.architecture", keys.architecture);
  if (!keys.model.empty()) writer.AddString("tokenizer.ggml.model", keys.model);
  if (!keys.pre.empty()) writer.AddString("tokenizer.ggml.pre", keys.pre);
  if (keys.with_tokens) writer.AddStringArray("tokenizer.ggml.tokens", keys.data.tokens);
  if (keys.with_types) writer.AddArray("tokenizer.ggml.token_type", keys.data.types);
  writer.AddArray("tokenizer.ggml.scores", keys.data.scores);
  if (keys.with_merges) writer.AddStringArray("tokenizer.ggml.merges", keys.data.merges);
  writer.AddI64("tokenizer.ggml.bos_token_id", keys.data.bos);
  writer.AddI64("tokenizer.ggml.eos_token_id", keys.data.eos);
  if (keys.with_flags) {
    writer.AddBool("tokenizer.ggml.add_bos_token", keys.data.add_bos);
    writer.AddBool("tokenizer.ggml.add_eos_token", keys.data.add_eos);
    writer.AddBool("tokenizer.ggml.add_space_prefix", keys.space_prefix);
  }
  absl::StatusOr<std::string> bytes = writer.Serialize();
  if (!bytes.ok()) return bytes.status();
  const auto file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}, "test");
  if (!file.ok()) return file.status();
  return LoadTokenizer(**file);  // the file is gone when the tokenizer is used
}

Keys Gemma(const std::string& model) {
  Keys keys;
  keys.architecture = "gemma-embedding";
  keys.model = model;
  keys.data = BareGemmaVocabulary();
  return keys;
}

void ExpectError(const Keys& keys, absl::StatusCode code, const std::string& text) {
  const auto result = Load(keys);
  EXPECT_EQ(result.status().code(), code) << result.status();
  EXPECT_THAT(std::string(result.status().message()), HasSubstr(text));
}

TEST(LoadTokenizerTest, ByteLevelNames) {
  for (const char* pre : {"lfm2", "llama3", "llama-bpe"}) {
    Keys keys;
    keys.pre = pre;
    keys.with_flags = false;
    ASSERT_OK_AND_ASSIGN(const auto t, Load(keys));
    EXPECT_TRUE(t->add_bos());
    EXPECT_FALSE(t->add_eos());
    EXPECT_EQ(t->DecodeAll(*t->Encode("the thing")), "the thing");
  }
  Keys keys;
  keys.data.add_bos = false;
  ASSERT_OK_AND_ASSIGN(const auto t, Load(keys));
  EXPECT_FALSE(t->add_bos());
}

TEST(LoadTokenizerTest, GemmaFlags) {
  Keys keys = Gemma("gemma4");
  keys.data.add_bos = false;  // overridden
  keys.data.add_eos = false;  // obeyed
  ASSERT_OK_AND_ASSIGN(auto t, Load(keys));
  EXPECT_THAT(*t->Encode(""), ElementsAre(2));
  keys.with_flags = false;  // an embedding model wants EOS
  ASSERT_OK_AND_ASSIGN(t, Load(keys));
  EXPECT_THAT(*t->Encode(""), ElementsAre(2, 1));
  keys.architecture = "gemma4";
  ASSERT_OK_AND_ASSIGN(t, Load(keys));
  EXPECT_THAT(*t->Encode(""), ElementsAre(2));
  keys = Gemma("llama");
  keys.with_merges = false;
  ASSERT_OK_AND_ASSIGN(t, Load(keys));
  EXPECT_THAT(*t->Encode("\x01"), ElementsAre(2, 5, 1));
}

TEST(LoadTokenizerTest, RefusesOtherKinds) {
  Keys keys;
  keys.model = "bert";
  ExpectError(keys, absl::StatusCode::kFailedPrecondition, "\"bert\" is not supported");
  keys = Keys();
  keys.pre = "qwen2";
  ExpectError(keys, absl::StatusCode::kFailedPrecondition, "tokenizer.ggml.pre: \"qwen2\"");
  keys = Gemma("llama");
  keys.space_prefix = true;
  ExpectError(keys, absl::StatusCode::kFailedPrecondition, "space prefix");
  keys.with_flags = false;
  ExpectError(keys, absl::StatusCode::kFailedPrecondition, "space prefix");
}

TEST(LoadTokenizerTest, NamesWhatIsMissingOrDamaged) {
  Keys keys;
  keys.model = "";
  ExpectError(keys, absl::StatusCode::kNotFound, "tokenizer.ggml.model");
  keys = Keys();
  keys.with_tokens = false;
  ExpectError(keys, absl::StatusCode::kNotFound, "tokenizer.ggml.tokens");
  keys = Keys();
  keys.with_merges = false;
  ExpectError(keys, absl::StatusCode::kNotFound, "tokenizer.ggml.merges");
  keys = Keys();
  keys.data.types = {};
  ExpectError(keys, absl::StatusCode::kInvalidArgument, "token types for");
  keys = Keys();
  keys.data.types[3] = 77;
  ExpectError(keys, absl::StatusCode::kInvalidArgument, "token 3 has type");
  keys = Keys();
  keys.data.eos = 1000000;
  ExpectError(keys, absl::StatusCode::kInvalidArgument, "EOS token id 1000000");
  keys = Keys();
  keys.data.bos = -5;
  ExpectError(keys, absl::StatusCode::kInvalidArgument, "tokenizer.ggml.bos_token_id: -5");
  keys = Keys();
  keys.data.tokens[20] = keys.data.tokens[21];
  ExpectError(keys, absl::StatusCode::kInvalidArgument, "same text");
  keys = Gemma("llama");
  keys.data.scores.pop_back();
  ExpectError(keys, absl::StatusCode::kInvalidArgument, "scores for");
}

}  // namespace
}  // namespace ferro
