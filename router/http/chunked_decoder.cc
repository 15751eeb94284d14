#include "router/http/chunked_decoder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace ferro::router {
namespace {

constexpr size_t kMaxSizeLine = 1 << 10;
constexpr size_t kMaxExtension = 256;
// 16 hex digits would be 64 bits; 13 are more than any limit allows and cannot overflow.
constexpr size_t kMaxSizeDigits = 13;

bool ParseSize(absl::string_view line, uint64_t* size) {
  const size_t semicolon = line.find(';');
  const absl::string_view digits = absl::StripTrailingAsciiWhitespace(line.substr(0, semicolon));
  if (semicolon != absl::string_view::npos && line.size() - semicolon > kMaxExtension) return false;
  if (digits.empty() || digits.size() > kMaxSizeDigits) return false;
  *size = 0;
  for (const unsigned char c : digits) {
    if (!absl::ascii_isxdigit(c)) return false;
    *size = *size * 16 + (absl::ascii_isdigit(c) ? c - '0' : absl::ascii_tolower(c) - 'a' + 10);
  }
  return true;
}

}  // namespace

ChunkedDecoder::Result ChunkedDecoder::Fail(int status, std::string message) {
  fault_ = {status, std::move(message)};
  return Result::kFault;
}

ChunkedDecoder::Result ChunkedDecoder::Decode(absl::string_view input, std::string* body, size_t* consumed) {
  const size_t size = input.size();
  while (!input.empty() && !done_) {
    if (state_ == State::kData) {
      const size_t n = std::min<uint64_t>(chunk_left_, input.size());
      body->append(input.data(), n);
      input.remove_prefix(n);
      chunk_left_ -= n;
      if (chunk_left_ == 0) state_ = State::kDataEnd;
      continue;
    }
    const size_t end = input.find('\n');
    const absl::string_view piece = input.substr(0, end);
    if (line_.size() + piece.size() > (state_ == State::kTrailer ? limits_.header_line : kMaxSizeLine)) {
      return Fail(state_ == State::kTrailer ? 431 : 400, "line of a chunked body is too long");
    }
    absl::StrAppend(&line_, piece);
    input.remove_prefix(std::min(input.size(), piece.size() + 1));
    if (end == absl::string_view::npos) break;
    if (!TakeLine()) return Result::kFault;
  }
  *consumed = size - input.size();
  return done_ ? Result::kDone : Result::kMore;
}

bool ChunkedDecoder::TakeLine() {
  absl::string_view line = line_;
  absl::ConsumeSuffix(&line, "\r");
  const auto fail = [&](int status, std::string message) { return Fail(status, std::move(message)) != Result::kFault; };
  switch (state_) {
    case State::kSize: {
      if (!ParseSize(line, &chunk_left_)) return fail(400, "malformed chunk size");
      if (chunk_left_ > limits_.body || total_ + chunk_left_ > limits_.body) {
        return fail(413, absl::StrCat("request body larger than ", limits_.body, " bytes (--max-body-mb)"));
      }
      total_ += chunk_left_;
      state_ = chunk_left_ == 0 ? State::kTrailer : State::kData;
      break;
    }
    case State::kDataEnd:
      if (!line.empty()) return fail(400, "chunk longer than its size");
      state_ = State::kSize;
      break;
    case State::kTrailer:
      trailer_bytes_ += line_.size();
      if (trailer_bytes_ > limits_.header_block) return fail(431, "trailers too large");
      done_ = line.empty();
      break;
    case State::kData:
      break;
  }
  line_.clear();
  return true;
}

}  // namespace ferro::router
