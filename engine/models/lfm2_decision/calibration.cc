#include "engine/models/lfm2_decision/calibration.h"

#include <cmath>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"

namespace ferro {
namespace {

constexpr const char* kRangeNames[] = {"2", "3_5", "6_10", "11"};
constexpr DecisionType kAllTypes[] = {DecisionType::kChoice, DecisionType::kScore, DecisionType::kNoul};

int RangeOf(int option_count) { return option_count <= 2 ? 0 : option_count <= 5 ? 1 : option_count <= 10 ? 2 : 3; }

std::string ValueText(const Value& value) {
  if (value.is_array()) return value.ToText();
  switch (value.element_type()) {
    case ValueType::kString:
      return std::string(value.StringAt(0).value());
    case ValueType::kF32:
    case ValueType::kF64:
      return absl::StrFormat("%f", value.FloatAt(0).value());
    default:
      return value.ToText();
  }
}

// nullopt: the key is absent.
absl::StatusOr<std::optional<float>> ReadTemperature(const Metadata& metadata, const std::string& key) {
  const Value* value = metadata.Find(key);
  if (value == nullptr) return std::nullopt;
  const std::string text = ValueText(*value);
  float temperature = 0;
  if (!absl::SimpleAtof(text, &temperature) || !std::isfinite(temperature) || temperature <= 0) {
    return absl::InvalidArgumentError(absl::StrCat("invalid decision temperature: ", key, " = ", text));
  }
  return temperature;
}

}  // namespace

DecisionCalibration::DecisionCalibration() {
  for (auto& ranges : temperatures_) ranges.fill(1);
}

absl::StatusOr<DecisionCalibration> DecisionCalibration::Read(const Metadata& metadata) {
  DecisionCalibration calibration;
  for (const DecisionType type : kAllTypes) {
    const std::string type_key = absl::StrCat("lfm2.decision.temperature.", DecisionTypeName(type));
    FERRO_ASSIGN_OR_RETURN(const std::optional<float> whole, ReadTemperature(metadata, type_key));
    for (int range = 0; range < kRanges; ++range) {
      FERRO_ASSIGN_OR_RETURN(const std::optional<float> own,
                             ReadTemperature(metadata, absl::StrCat(type_key, ".", kRangeNames[range])));
      calibration.temperatures_[static_cast<int>(type)][range] = own.value_or(whole.value_or(1));
    }
  }
  return calibration;
}

float DecisionCalibration::Temperature(DecisionType type, int option_count) const {
  return temperatures_[static_cast<int>(type)][RangeOf(option_count)];
}

std::string DecisionCalibration::Describe() const {
  std::string text;
  for (const DecisionType type : kAllTypes) {
    for (int range = 0; range < kRanges; ++range) {
      absl::StrAppend(&text, text.empty() ? "" : " ", DecisionTypeName(type), ".", kRangeNames[range], "=",
                      absl::StrFormat("%.6f", temperatures_[static_cast<int>(type)][range]));
    }
  }
  return text;
}

}  // namespace ferro
