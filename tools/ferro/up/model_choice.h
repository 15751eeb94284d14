// Which models a stack serves: those that are named, or the small ones that come with Ferro.
#ifndef FERRO_TOOLS_FERRO_UP_MODEL_CHOICE_H_
#define FERRO_TOOLS_FERRO_UP_MODEL_CHOICE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/ferro/model_kind.h"

namespace ferro {

// In place of a path: no model of this kind.
inline constexpr char kNoModel[] = "none";

// What was said about one kind of model.
struct KindChoice {
  ModelKind kind;
  const char* flag;                 // with its dashes
  std::optional<std::string> path;  // value of the flag, kNoModel included
  std::string bundled;              // path of the small model that comes with Ferro; empty = there is none
};

struct ChosenModel {
  ModelKind kind;
  std::string path;  // absolute
  bool bundled = false;
};

// As soon as one path is named, by a kind's flag or in `models` (whose kinds their headers tell), exactly the named
// models are served. Otherwise it is the bundled model of every kind that kNoModel does not leave out. One result a
// kind at most, in the order of `kinds`; each is a readable GGUF file of its kind. kInvalidArgument: an empty path, two
// models of one kind, a file of another kind, nothing to serve; and the errors of GgufFile::Open.
absl::StatusOr<std::vector<ChosenModel>> ChooseModels(std::vector<KindChoice> kinds,
                                                      const std::vector<std::string>& models);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_UP_MODEL_CHOICE_H_
