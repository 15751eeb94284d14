#include "services/common/file_info.h"

namespace ferro {

common::v1::ModelInfo ToProto(const FileFacts& from) {
  common::v1::ModelInfo to;
  to.set_file(from.file);
  to.set_architecture(from.architecture);
  to.set_file_type(from.file_type);
  to.set_parameters(from.parameters);
  to.set_file_bytes(from.file_bytes);
  to.set_embedding_length(from.embedding_length);
  to.set_trained_context(from.trained_context);
  return to;
}

}  // namespace ferro
