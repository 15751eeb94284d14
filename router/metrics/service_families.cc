#include "router/metrics/service_families.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <initializer_list>
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

ClientMetric SizeSample(const ferro::admin::v1::SizeHistogram& sizes) {
  ClientMetric metric;
  uint64_t total = 0;
  for (int i = 0; i < sizes.counts_size(); ++i) {
    total += static_cast<uint64_t>(sizes.counts(i));
    const bool bounded = i < sizes.bounds_size();
    const double bound = bounded ? static_cast<double>(sizes.bounds(i)) : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back({total, bound});
  }
  metric.histogram.sample_count = total;
  metric.histogram.sample_sum = static_cast<double>(sizes.sum());
  return metric;
}

// Samples of one service, each into the family of its name.
class ServiceSamples {
 public:
  ServiceSamples(const char* service, std::vector<MetricFamily>* families) : service_(service), families_(*families) {}

  void Add(const char* name, const char* help, MetricType type, double value, ClientMetric::Label label = {}) {
    Put(name, help, type, Sample(type, value, {}), std::move(label));
  }
  void AddSizes(const char* name, const char* help, const ferro::admin::v1::SizeHistogram& sizes) {
    Put(name, help, MetricType::Histogram, SizeSample(sizes), {});
  }

 private:
  void Put(const char* name, const char* help, MetricType type, ClientMetric sample, ClientMetric::Label label) {
    sample.label = {{"service", service_}};
    if (!label.name.empty()) sample.label.push_back(std::move(label));
    auto family = std::find_if(families_.begin(), families_.end(), [&](const auto& each) { return each.name == name; });
    if (family == families_.end()) family = families_.insert(family, MetricFamily{name, help, type, {}});
    family->metric.push_back(std::move(sample));
  }

  const char* const service_;
  std::vector<MetricFamily>& families_;
};

void AddLease(const ferro::admin::v1::Lease& lease, ServiceSamples* samples) {
  samples->Add("ferro_lease_acquisitions_total", "Turns on the device that services share", MetricType::Counter,
               static_cast<double>(lease.acquisitions()));
  samples->Add("ferro_lease_waits_total", "Turns that had to wait for another program", MetricType::Counter,
               static_cast<double>(lease.waits()));
  samples->Add("ferro_lease_wait_seconds_total", "Time spent waiting for turns", MetricType::Counter,
               lease.wait_seconds());
  samples->Add("ferro_lease_longest_wait_seconds", "Longest wait for a turn since start", MetricType::Gauge,
               lease.longest_wait_s());
  samples->Add("ferro_lease_lost_total", "Turns that lasted too long and ended while another program waited",
               MetricType::Counter, static_cast<double>(lease.lost()));
}

// What means the same in every service.
void AddCommon(const ferro::admin::v1::Stats& stats, ServiceSamples* samples) {
  samples->Add("ferro_requests_waiting", "Requests in the queue", MetricType::Gauge, stats.queue_length());
  samples->Add("ferro_prefill_tokens_per_second", "Prompt tokens computed a second, of the last seconds",
               MetricType::Gauge, stats.prefill_tokens_per_second());
  if (stats.memory_limit_bytes() > 0) {
    samples->Add("ferro_memory_limit_bytes",
                 "What the service process may take: its control group's limit or all memory", MetricType::Gauge,
                 static_cast<double>(stats.memory_limit_bytes()));
  }
  samples->Add("ferro_service_resident_bytes", "Resident memory of the service process", MetricType::Gauge,
               static_cast<double>(stats.resident_bytes()));
  samples->Add("ferro_steps_total", "Steps: each one pass over the sequences at hand", MetricType::Counter,
               static_cast<double>(stats.steps()));
  samples->AddSizes("ferro_batch_rows", "Sequences in one step", stats.batch_rows());
  samples->AddSizes("ferro_batch_tokens", "Tokens computed in one step, of all sequences", stats.batch_tokens());
  samples->Add("ferro_prefill_seconds_total", "Time spent on prompts", MetricType::Counter, stats.prefill_seconds());
  if (stats.has_lease()) AddLease(stats.lease(), samples);
  const char* const tokens_help = "Prompt tokens, computed or restored from a cache";
  samples->Add("ferro_prompt_tokens_total", tokens_help, MetricType::Counter,
               static_cast<double>(stats.prompt_tokens() - stats.cached_prompt_tokens()), {"cached", "false"});
  samples->Add("ferro_prompt_tokens_total", tokens_help, MetricType::Counter,
               static_cast<double>(stats.cached_prompt_tokens()), {"cached", "true"});
}

void AddCancelled(const ferro::admin::v1::Stats& stats, std::initializer_list<const char*> phases,
                  ServiceSamples* samples) {
  for (const char* phase : phases) {
    const auto it = stats.cancelled().find(phase);
    samples->Add("ferro_cancelled_total", "Requests whose client left before the end", MetricType::Counter,
                 it == stats.cancelled().end() ? 0 : static_cast<double>(it->second), {"phase", phase});
  }
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
  ServiceSamples samples("lm", families);
  int running = 0;
  int kv_rows = 0;
  int kv_capacity = 0;
  for (const auto& slot : stats.slots()) {
    kv_capacity += slot.context();
    if (slot.state() == "idle" || slot.state().empty()) continue;
    ++running;
    kv_rows += slot.processed_tokens() + slot.cached_tokens() + slot.generated_tokens();
  }
  samples.Add("ferro_requests_running", "Requests that hold a slot", MetricType::Gauge, running);
  AddCommon(stats, &samples);
  samples.Add("ferro_decode_tokens_per_second", "Tokens generated a second, of the last seconds", MetricType::Gauge,
              stats.decode_tokens_per_second());
  samples.Add("ferro_kv_usage_ratio", "Share of all slots' positions that hold tokens of running requests",
              MetricType::Gauge, kv_capacity > 0 ? static_cast<double>(kv_rows) / kv_capacity : 0);
  samples.Add("ferro_kv_bytes", "Memory reserved for the sequence states of all slots", MetricType::Gauge,
              static_cast<double>(stats.sequence_state_bytes()));
  samples.Add("ferro_generated_tokens_total", "Tokens sampled", MetricType::Counter,
              static_cast<double>(stats.generated_tokens()));
  samples.Add("ferro_decode_seconds_total", "Time spent on decoding steps", MetricType::Counter,
              stats.decode_seconds());
  AddCancelled(stats, {"queue", "prefill", "decode"}, &samples);
}

void AppendPassFamilies(const char* service, const ferro::admin::v1::Stats& stats,
                        std::vector<MetricFamily>* families) {
  ServiceSamples samples(service, families);
  AddCommon(stats, &samples);
  AddCancelled(stats, {"queue", "pass"}, &samples);
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
