#include "engine/gguf/byte_reader.h"

#include <limits>

#include "base/status_testing.h"

namespace ferro {
namespace {

constexpr uint8_t kBytes[] = {1, 2, 3, 4, 2, 0, 0, 0, 0, 0, 0, 0, 'h', 'i', 9};

TEST(ByteReader, ReadsLittleEndianInOrder) {
  ByteReader reader(kBytes);
  EXPECT_EQ(*reader.Read<uint32_t>("number"), 0x04030201u);
  EXPECT_EQ(*reader.ReadString(2, "text"), "hi");
  EXPECT_EQ(reader.position(), 14u);
  EXPECT_EQ(reader.left(), 1u);
  EXPECT_EQ(*reader.Read<uint8_t>("last"), 9);
  EXPECT_EQ(reader.ReadBytes(0, "nothing")->size(), 0u);
}

TEST(ByteReader, ARefusedReadMovesNothing) {
  ByteReader reader(kBytes);
  ASSERT_OK(reader.ReadBytes(12, "start"));
  // Added to the position, the last of these would wrap around to a small number.
  for (const uint64_t count : {uint64_t{4}, uint64_t{1} << 40, std::numeric_limits<uint64_t>::max() - 11}) {
    const absl::Status status = reader.ReadBytes(count, "tail").status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << count;
    EXPECT_EQ(reader.position(), 12u);
  }
  EXPECT_THAT(std::string(reader.Read<uint32_t>("tail").status().message()),
              testing::HasSubstr("truncated at byte 12: tail needs 4 bytes, 3 are left"));
}

}  // namespace
}  // namespace ferro
