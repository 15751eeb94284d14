#include "engine/schedule/engine_parts.h"

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {

absl::StatusOr<std::unique_ptr<Tokenizer>> TokenizerOf(const GgufFile& file) {
  absl::StatusOr<std::unique_ptr<Tokenizer>> tokenizer = LoadTokenizer(file);
  if (!tokenizer.ok()) return Annotate(tokenizer.status(), file.path());
  return tokenizer;
}

absl::Status CheckFit(const Tokenizer& tokenizer, int vocabulary, int max_pass_rows, int longest) {
  if (tokenizer.vocab_size() > vocabulary) {
    return absl::InvalidArgumentError(
        absl::StrCat("the tokenizer has ", tokenizer.vocab_size(), " tokens, the model knows ", vocabulary));
  }
  if (max_pass_rows >= longest) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("passes of ", max_pass_rows, " tokens cannot hold an input of ", longest));
}

absl::StatusOr<OpenedDevice> OpenDevice(const BackendOptions& options, LateLease& lease) {
  OpenedDevice device;
  FERRO_ASSIGN_OR_RETURN(device.backend, CreateBackend(options, &device.remark));
  if (!device.remark.empty()) LogWarning("device", {{"device", device.backend->name()}, {"note", device.remark}});
  if (TakesTurns(options, *device.backend)) device.lease = lease.Open();
  return device;
}

}  // namespace ferro
