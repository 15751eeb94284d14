#include "tools/ferro/roofline/roofline.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "base/status_macros.h"
#include "tools/ferro/roofline/null_run.h"

namespace ferro {
namespace {

std::vector<Phase> PhasesOf(const RooflineOptions& options, const std::vector<PublishedRow>& published) {
  std::vector<Phase> phases;
  for (const int tokens : options.prefill) phases.push_back({.kind = Phase::Kind::kPrefill, .tokens = tokens});
  for (const int streams : options.streams) {
    for (const int depth : options.depths) {
      for (const KvType kv : options.kv_types) phases.push_back({Phase::Kind::kDecode, 0, depth, streams, kv});
    }
  }
  for (const PublishedRow& row : published) {
    if (std::find(phases.begin(), phases.end(), row.phase) == phases.end()) phases.push_back(row.phase);
  }
  std::stable_sort(phases.begin(), phases.end(), [](const Phase& a, const Phase& b) {
    return std::pair(a.kind, a.streams) < std::pair(b.kind, b.streams);
  });
  return phases;
}

int AttentionLayers(const GgufFile& file) {
  return static_cast<int>(std::count_if(file.tensors().begin(), file.tensors().end(), [](const TensorInfo& tensor) {
    return absl::EndsWith(tensor.name, ".attn_k.weight");
  }));
}

// One layer's share of the attention of a step.
CountedWork OfOneLayer(const CountedWork& step, int layers) {
  CountedWork attention = Select(step, "attention_");
  if (layers > 0) attention.launches.resize(attention.launches.size() / layers);
  return attention;
}

// Of the attention of one layer in a step of a sequence of about `depth`; null where none is.
const PublishedRow* FindAttention(const std::vector<PublishedRow>& published, const Phase& decode) {
  constexpr double kSameDepth = 0.02;
  for (const PublishedRow& row : published) {
    if (row.phase.kind == Phase::Kind::kAttention && row.phase.kv == decode.kv && row.phase.streams == decode.streams &&
        std::abs(row.phase.depth - decode.depth) <= kSameDepth * decode.depth) {
      return &row;
    }
  }
  return nullptr;
}

absl::StatusOr<RooflineRow> ComputeRow(NullRun& run, const Phase& phase, int attention_layers,
                                       const std::vector<PublishedRow>& published, const DeviceProfile& profile) {
  RooflineRow row;
  row.phase = phase;
  CountedWork counted;
  if (phase.kind == Phase::Kind::kPrefill) {
    FERRO_ASSIGN_OR_RETURN(counted, run.Prefill(phase.tokens));
  } else {
    FERRO_ASSIGN_OR_RETURN(counted, run.Decode(phase.depth, phase.streams));
    if (phase.kind == Phase::Kind::kAttention) counted = OfOneLayer(counted, attention_layers);
  }
  row.tokens = counted.tokens;
  row.prediction = Predict(counted, profile);
  const auto known =
      std::find_if(published.begin(), published.end(), [&](const PublishedRow& p) { return p.phase == phase; });
  if (known == published.end()) return row;
  row.published = *known;
  if (phase.kind != Phase::Kind::kDecode) return row;
  if (const PublishedRow* const layer = FindAttention(published, phase)) {
    const double own_s = Predict(Select(counted, "attention_"), profile).total_s();
    row.with_published_attention_s =
        row.prediction.total_s() - own_s + attention_layers * (layer->low + layer->high) / 2 * 1e-3;
  }
  return row;
}

}  // namespace

double RooflineRow::ErrorOf(double value) const {
  return value / std::clamp(value, published->low, published->high) - 1;
}

absl::StatusOr<ModelRoofline> ComputeRoofline(const GgufFile& file, const DeviceProfile& profile,
                                              const RooflineOptions& options) {
  const std::vector<PublishedRow> published = PublishedRows(profile.name, file);
  const std::vector<Phase> phases = PhasesOf(options, published);
  const int attention_layers = AttentionLayers(file);
  NullRunOptions run_options;
  run_options.context = 1;
  for (const Phase& phase : phases) {
    run_options.context = std::max({run_options.context, phase.tokens, phase.depth + 1});
    run_options.slots = std::max(run_options.slots, phase.streams);
  }

  ModelRoofline roofline;
  roofline.model = file.path().substr(file.path().rfind('/') + 1);
  roofline.rows.resize(phases.size());
  // Type by type: the caches of one are made with the model.
  for (const KvType kv : {KvType::kF32, KvType::kF16, KvType::kInt8}) {
    run_options.kv_type = kv;
    std::unique_ptr<NullRun> run;
    for (size_t i = 0; i < phases.size(); ++i) {
      if (phases[i].kv != kv) continue;
      if (run == nullptr) {
        FERRO_ASSIGN_OR_RETURN(run, NullRun::Create(file, profile, run_options));
      }
      FERRO_ASSIGN_OR_RETURN(roofline.rows[i], ComputeRow(*run, phases[i], attention_layers, published, profile));
    }
  }
  return roofline;
}

}  // namespace ferro
