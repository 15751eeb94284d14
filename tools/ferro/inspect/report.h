// What `ferro inspect` shows of a GGUF file, as a table for people and as JSON for scripts.
#ifndef FERRO_TOOLS_FERRO_INSPECT_REPORT_H_
#define FERRO_TOOLS_FERRO_INSPECT_REPORT_H_

#include <string>

#include "base/json.h"
#include "engine/gguf/file.h"

namespace ferro {

// Metadata with arrays shortened to their first values, the tensors, totals by type, and what serves the file. The
// result ends with a newline. Control characters and invalid UTF-8 of the file come out escaped.
std::string InspectText(const GgufFile& file);

// {"path", "bytes", "version", "alignment", "architecture", "kind", "explanation", "parameters", "metadata": [{"key",
// "type", "value"} or {"key", "type", "size", "first"}], "tensors": [{"name", "type", "shape", "elements", "bytes",
// "offset"}], "totals": [{"type", "tensors", "elements", "bytes"}], "warnings"}.
Json InspectJson(const GgufFile& file);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_INSPECT_REPORT_H_
