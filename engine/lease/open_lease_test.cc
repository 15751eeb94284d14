#include "engine/lease/open_lease.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(OpenLeaseTest, ProgramsOfOneUserMeet) {
  const std::string session = testing::TempDir() + "/session";
  std::filesystem::create_directories(session);
  setenv("XDG_RUNTIME_DIR", session.c_str(), 1);
  const std::shared_ptr<DeviceLease> a = OpenLease(""), b = OpenLease(session + "/ferro/lease");
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  a->Acquire(LeaseClass::kDecode);
  a->Release();
  b->Acquire(LeaseClass::kDecode);
  EXPECT_EQ(b->counts().waits, 0);
}

TEST(OpenLeaseTest, WithoutAFileItSaysSoAndGoesOn) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(OpenLease("/no/such/folder/lease"), nullptr);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::HasSubstr("device_lease_not_used"));
  EXPECT_THAT(log, testing::HasSubstr("/no/such/folder"));
}

}  // namespace
}  // namespace ferro
