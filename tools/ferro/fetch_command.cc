#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/sha256.h"
#include "base/status_macros.h"
#include "engine/gguf/file.h"
#include "tools/ferro/command.h"
#include "tools/ferro/fetch/catalogue.h"
#include "tools/ferro/fetch/download.h"
#include "tools/ferro/fetch/progress.h"
#include "tools/ferro/human.h"
#include "tools/ferro/suggest.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

struct FetchFlags {
  std::string what;
  std::string to;
  std::string sha256;
  bool list = false;
  bool force = false;
};

// $XDG_DATA_HOME/ferro/models, by default under ~/.local/share.
absl::StatusOr<std::string> DefaultFolder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data != '\0') return absl::StrCat(data, "/ferro/models");
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return absl::StrCat(home, "/.local/share/ferro/models");
  return absl::FailedPreconditionError("neither XDG_DATA_HOME nor HOME is set; say where to with --to DIR");
}

absl::Status List() {
  FERRO_ASSIGN_OR_RETURN(const std::vector<CatalogueEntry> entries, LoadCatalogue());
  std::cout << absl::StrFormat("%-24s %-7s %9s  %-24s %s\n", "name", "kind", "size", "licence", "note");
  for (const CatalogueEntry& entry : entries) {
    std::cout << absl::StrFormat("%-24s %-7s %9s  %-24s %s\n", entry.name, entry.kind,
                                 entry.bytes > 0 ? HumanBytes(entry.bytes) : "?", entry.licence, entry.note);
  }
  return absl::OkStatus();
}

// A name becomes its entry; an address becomes an entry that knows only itself.
absl::StatusOr<CatalogueEntry> Resolve(const std::string& what) {
  CatalogueEntry entry;
  if (absl::StrContains(what, "://")) {
    entry.url = what;
    return entry;
  }
  FERRO_ASSIGN_OR_RETURN(const std::vector<CatalogueEntry> entries, LoadCatalogue());
  std::vector<std::string> names;
  for (const CatalogueEntry& known : entries) {
    if (absl::EqualsIgnoreCase(known.name, what)) return known;
    names.push_back(known.name);
  }
  const std::string nearest = NearestWord(what, names);
  return absl::NotFoundError(absl::StrCat("no model is called \"", what, "\"",
                                          nearest.empty() ? "" : absl::StrCat(", perhaps \"", nearest, "\""),
                                          "; ferro fetch --list shows the names"));
}

// Whether the file of an earlier run can stay.
absl::StatusOr<bool> IsThere(const std::string& path, const std::string& sha256) {
  if (!fs::exists(path)) return false;
  if (sha256.empty()) return true;
  FERRO_ASSIGN_OR_RETURN(const std::string found, Sha256OfFile(path));
  if (found == sha256) return true;
  return absl::FailedPreconditionError(absl::StrCat(path, " exists with another checksum; --force downloads it anew"));
}

absl::Status Fetch(const FetchFlags& flags) {
  if (flags.list) return List();
  if (flags.what.empty()) return absl::InvalidArgumentError("fetch needs a NAME or URL; --list shows the names");
  FERRO_ASSIGN_OR_RETURN(const CatalogueEntry entry, Resolve(flags.what));
  FERRO_ASSIGN_OR_RETURN(const std::string name, FileNameOfUrl(entry.url));
  std::string folder = flags.to;
  if (folder.empty()) {
    FERRO_ASSIGN_OR_RETURN(folder, DefaultFolder());
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return absl::UnavailableError(absl::StrCat("cannot make ", folder, ": ", error.message()));

  DownloadOptions options;
  options.url = entry.url;
  options.path = absl::StrCat(folder, "/", name);
  options.sha256 = flags.sha256.empty() ? entry.sha256 : flags.sha256;
  if (!flags.force) {
    FERRO_ASSIGN_OR_RETURN(const bool there, IsThere(options.path, options.sha256));
    if (there) {
      std::cerr << "already there\n";
      std::cout << options.path << "\n";
      return absl::OkStatus();
    }
  }
  if (const char* token = std::getenv("HF_TOKEN");
      token != nullptr && absl::StartsWith(entry.url, "https://huggingface.co/")) {
    options.bearer_token = token;
  }
  // A page that asks for a login comes with status 200, too.
  options.verify = [&entry](const std::string& part) -> absl::Status {
    const absl::Status status = GgufFile::Open(part).status();
    return status.ok() ? status : Annotate(status, absl::StrCat(entry.url, " is not a usable GGUF file"));
  };
  if (!entry.licence.empty()) std::cerr << "licence: " << entry.licence << "\n";
  if (options.sha256.empty()) std::cerr << "warning: no checksum is known for this file; it will not be verified\n";

  absl::StatusOr<DownloadResult> result;
  {
    ProgressBar bar;
    options.retrying = [&bar](absl::string_view why, absl::Duration wait) {
      bar.Say(absl::StrCat(why, "; trying again in ", absl::FormatDuration(wait)));
    };
    options.progress = [&bar](int64_t done, int64_t total) { bar.Update(done, total); };
    result = Download(options);
  }
  FERRO_RETURN_IF_ERROR(result.status());
  if (entry.bytes > 0 && entry.bytes != result->bytes) {
    std::cerr << "warning: " << result->bytes << " bytes, the catalogue says " << entry.bytes
              << "; the publisher may have replaced the file\n";
  }
  std::cerr << HumanBytes(result->bytes)
            << (result->resumed_from > 0 ? absl::StrCat(", of which ", HumanBytes(result->resumed_from), " were there")
                                         : "")
            << ", sha256 " << result->sha256 << "\n";
  std::cout << options.path << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddFetchCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<FetchFlags>();
  CLI::App* command = app.add_subcommand("fetch", "Download a model by name or address");
  command->add_option("what", flags->what, "A name from --list, or an http(s) address")->type_name("NAME|URL");
  command->add_option("--to", flags->to, "Folder for the file (default: $XDG_DATA_HOME/ferro/models)")
      ->type_name("DIR");
  command->add_option("--sha256", flags->sha256, "Checksum that the file must have (64 hexadecimal digits)")
      ->transform([](std::string text) { return CLI::detail::to_lower(text); })
      ->check([](const std::string& text) {
        return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos
                   ? std::string()
                   : std::string("not 64 hexadecimal digits");
      });
  command->add_flag("--list", flags->list, "List the known names and end");
  command->add_flag("--force", flags->force, "Download even if the file is there");
  command->footer(
      "Prints the path of the file. A download that was cut off goes on where it stopped.\n"
      "Files that need an account: set HF_TOKEN.\n\n"
      "Examples:\n"
      "  ferro fetch --list\n"
      "  ferro up --lm \"$(ferro fetch lfm2.5-350m)\"");
  command->callback([flags, &outcome] { outcome = Fetch(*flags); });
}

}  // namespace ferro
