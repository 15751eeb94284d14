#include "engine/backend/reference/reference_backend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "engine/backend/check_stack.h"
#include "engine/backend/reference/math.h"
#include "engine/backend/reference/objects.h"

namespace ferro {
namespace {

using reference::As;
using reference::Dot;
using reference::FileMatrix;
using reference::FileStack;
using reference::FloatConvState;
using reference::FloatInput;
using reference::FloatKvCache;
using reference::FloatRows;
using reference::FloatVector;
using reference::Multiply;
using reference::RmsNorm;
using reference::Rotate;
using reference::SwiGluOf;

}  // namespace

absl::StatusOr<std::unique_ptr<Matrix>> ReferenceBackend::LoadMatrix(absl::Span<const MatrixPart> parts) {
  int64_t outputs = 0;
  for (const MatrixPart& part : parts) {
    if (part.tensor->row_length() != parts[0].tensor->row_length()) {
      return absl::InvalidArgumentError(absl::StrCat(part.tensor->name, " has rows of ", part.tensor->row_length(),
                                                     " values, ", parts[0].tensor->name, " of ",
                                                     parts[0].tensor->row_length()));
    }
    outputs += part.rows;
  }
  auto matrix = std::make_unique<FileMatrix>(outputs, parts[0].tensor->row_length());
  matrix->parts.assign(parts.begin(), parts.end());
  return matrix;
}

absl::StatusOr<std::unique_ptr<MatrixStack>> ReferenceBackend::LoadMatrixStack(
    absl::Span<const std::vector<MatrixPart>> experts) {
  FERRO_RETURN_IF_ERROR(CheckStack(experts));
  std::vector<std::unique_ptr<Matrix>> matrices;
  for (const std::vector<MatrixPart>& parts : experts) {
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Matrix> matrix, LoadMatrix(parts));
    matrices.push_back(std::move(matrix));
  }
  return std::make_unique<FileStack>(std::move(matrices));
}

absl::StatusOr<std::unique_ptr<Vector>> ReferenceBackend::LoadVector(absl::Span<const float> values) {
  auto vector = std::make_unique<FloatVector>();
  vector->values.assign(values.begin(), values.end());
  return vector;
}

absl::StatusOr<std::unique_ptr<Rows>> ReferenceBackend::NewRows(int max_rows, int width) {
  return std::make_unique<FloatRows>(max_rows, width);
}

absl::StatusOr<std::unique_ptr<MatrixInput>> ReferenceBackend::NewMatrixInput(int max_rows, int width) {
  return std::make_unique<FloatInput>(max_rows, width);
}

absl::StatusOr<std::unique_ptr<KvCache>> ReferenceBackend::NewKvCache(int slots, int positions,
                                                                      const AttentionShape& shape, KvType type) {
  return std::make_unique<FloatKvCache>(slots, positions, shape, type);
}

absl::StatusOr<std::unique_ptr<ConvState>> ReferenceBackend::NewConvState(int slots, int taps, int channels) {
  return std::make_unique<FloatConvState>(slots, taps, channels);
}

void ReferenceBackend::Begin(const Pass& pass) {
  pass_ = &pass;
  status_ = absl::OkStatus();
  kept_ = false;
  SetWindow(0, pass.rows());
}

void ReferenceBackend::Embed(const Matrix& table, Rows& x) {
  for (int r = 0; r < rows_; ++r) As<FileMatrix>(table).ReadRow(choice_.TokenOf(*pass_, first_ + r), Row(x, r));
}

void ReferenceBackend::Norm(const Rows& x, const Vector& weight, float eps, MatrixInput& out, Rows* normed) {
  for (int r = 0; r < rows_; ++r) {
    float* y = Row(out, r);
    RmsNorm(Row(x, r), As<FloatVector>(weight).values.data(), eps, x.width(), y);
    if (normed != nullptr) std::copy_n(y, x.width(), Row(*normed, r));
  }
}

void ReferenceBackend::MatMul(const Matrix& w, const MatrixInput& in, Rows& out) {
  Multiply(
      As<FileMatrix>(w), rows_, [&](int r) { return Row(in, r); },
      [&](int r, int64_t output) -> float& { return Row(out, r)[output]; });
}

void ReferenceBackend::MatMulAdd(const Matrix& w, const MatrixInput& in, Rows& x) {
  std::vector<float> product(static_cast<size_t>(rows_) * w.outputs());
  Multiply(
      As<FileMatrix>(w), rows_, [&](int r) { return Row(in, r); },
      [&](int r, int64_t output) -> float& { return product[r * w.outputs() + output]; });
  for (int r = 0; r < rows_; ++r) {
    for (int64_t o = 0; o < w.outputs(); ++o) Row(x, r)[o] += product[r * w.outputs() + o];
  }
}

void ReferenceBackend::StoreQkv(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm,
                                const Vector& k_norm, float eps, Rows& qkv, KvCache& cache) {
  FloatKvCache& kv = As<FloatKvCache>(cache);
  for (const Run& run : pass_->runs) {
    for (int t = 0; t < run.rows; ++t) {
      float* row = As<FloatRows>(qkv).row(run.first_row + t);
      for (int h = 0; h < shape.heads + shape.kv_heads; ++h) {
        float* head = row + h * shape.head_dim;
        const Vector& weight = h < shape.heads ? q_norm : k_norm;
        RmsNorm(head, As<FloatVector>(weight).values.data(), eps, shape.head_dim, head);
        Rotate(rope, run.start_position + t, head);
      }
      const size_t at = kv.at(run.slot, run.start_position + t);
      const float* keys = row + shape.heads * shape.head_dim;
      std::copy_n(keys, kv.width, kv.keys.data() + at);
      std::copy_n(keys + kv.width, kv.width, kv.values.data() + at);
      reference::RoundToKvType(kv.type, kv.keys.data() + at, kv.width);
      reference::RoundToKvType(kv.type, kv.values.data() + at, kv.width);
    }
  }
}

void ReferenceBackend::Attention(const AttentionShape& shape, const Rows& qkv, const KvCache& cache, MatrixInput& out) {
  const FloatKvCache& kv = As<FloatKvCache>(cache);
  const int dim = shape.head_dim, group = shape.heads / shape.kv_heads;
  const double scale = 1 / std::sqrt(static_cast<double>(dim));
  std::vector<double> weights, sum(dim);
  for (const Run& run : pass_->runs) {
    for (int t = 0; t < run.rows; ++t) {
      const int keys = run.start_position + t + 1;
      weights.resize(keys);
      for (int h = 0; h < shape.heads; ++h) {
        const float* q = As<FloatRows>(qkv).row(run.first_row + t) + h * dim;
        const int offset = h / group * dim;
        double largest = -std::numeric_limits<double>::infinity(), total = 0;
        for (int p = 0; p < keys; ++p) {
          weights[p] = Dot(q, kv.keys.data() + kv.at(run.slot, p) + offset, dim) * scale;
          largest = std::max(largest, weights[p]);
        }
        std::fill(sum.begin(), sum.end(), 0.0);
        for (int p = 0; p < keys; ++p) {
          const double weight = std::exp(weights[p] - largest);
          const float* value = kv.values.data() + kv.at(run.slot, p) + offset;
          total += weight;
          for (int d = 0; d < dim; ++d) sum[d] += weight * value[d];
        }
        float* y = As<FloatInput>(out).row(run.first_row + t) + h * dim;
        for (int d = 0; d < dim; ++d) y[d] = static_cast<float>(sum[d] / total);
      }
    }
  }
}

void ReferenceBackend::ShortConv(const Rows& bcx, const Vector& taps, ConvState& state, MatrixInput& out) {
  FloatConvState& conv = As<FloatConvState>(state);
  const int n = conv.channels, past = conv.taps - 1;
  const float* weights = As<FloatVector>(taps).values.data();
  for (const Run& run : pass_->runs) {
    float* held = conv.slot(run.slot);
    for (int t = 0; t < run.rows; ++t) {
      const float* row = As<FloatRows>(bcx).row(run.first_row + t);
      float* y = As<FloatInput>(out).row(run.first_row + t);
      for (int c = 0; c < n; ++c) {
        const float u = row[c] * row[2 * n + c];
        double v = static_cast<double>(weights[c * conv.taps + past]) * u;
        for (int k = 0; k < past; ++k) v += static_cast<double>(weights[c * conv.taps + k]) * held[k * n + c];
        for (int k = 0; k + 1 < past; ++k) held[k * n + c] = held[(k + 1) * n + c];
        held[(past - 1) * n + c] = u;
        y[c] = static_cast<float>(row[n + c] * v);
      }
    }
  }
}

void ReferenceBackend::SwiGlu(const Rows& gate_up, MatrixInput& out) {
  const int ff = out.width();
  for (int r = 0; r < rows_; ++r) {
    const float* row = Row(gate_up, r);
    for (int i = 0; i < ff; ++i) Row(out, r)[i] = static_cast<float>(SwiGluOf(row[i], row[ff + i]));
  }
}

void ReferenceBackend::Moe(const MoeLayer& layer, const Rows& normed, const MatrixInput& in, Rows& x) {
  const int experts = layer.gate_up->count(), width = x.width();
  const int ff = static_cast<int>(layer.down->inputs());
  std::vector<double> gate(experts);
  std::vector<int> order(experts);
  FloatInput hidden(1, ff), one(1, width);
  std::vector<float> gate_up(2 * ff), down(width);
  for (int r = 0; r < rows_; ++r) {
    const float* g = As<FloatRows>(normed).row(r);
    double total = 0;
    for (int e = 0; e < experts; ++e) {
      gate[e] = Dot(As<FloatVector>(*layer.router).values.data() + static_cast<size_t>(e) * width, g, width);
      total += std::exp(gate[e]);
    }
    for (int e = 0; e < experts; ++e)
      gate[e] = layer.softmax_gate ? std::exp(gate[e]) / total : 1 / (1 + std::exp(-gate[e]));
    const auto rank = [&](int e) {
      return gate[e] + (layer.router_bias != nullptr ? As<FloatVector>(*layer.router_bias).values[e] : 0);
    };
    for (int e = 0; e < experts; ++e) order[e] = e;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) > rank(b); });
    double sum = 0;
    for (int k = 0; k < layer.used; ++k) sum += gate[order[k]];
    sum = std::max(sum, 0x1p-14);

    std::copy_n(As<FloatInput>(in).row(r), width, one.row(0));
    std::vector<double> result(width, 0.0);
    for (int k = 0; k < layer.used; ++k) {
      const int e = order[k];
      const auto input = [&](int) { return one.row(0); };
      const auto hidden_input = [&](int) { return hidden.row(0); };
      Multiply(As<FileStack>(*layer.gate_up).of(e), 1, input, [&](int, int64_t o) -> float& { return gate_up[o]; });
      for (int i = 0; i < ff; ++i) hidden.row(0)[i] = static_cast<float>(SwiGluOf(gate_up[i], gate_up[ff + i]));
      Multiply(As<FileStack>(*layer.down).of(e), 1, hidden_input, [&](int, int64_t o) -> float& { return down[o]; });
      for (int i = 0; i < width; ++i) result[i] += gate[e] / sum * layer.scale * down[i];
    }
    for (int i = 0; i < width; ++i) As<FloatRows>(x).row(r)[i] += static_cast<float>(result[i]);
  }
}

void ReferenceBackend::KeepLogitRows(Rows& x, MatrixInput& in) {
  rows_ = static_cast<int>(pass_->logit_rows.size());
  for (int i = 0; i < rows_; ++i) {  // rows only move up, so none is overwritten before it is read
    const int from = pass_->logit_rows[i];
    std::copy_n(As<FloatRows>(x).row(from), x.width(), As<FloatRows>(x).row(i));
    std::copy_n(As<FloatInput>(in).row(from), in.width(), As<FloatInput>(in).row(i));
  }
}

std::unique_ptr<ChosenTokens> ReferenceBackend::Argmax(const Rows& logits) {
  const auto argmax = [&](const float* own) {
    int best = 0;
    float largest = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < logits.width(); ++i) {
      if (own[i] > largest) largest = own[best = i];
    }
    return best;
  };
  return choice_.Choose(
      *pass_, [&](int i) { return As<FloatRows>(logits).row(i); }, argmax);
}

void ReferenceBackend::ResetSlot(ConvState& state, int slot) {
  FloatConvState& conv = As<FloatConvState>(state);
  std::fill_n(conv.slot(slot), static_cast<size_t>(conv.taps - 1) * conv.channels, 0.0f);
}

absl::Status ReferenceBackend::ReadRows(const Rows& rows, absl::Span<float> out) {
  FERRO_RETURN_IF_ERROR(status_);
  std::copy_n(As<FloatRows>(rows).values.data(), out.size(), out.data());
  return absl::OkStatus();
}

}  // namespace ferro
