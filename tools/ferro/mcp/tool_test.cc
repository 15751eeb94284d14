#include "tools/ferro/mcp/tool.h"

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

Tool Example() {
  Tool tool;
  tool.name = "weigh";
  tool.title = "Weigh";
  tool.description = "How heavy?";
  tool.input_schema = {{"type", "object"},
                       {"properties", {{"thing", {{"type", "string"}}}, {"unit", {{"type", "string"}}}}},
                       {"required", {"thing"}}};
  tool.output_schema = {{"type", "object"}};
  return tool;
}

TEST(ToolTest, ArgumentsAreTheOnesInTheSchema) {
  EXPECT_OK(CheckArguments(Example(), {{"thing", "egg"}}));
  EXPECT_OK(CheckArguments(Example(), {{"unit", 1}, {"thing", nullptr}}));
  EXPECT_EQ(CheckArguments(Example(), Json::object()).message(),
            "the argument \"thing\" is missing; weigh takes \"thing\", \"unit\"");
  EXPECT_EQ(CheckArguments(Example(), {{"thing", 1}, {"colour", 2}}).message(),
            "weigh has no argument \"colour\"; it takes \"thing\", \"unit\"");
  const absl::Status status = CheckArguments(Example(), {{std::string(100000, 'x'), 1}});
  EXPECT_LT(status.message().size(), 300) << "a message stays short";
}

TEST(ToolTest, EachRevisionSeesWhatItKnows) {
  const auto has = [](Revision revision, const char* member) { return ToolJson(Example(), revision).contains(member); };
  for (const char* member : {"name", "description", "inputSchema"}) EXPECT_TRUE(has(Revision::k2024_11_05, member));
  for (const char* member : {"title", "outputSchema", "annotations"}) EXPECT_FALSE(has(Revision::k2024_11_05, member));
  EXPECT_TRUE(has(Revision::k2025_03_26, "annotations"));
  EXPECT_FALSE(has(Revision::k2025_03_26, "outputSchema"));
  EXPECT_TRUE(has(Revision::k2025_06_18, "outputSchema"));
  EXPECT_TRUE(has(Revision::k2026_07_28, "title"));
  EXPECT_EQ(ToolJson(Example(), Revision::k2025_06_18)["annotations"]["readOnlyHint"], true);
}

}  // namespace
}  // namespace ferro::mcp
