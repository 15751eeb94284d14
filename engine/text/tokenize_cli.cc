// Token ids of strings, for scripts that compare tokenizers; --bench measures throughput.
//
//   tokenize --model FILE.gguf < strings.jsonl      a line: "text" or {"text": "...", "parse_special": false}
//   tokenize --model FILE.gguf --bench DOCS.jsonl   MB/s of one thread, a line for each of --rounds
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_join.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/gguf/file.h"
#include "engine/text/load_tokenizer.h"

namespace ferro {
namespace {

struct Options {
  std::string model;
  std::string bench;
  int rounds = 5;
  bool add_special = false;
  bool parse_special = true;
};

absl::Status EncodeLines(const Tokenizer& tokenizer, const Options& options) {
  std::string line;
  while (std::getline(std::cin, line)) {
    FERRO_ASSIGN_OR_RETURN(const Json item, ParseJson(line));
    EncodeOptions encode{options.add_special, options.parse_special};
    std::string text;
    if (item.is_string()) {
      text = item.get<std::string>();
    } else if (item.is_object() && item.contains("text") && item["text"].is_string()) {
      text = item["text"].get<std::string>();
      if (item.contains("parse_special") && item["parse_special"].is_boolean()) {
        encode.parse_special = item["parse_special"].get<bool>();
      }
    } else {
      return absl::InvalidArgumentError("each line must be a JSON string or an object with \"text\"");
    }
    FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> ids, tokenizer.Encode(text, encode));
    std::printf("[%s]\n", absl::StrJoin(ids, ",").c_str());
  }
  return absl::OkStatus();
}

// Only Encode is timed: one round encodes every document of the file once, in this thread.
absl::Status Bench(const Tokenizer& tokenizer, const Options& options) {
  std::ifstream in(options.bench);
  std::vector<std::string> documents;
  size_t bytes = 0;
  for (std::string line; std::getline(in, line);) {
    FERRO_ASSIGN_OR_RETURN(const Json item, ParseJson(line));
    if (!item.is_string()) return absl::InvalidArgumentError(options.bench + ": each line must be a JSON string");
    documents.push_back(item.get<std::string>());
    bytes += documents.back().size();
  }
  if (bytes == 0) return absl::NotFoundError(options.bench + ": cannot be read or is empty");
  for (int i = 0; i < options.rounds; ++i) {
    size_t tokens = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const std::string& document : documents) {
      FERRO_ASSIGN_OR_RETURN(const std::vector<int32_t> ids,
                             tokenizer.Encode(document, {options.add_special, options.parse_special}));
      tokens += ids.size();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::printf("%.2f MB/s %zu tokens\n", bytes / 1e6 / elapsed.count(), tokens);
  }
  return absl::OkStatus();
}

absl::Status Run(const Options& options) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(options.model));
  absl::StatusOr<std::unique_ptr<Tokenizer>> tokenizer = LoadTokenizer(*file);
  if (!tokenizer.ok()) return Annotate(tokenizer.status(), options.model);
  return options.bench.empty() ? EncodeLines(**tokenizer, options) : Bench(**tokenizer, options);
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  ferro::Options options;
  CLI::App app("Token ids of strings (JSON lines on standard input), or tokenizer throughput with --bench.");
  app.add_option("--model", options.model, "GGUF file with the vocabulary")->required();
  app.add_option("--bench", options.bench, "measure instead, with these strings (JSON lines)");
  app.add_option("--rounds", options.rounds, "measurements")->check(CLI::Range(1, 1000000));
  app.add_flag("--add-special", options.add_special, "add BOS and EOS as the vocabulary asks");
  app.add_flag("!--no-parse-special", options.parse_special, "texts of control tokens are ordinary text");
  CLI11_PARSE(app, argc, argv);
  const absl::Status status = ferro::Run(options);
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}
