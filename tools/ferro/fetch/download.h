// Downloads one file over HTTP(S) so that an interruption costs nothing and a wrong file never appears.
#ifndef FERRO_TOOLS_FERRO_FETCH_DOWNLOAD_H_
#define FERRO_TOOLS_FERRO_FETCH_DOWNLOAD_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace ferro {

struct DownloadOptions {
  std::string url;           // http or https
  std::string path;          // of the finished file; its folder must exist
  std::string sha256;        // lower-case hex; empty = not checked
  std::string bearer_token;  // sent to the first host only, never to where it redirects; empty = none
  // Looks at the complete part before it takes its final name; an error discards it. May be null.
  std::function<absl::Status(const std::string& part_path)> verify;
  // Bytes that are there and in all (0 = not known). May be null.
  std::function<void(int64_t done, int64_t total)> progress;
  // Told before each wait for a new attempt. May be null.
  std::function<void(absl::string_view why, absl::Duration wait)> retrying;
  // Attempts in a row that bring no new byte before it gives up; waits between them, doubling.
  int attempts = 5;
  absl::Duration first_wait = absl::Seconds(1);
};

struct DownloadResult {
  int64_t bytes = 0;
  int64_t resumed_from = 0;  // bytes that an earlier run had left and this one kept
  std::string sha256;
};

// A broken connection is taken up where it broke if the server can (ranges and a validator), and from the start if not.
// kNotFound, kPermissionDenied: the server says so. kResourceExhausted: the disk has no room, found out before the
// first byte where the server tells the length; the part stays. kDataLoss: wrong checksum; the part is gone.
// kUnavailable: attempts used up; the part stays. kInvalidArgument: `verify` said no, or a bad address.
absl::StatusOr<DownloadResult> Download(const DownloadOptions& options);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_FETCH_DOWNLOAD_H_
