#include "tools/ferro/inspect/report.h"

#include <memory>
#include <string>

#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class InspectTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_OK_AND_ASSIGN(file_, GgufFile::Open("tests/data/models/tiny-lfm2-Q8_0.gguf")); }
  std::unique_ptr<GgufFile> file_;
};

TEST_F(InspectTest, TextSaysWhatTheFileIsAndHolds) {
  const std::string text = InspectText(*file_);
  EXPECT_THAT(text, HasSubstr("a language model, which ferro-lm serves (--lm)"));
  EXPECT_THAT(text, HasSubstr("lfm2.block_count"));
  EXPECT_THAT(text, HasSubstr("token_embd.weight"));
  EXPECT_THAT(text, HasSubstr("Q8_0"));
}

TEST_F(InspectTest, LinesStayReadable) {
  const std::string text = InspectText(*file_);
  size_t start = 0;
  for (size_t end = text.find('\n'); end != std::string::npos; start = end + 1, end = text.find('\n', start)) {
    EXPECT_LT(end - start, 220) << text.substr(start, end - start);
  }
  EXPECT_EQ(start, text.size()) << "ends with a newline";
}

TEST_F(InspectTest, JsonAddsUp) {
  const Json json = InspectJson(*file_);
  EXPECT_EQ(json["kind"], "lm");
  EXPECT_EQ(json["architecture"], "lfm2");
  EXPECT_EQ(json["bytes"], file_->file_bytes());
  EXPECT_EQ(json["tensors"].size(), file_->tensors().size());
  EXPECT_EQ(json["metadata"].size(), file_->entries().size());
  int64_t tensors = 0, elements = 0;
  for (const Json& total : json["totals"]) {
    tensors += total["tensors"].get<int64_t>();
    elements += total["elements"].get<int64_t>();
  }
  EXPECT_EQ(tensors, static_cast<int64_t>(file_->tensors().size()));
  EXPECT_EQ(elements, json["parameters"]);
}

TEST_F(InspectTest, JsonShortensArrays) {
  const Json json = InspectJson(*file_);
  for (const Json& entry : json["metadata"]) {
    if (entry["key"] != "tokenizer.ggml.tokens") continue;
    EXPECT_EQ(entry["type"], "array of string");
    EXPECT_EQ(entry["size"], 2048);
    EXPECT_LT(entry["first"].size(), 10u);
    return;
  }
  FAIL() << "no tokenizer.ggml.tokens";
}

}  // namespace
}  // namespace ferro
