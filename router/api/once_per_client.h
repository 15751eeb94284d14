// Tells each client something once.
#ifndef FERRO_ROUTER_API_ONCE_PER_CLIENT_H_
#define FERRO_ROUTER_API_ONCE_PER_CLIENT_H_

#include <mutex>
#include <string>
#include <unordered_set>

namespace ferro::router {

// Thread-safe. Remembers at most kMaxClients; all that come later count as told, so that neither memory nor a log grows
// with the number of addresses that someone has.
class OncePerClient {
 public:
  static constexpr size_t kMaxClients = 1024;

  // Whether this is the first call for `client`.
  bool First(const std::string& client);

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> told_;  // guarded by mutex_
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_ONCE_PER_CLIENT_H_
