#include "tools/ferro/tune/shapes.h"

#include <algorithm>

namespace ferro {
namespace {

using opencl::MatrixShape;
using opencl::ProductUse;

// Matrices that every row of a pass meets, in `layers` layers.
MatrixShape EveryRow(const char* name, int outputs, int inputs, ProductUse use, bool norm, int layers) {
  return {.name = name,
          .outputs = outputs,
          .inputs = inputs,
          .use = use,
          .norm = norm,
          .decode_uses = static_cast<double>(layers),
          .prefill_uses = static_cast<double>(layers)};
}

// Those of `config`'s experts, in `layers` layers.
MatrixShape OfExperts(const Lfm2Config& config, const char* name, int outputs, int inputs, ProductUse use, int layers) {
  MatrixShape shape = EveryRow(name, outputs, inputs, use, /*norm=*/false, layers);
  shape.decode_uses *= config.experts_used;
  shape.prefill_uses *= config.experts;
  shape.prefill_share = static_cast<double>(config.experts_used) / config.experts;
  return shape;
}

}  // namespace

Lfm2Config Lfm2_350m() {
  Lfm2Config config;
  config.arch = "lfm2";
  config.width = 1024;
  config.vocab = 65536;
  config.heads = 16;
  config.kv_heads = 8;
  config.head_dim = 64;
  config.ff = 4608;
  config.taps = 3;
  for (const bool attention : {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0}) {
    config.layers.push_back({.attention = attention, .dense = true});
  }
  return config;
}

opencl::ModelShapes ShapesOf(const Lfm2Config& config, const std::string& name, KvType kv) {
  opencl::ModelShapes model;
  model.name = name;
  model.kv = kv;
  model.heads = {config.heads, config.kv_heads, config.head_dim};
  if (config.taps > 0) model.taps = config.taps;
  int dense = 0;
  for (const Lfm2LayerConfig& layer : config.layers) {
    model.attention_layers += layer.attention ? 1 : 0;
    dense += layer.dense ? 1 : 0;
  }
  const int layers = static_cast<int>(config.layers.size());
  const int convolutions = layers - model.attention_layers, experts = layers - dense;
  const int heads_width = config.heads * config.head_dim, kv_width = config.kv_heads * config.head_dim;
  const auto add = [&](const MatrixShape& shape) {
    if (shape.decode_uses > 0) model.matrices.push_back(shape);
  };
  const int width = config.width;
  add(EveryRow("conv in", 3 * width, width, ProductUse::kConvolve, true, convolutions));
  add(EveryRow("conv out", width, width, ProductUse::kAdd, false, convolutions));
  add(EveryRow("q k v", heads_width + 2 * kv_width, width, ProductUse::kStore, true, model.attention_layers));
  add(EveryRow("attention out", width, heads_width, ProductUse::kAdd, false, model.attention_layers));
  add(EveryRow("gate, up", 2 * config.ff, width, ProductUse::kSwiglu, true, dense));
  add(EveryRow("down", width, config.ff, ProductUse::kAdd, false, dense));
  if (experts > 0 && config.experts > 0) {
    add(OfExperts(config, "expert gate, up", 2 * config.expert_ff, width, ProductUse::kSwiglu, experts));
    add(OfExperts(config, "expert down", width, config.expert_ff, ProductUse::kStore, experts));
  }
  MatrixShape logits = EveryRow("logits", config.vocab, width, ProductUse::kStore, true, 1);
  logits.prefill_uses = 0;  // of the last row alone, which takes the decode kernels
  add(logits);
  return model;
}

}  // namespace ferro
