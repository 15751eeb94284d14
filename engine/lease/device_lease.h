// Who may use the device now, among all processes of one user on one box.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<DeviceLease> lease, DeviceLease::Open(path));
//   {
//     const LeaseHold hold(lease.get(), LeaseClass::kDecision);  // waits for its turn
//     while (more) { ComputeASegment(); lease->Yield(LeaseClass::kDecision); }
//   }
#ifndef FERRO_ENGINE_LEASE_DEVICE_LEASE_H_
#define FERRO_ENGINE_LEASE_DEVICE_LEASE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/lease/lease_class.h"
#include "engine/lease/lease_file.h"

namespace ferro {

struct LeaseOptions {
  // Who holds the lease for longer than this without a Yield loses it as soon as somebody waits; both then use the
  // device at once. Far above what a segment takes, so that it only happens to programs that are stopped or stuck.
  absl::Duration hold_limit = absl::Seconds(1);
};

// Since this object was made.
struct LeaseCounts {
  int64_t acquisitions = 0;  // turns, including those that nobody else wanted
  int64_t waits = 0;         // of these, how many had to wait
  absl::Duration waited;     // all waits together
  absl::Duration longest_wait;
  int64_t lost = 0;  // turns that outlasted hold_limit while somebody waited
};

// A lock between processes, handed over in the order of LeaseClass. It only decides who computes when, never what: not
// to have it costs nothing but time, so nothing here fails once it is open.
//
// A holder or waiter that is killed is noticed within milliseconds; one that is stopped delays the others once, by the
// hold limit. Nothing runs while nobody waits. An acquisition that nobody contests costs two atomic operations and two
// readings of the clock.
//
// One thread at a time may acquire, yield and release; any thread may call Contended and counts.
class DeviceLease {
 public:
  // See LeaseFile::Open for the errors.
  static absl::StatusOr<std::unique_ptr<DeviceLease>> Open(const std::string& path, const LeaseOptions& options = {});
  // Releases it if need be.
  ~DeviceLease();

  // Waits for the lease. Not to be called by its holder.
  void Acquire(LeaseClass urgency);
  // Between two segments of the holder: whoever waits, of whatever class, gets the lease before this returns with it.
  void Yield(LeaseClass urgency);
  // Hands the lease to whoever goes next. No effect without it.
  void Release();

  // Whether others wait.
  bool Contended() const;
  LeaseCounts counts() const;

 private:
  DeviceLease(std::unique_ptr<lease::LeaseFile> file, const LeaseOptions& options);

  // Takes a place in the line; then AwaitTurn returns when the lease was handed to it.
  void Enqueue(LeaseClass urgency, uint64_t start_ns);
  void AwaitTurn(uint64_t start_ns);
  // Passes the lease on from `word` to the waiter that goes first, or to nobody. False: it has changed hands already.
  bool HandOver(lease::HolderWord word);
  // The living waiter that goes first, kNobody if there is none. Forgets those that are gone.
  int NextInLine(int holder);
  // Whether the holder is dead or has had the lease for too long.
  bool Overdue(lease::HolderWord word, uint64_t now_ns) const;
  bool Replace(lease::HolderWord before, lease::HolderWord after);
  lease::HolderWord Word() const { return lease::HolderWord(page_.holder.load()); }

  const std::unique_ptr<lease::LeaseFile> file_;
  lease::Page& page_;
  const uint64_t hold_limit_ns_;
  uint64_t held_ = 0;  // the word with which this place holds the lease, 0 when it does not

  std::atomic<int64_t> acquisitions_ = 0, waits_ = 0, waited_ns_ = 0, longest_ns_ = 0, lost_ = 0;
};

// Holds the lease from construction to destruction. A null lease is nobody's: there is nothing to wait for.
class LeaseHold {
 public:
  LeaseHold(DeviceLease* lease, LeaseClass urgency) : lease_(lease) {
    if (lease_ != nullptr) lease_->Acquire(urgency);
  }
  ~LeaseHold() {
    if (lease_ != nullptr) lease_->Release();
  }
  LeaseHold(const LeaseHold&) = delete;
  LeaseHold& operator=(const LeaseHold&) = delete;

 private:
  DeviceLease* const lease_;
};

}  // namespace ferro

#endif  // FERRO_ENGINE_LEASE_DEVICE_LEASE_H_
