#include "router/api/once_per_client.h"

namespace ferro::router {

bool OncePerClient::First(const std::string& client) {
  const std::lock_guard lock(mutex_);
  if (told_.size() == kMaxClients) return false;
  return told_.insert(client).second;
}

}  // namespace ferro::router
