#include "tools/gpu/report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "tools/gpu/table.h"

namespace ferro::gpu {
namespace {

const char* NameOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPassed:
      return "passed";
    case Outcome::kFailed:
      return "failed";
    case Outcome::kSkipped:
      break;
  }
  return "skipped";
}

Json VerdictsJson(const std::vector<Verdict>& verdicts) {
  Json all = Json::array();
  for (const Verdict& verdict : verdicts) {
    Json one = {{"name", verdict.name}, {"outcome", NameOf(verdict.outcome)}};
    if (!verdict.message.empty()) one["message"] = verdict.message;
    all.push_back(std::move(one));
  }
  return all;
}

// Text of a driver or a test that must not become markup.
std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(text, {{"|", "\\|"}, {"<", "&lt;"}, {"*", "\\*"}, {"`", "'"}, {"\n", " "}});
}

std::string Text(const Json& properties, const char* name) {
  const auto it = properties.find(name);
  if (it == properties.end() || it->is_null()) return "none";
  return Escaped(it->is_string() ? it->get<std::string>() : it->dump());
}

// Failures, if there are any, as a list; `of` goes before each name.
void AppendFailures(const std::vector<Verdict>& verdicts, const std::string& of, std::string& text) {
  for (const Verdict& verdict : verdicts) {
    if (verdict.outcome != Outcome::kFailed) continue;
    absl::StrAppend(&text, "- FAILED ", Escaped(of + verdict.name), ": ",
                    verdict.message.empty() ? "no reason given" : Escaped(verdict.message), "\n");
  }
}

void AppendDevice(const DeviceReport& device, std::string& text) {
  const Json& p = device.properties;
  absl::StrAppend(&text, "\n## ", Escaped(device.title), "\n\n| | |\n|---|---|\n");
  for (const char* const name :
       {"name", "driver_file", "platform", "platform_version", "driver", "version", "gpu", "compute_units", "clock_mhz",
        "max_work_group", "local_bytes", "global_bytes", "max_allocation", "dot"}) {
    absl::StrAppend(&text, "| ", name, " | ", Text(p, name), " |\n");
  }
  text += "\n| part | program | passed | failed | skipped | seconds |\n|---|---|---|---|---|---|\n";
  std::string failures, tests;
  std::vector<Json> speeds;
  for (const ProgramResult& result : device.results) {
    absl::StrAppendFormat(&text, "| %s | %s | %d | %d | %d | %.1f |\n", result.part, Escaped(result.program),
                          result.count(Outcome::kPassed), result.count(Outcome::kFailed),
                          result.count(Outcome::kSkipped), result.seconds);
    AppendFailures(result.verdicts, absl::StrCat(result.program, ": "), failures);
    for (const Verdict& verdict : result.verdicts) {
      absl::StrAppend(&tests, "- ", NameOf(verdict.outcome), " ",
                      Escaped(absl::StrCat(result.program, ": ", verdict.name)), "\n");
    }
    speeds.insert(speeds.end(), result.speeds.begin(), result.speeds.end());
  }
  if (!failures.empty()) absl::StrAppend(&text, "\n", failures);
  if (!speeds.empty()) {
    absl::StrAppend(&text, "\nSpeed of ", Escaped(device.model),
                    ", median [smallest, largest]. Greedy: the device chooses, one step ahead. Sampled: the logits are "
                    "read back, the host draws.\n\n",
                    TableMarkdown(speeds));
  }
  if (!tests.empty()) absl::StrAppend(&text, "\n<details><summary>Every test</summary>\n\n", tests, "\n</details>\n");
}

}  // namespace

int Report::count(Outcome outcome) const {
  int n = 0;
  for (const Verdict& verdict : drivers) n += verdict.outcome == outcome;
  for (const DeviceReport& device : devices) {
    for (const ProgramResult& result : device.results) n += result.count(outcome);
  }
  return n;
}

Json ReportJson(const Report& report) {
  Json facts = Json::object(), devices = Json::array();
  for (const auto& [name, text] : report.facts) facts[name] = text;
  for (const DeviceReport& device : report.devices) {
    Json programs = Json::array(), speeds = Json::array();
    for (const ProgramResult& result : device.results) {
      programs.push_back({{"part", result.part},
                          {"program", result.program},
                          {"seconds", result.seconds},
                          {"tests", VerdictsJson(result.verdicts)}});
      for (const Json& speed : result.speeds) speeds.push_back(speed);
    }
    devices.push_back({{"number", device.number},
                       {"title", device.title},
                       {"properties", device.properties},
                       {"model", device.model},
                       {"programs", std::move(programs)},
                       {"speeds", std::move(speeds)}});
  }
  return {{"facts", std::move(facts)},
          {"passed", report.count(Outcome::kPassed)},
          {"failed", report.count(Outcome::kFailed)},
          {"skipped", report.count(Outcome::kSkipped)},
          {"drivers", VerdictsJson(report.drivers)},
          {"devices", std::move(devices)}};
}

std::string ReportMarkdown(const Report& report) {
  std::string text = "# GPU check\n\n| | |\n|---|---|\n";
  for (const auto& [name, fact] : report.facts) absl::StrAppend(&text, "| ", name, " | ", Escaped(fact), " |\n");
  absl::StrAppend(&text, "\n**", LastLine(report), "**\n");
  if (!report.drivers.empty()) {
    text += "\n## Drivers\n\n";
    AppendFailures(report.drivers, "", text);
    for (const Verdict& verdict : report.drivers) {
      if (verdict.outcome == Outcome::kSkipped) {
        absl::StrAppend(&text, "- ", Escaped(verdict.name), ": ", Escaped(verdict.message), "\n");
      }
    }
  }
  for (const DeviceReport& device : report.devices) AppendDevice(device, text);
  return text;
}

std::string LastLine(const Report& report) {
  return absl::StrCat(report.count(Outcome::kPassed), " passed, ", report.count(Outcome::kFailed), " failed");
}

}  // namespace ferro::gpu
