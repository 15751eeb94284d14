#include "tools/ferro/mcp/revision.h"

#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

TEST(RevisionTest, NamesAndRevisionsAreOneToOne) {
  const Json names = RevisionNames();
  ASSERT_EQ(names.size(), 5);
  for (const Json& name : names) {
    const auto revision = FindRevision(name.get<std::string>());
    ASSERT_TRUE(revision.has_value()) << name;
    EXPECT_EQ(RevisionName(*revision), name.get<std::string>());
  }
  EXPECT_EQ(names[0], "2026-07-28");
  EXPECT_FALSE(FindRevision("2025-06-19").has_value());
  EXPECT_FALSE(FindRevision("").has_value());
}

TEST(RevisionTest, AnInitializeGetsWhatItAskedForWhereThatHasOne) {
  EXPECT_EQ(NegotiateRevision("2024-11-05"), Revision::k2024_11_05);
  EXPECT_EQ(NegotiateRevision("2025-03-26"), Revision::k2025_03_26);
  EXPECT_EQ(NegotiateRevision("2025-06-18"), Revision::k2025_06_18);
  EXPECT_EQ(NegotiateRevision("2025-11-25"), Revision::k2025_11_25);
  EXPECT_EQ(NegotiateRevision("2026-07-28"), Revision::k2025_11_25) << "that revision knows no initialize";
  EXPECT_EQ(NegotiateRevision("1999-01-01"), Revision::k2025_11_25);
}

TEST(RevisionTest, KnowsWhatCameAndWent) {
  EXPECT_FALSE(HasBatches(Revision::k2024_11_05));
  EXPECT_TRUE(HasBatches(Revision::k2025_03_26));
  EXPECT_FALSE(HasBatches(Revision::k2025_06_18));
  EXPECT_FALSE(HasAnnotations(Revision::k2024_11_05));
  EXPECT_TRUE(HasAnnotations(Revision::k2025_03_26));
  EXPECT_FALSE(HasStructuredContent(Revision::k2025_03_26));
  EXPECT_TRUE(HasStructuredContent(Revision::k2026_07_28));
  EXPECT_FALSE(IsStateless(Revision::k2025_11_25));
}

}  // namespace
}  // namespace ferro::mcp
