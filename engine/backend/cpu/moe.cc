#include "engine/backend/cpu/moe.h"

#include <algorithm>

#include "engine/kernels/ops/expert_choice.h"

namespace ferro::cpu {

QuantizedRows MoeWorkspace::QuantizedBuffer::Prepare(int64_t rows, int64_t inputs) {
  const size_t count = rows * inputs, blocks = count / kBlockInputs;
  if (values.size() < count) values.resize(count);
  if (scales.size() < blocks) scales.resize(blocks);
  if (offsets.size() < blocks) offsets.resize(blocks);
  return {.inputs = inputs, .values = values.data(), .scales = scales.data(), .offsets = offsets.data()};
}

void MoeWorkspace::Choose(const MoeLayer& layer, int rows, const FloatRows& normed, const FloatKernels& floats,
                          ThreadPool& pool) {
  const int experts = layer.gate_up->count(), width = normed.width();
  const float* router = As<FloatVector>(*layer.router).data();
  const float* bias = layer.router_bias != nullptr ? As<FloatVector>(*layer.router_bias).data() : nullptr;
  chosen_.resize(static_cast<size_t>(rows) * layer.used);
  weights_.resize(chosen_.size());
  pool.Run(rows, [&](int r) {
    std::vector<float> logits(experts);
    for (int e = 0; e < experts; ++e) {
      logits[e] = floats.dot(router + static_cast<size_t>(e) * width, normed.row(r), width);
    }
    ChooseExperts(logits.data(), bias, experts, layer.used, layer.softmax_gate, layer.scale,
                  chosen_.data() + static_cast<size_t>(r) * layer.used,
                  weights_.data() + static_cast<size_t>(r) * layer.used);
  });
}

void MoeWorkspace::GroupByExpert(int experts, int used, int prefill_rows, int rows) {
  groups_.clear();
  pair_row_.clear();
  pair_place_.resize(chosen_.size());
  const auto collect = [&](int begin, int end, RowRole role) {
    for (int e = 0; e < experts; ++e) {
      const int first = static_cast<int>(pair_row_.size());
      for (int i = begin * used; i < end * used; ++i) {
        if (chosen_[i] != e) continue;
        pair_place_[i] = static_cast<int>(pair_row_.size());
        pair_row_.push_back(i / used);
      }
      const int count = static_cast<int>(pair_row_.size()) - first;
      if (count > 0) groups_.push_back({e, first, count, role});
    }
  };
  collect(0, prefill_rows, RowRole::kPrefill);
  collect(prefill_rows, rows, RowRole::kDecode);
}

void MoeWorkspace::Multiply(const PackedStack& stack, const QuantizedRows& in, const Int8Kernels& int8,
                            ThreadPool& pool, float* out) {
  constexpr int64_t kPanelsPerTask = 8;
  const int64_t outputs = stack.outputs(), panels = PackedPanels(outputs);
  const int tasks_per_group = static_cast<int>((panels + kPanelsPerTask - 1) / kPanelsPerTask);
  pool.Run(static_cast<int>(groups_.size()) * tasks_per_group, [&](int task) {
    const Group& group = groups_[task / tasks_per_group];
    const int64_t first_panel = task % tasks_per_group * kPanelsPerTask;
    const Int8Product product = {.weights = stack.matrices[group.expert]->packed,
                                 .x = in.From(group.first),
                                 .y = out + group.first * outputs,
                                 .y_stride = outputs,
                                 .accumulate = false};
    const auto kernel = group.role == RowRole::kPrefill ? int8.gemm : int8.gemv;
    kernel(product, {0, group.count}, {first_panel, std::min(panels, first_panel + kPanelsPerTask)});
  });
}

void MoeWorkspace::Run(const MoeLayer& layer, int prefill_rows, int rows, const FloatRows& normed,
                       const QuantizedInput& in, const Int8Kernels& int8, const FloatKernels& floats, ThreadPool& pool,
                       FloatRows& x) {
  const int64_t width = x.width(), ff = layer.down->inputs();
  Choose(layer, rows, normed, floats, pool);
  GroupByExpert(layer.gate_up->count(), layer.used, prefill_rows, rows);
  const int pairs = static_cast<int>(pair_row_.size());

  const QuantizedRows gathered = gathered_.Prepare(pairs, width);
  for (int p = 0; p < pairs; ++p) CopyRow(in.rows.From(pair_row_[p]), gathered.From(p));
  if (gate_up_.size() < static_cast<size_t>(pairs * 2 * ff)) gate_up_.resize(pairs * 2 * ff);
  if (down_.size() < static_cast<size_t>(pairs * width)) down_.resize(pairs * width);

  Multiply(As<PackedStack>(*layer.gate_up), gathered, int8, pool, gate_up_.data());
  const QuantizedRows hidden = hidden_.Prepare(pairs, ff);
  pool.Run(pairs, [&](int p) {
    float* gate = gate_up_.data() + p * 2 * ff;
    floats.swiglu(gate, gate + ff, static_cast<int>(ff), gate);
    int8.quantize_row(gate, hidden, p);
  });
  Multiply(As<PackedStack>(*layer.down), hidden, int8, pool, down_.data());

  pool.Run(rows, [&](int r) {
    std::vector<float> sum(width, 0.0f);
    for (int k = 0; k < layer.used; ++k) {
      const size_t i = static_cast<size_t>(r) * layer.used + k;
      floats.add_scaled(down_.data() + pair_place_[i] * width, weights_[i], static_cast<int>(width), sum.data());
    }
    floats.add(sum.data(), static_cast<int>(width), x.row(r));
  });
}

}  // namespace ferro::cpu
