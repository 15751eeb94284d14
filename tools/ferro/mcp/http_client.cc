#include "tools/ferro/mcp/http_client.h"

#include <curl/curl.h>

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/version.h"

namespace ferro::mcp {

// curl's `multi` interface with one transfer, because it can be woken from another thread.
class HttpClient::Exchange {
 public:
  explicit Exchange(const HttpClientOptions& options) : options_(options) {
    headers_ = curl_slist_append(headers_, "Content-Type: application/json");
    headers_ = curl_slist_append(headers_, "Expect:");  // no round trip before a large body
    curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy_, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, long{absl::ToInt64Milliseconds(options_.connect_timeout)});
    curl_easy_setopt(easy_, CURLOPT_TIMEOUT_MS, long{absl::ToInt64Milliseconds(options_.timeout)});
    curl_easy_setopt(easy_, CURLOPT_USERAGENT, absl::StrCat("ferro-mcp/", kVersion).c_str());
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
    curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_);
    curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &Exchange::OnBody);
    curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
    if (!options_.bearer_token.empty()) {
      curl_easy_setopt(easy_, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
      curl_easy_setopt(easy_, CURLOPT_XOAUTH2_BEARER, options_.bearer_token.c_str());
    }
  }
  ~Exchange() {
    curl_easy_cleanup(easy_);
    curl_multi_cleanup(multi_);
    curl_slist_free_all(headers_);
  }

  absl::StatusOr<HttpReply> Send(const std::string& path, const std::string* body, const std::stop_token& stop) {
    if (easy_ == nullptr || multi_ == nullptr) return absl::InternalError("cannot set up libcurl");
    reply_ = {};
    too_large_ = false;
    *error_ = '\0';
    curl_easy_setopt(easy_, CURLOPT_URL, absl::StrCat(options_.url, path).c_str());
    if (body == nullptr) {
      curl_easy_setopt(easy_, CURLOPT_HTTPGET, 1L);
    } else {
      curl_easy_setopt(easy_, CURLOPT_POST, 1L);
      curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body->size()));
      curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, body->c_str());
    }
    curl_multi_add_handle(multi_, easy_);
    CURLcode code = CURLE_OK;
    const bool ended = Drive(stop, code);
    curl_multi_remove_handle(multi_, easy_);
    if (!ended) return absl::CancelledError("cancelled");
    if (code != CURLE_OK) return Judge(code);
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    reply_.status = static_cast<int>(status);
    return std::move(reply_);
  }

 private:
  // False: stopped before the end.
  bool Drive(const std::stop_token& stop, CURLcode& code) {
    const std::stop_callback wake(stop, [this] { curl_multi_wakeup(multi_); });
    while (!stop.stop_requested()) {
      int running = 0, queued = 0;
      curl_multi_perform(multi_, &running);
      if (const CURLMsg* const end = curl_multi_info_read(multi_, &queued)) {
        code = end->data.result;
        return true;
      }
      curl_multi_poll(multi_, nullptr, 0, /*timeout_ms=*/1000, nullptr);
    }
    return false;
  }

  absl::Status Judge(CURLcode code) const {
    if (too_large_) {
      return absl::ResourceExhaustedError(absl::StrCat("the reply has more than ", options_.max_reply_bytes, " bytes"));
    }
    const std::string reason = *error_ != '\0' ? error_ : curl_easy_strerror(code);
    switch (code) {
      case CURLE_URL_MALFORMAT:
      case CURLE_UNSUPPORTED_PROTOCOL:
        return absl::InvalidArgumentError(reason);
      case CURLE_OPERATION_TIMEDOUT:
        return absl::DeadlineExceededError(reason);
      default:
        return absl::UnavailableError(reason);
    }
  }

  static size_t OnBody(char* data, size_t size, size_t count, void* self) {
    Exchange& exchange = *static_cast<Exchange*>(self);
    std::string& body = exchange.reply_.body;
    exchange.too_large_ = size * count > exchange.options_.max_reply_bytes - body.size();
    if (exchange.too_large_) return 0;  // curl gives up
    body.append(data, size * count);
    return size * count;
  }

  const HttpClientOptions& options_;
  CURL* const easy_ = curl_easy_init();
  CURLM* const multi_ = curl_multi_init();
  curl_slist* headers_ = nullptr;
  HttpReply reply_;
  bool too_large_ = false;
  char error_[CURL_ERROR_SIZE] = "";
};

HttpClient::HttpClient(HttpClientOptions options) : options_(std::move(options)) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
}

HttpClient::~HttpClient() = default;

absl::StatusOr<HttpReply> HttpClient::Get(const std::string& path, const std::stop_token& stop) {
  return Send(path, nullptr, stop);
}

absl::StatusOr<HttpReply> HttpClient::Post(const std::string& path, const std::string& body,
                                           const std::stop_token& stop) {
  return Send(path, &body, stop);
}

absl::StatusOr<HttpReply> HttpClient::Send(const std::string& path, const std::string* body,
                                           const std::stop_token& stop) {
  std::unique_ptr<Exchange> exchange;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      exchange = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (exchange == nullptr) exchange = std::make_unique<Exchange>(options_);
  absl::StatusOr<HttpReply> reply = exchange->Send(path, body, stop);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(exchange));
  return reply;
}

}  // namespace ferro::mcp
