// The operations of encoder passes in the plainest loops.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/backend/reference/math.h"
#include "engine/backend/reference/objects.h"
#include "engine/backend/reference/reference_backend.h"

namespace ferro {

using reference::As;
using reference::Dot;
using reference::FileMatrix;
using reference::FloatInput;
using reference::FloatRows;
using reference::FloatVector;
using reference::GeluTanh;
using reference::Multiply;
using reference::RmsNorm;
using reference::Rotate;

float* ReferenceBackend::Row(Rows& rows, int r) const {
  return As<FloatRows>(rows).row(rows.scope() == RowScope::kPass ? first_ + r : r);
}

const float* ReferenceBackend::Row(const Rows& rows, int r) const {
  return As<FloatRows>(rows).row(rows.scope() == RowScope::kPass ? first_ + r : r);
}

float* ReferenceBackend::Row(MatrixInput& input, int r) const {
  return As<FloatInput>(input).row(input.scope() == RowScope::kPass ? first_ + r : r);
}

const float* ReferenceBackend::Row(const MatrixInput& input, int r) const {
  return As<FloatInput>(input).row(input.scope() == RowScope::kPass ? first_ + r : r);
}

void ReferenceBackend::SetSegmentHook(SegmentHook hook) { hook_ = std::move(hook); }

bool ReferenceBackend::EndSegment() {
  if (status_.ok() && hook_ != nullptr) status_ = hook_();
  return status_.ok();
}

void ReferenceBackend::Window(int first, int rows) { SetWindow(first, rows); }

void ReferenceBackend::KeepRows(Rows& x) {
  const int count = static_cast<int>(pass_->logit_rows.size());
  for (int i = 0; i < count; ++i) {  // rows only move up, so none is overwritten before it is read
    std::copy_n(As<FloatRows>(x).row(pass_->logit_rows[i]), x.width(), As<FloatRows>(x).row(i));
  }
  kept_ = true;
  SetWindow(0, count);
}

void ReferenceBackend::EmbedScaled(const Matrix& table, float scale, Rows& x) {
  Embed(table, x);
  for (int r = 0; r < rows_; ++r) {
    for (int i = 0; i < x.width(); ++i) Row(x, r)[i] *= scale;
  }
}

void ReferenceBackend::ToInput(const Rows& x, MatrixInput& out) {
  for (int r = 0; r < rows_; ++r) std::copy_n(Row(x, r), out.width(), Row(out, r));
}

void ReferenceBackend::NormRows(const Rows& x, const Vector& weight, float eps, Rows& y) {
  for (int r = 0; r < rows_; ++r) {
    RmsNorm(Row(x, r), As<FloatVector>(weight).values.data(), eps, x.width(), Row(y, r));
  }
}

void ReferenceBackend::AddNorm(const Rows& in, const Vector& weight, float eps, float scale, Rows& x,
                               const Vector* next, MatrixInput* out) {
  std::vector<float> normed(x.width());
  for (int r = 0; r < rows_; ++r) {
    RmsNorm(Row(in, r), As<FloatVector>(weight).values.data(), eps, x.width(), normed.data());
    for (int i = 0; i < x.width(); ++i) Row(x, r)[i] = (Row(x, r)[i] + normed[i]) * scale;
  }
  if (out == nullptr) return;
  if (next == nullptr) return ToInput(x, *out);
  Norm(x, *next, eps, *out, nullptr);
}

void ReferenceBackend::LayerNorm(const Rows& x, const Vector& weight, const Vector& bias, float eps, MatrixInput& out) {
  const int n = x.width();
  for (int r = 0; r < rows_; ++r) {
    const float* from = Row(x, r);
    double mean = 0, variance = 0;
    for (int i = 0; i < n; ++i) mean += from[i];
    mean /= n;
    for (int i = 0; i < n; ++i) variance += (from[i] - mean) * (from[i] - mean);
    const double inverse = 1 / std::sqrt(variance / n + eps);
    for (int i = 0; i < n; ++i) {
      Row(out, r)[i] = static_cast<float>((from[i] - mean) * inverse * As<FloatVector>(weight).values[i] +
                                          As<FloatVector>(bias).values[i]);
    }
  }
}

void ReferenceBackend::MatMulBias(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& out) {
  MatMul(w, in, out);
  for (int r = 0; r < rows_; ++r) {
    for (int64_t o = 0; o < w.outputs(); ++o) Row(out, r)[o] += As<FloatVector>(bias).values[o];
  }
}

void ReferenceBackend::MatMulBiasAdd(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& x) {
  std::vector<float> product(static_cast<size_t>(rows_) * w.outputs());
  Multiply(
      As<FileMatrix>(w), rows_, [&](int r) { return Row(in, r); },
      [&](int r, int64_t output) -> float& { return product[r * w.outputs() + output]; });
  for (int r = 0; r < rows_; ++r) {
    for (int64_t o = 0; o < w.outputs(); ++o) {
      Row(x, r)[o] += product[r * w.outputs() + o] + As<FloatVector>(bias).values[o];
    }
  }
}

void ReferenceBackend::NormRope(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm,
                                const Vector& k_norm, const Vector* v_norm, float eps, Rows& qkv) {
  for (int r = 0; r < rows_; ++r) {
    float* head = Row(qkv, r);
    for (int h = 0; h < shape.heads + shape.kv_heads; ++h, head += shape.head_dim) {
      const Vector& weight = h < shape.heads ? q_norm : k_norm;
      RmsNorm(head, As<FloatVector>(weight).values.data(), eps, shape.head_dim, head);
      Rotate(rope, pass_->positions[PassRow(r)], head);
    }
    for (int h = 0; v_norm != nullptr && h < shape.kv_heads; ++h, head += shape.head_dim) {
      RmsNorm(head, As<FloatVector>(*v_norm).values.data(), eps, shape.head_dim, head);
    }
  }
}

void ReferenceBackend::SymmetricAttention(const SymmetricAttentionShape& shape, const Rows& q, const Rows& kv,
                                          int key_column, MatrixInput& out) {
  const int dim = shape.heads.head_dim, group = shape.heads.heads / shape.heads.kv_heads;
  const int value_column = key_column + shape.heads.kv_heads * dim;
  std::vector<double> weights, sum(dim);
  for (int r = 0; r < rows_ && EndSegment(); ++r) {
    const int row = PassRow(r);
    const Run& run = pass_->run_of(row);
    const int first = std::max(run.first_row, row - shape.radius);
    const int keys = std::min(run.first_row + run.rows - 1, row + shape.radius) + 1 - first;
    weights.resize(keys);
    for (int h = 0; h < shape.heads.heads; ++h) {
      const int offset = h / group * dim;
      double largest = -std::numeric_limits<double>::infinity(), total = 0;
      for (int k = 0; k < keys; ++k) {
        weights[k] =
            Dot(Row(q, r) + h * dim, As<FloatRows>(kv).row(first + k) + key_column + offset, dim) * shape.scale;
        largest = std::max(largest, weights[k]);
      }
      std::fill(sum.begin(), sum.end(), 0.0);
      for (int k = 0; k < keys; ++k) {
        const double weight = std::exp(weights[k] - largest);
        const float* value = As<FloatRows>(kv).row(first + k) + value_column + offset;
        total += weight;
        for (int d = 0; d < dim; ++d) sum[d] += weight * value[d];
      }
      for (int d = 0; d < dim; ++d) Row(out, r)[h * dim + d] = static_cast<float>(sum[d] / total);
    }
  }
}

void ReferenceBackend::MeanOfRuns(const Rows& x, Rows& mean) {
  const int count = static_cast<int>(pass_->runs.size());
  for (int i = 0; i < count; ++i) {
    const Run& run = pass_->runs[i];
    for (int c = 0; c < x.width(); ++c) {
      double sum = 0;
      for (int r = 0; r < run.rows; ++r) sum += As<FloatRows>(x).row(run.first_row + r)[c];
      As<FloatRows>(mean).row(i)[c] = static_cast<float>(sum / run.rows);
    }
  }
  SetWindow(0, count);
}

void ReferenceBackend::CentredConv(const Rows& bcx, const Vector& taps, MatrixInput& out) {
  const int n = out.width();
  const float* tap = As<FloatVector>(taps).values.data();
  const auto z = [&](const Run& run, int row, int c) {
    if (row < run.first_row || row >= run.first_row + run.rows) return 0.0f;
    const float* values = As<FloatRows>(bcx).row(row);
    return values[c] * values[2 * n + c];
  };
  for (int r = 0; r < rows_; ++r) {
    const int row = PassRow(r);
    const Run& run = pass_->run_of(row);
    for (int c = 0; c < n; ++c) {
      const double v = static_cast<double>(tap[3 * c + 1]) * z(run, row, c) +
                       static_cast<double>(tap[3 * c]) * z(run, row - 1, c) +
                       static_cast<double>(tap[3 * c + 2]) * z(run, row + 1, c);
      Row(out, r)[c] = static_cast<float>(As<FloatRows>(bcx).row(row)[n + c] * v);
    }
  }
}

void ReferenceBackend::AddRunRow(const Vector& table, Rows& x) {
  for (int r = 0; r < rows_; ++r) {
    const size_t at = static_cast<size_t>(pass_->run_of(PassRow(r)).table_row) * x.width();
    for (int i = 0; i < x.width(); ++i) Row(x, r)[i] += As<FloatVector>(table).values[at + i];
  }
}

void ReferenceBackend::Relu(const Rows& in, MatrixInput& out) {
  for (int r = 0; r < rows_; ++r) {
    for (int i = 0; i < in.width(); ++i) Row(out, r)[i] = Row(in, r)[i] < 0 ? 0.0f : Row(in, r)[i];
  }
}

void ReferenceBackend::GeluGate(const Rows& gate_up, MatrixInput& out) {
  const int ff = out.width();
  for (int r = 0; r < rows_; ++r) {
    const float* row = Row(gate_up, r);
    for (int i = 0; i < ff; ++i) Row(out, r)[i] = static_cast<float>(GeluTanh(row[i]) * row[ff + i]);
  }
}

void ReferenceBackend::GeluGateNormed(const Rows& gate, const Rows& in, const Vector& weight, float eps,
                                      MatrixInput& out) {
  for (int r = 0; r < rows_; ++r) {
    float* y = Row(out, r);
    RmsNorm(Row(in, r), As<FloatVector>(weight).values.data(), eps, out.width(), y);
    for (int i = 0; i < out.width(); ++i) y[i] = static_cast<float>(GeluTanh(Row(gate, r)[i]) * y[i]);
  }
}

void ReferenceBackend::GeluDot(const Rows& in, const Vector& weight, const Vector& bias, Rows& out) {
  for (int r = 0; r < rows_; ++r) {
    double sum = As<FloatVector>(bias).values[0];
    for (int i = 0; i < in.width(); ++i) {
      const double x = Row(in, r)[i];
      sum += As<FloatVector>(weight).values[i] * (0.5 * x * (1 + std::erf(x / std::sqrt(2.0))));
    }
    Row(out, r)[0] = static_cast<float>(sum);
  }
}

}  // namespace ferro
