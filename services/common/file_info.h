// The facts of a model file as every service's GetModel tells them.
#ifndef FERRO_SERVICES_COMMON_FILE_INFO_H_
#define FERRO_SERVICES_COMMON_FILE_INFO_H_

#include "engine/schedule/file_facts.h"
#include "ferro/common/v1/common.pb.h"

namespace ferro {

// Leaves what is not the file's own: id, context, device and the rest.
common::v1::ModelInfo ToProto(const FileFacts& facts);

}  // namespace ferro

#endif  // FERRO_SERVICES_COMMON_FILE_INFO_H_
