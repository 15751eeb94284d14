#include "tools/ferro/mcp/schema.h"

#include <utility>

namespace ferro::mcp {

Json Text(const char* description) { return {{"type", "string"}, {"description", description}}; }

Json Number(const char* description) { return {{"type", "number"}, {"description", description}}; }

Json Count() { return {{"type", "integer"}, {"minimum", 0}}; }

Json Object(Json properties, Json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json Warnings() {
  return {{"type", "array"},
          {"description", "What was cut off because it did not fit the model; absent if all did."},
          {"items", {{"type", "string"}}}};
}

}  // namespace ferro::mcp
