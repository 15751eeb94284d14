// What the engine of a model is made of, and how it is loaded.
#ifndef FERRO_ENGINE_SCHEDULE_ENGINE_PARTS_H_
#define FERRO_ENGINE_SCHEDULE_ENGINE_PARTS_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/status_macros.h"
#include "engine/backend/backend.h"
#include "engine/backend/create.h"
#include "engine/gguf/file.h"
#include "engine/lease/device_lease.h"
#include "engine/lease/open_lease.h"
#include "engine/schedule/model_keeper.h"
#include "engine/text/tokenizer.h"

namespace ferro {

// Kinds of models add what only they have. The model may point into the others.
template <class ModelType>
struct EngineParts {
  using Model = ModelType;

  std::unique_ptr<GgufFile> file;
  std::unique_ptr<Tokenizer> tokenizer;
  ModelOnDevice<Model> loaded;
  LoaderOf<Model> reload;  // for a device that failed; null: it is used further
};

// LoadTokenizer, with the file in its errors.
absl::StatusOr<std::unique_ptr<Tokenizer>> TokenizerOf(const GgufFile& file);

// For models of whole passes. kInvalidArgument: more tokens than the `vocabulary` of the model, or passes that do not
// hold the `longest` sequence.
absl::Status CheckFit(const Tokenizer& tokenizer, int vocabulary, int max_pass_rows, int longest);

struct OpenedDevice {
  std::unique_ptr<Backend> backend;
  std::shared_ptr<DeviceLease> lease;  // that a model on it takes its turns with; null: it takes none
  std::string remark;                  // why `auto` passed over a GPU; empty: it did not
};

// The device that `options` ask for; what is odd about it goes to the log. Opens `lease` where models on it take turns.
absl::StatusOr<OpenedDevice> OpenDevice(const BackendOptions& options, LateLease& lease);

// What becomes of a first load onto `auto` that fails on the GPU.
enum class FirstLoad {
  kFallsBack,  // the processor takes over, as it does when a device fails later
  kFails,
};

// Fills in what a device makes of the file: `loaded` and `reload`. `load` is called as
//   absl::StatusOr<ModelOnDevice<Model>> load(const Options& options, LateLease& lease)
// now and, a copy of it, on the device's thread again, without options.progress then; it may point into the other
// parts. Afterwards `options.backend.device` is the device that works: see LoadWithFallback.
template <class Load, class Options, class Model>
absl::Status LoadParts(const Load& load, Options& options, EngineParts<Model>& parts,
                       FirstLoad first = FirstLoad::kFallsBack) {
  const auto lease = std::make_shared<LateLease>(options.backend.lease_file);
  const auto loader = [&](Options with) -> LoaderOf<Model> {
    return [load, lease, with = std::move(with)](const std::string& device) mutable {
      with.backend.device = device;
      return load(with, *lease);
    };
  };
  const LoaderOf<Model> now = loader(options);
  FERRO_ASSIGN_OR_RETURN(parts.loaded, first == FirstLoad::kFails ? now(options.backend.device)
                                                                  : LoadWithFallback(now, options.backend.device));
  Options again = options;
  again.progress = nullptr;
  parts.reload = loader(std::move(again));
  return absl::OkStatus();
}

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_ENGINE_PARTS_H_
