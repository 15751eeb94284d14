// The revisions of the Model Context Protocol that the server speaks, and what sets them apart.
// Source: modelcontextprotocol.io/specification/REVISION.
#ifndef FERRO_TOOLS_FERRO_MCP_REVISION_H_
#define FERRO_TOOLS_FERRO_MCP_REVISION_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "base/json.h"

namespace ferro::mcp {

// Oldest first: later ones compare greater.
enum class Revision { k2024_11_05, k2025_03_26, k2025_06_18, k2025_11_25, k2026_07_28 };

// As it stands in messages, such as "2025-06-18".
absl::string_view RevisionName(Revision revision);
// Empty: not one of ours.
std::optional<Revision> FindRevision(absl::string_view name);
// All names, newest first, as an array.
Json RevisionNames();

// What a client that asks for `requested` with `initialize` gets: just that, or the newest that begins so. Whether it
// can live with that is for the client to say.
Revision NegotiateRevision(absl::string_view requested);

// Each request says in `_meta` what it is, and there is no `initialize`.
constexpr bool IsStateless(Revision revision) { return revision >= Revision::k2026_07_28; }
// Arrays of messages came with one revision and went with the next.
constexpr bool HasBatches(Revision revision) { return revision == Revision::k2025_03_26; }
constexpr bool HasAnnotations(Revision revision) { return revision >= Revision::k2025_03_26; }
// Titles, output schemas and structured results.
constexpr bool HasStructuredContent(Revision revision) { return revision >= Revision::k2025_06_18; }

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_REVISION_H_
