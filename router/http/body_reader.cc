#include "router/http/body_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace ferro::router {

BodyReader::BodyReader(const Framing& framing, ContentCoding coding, const HttpLimits& limits,
                       std::atomic<uint64_t>& inflight)
    : limits_(limits), inflight_(inflight), content_length_(framing.content_length) {
  if (framing.chunked) chunks_.emplace(limits);
  if (coding != ContentCoding::kIdentity) inflater_.emplace(coding);
}

BodyReader::Result BodyReader::Read(absl::string_view input, std::string* body, size_t* consumed) {
  std::string buffer;
  absl::string_view framed;
  const Result result = Unframe(input, &buffer, &framed, consumed);
  if (result == Result::kFault) return result;
  received_ += framed.size();
  if (!inflater_) {
    if (auto fault = Store(framed, body)) return Fail(*std::move(fault));
    return result;
  }
  auto fault = inflater_->Append(framed, [&](absl::string_view bytes) { return Store(bytes, body); });
  if (!fault && result == Result::kDone) fault = inflater_->Finish();
  return fault ? Fail(*std::move(fault)) : result;
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

std::optional<HttpFault> BodyReader::Store(absl::string_view bytes, std::string* body) {
  if (bytes.size() > limits_.body - std::min<uint64_t>(held_, limits_.body)) {
    return HttpFault{413, absl::StrCat("request body larger than ", limits_.body, " bytes ",
                                       inflater_ ? "when inflated " : "", "(--max-body-mb)")};
  }
  held_ += bytes.size();
  if ((inflight_ += bytes.size()) > limits_.inflight_bodies) {
    return HttpFault{503, "too many request bodies at once (--max-inflight-body-mb)"};
  }
  body->append(bytes.data(), bytes.size());
  return std::nullopt;
}

BodyReader::Result BodyReader::Fail(HttpFault fault) {
  fault_ = std::move(fault);
  return Result::kFault;
}

}  // namespace ferro::router
