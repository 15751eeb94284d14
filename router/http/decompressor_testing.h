// What tests of every Decompressor share.
#ifndef FERRO_ROUTER_HTTP_DECOMPRESSOR_TESTING_H_
#define FERRO_ROUTER_HTTP_DECOMPRESSOR_TESTING_H_

#include <cstddef>
#include <optional>
#include <random>
#include <string>

#include "router/http/decompressor.h"

namespace ferro::router {

struct Decompressed {
  int status = 200;
  std::string text;
  std::string message;
};

// Hands `bytes` over in pieces of `step`.
inline Decompressed DecompressInSteps(Decompressor& decompressor, const std::string& bytes, size_t step) {
  Decompressed outcome;
  std::optional<HttpFault> fault;
  for (size_t at = 0; at < bytes.size() && !fault; at += step) {
    fault = decompressor.Append(bytes.substr(at, step), [&](absl::string_view piece) {
      outcome.text.append(piece.data(), piece.size());
      return std::optional<HttpFault>();
    });
  }
  if (!fault) fault = decompressor.Finish();
  if (fault) {
    outcome.status = fault->status;
    outcome.message = fault->message;
  }
  return outcome;
}

// Neither all equal nor without repeats, and longer than several windows and blocks.
inline std::string CompressibleText() {
  std::mt19937 random(3);
  std::string text;
  while (text.size() < 300'000) text += "word" + std::to_string(random() % 50'000) + " ";
  return text;
}

}  // namespace ferro::router

#endif  // FERRO_ROUTER_HTTP_DECOMPRESSOR_TESTING_H_
