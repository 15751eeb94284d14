#include "services/common/server.h"

#include <unistd.h>

#include <chrono>
#include <set>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"

namespace ferro {
namespace {

// Linking the reflection library adds it to every server; this takes it away again.
class WithoutReflection final : public grpc::ServerBuilderOption {
 public:
  void UpdateArguments(grpc::ChannelArguments*) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>* plugins) override {
    std::erase_if(*plugins, [](const auto& plugin) { return absl::StrContains(plugin->name(), "reflection"); });
  }
};

// Clients ping every 30 s while idle; gRPC's defaults would answer that with GOAWAY (`too_many_pings`).
void SetKeepAlive(grpc::ServerBuilder& builder) {
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 256);
}

}  // namespace

absl::StatusOr<std::unique_ptr<GrpcServer>> GrpcServer::Start(const ServerOptions& options,
                                                              const std::vector<grpc::Service*>& services,
                                                              const std::vector<std::string>& names) {
  FERRO_ASSIGN_OR_RETURN(const ListenAddress address, ParseListenAddress(options.listen));
  if (!address.is_local() && !options.insecure_grpc) {
    return absl::FailedPreconditionError(
        absl::StrCat("--listen ", options.listen,
                     " would accept unencrypted calls from other machines; listen on a unix socket or 127.0.0.1, or "
                     "pass --insecure-grpc on a network that you trust"));
  }
  if (address.is_unix()) FERRO_RETURN_IF_ERROR(RemoveStaleSocket(address.unix_path));
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();

  auto result = absl::WrapUnique(new GrpcServer);
  result->health_ = std::make_unique<HealthService>(std::set<std::string>(names.begin(), names.end()));
  grpc::ServerBuilder builder;
  if (!address.is_local() && !options.reflection) builder.SetOption(std::make_unique<WithoutReflection>());
  int port = 0;
  builder.AddListeningPort(address.ToString(address.port), grpc::InsecureServerCredentials(), &port);
  // Two processes on one port would share the calls at random.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.SetMaxReceiveMessageSize(options.max_message_bytes);
  builder.SetMaxSendMessageSize(options.max_message_bytes);
  SetKeepAlive(builder);
  for (grpc::Service* service : services) builder.RegisterService(service);
  builder.RegisterService(result->health_.get());
  result->server_ = builder.BuildAndStart();
  if (result->server_ == nullptr || (port == 0 && !address.is_unix())) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on ", address.ToString(address.port), ": ", WhyCannotListen(address)));
  }
  result->address_ = address.ToString(port);
  result->unix_path_ = address.unix_path;
  return result;
}

void GrpcServer::Shutdown(absl::Duration grace) {
  if (server_ == nullptr) return;
  server_->Shutdown(absl::ToChronoTime(absl::Now() + grace));
  server_->Wait();
  server_.reset();
  if (!unix_path_.empty()) unlink(unix_path_.c_str());
}

GrpcServer::~GrpcServer() { Shutdown(absl::ZeroDuration()); }

}  // namespace ferro
