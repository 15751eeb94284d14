#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/gguf/file.h"
#include "engine/kernels/ops/kv_format_name.h"
#include "engine/models/testing/hollow_model.h"
#include "tools/ferro/command.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/roofline/device_profile.h"
#include "tools/ferro/roofline/report.h"
#include "tools/ferro/roofline/roofline.h"

namespace ferro {
namespace {

struct RooflineFlags {
  std::vector<std::string> models;
  std::string device = "n100";
  std::vector<int> prefill = RooflineOptions().prefill;
  std::vector<int> depth = RooflineOptions().depths;
  std::vector<int> parallel = RooflineOptions().streams;
  std::vector<std::string> kv_dtype = {"f32", "f16", "int8"};
  bool json = false;
};

absl::StatusOr<ModelRoofline> OfFile(const std::string& path, const DeviceProfile& profile,
                                     const RooflineOptions& options) {
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(path));
  FERRO_RETURN_IF_ERROR(CheckModelKind(*file, ModelKind::kLm));
  absl::StatusOr<ModelRoofline> roofline = ComputeRoofline(*file, profile, options);
  if (!roofline.ok()) return Annotate(roofline.status(), path);
  return roofline;
}

absl::StatusOr<ModelRoofline> OfModel(const std::string& name, const DeviceProfile& profile,
                                      const RooflineOptions& options) {
  std::error_code error;
  if (std::filesystem::exists(name, error)) return OfFile(name, profile, options);
  const absl::StatusOr<std::unique_ptr<HollowModel>> model = HollowModel::Create(name);
  if (!model.ok()) return Annotate(model.status(), absl::StrCat(name, " is no file, and as the name of a shape"));
  return ComputeRoofline((*model)->file(), profile, options);
}

absl::Status Roofline(const RooflineFlags& flags) {
  if (flags.models.empty()) return absl::InvalidArgumentError("roofline needs a MODEL: a file, or lfm2-350m");
  FERRO_ASSIGN_OR_RETURN(const DeviceProfile profile, LoadDeviceProfile(flags.device));
  RooflineOptions options;
  options.prefill = flags.prefill;
  options.depths = flags.depth;
  options.streams = flags.parallel;
  options.kv_types.clear();
  for (const std::string& name : flags.kv_dtype) {
    FERRO_ASSIGN_OR_RETURN(const KvType type, ParseKvFormat(name));
    options.kv_types.push_back(type);
  }
  std::vector<ModelRoofline> models;
  for (const std::string& name : flags.models) {
    FERRO_ASSIGN_OR_RETURN(ModelRoofline model, OfModel(name, profile, options));
    models.push_back(std::move(model));
  }
  if (flags.json) {
    std::cout << DumpJson(RooflineJson(profile, models)) << "\n";
  } else {
    std::cout << RooflineText(profile, models);
  }
  return absl::OkStatus();
}

}  // namespace

void AddRooflineCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<RooflineFlags>();
  CLI::App* command = app.add_subcommand("roofline", "Predict a model's speed on a device that need not be there");
  command
      ->add_option("model,--model", flags->models,
                   "GGUF files, or shapes: lfm2-350m, lfm2-1.2b, lfm2-2.6b, lfm2-8b-a1b")
      ->type_name("MODEL");
  command->add_option("--device", flags->device, "n100, or a JSON file that describes a device (docs/formats.md)")
      ->type_name("NAME|FILE");
  const auto count = CLI::Range(0, 1 << 20);
  command->add_option("--prefill", flags->prefill, "Prompt lengths, tokens")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20));
  command->add_option("--depth", flags->depth, "Positions already filled when a token is decoded")
      ->delimiter(',')
      ->check(count);
  command->add_option("--parallel", flags->parallel, "Sequences that decode together")
      ->delimiter(',')
      ->check(CLI::Range(1, 256));
  command->add_option("--kv-dtype", flags->kv_dtype, "How keys and values are stored: f32, f16, int8")
      ->delimiter(',')
      ->check(CLI::IsMember({"f32", "f16", "int8"}))
      ->type_name("TYPE");
  command->add_flag("--json", flags->json, "One JSON object instead of tables");
  command->footer(
      "Launches are counted by running the model on a driver that computes nothing; docs/roofline.md explains the "
      "rest.\n"
      "Examples:\n"
      "  ferro roofline lfm2-350m\n"
      "  ferro roofline model.gguf --device my-gpu.json --depth 0,4000 --kv-dtype f32");
  command->callback([flags, &outcome] { outcome = Roofline(*flags); });
}

}  // namespace ferro
