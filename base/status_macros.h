// Early return for absl::Status and absl::StatusOr (Debian's Abseil is older than the macros of the same purpose).
//
//   FERRO_RETURN_IF_ERROR(file.Check());
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Model> model, Model::Load(path));
#ifndef FERRO_BASE_STATUS_MACROS_H_
#define FERRO_BASE_STATUS_MACROS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace ferro {

// The same code with `context: ` before the message; OK stays OK. Each layer adds what only it knows, once.
inline absl::Status Annotate(const absl::Status& status, absl::string_view context) {
  if (status.ok()) return status;
  absl::Status annotated(status.code(), absl::StrCat(context, ": ", status.message()));
  status.ForEachPayload([&](absl::string_view url, const absl::Cord& payload) { annotated.SetPayload(url, payload); });
  return annotated;
}

}  // namespace ferro

#define FERRO_RETURN_IF_ERROR(expr)                                                     \
  do {                                                                                  \
    if (absl::Status ferro_status_ = (expr); !ferro_status_.ok()) return ferro_status_; \
  } while (0)

#define FERRO_MACRO_JOIN_INNER(a, b) a##b
#define FERRO_MACRO_JOIN(a, b) FERRO_MACRO_JOIN_INNER(a, b)
#define FERRO_ASSIGN_OR_RETURN(lhs, expr) FERRO_ASSIGN_OR_RETURN_IMPL(FERRO_MACRO_JOIN(ferro_or_, __LINE__), lhs, expr)
#define FERRO_ASSIGN_OR_RETURN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                                \
  if (!tmp.ok()) return std::move(tmp).status();    \
  lhs = *std::move(tmp)

#endif  // FERRO_BASE_STATUS_MACROS_H_
