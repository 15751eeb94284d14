#include "engine/kernels/opencl/peak.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl {
namespace {

constexpr int kRuns = 5;
constexpr double kRunSeconds = 0.02;  // long against a launch, short against what the driver's watchdog allows
constexpr int kChains = 8;            // hide the latency of a multiply-add on every device we know
constexpr int kItems = 64;
constexpr int64_t kReadGroupBytes = int64_t{64} * 8 * 16;  // READ_ITEMS * READS int4, see peak.cl
constexpr int64_t kMostReadBytes = int64_t{512} << 20;
constexpr int kLaunches = 500;
constexpr int kReadbacks = 50;

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// GPUs want numbers, processors vectors, if their compiler does not make them itself.
std::vector<int> WidthsFor(const Device& device) {
  if (device.gpu) return {1};
  return {1, 16};
}

std::string DefinesOf(int width) { return absl::StrCat("-DWIDTH=", width, " -DCHAINS=", kChains); }

class PeakMeter {
 public:
  PeakMeter(Context& context, DotPath dot) : context_(context), dot_(dot) {}

  absl::StatusOr<DevicePeak> Measure() {
    FERRO_RETURN_IF_ERROR(context_.Finish());
    for (const int width : WidthsFor(context_.device())) {
      FERRO_ASSIGN_OR_RETURN(const Program program, Builder(context_, dot_).Build("peak.cl", DefinesOf(width)));
      FERRO_RETURN_IF_ERROR(MeasureRates(program, width));
      if (width > 1) continue;
      FERRO_RETURN_IF_ERROR(MeasureRead(program));
      FERRO_RETURN_IF_ERROR(MeasureLaunch(program));
    }
    return peak_;
  }

 private:
  // Seconds until the device is done with what `enqueue` enqueues.
  absl::StatusOr<double> Time(const std::function<absl::Status()>& enqueue) {
    const double start = Now();
    FERRO_RETURN_IF_ERROR(enqueue());
    FERRO_RETURN_IF_ERROR(context_.Finish());
    return Now() - start;
  }

  absl::StatusOr<double> BestOf(int runs, const std::function<absl::Status()>& enqueue) {
    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run < runs; ++run) {
      FERRO_ASSIGN_OR_RETURN(const double seconds, Time(enqueue));
      best = std::min(best, seconds);
    }
    return best;
  }

  // Rounds of a loop per second, over all work-items, whose launch `bind` makes for a number of rounds.
  absl::StatusOr<double> RoundRate(int64_t items, const std::function<absl::StatusOr<Launch>(cl_int rounds)>& bind) {
    for (cl_int rounds = 256;; rounds *= 4) {
      FERRO_ASSIGN_OR_RETURN(const Launch launch, bind(rounds));
      const auto enqueue = [&] { return context_.Enqueue(launch); };
      FERRO_RETURN_IF_ERROR(Time(enqueue).status());  // compiles, warms up
      FERRO_ASSIGN_OR_RETURN(double seconds, Time(enqueue));
      if (seconds < kRunSeconds && rounds < (1 << 26)) continue;
      FERRO_ASSIGN_OR_RETURN(const double best, BestOf(kRuns - 1, enqueue));
      return static_cast<double>(items) * rounds / std::min(best, seconds);
    }
  }

  absl::Status MeasureRates(const Program& program, int width) {
    // Enough for every hardware thread of a GPU, and not too many for a processor.
    const int64_t groups = int64_t{std::max(1, context_.device().compute_units)} * (context_.device().gpu ? 64 : 1);
    const int64_t items = groups * kItems;
    FERRO_ASSIGN_OR_RETURN(const Buffer out, context_.NewBuffer(items * width * int64_t{4}));
    const auto bind = [&](const char* kernel, auto factor) {
      return [&program, &out, kernel, groups, factor](cl_int rounds) {
        return program.Bind(kernel, {static_cast<size_t>(groups)}, {kItems}, rounds, factor, out.get());
      };
    };
    FERRO_ASSIGN_OR_RETURN(const double dots, RoundRate(items, bind("peak_dp4a", cl_int{0x01020304})));
    FERRO_ASSIGN_OR_RETURN(const double fmas, RoundRate(items, bind("peak_fma", cl_float{0.5f})));
    peak_.int8_gop_s = std::max(peak_.int8_gop_s, 1e-9 * dots * kChains * width * 8);
    peak_.float_gop_s = std::max(peak_.float_gop_s, 1e-9 * fmas * kChains * width * 2);
    return absl::OkStatus();
  }

  absl::Status MeasureRead(const Program& program) {
    const Device& device = context_.device();
    const int64_t room = std::min({device.global_bytes / 8, device.max_allocation, kMostReadBytes});
    const int64_t groups = std::max<int64_t>(1, room / kReadGroupBytes);
    peak_.read_bytes = groups * kReadGroupBytes;
    FERRO_ASSIGN_OR_RETURN(const Buffer data, context_.NewBuffer(peak_.read_bytes));
    FERRO_RETURN_IF_ERROR(context_.FillZero(data, 0, data.bytes()));
    FERRO_ASSIGN_OR_RETURN(const Launch launch,
                           program.Bind("peak_read", {static_cast<size_t>(groups)}, {kItems}, data.get(), data.get()));
    FERRO_ASSIGN_OR_RETURN(const double once, BestOf(2, [&] { return context_.Enqueue(launch); }));
    const int repeats = static_cast<int>(std::clamp(kRunSeconds / once, 1.0, 1000.0));
    const auto enqueue = [&]() -> absl::Status {
      for (int i = 0; i < repeats; ++i) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
      return absl::OkStatus();
    };
    FERRO_ASSIGN_OR_RETURN(const double seconds, BestOf(kRuns, enqueue));
    peak_.read_gb_s = 1e-9 * static_cast<double>(peak_.read_bytes) * repeats / seconds;
    return absl::OkStatus();
  }

  absl::Status MeasureLaunch(const Program& program) {
    FERRO_ASSIGN_OR_RETURN(const Buffer out, context_.NewBuffer(64));
    FERRO_ASSIGN_OR_RETURN(const Launch launch, program.Bind("peak_nothing", {1}, {kItems}, out.get()));
    double enqueue_seconds = std::numeric_limits<double>::infinity();
    const auto many = [&]() -> absl::Status {
      const double start = Now();
      for (int i = 0; i < kLaunches; ++i) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
      enqueue_seconds = std::min(enqueue_seconds, Now() - start);
      return absl::OkStatus();
    };
    FERRO_ASSIGN_OR_RETURN(const double seconds, BestOf(kRuns, many));
    peak_.enqueue_us = 1e6 * enqueue_seconds / kLaunches;
    peak_.launch_us = 1e6 * seconds / kLaunches;
    const auto readback = [&]() -> absl::Status {
      cl_int value = 0;
      FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
      return context_.Read(out, 0, sizeof(value), &value);
    };
    FERRO_ASSIGN_OR_RETURN(const double back, BestOf(kReadbacks, readback));
    peak_.readback_us = 1e6 * back;
    return absl::OkStatus();
  }

  Context& context_;
  const DotPath dot_;
  DevicePeak peak_;
};

}  // namespace

absl::StatusOr<DevicePeak> MeasureDevicePeak(Context& context, DotPath dot) {
  return PeakMeter(context, dot).Measure();
}

std::vector<std::string> PeakDefines(const Device& device) {
  std::vector<std::string> all;
  for (const int width : WidthsFor(device)) all.push_back(DefinesOf(width));
  return all;
}

}  // namespace ferro::opencl
