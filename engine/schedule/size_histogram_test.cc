#include "engine/schedule/size_histogram.h"

#include "gmock/gmock.h"

namespace ferro {
namespace {

using testing::ElementsAre;

TEST(SizeHistogramTest, BoundsBelongToTheirBucket) {
  SizeHistogram histogram(8);
  EXPECT_THAT(histogram.bounds(), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(histogram.counts(), ElementsAre(0, 0, 0, 0, 0));
  for (const int size : {0, 1, 2, 3, 4, 5, 8, 9, 1000}) histogram.Add(size);
  EXPECT_THAT(histogram.counts(), ElementsAre(2, 1, 2, 2, 2));
  EXPECT_EQ(histogram.sum(), 1032);
}

}  // namespace
}  // namespace ferro
