#include "engine/models/lfm2_decision/calibration.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file_testing.h"
#include "base/json.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"
#include "engine/gguf/writer.h"

namespace ferro {
namespace {

constexpr char kPrefix[] = "lfm2.decision.temperature.";

absl::StatusOr<DecisionCalibration> Read(const GgufWriter& writer) {
  const absl::StatusOr<std::string> bytes = writer.Serialize();
  if (!bytes.ok()) return bytes.status();
  const auto file = GgufFile::Parse({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}, "test");
  if (!file.ok()) return file.status();
  return DecisionCalibration::Read(**file);
}

absl::StatusOr<DecisionCalibration> ReadFloat(const std::string& name, float value) {
  GgufWriter writer;
  writer.AddF32(kPrefix + name, value);
  return Read(writer);
}

TEST(CalibrationTest, WithoutKeysEveryTemperatureIsOne) {
  ASSERT_OK_AND_ASSIGN(const DecisionCalibration calibration, Read(GgufWriter()));
  for (const DecisionType type : {DecisionType::kChoice, DecisionType::kScore, DecisionType::kNoul}) {
    for (const int n : {1, 2, 3, 10, 255}) EXPECT_EQ(calibration.Temperature(type, n), 1);
  }
}

TEST(CalibrationTest, RangesThenTypeThenOne) {
  GgufWriter writer;
  writer.AddF32(std::string(kPrefix) + "choice.2", 1.7465145587921143f);
  writer.AddF32(std::string(kPrefix) + "choice.3_5", 1.3998981714248657f);
  writer.AddF32(std::string(kPrefix) + "choice.11", 1.372515082359314f);
  writer.AddF32(std::string(kPrefix) + "choice", 1.5f);
  writer.AddF32(std::string(kPrefix) + "score.3_5", 1.7301132678985596f);
  ASSERT_OK_AND_ASSIGN(const DecisionCalibration calibration, Read(writer));
  const auto choice = [&](int n) { return calibration.Temperature(DecisionType::kChoice, n); };
  for (const int n : {1, 2}) EXPECT_EQ(choice(n), 1.746515f) << n;
  for (const int n : {3, 4, 5}) EXPECT_EQ(choice(n), 1.399898f) << n;
  for (const int n : {6, 10}) EXPECT_EQ(choice(n), 1.5f) << n;
  for (const int n : {11, 26, 255}) EXPECT_EQ(choice(n), 1.372515f) << n;
  EXPECT_EQ(calibration.Temperature(DecisionType::kScore, 2), 1);
  EXPECT_EQ(calibration.Temperature(DecisionType::kScore, 5), 1.730113f);
  EXPECT_EQ(calibration.Temperature(DecisionType::kNoul, 2), 1);
  EXPECT_NE(calibration.Describe(), DecisionCalibration().Describe());
}

TEST(CalibrationTest, GoldenTemperaturesOfTheTinyModel) {
  ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open("tests/data/models/tiny-d1-Q8_0.gguf"));
  ASSERT_OK_AND_ASSIGN(const DecisionCalibration calibration, DecisionCalibration::Read(*file));
  ASSERT_OK_AND_ASSIGN(const Json goldens, ParseJson(ReadFile("tests/data/goldens/d1.json")));
  int questions = 0;
  for (const Json& request : goldens.at("requests")) {
    for (const Json& question : request.at("questions")) {
      const auto type = static_cast<DecisionType>(question.at("column").get<int>());
      const int n = static_cast<int>(question.at("markers").size());
      EXPECT_NEAR(calibration.Temperature(type, n), question.at("temperature").get<double>(), 5e-7);
      ++questions;
    }
  }
  EXPECT_EQ(questions, 16);
}

TEST(CalibrationTest, ValuesHaveSixDecimals) {
  EXPECT_EQ(ReadFloat("noul.2", 6e-7f)->Temperature(DecisionType::kNoul, 2), 1e-6f);
  EXPECT_EQ(ReadFloat("noul.2", 4e-7f).status(),
            absl::InvalidArgumentError("invalid decision temperature: lfm2.decision.temperature.noul.2 = 0.000000"));
}

TEST(CalibrationTest, TextsAndIntegersAreNumbersToo) {
  GgufWriter writer;
  writer.AddString(std::string(kPrefix) + "choice", "1.5");
  writer.AddU32(std::string(kPrefix) + "score", 2);
  writer.AddF64(std::string(kPrefix) + "noul", 0.25);
  ASSERT_OK_AND_ASSIGN(const DecisionCalibration calibration, Read(writer));
  EXPECT_EQ(calibration.Temperature(DecisionType::kChoice, 3), 1.5f);
  EXPECT_EQ(calibration.Temperature(DecisionType::kScore, 3), 2);
  EXPECT_EQ(calibration.Temperature(DecisionType::kNoul, 2), 0.25f);
}

TEST(CalibrationTest, RefusesWhatIsNoTemperature) {
  const float kBad[] = {0, -1, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
  for (const float value : kBad) {
    EXPECT_EQ(ReadFloat("score.11", value).status().code(), absl::StatusCode::kInvalidArgument) << value;
  }
  for (const char* text : {"", "abc", "1.5x", "nan"}) {
    GgufWriter writer;
    writer.AddString(std::string(kPrefix) + "choice", text);
    EXPECT_EQ(Read(writer).status(),
              absl::InvalidArgumentError(absl::StrCat("invalid decision temperature: ", kPrefix, "choice = ", text)));
  }
  GgufWriter array;
  array.AddArray(std::string(kPrefix) + "noul", std::vector<float>{1, 2});
  EXPECT_FALSE(Read(array).ok());
  GgufWriter boolean;
  boolean.AddBool(std::string(kPrefix) + "noul", true);
  EXPECT_FALSE(Read(boolean).ok());
}

}  // namespace
}  // namespace ferro
