// Files of vectors, as other programs read them.
#ifndef FERRO_TOOLS_FERRO_EMBED_VECTOR_FILE_H_
#define FERRO_TOOLS_FERRO_EMBED_VECTOR_FILE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/json.h"
#include "tools/ferro/embed/row_store.h"
#include "tools/ferro/embed/texts.h"

namespace ferro {

enum class VectorFormat {
  kJson,   // one object: the header's members and "data": [{"index", "id", "embedding"}]
  kJsonl,  // a line for each vector: {"index", "id", "embedding"}
  kNpy,    // NumPy, version 1.0: float32 [row][width], little-endian
  kBin,    // the same without a header
};

// By the ending of the name. kInvalidArgument: none of them.
absl::StatusOr<VectorFormat> VectorFormatOf(const std::string& path);

// Writes row i of `rows` as the vector of texts[i], for all of them; `header` appears in kJson alone. The file stands
// under its name only when it is complete.
absl::Status WriteVectorFile(const std::string& path, VectorFormat format, const Json& header,
                             const std::vector<EmbedText>& texts, const RowStore& rows);

}  // namespace ferro

#endif  // FERRO_TOOLS_FERRO_EMBED_VECTOR_FILE_H_
