// Answers of the decide service to the JSON of /v1/systemone.
#ifndef FERRO_ROUTER_SYSTEMONE_RESPONSE_H_
#define FERRO_ROUTER_SYSTEMONE_RESPONSE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ferro/decide/v1/decide.pb.h"
#include "router/systemone/request.h"

namespace ferro::router {

struct SystemoneResponseOptions {
  // Public name of the model that answered; never a path.
  std::string model;
  // Adds `audit` to each response: what avrik-sdk insists on.
  bool audit = false;
};

// Whether the client is one that refuses responses without `audit`.
bool WantsAudit(absl::string_view user_agent);

// Compact JSON: {"model", "answers", "usage"} and, where something did not fit, "warnings": texts as of
// TruncationWarnings. An array for an array. Numbers have as many digits as reading them back takes; a score's legend
// is the request's own values. kInternal: the service did not answer what was asked (a question is missing, of another
// type, or not a number).
absl::StatusOr<std::string> SystemoneResponse(const SystemoneCall& call, const decide::v1::DecideResponse& response,
                                              const SystemoneResponseOptions& options);

// A sentence for each question of which something was cut off, such as
// `questions.q: the last 81234 bytes of "state" did not fit`.
std::vector<std::string> TruncationWarnings(const decide::v1::DecideResult& result);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_SYSTEMONE_RESPONSE_H_
