#include "engine/gguf/metadata.h"

#include <cmath>
#include <limits>
#include <string>

#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
Value Scalar(ValueType type, const T& value) {
  return Value::Numbers(type, false, 1, absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(&value), sizeof(T)));
}

class MetadataTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK(table_.Add("u8", Scalar(ValueType::kU8, u8_)));
    ASSERT_OK(table_.Add("i32", Scalar(ValueType::kI32, i32_)));
    ASSERT_OK(table_.Add("u64", Scalar(ValueType::kU64, u64_)));
    ASSERT_OK(table_.Add("i64", Scalar(ValueType::kI64, i64_)));
    ASSERT_OK(table_.Add("f32", Scalar(ValueType::kF32, f32_)));
    ASSERT_OK(table_.Add("f64", Scalar(ValueType::kF64, f64_)));
    ASSERT_OK(table_.Add("wide", Scalar(ValueType::kF64, wide_)));
    ASSERT_OK(table_.Add("bool", Scalar(ValueType::kBool, bool_)));
    ASSERT_OK(table_.Add("string", Value::String("text")));
    ASSERT_OK(table_.Add("strings", Value::StringArray({"a", "b"})));
    ASSERT_OK(table_.Add("ints", Value::Numbers(ValueType::kI32, true, 2, absl::MakeConstSpan(ints_, 8))));
  }

  const uint8_t u8_ = 200;
  const int32_t i32_ = -7;
  const uint64_t u64_ = std::numeric_limits<uint64_t>::max();
  const int64_t i64_ = int64_t{1} << 40;
  const float f32_ = 0.25f;
  const double f64_ = 0.1;
  const double wide_ = 1e300;
  const uint8_t bool_ = 2;  // any byte but 0 is true
  const uint8_t ints_[8] = {1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff};
  Metadata table_;
};

TEST_F(MetadataTest, IntegersOfAnyWidthThatFit) {
  EXPECT_EQ(*table_.GetU32("u8"), 200u);
  EXPECT_EQ(*table_.GetI64("i32"), -7);
  EXPECT_EQ(*table_.GetI64("i64"), int64_t{1} << 40);
  EXPECT_THAT(std::string(table_.GetU32("i32").status().message()), AllOf(HasSubstr("\"i32\""), HasSubstr("-7")));
  EXPECT_THAT(std::string(table_.GetU32("i64").status().message()), HasSubstr("2^32"));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetU32("u64").status()));
  EXPECT_THAT(std::string(table_.GetI64("u64").status().message()), HasSubstr("2^63"));
}

TEST_F(MetadataTest, FloatsOfBothWidths) {
  EXPECT_EQ(*table_.GetF32("f32"), 0.25f);
  EXPECT_EQ(*table_.GetF32("f64"), 0.1f);
  EXPECT_THAT(std::string(table_.GetF32("wide").status().message()), HasSubstr("range of f32"));
}

TEST_F(MetadataTest, KindsAreNeverConverted) {
  EXPECT_THAT(std::string(table_.GetU32("f32").status().message()),
              AllOf(HasSubstr("key \"f32\""), HasSubstr("is f32, expected an integer")));
  for (const char* key : {"f32", "bool", "string", "strings", "ints"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(table_.GetU32(key).status())) << key;
    EXPECT_TRUE(absl::IsInvalidArgument(table_.GetI64(key).status())) << key;
  }
  for (const char* key : {"u8", "bool", "string", "ints"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(table_.GetF32(key).status())) << key;
  }
  for (const char* key : {"u8", "f32", "string"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(table_.GetBool(key).status())) << key;
  }
  for (const char* key : {"u8", "bool", "strings"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(table_.GetString(key).status())) << key;
  }
  EXPECT_TRUE(*table_.GetBool("bool"));
  EXPECT_EQ(*table_.GetString("string"), "text");
}

TEST_F(MetadataTest, ArraysAreNotScalarsNorTheReverse) {
  EXPECT_THAT(*table_.GetIntArray("ints"), ElementsAre(1, -2));
  EXPECT_THAT(*table_.GetStringArray("strings"), ElementsAre("a", "b"));
  EXPECT_THAT(std::string(table_.GetIntArray("i32").status().message()), HasSubstr("expected an array"));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetStringArray("string").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetStringArray("ints").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetIntArray("strings").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetFloatArray("ints").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetBoolArray("ints").status()));
  EXPECT_TRUE(table_.IsArray("ints"));
  EXPECT_FALSE(table_.IsArray("i32"));
  EXPECT_FALSE(table_.IsArray("absent"));
}

TEST_F(MetadataTest, AbsentKeys) {
  EXPECT_TRUE(absl::IsNotFound(table_.GetU32("absent").status()));
  EXPECT_THAT(std::string(table_.GetString("absent").status().message()), HasSubstr("key \"absent\" is missing"));
  EXPECT_TRUE(absl::IsNotFound(table_.GetIntArray("absent").status()));
  EXPECT_EQ(*table_.GetU32Or("absent", 5), 5u);
  EXPECT_EQ(*table_.GetI64Or("absent", -5), -5);
  EXPECT_EQ(*table_.GetF32Or("absent", 0.5f), 0.5f);
  EXPECT_TRUE(*table_.GetBoolOr("absent", true));
  EXPECT_EQ(*table_.GetStringOr("absent", "none"), "none");
}

TEST_F(MetadataTest, DefaultsDoNotHideAWrongType) {
  EXPECT_EQ(*table_.GetU32Or("u8", 5), 200u);
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetU32Or("f32", 5).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(table_.GetStringOr("u8", "none").status()));
}

TEST_F(MetadataTest, EntriesKeepTheirOrder) {
  EXPECT_EQ(table_.entries().size(), 11u);
  EXPECT_EQ(table_.entries()[0].key, "u8");
  EXPECT_EQ(table_.entries()[10].key, "ints");
}

TEST_F(MetadataTest, TextForPeople) {
  EXPECT_EQ(table_.Find("i32")->ToText(), "-7");
  EXPECT_EQ(table_.Find("u64")->ToText(), "18446744073709551615");
  EXPECT_EQ(table_.Find("bool")->ToText(), "true");
  EXPECT_EQ(table_.Find("string")->ToText(), "\"text\"");
  EXPECT_EQ(table_.Find("ints")->ToText(), "[2 i32] 1, -2");
  EXPECT_EQ(table_.Find("ints")->ToText(1), "[2 i32] 1, ...");
  EXPECT_EQ(table_.Find("strings")->ToText(0), "[2 string] ...");
  EXPECT_EQ(Value::String("a\n\x01").ToText(), "\"a\\n\\x01\"");
  EXPECT_EQ(table_.Find("strings")->TypeName(), "array of string");
}

}  // namespace
}  // namespace ferro
