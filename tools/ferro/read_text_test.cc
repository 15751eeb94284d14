#include "tools/ferro/read_text.h"

#include <fstream>
#include <string>

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

std::string MessageOf(const std::string& path, size_t limit) {
  return std::string(ReadText(path, limit).status().message());
}

TEST(ReadTextTest, ReadsAllOfAFile) {
  const std::string path = testing::TempDir() + "/text";
  std::ofstream(path, std::ios::binary) << std::string(100'000, 'x') << '\0';
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadText(path, 100'001));
  EXPECT_EQ(text, std::string(100'000, 'x') + '\0');
}

TEST(ReadTextTest, SaysWhyAFileCannotBeRead) {
  EXPECT_THAT(MessageOf(testing::TempDir() + "/nowhere", 9), HasSubstr("nowhere: No such file"));
  EXPECT_THAT(MessageOf(testing::TempDir(), 9), HasSubstr("Is a directory"));
}

TEST(ReadTextTest, WhatHasNoEndIsNotReadForEver) {
  EXPECT_THAT(MessageOf("/dev/zero", 1 << 20), HasSubstr("/dev/zero holds more than 1048576 bytes"));
}

}  // namespace
}  // namespace ferro
