// The gRPC server over real sockets.
#include "services/common/server.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "base/status_testing.h"

namespace ferro {
namespace {

using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;
using ::testing::HasSubstr;

class ServerTest : public ::testing::Test {
 protected:
  // Socket paths are short, TEST_TMPDIR is not.
  ServerTest() { socket_ = std::string(mkdtemp(folder_)) + "/s"; }
  ~ServerTest() override {
    unlink(socket_.c_str());
    rmdir(folder_);
  }

  absl::StatusOr<std::unique_ptr<GrpcServer>> Listen(const std::string& address, bool insecure = false) {
    ServerOptions options;
    options.listen = address;
    options.insecure_grpc = insecure;
    return GrpcServer::Start(options, {}, {"ferro.test"});
  }
  static std::unique_ptr<Health::Stub> Dial(const std::string& address) {
    return Health::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  }
  static grpc::Status Check(Health::Stub& stub, const std::string& service, HealthCheckResponse* response) {
    grpc::ClientContext context;
    HealthCheckRequest request;
    request.set_service(service);
    return stub.Check(&context, request, response);
  }

  char folder_[32] = "/tmp/ferro-test-XXXXXX";
  std::string socket_;
};

TEST_F(ServerTest, HealthFollowsTheState) {
  ASSERT_OK_AND_ASSIGN(const auto server, Listen("127.0.0.1:0"));
  const auto stub = Dial(server->address());
  HealthCheckResponse response;
  ASSERT_TRUE(Check(*stub, "", &response).ok());
  EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING) << "nothing serves before the process says so";
  server->health().SetServing(true);
  ASSERT_TRUE(Check(*stub, "ferro.test", &response).ok());
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVING);
  EXPECT_EQ(Check(*stub, "other", &response).error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(ServerTest, WatchSendsEveryChange) {
  ASSERT_OK_AND_ASSIGN(const auto server, Listen("unix:" + socket_));
  const auto stub = Dial(server->address());
  grpc::ClientContext context;
  const auto stream = stub->Watch(&context, HealthCheckRequest());
  HealthCheckResponse response;
  for (const bool serving : {false, true, false}) {
    server->health().SetServing(serving);
    ASSERT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.status(), serving ? HealthCheckResponse::SERVING : HealthCheckResponse::NOT_SERVING);
  }
  grpc::ClientContext other_context;
  HealthCheckRequest request;
  request.set_service("other");
  const auto other = stub->Watch(&other_context, request);
  ASSERT_TRUE(other->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVICE_UNKNOWN);
  other_context.TryCancel();
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(ServerTest, ATakenPortIsAClearError) {
  ASSERT_OK_AND_ASSIGN(const auto first, Listen("127.0.0.1:0"));
  const absl::Status second = Listen(first->address()).status();
  EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(second.message()), HasSubstr("cannot listen on " + first->address() + ": Address already"));
}

TEST_F(ServerTest, AStaleSocketIsReplacedALiveOneIsNot) {
  {
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, socket_.c_str());
    ASSERT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    close(fd);  // the file stays, as after kill -9
  }
  ASSERT_OK_AND_ASSIGN(auto server, Listen("unix:" + socket_));
  EXPECT_THAT(std::string(Listen("unix:" + socket_).status().message()), HasSubstr("another process listens"));
  HealthCheckResponse response;
  EXPECT_TRUE(Check(*Dial(server->address()), "", &response).ok()) << "the first one still answers";
  server.reset();
  EXPECT_NE(access(socket_.c_str(), F_OK), 0) << "the socket file is gone";
  std::ofstream(socket_) << "a file of somebody";
  EXPECT_THAT(std::string(Listen("unix:" + socket_).status().message()), HasSubstr("is no socket"));
}

TEST_F(ServerTest, PlaintextBeyondTheMachineNeedsAFlag) {
  const absl::Status refused = Listen("0.0.0.0:0").status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("--insecure-grpc"));
  EXPECT_OK(Listen("0.0.0.0:0", /*insecure=*/true).status());
}

TEST_F(ServerTest, BadAddresses) {
  for (const std::string address : {"", "unix:", "8090", ":8090", "host:port", "host:70000", "host:-1"}) {
    EXPECT_EQ(Listen(address).status().code(), absl::StatusCode::kInvalidArgument) << address;
  }
  EXPECT_EQ(Listen("unix:/" + std::string(107, 'x')).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Listen("unix:/nowhere/at/all").status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace ferro
