#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/status_macros.h"
#include "engine/backend/create.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/backend/opencl/tuning/tuner.h"
#include "engine/backend/opencl/tuning/tuning_store.h"
#include "engine/gguf/file.h"
#include "engine/kernels/opencl/probe.h"
#include "engine/models/lfm2/config.h"
#include "engine/opencl/context.h"
#include "tools/ferro/command.h"
#include "tools/ferro/engine_flags.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/tune/report.h"
#include "tools/ferro/tune/shapes.h"

namespace ferro {
namespace {

struct TuneFlags {
  EngineFlags engine;
  int prefill = 512;
  double seconds = 60;
  bool reset = false;
};

volatile std::sig_atomic_t g_stopped = 0;

// The first Ctrl-C ends the measurement in order, the second ends the process.
void StopOnSignals() {
  struct sigaction action = {};
  action.sa_handler = [](int) { g_stopped = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

int TerminalWidth() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

absl::StatusOr<opencl::ModelShapes> Shapes(const EngineFlags& flags) {
  if (flags.model.empty()) return ShapesOf(Lfm2_350m(), "lfm2-350m", flags.kv_type());
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(flags.model));
  FERRO_RETURN_IF_ERROR(CheckModelKind(*file, ModelKind::kLm));
  const absl::StatusOr<Lfm2Config> config = ReadLfm2Config(*file);
  if (!config.ok()) return Annotate(config.status(), flags.model);
  return ShapesOf(*config, flags.model.substr(flags.model.rfind('/') + 1), flags.kv_type());
}

absl::Status Reset(const OpenClInventory& inventory, int index, const opencl::TuningStore& store) {
  if (index >= static_cast<int>(inventory.devices.size())) return OpenDevice(inventory, index).status();
  const opencl::Device& device = inventory.devices[index].device;
  FERRO_ASSIGN_OR_RETURN(const bool removed, store.Remove(device));
  std::cout << (removed ? "removed " : "nothing is stored: ") << store.Path(device) << "\n";
  return absl::OkStatus();
}

absl::StatusOr<opencl::TuneOutcome> Measure(OpenClBackend& backend, const opencl::ModelShapes& model,
                                            const TuneFlags& flags) {
  opencl::TuneOptions options;
  options.seconds = flags.seconds;
  options.prefill_rows = flags.prefill;
  StopOnSignals();
  options.stopped = [] { return g_stopped != 0; };
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (terminal) {
    options.progress = [](const opencl::TuneProgress& progress) {
      std::fprintf(stderr, "\r%s\x1b[K", TuneProgressLine(progress, TerminalWidth() - 1).c_str());
    };
  }
  const auto clear_line = absl::MakeCleanup([terminal] { std::fputs(terminal ? "\r\x1b[K" : "", stderr); });
  opencl::Context& context = backend.context();
  return opencl::TuneKernels(context, opencl::Builder(context, backend.dot()),
                             opencl::KernelTuningFor(context.device(), backend.dot()), model, options);
}

absl::Status Tune(const TuneFlags& flags) {
  const OpenClInventory& inventory = ProbeOpenCl(ProbeScope::kAll);
  FERRO_ASSIGN_OR_RETURN(const int index, ChooseOpenClDevice(flags.engine.backend.device, inventory));
  const opencl::TuningStore store(opencl::TuningStore::DefaultFolder());
  if (flags.reset) return Reset(inventory, index, store);
  FERRO_ASSIGN_OR_RETURN(const opencl::ModelShapes model, Shapes(flags.engine));
  BackendOptions options = flags.engine.backend;
  options.device = absl::StrCat("opencl:", index);
  options.stored_tuning = false;
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<OpenClBackend> backend, CreateOpenClBackend(options));
  const opencl::Device& device = backend->context().device();
  std::cout << "opencl:" << index << " " << device.name << ", dot product " << DotPathName(backend->dot())
            << ", shapes of " << model.name << "\n\n"
            << std::flush;
  absl::StatusOr<opencl::TuneOutcome> outcome = Measure(*backend, model, flags);
  if (absl::IsCancelled(outcome.status())) return absl::CancelledError("stopped; what was stored before is as it was");
  FERRO_RETURN_IF_ERROR(outcome.status());
  std::cout << TuneText(*outcome);
  if (!FoundFaster(*outcome)) {
    FERRO_RETURN_IF_ERROR(store.Remove(device).status());
    std::cout << "nothing is faster than the default shapes: nothing is stored\n";
    return absl::OkStatus();
  }
  const std::string now = absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::Now(), absl::UTCTimeZone());
  FERRO_RETURN_IF_ERROR(store.Save(device, backend->dot(), {outcome->tuning, model.name, now, GainsOf(*outcome)}));
  std::cout << "stored in " << store.Path(device) << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddTuneCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<TuneFlags>();
  flags->engine.backend.device = "opencl";
  CLI::App* command = app.add_subcommand("tune", "Measure which kernel shapes suit an OpenCL device, and store them");
  command
      ->add_option("--device", flags->engine.backend.device,
                   "opencl (the first GPU, else the first device) or opencl:N")
      ->type_name("NAME");
  command
      ->add_option("--lm,--model", flags->engine.model, "Language model whose shapes count; default those of LFM2-350M")
      ->type_name("FILE");
  command->add_option("--kv-dtype", flags->engine.kv_dtype, "How keys and values are stored: f32, f16 or int8")
      ->check(CLI::IsMember({"f32", "f16", "int8"}))
      ->type_name("TYPE");
  command->add_option("--prefill", flags->prefill, "Prompt tokens of a prefill pass")->check(CLI::Range(1, 1 << 14));
  command->add_option("--seconds", flags->seconds, "About how long to measure")->check(CLI::Range(1.0, 86400.0));
  command->add_flag("--reset", flags->reset, "Remove what is stored for the device");
  command->footer(
      "Shapes change speed alone: what computes other bits than the default is rejected. What is stored is used by "
      "every\n"
      "later start on this device, until the driver or the version of Ferro changes.\n"
      "Examples:\n"
      "  ferro tune\n"
      "  ferro tune --device opencl:1 --lm model.gguf --kv-dtype f16 --seconds 300");
  command->callback([flags, &outcome] { outcome = Tune(*flags); });
}

}  // namespace ferro
