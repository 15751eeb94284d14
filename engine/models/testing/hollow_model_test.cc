#include "engine/models/testing/hollow_model.h"

#include <algorithm>

#include "base/status_testing.h"
#include "engine/models/testing/synthetic_lfm2.h"

namespace ferro {
namespace {

TEST(HollowModelTest, HasTheTensorsOfTheShape) {
  ASSERT_OK_AND_ASSIGN(const auto hollow, HollowModel::Create("tiny-lfm2"));
  ASSERT_OK_AND_ASSIGN(const std::string full, SyntheticModel(TinyLfm2(), nullptr).Serialize());
  ASSERT_OK_AND_ASSIGN(const auto file,
                       GgufFile::Parse({reinterpret_cast<const uint8_t*>(full.data()), full.size()}, "full"));
  EXPECT_EQ(hollow->file().file_bytes(), file->file_bytes());
  ASSERT_EQ(hollow->file().tensors().size(), file->tensors().size());
  for (size_t i = 0; i < file->tensors().size(); ++i) {
    const TensorInfo& tensor = hollow->file().tensors()[i];
    EXPECT_EQ(tensor.name, file->tensors()[i].name);
    EXPECT_EQ(tensor.shape, file->tensors()[i].shape);
    EXPECT_TRUE(std::all_of(tensor.data.begin(), tensor.data.end(), [](uint8_t b) { return b == 0; })) << tensor.name;
  }
}

TEST(HollowModelTest, HasAsManyWeightsAsThePublishedModel) {
  ASSERT_OK_AND_ASSIGN(const auto hollow, HollowModel::Create("lfm2-350m"));
  int64_t values = 0;
  for (const TensorInfo& tensor : hollow->file().tensors()) values += tensor.elements();
  EXPECT_EQ(values, 354'483'968);
}

TEST(HollowModelTest, NamesTheShapesItKnows) {
  const absl::Status status = HollowModel::Create("lfm3").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("lfm2-350m"), std::string::npos) << status;
}

}  // namespace
}  // namespace ferro
