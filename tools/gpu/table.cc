#include "tools/gpu/table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"

namespace ferro::gpu {
namespace {

struct Measurements {
  std::string name;
  std::vector<std::string> arguments;
};

std::vector<Measurements> Plan(bool quick) {
  if (quick) {
    return {{"prefill", {"--prefill", "192,512", "--decode", "0"}},
            {"decode", {"--prefill", "0", "--decode", "32", "--depth", "0", "--choose", "greedy,sampled"}}};
  }
  const auto decode = [](const char* streams) {
    return std::vector<std::string>{"--prefill", "0",          "--decode", "128",      "--depth",
                                    "0,1900",    "--parallel", streams,    "--choose", "greedy,sampled"};
  };
  return {{"prefill", {"--prefill", "192,512,762,1522", "--decode", "0"}},
          {"decode, 1 stream", decode("1")},
          {"decode, 8 streams", decode("8")}};
}

double NumberOr(const Json& json, const char* name, double otherwise) {
  const auto it = json.find(name);
  return it != json.end() && it->is_number() ? it->get<double>() : otherwise;
}

std::string TextOr(const Json& json, const char* name, const char* otherwise) {
  const auto it = json.find(name);
  return it != json.end() && it->is_string() ? it->get<std::string>() : otherwise;
}

std::string RowName(const Json& speed) {
  const int tokens = static_cast<int>(NumberOr(speed, "tokens", 0));
  if (TextOr(speed, "test", "") == "prefill") return absl::StrCat("prefill ", tokens);
  const int streams = static_cast<int>(NumberOr(speed, "sequences", 1));
  return absl::StrCat("decode ", tokens, " at depth ", NumberOr(speed, "depth", 0), ", ", streams,
                      streams == 1 ? " stream, " : " streams, ", TextOr(speed, "choose", "given"));
}

}  // namespace

std::vector<TableJob> PlanTable(const TableOptions& options, const std::string& model, const std::string& device) {
  std::vector<TableJob> jobs;
  for (const std::string& kv : options.kv) {
    for (const Measurements& part : Plan(options.quick)) {
      TableJob job = {absl::StrCat(part.name, ", kv ", kv),
                      kv,
                      {"bench", "--lm", model, "--device", device, "--kv-dtype", kv, "--json", "--repeat",
                       absl::StrCat(options.quick ? 1 : options.repeat)}};
      job.arguments.insert(job.arguments.end(), part.arguments.begin(), part.arguments.end());
      jobs.push_back(std::move(job));
    }
    if (options.quick) break;
  }
  return jobs;
}

ProgramResult RunTableJob(const Programs& programs, const TableJob& job, const Environment& environment) {
  ProgramResult result;
  result.part = "table";
  result.program = job.name;
  const absl::Time begin = absl::Now();
  const opencl::ChildResult child = programs.Run("bin/ferro", job.arguments, environment);
  result.seconds = absl::ToDoubleSeconds(absl::Now() - begin);
  const absl::StatusOr<Json> bench = ParseJson(child.out);
  const bool whole = child.failure.empty() && bench.ok() && bench->is_object() && bench->contains("tests") &&
                     (*bench)["tests"].is_array();
  if (!whole || (*bench)["tests"].empty()) {
    result.verdicts.push_back({"measuring", Outcome::kFailed, FailureOf(child)});
    return result;
  }
  for (Json speed : (*bench)["tests"]) {
    speed["kv"] = job.kv;
    const bool positive = NumberOr(speed, "tok_s", 0) > 0;
    result.verdicts.push_back(
        {RowName(speed), positive ? Outcome::kPassed : Outcome::kFailed, positive ? "" : "no speed"});
    result.speeds.push_back(std::move(speed));
  }
  return result;
}

std::string TableMarkdown(const std::vector<Json>& speeds) {
  if (speeds.empty()) return "";
  std::vector<std::string> columns, rows;
  std::map<std::pair<std::string, std::string>, std::string> cells;
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Json& speed : speeds) {
    const std::string row = RowName(speed), column = TextOr(speed, "kv", "");
    add(rows, row);
    add(columns, column);
    cells[{row, column}] = absl::StrFormat("%.1f [%.1f, %.1f]", NumberOr(speed, "tok_s", 0), NumberOr(speed, "min", 0),
                                           NumberOr(speed, "max", 0));
  }
  std::string text = "| tok/s |";
  for (const std::string& column : columns) absl::StrAppend(&text, " kv ", column, " |");
  text += "\n|---|";
  for (size_t i = 0; i < columns.size(); ++i) text += "---|";
  text += "\n";
  for (const std::string& row : rows) {
    absl::StrAppend(&text, "| ", row, " |");
    for (const std::string& column : columns) absl::StrAppend(&text, " ", cells[{row, column}], " |");
    text += "\n";
  }
  return text;
}

}  // namespace ferro::gpu
