// How long requests for decisions take over HTTP, one after another on a kept connection:
//
//   ferro-decide --d1 MODEL --device null --listen unix:/tmp/d1 & ferro-gateway --decide-target unix:/tmp/d1 &
//   systemone_benchmark --port 8090 --requests 10000
//
// With `--device null`, which answers without computing, that is what gateway, gRPC and batcher take: it should be less
// than 1 ms at the 99th percentile. Exits with 1 when --p99-below-ms is not met, and on any answer but 200.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace {

namespace asio = boost::asio;

constexpr char kBody[] =
    R"({"state":{"text":"I was charged twice."},"questions":{)"
    R"("refund":{"type":"noul","instructions":"Refund asked?"},)"
    R"("team":{"type":"choice","instructions":"Which team?","criteria":{"billing":"charges","tech":"faults"}},)"
    R"("urgency":{"type":"score","instructions":"How urgent?","criteria":["can wait","today","now"]}}})";

struct Options {
  std::string host = "127.0.0.1";
  int port = 8090;
  int requests = 10000;
  int warm_up = 200;
  std::string file;
  double p99_below_ms = 0;
};

class Connection {
 public:
  explicit Connection(const Options& options) : socket_(io_) {
    asio::ip::tcp::resolver resolver(io_);
    asio::connect(socket_, resolver.resolve(options.host, absl::StrCat(options.port)));
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  // The status; the body is read and dropped.
  int Ask(const std::string& request) {
    asio::write(socket_, asio::buffer(request));
    const size_t head = asio::read_until(socket_, asio::dynamic_buffer(in_), "\r\n\r\n");
    const absl::string_view text = absl::string_view(in_).substr(0, head);
    constexpr absl::string_view kLength = "Content-Length: ";
    const size_t at = text.find(kLength);
    size_t length = 0;
    int status = 0;
    const absl::string_view rest = text.substr(std::min(text.size(), at + kLength.size()));
    if (at == text.npos || !absl::SimpleAtoi(rest.substr(0, rest.find('\r')), &length) ||
        !absl::SimpleAtoi(text.substr(9, 3), &status)) {
      return 0;
    }
    if (in_.size() < head + length) {
      asio::read(socket_, asio::dynamic_buffer(in_), asio::transfer_exactly(head + length - in_.size()));
    }
    in_.erase(0, head + length);
    return status;
  }

 private:
  asio::io_context io_;
  asio::ip::tcp::socket socket_;
  std::string in_;
};

std::string RequestOf(const Options& options) {
  std::string body = kBody;
  if (!options.file.empty()) {
    std::stringstream text;
    text << std::ifstream(options.file).rdbuf();
    body = text.str();
  }
  return absl::StrCat("POST /v1/systemone HTTP/1.1\r\nHost: ", options.host,
                      "\r\nContent-Type: application/json\r\nContent-Length: ", body.size(), "\r\n\r\n", body);
}

// Milliseconds of each request; empty after an answer that is no 200.
std::vector<double> Measure(const Options& options) {
  // A gateway ends connections after 1000 requests; beginning another is not what is measured.
  constexpr int kPerConnection = 900;
  const std::string request = RequestOf(options);
  std::vector<double> times;
  for (int i = -options.warm_up; i < options.requests;) {
    Connection connection(options);
    for (int n = 0; n < kPerConnection && i < options.requests; ++n, ++i) {
      const absl::Time start = absl::Now();
      const int status = connection.Ask(request);
      if (status != 200) {
        std::fprintf(stderr, "request %d was answered by %d\n", i, status);
        return {};
      }
      if (i >= 0) times.push_back(absl::ToDoubleMilliseconds(absl::Now() - start));
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Times requests for decisions over HTTP, one after another");
  app.add_option("--host", options.host, "of the gateway")->capture_default_str();
  app.add_option("--port", options.port, "of the gateway")->capture_default_str();
  app.add_option("--requests", options.requests, "to measure")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--warm-up", options.warm_up, "requests before that")->capture_default_str();
  app.add_option("--body", options.file, "file with the request; one of three short questions otherwise");
  app.add_option("--p99-below-ms", options.p99_below_ms, "exit with 1 when the 99th percentile is not below");
  CLI11_PARSE(app, argc, argv);
  try {
    const std::vector<double> times = Measure(options);
    if (times.empty()) return 1;
    const auto at = [&](double share) { return times[static_cast<size_t>(share * (times.size() - 1))]; };
    std::printf("%zu requests: p50 %.3f ms, p90 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, most %.3f ms\n", times.size(),
                at(0.5), at(0.9), at(0.99), at(0.999), times.back());
    return options.p99_below_ms > 0 && at(0.99) >= options.p99_below_ms ? 1 : 0;
  } catch (const boost::system::system_error& error) {
    std::fprintf(stderr, "%s:%d: %s\n", options.host.c_str(), options.port, error.what());
    return 1;
  }
}
