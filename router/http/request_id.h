// The id that ties a response to its log lines.
#ifndef FERRO_ROUTER_HTTP_REQUEST_ID_H_
#define FERRO_ROUTER_HTTP_REQUEST_ID_H_

#include <string>

#include "absl/strings/string_view.h"

namespace ferro::router {

// `given` if it is 1 to 128 printable ASCII characters, else 32 fresh hex digits.
std::string RequestIdOr(absl::string_view given);

// `length` random characters of [0-9A-Za-z], for ids of answers.
std::string RandomAlnum(int length);
// `length` random characters of [0-9a-f], for ids of traces.
std::string RandomHex(int length);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_REQUEST_ID_H_
