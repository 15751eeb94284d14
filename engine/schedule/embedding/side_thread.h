// A thread that does one thing at a time for another.
#ifndef FERRO_ENGINE_SCHEDULE_EMBEDDING_SIDE_THREAD_H_
#define FERRO_ENGINE_SCHEDULE_EMBEDDING_SIDE_THREAD_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace ferro {

// For one owner, who calls Start and Wait in turns. Sleeps in between.
class SideThread {
 public:
  SideThread() : thread_([this] { Loop(); }) {}
  ~SideThread() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  SideThread(const SideThread&) = delete;
  SideThread& operator=(const SideThread&) = delete;

  // Runs `job`, which must not throw, and returns at once.
  void Start(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      job_ = std::move(job);
    }
    changed_.notify_all();
  }

  // Until the job is done; what it wrote is visible then.
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return job_ == nullptr; });
  }

 private:
  void Loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stopping_ || job_ != nullptr; });
      if (job_ == nullptr) return;
      lock.unlock();
      job_();
      lock.lock();
      job_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> job_;  // guarded by mutex_; not null: to be done or being done
  bool stopping_ = false;      // guarded by mutex_
  std::thread thread_;         // last: uses the others
};

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_EMBEDDING_SIDE_THREAD_H_
