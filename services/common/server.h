// A gRPC server as every service process runs it: health, reflection, limits and keep-alive settled once.
#ifndef FERRO_SERVICES_COMMON_SERVER_H_
#define FERRO_SERVICES_COMMON_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"
#include "services/common/health.h"
#include "services/common/listen_address.h"

namespace ferro {

struct ServerOptions {
  std::string listen;          // `unix:/path` or `host:port`; port 0 = any free one
  bool insecure_grpc = false;  // allows plaintext beyond this machine
  bool reflection = false;     // on unix sockets and loopback reflection is always on
  // Both ways. The gateway's default body limit and 1 MiB for what surrounds it.
  int max_message_bytes = 65 << 20;
};

// Accepts from Start on; what the calls answer is up to the services and to health(). Thread-safe.
class GrpcServer {
 public:
  // `services` must outlive the server; `names` are theirs, for the health service.
  // kInvalidArgument: an address that cannot be read. kFailedPrecondition: a plaintext address beyond this machine
  // without insecure_grpc, or an address that is taken; the message says what to do.
  static absl::StatusOr<std::unique_ptr<GrpcServer>> Start(const ServerOptions& options,
                                                           const std::vector<grpc::Service*>& services,
                                                           const std::vector<std::string>& names);
  // Ends every call at once.
  ~GrpcServer();

  // As a client dials it, with the port that was chosen.
  const std::string& address() const { return address_; }
  HealthService& health() { return *health_; }

  // Accepts nothing more, waits for running calls up to `grace`, then cancels them. Removes the socket file.
  void Shutdown(absl::Duration grace);

 private:
  GrpcServer() = default;

  std::unique_ptr<HealthService> health_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  std::string unix_path_;
};

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_SERVER_H_
