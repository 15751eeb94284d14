#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json.h"
#include "base/sha256.h"
#include "base/status_macros.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "services/embed/flags.h"
#include "tools/ferro/command.h"
#include "tools/ferro/embed/embed_texts.h"
#include "tools/ferro/embed/row_store.h"
#include "tools/ferro/embed/texts.h"
#include "tools/ferro/embed/vector_file.h"
#include "tools/ferro/fetch/progress.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/read_text.h"

namespace ferro {
namespace {

struct EmbedCommandFlags {
  std::string model;
  std::string in, out;
  std::string task;
  int64_t dimensions = 0;
  bool truncate = false;
  bool quiet = false;
  EmbeddingOptions options;
};

// Everything that the vectors follow from: with equal ones a run goes on where another stopped. Whether long texts are
// cut is none of it, since a run without it stores no vector of a text that is too long.
absl::StatusOr<Json> OriginOf(const EmbedCommandFlags& flags, const std::string& content, const std::string& device) {
  FERRO_ASSIGN_OR_RETURN(const std::string model, Sha256OfFile(flags.model));
  return Json{{"input", Sha256Of(content)},
              {"jsonl", absl::EndsWith(flags.in, ".jsonl")},
              {"model", model},
              {"fingerprint", device},
              {"task", flags.task},
              {"dimensions", flags.dimensions}};
}

absl::Status Embed(const EmbedCommandFlags& flags) {
  FERRO_ASSIGN_OR_RETURN(const VectorFormat format, VectorFormatOf(flags.out));
  FERRO_RETURN_IF_ERROR(CheckModelFile(flags.model, ModelKind::kEmbed));
  FERRO_ASSIGN_OR_RETURN(const std::string content, ReadText(flags.in));
  absl::StatusOr<std::vector<EmbedText>> texts = ParseTexts(content, absl::EndsWith(flags.in, ".jsonl"));
  if (!texts.ok()) return Annotate(texts.status(), flags.in);
  if (texts->empty()) return absl::InvalidArgumentError(absl::StrCat(flags.in, ": no texts"));

  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<EmbeddingEngine> engine,
                         EmbeddingEngine::Load(flags.model, flags.options));
  const EmbeddingModelInfo info = engine->info();
  // A wrong width or task is told before a file is made.
  EmbeddingRequest probe;
  probe.dimensions = flags.dimensions;
  probe.items.push_back({std::string(), flags.task});
  FERRO_RETURN_IF_ERROR(engine->Tokenize(probe).status());
  const int width = flags.dimensions == 0 ? info.widths.front() : static_cast<int>(flags.dimensions);
  FERRO_ASSIGN_OR_RETURN(const Json origin, OriginOf(flags, content, info.fingerprint));
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<RowStore> rows, RowStore::Open(flags.out, width, origin));
  if (rows->rows() > 0 && !flags.quiet) {
    std::cerr << "ferro: going on after " << rows->rows() << " texts of an earlier run\n";
  }

  EmbedTextsOptions options;
  options.task = flags.task;
  options.dimensions = flags.dimensions;
  options.truncate = flags.truncate;
  options.fixed_passes = flags.options.hetero.on;
  absl::StatusOr<EmbedTextsResult> result;
  {
    ProgressBar bar("texts");
    const int64_t total = static_cast<int64_t>(texts->size());
    if (!flags.quiet) options.progress = [&](int64_t done) { bar.Update(done, total); };
    result = EmbedTexts(*engine, *texts, options, *rows);
  }
  if (!result.ok()) {
    const bool resumable = rows->rows() > 0;
    return Annotate(result.status(),
                    resumable ? absl::StrCat(flags.in, " (the vectors before it are kept)") : flags.in);
  }
  const Json header = {{"model", info.id}, {"task", flags.task}, {"dimensions", width}, {"count", texts->size()}};
  FERRO_RETURN_IF_ERROR(WriteVectorFile(flags.out, format, header, *texts, *rows));
  rows->Discard();
  if (flags.quiet) return absl::OkStatus();
  if (result->truncated > 0) std::cerr << "ferro: " << result->truncated << " texts were too long and were cut\n";
  std::cerr << absl::StrFormat("[%s; %d texts, %d tokens in %.3f s, %.0f tok/s]\n", info.device, result->texts,
                               result->tokens, result->seconds,
                               result->seconds > 0 ? static_cast<double>(result->tokens) / result->seconds : 0);
  return absl::OkStatus();
}

}  // namespace

void AddEmbedCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<EmbedCommandFlags>();
  flags->options.max_tokens = 1 << 24;  // of a block of texts, which nobody waits for
  CLI::App* command = app.add_subcommand("embed", "Embed a file of texts, without a server");
  command->add_option("--embed,--model", flags->model, "GGUF file of the embedding model")
      ->type_name("FILE")
      ->required();
  command->add_option("--in", flags->in, "Texts, one a line; .jsonl: texts in quotes, or objects with text and id")
      ->type_name("FILE|-")
      ->required();
  command->add_option("--out", flags->out, "Where the vectors go: .json, .jsonl, .npy or .bin (float32 alone)")
      ->type_name("FILE")
      ->required();
  command->add_option("--task", flags->task, "Puts the model's prompt for this task in front: query, document, ...")
      ->type_name("NAME");
  command->add_option("--dimensions", flags->dimensions, "A shorter vector that the model offers; 0 = the full one")
      ->type_name("N");
  command->add_flag("--truncate", flags->truncate, "Cut texts that are too long instead of failing");
  command->add_flag("--quiet", flags->quiet, "No progress and no statistics on standard error");
  AddEmbeddingFlags(*command, flags->options);
  command->footer(
      "A run that was ended, however, goes on when it is started again with the same texts, model, task and device,\n"
      "and the file has the same bytes as if nothing had happened. It stands under its name only when it is "
      "complete.\n\n"
      "Examples:\n"
      "  ferro embed --embed embeddinggemma-300M-Q8_0.gguf --in texts.txt --out vectors.npy --task document\n"
      "  ferro embed --embed embeddinggemma-300M-Q8_0.gguf --in notes.jsonl --out notes.emb.jsonl --dimensions 256");
  command->callback([flags, &outcome] { outcome = Embed(*flags); });
}

}  // namespace ferro
