#include "tools/ferro/tune/shapes.h"

#include "gtest/gtest.h"

namespace ferro {
namespace {

const opencl::MatrixShape* Find(const opencl::ModelShapes& model, const std::string& name) {
  for (const opencl::MatrixShape& shape : model.matrices) {
    if (shape.name == name) return &shape;
  }
  return nullptr;
}

TEST(ShapesTest, TakesADenseModelApart) {
  const opencl::ModelShapes model = ShapesOf(Lfm2_350m(), "lfm2-350m", KvType::kF16);
  EXPECT_EQ(model.attention_layers, 6);
  EXPECT_EQ(model.kv, KvType::kF16);
  double weights = 0;
  for (const opencl::MatrixShape& shape : model.matrices) {
    EXPECT_EQ(shape.inputs % 32, 0) << shape.name;
    weights += shape.decode_uses * shape.outputs * shape.inputs;
  }
  EXPECT_NEAR(weights, 354.4e6, 0.2e6);  // what a step of this model reads
  ASSERT_NE(Find(model, "q k v"), nullptr);
  EXPECT_EQ(Find(model, "q k v")->outputs, 2048);
  EXPECT_EQ(Find(model, "conv in")->decode_uses, 10);
  EXPECT_EQ(Find(model, "logits")->prefill_uses, 0);
  EXPECT_EQ(Find(model, "expert down"), nullptr);
}

TEST(ShapesTest, CountsExpertsByTheRowsThatChooseThem) {
  Lfm2Config config = Lfm2_350m();
  for (size_t i = 2; i < config.layers.size(); ++i) config.layers[i].dense = false;
  config.experts = 32;
  config.experts_used = 4;
  config.expert_ff = 1792;
  const opencl::ModelShapes model = ShapesOf(config, "moe", KvType::kF32);
  const opencl::MatrixShape* const gate_up = Find(model, "expert gate, up");
  ASSERT_NE(gate_up, nullptr);
  EXPECT_EQ(gate_up->outputs, 3584);
  EXPECT_EQ(gate_up->decode_uses, 14 * 4);
  EXPECT_EQ(gate_up->prefill_uses, 14 * 32);
  EXPECT_EQ(gate_up->prefill_share, 0.125);
  EXPECT_EQ(Find(model, "gate, up")->decode_uses, 2);
}

}  // namespace
}  // namespace ferro
