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

TEST(LateLeaseTest, TouchesNoFileBeforeItIsOpened) {
  const std::string path = testing::TempDir() + "/late-lease";
  std::filesystem::remove(path);
  LateLease late(path);
  EXPECT_FALSE(std::filesystem::exists(path));
  const std::shared_ptr<DeviceLease> lease = late.Open();
  ASSERT_NE(lease, nullptr);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(late.Open(), lease);
}

TEST(LateLeaseTest, WarnsOnce) {
  LateLease late("/no/such/folder/lease");
  testing::internal::CaptureStderr();
  EXPECT_EQ(late.Open(), nullptr);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("device_lease_not_used"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(late.Open(), nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace ferro
