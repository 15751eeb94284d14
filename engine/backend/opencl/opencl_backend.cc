#include "engine/backend/opencl/opencl_backend.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/backend/check_stack.h"
#include "engine/backend/chosen_tokens.h"
#include "engine/backend/opencl/tokens_in_flight.h"
#include "engine/backend/opencl/upload.h"

namespace ferro {

using opencl::As;
using opencl::Buffer;
using opencl::DeviceConvState;
using opencl::DeviceInput;
using opencl::DeviceKvCache;
using opencl::DeviceMatrix;
using opencl::DeviceMatrixStack;
using opencl::DeviceRows;
using opencl::DeviceVector;
using opencl::Op;
using opencl::OpKind;
using opencl::PassShape;
using opencl::TokensInFlight;

namespace {

constexpr int64_t kFloat = sizeof(float);
// Plans that are kept: shapes of decode passes, by streams and by depth.
constexpr size_t kPlans = 32;
// How far from the estimates a device may be: what seems farther is a driver that slept or a launch too short to time.
constexpr double kMostPace = 30;
// Segments of slow kernels follow such of fast ones. A segment that was longer than meant shortens the next ones at
// once; shorter ones lengthen them only by this share of the difference.
constexpr double kPaceEasing = 1.0 / 8;
// Passes of at most this many rows (every decode pass) use a pass buffer of their own, so that a step sends little.
constexpr int kSmallPass = 64;

// Rounded up so that the launches of a decode pass last for many steps: to a multiple of an eighth of its size.
int RoundUpBlocks(int blocks) {
  int step = 1;
  while (blocks > 8 * step) step *= 2;
  return (blocks + step - 1) / step * step;
}

PassShape ShapeOf(const Pass& pass) {
  PassShape shape;
  shape.rows = pass.rows();
  shape.prefill_rows = pass.prefill_rows;
  shape.logit_rows = static_cast<int>(pass.logit_rows.size());
  shape.keeps_all = shape.prefill_rows == 0 && shape.logit_rows == shape.rows;
  for (const Run& run : pass.runs) {
    const int blocks = (run.start_position + run.rows + kKeyBlock - 1) / kKeyBlock;
    if (run.role == RowRole::kPrefill) {
      ++shape.prefill_runs;
      shape.prefill_key_blocks = std::max(shape.prefill_key_blocks, RoundUpBlocks(blocks));
    } else {
      shape.decode_key_blocks = std::max(shape.decode_key_blocks, RoundUpBlocks(blocks));
    }
  }
  return shape;
}

}  // namespace

OpenClBackend::OpenClBackend(std::unique_ptr<opencl::Context> context, const OpenClBackendOptions& options)
    : options_(options), context_(std::move(context)), pool_(options.pack_threads, 0) {}

OpenClBackend::~OpenClBackend() { context_->Finish().IgnoreError(); }

absl::StatusOr<std::unique_ptr<OpenClBackend>> OpenClBackend::Create(std::unique_ptr<opencl::Context> context,
                                                                     const OpenClBackendOptions& options) {
  std::unique_ptr<OpenClBackend> backend(new OpenClBackend(std::move(context), options));
  opencl::Context& device = *backend->context_;
  FERRO_ASSIGN_OR_RETURN(backend->kernels_,
                         opencl::KernelSet::Build(opencl::Builder(device, options.dot), options.tuning));
  if (options.self_test) {
    FERRO_RETURN_IF_ERROR(backend->kernels_->SelfTest(device, options.planner.fuse, options.disabled));
  }
  backend->workspace_ = std::make_unique<opencl::Workspace>(device);
  backend->planner_ =
      std::make_unique<opencl::Planner>(*backend->kernels_, *backend->workspace_, device.device(), options.planner);
  backend->small_pass_ = std::make_unique<opencl::PassUpload>(device);
  backend->large_pass_ = std::make_unique<opencl::PassUpload>(device);
  FERRO_RETURN_IF_ERROR(backend->small_pass_->Reserve(kSmallPass));
  return backend;
}

std::string OpenClBackend::name() const {
  return absl::StrCat("opencl ", context_->device().name, " ", DotPathName(options_.dot));
}

// --- Loading.

absl::StatusOr<std::unique_ptr<Matrix>> OpenClBackend::LoadMatrix(absl::Span<const MatrixPart> parts) {
  const std::vector<MatrixPart> matrix(parts.begin(), parts.end());
  FERRO_ASSIGN_OR_RETURN(opencl::MatrixBuffers buffers, opencl::UploadMatrices({&matrix, 1}, *context_, pool_));
  return std::make_unique<DeviceMatrix>(std::move(buffers));
}

absl::StatusOr<std::unique_ptr<MatrixStack>> OpenClBackend::LoadMatrixStack(
    absl::Span<const std::vector<MatrixPart>> experts) {
  FERRO_RETURN_IF_ERROR(CheckStack(experts));
  FERRO_ASSIGN_OR_RETURN(opencl::MatrixBuffers buffers, opencl::UploadMatrices(experts, *context_, pool_));
  return std::make_unique<DeviceMatrixStack>(std::move(buffers));
}

absl::StatusOr<std::unique_ptr<Vector>> OpenClBackend::LoadVector(absl::Span<const float> values) {
  const int64_t bytes = static_cast<int64_t>(values.size()) * kFloat;
  FERRO_ASSIGN_OR_RETURN(Buffer buffer, context_->NewBuffer(bytes));
  FERRO_RETURN_IF_ERROR(context_->Write(buffer, 0, bytes, values.data()));
  return std::make_unique<DeviceVector>(std::move(buffer));
}

absl::StatusOr<std::unique_ptr<Rows>> OpenClBackend::NewRows(int max_rows, int width) {
  FERRO_ASSIGN_OR_RETURN(Buffer buffer, context_->NewBuffer(int64_t{max_rows} * width * kFloat));
  return std::make_unique<DeviceRows>(max_rows, width, std::move(buffer));
}

absl::StatusOr<std::unique_ptr<MatrixInput>> OpenClBackend::NewMatrixInput(int max_rows, int width) {
  if (width % opencl::kBlock != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("a matrix input of ", width, " values; int8 products take multiples of ", opencl::kBlock));
  }
  FERRO_ASSIGN_OR_RETURN(Buffer values, context_->NewBuffer(int64_t{max_rows} * width));
  FERRO_ASSIGN_OR_RETURN(Buffer scales, context_->NewBuffer(int64_t{max_rows} * (width / opencl::kBlock) * kFloat));
  return std::make_unique<DeviceInput>(max_rows, width, std::move(values), std::move(scales));
}

absl::StatusOr<std::unique_ptr<KvCache>> OpenClBackend::NewKvCache(int slots, int positions,
                                                                   const AttentionShape& shape, KvType type) {
  FERRO_RETURN_IF_ERROR(workspace_->ReserveSlots(slots));
  const opencl::HeadShape heads = {shape.heads, shape.kv_heads, shape.head_dim};
  FERRO_RETURN_IF_ERROR(kernels_->Attention(type, heads).status());
  FERRO_ASSIGN_OR_RETURN(opencl::KvBuffers buffers,
                         opencl::KvBuffers::Create(*context_, type, heads, slots, positions));
  return std::make_unique<DeviceKvCache>(type, heads, std::move(buffers));
}

absl::StatusOr<std::unique_ptr<ConvState>> OpenClBackend::NewConvState(int slots, int taps, int channels) {
  FERRO_RETURN_IF_ERROR(workspace_->ReserveSlots(slots));
  FERRO_RETURN_IF_ERROR(kernels_->Conv(taps).status());
  FERRO_ASSIGN_OR_RETURN(Buffer buffer, context_->NewBuffer(int64_t{slots} * (taps - 1) * channels * kFloat));
  FERRO_RETURN_IF_ERROR(context_->FillZero(buffer, 0, buffer.bytes()));
  return std::make_unique<DeviceConvState>(taps, channels, std::move(buffer));
}

// --- A pass: operations are only remembered.

void OpenClBackend::Begin(const Pass& pass) {
  pass_ = &pass;
  pass_status_ = absl::OkStatus();
  ops_.clear();
}

void OpenClBackend::Embed(const Matrix& table, Rows& x) {
  ops_.push_back({.kind = OpKind::kEmbed, .matrix = As<DeviceMatrix>(table), .to = As<DeviceRows>(x)});
}

void OpenClBackend::Norm(const Rows& x, const Vector& weight, float eps, MatrixInput& out, Rows* normed) {
  ops_.push_back({.kind = OpKind::kNorm,
                  .weight = As<DeviceVector>(weight),
                  .from = As<DeviceRows>(x),
                  .to = normed == nullptr ? nullptr : As<DeviceRows>(*normed),
                  .output = As<DeviceInput>(out),
                  .eps = eps});
}

void OpenClBackend::MatMul(const Matrix& w, const MatrixInput& in, Rows& out) {
  ops_.push_back({.kind = OpKind::kMatMul,
                  .matrix = As<DeviceMatrix>(w),
                  .to = As<DeviceRows>(out),
                  .input = As<DeviceInput>(in)});
}

void OpenClBackend::MatMulAdd(const Matrix& w, const MatrixInput& in, Rows& x) {
  ops_.push_back({.kind = OpKind::kMatMulAdd,
                  .matrix = As<DeviceMatrix>(w),
                  .to = As<DeviceRows>(x),
                  .input = As<DeviceInput>(in)});
}

void OpenClBackend::StoreQkv(const AttentionShape&, const RopeParams& rope, const Vector& q_norm, const Vector& k_norm,
                             float eps, Rows& qkv, KvCache& cache) {
  ops_.push_back({.kind = OpKind::kStoreQkv,
                  .weight = As<DeviceVector>(q_norm),
                  .key_weight = As<DeviceVector>(k_norm),
                  .to = As<DeviceRows>(qkv),
                  .cache = As<DeviceKvCache>(cache),
                  .eps = eps,
                  .rope_base = rope.base,
                  .rope_dims = rope.dims});
}

void OpenClBackend::Attention(const AttentionShape&, const Rows& qkv, const KvCache& cache, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kAttention,
                  .from = As<DeviceRows>(qkv),
                  .output = As<DeviceInput>(out),
                  .cache = As<DeviceKvCache>(cache)});
}

void OpenClBackend::ShortConv(const Rows& bcx, const Vector& taps, ConvState& state, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kShortConv,
                  .weight = As<DeviceVector>(taps),
                  .from = As<DeviceRows>(bcx),
                  .output = As<DeviceInput>(out),
                  .state = As<DeviceConvState>(state)});
}

void OpenClBackend::SwiGlu(const Rows& gate_up, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kSwiGlu, .from = As<DeviceRows>(gate_up), .output = As<DeviceInput>(out)});
}

void OpenClBackend::Moe(const MoeLayer& layer, const Rows& normed, const MatrixInput& in, Rows& x) {
  ops_.push_back({.kind = OpKind::kMoe,
                  .from = As<DeviceRows>(normed),
                  .to = As<DeviceRows>(x),
                  .input = As<DeviceInput>(in),
                  .moe = &layer});
}

void OpenClBackend::KeepLogitRows(Rows& x, MatrixInput& in) {
  ops_.push_back({.kind = OpKind::kKeepLogitRows, .to = As<DeviceRows>(x), .output = As<DeviceInput>(in)});
}

void OpenClBackend::ResetSlot(ConvState& state, int slot) {
  const DeviceConvState& conv = *As<DeviceConvState>(state);
  if (status_.ok()) status_ = context_->FillZero(conv.buffer, slot * conv.slot_bytes(), conv.slot_bytes());
}

// --- Submission and results.

absl::StatusOr<const opencl::LaunchList*> OpenClBackend::LaunchesOf(const PassShape& shape,
                                                                    const opencl::PassView& view) {
  const auto known = std::find_if(plans_.begin(), plans_.end(), [&](const CachedPlan& plan) {
    return plan.shape == shape && plan.pass == view.data && plan.ops == ops_;
  });
  if (known != plans_.end()) {
    plans_.splice(plans_.begin(), plans_, known);
    return &plans_.front().launches;
  }
  FERRO_ASSIGN_OR_RETURN(opencl::LaunchList launches, planner_->Plan(ops_, shape, view));
  plans_.push_front({shape, view.data, ops_, std::move(launches)});
  if (plans_.size() > kPlans) plans_.pop_back();
  return &plans_.front().launches;
}

absl::Status OpenClBackend::Enqueue() {
  opencl::PassUpload& upload = pass_->rows() <= kSmallPass ? *small_pass_ : *large_pass_;
  FERRO_RETURN_IF_ERROR(upload.Reserve(pass_->rows()));
  FERRO_ASSIGN_OR_RETURN(const opencl::LaunchList* launches, LaunchesOf(ShapeOf(*pass_), upload.view()));
  FERRO_RETURN_IF_ERROR(upload.Send(*pass_));
  if (hook_ != nullptr) return EnqueueInSegments(*launches);
  for (const opencl::Launch& launch : *launches) FERRO_RETURN_IF_ERROR(context_->Enqueue(launch));
  return absl::OkStatus();
}

absl::Status OpenClBackend::EnqueueInSegments(const opencl::LaunchList& launches) {
  using Clock = std::chrono::steady_clock;
  double segment_ms = 0;
  Clock::time_point start = Clock::now();
  for (const opencl::Launch& launch : launches) {
    if (segment_ms > 0 && (segment_ms + launch.cost_ms) * pace_ > options_.planner.launch_ms) {
      FERRO_RETURN_IF_ERROR(context_->Finish());
      const double took_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      const double pace = std::clamp(took_ms / segment_ms, 1.0 / kMostPace, kMostPace);
      pace_ = pace > pace_ ? pace : pace_ + kPaceEasing * (pace - pace_);
      pass_status_ = hook_();
      if (!pass_status_.ok()) return absl::OkStatus();
      segment_ms = 0;
      start = Clock::now();
    }
    FERRO_RETURN_IF_ERROR(context_->Enqueue(launch));
    segment_ms += launch.cost_ms;
  }
  return absl::OkStatus();
}

void OpenClBackend::Submit() {
  if (status_.ok() && pass_status_.ok() && !ops_.empty()) status_ = Enqueue();
  ops_.clear();
}

std::unique_ptr<ChosenTokens> OpenClBackend::Argmax(const Rows& logits) {
  ops_.push_back({.kind = OpKind::kArgmax, .from = As<DeviceRows>(logits)});
  const size_t count = pass_->logit_rows.size();
  Submit();
  if (!pass_status_.ok()) return std::make_unique<ReadyTokens>(pass_status_);
  if (!status_.ok()) return std::make_unique<ReadyTokens>(status_);
  auto tokens = std::make_unique<TokensInFlight>(*context_, count);
  status_ = tokens->Read(workspace_->argmax_out());
  if (!status_.ok()) return std::make_unique<ReadyTokens>(status_);
  return tokens;
}

absl::Status OpenClBackend::ReadRows(const Rows& rows, absl::Span<float> out) {
  Submit();
  if (!pass_status_.ok()) return pass_status_;
  if (status_.ok()) {
    status_ = context_->Read(As<DeviceRows>(rows)->buffer, 0, static_cast<int64_t>(out.size()) * kFloat, out.data());
  }
  return status_;
}

absl::Status OpenClBackend::Finish() {
  Submit();
  if (!pass_status_.ok()) return pass_status_;
  if (status_.ok()) status_ = context_->Finish();
  return status_;
}

}  // namespace ferro
