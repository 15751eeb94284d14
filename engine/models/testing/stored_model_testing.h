// Whether a synthetic model is the one that is checked in.
#ifndef FERRO_ENGINE_MODELS_TESTING_STORED_MODEL_TESTING_H_
#define FERRO_ENGINE_MODELS_TESTING_STORED_MODEL_TESTING_H_

#include <string>

#include "base/status_testing.h"
#include "engine/gguf/file.h"

namespace ferro {

// The checked-in tiny models came from the same generator in another language: every tensor of `bytes`, a model file,
// must be that of the file at `path`.
inline void ExpectSameTensors(const std::string& bytes, const std::string& path) {
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

}  // namespace ferro

#endif  // FERRO_ENGINE_MODELS_TESTING_STORED_MODEL_TESTING_H_
