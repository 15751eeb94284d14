// The operations of encoder passes: remembered, as the others are.
#include <utility>

#include "engine/backend/opencl/opencl_backend.h"

namespace ferro {

using opencl::As;
using opencl::DeviceInput;
using opencl::DeviceMatrix;
using opencl::DeviceRows;
using opencl::DeviceVector;
using opencl::OpKind;

void OpenClBackend::SetSegmentHook(SegmentHook hook) { hook_ = std::move(hook); }

void OpenClBackend::Window(int first, int rows) { ops_.push_back({.kind = OpKind::kWindow, .window = {first, rows}}); }

void OpenClBackend::KeepRows(Rows& x) { ops_.push_back({.kind = OpKind::kKeepRows, .to = As<DeviceRows>(x)}); }

void OpenClBackend::NormRows(const Rows& x, const Vector& weight, float eps, Rows& y) {
  ops_.push_back({.kind = OpKind::kNormRows,
                  .weight = As<DeviceVector>(weight),
                  .from = As<DeviceRows>(x),
                  .to = As<DeviceRows>(y),
                  .eps = eps});
}

void OpenClBackend::LayerNorm(const Rows& x, const Vector& weight, const Vector& bias, float eps, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kLayerNorm,
                  .weight = As<DeviceVector>(weight),
                  .bias = As<DeviceVector>(bias),
                  .from = As<DeviceRows>(x),
                  .output = As<DeviceInput>(out),
                  .eps = eps});
}

void OpenClBackend::MatMulBias(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& out) {
  MatMul(w, in, out);
  ops_.back().bias = As<DeviceVector>(bias);
}

void OpenClBackend::MatMulBiasAdd(const Matrix& w, const Vector& bias, const MatrixInput& in, Rows& x) {
  MatMulAdd(w, in, x);
  ops_.back().bias = As<DeviceVector>(bias);
}

void OpenClBackend::NormRope(const AttentionShape& shape, const RopeParams& rope, const Vector& q_norm,
                             const Vector& k_norm, const Vector* v_norm, float eps, Rows& qkv) {
  ops_.push_back({.kind = OpKind::kNormRope,
                  .weight = As<DeviceVector>(q_norm),
                  .key_weight = As<DeviceVector>(k_norm),
                  .value_weight = v_norm == nullptr ? nullptr : As<DeviceVector>(*v_norm),
                  .to = As<DeviceRows>(qkv),
                  .eps = eps,
                  .rope_base = rope.base,
                  .rope_dims = rope.dims,
                  .heads = {shape.heads, shape.kv_heads, shape.head_dim}});
}

void OpenClBackend::SymmetricAttention(const SymmetricAttentionShape& shape, const Rows& q, const Rows& kv,
                                       int key_column, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kSymmetricAttention,
                  .from = As<DeviceRows>(q),
                  .output = As<DeviceInput>(out),
                  .heads = {shape.heads.heads, shape.heads.kv_heads, shape.heads.head_dim},
                  .keys = As<DeviceRows>(kv),
                  .key_column = key_column,
                  .scale = shape.scale,
                  .radius = shape.radius});
}

void OpenClBackend::CentredConv(const Rows& bcx, const Vector& taps, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kCentredConv,
                  .weight = As<DeviceVector>(taps),
                  .from = As<DeviceRows>(bcx),
                  .output = As<DeviceInput>(out)});
}

void OpenClBackend::AddRunRow(const Vector& table, Rows& x) {
  ops_.push_back({.kind = OpKind::kAddRunRow, .weight = As<DeviceVector>(table), .to = As<DeviceRows>(x)});
}

void OpenClBackend::Relu(const Rows& in, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kRelu, .from = As<DeviceRows>(in), .output = As<DeviceInput>(out)});
}

void OpenClBackend::GeluDot(const Rows& in, const Vector& weight, const Vector& bias, Rows& out) {
  ops_.push_back({.kind = OpKind::kGeluDot,
                  .weight = As<DeviceVector>(weight),
                  .bias = As<DeviceVector>(bias),
                  .from = As<DeviceRows>(in),
                  .to = As<DeviceRows>(out)});
}

void OpenClBackend::EmbedScaled(const Matrix& table, float scale, Rows& x) {
  ops_.push_back(
      {.kind = OpKind::kEmbedScaled, .matrix = As<DeviceMatrix>(table), .to = As<DeviceRows>(x), .scale = scale});
}

void OpenClBackend::ToInput(const Rows& x, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kToInput, .from = As<DeviceRows>(x), .output = As<DeviceInput>(out)});
}

void OpenClBackend::AddNorm(const Rows& in, const Vector& weight, float eps, float scale, Rows& x, const Vector* next,
                            MatrixInput* out) {
  ops_.push_back({.kind = OpKind::kAddNorm,
                  .weight = As<DeviceVector>(weight),
                  .next_weight = next == nullptr ? nullptr : As<DeviceVector>(*next),
                  .from = As<DeviceRows>(in),
                  .to = As<DeviceRows>(x),
                  .output = out == nullptr ? nullptr : As<DeviceInput>(*out),
                  .eps = eps,
                  .scale = scale});
}

void OpenClBackend::MeanOfRuns(const Rows& x, Rows& mean) {
  ops_.push_back({.kind = OpKind::kMeanOfRuns, .from = As<DeviceRows>(x), .to = As<DeviceRows>(mean)});
}

void OpenClBackend::GeluGate(const Rows& gate_up, MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kGeluGate, .from = As<DeviceRows>(gate_up), .output = As<DeviceInput>(out)});
}

void OpenClBackend::GeluGateNormed(const Rows& gate, const Rows& in, const Vector& weight, float eps,
                                   MatrixInput& out) {
  ops_.push_back({.kind = OpKind::kGeluGateNormed,
                  .weight = As<DeviceVector>(weight),
                  .from = As<DeviceRows>(gate),
                  .output = As<DeviceInput>(out),
                  .eps = eps,
                  .keys = As<DeviceRows>(in)});
}

}  // namespace ferro
