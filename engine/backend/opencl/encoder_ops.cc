// The operations of encoder passes on OpenCL devices.
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/backend/opencl/opencl_backend.h"

namespace ferro {
namespace {

// Sticks: the next call that waits returns it.
void Refuse(absl::string_view operation, absl::Status& status) {
  if (status.ok()) {
    status = absl::UnimplementedError(
        absl::StrCat("the OpenCL backend does not compute ", operation, " yet; use --device cpu"));
  }
}

}  // namespace

void OpenClBackend::SetSegmentHook(SegmentHook hook) {
  if (hook != nullptr) Refuse("SetSegmentHook", status_);
}

void OpenClBackend::Window(int, int) { Refuse("Window", status_); }

void OpenClBackend::KeepRows(Rows&) { Refuse("KeepRows", status_); }

void OpenClBackend::NormRows(const Rows&, const Vector&, float, Rows&) { Refuse("NormRows", status_); }

void OpenClBackend::LayerNorm(const Rows&, const Vector&, const Vector&, float, MatrixInput&) {
  Refuse("LayerNorm", status_);
}

void OpenClBackend::MatMulBias(const Matrix&, const Vector&, const MatrixInput&, Rows&) {
  Refuse("MatMulBias", status_);
}

void OpenClBackend::MatMulBiasAdd(const Matrix&, const Vector&, const MatrixInput&, Rows&) {
  Refuse("MatMulBiasAdd", status_);
}

void OpenClBackend::NormRope(const AttentionShape&, const RopeParams&, const Vector&, const Vector&, float, Rows&) {
  Refuse("NormRope", status_);
}

void OpenClBackend::SymmetricAttention(const SymmetricAttentionShape&, const Rows&, const Rows&, int, MatrixInput&) {
  Refuse("SymmetricAttention", status_);
}

void OpenClBackend::CentredConv(const Rows&, const Vector&, MatrixInput&) { Refuse("CentredConv", status_); }

void OpenClBackend::AddRunRow(const Vector&, Rows&) { Refuse("AddRunRow", status_); }

void OpenClBackend::Relu(const Rows&, MatrixInput&) { Refuse("Relu", status_); }

void OpenClBackend::GeluDot(const Rows&, const Vector&, const Vector&, Rows&) { Refuse("GeluDot", status_); }

}  // namespace ferro
