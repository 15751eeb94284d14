// Head, framing and body from arbitrary bytes: whole and byte by byte must agree.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "router/http/body_reader.h"
#include "router/http/content_coding.h"
#include "router/http/framing.h"
#include "router/http/head_parser.h"

namespace ferro::router {
namespace {

struct Outcome {
  int status = -1;  // -1 = more bytes wanted, 200 = complete
  std::string path;
  std::string body;
  bool operator==(const Outcome&) const = default;
};

Outcome Run(const std::string& input, size_t step) {
  const HttpLimits limits;
  HeadParser parser(limits);
  Outcome outcome;
  HeadParser::Result result = HeadParser::Result::kMore;
  for (size_t end = step; result == HeadParser::Result::kMore; end += step) {
    result = parser.Parse(input.substr(0, end));
    if (end >= input.size()) break;
  }
  if (result == HeadParser::Result::kMore) return outcome;
  if (result == HeadParser::Result::kFault) {
    outcome.status = parser.fault().status;
    return outcome;
  }
  outcome.path = parser.head().path;
  Framing framing;
  if (const auto fault = ReadFraming(parser.head(), &framing)) {
    outcome.status = fault->status;
    return outcome;
  }
  const auto coding = ReadContentCoding(parser.head().headers);
  if (!coding) return {415, outcome.path, ""};
  std::atomic<uint64_t> inflight{0};
  BodyReader reader(framing, *coding, limits, inflight);
  auto state = BodyReader::Result::kMore;
  size_t at = parser.consumed();
  do {
    size_t consumed = 0;
    state = reader.Read(input.substr(at, step), &outcome.body, &consumed);
    at += consumed;
  } while (at < input.size() && state == BodyReader::Result::kMore);
  if (state == BodyReader::Result::kDone) outcome.status = 200;
  // A fault may leave more or less of the body behind, depending on where the input was cut.
  if (state == BodyReader::Result::kFault) outcome = {reader.fault().status, outcome.path, ""};
  return outcome;
}

}  // namespace
}  // namespace ferro::router

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Byte by byte is quadratic; beyond this nothing new happens.
  if (size > 4096) size = 4096;
  const std::string input(reinterpret_cast<const char*>(data), size);
  if (ferro::router::Run(input, input.size() + 1) != ferro::router::Run(input, 1)) std::abort();
  return 0;
}
