// The operations of encoder passes on the processor.
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/backend/cpu/cpu_backend.h"

namespace ferro {
namespace {

// Sticks: the next call that waits returns it.
void Refuse(absl::string_view operation, absl::Status& status) {
  if (status.ok()) {
    status = absl::UnimplementedError(
        absl::StrCat("the cpu backend does not compute ", operation, " yet; use --device reference"));
  }
}

}  // namespace

void CpuBackend::SetSegmentHook(SegmentHook) { Refuse("SetSegmentHook", status_); }

void CpuBackend::Window(int, int) { Refuse("Window", status_); }

void CpuBackend::KeepRows(Rows&) { Refuse("KeepRows", status_); }

void CpuBackend::NormRows(const Rows&, const Vector&, float, Rows&) { Refuse("NormRows", status_); }

void CpuBackend::LayerNorm(const Rows&, const Vector&, const Vector&, float, MatrixInput&) {
  Refuse("LayerNorm", status_);
}

void CpuBackend::MatMulBias(const Matrix&, const Vector&, const MatrixInput&, Rows&) { Refuse("MatMulBias", status_); }

void CpuBackend::MatMulBiasAdd(const Matrix&, const Vector&, const MatrixInput&, Rows&) {
  Refuse("MatMulBiasAdd", status_);
}

void CpuBackend::NormRope(const AttentionShape&, const RopeParams&, const Vector&, const Vector&, float, Rows&) {
  Refuse("NormRope", status_);
}

void CpuBackend::SymmetricAttention(const SymmetricAttentionShape&, const Rows&, const Rows&, int, MatrixInput&) {
  Refuse("SymmetricAttention", status_);
}

void CpuBackend::CentredConv(const Rows&, const Vector&, MatrixInput&) { Refuse("CentredConv", status_); }

void CpuBackend::AddRunRow(const Vector&, Rows&) { Refuse("AddRunRow", status_); }

void CpuBackend::Relu(const Rows&, MatrixInput&) { Refuse("Relu", status_); }

void CpuBackend::GeluDot(const Rows&, const Vector&, const Vector&, Rows&) { Refuse("GeluDot", status_); }

}  // namespace ferro
