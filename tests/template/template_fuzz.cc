// Fuzz target: template source, and after a zero byte JSON variables. Whatever the bytes: no crash, no hang, no huge
// allocation; a template that parses also renders the same twice.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "engine/text/template/chat_template.h"
#include "engine/text/template/value_json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t zero = input.find('\0');
  const auto parsed = ferro::ChatTemplate::Parse(input.substr(0, zero));
  if (!parsed.ok()) return 0;
  auto variables = ferro::jinja::ValueFromJson(zero == absl::string_view::npos ? "{}" : input.substr(zero + 1));
  if (!variables.ok() || !variables->is_mapping()) variables = ferro::jinja::ValueFromJson("{}");
  const auto first = (*parsed)->Render(*variables, absl::UnixEpoch());
  const auto second = (*parsed)->Render(*variables, absl::UnixEpoch());
  if (first.ok() != second.ok() || (first.ok() && *first != *second)) std::abort();
  return 0;
}
