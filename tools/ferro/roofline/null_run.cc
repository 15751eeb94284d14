#include "tools/ferro/roofline/null_run.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/models/load.h"
#include "engine/opencl/context.h"
#include "engine/opencl/null_api.h"

namespace ferro {
namespace {

constexpr int32_t kAnyToken = 0;

}  // namespace

absl::StatusOr<std::unique_ptr<NullRun>> NullRun::Create(const GgufFile& file, const DeviceProfile& profile,
                                                         const NullRunOptions& options) {
  std::unique_ptr<NullRun> run(new NullRun);
  opencl::ContextOptions context_options;
  context_options.on_launch = [run = run.get()](const opencl::Launch& launch) { run->Count(launch); };
  FERRO_ASSIGN_OR_RETURN(std::unique_ptr<opencl::Context> context,
                         opencl::Context::Create(opencl::NullApi(), profile.device, context_options));
  OpenClBackendOptions backend;
  backend.dot = profile.dot;
  backend.self_test = false;  // which a driver that computes nothing does not pass
  backend.tuning = opencl::KernelTuningFor(profile.device, profile.dot);
  FERRO_ASSIGN_OR_RETURN(run->backend_, OpenClBackend::Create(std::move(context), backend));
  CausalModelOptions model;
  model.slots = options.slots;
  model.context = options.context;
  model.kv_type = options.kv_type;
  FERRO_ASSIGN_OR_RETURN(run->model_, LoadCausalModel(file, *run->backend_, model));
  return run;
}

void NullRun::BeginPass(absl::Span<const SequenceStep> steps) {
  rows_.clear();
  for (const SequenceStep& step : steps) {
    for (size_t i = 0; i < step.tokens.size(); ++i) {
      rows_.push_back({step.slot, step.start_position + static_cast<int>(i) + 1});
    }
  }
  ++counted_.passes;
  counted_.tokens += static_cast<int>(rows_.size());
}

void NullRun::Count(const opencl::Launch& launch) {
  counted_.launches.push_back({launch.name, opencl::TotalWork(launch.work, rows_)});
}

absl::Status NullRun::Fill(int slot, int tokens, bool wants_logits) {
  FERRO_RETURN_IF_ERROR(model_->ResetSlot(slot));
  for (int done = 0; done < tokens;) {
    const int count = std::min(tokens - done, model_->max_pass_rows());
    const std::vector<int32_t> part(count, kAnyToken);
    const bool last = done + count == tokens;
    const SequenceStep step = {slot, done, part, RowRole::kPrefill, wants_logits && last};
    BeginPass({&step, 1});
    FERRO_RETURN_IF_ERROR(model_->Forward({&step, 1}).status());
    done += count;
  }
  return absl::OkStatus();
}

absl::StatusOr<CountedWork> NullRun::Prefill(int tokens) {
  if (tokens < 1 || tokens > context()) {
    return absl::InvalidArgumentError(absl::StrCat("a prompt of ", tokens, " tokens in a context of ", context()));
  }
  counted_ = {};
  FERRO_RETURN_IF_ERROR(Fill(0, tokens, /*wants_logits=*/true));
  return std::exchange(counted_, {});
}

absl::StatusOr<CountedWork> NullRun::Decode(int depth, int streams) {
  if (depth < 0 || depth >= context() || streams < 1 || streams > model_->slots()) {
    return absl::InvalidArgumentError(absl::StrCat("decoding at depth ", depth, " in ", streams,
                                                   " streams, with a context of ", context(), " and ", model_->slots(),
                                                   " slots"));
  }
  std::vector<SequenceStep> steps;
  for (int slot = 0; slot < streams; ++slot) {
    FERRO_RETURN_IF_ERROR(Fill(slot, depth, /*wants_logits=*/false));
    steps.push_back({slot, depth, {&kAnyToken, 1}, RowRole::kDecode, true});
  }
  counted_ = {};
  BeginPass(steps);
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<ChosenTokens> chosen, model_->ForwardGreedy(steps));
  FERRO_RETURN_IF_ERROR(chosen->Wait().status());
  return std::exchange(counted_, {});
}

}  // namespace ferro
