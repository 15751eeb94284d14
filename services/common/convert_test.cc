#include "services/common/convert.h"

#include "gtest/gtest.h"

namespace ferro {
namespace {

TEST(CommonConvertTest, StatsOfPasses) {
  PassStats stats;
  stats.queue_depth = 5;
  stats.tokens = 6;
  stats.passes = 7;
  stats.finished["done"] = 8;
  stats.batch_sequences.Add(3);
  stats.batch_tokens.Add(6);
  const admin::v1::Stats to = ToProto(stats);
  EXPECT_EQ(to.queue_depth(), 5);
  EXPECT_EQ(to.prompt_tokens(), 6);
  EXPECT_EQ(to.steps(), 7);
  EXPECT_EQ(to.finished().at("done"), 8);
  EXPECT_EQ(to.batch_rows().sum(), 3);
  EXPECT_EQ(to.batch_tokens().sum(), 6);
}

}  // namespace
}  // namespace ferro
