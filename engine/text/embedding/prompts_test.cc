#include "engine/text/embedding/prompts.h"

#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr EmbeddingFamily kBoth[] = {EmbeddingFamily::kGemma1, EmbeddingFamily::kGemma2};

TEST(EmbeddingPromptsTest, PrefixesOfBothFamilies) {
  for (const EmbeddingFamily family : kBoth) {
    EXPECT_EQ(*EmbeddingPrefix(family, ""), "");
    EXPECT_EQ(*EmbeddingPrefix(family, "query"), "task: search result | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "document"), "title: none | text: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "document", "Mars"), "title: Mars | text: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "question-answering"), "task: question answering | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "fact-checking"), "task: fact checking | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "code-retrieval"), "task: code retrieval | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "classification"), "task: classification | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "clustering"), "task: clustering | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "similarity"), "task: sentence similarity | query: ");
  }
}

// As the model cards and sentence-transformers' configuration spell them.
TEST(EmbeddingPromptsTest, OtherNames) {
  for (const EmbeddingFamily family : kBoth) {
    for (const char* name : {"SearchQuery", "Retrieval-query", "BitextMining", "QUERY", "Reranking"}) {
      EXPECT_EQ(*EmbeddingPrefix(family, name), "task: search result | query: ") << name;
    }
    EXPECT_EQ(*EmbeddingPrefix(family, "Retrieval-document"), "title: none | text: ");
    for (const char* name : {"STS", "PairClassification", "SentenceSimilarity", "sentence_similarity"}) {
      EXPECT_EQ(*EmbeddingPrefix(family, name), "task: sentence similarity | query: ") << name;
    }
    EXPECT_EQ(*EmbeddingPrefix(family, "InstructionRetrieval"), "task: code retrieval | query: ");
    EXPECT_EQ(*EmbeddingPrefix(family, "Multilabel Classification"), "task: classification | query: ");
  }
}

TEST(EmbeddingPromptsTest, OnlyTheFirstGenerationSummarizes) {
  EXPECT_EQ(*EmbeddingPrefix(EmbeddingFamily::kGemma1, "Summarization"), "task: summarization | query: ");
  EXPECT_THAT(EmbeddingTasks(EmbeddingFamily::kGemma2), Not(Contains("summarization")));
  EXPECT_EQ(EmbeddingPrefix(EmbeddingFamily::kGemma2, "summarization").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(EmbeddingPromptsTest, EveryListedTaskHasAPrefix) {
  for (const EmbeddingFamily family : kBoth) {
    for (const absl::string_view task : EmbeddingTasks(family)) EXPECT_NE(*EmbeddingPrefix(family, task), "") << task;
  }
}

TEST(EmbeddingPromptsTest, RefusesWhatItDoesNotKnow) {
  const auto message = [](absl::string_view task, absl::string_view title) {
    return std::string(EmbeddingPrefix(EmbeddingFamily::kGemma2, task, title).status().message());
  };
  EXPECT_THAT(message("poetry", ""), HasSubstr("unknown task \"poetry\"; this model knows query, document, "));
  EXPECT_THAT(message("query", "Mars"), HasSubstr("a title belongs to the task \"document\", not to query"));
  EXPECT_THAT(message("", "Mars"), HasSubstr("a title belongs to the task \"document\""));
}

}  // namespace
}  // namespace ferro
