// Time of one call after the other on one connection: what a client waits beside the passes when the service runs with
// --device null. By gRPC to ferro-decide, or by HTTP through a gateway.
//
// usage: latency_benchmark TARGET [REQUESTS], for instance unix:/tmp/decide.sock 10000 or http://127.0.0.1:8090
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ferro/decide/v1/decide.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace ferro {
namespace {

// Asks once. False: it failed, and said why.
using Ask = std::function<bool()>;

// The worked example of the interface: three questions about one sentence.
decide::v1::DecideRequest Request() {
  decide::v1::DecideRequest request;
  decide::v1::DecideItem* item = request.add_items();
  item->set_state_json("\"I was charged twice this month, please refund one of them.\"");
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

constexpr char kBody[] =
    R"({"state":"I was charged twice this month, please refund one of them.","questions":{)"
    R"("refund":{"type":"noul","instructions":"Is the customer asking for a refund?"},)"
    R"("team":{"type":"choice","instructions":"Which team should handle this?","criteria":{"billing":null,"technical":null}},)"
    R"("urgency":{"type":"score","instructions":"How urgent is this?","criteria":["Can wait","Today","Now"]}}})";

Ask ByGrpc(const std::string& target) {
  std::shared_ptr<decide::v1::DecideService::Stub> stub =
      decide::v1::DecideService::NewStub(grpc::CreateChannel(target, grpc::InsecureChannelCredentials()));
  return [stub, request = Request()] {
    grpc::ClientContext context;
    decide::v1::DecideResponse response;
    const grpc::Status status = stub->Decide(&context, request, &response);
    if (!status.ok()) std::fprintf(stderr, "latency_benchmark: %s\n", status.error_message().c_str());
    return status.ok();
  };
}

// A connection to http://ADDRESS:PORT with an IPv4 address. It is kept until the server says that it closes it, as a
// gateway does after a thousand requests.
class HttpClient {
 public:
  explicit HttpClient(const std::string& target) {
    const size_t colon = target.rfind(':');
    address_.sin_family = AF_INET;
    address_.sin_port = htons(static_cast<uint16_t>(std::atoi(target.c_str() + colon + 1)));
    valid_ = colon > 7 && inet_pton(AF_INET, target.substr(7, colon - 7).c_str(), &address_.sin_addr) == 1;
  }
  ~HttpClient() { Close(); }

  bool Post(const std::string& request) {
    if (!Connect()) return Fail("cannot connect");
    if (send(socket_, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) {
      return Fail("cannot send");
    }
    return Read();
  }

 private:
  bool Connect() {
    if (socket_ >= 0) return true;
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    return valid_ && connect(socket_, reinterpret_cast<const sockaddr*>(&address_), sizeof(address_)) == 0;
  }
  void Close() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }
  bool Fail(const char* why) {
    std::fprintf(stderr, "latency_benchmark: %s\n", why);
    return false;
  }
  // The head and as many bytes as Content-Length says.
  bool Read() {
    std::string text;
    char buffer[16384];
    size_t head = 0, length = 0;
    while (head == 0 || text.size() < head + length) {
      const ssize_t got = recv(socket_, buffer, sizeof(buffer), 0);
      if (got <= 0) return Fail("the answer is cut off");
      text.append(buffer, got);
      const size_t end = text.find("\r\n\r\n");
      if (head != 0 || end == std::string::npos) continue;
      head = end + 4;
      const size_t field = text.find("Content-Length: ");
      if (field < end) length = std::strtoul(text.c_str() + field + 16, nullptr, 10);
    }
    if (text.find("Connection: close") < head) Close();
    return text.rfind("HTTP/1.1 200", 0) == 0 || Fail(text.c_str());
  }

  sockaddr_in address_ = {};
  bool valid_ = false;
  int socket_ = -1;
};

Ask ByHttp(const std::string& target) {
  const std::string request = std::string("POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: ") +
                              "application/json\r\nContent-Length: " + std::to_string(sizeof(kBody) - 1) + "\r\n\r\n" +
                              kBody;
  return [client = std::make_shared<HttpClient>(target), request] { return client->Post(request); };
}

int Main(const std::string& target, int requests) {
  const Ask ask = target.rfind("http://", 0) == 0 ? ByHttp(target) : ByGrpc(target);
  std::vector<double> us;
  for (int i = -100; i < requests; ++i) {  // the first ones warm up
    const auto begin = std::chrono::steady_clock::now();
    if (!ask()) return 1;
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    if (i >= 0) us.push_back(took.count());
  }
  std::sort(us.begin(), us.end());
  const auto share = [&](double p) { return us[std::min(us.size() - 1, static_cast<size_t>(p * us.size()))]; };
  std::printf("%d requests of 3 questions, one after the other: p50 %.0f us, p90 %.0f us, p99 %.0f us, p99.9 %.0f us\n",
              requests, share(0.5), share(0.9), share(0.99), share(0.999));
  return 0;
}

}  // namespace
}  // namespace ferro

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: latency_benchmark TARGET [REQUESTS]\n");
    return 2;
  }
  return ferro::Main(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 10000);
}
