#include "tools/ferro/embed/embed_texts.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/schedule/embedding/fake_embedder.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

constexpr char kModel[] = "tests/data/models/tiny-gemma2-Q8_0.gguf";

class EmbedTextsTest : public ::testing::Test {
 protected:
  EmbedTextsTest() {
    EmbeddingOptions options;
    options.backend.device = "cpu";
    options.backend.threads = 1;
    options.max_items = 256;
    absl::StatusOr<std::unique_ptr<EmbeddingEngine>> engine = EmbeddingEngine::Load(kModel, options);
    EXPECT_OK(engine);
    engine_ = *std::move(engine);
    for (int i = 0; i < 600; ++i) texts_.push_back({absl::StrCat("text number ", i), Json()});
  }

  std::unique_ptr<RowStore> Open(const std::string& name) {
    return *RowStore::Open(testing::TempDir() + "/" + name, engine_->info().widths.front(), Json{{"name", name}});
  }
  std::vector<float> Rows(const RowStore& store) {
    std::vector<float> values(static_cast<size_t>(store.rows()) * store.width());
    EXPECT_OK(store.Read(0, store.rows(), values.data()));
    return values;
  }

  std::unique_ptr<EmbeddingEngine> engine_;
  std::vector<EmbedText> texts_;
};

TEST_F(EmbedTextsTest, ARunThatGoesOnGivesTheSameRows) {
  std::vector<int64_t> progress;
  EmbedTextsOptions options;
  options.progress = [&](int64_t done) { progress.push_back(done); };
  const std::unique_ptr<RowStore> whole = Open("whole"), pieces = Open("pieces");
  ASSERT_OK_AND_ASSIGN(const EmbedTextsResult result, EmbedTexts(*engine_, texts_, options, *whole));
  EXPECT_EQ(result.texts, 600);
  EXPECT_GT(result.tokens, 600 * 3);
  EXPECT_EQ(whole->rows(), 600);
  EXPECT_EQ(progress.front(), 0);
  EXPECT_EQ(progress.back(), 600);
  for (const size_t count : {7, 300, 600}) {
    const std::vector<EmbedText> first(texts_.begin(), texts_.begin() + static_cast<std::ptrdiff_t>(count));
    ASSERT_OK(EmbedTexts(*engine_, first, options, *pieces));
  }
  EXPECT_EQ(Rows(*pieces), Rows(*whole));
  ASSERT_OK_AND_ASSIGN(const EmbedTextsResult nothing, EmbedTexts(*engine_, texts_, options, *whole));
  EXPECT_EQ(nothing.texts, 0);
}

TEST_F(EmbedTextsTest, SaysWhichTextIsTooLongAndKeepsTheRest) {
  const int context = engine_->info().context;
  texts_[400].text.clear();
  for (int i = 0; i < context + 10; ++i) texts_[400].text += "\xE4\xB8\x96 ";
  const std::unique_ptr<RowStore> store = Open("long");
  EmbedTextsOptions options;
  EXPECT_THAT(std::string(EmbedTexts(*engine_, texts_, options, *store).status().message()), HasSubstr("text 401"));
  EXPECT_EQ(store->rows(), 256) << "what came before is stored";
  options.truncate = true;
  ASSERT_OK_AND_ASSIGN(const EmbedTextsResult result, EmbedTexts(*engine_, texts_, options, *store));
  EXPECT_EQ(result.truncated, 1);
  EXPECT_EQ(store->rows(), 600);
}

// Where a run begins must not show in who shares a pass with whom.
TEST_F(EmbedTextsTest, FixedPassesAreThoseOfAWholeRun) {
  EmbeddingEngine::Parts parts;
  ASSERT_OK_AND_ASSIGN(parts.file, GgufFile::Open(kModel));
  ASSERT_OK_AND_ASSIGN(parts.facts, ReadEmbeddingFacts(*parts.file));
  ASSERT_OK_AND_ASSIGN(parts.tokenizer, LoadTokenizer(*parts.file));
  auto embedder = std::make_unique<FakeEmbedder>(parts.facts.width, parts.facts.context);
  const FakeEmbedder& device = *embedder;
  parts.loaded.model = std::move(embedder);
  EmbeddingOptions small;
  small.batch_tokens = 100;
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Create(std::move(parts), small));
  for (size_t i = 0; i < texts_.size(); ++i) texts_[i].text += std::string(i % 40, 'x');  // passes of many sizes

  EmbedTextsOptions options;
  options.fixed_passes = true;
  const std::unique_ptr<RowStore> whole = Open("fixed");
  ASSERT_OK(EmbedTexts(*engine, texts_, options, *whole));
  EXPECT_EQ(whole->rows(), 600);
  const std::vector<std::vector<int>> of_whole = device.passes();
  for (const int64_t kept : {1, 255, 256, 300, 599}) {
    const std::unique_ptr<RowStore> store = Open(absl::StrCat("fixed", kept));
    std::vector<float> values(static_cast<size_t>(kept) * whole->width());
    ASSERT_OK(whole->Read(0, kept, values.data()));
    ASSERT_OK(store->Append(values));
    const size_t before = device.passes().size();
    ASSERT_OK_AND_ASSIGN(const EmbedTextsResult result, EmbedTexts(*engine, texts_, options, *store));
    EXPECT_EQ(result.texts, 600 - kept);
    EXPECT_EQ(Rows(*store), Rows(*whole));
    const std::vector<std::vector<int>> passes = device.passes();
    const std::vector<std::vector<int>> later(passes.begin() + static_cast<std::ptrdiff_t>(before), passes.end());
    ASSERT_LE(later.size(), of_whole.size());
    EXPECT_TRUE(std::equal(later.rbegin(), later.rend(), of_whole.rbegin())) << "the last of them, after " << kept;
  }
  const size_t before = device.passes().size();
  ASSERT_OK(EmbedTexts(*engine, texts_, options, *whole));
  EXPECT_EQ(device.passes().size(), before) << "nothing was left to do";
}

}  // namespace
}  // namespace ferro
