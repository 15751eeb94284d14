// The texts that embedding models expect in front of an input, by the name of the task. They change the vector: the
// same sentence as a query and as a document is two different points, so nothing is ever put in front unasked.
#ifndef FERRO_ENGINE_TEXT_EMBEDDING_PROMPTS_H_
#define FERRO_ENGINE_TEXT_EMBEDDING_PROMPTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/text/embedding/family.h"

namespace ferro {

// The canonical task names of a family (`query`, `document`, `classification`, ...) in the order of help texts.
std::vector<absl::string_view> EmbeddingTasks(EmbeddingFamily family);

// The text to put in front for `task`; empty for an empty task. Besides the canonical names those of the models' own
// configuration are known (SearchQuery, Retrieval-document, STS, ...); case, '-', '_' and spaces do not count.
// `title` is that of a document and empty for none; line breaks in it stay.
// kInvalidArgument: an unknown task (the message lists the known ones), or a title with a task other than document.
absl::StatusOr<std::string> EmbeddingPrefix(EmbeddingFamily family, absl::string_view task,
                                            absl::string_view title = {});

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_EMBEDDING_PROMPTS_H_
