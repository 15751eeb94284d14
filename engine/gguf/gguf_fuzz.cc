// Fuzz target of the GGUF reader: parses arbitrary bytes and then uses everything the result offers.
//
// The corpus and a round of mutations run as gguf_corpus_test. For a longer hunt, from the root of the repository:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. engine/gguf/gguf_fuzz.cc
//     engine/gguf/{dequant,file,mapped_file,metadata,parser,types,utf8,value}.cc -o /tmp/gguf_fuzz
//     $(pkg-config --libs absl_statusor absl_flat_hash_map absl_str_format) && /tmp/gguf_fuzz tests/data/gguf-corpus
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/gguf/dequant.h"
#include "engine/gguf/file.h"

namespace ferro {
namespace {

// A broken promise of the reader, as opposed to a refused input.
void Require(bool promise) {
  if (!promise) std::abort();
}

void UseMetadata(const GgufFile& file) {
  for (const Metadata::Entry& entry : file.entries()) {
    Require(file.Has(entry.key));
    (void)entry.value.ToText();
    (void)file.GetU32(entry.key);
    (void)file.GetI64(entry.key);
    (void)file.GetF32(entry.key);
    (void)file.GetBool(entry.key);
    (void)file.GetString(entry.key);
    (void)file.GetIntArray(entry.key);
    (void)file.GetFloatArray(entry.key);
    (void)file.GetBoolArray(entry.key);
    const auto strings = file.GetStringArray(entry.key);
    size_t bytes = 0;
    if (strings.ok()) {
      for (const absl::string_view text : *strings) bytes += text.size();
    }
    Require(bytes <= static_cast<size_t>(file.file_bytes()));
  }
}

void UseTensors(const GgufFile& file) {
  uint64_t total = 0;
  for (const TensorInfo& info : file.tensors()) {
    Require(file.FindTensor(info.name) == &info);
    Require(info.elements() > 0 && info.rows() * info.row_length() == info.elements());
    Require(file.Tensor(info.name).ok() == IsReadable(info.type));
    if (!IsReadable(info.type)) continue;
    total += info.data.size();
    // The data lies in the input, so a row is never larger than a small multiple of it.
    std::vector<float> row(static_cast<size_t>(info.row_length()));
    DequantizeRow(info.type, info.data.data(), row.data(), info.row_length());
    DequantizeRow(info.type, info.data.data() + (info.rows() - 1) * info.row_bytes(), row.data(), info.row_length());
  }
  Require(total <= static_cast<uint64_t>(file.file_bytes()));  // as no two overlap
}

}  // namespace
}  // namespace ferro

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = ferro::GgufFile::Parse(absl::MakeConstSpan(data, size), "fuzz");
  if (!file.ok()) {
    ferro::Require(!file.status().message().empty());
    return 0;
  }
  ferro::UseMetadata(**file);
  ferro::UseTensors(**file);
  return 0;
}
