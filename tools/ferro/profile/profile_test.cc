// From a file to a report, on a tiny model.
#include "tools/ferro/profile/profile.h"

#include "base/status_testing.h"
#include "engine/backend/test_devices.h"

namespace ferro {
namespace {

absl::StatusOr<std::unique_ptr<GgufFile>> OpenTiny() { return GgufFile::Open("tests/data/models/tiny-lfm2-Q8_0.gguf"); }

ProfileRequest RequestFor(const std::string& device) {
  ProfileRequest request;
  request.model = "tiny";
  request.backend.device = device;
  request.kv_dtype = "f32";
  request.tests = PlanTests({20}, 5, {5}, {2}, {TokenChoice::kGreedy});
  request.repeat = 1;
  return request;
}

TEST(ProfileTest, ReportsCeilingsPassesAndTheCheck) {
  ASSERT_OK_AND_ASSIGN(const auto file, OpenTiny());
  for (const TestDevice& device : OpenClTestDevices()) {
    if (device.slow) continue;
    ASSERT_OK_AND_ASSIGN(const ProfileReport report, ProfileModel(*file, RequestFor(device.name)));
    ASSERT_TRUE(report.peak.has_value());
    EXPECT_GT(report.peak->read_gb_s, 0);
    EXPECT_EQ(report.passes.size(), 2u);
    ASSERT_TRUE(report.check.has_value());
    EXPECT_TRUE(report.check->ok()) << report.check->Text();
    EXPECT_THAT(ProfileText(report), testing::HasSubstr("max |diff| 0"));
  }
}

TEST(ProfileTest, ChangedLaunchesAreNotChecked) {
  ASSERT_OK_AND_ASSIGN(const auto file, OpenTiny());
  for (const TestDevice& device : OpenClTestDevices()) {
    if (device.slow) continue;
    ProfileRequest request = RequestFor(device.name);
    request.repeats.skipped = "attention";
    ASSERT_OK_AND_ASSIGN(const ProfileReport report, ProfileModel(*file, request));
    EXPECT_FALSE(report.check.has_value());
    EXPECT_THAT(ProfileText(report), testing::HasSubstr("without attention: "));
  }
}

TEST(ProfileTest, TestsBeyondTheContextAreRefused) {
  ASSERT_OK_AND_ASSIGN(const auto file, OpenTiny());
  for (const TestDevice& device : OpenClTestDevices()) {
    if (device.slow) continue;
    ProfileRequest request = RequestFor(device.name);
    request.tests = PlanTests({}, 5, {1 << 20}, {1});
    EXPECT_TRUE(absl::IsInvalidArgument(ProfileModel(*file, request).status()));
  }
}

TEST(ProfileTest, AProcessorHasNoLaunches) {
  ASSERT_OK_AND_ASSIGN(const auto file, OpenTiny());
  const absl::Status status = ProfileModel(*file, RequestFor("cpu")).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
}

TEST(ProfileTest, TheCheckAloneTakesAnyDevice) {
  ASSERT_OK_AND_ASSIGN(const auto file, OpenTiny());
  ASSERT_OK_AND_ASSIGN(const ProfileReport report, CheckModel(*file, RequestFor("cpu")));
  ASSERT_TRUE(report.check.has_value());
  EXPECT_TRUE(report.check->ok()) << report.check->Text();
  EXPECT_FALSE(report.peak.has_value());
}

}  // namespace
}  // namespace ferro
