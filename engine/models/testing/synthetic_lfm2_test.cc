#include "engine/models/testing/synthetic_lfm2.h"

#include <string>

#include "base/status_testing.h"
#include "engine/models/testing/stored_model_testing.h"

namespace ferro {
namespace {

TEST(SyntheticLfm2Test, DenseEqualsTheStoredModel) {
  ExpectSameTensors(*SyntheticModel(TinyLfm2(), nullptr).Serialize(), "tests/data/models/tiny-lfm2-Q8_0.gguf");
}

TEST(SyntheticLfm2Test, MoeEqualsTheStoredModel) {
  ExpectSameTensors(*SyntheticModel(TinyLfm2Moe(), nullptr).Serialize(), "tests/data/models/tiny-lfm2moe-Q8_0.gguf");
}

TEST(SyntheticLfm2Test, UnknownNameListsTheNames) {
  EXPECT_THAT(std::string(SyntheticByName("x").status().message()), testing::HasSubstr("lfm2-350m"));
}

}  // namespace
}  // namespace ferro
