#include "engine/text/decision/template_check.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "base/status_testing.h"
#include "engine/gguf/file.h"

namespace ferro {
namespace {

using testing::HasSubstr;

class TemplateCheckTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(const auto file, GgufFile::Open("tests/data/models/tiny-d1-Q8_0.gguf"));
    ASSERT_OK_AND_ASSIGN(const absl::string_view source, file->GetString("tokenizer.chat_template.systemone"));
    source_ = std::string(source);
  }

  std::string source_;
};

TEST_F(TemplateCheckTest, TheTinyModelsOwn) {
  const TemplateCheck check = CheckSystemoneTemplate(source_);
  EXPECT_EQ(check.verdict, TemplateVerdict::kSame) << check.detail;
}

TEST_F(TemplateCheckTest, FindsChangesOfEveryPart) {
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"<|reserved_7|>", "<|reserved_6|>"},
                                                        {"level ", "Level "},
                                                        {"yes, the statement holds", "yes"},
                                                        {"{{ sep }}<|reserved_10|>", "<|reserved_10|>"},
                                                        {"elif state is not none", "else"},
                                                        {"{{ mark_option }} ", "{{ mark_option }}"}}) {
    const std::string changed = absl::StrReplaceAll(source_, {{from, to}});
    ASSERT_NE(changed, source_) << from;
    const TemplateCheck check = CheckSystemoneTemplate(changed);
    EXPECT_EQ(check.verdict, TemplateVerdict::kDifferent) << from;
    EXPECT_THAT(check.detail, HasSubstr("this program"));
  }
}

TEST_F(TemplateCheckTest, WhatCannotRunIsUnknown) {
  for (const char* source : {"{% unclosed", "{{ state | no_such_filter }}", "{{ raise_exception('no') }}"}) {
    const TemplateCheck check = CheckSystemoneTemplate(source);
    EXPECT_EQ(check.verdict, TemplateVerdict::kUnknown) << source;
    EXPECT_NE(check.detail, "");
  }
  EXPECT_EQ(CheckSystemoneTemplate("").verdict, TemplateVerdict::kDifferent);
}

}  // namespace
}  // namespace ferro
