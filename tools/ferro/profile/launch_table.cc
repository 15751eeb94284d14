#include "tools/ferro/profile/launch_table.h"

#include <algorithm>
#include <utility>

namespace ferro {
namespace {

double Rate(double count, double seconds) { return seconds > 0 ? 1e-9 * count / seconds : 0; }

void AddWork(opencl::WorkTotals& sum, const opencl::WorkTotals& more) {
  sum.bytes += more.bytes;
  sum.int8_ops += more.int8_ops;
  sum.float_ops += more.float_ops;
}

}  // namespace

double LaunchRow::gb_s() const { return Rate(work.bytes, seconds); }
double LaunchRow::gop_s() const { return Rate(work.int8_ops + work.float_ops, seconds); }

CeilingShare NearestCeiling(const LaunchRow& row, const opencl::DevicePeak& peak) {
  CeilingShare nearest;
  const auto consider = [&](absl::string_view name, double rate, double ceiling) {
    if (ceiling > 0 && rate / ceiling > nearest.share) nearest = {name, rate / ceiling};
  };
  consider("read", row.gb_s(), peak.read_gb_s);
  consider("int8", Rate(row.work.int8_ops, row.seconds), peak.int8_gop_s);
  consider("float", Rate(row.work.float_ops, row.seconds), peak.float_gop_s);
  return nearest;
}

void LaunchTable::Add(absl::Span<const opencl::LaunchTime> times, absl::Span<const opencl::RowKeys> rows) {
  for (const opencl::LaunchTime& time : times) {
    auto row = std::find_if(rows_.begin(), rows_.end(), [&](const LaunchRow& r) { return r.name == time.name; });
    if (row == rows_.end()) {
      rows_.push_back({.name = time.name});
      row = rows_.end() - 1;
    }
    ++row->launches;
    row->seconds += time.seconds;
    AddWork(row->work, opencl::TotalWork(time.work, rows));
  }
}

std::vector<LaunchRow> LaunchTable::ByTime() const {
  std::vector<LaunchRow> sorted = rows_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const LaunchRow& a, const LaunchRow& b) { return a.seconds > b.seconds; });
  return sorted;
}

LaunchRow LaunchTable::Total() const {
  LaunchRow total;
  total.name = "all";
  for (const LaunchRow& row : rows_) {
    total.launches += row.launches;
    total.seconds += row.seconds;
    AddWork(total.work, row.work);
  }
  return total;
}

}  // namespace ferro
