#include "base/log.h"

#include <unistd.h>

#include <atomic>
#include <mutex>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/json.h"

namespace ferro {
namespace {

std::atomic<LogFormat> g_format{LogFormat::kText};
std::atomic<LogLevel> g_level{LogLevel::kInfo};
std::mutex g_service_mutex;
std::string& Service() {
  static std::string& service = *new std::string;
  return service;
}

const char* Name(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "info";
}

// Values with blanks, quotes or control characters are quoted as in JSON, so that a line stays one line.
void AppendText(const LogField& field, std::string& line) {
  bool plain = !field.value.empty();
  for (const unsigned char c : field.value) plain = plain && c > ' ' && c != '"' && c != '\\' && c != 0x7f;
  absl::StrAppend(&line, line.empty() ? "" : " ", field.key, "=", plain ? field.value : DumpJson(Json(field.value)));
}

}  // namespace

void SetLogFormat(LogFormat format) { g_format = format; }
void SetLogLevel(LogLevel level) { g_level = level; }
void SetLogService(absl::string_view service) {
  const std::lock_guard lock(g_service_mutex);
  Service() = std::string(service);
}

void Log(LogLevel level, absl::string_view event, std::initializer_list<LogField> fields) {
  if (level < g_level) return;
  std::string line;
  const bool json = g_format == LogFormat::kJson;
  Json object;
  const auto add = [&](const LogField& field) {
    if (json) {
      object[field.key] = field.value;
    } else {
      AppendText(field, line);
    }
  };
  add({"ts", absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone())});
  add({"level", Name(level)});
  {
    const std::lock_guard lock(g_service_mutex);
    if (!Service().empty()) add({"service", Service()});
  }
  add({"event", event});
  for (const LogField& field : fields) add(field);
  if (json) line = DumpJson(object);
  line += '\n';
  // A failing standard error leaves nobody to tell.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace ferro
