#include "router/http/server_state.h"

namespace ferro::router {

bool ServerState::Acquire(const std::string& peer, bool count_peer) {
  const std::lock_guard lock(mutex_);
  if (connections_ >= limits.connections) return false;
  if (count_peer) {
    int& count = by_peer_[peer];
    if (count >= limits.connections_per_peer) return false;
    ++count;
  }
  ++connections_;
  return true;
}

void ServerState::Release(const std::string& peer, bool count_peer) {
  const std::lock_guard lock(mutex_);
  --connections_;
  if (!count_peer) return;
  const auto it = by_peer_.find(peer);
  if (--it->second == 0) by_peer_.erase(it);
}

}  // namespace ferro::router
