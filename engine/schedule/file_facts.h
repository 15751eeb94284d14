// What a model file says of itself, as services report it.
#ifndef FERRO_ENGINE_SCHEDULE_FILE_FACTS_H_
#define FERRO_ENGINE_SCHEDULE_FILE_FACTS_H_

#include <cstdint>
#include <string>

#include "engine/gguf/file.h"

namespace ferro {

struct FileFacts {
  std::string stem;          // file name without folders and extension
  std::string file;          // file name without folders
  std::string architecture;  // general.architecture
  std::string file_type;     // name of the tensor type that holds most values
  int64_t parameters = 0;
  int64_t file_bytes = 0;
  int64_t tensor_bytes = 0;
  int embedding_length = 0;
  int trained_context = 0;
};

// Never fails: what a header lacks stays empty or 0.
FileFacts FactsOf(const GgufFile& file);

}  // namespace ferro

#endif  // FERRO_ENGINE_SCHEDULE_FILE_FACTS_H_
