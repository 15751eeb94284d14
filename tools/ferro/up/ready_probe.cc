#include "tools/ferro/up/ready_probe.h"

#include <curl/curl.h>

#include <memory>

#include "absl/strings/str_cat.h"

namespace ferro {

bool IsReady(const std::string& base_url) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
  if (curl == nullptr) return false;
  curl_easy_setopt(curl.get(), CURLOPT_URL, absl::StrCat(base_url, "/readyz").c_str());
  curl_easy_setopt(curl.get(), CURLOPT_NOPROXY, "*");
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, 1000L);
  curl_easy_setopt(
      curl.get(), CURLOPT_WRITEFUNCTION, +[](char*, size_t size, size_t count, void*) { return size * count; });
  long status = 0;
  return curl_easy_perform(curl.get()) == CURLE_OK &&
         curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status) == CURLE_OK && status == 200;
}

}  // namespace ferro
