// The one place where a failure becomes an HTTP status and an error object.
#ifndef FERRO_ROUTER_HTTP_ERROR_H_
#define FERRO_ROUTER_HTTP_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "base/json.h"
#include "router/http/message.h"

namespace ferro::router {

// Which clients read the object: OpenAI's (`param`, `code` is text or null) or llama.cpp's (`code` is the status).
enum class ErrorShape { kOpenAi, kLlamaCpp };

struct HttpError {
  int status = 500;
  std::string type;
  // Empty = null.
  std::string code;
  std::string message;
  // Empty = null.
  std::string param;
  // 0 = no Retry-After.
  double retry_after_s = 0;
  // With context_length_exceeded.
  int n_prompt_tokens = 0;
  int n_ctx = 0;
};

// Maps code, text and base/error_detail.h payloads of a failure of ours or of a service.
HttpError ErrorOf(const absl::Status& status);
// A refusal known by its HTTP status, with that status' usual type and code.
HttpError ErrorOf(int status, std::string message);

// {"error": {...}}
Json ErrorBody(const HttpError& error, ErrorShape shape);
Response ErrorResponse(const HttpError& error, ErrorShape shape);

Response JsonResponse(const Json& body, int status = 200);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_ERROR_H_
