// The fields that chat and completion requests share: sampling, limits, streaming. JSON to proto.
#ifndef FERRO_ROUTER_API_SAMPLING_FIELDS_H_
#define FERRO_ROUTER_API_SAMPLING_FIELDS_H_

#include <optional>

#include "absl/status/status.h"
#include "base/json.h"
#include "ferro/lm/v1/lm.pb.h"

namespace ferro::router {

// How the answer travels, as far as the gateway decides it.
struct DeliveryOptions {
  bool stream = false;
  bool include_usage = false;
  bool timings_per_token = false;
  bool return_progress = false;
  bool return_tokens = false;
  // Seconds of silence before a comment is sent; -1 = never, absent = the server's.
  std::optional<int> ping_interval_s;
};

// Reads everything but the prompt. kInvalidArgument with the field's name: a wrong type, a value out of range, or
// something known that this build does not do and that would change the answer.
absl::Status ReadSamplingFields(const Json& body, ferro::lm::v1::GenerateRequest* request);
absl::Status ReadDeliveryFields(const Json& body, DeliveryOptions* delivery);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_SAMPLING_FIELDS_H_
