// Time of one Decide call after the other on one connection: what a client waits beside the passes when the service
// runs with --device null.
//
// usage: latency_benchmark TARGET [REQUESTS] [STATE_BYTES], for instance unix:/tmp/decide.sock 10000 200
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "ferro/decide/v1/decide.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace ferro {
namespace {

// The worked example of the interface: three questions about one sentence.
decide::v1::DecideRequest Request(int state_bytes) {
  std::string state = "I was charged twice this month, please refund one of them. ";
  while (static_cast<int>(state.size()) < state_bytes) state += state;
  if (state_bytes > 0) state.resize(state_bytes);
  decide::v1::DecideRequest request;
  decide::v1::DecideItem* item = request.add_items();
  item->set_state_json("\"" + state + "\"");
  decide::v1::Question* refund = item->add_questions();
  refund->set_id("refund");
  refund->set_instructions_json("\"Is the customer asking for a refund?\"");
  refund->mutable_noul();
  decide::v1::Question* team = item->add_questions();
  team->set_id("team");
  team->set_instructions_json("\"Which team should handle this?\"");
  for (const char* key : {"billing", "technical"}) team->mutable_choice()->add_options()->set_key(key);
  decide::v1::Question* urgency = item->add_questions();
  urgency->set_id("urgency");
  urgency->set_instructions_json("\"How urgent is this?\"");
  for (const char* level : {"\"Can wait\"", "\"Today\"", "\"Now\""}) urgency->mutable_score()->add_levels_json(level);
  return request;
}

int Main(const std::string& target, int requests, int state_bytes) {
  const auto stub = decide::v1::DecideService::NewStub(grpc::CreateChannel(target, grpc::InsecureChannelCredentials()));
  const decide::v1::DecideRequest request = Request(state_bytes);
  std::vector<double> total_us, prompt_us;
  for (int i = -100; i < requests; ++i) {  // the first ones warm up
    grpc::ClientContext context;
    decide::v1::DecideResponse response;
    const auto begin = std::chrono::steady_clock::now();
    const grpc::Status status = stub->Decide(&context, request, &response);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    if (!status.ok()) {
      std::fprintf(stderr, "latency_benchmark: %s\n", status.error_message().c_str());
      return 1;
    }
    if (i < 0) continue;
    total_us.push_back(took.count());
    prompt_us.push_back(1e3 * response.timings().prompt_ms());
  }
  const auto show = [](const char* what, std::vector<double> us) {
    std::sort(us.begin(), us.end());
    const auto share = [&](double p) { return us[std::min(us.size() - 1, static_cast<size_t>(p * us.size()))]; };
    std::printf("%-8s p50 %7.0f us  p90 %7.0f us  p99 %7.0f us  p99.9 %7.0f us\n", what, share(0.5), share(0.9),
                share(0.99), share(0.999));
  };
  std::printf("%d requests of 3 questions, one after the other\n", requests);
  show("call", total_us);
  show("prompts", prompt_us);
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: latency_benchmark TARGET [REQUESTS] [STATE_BYTES]\n");
    return 2;
  }
  return ferro::Main(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 10000, argc > 3 ? std::atoi(argv[3]) : 0);
}
