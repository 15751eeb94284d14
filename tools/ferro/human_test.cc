#include "tools/ferro/human.h"

#include <limits>

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(HumanTest, ScalesByThousands) {
  EXPECT_EQ(HumanBytes(0), "0 B");
  EXPECT_EQ(HumanBytes(999), "999 B");
  EXPECT_EQ(HumanBytes(1000), "1.0 kB");
  EXPECT_EQ(HumanBytes(999'999), "1.0 MB");
  EXPECT_EQ(HumanBytes(1'246'253'888), "1.2 GB");
  EXPECT_EQ(HumanBytes(std::numeric_limits<int64_t>::max()), "9.2 EB");
  EXPECT_EQ(HumanCount(354'483'968), "354.5 M");
  EXPECT_EQ(HumanCount(12), "12");
}

}  // namespace
}  // namespace ferro
