#include "tools/ferro/fetch/download.h"

#include <curl/curl.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "base/sha256.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "tools/ferro/fetch/part_file.h"
#include "tools/ferro/fetch/response_head.h"
#include "tools/ferro/human.h"

namespace ferro {
namespace {

// Left free beyond the file itself: a full disk hurts more than this download.
constexpr int64_t kSpareBytes = 64 << 20;

// One request for the rest of the file. Lives as long as curl calls back into it.
class Attempt {
 public:
  Attempt(const DownloadOptions& options, PartFile& part) : options_(options), part_(part), asked_from_(part.size()) {}

  // OK: the part is complete. kAborted: worth another attempt. Any other error is final.
  absl::Status Run() {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
    if (curl == nullptr) return absl::InternalError("cannot set up libcurl");
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(nullptr, &curl_slist_free_all);
    if (asked_from_ > 0) {
      headers.reset(curl_slist_append(nullptr, absl::StrCat("If-Range: ", part_.validator()).c_str()));
    }
    Configure(curl.get(), headers.get());
    const CURLcode code = curl_easy_perform(curl.get());
    if (!failure_.ok()) return failure_;
    return Judge(code);
  }

 private:
  void Configure(CURL* curl, curl_slist* headers) {
    const char* protocols = absl::StartsWith(options_.url, "https://") ? "https" : "http,https";
    curl_easy_setopt(curl, CURLOPT_URL, options_.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, protocols);  // never from https back to http
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 10L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 30L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 64L);  // bytes a second over the next line's seconds = stuck
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, 60L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, absl::StrCat("ferro/", kVersion).c_str());
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error_);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Attempt::OnHeader);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Attempt::OnBody);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
    if (!options_.bearer_token.empty()) {
      curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
      curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, options_.bearer_token.c_str());
    }
    if (asked_from_ > 0) {
      curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
      curl_easy_setopt(curl, CURLOPT_RANGE, absl::StrCat(asked_from_, "-").c_str());
    }
  }

  static size_t OnHeader(char* data, size_t size, size_t count, void* self) {
    static_cast<Attempt*>(self)->head_.AddLine(absl::string_view(data, size * count));
    return size * count;
  }

  static size_t OnBody(char* data, size_t size, size_t count, void* self) {
    Attempt& attempt = *static_cast<Attempt*>(self);
    const int status = attempt.head_.status;
    if (status != 200 && status != 206) return size * count;  // the text of an error page or a redirect
    if (!attempt.started_) attempt.failure_ = attempt.Begin();
    if (attempt.failure_.ok()) attempt.failure_ = attempt.part_.Append(data, size * count);
    if (!attempt.failure_.ok()) return 0;  // curl gives up
    if (attempt.options_.progress)
      attempt.options_.progress(attempt.part_.size(), std::max<int64_t>(attempt.total_, 0));
    return size * count;
  }

  // Before the first byte of the body: does it continue what we have, and is there room for it?
  absl::Status Begin() {
    started_ = true;
    if (head_.status == 206) {
      if (head_.range_start != part_.size()) {
        FERRO_RETURN_IF_ERROR(part_.Restart(""));
        return absl::AbortedError(
            absl::StrCat("the server sent bytes from ", head_.range_start, ", not from ", asked_from_));
      }
      total_ = head_.range_total;
    } else {
      FERRO_RETURN_IF_ERROR(part_.Restart(head_.validator()));
      total_ = head_.content_length;
    }
    const int64_t free = part_.FreeBytes();
    if (total_ >= 0 && free >= 0 && total_ - part_.size() + kSpareBytes > free) {
      return absl::ResourceExhaustedError(
          absl::StrCat("not enough room for ", options_.path, ": ", HumanBytes(total_ - part_.size()), " to download, ",
                       HumanBytes(free), " free; make room or choose another place with --to"));
    }
    return absl::OkStatus();
  }

  absl::Status Judge(CURLcode code) {
    if (code != CURLE_OK) {
      const std::string message = absl::StrCat(options_.url, ": ", *error_ != '\0' ? error_ : curl_easy_strerror(code));
      switch (code) {
        case CURLE_URL_MALFORMAT:
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_TOO_MANY_REDIRECTS:
          return absl::InvalidArgumentError(message);
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CACERT_BADFILE:
          return absl::PermissionDeniedError(message);
        default:
          return absl::AbortedError(message);
      }
    }
    switch (head_.status) {
      case 200:
      case 206:
        if (!started_) FERRO_RETURN_IF_ERROR(Begin());  // an empty body
        if (total_ >= 0 && part_.size() != total_) {
          return absl::AbortedError(absl::StrCat(options_.url, ": got ", part_.size(), " of ", total_, " bytes"));
        }
        return absl::OkStatus();
      case 416:  // nothing follows what we have: either it is all, or not a part of this file
        if (head_.range_total == part_.size()) return absl::OkStatus();
        FERRO_RETURN_IF_ERROR(part_.Restart(""));
        return absl::AbortedError(absl::StrCat(options_.url, ": the file on the server has changed"));
      case 401:
      case 403:
        return absl::PermissionDeniedError(
            absl::StrCat(options_.url, ": the server answers ", head_.status,
                         "; the file may need an account (accept its licence there and set HF_TOKEN)"));
      case 404:
      case 410:
        return absl::NotFoundError(absl::StrCat(options_.url, ": no such file on the server (", head_.status, ")"));
      default:
        if (head_.status == 408 || head_.status == 429 || head_.status >= 500) {
          return absl::AbortedError(absl::StrCat(options_.url, ": the server answers ", head_.status));
        }
        return absl::FailedPreconditionError(absl::StrCat(options_.url, ": the server answers ", head_.status));
    }
  }

  const DownloadOptions& options_;
  PartFile& part_;
  const int64_t asked_from_;
  ResponseHead head_;
  bool started_ = false;
  int64_t total_ = -1;    // -1 = not known
  absl::Status failure_;  // of a callback
  char error_[CURL_ERROR_SIZE] = "";
};

absl::Status DownloadParts(const DownloadOptions& options, PartFile& part) {
  int idle = 0;
  int64_t furthest = part.size();
  while (true) {
    // Bytes without a validator cannot be joined with later ones: the file may have changed in between.
    if (part.validator().empty()) FERRO_RETURN_IF_ERROR(part.Restart(""));
    const absl::Status status = Attempt(options, part).Run();
    if (!absl::IsAborted(status)) return status;
    // Getting as far as before is no progress, or a server that knows no ranges would be asked for ever.
    idle = part.size() > furthest ? 0 : idle + 1;
    furthest = std::max(furthest, part.size());
    if (idle >= options.attempts) {
      return absl::UnavailableError(absl::StrCat(status.message(), "; gave up after ", idle,
                                                 " attempts, run the same command again to go on from ",
                                                 HumanBytes(part.size())));
    }
    const absl::Duration wait = options.first_wait * (1 << std::min(idle, 6));
    if (options.retrying) options.retrying(status.message(), wait);
    absl::SleepFor(wait);
  }
}

}  // namespace

absl::StatusOr<DownloadResult> Download(const DownloadOptions& options) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<PartFile> part, PartFile::Open(options.path, options.url));
  DownloadResult result;
  result.resumed_from = part->size();
  if (const absl::Status status = DownloadParts(options, *part); !status.ok()) {
    if (part->size() == 0) part->Discard();  // nothing to go on from
    return status;
  }
  result.bytes = part->size();
  FERRO_ASSIGN_OR_RETURN(result.sha256, Sha256OfFile(part->path()));
  if (!options.sha256.empty() && options.sha256 != result.sha256) {
    part->Discard();
    return absl::DataLossError(absl::StrCat(options.url, ": wrong checksum; expected ", options.sha256, ", got ",
                                            result.sha256, "; the download was deleted"));
  }
  if (options.verify) {
    if (const absl::Status status = options.verify(part->path()); !status.ok()) {
      part->Discard();
      return status;
    }
  }
  FERRO_RETURN_IF_ERROR(part->Commit());
  return result;
}

}  // namespace ferro
