#include "engine/opencl/fault_api.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace ferro::opencl {
namespace {

enum Function {
#define FERRO_OPENCL_ENUMERATOR(name) k_##name,
  FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_ENUMERATOR)
#undef FERRO_OPENCL_ENUMERATOR
      kFunctions
};

constexpr const char* kNames[] = {
#define FERRO_OPENCL_NAME(name) #name,
    FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_NAME)
#undef FERRO_OPENCL_NAME
};

// What a driver answers without the device: questions, host objects, and giving things back.
bool NeedsDevice(int function) {
  switch (function) {
    case k_clCreateCommandQueue:
    case k_clCreateBuffer:
    case k_clBuildProgram:
    case k_clEnqueueNDRangeKernel:
    case k_clEnqueueReadBuffer:
    case k_clEnqueueWriteBuffer:
    case k_clEnqueueCopyBuffer:
    case k_clEnqueueFillBuffer:
    case k_clWaitForEvents:
    case k_clFlush:
    case k_clFinish:
      return true;
    default:
      return false;
  }
}

struct State {
  std::mutex mutex;
  std::vector<FaultRule> rules;
  std::array<int64_t, kFunctions> calls{};
  std::vector<cl_command_queue> queues;  // of the driver, not released yet
  bool lost = false;
};

State& TheState() {
  static State& state = *new State;
  return state;
}

Api& Real() {
  static Api& real = *new Api;
  return real;
}

// A device that is lost touches memory no more, and what its owner then frees may be freed. The real one, which knows
// nothing of its loss, is still at work: wait for it. REQUIRES: the mutex is held.
void LoseDevice(State& state) {
  state.lost = true;
  for (const cl_command_queue queue : state.queues) Real().clFinish(queue);
}

// What the next call of `function` is to return; CL_SUCCESS: it goes through. Never returns where the plan says so.
cl_int Decide(int function, int64_t bytes) {
  State& state = TheState();
  {
    const std::lock_guard lock(state.mutex);
    const int64_t call = ++state.calls[function];
    if (function == k_clCreateContext) state.lost = false;
    if (state.lost && NeedsDevice(function)) return CL_OUT_OF_RESOURCES;
    const auto rule = [&]() -> const FaultRule* {
      for (const FaultRule& rule : state.rules) {
        if (rule.function == function && (call == rule.first || (rule.later && call > rule.first)) &&
            bytes > rule.above) {
          return &rule;
        }
      }
      return nullptr;
    }();
    if (rule == nullptr) return CL_SUCCESS;
    if (rule->outcome == FaultRule::Outcome::kLost) LoseDevice(state);
    if (rule->outcome != FaultRule::Outcome::kHang) return rule->code;
  }
  while (true) pause();
}

cl_command_queue Remember(cl_command_queue queue) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  if (queue != nullptr) state.queues.push_back(queue);
  return queue;
}

void Forget(cl_command_queue queue) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  state.queues.erase(std::remove(state.queues.begin(), state.queues.end(), queue), state.queues.end());
}

// The function that stands before the I-th one. Those that return an object report errors by their last argument.
template <int I, class F, F Api::*Member>
struct Layer;
template <int I, class R, class... Args, R (CL_API_CALL* Api::*Member)(Args...)>
struct Layer<I, R(CL_API_CALL*)(Args...), Member> {
  static R CL_API_CALL Call(Args... args) {
    int64_t bytes = 0;
    if constexpr (I == k_clCreateBuffer) bytes = static_cast<int64_t>(std::get<2>(std::tie(args...)));
    const cl_int code = Decide(I, bytes);
    if constexpr (I == k_clCreateCommandQueue) {
      if (code == CL_SUCCESS) return Remember((Real().*Member)(args...));
    } else if constexpr (I == k_clReleaseCommandQueue) {
      if (code == CL_SUCCESS) Forget(args...);
    }
    if (code == CL_SUCCESS) return (Real().*Member)(args...);
    if constexpr (std::is_same_v<R, cl_int>) {
      return code;
    } else {
      *std::get<sizeof...(Args) - 1>(std::tie(args...)) = code;
      return nullptr;
    }
  }
};

absl::StatusOr<FaultRule> ParseRule(absl::string_view text) {
  const auto wrong = [text](absl::string_view why) {
    return absl::InvalidArgumentError(
        absl::StrCat("fault \"", text, "\": ", why, "; a rule is FUNCTION:WHEN:WHAT, see docs/debugging.md"));
  };
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  if (parts.size() != 3) return wrong("it has not three parts");
  FaultRule rule;
  for (rule.function = 0; rule.function < kFunctions; ++rule.function) {
    if (parts[0] == kNames[rule.function]) break;
  }
  if (rule.function == kFunctions) return wrong("no function that the engine calls");
  absl::string_view when = parts[1];
  if (absl::ConsumePrefix(&when, ">")) {
    if (rule.function != k_clCreateBuffer) return wrong("only clCreateBuffer has a size");
    if (!absl::SimpleAtoi(when, &rule.above) || rule.above < 0) return wrong("not a size in bytes");
    rule.later = true;
  } else {
    rule.later = absl::ConsumeSuffix(&when, "+");
    if (!absl::SimpleAtoi(when, &rule.first) || rule.first < 1) return wrong("calls are counted from 1");
  }
  if (parts[2] == "hang") {
    rule.outcome = FaultRule::Outcome::kHang;
  } else if (parts[2] == "lost") {
    rule.outcome = FaultRule::Outcome::kLost;
  } else if (!absl::SimpleAtoi(parts[2], &rule.code) || rule.code >= 0) {
    return wrong("the outcome is neither a negative error code nor hang nor lost");
  }
  return rule;
}

}  // namespace

absl::StatusOr<std::vector<FaultRule>> ParseFaults(absl::string_view text) {
  std::vector<FaultRule> rules;
  for (const absl::string_view part : absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    absl::StatusOr<FaultRule> rule = ParseRule(absl::StripAsciiWhitespace(part));
    if (!rule.ok()) return rule.status();
    rules.push_back(*rule);
  }
  return rules;
}

const Api* FaultyApi(const Api& real) {
  Real() = real;
  static const Api* const faulty = [] {
    auto* const api = new Api;
#define FERRO_OPENCL_LAYER(name) api->name = &Layer<k_##name, decltype(Api::name), &Api::name>::Call;
    FERRO_OPENCL_FUNCTIONS(FERRO_OPENCL_LAYER)
#undef FERRO_OPENCL_LAYER
    return api;
  }();
  return faulty;
}

void InstallFaults(std::vector<FaultRule> rules) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  state.rules = std::move(rules);
  state.calls.fill(0);
  state.lost = false;
}

int64_t CountedCalls(absl::string_view function) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  for (int i = 0; i < kFunctions; ++i) {
    if (function == kNames[i]) return state.calls[i];
  }
  return 0;
}

}  // namespace ferro::opencl
