#include "tools/ferro/embed/row_store.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::ElementsAre;

class RowStoreTest : public ::testing::Test {
 protected:
  RowStoreTest() : path_(testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name()) {}

  std::unique_ptr<RowStore> Open(const std::string& text = "a", int width = 2) {
    absl::StatusOr<std::unique_ptr<RowStore>> store = RowStore::Open(path_, width, Json{{"text", text}});
    EXPECT_OK(store);
    return store.ok() ? *std::move(store) : nullptr;
  }

  const std::string path_;
};

TEST_F(RowStoreTest, KeepsWholeRowsFromRunToRun) {
  ASSERT_OK(Open()->Append({1, 2, 3, 4}));
  std::ofstream(path_ + ".part", std::ios::app | std::ios::binary) << "half";
  const std::unique_ptr<RowStore> again = Open();
  EXPECT_EQ(again->rows(), 2);
  ASSERT_OK(again->Append({5, 6}));
  EXPECT_EQ(again->rows(), 3);
  std::vector<float> values(4);
  ASSERT_OK(again->Read(1, 2, values.data()));
  EXPECT_THAT(values, ElementsAre(3, 4, 5, 6));
  EXPECT_EQ(again->Read(2, 2, values.data()).code(), absl::StatusCode::kDataLoss);
}

TEST_F(RowStoreTest, StartsAfreshForAnythingElse) {
  ASSERT_OK(Open("a")->Append({1, 2}));
  EXPECT_EQ(Open("b")->rows(), 0);
  EXPECT_EQ(Open("a")->rows(), 0) << "they are gone";
}

TEST_F(RowStoreTest, RowsWithoutAnOriginCountForNothing) {
  ASSERT_OK(Open()->Append({1, 2}));
  std::filesystem::remove(path_ + ".part.json");
  EXPECT_EQ(Open()->rows(), 0);
}

TEST_F(RowStoreTest, OneProcessAtATime) {
  const std::unique_ptr<RowStore> store = Open();
  EXPECT_EQ(RowStore::Open(path_, 2, Json{{"text", "a"}}).status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(RowStoreTest, DiscardedLeavesNothing) {
  Open()->Discard();
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part.json"));
  EXPECT_EQ(RowStore::Open("/no/such/folder/file", 2, Json()).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace ferro
