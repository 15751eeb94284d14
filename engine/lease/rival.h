// Another program that wants the device, for tests of those that share it.
#ifndef FERRO_ENGINE_LEASE_RIVAL_H_
#define FERRO_ENGINE_LEASE_RIVAL_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "engine/lease/device_lease.h"

namespace ferro {

// Takes turn after turn, each until somebody else waits: whoever begins a pass has to wait for it, and whoever can give
// way in the middle of one finds it waiting. Holds the lease when the constructor returns. On a crowded machine it may
// look too late and lose the lease; then it stands in line again.
class Rival {
 public:
  explicit Rival(const std::string& path) : lease_(*DeviceLease::Open(path)) {
    lease_->Acquire(LeaseClass::kDecision);
    thread_ = std::thread([this] {
      while (!stop_) {
        // Nobody waits for a lease that was lost, so that is not waited for for ever.
        const auto look = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
        while (!stop_ && !lease_->Contended() && std::chrono::steady_clock::now() < look) std::this_thread::yield();
        lease_->Yield(LeaseClass::kDecision);
      }
      lease_->Release();
    });
  }
  ~Rival() {
    stop_ = true;
    thread_.join();
  }
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;

  // That it gave away and got back.
  int64_t turns() const { return lease_->counts().waits; }

 private:
  const std::unique_ptr<DeviceLease> lease_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_LEASE_RIVAL_H_
