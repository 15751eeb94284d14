#include "tools/ferro/roofline/device_profile.h"

#include <cstdlib>
#include <fstream>

#include "base/json.h"
#include "base/status_testing.h"
#include "tools/ferro/roofline/n100_json.h"

namespace ferro {
namespace {

using testing::HasSubstr;

Json N100() { return *ParseJson(kN100Json); }

void ExpectRefused(const Json& json, const std::string& why) {
  const absl::Status status = ParseDeviceProfile(DumpJson(json)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << why;
  EXPECT_THAT(std::string(status.message()), HasSubstr(why));
}

TEST(DeviceProfileTest, TheN100HasItsPublishedCeilings) {
  ASSERT_OK_AND_ASSIGN(const DeviceProfile n100, LoadDeviceProfile("n100"));
  EXPECT_EQ(n100.name, "n100");
  EXPECT_TRUE(n100.device.gpu);
  EXPECT_EQ(n100.dot, DotPath::kKhr);
  EXPECT_DOUBLE_EQ(n100.read_gb_s.value, 25.9);
  EXPECT_DOUBLE_EQ(n100.int8_gop_s(), 1152);
  EXPECT_DOUBLE_EQ(n100.float_gop_s(), 288);
  EXPECT_EQ(n100.launches_overlap.value, 0);
  EXPECT_THAT(n100.launch_us.source, HasSubstr("seed"));
}

TEST(DeviceProfileTest, ReadsAFile) {
  const std::string path = std::string(getenv("TEST_TMPDIR")) + "/other.json";
  Json json = N100();
  json["name"] = "other";
  std::ofstream(path) << DumpJson(json);
  ASSERT_OK_AND_ASSIGN(const DeviceProfile other, LoadDeviceProfile(path));
  EXPECT_EQ(other.name, "other");
  std::ofstream(path) << "{";
  const absl::Status status = LoadDeviceProfile(path).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("other.json"));
}

TEST(DeviceProfileTest, ListsWhatItKnows) {
  const absl::Status status = LoadDeviceProfile("n200").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("n100"));
}

TEST(DeviceProfileTest, RefusesWhatIsNoProfile) {
  for (const char* const text : {"", "[]", "3", "{", "\"n100\""}) {
    EXPECT_EQ(ParseDeviceProfile(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(DeviceProfileTest, EveryMemberIsNeeded) {
  const Json n100 = N100();
  for (const auto& [name, value] : n100.items()) {
    Json json = n100;
    json.erase(name);
    ExpectRefused(json, "\"" + name + "\" is missing");
    json[name] = Json::array();
    ExpectRefused(json, "\"" + name + "\"");
  }
}

TEST(DeviceProfileTest, NumbersHaveRangesAndSources) {
  for (const char* const name : {"read_gb_s", "int8_share", "float_share", "int8_ops_per_clock", "launch_us"}) {
    for (const Json& value : {Json(-1), Json(1e9), Json("25"), Json()}) {
      Json json = N100();
      json[name]["value"] = value;
      ExpectRefused(json, name);
    }
    Json json = N100();
    json[name]["source"] = "";
    ExpectRefused(json, "has no \"source\"");
  }
  for (const char* const name : {"compute_units", "clock_mhz", "local_bytes", "max_allocation"}) {
    Json json = N100();
    json["opencl"][name] = 0;
    ExpectRefused(json, name);
  }
  Json json = N100();
  json["dot"] = "mmx";
  ExpectRefused(json, "none of khr, intel, nvidia, plain");
}

TEST(DeviceProfileTest, UnknownMembersAreMistakes) {
  Json json = N100();
  json["read_gbs"] = 3;
  ExpectRefused(json, "read_gbs");
  json = N100();
  json["launch_us"]["unit"] = "ms";
  ExpectRefused(json, "unit");
}

}  // namespace
}  // namespace ferro
