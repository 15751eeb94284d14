#include "base/sha256.h"

#include <unistd.h>

#include <fstream>

#include "base/status_testing.h"

namespace ferro {
namespace {

// The examples of FIPS 180-2.
constexpr char kEmpty[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr char kAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr char kMillionA[] = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Sha256Test, Bytes) {
  EXPECT_EQ(Sha256Of(""), kEmpty);
  EXPECT_EQ(Sha256Of("abc"), kAbc);
}

TEST(Sha256Test, Files) {
  const std::string path = testing::TempDir() + "/a";
  std::ofstream(path) << std::string(1000000, 'a');
  ASSERT_OK_AND_ASSIGN(const std::string digest, Sha256OfFile(path));
  EXPECT_EQ(digest, kMillionA);
  unlink(path.c_str());
  const absl::Status missing = Sha256OfFile(path).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(missing.message()), testing::HasSubstr(path));
}

}  // namespace
}  // namespace ferro
