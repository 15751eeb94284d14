// The shapes of a model's products and attention, for tuning.
#ifndef FERRO_TOOLS_FERRO_TUNE_SHAPES_H_
#define FERRO_TOOLS_FERRO_TUNE_SHAPES_H_

#include <string>

#include "engine/backend/opencl/tuning/model_shapes.h"
#include "engine/models/lfm2/config.h"

namespace ferro {

// What tuning measures where no model is named: the sizes of LFM2-350M.
Lfm2Config Lfm2_350m();

// A mixture of experts counts as so many products of the rows that choose an expert, if rows choose evenly.
opencl::ModelShapes ShapesOf(const Lfm2Config& config, const std::string& name, KvType kv);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_TUNE_SHAPES_H_
