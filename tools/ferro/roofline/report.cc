#include "tools/ferro/roofline/report.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/kernels/ops/kv_format_name.h"

namespace ferro {
namespace {

constexpr double kGoal = 0.2;  // of error

using Cells = std::vector<std::string>;

// Padded, so that it can be read unrendered: the first column to the left, the others to the right.
std::string Table(const std::vector<Cells>& rows) {
  std::vector<size_t> widths(rows[0].size(), 3);
  for (const Cells& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t c = 0; c < widths.size(); ++c) {
      const std::string pad(widths[c] - rows[r][c].size(), ' ');
      absl::StrAppend(&text, c == 0 ? "| " : " | ", c == 0 ? rows[r][c] + pad : pad + rows[r][c]);
    }
    text += " |\n";
    if (r > 0) continue;
    for (size_t c = 0; c < widths.size(); ++c) {
      absl::StrAppend(&text, c == 0 ? "| " : " | ", std::string(widths[c] - 1, '-'), c == 0 ? "-" : ":");
    }
    text += " |\n";
  }
  return text;
}

const char* KindName(Phase::Kind kind) {
  switch (kind) {
    case Phase::Kind::kPrefill:
      return "prefill";
    case Phase::Kind::kDecode:
      return "decode";
    case Phase::Kind::kAttention:
      return "attention";
  }
  return "";
}

std::string TestName(const Phase& phase) {
  if (phase.kind == Phase::Kind::kPrefill) return absl::StrCat("prefill ", phase.tokens);
  if (phase.kind == Phase::Kind::kAttention) {
    return absl::StrCat("attention layer, ", phase.depth + 1, " keys, ", KvFormatName(phase.kv));
  }
  std::string name = absl::StrCat("decode at ", phase.depth, ", ", KvFormatName(phase.kv));
  if (phase.streams > 1) absl::StrAppend(&name, ", ", phase.streams, " streams");
  return name;
}

// Three digits that count.
std::string Digits(double value) {
  if (value == 0) return "0";
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(value))), 0, 3);
  return absl::StrFormat("%.*f", decimals, value);
}

std::string Percent(double share) { return absl::StrFormat("%+.0f %%", 100 * share); }

std::string PublishedText(const PublishedRow& row) {
  return row.low == row.high ? Digits(row.low) : absl::StrCat(Digits(row.low), " to ", Digits(row.high));
}

std::string ParametersText(const DeviceProfile& profile) {
  const auto row = [](const char* name, const std::string& value, const Parameter& from) {
    return absl::StrCat("- ", name, ", ", value, ": ", from.source, ".\n");
  };
  const opencl::Device& device = profile.device;
  return absl::StrCat(
      "## Device ", profile.name, "\n\n", device.name, ", ", device.compute_units, " units at ", device.clock_mhz,
      " MHz.\n\n", row("Reads", Digits(profile.read_gb_s.value) + " GB/s", profile.read_gb_s),
      row("int8", absl::StrCat(Digits(profile.int8_gop_s()), " Gop/s at best"), profile.int8_ops_per_clock),
      row("Share of it that products reach", Digits(profile.int8_share.value), profile.int8_share),
      row("float", absl::StrCat(Digits(profile.float_gop_s()), " Gop/s at best"), profile.float_ops_per_clock),
      row("Share of it that attention reaches", Digits(profile.float_share.value), profile.float_share),
      row("A launch", Digits(profile.launch_us.value) + " us", profile.launch_us),
      row("Launches that hide behind work",
          profile.launches_overlap.value == 0 ? "none" : Digits(profile.launches_overlap.value),
          profile.launches_overlap),
      row("The readback of a pass", Digits(profile.readback_us.value) + " us", profile.readback_us), "\n");
}

std::string WorkTable(const ModelRoofline& model) {
  std::vector<Cells> rows = {{"test", "launches", "MB a token", "int8 Gop a token", "float Mop a token"}};
  for (const RooflineRow& row : model.rows) {
    const Prediction& p = row.prediction;
    rows.push_back({TestName(row.phase), absl::StrCat(p.launches), Digits(p.work.bytes / row.tokens / 1e6),
                    Digits(p.work.int8_ops / row.tokens / 1e9), Digits(p.work.float_ops / row.tokens / 1e6)});
  }
  return Table(rows);
}

std::string TimeTable(const ModelRoofline& model) {
  std::vector<Cells> rows = {{"test", "read ms", "int8 ms", "float ms", "work ms", "launches ms", "total ms", "tok/s",
                              "ceiling tok/s", "published", "error"}};
  for (const RooflineRow& row : model.rows) {
    const Prediction& p = row.prediction;
    const bool layer = row.phase.kind == Phase::Kind::kAttention;
    rows.push_back({TestName(row.phase), Digits(p.memory_s * 1e3), Digits(p.int8_s * 1e3), Digits(p.float_s * 1e3),
                    Digits(p.work_s * 1e3), Digits(p.overhead_s * 1e3), Digits(p.total_s() * 1e3),
                    layer ? "" : Digits(row.tok_s()), layer ? "" : Digits(row.tokens / p.ceiling_s),
                    row.published ? PublishedText(*row.published) + (layer ? " ms" : "") : "",
                    row.published ? Percent(row.error()) : ""});
  }
  return Table(rows);
}

// Steps with the attention that was measured.
std::string AttentionTable(const ModelRoofline& model) {
  std::vector<Cells> rows = {{"test", "total ms", "tok/s", "published", "error"}};
  for (const RooflineRow& row : model.rows) {
    if (!row.with_published_attention_s) continue;
    const double tok_s = row.tokens / *row.with_published_attention_s;
    rows.push_back({TestName(row.phase), Digits(*row.with_published_attention_s * 1e3), Digits(tok_s),
                    PublishedText(*row.published), Percent(row.ErrorOf(tok_s))});
  }
  if (rows.size() == 1) return "";
  return "\nThe same steps with the published time of an attention layer in place of the predicted one:\n\n" +
         Table(rows);
}

// What the published rows leave open, and how many were met.
std::string Verdict(const ModelRoofline& model) {
  int published = 0, met = 0;
  std::string notes;
  for (const RooflineRow& row : model.rows) {
    if (!row.published) continue;
    ++published;
    met += std::abs(row.error()) <= kGoal;
    if (!row.published->note.empty()) {
      absl::StrAppend(&notes, "- ", TestName(row.phase), ": ", row.published->note, ".\n");
    }
  }
  if (published == 0) return "";
  return absl::StrCat("\n", met, " of ", published, " published rows are within ", 100 * kGoal, " %.\n",
                      notes.empty() ? "" : "Of what was published:\n\n", notes);
}

Json RowJson(const RooflineRow& row) {
  const Prediction& p = row.prediction;
  const bool layer = row.phase.kind == Phase::Kind::kAttention;
  return {{"test", KindName(row.phase.kind)},
          {"tokens", row.tokens},
          {"depth", row.phase.depth},
          {"streams", row.phase.streams},
          {"kv", KvFormatName(row.phase.kv)},
          {"launches", p.launches},
          {"bytes", p.work.bytes},
          {"int8_ops", p.work.int8_ops},
          {"float_ops", p.work.float_ops},
          {"read_ms", p.memory_s * 1e3},
          {"int8_ms", p.int8_s * 1e3},
          {"float_ms", p.float_s * 1e3},
          {"work_ms", p.work_s * 1e3},
          {"overhead_ms", p.overhead_s * 1e3},
          {"total_ms", p.total_s() * 1e3},
          {"ceiling_ms", p.ceiling_s * 1e3},
          {"tok_s", layer ? Json() : Json(row.tok_s())},
          {"published", row.published ? Json::array({row.published->low, row.published->high}) : Json()},
          {"error", row.published ? Json(row.error()) : Json()},
          {"with_published_attention_ms",
           row.with_published_attention_s ? Json(*row.with_published_attention_s * 1e3) : Json()}};
}

}  // namespace

std::string RooflineText(const DeviceProfile& profile, const std::vector<ModelRoofline>& models) {
  std::string text = ParametersText(profile);
  for (const ModelRoofline& model : models) {
    absl::StrAppend(&text, "## ", model.model, " on ", profile.name, "\n\nWhat is asked for:\n\n", WorkTable(model),
                    "\nHow long it takes:\n\n", TimeTable(model), AttentionTable(model), Verdict(model), "\n");
  }
  text.pop_back();
  return text;
}

Json RooflineJson(const DeviceProfile& profile, const std::vector<ModelRoofline>& models) {
  Json list = Json::array();
  for (const ModelRoofline& model : models) {
    Json rows = Json::array();
    for (const RooflineRow& row : model.rows) rows.push_back(RowJson(row));
    list.push_back({{"model", model.model}, {"rows", std::move(rows)}});
  }
  return {{"device",
           {{"name", profile.name},
            {"read_gb_s", profile.read_gb_s.value},
            {"int8_gop_s", profile.int8_gop_s()},
            {"int8_share", profile.int8_share.value},
            {"float_gop_s", profile.float_gop_s()},
            {"float_share", profile.float_share.value},
            {"launch_us", profile.launch_us.value},
            {"launches_overlap", profile.launches_overlap.value},
            {"readback_us", profile.readback_us.value}}},
          {"models", std::move(list)}};
}

}  // namespace ferro
