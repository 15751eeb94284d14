// The table of speeds: which measurements, and how they look.
#ifndef FERRO_TOOLS_GPU_TABLE_H_
#define FERRO_TOOLS_GPU_TABLE_H_

#include <string>
#include <vector>

#include "base/json.h"
#include "tools/gpu/programs.h"
#include "tools/gpu/verdict.h"

namespace ferro::gpu {

struct TableOptions {
  bool quick = false;                                    // one pass over few, short measurements with f32
  int repeat = 3;                                        // medians of so many
  std::vector<std::string> kv = {"f32", "f16", "int8"};  // as --kv-dtype takes them
};

// One run of `ferro bench`: small enough that losing one to a crash or a time limit does not cost the others.
struct TableJob {
  std::string name;  // for people
  std::string kv;
  std::vector<std::string> arguments;
};

std::vector<TableJob> PlanTable(const TableOptions& options, const std::string& model, const std::string& device);

// Runs it with bin/ferro; one verdict a measurement, one in all if it failed.
ProgramResult RunTableJob(const Programs& programs, const TableJob& job, const Environment& environment);

// One row a test, one column a type of keys and values: median tok/s [smallest, largest]. Empty without speeds.
std::string TableMarkdown(const std::vector<Json>& speeds);

}  // namespace ferro::gpu

#endif  // FERRO_TOOLS_GPU_TABLE_H_
