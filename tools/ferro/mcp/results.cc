#include "tools/ferro/mcp/results.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/version.h"

namespace ferro::mcp {
namespace {

constexpr char kIntroduction[] =
    "Small models on the user's own machine, which write no text: quick, and the same question always gets the same "
    "answer.";

// The tools of a process never change; clients need not ask again within the hour.
constexpr int kCacheMs = 3600 * 1000;

Json ServerInfo() { return {{"name", "ferro"}, {"version", kVersion}}; }

std::string Instructions(const std::vector<Tool>& tools) {
  std::string text = kIntroduction;
  for (const Tool& tool : tools) {
    if (!tool.use.empty()) absl::StrAppend(&text, " ", tool.use);
  }
  return text;
}

Json Capabilities() { return {{"tools", Json::object()}}; }

// Results of requests that stand alone say so, and who answers.
Json Finish(Json result, Revision revision) {
  if (!IsStateless(revision)) return result;
  result["resultType"] = "complete";
  result["_meta"] = {{"io.modelcontextprotocol/serverInfo", ServerInfo()}};
  return result;
}

Json FinishCacheable(Json result, Revision revision) {
  if (IsStateless(revision)) {
    result["ttlMs"] = kCacheMs;
    result["cacheScope"] = "public";
  }
  return Finish(std::move(result), revision);
}

}  // namespace

Json InitializeResult(const std::vector<Tool>& tools, Revision revision) {
  Json server = ServerInfo();
  if (HasStructuredContent(revision)) server["title"] = "Ferro";
  return {{"protocolVersion", std::string(RevisionName(revision))},
          {"capabilities", Capabilities()},
          {"serverInfo", std::move(server)},
          {"instructions", Instructions(tools)}};
}

Json DiscoverResult(const std::vector<Tool>& tools, Revision revision) {
  return FinishCacheable(
      {{"supportedVersions", RevisionNames()}, {"capabilities", Capabilities()}, {"instructions", Instructions(tools)}},
      revision);
}

Json ListToolsResult(const std::vector<Tool>& tools, Revision revision) {
  Json list = Json::array();
  for (const Tool& tool : tools) list.push_back(ToolJson(tool, revision));
  return FinishCacheable({{"tools", std::move(list)}}, revision);
}

Json CallToolResult(const absl::StatusOr<Json>& outcome, Revision revision) {
  const std::string text = outcome.ok() ? DumpJson(*outcome) : std::string(outcome.status().message());
  Json result;
  result["content"] = Json::array({{{"type", "text"}, {"text", text}}});
  if (outcome.ok() && HasStructuredContent(revision)) result["structuredContent"] = *outcome;
  result["isError"] = !outcome.ok();
  return Finish(std::move(result), revision);
}

}  // namespace ferro::mcp
