// One device in use: its context, its in-order queue, and the objects made on it.
//
//   FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Context> context, Context::Create(*api, device, {}));
//   FERRO_ASSIGN_OR_RETURN(Program program, context->Build("rows", source, "-DLANES=16"));
//   FERRO_ASSIGN_OR_RETURN(Buffer x, context->NewBuffer(bytes));
//   FERRO_ASSIGN_OR_RETURN(Launch launch, program.Bind("add", {n}, {64}, x.get(), y.get(), cl_int{n}));
//   FERRO_RETURN_IF_ERROR(context->Enqueue(launch));  // as often as wanted
//
// Threads: one at a time, the one that owns the device. Objects must be destroyed before their context. After an error
// kUnavailable the device is lost: make a new context and everything on it.
#ifndef FERRO_ENGINE_OPENCL_CONTEXT_H_
#define FERRO_ENGINE_OPENCL_CONTEXT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "engine/opencl/api.h"
#include "engine/opencl/device.h"
#include "engine/opencl/handle.h"
#include "engine/opencl/launch_repeats.h"
#include "engine/opencl/program.h"
#include "engine/opencl/program_cache.h"
#include "engine/opencl/queue_bound.h"
#include "engine/opencl/watchdog.h"

namespace ferro::opencl {

// How long one enqueued launch ran on the device, and what it did.
struct LaunchTime {
  std::string name;
  double seconds;
  LaunchWork work;
};

struct ContextOptions {
  bool profiling = false;  // keep the device time of every launch, see TakeTimes

  // A call that lasts longer ends the process, see watchdog.h.
  absl::Duration call_limit = absl::Seconds(60);
  absl::Duration build_limit = absl::Minutes(5);

  // Never more than so much work, by Launch::cost_ms, waits in the queue: Enqueue blocks. 0: no bound.
  double max_queued_ms = 0;

  // Where built programs are kept, see ProgramCache::DefaultFolder. Empty: nowhere.
  std::string program_folder = "";

  // Called for every launch before it is enqueued; may be null.
  std::function<void(const Launch&)> on_launch = nullptr;
};

class Context {
 public:
  // kUnavailable: the driver refuses the device.
  static absl::StatusOr<std::unique_ptr<Context>> Create(const Api& api, const Device& device,
                                                         const ContextOptions& options);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Api& api() const { return api_; }
  const Device& device() const { return device_; }

  // Builds `source`, or takes what an earlier build left in the program folder. `name` is for messages. kInternal with
  // the compiler's log: it does not build.
  absl::StatusOr<Program> Build(absl::string_view name, const std::string& source, const std::string& options);

  // Uninitialised. kResourceExhausted: does not fit, or is larger than the device's largest allocation.
  absl::StatusOr<Buffer> NewBuffer(int64_t bytes);

  // Blocks only where max_queued_ms says so, or the driver does.
  absl::Status Enqueue(const Launch& launch);
  // The copy is done when these return, and so is everything enqueued before a Read.
  absl::Status Write(const Buffer& to, int64_t offset, int64_t bytes, const void* from);
  absl::Status Read(const Buffer& from, int64_t offset, int64_t bytes, void* to);
  // Returns at once; the host memory must stay as it is until the returned event, or a later Finish, is over.
  absl::StatusOr<Handle<cl_event>> WriteAsync(const Buffer& to, int64_t offset, int64_t bytes, const void* from);
  absl::StatusOr<Handle<cl_event>> ReadAsync(const Buffer& from, int64_t offset, int64_t bytes, void* to);
  absl::Status Wait(const Handle<cl_event>& event);
  absl::Status FillZero(const Buffer& buffer, int64_t offset, int64_t bytes);
  absl::Status Flush();
  absl::Status Finish();

  // --- Measuring.
  // Whether the times of launches are kept from now on. Waits for the queue and makes a new one.
  absl::Status SetProfiling(bool on);
  // From now on Enqueue leaves launches out, or runs them twice: results are wrong on purpose.
  void SetRepeats(LaunchRepeats repeats) { repeats_ = std::move(repeats); }
  // With profiling: what ran since the last call, in order. Waits for it.
  absl::StatusOr<std::vector<LaunchTime>> TakeTimes();

  // Estimated work that is not known to be over.
  double queued_ms() const { return bound_.queued_ms(); }

 private:
  struct TimedLaunch {
    std::string name;
    LaunchWork work;
    Handle<cl_event> event;
  };

  Context(const Api& api, const Device& device, const ContextOptions& options);

  absl::Status MakeQueue();
  absl::Status EnqueueOnce(const Launch& launch);
  absl::Status MakeRoom(double cost_ms);
  absl::Status WaitFor(cl_event event);
  std::string ProgramKey(const std::string& source, const std::string& options) const;
  void Keep(const std::string& key, absl::string_view name, const Program& program);

  const Api& api_;
  const Device device_;
  const ContextOptions options_;
  bool profiling_;
  LaunchRepeats repeats_;
  const ProgramCache programs_;
  bool keeps_programs_;
  Watchdog watchdog_;
  Handle<cl_context> context_;
  Handle<cl_command_queue> queue_;
  QueueBound bound_;
  std::vector<TimedLaunch> profile_;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_CONTEXT_H_
