// The models that `ferro fetch` knows by name: catalogue.json beside this file, built into the program.
#ifndef FERRO_TOOLS_FERRO_FETCH_CATALOGUE_H_
#define FERRO_TOOLS_FERRO_FETCH_CATALOGUE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ferro {

struct CatalogueEntry {
  std::string name;  // lower case, as typed
  std::string kind;  // lm, decide, embed, mmproj
  std::string url;
  int64_t bytes = 0;   // 0 = not known
  std::string sha256;  // lower-case hex; empty = not known
  std::string licence;
  std::string note;
};

// The built-in list.
absl::StatusOr<std::vector<CatalogueEntry>> LoadCatalogue();

// Reads a list of the same form. kInvalidArgument names the entry and the member at fault.
absl::StatusOr<std::vector<CatalogueEntry>> ParseCatalogue(absl::string_view json);

// The last part of the address without its query: "LFM2-350M-Q8_0.gguf". kInvalidArgument: not http(s), or an address
// without a usable file name.
absl::StatusOr<std::string> FileNameOfUrl(absl::string_view url);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_FETCH_CATALOGUE_H_
