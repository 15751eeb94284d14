#include "engine/backend/cpu/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/backend/check_stack.h"
#include "engine/backend/cpu/load.h"

namespace ferro {
namespace {

using cpu::As;
using cpu::Columns;
using cpu::CpuConvState;
using cpu::CpuKvCache;
using cpu::FloatRows;
using cpu::FloatVector;
using cpu::PackedMatrix;
using cpu::PackedStack;
using cpu::QuantizedInput;
using cpu::Segments;

}  // namespace

CpuBackend::CpuBackend(const CpuBackendOptions& options)
    : options_(options),
      int8_(Int8KernelsFor(options.isa)),
      float_(FloatKernelsFor(options.isa)),
      pool_(options.threads, options.pool_spin_us),
      segments_(options.launch_ms) {}

absl::StatusOr<std::unique_ptr<CpuBackend>> CpuBackend::Create(const CpuBackendOptions& options) {
  if (!IsSupported(options.isa)) {
    std::vector<absl::string_view> names;
    for (const Isa isa : SupportedIsas()) names.push_back(IsaName(isa));
    return absl::FailedPreconditionError(absl::StrCat("this machine lacks the instruction set ", IsaName(options.isa),
                                                      "; it has ", absl::StrJoin(names, ", ")));
  }
  if (options.threads < 1) return absl::InvalidArgumentError(absl::StrCat(options.threads, " threads; at least 1"));
  return std::unique_ptr<CpuBackend>(new CpuBackend(options));
}

std::string CpuBackend::name() const { return absl::StrCat("cpu ", IsaName(options_.isa)); }

absl::StatusOr<std::unique_ptr<Matrix>> CpuBackend::LoadMatrix(absl::Span<const MatrixPart> parts) {
  return cpu::PackMatrix(parts, pool_);
}

absl::StatusOr<std::unique_ptr<MatrixStack>> CpuBackend::LoadMatrixStack(
    absl::Span<const std::vector<MatrixPart>> experts) {
  FERRO_RETURN_IF_ERROR(CheckStack(experts));
  std::vector<std::unique_ptr<PackedMatrix>> matrices;
  for (const std::vector<MatrixPart>& parts : experts) {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<PackedMatrix> matrix, cpu::PackMatrix(parts, pool_));
    matrices.push_back(std::move(matrix));
  }
  return std::make_unique<PackedStack>(std::move(matrices));
}

absl::StatusOr<std::unique_ptr<Vector>> CpuBackend::LoadVector(absl::Span<const float> values) {
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory, AlignedBuffer::Create(values.size() * sizeof(float)));
  std::copy(values.begin(), values.end(), memory.as<float>());
  return std::make_unique<FloatVector>(std::move(memory));
}

absl::StatusOr<std::unique_ptr<Rows>> CpuBackend::NewRows(int max_rows, int width) {
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory,
                         AlignedBuffer::Create(static_cast<size_t>(max_rows) * width * sizeof(float)));
  return std::make_unique<FloatRows>(max_rows, width, std::move(memory));
}

absl::StatusOr<std::unique_ptr<MatrixInput>> CpuBackend::NewMatrixInput(int max_rows, int width) {
  if (width % kBlockInputs != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("a matrix input of ", width, " values; int8 products take multiples of ", kBlockInputs));
  }
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory, AlignedBuffer::Create(QuantizedInput::Bytes(max_rows, width)));
  return std::make_unique<QuantizedInput>(max_rows, width, std::move(memory));
}

absl::StatusOr<std::unique_ptr<KvCache>> CpuBackend::NewKvCache(int slots, int positions, const AttentionShape& shape,
                                                                KvType type) {
  if (shape.head_dim > kMaxHeadDim) {
    return absl::InvalidArgumentError(
        absl::StrCat("attention heads of ", shape.head_dim, " components; at most ", kMaxHeadDim));
  }
  const size_t head_bytes = KvHeadBytes(type, shape.head_dim, positions);
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory, AlignedBuffer::Create(2 * head_bytes * slots * shape.kv_heads));
  return std::make_unique<CpuKvCache>(positions, shape, type, std::move(memory));
}

absl::StatusOr<std::unique_ptr<ConvState>> CpuBackend::NewConvState(int slots, int taps, int channels) {
  FERRO_ASSIGN_OR_RETURN(AlignedBuffer memory,
                         AlignedBuffer::Create(static_cast<size_t>(slots) * (taps - 1) * channels * sizeof(float)));
  return std::make_unique<CpuConvState>(taps, channels, std::move(memory));
}

void CpuBackend::Begin(const Pass& pass) {
  pass_ = &pass;
  first_ = 0;
  rows_ = pass.rows();
  prefill_rows_ = pass.prefill_rows;
  kept_ = false;
  segments_.Begin();
}

float* CpuBackend::Row(const Rows& rows, int r) const { return As<FloatRows>(rows).row(Index(rows.scope(), r)); }

void CpuBackend::Embed(const Matrix& table, Rows& x) {
  ForSlices(rows_, 8, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const int row = static_cast<int>(r);
      DequantizePackedRow(As<PackedMatrix>(table).packed, choice_.TokenOf(*pass_, first_ + row), Row(x, row));
    }
  });
}

void CpuBackend::Norm(const Rows& x, const Vector& weight, float eps, MatrixInput& out, Rows* normed) {
  MakeInput(out, [&](float* y, int r) {
    float_.rms_norm(Row(x, r), As<FloatVector>(weight).data(), eps, x.width(), y);
    if (normed != nullptr) std::copy_n(y, x.width(), Row(*normed, r));
  });
}

void CpuBackend::Multiply(const Matrix& w, const MatrixInput& in, Rows& y, bool accumulate, const Vector* bias) {
  const ScopedFlushDenormals flush;
  const PackedQ8& weights = As<PackedMatrix>(w).packed;
  const Int8Product product = {weights,    As<QuantizedInput>(in).rows.From(Index(in.scope(), 0)),
                               Row(y, 0),  y.width(),
                               accumulate, bias == nullptr ? nullptr : As<FloatVector>(*bias).data()};
  const auto multiply = [&](const auto& kernel, int64_t first, int64_t last) {
    ForSlices(weights.panels(), 2, [&](int64_t begin, int64_t end) { kernel(product, {first, last}, {begin, end}); });
  };
  segments_.Run(Segments::kProduct, prefill_rows_, 64, static_cast<double>(w.outputs() * w.inputs()),
                [&](int64_t first, int64_t last) { multiply(int8_.gemm, first, last); });
  if (prefill_rows_ < rows_) multiply(int8_.gemv, prefill_rows_, rows_);
}

void CpuBackend::MatMul(const Matrix& w, const MatrixInput& in, Rows& out) { Multiply(w, in, out, false); }

void CpuBackend::MatMulAdd(const Matrix& w, const MatrixInput& in, Rows& x) { Multiply(w, in, x, true); }

const RopeTable& CpuBackend::Rope(const RopeParams& rope) {
  RopeTable& table = rope_.try_emplace({rope.base, rope.dims}, rope.base, rope.dims).first->second;
  table.EnsurePositions(*std::max_element(pass_->positions.begin(), pass_->positions.end()) + 1);
  return table;
}

void CpuBackend::StoreQkv(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm,
                          const Vector& k_norm, float eps, Rows& qkv, KvCache& cache) {
  const ScopedFlushDenormals flush;
  const RopeTable& turns = Rope(rope);
  const CpuKvCache& kv = As<CpuKvCache>(cache);
  for (const Run& run : pass_->runs) {
    ForSlices(run.rows, 16, [&](int64_t begin, int64_t end) {
      for (int64_t t = begin; t < end; ++t) {
        const int position = run.start_position + static_cast<int>(t);
        float* head = As<FloatRows>(qkv).row(run.first_row + static_cast<int>(t));
        for (int h = 0; h < shape.heads + shape.kv_heads; ++h, head += shape.head_dim) {
          const Vector& weight = h < shape.heads ? q_norm : k_norm;
          float_.norm_rope(head, As<FloatVector>(weight).data(), eps, shape.head_dim, turns.cos(position),
                           turns.sin(position), turns.pairs());
          if (h < shape.heads) continue;
          float_.store_key(kv.format, head, shape.head_dim, position, kv.keys(run.slot, h - shape.heads));
        }
        for (int h = 0; h < shape.kv_heads; ++h, head += shape.head_dim) {
          float_.store_value(kv.format, head, shape.head_dim, position, kv.values(run.slot, h));
        }
      }
    });
  }
}

void CpuBackend::ShortConv(const Rows& bcx, const Vector& taps, ConvState& state, MatrixInput& out) {
  const ScopedFlushDenormals flush;
  const CpuConvState& conv = As<CpuConvState>(state);
  const QuantizedInput& in = As<QuantizedInput>(out);
  for (const Run& run : pass_->runs) {
    const ShortConvTask task = {.bcx = As<FloatRows>(bcx).row(run.first_row),
                                .bcx_stride = bcx.width(),
                                .rows = run.rows,
                                .channels = conv.channels,
                                .taps = As<FloatVector>(taps).data(),
                                .taps_count = conv.taps,
                                .state = conv.slot(run.slot),
                                .out = in.float_row(run.first_row),
                                .out_stride = out.width()};
    // A decode row is too little work to share.
    const int64_t grain = run.rows == 1 ? conv.channels : 64;
    ForSlices(conv.channels, grain, [&](int64_t begin, int64_t end) {
      float_.short_conv(task, static_cast<int>(begin), static_cast<int>(end));
      for (int t = run.first_row; t < run.first_row + run.rows; ++t) {
        int8_.quantize_row(in.float_row(t) + begin, Columns(in.rows, t, begin, end), 0);
      }
    });
  }
}

void CpuBackend::SwiGlu(const Rows& gate_up, MatrixInput& out) {
  const int64_t ff = out.width();
  const auto columns = [&](float* y, int r, int64_t begin, int64_t end) {
    const float* gate = Row(gate_up, r);
    float_.swiglu(gate + begin, gate + ff + begin, static_cast<int>(end - begin), y + begin);
  };
  if (rows_ >= pool_.threads()) {
    MakeInput(out, [&](float* y, int r) { columns(y, r, 0, ff); });
    return;
  }
  const ScopedFlushDenormals flush;
  const QuantizedInput& in = As<QuantizedInput>(out);
  for (int r = 0; r < rows_; ++r) {
    const int index = Index(out.scope(), r);
    ForSlices(ff, 1024, [&](int64_t begin, int64_t end) {
      columns(in.float_row(index), r, begin, end);
      int8_.quantize_row(in.float_row(index) + begin, Columns(in.rows, index, begin, end), 0);
    });
  }
}

void CpuBackend::Moe(const MoeLayer& layer, const Rows& normed, const MatrixInput& in, Rows& x) {
  const ScopedFlushDenormals flush;
  moe_.Run(layer, prefill_rows_, rows_, As<FloatRows>(normed), As<QuantizedInput>(in), int8_, float_, pool_,
           As<FloatRows>(x));
}

void CpuBackend::KeepLogitRows(Rows& x, MatrixInput& in) {
  const QuantizedRows& quantized = As<QuantizedInput>(in).rows;
  rows_ = static_cast<int>(pass_->logit_rows.size());
  prefill_rows_ = 0;
  for (int i = 0; i < rows_; ++i) {  // rows only move up, so none is overwritten before it is read
    const int from = pass_->logit_rows[i];
    if (from == i) continue;
    std::copy_n(As<FloatRows>(x).row(from), x.width(), As<FloatRows>(x).row(i));
    cpu::CopyRow(quantized.From(from), quantized.From(i));
  }
}

std::unique_ptr<ChosenTokens> CpuBackend::Argmax(const Rows& logits) {
  return choice_.Choose(
      *pass_, [&](int i) { return As<FloatRows>(logits).row(i); },
      [&](const float* own) { return float_.argmax(own, logits.width()); });
}

void CpuBackend::ResetSlot(ConvState& state, int slot) {
  const CpuConvState& conv = As<CpuConvState>(state);
  std::fill_n(conv.slot(slot), conv.slot_floats(), 0.0f);
}

absl::Status CpuBackend::ReadRows(const Rows& rows, absl::Span<float> out) {
  FERRO_RETURN_IF_ERROR(segments_.status());
  std::memcpy(out.data(), As<FloatRows>(rows).row(0), out.size() * sizeof(float));
  return absl::OkStatus();
}

}  // namespace ferro
