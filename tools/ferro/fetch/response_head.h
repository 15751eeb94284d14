// The header lines of an HTTP response that matter to a download.
#ifndef FERRO_TOOLS_FERRO_FETCH_RESPONSE_HEAD_H_
#define FERRO_TOOLS_FERRO_FETCH_RESPONSE_HEAD_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace ferro {

struct ResponseHead {
  int status = 0;
  int64_t content_length = -1;  // -1 = not given
  int64_t range_start = -1;     // of Content-Range; -1 = none
  int64_t range_total = -1;     // the whole file's length; -1 = not given
  std::string etag;             // strong ones only
  std::string last_modified;

  // What If-Range may carry: a strong entity tag, else the date; empty when the server gave neither.
  const std::string& validator() const { return etag.empty() ? last_modified : etag; }

  // Takes the next line. A status line starts over: redirects and interim responses come first.
  void AddLine(absl::string_view line);
};

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_FETCH_RESPONSE_HEAD_H_
