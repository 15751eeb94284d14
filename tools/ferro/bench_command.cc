#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/backend/create.h"
#include "engine/gguf/file.h"
#include "engine/kernels/isa/isa.h"
#include "engine/kernels/peak/machine_peak.h"
#include "engine/lease/open_lease.h"
#include "engine/models/load.h"
#include "engine/opencl/launch_repeats.h"
#include "engine/schedule/decision/decision_engine.h"
#include "engine/schedule/embedding/embedding_engine.h"
#include "engine/schedule/leased_model.h"
#include "router/systemone/request.h"
#include "services/decide/convert.h"
#include "services/embed/flags.h"
#include "tools/ferro/bench/decision_bench.h"
#include "tools/ferro/bench/embedding_bench.h"
#include "tools/ferro/bench/report.h"
#include "tools/ferro/bench/runner.h"
#include "tools/ferro/bench/workload.h"
#include "tools/ferro/command.h"
#include "tools/ferro/engine_flags.h"
#include "tools/ferro/model_kind.h"
#include "tools/ferro/profile/decision_profile.h"
#include "tools/ferro/profile/profile.h"
#include "tools/ferro/read_text.h"

namespace ferro {
namespace {

struct BenchFlags {
  EngineFlags engine;
  std::string decide;   // path of a decision model; empty = a language model is measured
  std::string request;  // what to ask it
  int batch_tokens = 4096;
  std::string embed;                // path of an embedding model
  std::string tokens;               // file of sequences for it
  std::vector<std::string> shapes;  // or their sizes
  int embed_batch = 2048;
  HeteroOptions hetero;
  std::vector<int> prefill = {512};
  int decode = 128;
  std::vector<int> depth = {0, 1900};
  std::vector<int> parallel = {1};
  std::vector<std::string> choose = {"given"};
  int repeat = 3;
  bool json = false;
  bool machine = false;
  bool profile = false;
  bool check = false;
  opencl::LaunchRepeats repeats;  // with `profile` alone
};

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "cpu avx-vnni" -> "avx-vnni"; empty for the other devices.
std::string IsaInUse(const std::string& backend) {
  absl::string_view name = backend;
  return absl::ConsumePrefix(&name, "cpu ") ? std::string(name.substr(0, name.find(' '))) : "";
}

int ThreadsInUse(const EngineFlags& flags) {
  if (flags.backend.threads > 0) return flags.backend.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);
}

// The better of two measurements: whatever disturbs one only slows it.
void Raise(MachinePeak& peak, const MachinePeak& other) {
  peak.threads = other.threads;
  for (const auto& [name, rate] : other.gmac_s) peak.gmac_s[name] = std::max(peak.gmac_s[name], rate);
  peak.read_gb_s = std::max(peak.read_gb_s, other.read_gb_s);
  peak.read_bytes = other.read_bytes;
}

absl::Status BenchMachine(const BenchFlags& flags) {
  if (flags.engine.backend.isa != "auto") FERRO_RETURN_IF_ERROR(ParseIsa(flags.engine.backend.isa).status());
  FERRO_ASSIGN_OR_RETURN(const MachinePeak peak, MeasureMachinePeak(ThreadsInUse(flags.engine)));
  const std::string isa(flags.engine.backend.isa == "auto" ? std::string(IsaName(BestIsa()))
                                                           : flags.engine.backend.isa);
  std::cout << (flags.json ? DumpJson(MachineJson(peak, isa)) + "\n" : MachineText(peak, isa));
  return absl::OkStatus();
}

absl::StatusOr<std::string> BenchDecisions(const BenchFlags& flags) {
  const std::string path = flags.decide.empty() ? flags.engine.model : flags.decide;
  if (path.empty() || flags.request.empty()) {
    return absl::InvalidArgumentError("decision models are measured with --d1 FILE and --request FILE");
  }
  FERRO_RETURN_IF_ERROR(CheckModelFile(path, ModelKind::kDecide));
  FERRO_ASSIGN_OR_RETURN(const std::string body, ReadText(flags.request));
  FERRO_ASSIGN_OR_RETURN(const router::SystemoneCall call, router::ParseSystemone(body));
  FERRO_ASSIGN_OR_RETURN(const DecisionRequest request, FromProto(call.request));
  if (flags.profile) {
    FERRO_ASSIGN_OR_RETURN(ProfileReport report, ProfileDecisions(path, request, flags.engine.backend, flags.repeat));
    report.model = FileName(path);
    return flags.json ? DumpJson(ProfileJson(report)) + "\n" : ProfileText(report);
  }
  DecisionOptions options;
  options.backend = flags.engine.backend;
  options.batch_tokens = flags.batch_tokens;
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<DecisionEngine> engine, DecisionEngine::Load(path, options));

  DecisionBenchReport report;
  report.model = FileName(path);
  report.backend = engine->info().device;
  report.isa = IsaInUse(report.backend);
  report.threads = ThreadsInUse(flags.engine);
  report.batch_tokens = flags.batch_tokens;
  // In every round, as for language models.
  const auto measure_peak = [&]() -> absl::Status {
    if (report.isa.empty()) return absl::OkStatus();
    FERRO_ASSIGN_OR_RETURN(const MachinePeak peak, MeasureMachinePeak(report.threads));
    Raise(report.peak, peak);
    return absl::OkStatus();
  };
  FERRO_RETURN_IF_ERROR(TimeDecisions(*engine, request, flags.repeat, Now, measure_peak, report));
  return flags.json ? DumpJson(DecisionBenchJson(report)) + "\n" : DecisionBenchText(report);
}

absl::StatusOr<std::string> BenchEmbeddings(const BenchFlags& flags) {
  const std::string path = flags.embed.empty() ? flags.engine.model : flags.embed;
  if (path.empty()) return absl::InvalidArgumentError("embedding models are measured with --embed FILE");
  FERRO_RETURN_IF_ERROR(CheckModelFile(path, ModelKind::kEmbed));
  EmbeddingOptions options;
  options.backend = flags.engine.backend;
  options.hetero = flags.hetero;
  options.batch_tokens = flags.embed_batch;
  options.max_items = 100000;
  options.max_tokens = 1 << 24;
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<EmbeddingEngine> engine, EmbeddingEngine::Load(path, options));
  std::vector<EmbeddingBenchTest> tests;
  if (!flags.tokens.empty()) {
    FERRO_ASSIGN_OR_RETURN(const std::string json, ReadText(flags.tokens));
    absl::StatusOr<EmbeddingBenchTest> test = TestOfTokens(json);
    if (!test.ok()) return Annotate(test.status(), flags.tokens);
    tests.push_back(*std::move(test));
  }
  for (const std::string& shape : flags.shapes) {
    FERRO_ASSIGN_OR_RETURN(tests.emplace_back(), TestOfShape(shape, engine->info().vocabulary));
  }
  if (tests.empty()) {
    for (const char* shape : {"16x12", "64x12", "64x200"}) {
      FERRO_ASSIGN_OR_RETURN(tests.emplace_back(), TestOfShape(shape, engine->info().vocabulary));
    }
  }

  EmbeddingBenchReport report;
  report.model = FileName(path);
  report.backend = engine->info().device;
  report.isa = IsaInUse(report.backend);
  report.threads = ThreadsInUse(flags.engine);
  report.batch_tokens = flags.embed_batch;
  const auto measure_peak = [&]() -> absl::Status {
    if (report.isa.empty()) return absl::OkStatus();
    FERRO_ASSIGN_OR_RETURN(const MachinePeak peak, MeasureMachinePeak(report.threads));
    Raise(report.peak, peak);
    return absl::OkStatus();
  };
  FERRO_RETURN_IF_ERROR(TimeEmbeddings(*engine, tests, flags.repeat, Now, measure_peak, report));
  return flags.json ? DumpJson(EmbeddingBenchJson(report)) + "\n" : EmbeddingBenchText(report);
}

// Where the time goes, or whether the results are right, instead of how fast it is.
absl::Status Inspect(const BenchFlags& flags, const GgufFile& file, const std::vector<BenchTest>& tests) {
  ProfileRequest request;
  request.model = FileName(flags.engine.model);
  request.backend = flags.engine.backend;
  request.kv_type = flags.engine.kv_type();
  request.kv_dtype = flags.engine.kv_dtype;
  request.tests = tests;
  request.repeat = flags.repeat;
  request.repeats = flags.repeats;
  const absl::StatusOr<ProfileReport> report = flags.profile ? ProfileModel(file, request) : CheckModel(file, request);
  if (!report.ok()) return Annotate(report.status(), flags.engine.model);
  std::cout << (flags.json ? DumpJson(ProfileJson(*report)) + "\n" : ProfileText(*report));
  if (!report->check.has_value() || report->check->ok()) return absl::OkStatus();
  return absl::InternalError("the self-check failed: results depend on how a prompt is cut into passes");
}

absl::Status Bench(const BenchFlags& flags) {
  const bool decisions = !flags.decide.empty() || !flags.request.empty();
  const bool embeddings = !flags.embed.empty() || !flags.tokens.empty() || !flags.shapes.empty();
  if (flags.hetero.on && (flags.machine || decisions || !embeddings)) {
    return absl::InvalidArgumentError(
        "--hetero shares the passes of an embedding model, and none is measured here; give --embed FILE alone, or "
        "leave out --hetero");
  }
  if (flags.machine) return BenchMachine(flags);
  if (decisions) {
    FERRO_ASSIGN_OR_RETURN(const std::string text, BenchDecisions(flags));
    std::cout << text;
    return absl::OkStatus();
  }
  if (embeddings) {
    FERRO_ASSIGN_OR_RETURN(const std::string text, BenchEmbeddings(flags));
    std::cout << text;
    return absl::OkStatus();
  }
  if (flags.repeats.any() && !flags.profile) {
    return absl::InvalidArgumentError("--skip-kernel and --double-kernel need --profile");
  }
  if (flags.engine.model.empty())
    return absl::InvalidArgumentError("bench needs --lm, --d1 or --embed FILE, or --machine");
  std::vector<TokenChoice> choices;
  for (const std::string& name : flags.choose) {
    FERRO_ASSIGN_OR_RETURN(choices.emplace_back(), ParseTokenChoice(name));
  }
  const std::vector<BenchTest> tests = PlanTests(flags.prefill, flags.decode, flags.depth, flags.parallel, choices);
  if (tests.empty()) return absl::InvalidArgumentError("nothing to measure: both --prefill and --decode are empty");

  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<GgufFile> file, GgufFile::Open(flags.engine.model));
  FERRO_RETURN_IF_ERROR(CheckModelKind(*file, ModelKind::kLm));
  if (flags.profile || flags.check) return Inspect(flags, *file, tests);
  FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, CreateBackend(flags.engine.backend));
  CausalModelOptions options;
  options.slots = SlotsNeeded(tests);
  options.context = ContextNeeded(tests);
  options.kv_type = flags.engine.kv_type();
  absl::StatusOr<std::unique_ptr<CausalModel>> model = LoadCausalModel(*file, *backend, options);
  if (!model.ok()) return Annotate(model.status(), flags.engine.model);
  if (TakesTurns(flags.engine.backend, *backend)) {
    if (std::shared_ptr<DeviceLease> lease = OpenLease(flags.engine.backend.lease_file)) {
      model = std::make_unique<LeasedModel>(*std::move(model), *backend, std::move(lease));
    }
  }
  FERRO_RETURN_IF_ERROR(CheckContext(tests, (*model)->context()));

  BenchReport report;
  report.model = FileName(flags.engine.model);
  report.backend = backend->name();
  report.isa = IsaInUse(report.backend);
  report.kv_dtype = flags.engine.kv_dtype;
  report.kv_type = flags.engine.kv_type();
  report.threads = ThreadsInUse(flags.engine);
  report.pass_rows = options.max_prefill_rows;
  report.repeat = flags.repeat;
  report.work = CountWorkload(*file);
  BenchRunner runner(**model, Now);
  // Measured in every round: a share of the peak is fair only against a peak of the same minute.
  const auto measure_peak = [&](int) -> absl::Status {
    if (report.isa.empty()) return absl::OkStatus();  // of the processor: no bound of another device
    FERRO_ASSIGN_OR_RETURN(const MachinePeak peak, MeasureMachinePeak(report.threads));
    Raise(report.peak, peak);
    return absl::OkStatus();
  };
  FERRO_ASSIGN_OR_RETURN(report.results, runner.Run(tests, flags.repeat, measure_peak));
  std::cout << (flags.json ? DumpJson(BenchJson(report)) + "\n" : BenchText(report));
  return absl::OkStatus();
}

}  // namespace

void AddBenchCommand(CLI::App& app, absl::Status& outcome) {
  auto flags = std::make_shared<BenchFlags>();
  CLI::App* command = app.add_subcommand("bench", "Measure the speed of a model or of the machine");
  AddEngineFlags(*command, flags->engine);
  const auto count = CLI::Range(0, 1 << 20);
  command->add_option("--prefill", flags->prefill, "Prompt lengths to measure, tokens; 0 = none")
      ->delimiter(',')
      ->check(count);
  command->add_option("--decode", flags->decode, "Tokens to generate per sequence; 0 = none")->check(count);
  command->add_option("--depth", flags->depth, "Positions already filled when decoding starts")
      ->delimiter(',')
      ->check(count);
  command->add_option("--parallel", flags->parallel, "Sequences that decode together")
      ->delimiter(',')
      ->check(CLI::Range(1, 256));
  command
      ->add_option("--choose", flags->choose,
                   "Where decoded tokens come from: given (random ones), greedy (the device's choice, a step ahead), "
                   "sampled (by the host)")
      ->delimiter(',')
      ->check(CLI::IsMember({"given", "greedy", "sampled"}));
  command->add_option("--d1,--decide", flags->decide, "GGUF file of a decision model, measured on --request")
      ->type_name("FILE");
  command
      ->add_option("--request", flags->request,
                   "What to ask a decision model: a request as for /v1/systemone, or an array of them")
      ->type_name("FILE|-");
  command->add_option("--decision-batch", flags->batch_tokens, "Tokens of one pass of a decision model")
      ->check(CLI::Range(1, 16384));
  command->add_option("--embed", flags->embed, "GGUF file of an embedding model, measured on --tokens or --shapes")
      ->type_name("FILE");
  command
      ->add_option("--tokens", flags->tokens, "Sequences for an embedding model: a JSON array of arrays of token ids")
      ->type_name("FILE|-");
  command
      ->add_option(
          "--shapes", flags->shapes,
          "Sequences for an embedding model: how many x tokens of each; 16x12,64x12,64x200 where nothing is said")
      ->delimiter(',');
  command->add_option("--embed-batch", flags->embed_batch, "Tokens of one pass of an embedding model")
      ->check(CLI::Range(1, 65536));
  AddHeteroFlags(*command, flags->hetero);
  command->add_option("--repeat,--reps", flags->repeat, "Repetitions; the median is shown")->check(CLI::Range(1, 1000));
  command->add_flag_callback(
      "--no-tuning", [flags] { flags->engine.backend.stored_tuning = false; },
      "opencl: the default kernel shapes, whatever ferro tune stored");
  command->add_flag("--json", flags->json, "One JSON object instead of a table");
  command->add_flag("--machine", flags->machine, "Only what the machine can do at best; needs no model");
  command->add_flag("--profile", flags->profile,
                    "Times of every kernel on an OpenCL device beside what the device can do, and --check");
  command->add_flag("--check", flags->check,
                    "Whether a prompt gives the same bits whole, in pieces and token by token");
  command
      ->add_option("--skip-kernel", flags->repeats.skipped,
                   "With --profile: time also without the kernels whose names start so; their results are then wrong")
      ->type_name("NAME");
  command
      ->add_option("--double-kernel", flags->repeats.doubled,
                   "With --profile: time also with the kernels whose names start so run twice; likewise wrong")
      ->type_name("NAME");
  command->footer(
      "Examples:\n"
      "  ferro bench --machine\n"
      "  ferro bench --lm model.gguf --prefill 512 --decode 128 --depth 0,1900 --parallel 1,8 --threads 2\n"
      "  ferro bench --d1 d1.gguf --request tickets.json --reps 5 --threads 2\n"
      "  ferro bench --embed gemma.gguf --shapes 16x12,64x200 --threads 2\n"
      "  ferro bench --embed gemma.gguf --hetero --hetero-share 20\n"
      "  ferro bench --lm model.gguf --device opencl:0 --profile --prefill 512 --decode 32 --choose greedy");
  command->callback([flags, &outcome] { outcome = Bench(*flags); });
}

}  // namespace ferro
