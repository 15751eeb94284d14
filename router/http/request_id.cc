#include "router/http/request_id.h"

#include <random>

#include "absl/strings/ascii.h"

namespace ferro::router {
namespace {

// Ids need to be distinct, not secret.
std::mt19937_64& Generator() {
  thread_local std::mt19937_64 generator = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }();
  return generator;
}

std::string Draw(absl::string_view alphabet, int length) {
  std::uniform_int_distribution<size_t> index(0, alphabet.size() - 1);
  std::string text;
  for (int i = 0; i < length; ++i) text += alphabet[index(Generator())];
  return text;
}

}  // namespace

std::string RequestIdOr(absl::string_view given) {
  bool usable = !given.empty() && given.size() <= 128;
  for (const unsigned char c : given) usable = usable && absl::ascii_isprint(c);
  return usable ? std::string(given) : RandomHex(32);
}

std::string RandomAlnum(int length) {
  return Draw("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", length);
}

std::string RandomHex(int length) { return Draw("0123456789abcdef", length); }

}  // namespace ferro::router
