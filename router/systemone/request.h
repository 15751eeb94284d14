// POST /v1/systemone: the body's JSON to calls of the decide service. The shape, the order of checks and the messages
// are llama.cpp's; arrays of requests and the caps are Ferro's own.
#ifndef FERRO_ROUTER_SYSTEMONE_REQUEST_H_
#define FERRO_ROUTER_SYSTEMONE_REQUEST_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ferro/decide/v1/decide.pb.h"

namespace ferro::router {

// Of the whole body, containers counted. An array of requests whose criteria hold values 2048 levels deep just passes.
inline constexpr int kMaxSystemoneDepth = 2053;
// Of one call, over all requests of an array.
inline constexpr int kMaxSystemoneQuestions = 4096;
inline constexpr int kMaxSystemoneOptions = 255;

struct SystemoneCall {
  // JSON texts in it are compact, as SystemoneResponse needs them.
  decide::v1::DecideRequest request;
  // The body was an array: the answer is one too.
  bool is_array = false;
};

// `body` is one request object or an array of them; a byte order mark in front and a NUL byte at the end are ignored,
// and so are members that the contract does not know. Time and memory are linear in the body.
// kInvalidArgument: a text for the client, `questions.ID: ...` where a question is at fault; `requests[I]: ` stands in
// front where the body is an array. kUnimplemented: sound media, which need an encoder.
absl::StatusOr<SystemoneCall> ParseSystemone(absl::string_view body);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_SYSTEMONE_REQUEST_H_
