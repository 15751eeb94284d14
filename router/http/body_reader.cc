#include "router/http/body_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "router/http/inflater.h"
#include "router/http/zstd_decompressor.h"

namespace ferro::router {
namespace {

std::unique_ptr<Decompressor> MakeDecompressor(ContentCoding coding) {
  switch (coding) {
    case ContentCoding::kIdentity:
      return nullptr;
    case ContentCoding::kGzip:
    case ContentCoding::kDeflate:
      return std::make_unique<Inflater>(coding);
    case ContentCoding::kZstd:
      return std::make_unique<ZstdDecompressor>();
  }
  return nullptr;
}

}  // namespace

BodyReader::BodyReader(const Framing& framing, ContentCoding coding, const HttpLimits& limits,
                       std::atomic<uint64_t>& inflight)
    : limits_(limits),
      inflight_(inflight),
      content_length_(framing.content_length),
      decompressor_(MakeDecompressor(coding)) {
  if (framing.chunked) chunks_.emplace(limits);
}

BodyReader::Result BodyReader::Read(absl::string_view input, std::string* body, size_t* consumed) {
  std::string buffer;
  absl::string_view framed;
  const Result result = Unframe(input, &buffer, &framed, consumed);
  if (result == Result::kFault) return result;
  received_ += framed.size();
  auto fault = decompressor_ ? Decompress(framed, result == Result::kDone, body) : Store(framed, body);
  return fault ? Fail(*std::move(fault)) : result;
}

std::optional<HttpFault> BodyReader::Decompress(absl::string_view input, bool last, std::string* body) {
  const auto store = [&](absl::string_view bytes) { return Store(bytes, body); };
  if (auto fault = decompressor_->Append(input, store)) return fault;
  if (last) {
    auto fault = decompressor_->Finish();
    decompressor_ = nullptr;
    inflight_ -= std::exchange(working_, 0);
    return fault;
  }
  const uint64_t memory = decompressor_->memory();
  return Take(memory - std::min(working_, memory), &working_);
}

BodyReader::Result BodyReader::Unframe(absl::string_view input, std::string* buffer, absl::string_view* framed,
                                       size_t* consumed) {
  if (!chunks_) {
    *framed = input.substr(0, content_length_ - received_);
    *consumed = framed->size();
    return received_ + framed->size() == content_length_ ? Result::kDone : Result::kMore;
  }
  const ChunkedDecoder::Result result = chunks_->Decode(input, buffer, consumed);
  *framed = *buffer;
  if (result == ChunkedDecoder::Result::kFault) return Fail(chunks_->fault());
  return result == ChunkedDecoder::Result::kDone ? Result::kDone : Result::kMore;
}

std::optional<HttpFault> BodyReader::Take(uint64_t bytes, uint64_t* share) {
  *share += bytes;
  if ((inflight_ += bytes) <= limits_.inflight_bodies) return std::nullopt;
  return HttpFault{503, "too many request bodies at once (--max-inflight-body-mb)"};
}

std::optional<HttpFault> BodyReader::Store(absl::string_view bytes, std::string* body) {
  if (bytes.size() > limits_.body - std::min<uint64_t>(held_, limits_.body)) {
    return HttpFault{413, absl::StrCat("request body larger than ", limits_.body, " bytes ",
                                       decompressor_ ? "when inflated " : "", "(--max-body-mb)")};
  }
  if (auto fault = Take(bytes.size(), &held_)) return fault;
  body->append(bytes.data(), bytes.size());
  return std::nullopt;
}

BodyReader::Result BodyReader::Fail(HttpFault fault) {
  fault_ = std::move(fault);
  return Result::kFault;
}

}  // namespace ferro::router
