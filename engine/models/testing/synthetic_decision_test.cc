#include "engine/models/testing/synthetic_decision.h"

#include "base/status_testing.h"
#include "engine/models/testing/stored_model_testing.h"

namespace ferro {
namespace {

TEST(SyntheticDecisionTest, EqualsTheStoredModel) {
  ExpectSameTensors(*SyntheticDecisionModel(SyntheticDecision()).Serialize(), "tests/data/models/tiny-d1-Q8_0.gguf");
}

}  // namespace
}  // namespace ferro
