// One line an event on standard error: `ts=... level=info event=listening host=127.0.0.1 port=8090`, or the same names
// as a JSON object with SetLogFormat(LogFormat::kJson). Thread-safe: a line is one write.
//
//   Log(LogLevel::kInfo, "listening", {{"host", host}, {"port", port}});
#ifndef FERRO_BASE_LOG_H_
#define FERRO_BASE_LOG_H_

#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace ferro {

enum class LogLevel { kDebug, kInfo, kWarning, kError };
enum class LogFormat { kText, kJson };

struct LogField {
  LogField(absl::string_view key, const absl::AlphaNum& value) : key(key), value(value.Piece()) {}
  std::string key;
  std::string value;
};

void SetLogFormat(LogFormat format);
// Events below `level` are dropped; kInfo at start.
void SetLogLevel(LogLevel level);
// A name for this process that every line carries (`service=lm`); empty = none.
void SetLogService(absl::string_view service);

void Log(LogLevel level, absl::string_view event, std::initializer_list<LogField> fields = {});

inline void LogInfo(absl::string_view event, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kInfo, event, fields);
}
inline void LogWarning(absl::string_view event, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kWarning, event, fields);
}
inline void LogError(absl::string_view event, std::initializer_list<LogField> fields = {}) {
  Log(LogLevel::kError, event, fields);
}

}  // namespace ferro

#endif  // FERRO_BASE_LOG_H_
