#include "engine/lease/device_lease.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <bit>
#include <climits>

#include "absl/memory/memory.h"
#include "base/status_macros.h"

namespace ferro {

using lease::HolderWord;
using lease::kNobody;
using lease::Place;

namespace {

// How often a waiter looks whether the holder is still well. Only who waits looks, and a turn is rarely as long.
constexpr int64_t kLookNs = 5'000'000;

uint64_t NowNs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t{1'000'000'000} * now.tv_sec + now.tv_nsec;
}

// Shared between processes, hence without FUTEX_PRIVATE_FLAG. Returns early for reasons of its own.
void SleepUnless(std::atomic<uint32_t>& word, uint32_t changed_from, int64_t ns) {
  const timespec limit = {0, ns};
  syscall(SYS_futex, &word, FUTEX_WAIT, changed_from, &limit, nullptr, 0);
}

void Wake(std::atomic<uint32_t>& word) {
  word.fetch_add(1);
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

// In Page::waiting; of places that do not exist, none.
uint64_t BitOf(int place) { return place >= 0 && place < lease::kPlaces ? uint64_t{1} << place : 0; }

// Calls fn(place) for every bit.
template <class Fn>
void ForEachBit(uint64_t bits, const Fn& fn) {
  for (; bits != 0; bits &= bits - 1) fn(std::countr_zero(bits));
}

}  // namespace

absl::StatusOr<std::unique_ptr<DeviceLease>> DeviceLease::Open(const std::string& path, const LeaseOptions& options) {
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<lease::LeaseFile> file, lease::LeaseFile::Open(path));
  return absl::WrapUnique(new DeviceLease(std::move(file), options));
}

DeviceLease::DeviceLease(std::unique_ptr<lease::LeaseFile> file, const LeaseOptions& options)
    : file_(std::move(file)),
      page_(file_->page()),
      hold_limit_ns_(static_cast<uint64_t>(absl::ToInt64Nanoseconds(options.hold_limit))) {
  // What an owner of this place left that was killed.
  page_.waiting.fetch_and(~BitOf(file_->place()));
  if (const HolderWord word = Word(); word.place() == file_->place()) HandOver(word);
}

DeviceLease::~DeviceLease() { Release(); }

bool DeviceLease::Replace(HolderWord before, HolderWord after) {
  uint64_t expected = before.bits();
  return page_.holder.compare_exchange_strong(expected, after.bits());
}

void DeviceLease::Acquire(LeaseClass urgency) {
  acquisitions_.fetch_add(1, std::memory_order_relaxed);
  const uint64_t now = NowNs();
  const HolderWord word = Word();
  if (word.place() == kNobody) {
    const HolderWord mine = HolderWord::After(word, now, file_->place());
    if (Replace(word, mine)) {
      held_ = mine.bits();
      return;
    }
  }
  Enqueue(urgency, now);
  AwaitTurn(now);
}

void DeviceLease::Enqueue(LeaseClass urgency, uint64_t start_ns) {
  Place& own = page_.places[file_->place()];
  own.urgency = static_cast<uint32_t>(urgency);
  own.passed = 0;
  own.since_ns = start_ns;
  page_.waiting.fetch_or(BitOf(file_->place()));
}

void DeviceLease::AwaitTurn(uint64_t start_ns) {
  Place& own = page_.places[file_->place()];
  for (;;) {
    // Again and again: whoever takes this process for dead or stuck removes it from the waiters.
    page_.waiting.fetch_or(BitOf(file_->place()));
    const uint32_t turn = own.turn.load();
    const HolderWord word = Word();
    if (word.place() == file_->place()) {
      held_ = word.bits();
      break;
    }
    if (word.place() == kNobody || Overdue(word, NowNs())) {
      HandOver(word);
    } else {
      SleepUnless(own.turn, turn, kLookNs);
    }
  }
  page_.waiting.fetch_and(~BitOf(file_->place()));
  const int64_t waited = static_cast<int64_t>(NowNs() - start_ns);
  waits_.fetch_add(1, std::memory_order_relaxed);
  waited_ns_.fetch_add(waited, std::memory_order_relaxed);
  if (waited > longest_ns_.load(std::memory_order_relaxed)) longest_ns_.store(waited, std::memory_order_relaxed);
}

bool DeviceLease::Overdue(HolderWord word, uint64_t now_ns) const {
  return word.AgeNs(now_ns) > hold_limit_ns_ || !file_->Lives(word.place());
}

int DeviceLease::NextInLine(int holder) {
  for (;;) {
    int best = kNobody;
    lease::Claim best_claim = {};
    ForEachBit(page_.waiting.load(), [&](int place) {
      const Place& other = page_.places[place];
      const lease::Claim claim = {other.urgency.load(), other.passed.load(), other.since_ns.load()};
      if (place == holder || (best != kNobody && !lease::GoesBefore(claim, best_claim))) return;
      best = place;
      best_claim = claim;
    });
    if (best == kNobody || file_->Lives(best)) return best;
    page_.waiting.fetch_and(~BitOf(best));
  }
}

bool DeviceLease::HandOver(HolderWord word) {
  const int holder = word.place();
  const int next = NextInLine(holder);
  if (next == kNobody && holder == kNobody) return true;
  if (!Replace(word, HolderWord::After(word, NowNs(), next))) return false;
  // A holder that was given the lease and never noticed still stands in line, and would be chosen again.
  if (holder != file_->place()) page_.waiting.fetch_and(~BitOf(holder));
  if (next == kNobody) return true;
  ForEachBit(page_.waiting.load() & ~BitOf(next) & ~BitOf(holder),
             [&](int place) { page_.places[place].passed.fetch_add(1); });
  if (next != file_->place()) Wake(page_.places[next].turn);
  return true;
}

void DeviceLease::Release() {
  if (held_ == 0) return;
  const HolderWord mine(std::exchange(held_, 0));
  if (!HandOver(mine)) {
    lost_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  // Somebody may have begun to wait after the look at the waiters and before the lease was free. (Who begins later sees
  // that it is free.)
  if (const HolderWord word = Word(); word.place() == kNobody && page_.waiting.load() != 0) HandOver(word);
}

void DeviceLease::Yield(LeaseClass urgency) {
  if (held_ == 0) return Acquire(urgency);
  const uint64_t now = NowNs();
  const HolderWord mine(held_);
  const HolderWord again = HolderWord::After(mine, now, file_->place());
  if (!Contended() && Replace(mine, again)) {  // the time of a holder whom nobody waits for begins anew
    held_ = again.bits();
    return;
  }
  acquisitions_.fetch_add(1, std::memory_order_relaxed);
  // In line before the lease is handed over, so that those who go first get one turn each.
  Enqueue(urgency, now);
  Release();
  AwaitTurn(now);
}

bool DeviceLease::Contended() const { return (page_.waiting.load() & ~BitOf(file_->place())) != 0; }

LeaseCounts DeviceLease::counts() const {
  LeaseCounts counts;
  counts.acquisitions = acquisitions_.load(std::memory_order_relaxed);
  counts.waits = waits_.load(std::memory_order_relaxed);
  counts.waited = absl::Nanoseconds(waited_ns_.load(std::memory_order_relaxed));
  counts.longest_wait = absl::Nanoseconds(longest_ns_.load(std::memory_order_relaxed));
  counts.lost = lost_.load(std::memory_order_relaxed);
  return counts;
}

}  // namespace ferro
