// What `gpu_check` writes down.
#ifndef FERRO_TOOLS_GPU_REPORT_H_
#define FERRO_TOOLS_GPU_REPORT_H_

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "tools/gpu/verdict.h"

namespace ferro::gpu {

// A device as this run counts it; `properties` as `ferro devices --json` gives them, and "driver_file".
struct DeviceReport {
  int number = 0;
  std::string title;  // for people
  Json properties;
  std::vector<ProgramResult> results;
  std::string model;  // of the table
};

struct Report {
  std::vector<std::pair<std::string, std::string>> facts;  // date, machine, versions
  std::vector<Verdict> drivers;                            // what is to be said of drivers; kSkipped: no device
  std::vector<DeviceReport> devices;

  // Over drivers and devices.
  int count(Outcome outcome) const;
};

// {"facts": {name: text}, "passed", "failed", "skipped", "drivers": [verdict], "devices": [{"number", "title",
// "properties", "model", "programs": [{"part", "program", "seconds", "tests": [verdict]}], "speeds": [as `ferro bench
// --json` has them, and "kv"]}]}; a verdict is {"name", "outcome": "passed", "failed" or "skipped", "message"?}.
Json ReportJson(const Report& report);

std::string ReportMarkdown(const Report& report);

// "N passed, N failed"
std::string LastLine(const Report& report);

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_REPORT_H_
