// Connections to services.
#ifndef FERRO_ROUTER_UPSTREAM_CHANNEL_H_
#define FERRO_ROUTER_UPSTREAM_CHANNEL_H_

#include <grpcpp/channel.h>

#include <cstdint>
#include <memory>
#include <string>

namespace ferro::router {

// A channel to `target` (host:port, unix:/path, dns:///name). It connects when first used, tells within 40 s that a
// silent peer is dead, and tries again within a second of a failure, since services restart quickly.
// `max_message_bytes` bounds both directions.
std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target, int64_t max_message_bytes);

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_CHANNEL_H_
