#include "router/api/access_log.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/log.h"

namespace ferro::router {
namespace {

std::string Count(int value) { return value < 0 ? "-" : absl::StrCat(value); }
std::string Milliseconds(double value) { return value < 0 ? "-" : absl::StrFormat("%.1f", value); }
std::string Or(const std::string& value) { return value.empty() ? "-" : value; }

}  // namespace

void LogAccess(const AccessRecord& record) {
  const Request& request = *record.request;
  const bool probe = request.route == "/health" || request.route == "/livez" || request.route == "/readyz" ||
                     request.route == "/metrics";
  Log(probe ? LogLevel::kDebug : LogLevel::kInfo, "request",
      {{"request_id", request.request_id},
       {"trace_id", request.trace.TraceId()},
       {"key", Or(request.key_label)},
       {"method", request.head.method},
       {"route", request.route.empty() ? request.head.path.substr(0, 128) : request.route},
       {"status", record.status},
       {"model", Or(record.note.model)},
       {"prompt_n", Count(record.note.prompt_tokens)},
       {"cached_n", Count(record.note.cached_tokens)},
       {"gen_n", Count(record.note.generated_tokens)},
       {"queue_ms", Milliseconds(record.note.queue_ms)},
       {"ttft_ms", Milliseconds(record.note.ttft_ms)},
       {"total_ms", Milliseconds(absl::ToDoubleMilliseconds(record.total))},
       {"finish", Or(record.note.finish)},
       {"bytes_in", record.bytes_in},
       {"bytes_out", record.bytes_out},
       {"peer", request.peer}});
}

}  // namespace ferro::router
