#include "engine/models/testing/synthetic_lfm2.h"

#include <string>

#include "base/status_testing.h"

namespace ferro {
namespace {

// The checked-in tiny models came from the same generator in another language: every tensor must be equal.
void ExpectSameTensors(const SyntheticLfm2& shape, const std::string& path) {
  ASSERT_OK_AND_ASSIGN(const std::string bytes, SyntheticModel(shape, nullptr).Serialize());
  ASSERT_OK_AND_ASSIGN(const auto made,
                       GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, "made"));
  ASSERT_OK_AND_ASSIGN(const auto stored, GgufFile::Open(path));
  ASSERT_EQ(made->tensors().size(), stored->tensors().size());
  for (const TensorInfo& tensor : stored->tensors()) {
    const TensorInfo* twin = made->FindTensor(tensor.name);
    ASSERT_NE(twin, nullptr) << tensor.name;
    EXPECT_EQ(twin->type, tensor.type) << tensor.name;
    EXPECT_EQ(twin->shape, tensor.shape) << tensor.name;
    EXPECT_TRUE(twin->data == tensor.data) << tensor.name;
  }
}

TEST(SyntheticLfm2Test, DenseEqualsTheStoredModel) {
  ExpectSameTensors(TinyLfm2(), "tests/data/models/tiny-lfm2-Q8_0.gguf");
}

TEST(SyntheticLfm2Test, MoeEqualsTheStoredModel) {
  ExpectSameTensors(TinyLfm2Moe(), "tests/data/models/tiny-lfm2moe-Q8_0.gguf");
}

TEST(SyntheticLfm2Test, UnknownNameListsTheNames) {
  EXPECT_THAT(std::string(SyntheticByName("x").status().message()), testing::HasSubstr("lfm2-350m"));
}

}  // namespace
}  // namespace ferro
