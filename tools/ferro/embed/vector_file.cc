#include "tools/ferro/embed/vector_file.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/json_floats.h"
#include "base/status_macros.h"
#include "engine/gguf/atomic_file.h"

namespace ferro {
namespace {

// Rows held at a time.
constexpr int64_t kBlockRows = 1024;

// What numpy.lib.format writes: magic, version, length, a dictionary padded so that the data begin at a multiple of 64.
std::string NpyHeader(int64_t rows, int width) {
  std::string dictionary =
      absl::StrCat("{'descr': '<f4', 'fortran_order': False, 'shape': (", rows, ", ", width, "), }");
  constexpr size_t kPrefix = 10;
  const size_t end = (kPrefix + dictionary.size() + 1 + 63) / 64 * 64;
  dictionary.append(end - kPrefix - dictionary.size() - 1, ' ');
  dictionary += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

void AppendObject(size_t index, const EmbedText& text, absl::Span<const float> vector, std::string* out) {
  absl::StrAppend(out, "{\"index\":", index);
  if (!text.id.is_null()) absl::StrAppend(out, ",\"id\":", DumpJson(text.id));
  *out += ",\"embedding\":";
  AppendJsonFloats(vector, out);
  *out += '}';
}

std::string Opening(VectorFormat format, const Json& header, int64_t rows, int width) {
  if (format == VectorFormat::kNpy) return NpyHeader(rows, width);
  if (format != VectorFormat::kJson) return "";
  std::string opening = DumpJson(header);
  opening.back() = ',';  // in place of the brace
  return opening + "\"data\":[\n";
}

}  // namespace

absl::StatusOr<VectorFormat> VectorFormatOf(const std::string& path) {
  if (absl::EndsWith(path, ".json")) return VectorFormat::kJson;
  if (absl::EndsWith(path, ".jsonl")) return VectorFormat::kJsonl;
  if (absl::EndsWith(path, ".npy")) return VectorFormat::kNpy;
  if (absl::EndsWith(path, ".bin")) return VectorFormat::kBin;
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": the name must end in .json, .jsonl, .npy or .bin, which says how vectors are written"));
}

absl::Status WriteVectorFile(const std::string& path, VectorFormat format, const Json& header,
                             const std::vector<EmbedText>& texts, const RowStore& rows) {
  const int64_t count = static_cast<int64_t>(texts.size());
  const size_t width = static_cast<size_t>(rows.width());
  FERRO_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  FERRO_RETURN_IF_ERROR(file.Append(Opening(format, header, count, rows.width())));
  const bool binary = format == VectorFormat::kNpy || format == VectorFormat::kBin;
  std::vector<float> block(static_cast<size_t>(kBlockRows) * width);
  std::string text;
  for (int64_t first = 0; first < count; first += kBlockRows) {
    const int64_t block_rows = std::min(kBlockRows, count - first);
    FERRO_RETURN_IF_ERROR(rows.Read(first, block_rows, block.data()));
    text.clear();
    if (binary) {
      text.assign(reinterpret_cast<const char*>(block.data()), static_cast<size_t>(block_rows) * width * sizeof(float));
    }
    for (int64_t i = 0; !binary && i < block_rows; ++i) {
      const size_t index = static_cast<size_t>(first + i);
      AppendObject(index, texts[index], {block.data() + static_cast<size_t>(i) * width, width}, &text);
      text += format == VectorFormat::kJson && first + i + 1 < count ? ",\n" : "\n";
    }
    FERRO_RETURN_IF_ERROR(file.Append(text));
  }
  if (format == VectorFormat::kJson) FERRO_RETURN_IF_ERROR(file.Append("]}\n"));
  return file.Commit();
}

}  // namespace ferro
