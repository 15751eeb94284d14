#include "tools/ferro/model_kind.h"

#include <string>
#include <vector>

#include "base/status_testing.h"
#include "engine/gguf/value.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

constexpr uint8_t kFalse[] = {0};
constexpr uint8_t kMean[] = {1, 0, 0, 0};

ModelKind KindOf(const std::string& architecture, const std::string& key = "", Value value = Value::String("")) {
  Metadata metadata;
  EXPECT_OK(metadata.Add("general.architecture", Value::String(architecture)));
  if (!key.empty()) {
    EXPECT_OK(metadata.Add(key, value));
  }
  return IdentifyModel(metadata).kind;
}

TEST(IdentifyModelTest, KnowsTheKinds) {
  EXPECT_EQ(KindOf("lfm2"), ModelKind::kLm);
  EXPECT_EQ(KindOf("lfm2moe"), ModelKind::kLm);
  EXPECT_EQ(KindOf("lfm2", "lfm2.decision.type", Value::String("lfm2-d1-omni")), ModelKind::kDecide);
  EXPECT_EQ(KindOf("gemma-embedding2"), ModelKind::kEmbed);
  EXPECT_EQ(KindOf("clip"), ModelKind::kMediaProjector);
  EXPECT_EQ(KindOf("llama"), ModelKind::kUnknown);
}

TEST(IdentifyModelTest, AnEncoderIsNoLanguageModel) {
  EXPECT_EQ(KindOf("lfm2", "lfm2.attention.causal", Value::Numbers(ValueType::kBool, false, 1, kFalse)),
            ModelKind::kUnknown);
  EXPECT_EQ(KindOf("lfm2", "lfm2.pooling_type", Value::Numbers(ValueType::kU32, false, 1, kMean)), ModelKind::kUnknown);
}

TEST(IdentifyModelTest, SaysWhenTheArchitectureIsMissing) {
  const ModelIdentity identity = IdentifyModel(Metadata());
  EXPECT_EQ(identity.kind, ModelKind::kUnknown);
  EXPECT_THAT(identity.explanation, HasSubstr("general.architecture"));
}

TEST(CheckModelFileTest, TakesTheRightKindOnly) {
  const std::string path = "tests/data/models/tiny-lfm2-Q8_0.gguf";
  EXPECT_OK(CheckModelFile(path, ModelKind::kLm));
  const absl::Status wrong = CheckModelFile(path, ModelKind::kEmbed);
  EXPECT_EQ(wrong.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(wrong.message()), HasSubstr("--lm"));
  EXPECT_THAT(std::string(CheckModelFile("no/such.gguf", ModelKind::kLm).message()), HasSubstr("no/such.gguf"));
}

}  // namespace
}  // namespace ferro
