#include "tools/ferro/embed/embed_texts.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"

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

}  // namespace
}  // namespace ferro
