// Calls to services that are under way, as one thing that can be ended.
#ifndef FERRO_ROUTER_UPSTREAM_CALL_GROUP_H_
#define FERRO_ROUTER_UPSTREAM_CALL_GROUP_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace ferro::router {

class Call {
 public:
  virtual ~Call() = default;
  // Makes gRPC end the call soon. Any thread; harmless before the start and after the end.
  virtual void Abort() = 0;
};

// Owns the calls of one client from Begin to End. Everything that gRPC's threads do for a call lies between the two, so
// that after Close no thread of gRPC holds an executor or any other object of the caller. What a call posted to an
// event loop is not waited for: closing never depends on a loop that runs. Thread-safe.
class CallGroup {
 public:
  CallGroup() = default;
  ~CallGroup() { Close(); }
  CallGroup(const CallGroup&) = delete;
  CallGroup& operator=(const CallGroup&) = delete;

  // False: the group is closed and the call must not start.
  bool Begin(std::shared_ptr<Call> call);
  // The last act of gRPC's thread for `call`, which may be gone afterwards.
  void End(const Call* call);
  // Lets no call begin any more, aborts those that run, and waits for their End. Not on a thread of gRPC; repeatable.
  void Close();

 private:
  std::mutex mutex_;
  std::condition_variable idle_;
  // Guarded by mutex_.
  std::unordered_map<const Call*, std::shared_ptr<Call>> calls_;
  int unfinished_ = 0;  // begun, and End has not returned
  bool closed_ = false;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_UPSTREAM_CALL_GROUP_H_
