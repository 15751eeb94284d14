// Time of one Embed call after the other on one connection: what a client waits beside the passes when the service runs
// with --device null.
//
// usage: latency_benchmark TARGET [REQUESTS] [TEXTS], for instance unix:/tmp/embed.sock 10000 16
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ferro/embed/v1/embed.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace ferro {
namespace {

int Main(const std::string& target, int requests, int texts) {
  const auto stub = embed::v1::EmbedService::NewStub(grpc::CreateChannel(target, grpc::InsecureChannelCredentials()));
  embed::v1::EmbedRequest request;
  for (int i = 0; i < texts; ++i) {
    request.add_items()->add_parts()->set_text("I was charged twice this month, please refund one of them, no " +
                                               std::to_string(i) + ".");
  }
  std::vector<double> total_us, tokenize_us;
  for (int i = -100; i < requests; ++i) {  // the first ones warm up
    grpc::ClientContext context;
    embed::v1::EmbedResponse response;
    const auto begin = std::chrono::steady_clock::now();
    const grpc::Status status = stub->Embed(&context, request, &response);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    if (!status.ok()) {
      std::fprintf(stderr, "latency_benchmark: %s\n", status.error_message().c_str());
      return 1;
    }
    if (i < 0) continue;
    total_us.push_back(took.count());
    tokenize_us.push_back(1e3 * response.timings().tokenize_ms());
  }
  const auto show = [](const char* what, std::vector<double> us) {
    std::sort(us.begin(), us.end());
    const auto share = [&](double p) { return us[std::min(us.size() - 1, static_cast<size_t>(p * us.size()))]; };
    std::printf("%-8s p50 %7.0f us  p90 %7.0f us  p99 %7.0f us  p99.9 %7.0f us\n", what, share(0.5), share(0.9),
                share(0.99), share(0.999));
  };
  std::printf("%d requests of %d texts, one after the other\n", requests, texts);
  show("call", total_us);
  show("tokenize", tokenize_us);
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: latency_benchmark TARGET [REQUESTS] [TEXTS]\n");
    return 2;
  }
  return ferro::Main(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 10000,
                     argc > 3 ? std::max(1, std::atoi(argv[3])) : 1);
}
