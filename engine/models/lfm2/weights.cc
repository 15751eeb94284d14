#include "engine/models/lfm2/weights.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "engine/gguf/dequant.h"

namespace ferro {
namespace {

class WeightLoader {
 public:
  WeightLoader(const GgufFile& file, const Lfm2Config& config, Backend& backend,
               const std::function<void(double)>& progress)
      : file_(file), config_(config), backend_(backend), progress_(progress) {
    for (const TensorInfo& tensor : file.tensors()) total_bytes_ += static_cast<double>(tensor.data.size());
  }

  absl::StatusOr<Lfm2Weights> Load() {
    Lfm2Weights weights;
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(weights.embedding, Matrix1("token_embd.weight", width, config_.vocab));
    if (file_.FindTensor("output.weight") != nullptr) {
      FERRO_ASSIGN_OR_RETURN(weights.output, Matrix1("output.weight", width, config_.vocab));
    }
    // The final norm is called token_embd_norm in most files, although it follows the last layer.
    const char* final_norm =
        file_.FindTensor("token_embd_norm.weight") != nullptr ? "token_embd_norm.weight" : "output_norm.weight";
    FERRO_ASSIGN_OR_RETURN(weights.final_norm, Floats(final_norm, {width}));
    for (int i = 0; i < static_cast<int>(config_.layers.size()); ++i) {
      FERRO_ASSIGN_OR_RETURN(Lfm2Layer layer, Layer(i));
      weights.layers.push_back(std::move(layer));
    }
    return weights;
  }

 private:
  absl::StatusOr<Lfm2Layer> Layer(int i) {
    Lfm2Layer layer;
    const Lfm2LayerConfig& shape = config_.layers[i];
    const std::string blk = absl::StrCat("blk.", i, ".");
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(layer.operator_norm, Floats(blk + "attn_norm.weight", {width}));
    FERRO_ASSIGN_OR_RETURN(layer.ffn_norm, Floats(blk + "ffn_norm.weight", {width}));
    FERRO_RETURN_IF_ERROR(shape.attention ? Attention(blk, layer) : Convolution(blk, layer));
    FERRO_RETURN_IF_ERROR(shape.dense ? Dense(blk, layer) : Experts(blk, layer));
    return layer;
  }

  absl::Status Convolution(const std::string& blk, Lfm2Layer& layer) {
    const int64_t width = config_.width;
    FERRO_ASSIGN_OR_RETURN(layer.conv_in, Matrix1(blk + "shortconv.in_proj.weight", width, 3 * width));
    FERRO_ASSIGN_OR_RETURN(layer.conv_taps, Floats(blk + "shortconv.conv.weight", {config_.taps, width}));
    FERRO_ASSIGN_OR_RETURN(layer.conv_out, Matrix1(blk + "shortconv.out_proj.weight", width, width));
    return absl::OkStatus();
  }

  absl::Status Attention(const std::string& blk, Lfm2Layer& layer) {
    const int64_t width = config_.width, q = int64_t{config_.heads} * config_.head_dim;
    const int64_t kv = int64_t{config_.kv_heads} * config_.head_dim;
    if (file_.FindTensor(blk + "attn_qkv.weight") != nullptr) {
      FERRO_ASSIGN_OR_RETURN(layer.qkv, Matrix1(blk + "attn_qkv.weight", width, q + 2 * kv));
    } else {
      FERRO_ASSIGN_OR_RETURN(
          layer.qkv,
          Stacked({{blk + "attn_q.weight", q}, {blk + "attn_k.weight", kv}, {blk + "attn_v.weight", kv}}, width));
    }
    FERRO_ASSIGN_OR_RETURN(layer.q_norm, Floats(blk + "attn_q_norm.weight", {config_.head_dim}));
    FERRO_ASSIGN_OR_RETURN(layer.k_norm, Floats(blk + "attn_k_norm.weight", {config_.head_dim}));
    FERRO_ASSIGN_OR_RETURN(layer.attention_out, Matrix1(blk + "attn_output.weight", q, width));
    return absl::OkStatus();
  }

  absl::Status Dense(const std::string& blk, Lfm2Layer& layer) {
    const int64_t ff = config_.ff;
    FERRO_ASSIGN_OR_RETURN(layer.gate_up,
                           Stacked({{blk + "ffn_gate.weight", ff}, {blk + "ffn_up.weight", ff}}, config_.width));
    FERRO_ASSIGN_OR_RETURN(layer.down, Matrix1(blk + "ffn_down.weight", ff, config_.width));
    return absl::OkStatus();
  }

  absl::Status Experts(const std::string& blk, Lfm2Layer& layer) {
    const int64_t width = config_.width, ff = config_.expert_ff, experts = config_.experts;
    FERRO_ASSIGN_OR_RETURN(layer.router, Floats(blk + "ffn_gate_inp.weight", {width, experts}));
    if (file_.FindTensor(blk + "exp_probs_b.bias") != nullptr) {
      FERRO_ASSIGN_OR_RETURN(layer.router_bias, Floats(blk + "exp_probs_b.bias", {experts}));
    }
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* gate, Checked(blk + "ffn_gate_exps.weight", {width, ff, experts}));
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* up, Checked(blk + "ffn_up_exps.weight", {width, ff, experts}));
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* down, Checked(blk + "ffn_down_exps.weight", {ff, width, experts}));
    std::vector<std::vector<MatrixPart>> gate_up_parts, down_parts;
    for (int64_t e = 0; e < experts; ++e) {
      gate_up_parts.push_back({{gate, e * ff, ff}, {up, e * ff, ff}});
      down_parts.push_back({{down, e * width, width}});
    }
    FERRO_ASSIGN_OR_RETURN(layer.expert_gate_up, backend_.LoadMatrixStack(gate_up_parts));
    Loaded(static_cast<double>(gate->data.size() + up->data.size()));
    FERRO_ASSIGN_OR_RETURN(layer.expert_down, backend_.LoadMatrixStack(down_parts));
    Loaded(static_cast<double>(down->data.size()));
    layer.moe = {.router = layer.router.get(),
                 .router_bias = layer.router_bias.get(),
                 .gate_up = layer.expert_gate_up.get(),
                 .down = layer.expert_down.get(),
                 .used = config_.experts_used,
                 .softmax_gate = config_.softmax_gate,
                 .scale = config_.expert_scale};
    return absl::OkStatus();
  }

  // The tensor, after checking that it has this shape (ne0 first).
  absl::StatusOr<const TensorInfo*> Checked(const std::string& name, std::vector<int64_t> shape) const {
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, file_.Tensor(name));
    for (size_t d = 0; d < 4; ++d) {
      if (tensor->dim(d) != (d < shape.size() ? shape[d] : 1)) {
        return absl::InvalidArgumentError(absl::StrCat(name, " has shape {", absl::StrJoin(tensor->shape, ", "),
                                                       "}; the model's keys ask for {", absl::StrJoin(shape, ", "),
                                                       "}"));
      }
    }
    return tensor;
  }

  struct Part {
    std::string name;
    int64_t outputs;
  };
  absl::StatusOr<std::unique_ptr<Matrix>> Stacked(const std::vector<Part>& parts, int64_t inputs) {
    std::vector<MatrixPart> matrix_parts;
    double bytes = 0;
    for (const Part& part : parts) {
      FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, Checked(part.name, {inputs, part.outputs}));
      matrix_parts.push_back({tensor, 0, part.outputs});
      bytes += static_cast<double>(tensor->data.size());
    }
    FERRO_ASSIGN_OR_RETURN(std::unique_ptr<Matrix> matrix, backend_.LoadMatrix(matrix_parts));
    Loaded(bytes);
    return matrix;
  }
  absl::StatusOr<std::unique_ptr<Matrix>> Matrix1(const std::string& name, int64_t inputs, int64_t outputs) {
    return Stacked({{name, outputs}}, inputs);
  }
  absl::StatusOr<std::unique_ptr<Vector>> Floats(const std::string& name, std::vector<int64_t> shape) {
    FERRO_ASSIGN_OR_RETURN(const TensorInfo* tensor, Checked(name, std::move(shape)));
    std::vector<float> values(tensor->elements());
    for (int64_t r = 0; r < tensor->rows(); ++r) {
      DequantizeRow(tensor->type, tensor->data.data() + r * tensor->row_bytes(),
                    values.data() + r * tensor->row_length(), tensor->row_length());
    }
    return backend_.LoadVector(values);
  }
  void Loaded(double bytes) {
    loaded_bytes_ += bytes;
    if (progress_) progress_(loaded_bytes_ / total_bytes_);
  }

  const GgufFile& file_;
  const Lfm2Config& config_;
  Backend& backend_;
  const std::function<void(double)>& progress_;
  double total_bytes_ = 0, loaded_bytes_ = 0;
};

}  // namespace

absl::StatusOr<Lfm2Weights> LoadLfm2Weights(const GgufFile& file, const Lfm2Config& config, Backend& backend,
                                            const std::function<void(double)>& progress) {
  return WeightLoader(file, config, backend, progress).Load();
}

}  // namespace ferro
