#include "router/metrics/service_families.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <utility>

namespace ferro::router {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric Sample(MetricType type, double value, std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  if (type == MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
  return metric;
}

MetricFamily HistogramFamily(const std::string& name, const std::string& help,
                             const ferro::admin::v1::SizeHistogram& sizes, std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  uint64_t total = 0;
  for (int i = 0; i < sizes.counts_size(); ++i) {
    total += static_cast<uint64_t>(sizes.counts(i));
    const bool bounded = i < sizes.bounds_size();
    const double bound = bounded ? static_cast<double>(sizes.bounds(i)) : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back({total, bound});
  }
  metric.histogram.sample_count = total;
  metric.histogram.sample_sum = static_cast<double>(sizes.sum());
  MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = MetricType::Histogram;
  family.metric.push_back(std::move(metric));
  return family;
}

int CountOpenFiles() {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return 0;
  int count = -3;  // ".", ".." and the descriptor of the listing itself
  while (readdir(directory) != nullptr) ++count;
  closedir(directory);
  return count;
}

// Unix seconds at which the process began: boot time plus field 22 of stat, in clock ticks.
double StartTime() {
  std::ifstream stat("/proc/self/stat");
  std::string line;
  std::getline(stat, line);
  const size_t after_name = line.rfind(')');
  if (after_name == std::string::npos) return 0;
  std::istringstream rest(line.substr(after_name + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) rest >> field;
  std::ifstream system("/proc/stat");
  for (std::string word; system >> word;) {
    double boot = 0;
    if (word == "btime" && system >> boot) return boot + std::stod(field) / sysconf(_SC_CLK_TCK);
  }
  return 0;
}

}  // namespace

MetricFamily SingleFamily(const std::string& name, const std::string& help, MetricType type, double value,
                          std::vector<ClientMetric::Label> labels) {
  MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = type;
  family.metric.push_back(Sample(type, value, std::move(labels)));
  return family;
}

void AppendLmFamilies(const ferro::admin::v1::Stats& stats, std::vector<MetricFamily>* families) {
  const std::vector<ClientMetric::Label> lm = {{"service", "lm"}};
  const auto add = [&](const char* name, const char* help, MetricType type, double value) {
    families->push_back(SingleFamily(name, help, type, value, lm));
  };
  int running = 0;
  int kv_rows = 0;
  int kv_capacity = 0;
  for (const auto& slot : stats.slots()) {
    kv_capacity += slot.context();
    if (slot.state() == "idle" || slot.state().empty()) continue;
    ++running;
    kv_rows += slot.processed_tokens() + slot.cached_tokens() + slot.generated_tokens();
  }
  add("ferro_requests_running", "Requests that hold a slot", MetricType::Gauge, running);
  add("ferro_requests_waiting", "Requests in the queue", MetricType::Gauge, stats.queue_length());
  add("ferro_prefill_tokens_per_second", "Prompt tokens computed a second, of the last seconds", MetricType::Gauge,
      stats.prefill_tokens_per_second());
  add("ferro_decode_tokens_per_second", "Tokens generated a second, of the last seconds", MetricType::Gauge,
      stats.decode_tokens_per_second());
  add("ferro_kv_usage_ratio", "Share of all slots' positions that hold tokens of running requests", MetricType::Gauge,
      kv_capacity > 0 ? static_cast<double>(kv_rows) / kv_capacity : 0);
  add("ferro_kv_bytes", "Memory reserved for the sequence states of all slots", MetricType::Gauge,
      static_cast<double>(stats.sequence_state_bytes()));
  if (stats.memory_limit_bytes() > 0) {
    add("ferro_memory_limit_bytes", "What the service process may take: its control group's limit or all memory",
        MetricType::Gauge, static_cast<double>(stats.memory_limit_bytes()));
  }
  add("ferro_generated_tokens_total", "Tokens sampled", MetricType::Counter, stats.generated_tokens());
  add("ferro_steps_total", "Steps: each one pass over the sequences at hand", MetricType::Counter, stats.steps());
  families->push_back(HistogramFamily("ferro_batch_rows", "Sequences in one step", stats.batch_rows(), lm));
  families->push_back(
      HistogramFamily("ferro_batch_tokens", "Tokens computed in one step, of all sequences", stats.batch_tokens(), lm));
  add("ferro_prefill_seconds_total", "Time spent on prompts", MetricType::Counter, stats.prefill_seconds());
  add("ferro_decode_seconds_total", "Time spent on decoding steps", MetricType::Counter, stats.decode_seconds());
  add("ferro_service_resident_bytes", "Resident memory of the service process", MetricType::Gauge,
      stats.resident_bytes());
  MetricFamily prompt =
      SingleFamily("ferro_prompt_tokens_total", "Prompt tokens, computed or restored from a cache", MetricType::Counter,
                   stats.prompt_tokens() - stats.cached_prompt_tokens(), {{"service", "lm"}, {"cached", "false"}});
  prompt.metric.push_back(
      Sample(MetricType::Counter, stats.cached_prompt_tokens(), {{"service", "lm"}, {"cached", "true"}}));
  families->push_back(std::move(prompt));
  MetricFamily cancelled{"ferro_cancelled_total", "Requests whose client left before the end", MetricType::Counter, {}};
  for (const char* phase : {"queue", "prefill", "decode"}) {
    const auto it = stats.cancelled().find(phase);
    const int64_t count = it == stats.cancelled().end() ? 0 : it->second;
    cancelled.metric.push_back(Sample(MetricType::Counter, count, {{"service", "lm"}, {"phase", phase}}));
  }
  families->push_back(std::move(cancelled));
}

void AppendProcessFamilies(std::vector<MetricFamily>* families) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return time.tv_sec + time.tv_usec * 1e-6; };
  std::ifstream statm("/proc/self/statm");
  int64_t pages = 0;
  int64_t resident = 0;
  statm >> pages >> resident;
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  static const double start = StartTime();
  families->push_back(SingleFamily("process_cpu_seconds_total", "User and system CPU time", MetricType::Counter,
                                   seconds(usage.ru_utime) + seconds(usage.ru_stime)));
  families->push_back(SingleFamily("process_resident_memory_bytes", "Resident memory", MetricType::Gauge,
                                   static_cast<double>(resident) * sysconf(_SC_PAGESIZE)));
  families->push_back(SingleFamily("process_virtual_memory_bytes", "Virtual memory", MetricType::Gauge,
                                   static_cast<double>(pages) * sysconf(_SC_PAGESIZE)));
  families->push_back(SingleFamily("process_open_fds", "Open file descriptors", MetricType::Gauge, CountOpenFiles()));
  families->push_back(
      SingleFamily("process_max_fds", "Most file descriptors", MetricType::Gauge, static_cast<double>(files.rlim_cur)));
  families->push_back(
      SingleFamily("process_start_time_seconds", "Start of the process, Unix time", MetricType::Gauge, start));
}

}  // namespace ferro::router
