#include "tools/ferro/mcp/revision.h"

#include <string>

namespace ferro::mcp {
namespace {

constexpr Revision kNewestFirst[] = {Revision::k2026_07_28, Revision::k2025_11_25, Revision::k2025_06_18,
                                     Revision::k2025_03_26, Revision::k2024_11_05};
constexpr Revision kNewestWithHandshake = Revision::k2025_11_25;

}  // namespace

absl::string_view RevisionName(Revision revision) {
  switch (revision) {
    case Revision::k2024_11_05:
      return "2024-11-05";
    case Revision::k2025_03_26:
      return "2025-03-26";
    case Revision::k2025_06_18:
      return "2025-06-18";
    case Revision::k2025_11_25:
      return "2025-11-25";
    case Revision::k2026_07_28:
      return "2026-07-28";
  }
  return "";
}

std::optional<Revision> FindRevision(absl::string_view name) {
  for (const Revision revision : kNewestFirst) {
    if (RevisionName(revision) == name) return revision;
  }
  return std::nullopt;
}

Json RevisionNames() {
  Json names = Json::array();
  for (const Revision revision : kNewestFirst) names.push_back(std::string(RevisionName(revision)));
  return names;
}

Revision NegotiateRevision(absl::string_view requested) {
  const std::optional<Revision> found = FindRevision(requested);
  return found.has_value() && !IsStateless(*found) ? *found : kNewestWithHandshake;
}

}  // namespace ferro::mcp
