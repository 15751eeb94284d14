#include "engine/backend/opencl/tuning/tuner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/json.h"
#include "base/status_macros.h"
#include "engine/backend/opencl/tuning/tune_problem.h"
#include "engine/backend/opencl/tuning/tuning_json.h"
#include "engine/backend/opencl/tuning/tuning_store.h"

namespace ferro::opencl {
namespace {

constexpr double kCaseSeconds = 0.005;  // a case is repeated until it takes as long: clocks and queues are coarse
constexpr int kMostRepeats = 1000;
constexpr int kRounds = 5;          // of a candidate and the best so far
constexpr int kFinalRounds = 7;     // of the default and the winner
constexpr double kHopeless = 1.25;  // so much slower in the first round: no second
constexpr double kFaster = 0.98;    // what is less than 2 % faster is not told from noise

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<int64_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// No two neighbours of a walk are the same.
std::string Identity(const KernelTuning& tuning) { return DumpJson(TuningToJson(tuning)); }

bool Fatal(const absl::Status& status) { return absl::IsUnavailable(status) || absl::IsCancelled(status); }

// The walk through the tunings of one problem.
class Walk {
 public:
  Walk(Context& context, const Builder& builder, const TuneProblem& problem, const TuneOptions& options,
       double start_share, double seconds)
      : context_(context),
        builder_(builder),
        problem_(problem),
        options_(options),
        start_share_(start_share),
        start_(options.now()),
        seconds_(seconds) {}

  // `tuning` becomes the best one. Appends to `rejected`.
  absl::StatusOr<TunedProblem> Run(KernelTuning& tuning, std::vector<std::string>& rejected) {
    default_ = best_ = tuning;
    FERRO_RETURN_IF_ERROR(Start());
    bool moved = true;
    while (moved) {
      FERRO_ASSIGN_OR_RETURN(moved, Step(rejected));
    }
    const bool finished = !TimeIsOver();
    FERRO_ASSIGN_OR_RETURN(TunedProblem result, Finish());
    result.finished = finished;
    tuning = best_;
    return result;
  }

 private:
  using Bytes = std::vector<uint8_t>;
  using Cases = std::vector<TuneCase>;

  absl::Status CheckStopped() const { return options_.stopped() ? absl::CancelledError("stopped") : absl::OkStatus(); }
  // The last measurement has to fit as well.
  bool TimeIsOver() const { return options_.now() - start_ > seconds_ - 2 * kFinalRounds * round_seconds_; }

  // Builds and measures the default, which everything is compared with.
  absl::Status Start() {
    FERRO_ASSIGN_OR_RETURN(default_cases_, problem_.Build(builder_, default_, TuneCases::kAll));
    FERRO_RETURN_IF_ERROR(Results(default_cases_, [&](size_t, const Bytes& bytes) {
      reference_.push_back(bytes);
      return absl::OkStatus();
    }));
    repeats_.assign(default_cases_.size(), 1);
    for (size_t i = 0; i < default_cases_.size(); ++i) {
      if (default_cases_[i].uses == 0) continue;
      FERRO_ASSIGN_OR_RETURN(const double once, Time(default_cases_[i], 1));
      repeats_[i] = static_cast<int>(std::clamp(kCaseSeconds / std::max(once, 1e-9), 1.0, double{kMostRepeats}));
    }
    const double start = options_.now();
    FERRO_RETURN_IF_ERROR(Round(default_cases_).status());
    round_seconds_ = options_.now() - start;
    tried_.insert(Identity(default_));
    return absl::OkStatus();
  }

  // Tries neighbours of the best until one is better. False: none is, or the time is over.
  absl::StatusOr<bool> Step(std::vector<std::string>& rejected) {
    for (const KernelTuning& candidate : problem_.Neighbours(best_)) {
      if (TimeIsOver()) return false;
      if (!CheckKernelTuning(candidate, context_.device()).ok() || !tried_.insert(Identity(candidate)).second) continue;
      FERRO_RETURN_IF_ERROR(CheckStopped());
      Report();
      absl::StatusOr<Cases> cases = BuildAndCompare(candidate, TuneCases::kTimed);
      bool better = false;
      if (cases.ok()) {
        FERRO_ASSIGN_OR_RETURN(better, IsBetter(*cases));
        if (better) cases = BuildAndCompare(candidate, TuneCases::kAll);
      }
      if (Fatal(cases.status())) return cases.status();
      if (absl::IsDataLoss(cases.status())) rejected.emplace_back(cases.status().message());
      if (!cases.ok() || !better) continue;  // other bits, not built, not run, or slow
      gain_ = 1 - (1 - gain_) * ratio_;
      best_ = candidate;
      best_cases_ = *std::move(cases);
      return true;
    }
    return false;
  }

  absl::StatusOr<Cases> BuildAndCompare(const KernelTuning& candidate, TuneCases which) {
    FERRO_ASSIGN_OR_RETURN(Cases cases, problem_.Build(builder_, candidate, which));
    FERRO_RETURN_IF_ERROR(Compare(candidate, cases));
    return cases;
  }

  // kDataLoss: other bits than the default.
  absl::Status Compare(const KernelTuning& candidate, const Cases& cases) {
    return Results(cases, [&](size_t i, const Bytes& bytes) {
      const auto [got, want] = std::mismatch(bytes.begin(), bytes.end(), reference_[i].begin());
      if (got == bytes.end()) return absl::OkStatus();
      return absl::DataLossError(absl::StrCat(problem_.name(), " with ", problem_.Text(candidate),
                                              ": other bits than the default, first in byte ", got - bytes.begin(),
                                              " of ", cases[problem_.results()[i].of_case].name));
    });
  }

  // Runs every case that was built once, from zeroed results, and hands out what it computed.
  template <class Take>
  absl::Status Results(const Cases& cases, const Take& take) {
    const std::vector<TuneResult>& results = problem_.results();
    for (const TuneResult& result : results) {
      FERRO_RETURN_IF_ERROR(context_.FillZero(*result.buffer, 0, result.buffer->bytes()));
    }
    for (const TuneCase& one : cases) {
      FERRO_RETURN_IF_ERROR(CheckStopped());
      for (const Launch& launch : one.launches) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
      FERRO_RETURN_IF_ERROR(context_.Finish());
    }
    Bytes bytes;
    for (size_t i = 0; i < results.size(); ++i) {
      if (cases[results[i].of_case].launches.empty()) continue;
      bytes.resize(static_cast<size_t>(results[i].buffer->bytes()));
      FERRO_RETURN_IF_ERROR(context_.Read(*results[i].buffer, 0, results[i].buffer->bytes(), bytes.data()));
      FERRO_RETURN_IF_ERROR(take(i, bytes));
    }
    return absl::OkStatus();
  }

  // Seconds of one use.
  absl::StatusOr<double> Time(const TuneCase& one, int repeats) {
    FERRO_RETURN_IF_ERROR(CheckStopped());
    FERRO_RETURN_IF_ERROR(context_.Finish());
    const double start = options_.now();
    for (int i = 0; i < repeats; ++i) {
      for (const Launch& launch : one.launches) FERRO_RETURN_IF_ERROR(context_.Enqueue(launch));
    }
    FERRO_RETURN_IF_ERROR(context_.Finish());
    return (options_.now() - start) / repeats / one.copies;
  }

  // Seconds of one use of every case that counts; 0 for the others.
  absl::StatusOr<std::vector<double>> Round(const Cases& cases) {
    std::vector<double> seconds(cases.size());
    for (size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].uses == 0) continue;
      FERRO_ASSIGN_OR_RETURN(seconds[i], Time(cases[i], repeats_[i]));
    }
    return seconds;
  }

  // Of all that a pass does.
  double PassSeconds(const std::vector<double>& seconds) const {
    double sum = 0;
    for (size_t i = 0; i < seconds.size(); ++i) sum += default_cases_[i].uses * seconds[i];
    return sum;
  }

  absl::StatusOr<bool> IsBetter(const Cases& cases) {
    std::vector<double> best, candidate;
    for (int round = 0; round < kRounds; ++round) {
      FERRO_ASSIGN_OR_RETURN(const std::vector<double> old_seconds, Round(BestCases()));
      FERRO_ASSIGN_OR_RETURN(const std::vector<double> new_seconds, Round(cases));
      best.push_back(PassSeconds(old_seconds));
      candidate.push_back(PassSeconds(new_seconds));
      if (round == 0 && candidate[0] > kHopeless * best[0]) return false;
    }
    ratio_ = Median(candidate) / Median(best);
    return ratio_ <= kFaster;
  }

  absl::StatusOr<TunedProblem> Finish() {
    std::vector<std::vector<double>> old_rounds, new_rounds;
    for (int round = 0; round < kFinalRounds; ++round) {
      FERRO_ASSIGN_OR_RETURN(old_rounds.emplace_back(), Round(default_cases_));
      if (best_cases_.empty()) continue;
      FERRO_ASSIGN_OR_RETURN(new_rounds.emplace_back(), Round(best_cases_));
    }
    const std::vector<double> old_seconds = Medians(old_rounds);
    std::vector<double> new_seconds = best_cases_.empty() ? old_seconds : Medians(new_rounds);
    if (PassSeconds(new_seconds) > kFaster * PassSeconds(old_seconds)) {
      best_ = default_;
      new_seconds = old_seconds;
    }
    TunedProblem result;
    result.name = problem_.name();
    result.default_text = problem_.Text(default_);
    result.tuned_text = problem_.Text(best_);
    result.tried = static_cast<int>(tried_.size()) - 1;
    for (size_t i = 0; i < default_cases_.size(); ++i) {
      if (default_cases_[i].uses == 0) continue;
      result.shapes.push_back({default_cases_[i].name, old_seconds[i], new_seconds[i]});
    }
    result.default_seconds = PassSeconds(old_seconds);
    result.tuned_seconds = PassSeconds(new_seconds);
    return result;
  }

  static std::vector<double> Medians(const std::vector<std::vector<double>>& rounds) {
    std::vector<double> medians;
    for (size_t i = 0; i < rounds[0].size(); ++i) {
      std::vector<double> of_case;
      for (const std::vector<double>& round : rounds) of_case.push_back(round[i]);
      medians.push_back(Median(of_case));
    }
    return medians;
  }

  const Cases& BestCases() const { return best_cases_.empty() ? default_cases_ : best_cases_; }

  void Report() const {
    const double done = std::min(options_.now() - start_, seconds_) / options_.seconds;
    options_.progress({problem_.name(), static_cast<int>(tried_.size()) - 1, gain_, start_share_ + done});
  }

  Context& context_;
  const Builder& builder_;
  const TuneProblem& problem_;
  const TuneOptions& options_;
  const double start_share_;  // of the whole time, over when this began
  const double start_, seconds_;

  KernelTuning default_, best_;
  Cases default_cases_, best_cases_;  // the latter empty while the default is best
  std::vector<Bytes> reference_;      // by result
  std::vector<int> repeats_;          // by case
  double round_seconds_ = 0;          // of the default
  double ratio_ = 1;                  // of the last comparison: new to old
  double gain_ = 0;                   // of the best so far
  std::set<std::string> tried_;       // Identity
};

}  // namespace

double SteadySeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

absl::StatusOr<TuneOutcome> TuneKernels(Context& context, const Builder& builder, const KernelTuning& from,
                                        const ModelShapes& model, const TuneOptions& options) {
  using Make = std::function<absl::StatusOr<std::unique_ptr<TuneProblem>>()>;
  const Make makers[] = {[&] { return DecodeProducts(context, model); },
                         [&] { return PrefillProducts(context, model, options.prefill_rows); },
                         [&] { return DecodeAttention(context, model); },
                         [&] { return PrefillAttention(context, model, options.prefill_rows); }};
  TuneOutcome outcome = {.tuning = from, .problems = {}, .rejected = {}};
  const double start = options.now();
  size_t left = std::size(makers);
  for (const Make& make : makers) {
    const double passed = options.now() - start;
    FERRO_ASSIGN_OR_RETURN(const std::unique_ptr<TuneProblem> problem, make());
    const double seconds = std::max(0.0, options.seconds - passed) / static_cast<double>(left--);
    if (problem == nullptr) continue;
    Walk walk(context, builder, *problem, options, std::min(1.0, passed / options.seconds), seconds);
    absl::StatusOr<TunedProblem> tuned = walk.Run(outcome.tuning, outcome.rejected);
    if (!tuned.ok())
      return absl::IsCancelled(tuned.status()) ? tuned.status() : Annotate(tuned.status(), problem->name());
    outcome.problems.push_back(*std::move(tuned));
  }
  return outcome;
}

}  // namespace ferro::opencl
