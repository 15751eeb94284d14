// The order of a check: find the drivers, ask each for its devices, run the chosen parts on the chosen devices.
#ifndef FERRO_TOOLS_GPU_CHECK_H_
#define FERRO_TOOLS_GPU_CHECK_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/gpu/programs.h"
#include "tools/gpu/report.h"
#include "tools/gpu/table.h"

namespace ferro::gpu {

struct CheckOptions {
  std::set<std::string> parts = {"kernels", "goldens", "exactness", "table"};
  std::vector<int> devices;          // as FindDevices counts them; empty: all
  std::vector<std::string> filter;   // only programs whose name contains one of these words; empty: all
  std::vector<std::string> drivers;  // libraries named by hand
  std::string model;                 // for the table; empty: one of `shape` with random weights is written
  std::string shape;                 // empty: lfm2-350m, on emulations tiny-lfm2 and the quick table
  TableOptions table;
};

class Check {
 public:
  // `scratch`: a folder for caches and models, which the caller removes. `changed` is called whenever there is more in
  // the report.
  Check(const Programs& programs, CheckOptions options, std::string scratch, Report& report,
        std::function<void()> changed)
      : programs_(programs),
        options_(std::move(options)),
        scratch_(std::move(scratch)),
        report_(report),
        changed_(std::move(changed)) {}

  // Adds drivers and devices to the report. Errors are those of FindDrivers.
  absl::Status FindDevices();

  // Adds what the programs say of the chosen devices. Without a device, or without a chosen one, that is a failure.
  void Run();

 private:
  void RunDevice(DeviceReport& device);
  void RunTests(const std::string& part, const std::string& program, const std::string& filter, DeviceReport& device);
  void RunTable(DeviceReport& device);
  // The path of a model of this shape, made at the first call. Empty: failed, and `result` says why.
  std::string ModelOfShape(const std::string& shape, ProgramResult& result);
  void Add(ProgramResult result, DeviceReport& device);
  bool Wanted(const std::string& program) const;
  Environment EnvironmentOf(const DeviceReport& device) const;

  const Programs& programs_;
  const CheckOptions options_;
  const std::string scratch_;
  Report& report_;
  const std::function<void()> changed_;
  std::vector<std::string> folders_;  // OCL_ICD_VENDORS of each device of the report
};

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_CHECK_H_
