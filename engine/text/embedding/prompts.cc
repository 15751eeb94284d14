#include "engine/text/embedding/prompts.h"

#include <algorithm>
#include <array>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/types/span.h"

namespace ferro {
namespace {

struct Task {
  absl::string_view name;
  absl::string_view prefix;
  // Other names, as FoldedName gives them: of the model cards and of sentence-transformers' configuration.
  std::vector<absl::string_view> aliases;
};

constexpr absl::string_view kDocument = "document";

const std::vector<Task>& Tasks(EmbeddingFamily family) {
  static const auto* const gemma1 = new std::vector<Task>{
      {"query",
       "task: search result | query: ",
       {"searchquery", "retrieval", "retrievalquery", "reranking", "bitextmining"}},
      {kDocument, "title: none | text: ", {"retrievaldocument", "searchdocument"}},
      {"question-answering", "task: question answering | query: ", {}},
      {"fact-checking", "task: fact checking | query: ", {"factverification"}},
      {"code-retrieval", "task: code retrieval | query: ", {"instructionretrieval"}},
      {"classification", "task: classification | query: ", {"multilabelclassification"}},
      {"clustering", "task: clustering | query: ", {}},
      {"similarity", "task: sentence similarity | query: ", {"sentencesimilarity", "sts", "pairclassification"}},
      {"summarization", "task: summarization | query: ", {}},
  };
  static const auto* const gemma2 = new std::vector<Task>(gemma1->begin(), gemma1->end() - 1);
  return family == EmbeddingFamily::kGemma1 ? *gemma1 : *gemma2;
}

std::string FoldedName(absl::string_view name) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(name), {{"-", ""}, {"_", ""}, {" ", ""}});
}

const Task* Find(EmbeddingFamily family, absl::string_view name) {
  const std::string folded = FoldedName(name);
  for (const Task& task : Tasks(family)) {
    const bool alias = std::find(task.aliases.begin(), task.aliases.end(), folded) != task.aliases.end();
    if (alias || FoldedName(task.name) == folded) return &task;
  }
  return nullptr;
}

}  // namespace

std::vector<absl::string_view> EmbeddingTasks(EmbeddingFamily family) {
  std::vector<absl::string_view> names;
  for (const Task& task : Tasks(family)) names.push_back(task.name);
  return names;
}

absl::StatusOr<std::string> EmbeddingPrefix(EmbeddingFamily family, absl::string_view task, absl::string_view title) {
  const Task* const found = task.empty() ? nullptr : Find(family, task);
  if (found == nullptr && !task.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unknown task \"", task, "\"; this model knows ", absl::StrJoin(EmbeddingTasks(family), ", ")));
  }
  if (!title.empty() && (found == nullptr || found->name != kDocument)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a title belongs to the task \"document\"", task.empty() ? "" : ", not to ", task));
  }
  if (found == nullptr) return std::string();
  if (!title.empty()) return absl::StrCat("title: ", title, " | text: ");
  return std::string(found->prefix);
}

}  // namespace ferro
