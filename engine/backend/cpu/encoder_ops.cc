// The operations of encoder passes on the processor; attention is in symmetric_attention.cc.
#include <algorithm>
#include <utility>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/kernels/pool/flush_denormals.h"

namespace ferro {

using cpu::As;
using cpu::FloatRows;
using cpu::FloatVector;
using cpu::PackedMatrix;
using cpu::QuantizedInput;
using cpu::Segments;

void CpuBackend::SetSegmentHook(SegmentHook hook) { segments_.SetHook(std::move(hook)); }

void CpuBackend::Window(int first, int rows) {
  first_ = first;
  rows_ = prefill_rows_ = rows;
}

void CpuBackend::KeepRows(Rows& x) {
  kept_positions_.clear();
  for (const int32_t from : pass_->logit_rows) {  // rows only move up, so none is overwritten before it is read
    const int to = static_cast<int>(kept_positions_.size());
    if (from != to) std::copy_n(As<FloatRows>(x).row(from), x.width(), As<FloatRows>(x).row(to));
    kept_positions_.push_back(pass_->positions[from]);
  }
  kept_ = true;
  Window(0, static_cast<int>(kept_positions_.size()));
}

template <class RowFn>
void CpuBackend::ForEachRow(int64_t row_work, const RowFn& row) {
  const ScopedFlushDenormals flush;
  segments_.Run(Segments::kRows, rows_, 64, static_cast<double>(row_work), [&](int64_t first, int64_t last) {
    ForSlices(last - first, 4, [&](int64_t begin, int64_t end) {
      for (int64_t r = first + begin; r < first + end; ++r) row(static_cast<int>(r));
    });
  });
}

void CpuBackend::EmbedScaled(const Matrix& table, float scale, Rows& x) {
  ForEachRow(x.width(), [&](int r) {
    float* row = Row(x, r);
    DequantizePackedRow(As<PackedMatrix>(table).packed, pass_->tokens[PassRow(r)], row);
    for (int i = 0; i < x.width(); ++i) row[i] *= scale;
  });
}

void CpuBackend::ToInput(const Rows& x, MatrixInput& out) {
  MakeInput(out, [&](float* y, int r) { std::copy_n(Row(x, r), out.width(), y); });
}

void CpuBackend::NormRows(const Rows& x, const Vector& weight, float eps, Rows& y) {
  ForEachRow(x.width(),
             [&](int r) { float_.rms_norm(Row(x, r), As<FloatVector>(weight).data(), eps, x.width(), Row(y, r)); });
}

void CpuBackend::AddNorm(const Rows& in, const Vector& weight, float eps, float scale, Rows& x, const Vector* next,
                         MatrixInput* out) {
  const auto add = [&](int r) {
    float* row = Row(x, r);
    float_.add_rms_norm(Row(in, r), As<FloatVector>(weight).data(), eps, scale, x.width(), row);
    return row;
  };
  if (out == nullptr) return ForEachRow(2 * x.width(), [&](int r) { add(r); });
  MakeInput(*out, [&](float* y, int r) {
    const float* row = add(r);
    if (next == nullptr) {
      std::copy_n(row, x.width(), y);
    } else {
      float_.rms_norm(row, As<FloatVector>(*next).data(), eps, x.width(), y);
    }
  });
}

void CpuBackend::LayerNorm(const Rows& x, const Vector& weight, const Vector& bias, float eps, MatrixInput& out) {
  MakeInput(out, [&](float* y, int r) {
    float_.layer_norm(Row(x, r), As<FloatVector>(weight).data(), As<FloatVector>(bias).data(), eps, x.width(), y);
  });
}

void CpuBackend::MatMulBias(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& out) {
  Multiply(w, in, out, false, &bias);
}

void CpuBackend::MatMulBiasAdd(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& x) {
  Multiply(w, in, x, true, &bias);
}

void CpuBackend::NormRope(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm,
                          const Vector& k_norm, const Vector* v_norm, float eps, Rows& qkv) {
  const RopeTable& turns = Rope(rope);
  const int heads = shape.heads + shape.kv_heads;
  ForEachRow(int64_t{heads} * shape.head_dim, [&](int r) {
    const int position = pass_->positions[PassRow(r)];
    float* head = Row(qkv, r);
    for (int h = 0; h < heads; ++h, head += shape.head_dim) {
      const Vector& weight = h < shape.heads ? q_norm : k_norm;
      float_.norm_rope(head, As<FloatVector>(weight).data(), eps, shape.head_dim, turns.cos(position),
                       turns.sin(position), turns.pairs());
    }
    for (int h = 0; v_norm != nullptr && h < shape.kv_heads; ++h, head += shape.head_dim) {
      float_.rms_norm(head, As<FloatVector>(*v_norm).data(), eps, shape.head_dim, head);
    }
  });
}

void CpuBackend::MeanOfRuns(const Rows& x, Rows& mean) {
  const ScopedFlushDenormals flush;
  const int64_t runs = static_cast<int64_t>(pass_->runs.size());
  ForSlices(runs, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Run& run = pass_->runs[i];
      float_.mean_rows(As<FloatRows>(x).row(run.first_row), x.width(), run.rows, x.width(),
                       As<FloatRows>(mean).row(static_cast<int>(i)));
    }
  });
  Window(0, static_cast<int>(runs));
}

void CpuBackend::CentredConv(const Rows& bcx, const Vector& taps, MatrixInput& out) {
  const ScopedFlushDenormals flush;
  const QuantizedInput& in = As<QuantizedInput>(out);
  // Rows [begin, end) of the window, one run after the other.
  const auto rows = [&](int begin, int end) {
    for (int r = begin; r < end;) {
      const int row = PassRow(r);
      const Run& run = pass_->run_of(row);
      const int behind = std::min(run.first_row + run.rows, row + end - r);
      float_.centred_conv({.bcx = As<FloatRows>(bcx).row(row),
                           .bcx_stride = bcx.width(),
                           .rows = behind - row,
                           .has_before = row > run.first_row,
                           .has_behind = behind < run.first_row + run.rows,
                           .channels = out.width(),
                           .taps = As<FloatVector>(taps).data(),
                           .out = in.float_row(Index(out.scope(), r)),
                           .out_stride = out.width()});
      r += behind - row;
    }
    for (int r = begin; r < end; ++r) {
      const int index = Index(out.scope(), r);
      int8_.quantize_row(in.float_row(index), in.rows, index);
    }
  };
  segments_.Run(Segments::kRows, rows_, 64, 3.0 * out.width(), [&](int64_t first, int64_t last) {
    ForSlices(last - first, 16, [&](int64_t begin, int64_t end) {
      rows(static_cast<int>(first + begin), static_cast<int>(first + end));
    });
  });
}

void CpuBackend::AddRunRow(const Vector& table, Rows& x) {
  ForEachRow(x.width(), [&](int r) {
    const int64_t at = int64_t{pass_->run_of(PassRow(r)).table_row} * x.width();
    float_.add(As<FloatVector>(table).data() + at, x.width(), Row(x, r));
  });
}

void CpuBackend::GeluGate(const Rows& gate_up, MatrixInput& out) {
  const int ff = out.width();
  MakeInput(out, [&](float* y, int r) { float_.geglu(Row(gate_up, r), Row(gate_up, r) + ff, ff, y); });
}

void CpuBackend::GeluGateNormed(const Rows& gate, const Rows& in, const Vector& weight, float eps, MatrixInput& out) {
  MakeInput(out, [&](float* y, int r) {
    float_.rms_norm(Row(in, r), As<FloatVector>(weight).data(), eps, out.width(), y);
    float_.geglu(Row(gate, r), y, out.width(), y);
  });
}

void CpuBackend::Relu(const Rows& in, MatrixInput& out) {
  MakeInput(out, [&](float* y, int r) { float_.relu(Row(in, r), out.width(), y); });
}

void CpuBackend::GeluDot(const Rows& in, const Vector& weight, const Vector& bias, Rows& out) {
  ForEachRow(8 * in.width(), [&](int r) {
    Row(out, r)[0] =
        float_.gelu_dot(Row(in, r), As<FloatVector>(weight).data(), in.width()) + As<FloatVector>(bias).data()[0];
  });
}

}  // namespace ferro
