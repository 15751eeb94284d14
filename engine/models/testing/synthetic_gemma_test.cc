#include "engine/models/testing/synthetic_gemma.h"

#include "base/status_testing.h"
#include "engine/models/testing/stored_model_testing.h"

namespace ferro {
namespace {

TEST(SyntheticGemmaTest, EqualsTheStoredModels) {
  ExpectSameTensors(*SyntheticGemmaModel(SyntheticGemma()).Serialize(), "tests/data/models/tiny-gemma2-Q8_0.gguf");
  ExpectSameTensors(*SyntheticGemmaModel(TinyGemma1()).Serialize(), "tests/data/models/tiny-gemma1-Q8_0.gguf");
}

}  // namespace
}  // namespace ferro
