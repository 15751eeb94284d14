#include "tools/ferro/fetch/catalogue.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

TEST(CatalogueTest, TheBuiltInListIsSound) {
  ASSERT_OK_AND_ASSIGN(const std::vector<CatalogueEntry> entries, LoadCatalogue());
  EXPECT_GE(entries.size(), 10u);
  std::set<std::string> names;
  for (const CatalogueEntry& entry : entries) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " twice";
    EXPECT_EQ(entry.name, absl::AsciiStrToLower(entry.name));
    EXPECT_TRUE(absl::StartsWith(entry.url, "https://")) << entry.url;
    EXPECT_TRUE(absl::EndsWith(entry.url, ".gguf")) << entry.url;
    EXPECT_FALSE(entry.licence.empty()) << entry.name;
    EXPECT_TRUE(std::set<std::string>({"lm", "decide", "embed", "mmproj"}).count(entry.kind)) << entry.kind;
  }
}

TEST(CatalogueTest, ErrorsNameTheMember) {
  const auto message = [](const std::string& model) {
    return std::string(ParseCatalogue(absl::StrCat(R"({"models": [)", model, "]}")).status().message());
  };
  EXPECT_THAT(message(R"({"kind": "lm"})"), HasSubstr("\"name\""));
  EXPECT_THAT(message("3"), HasSubstr("entry 0"));
  const std::string start = R"({"name": "a", "kind": "lm", "licence": "", "note": "", "url": "https://h/a.gguf", )";
  EXPECT_THAT(message(start + R"("sha256": "", "bytes": -1})"), HasSubstr("\"bytes\""));
  EXPECT_THAT(message(start + R"("sha256": "12AB", "bytes": 1})"), HasSubstr("\"sha256\""));
  EXPECT_EQ(message(start + R"("sha256": "", "bytes": 1})"), "");
  EXPECT_FALSE(ParseCatalogue("[]").ok());
  EXPECT_FALSE(ParseCatalogue("{").ok());
}

TEST(FileNameOfUrlTest, TakesTheLastPart) {
  EXPECT_EQ(FileNameOfUrl("https://h/a/b.gguf").value(), "b.gguf");
  EXPECT_EQ(FileNameOfUrl("http://127.0.0.1:80/b.gguf?download=true#x/y").value(), "b.gguf");
}

TEST(FileNameOfUrlTest, RefusesWhatIsNoFileName) {
  for (const char* url : {"https://h/", "https://h", "https://h/a/", "https://h/..", "https://h/a/.hidden",
                          "ftp://h/a.gguf", "file:///etc/passwd", "", "https://h/a b", "https://h/a\x1b[2J"}) {
    EXPECT_EQ(FileNameOfUrl(url).status().code(), absl::StatusCode::kInvalidArgument) << url;
  }
}

}  // namespace
}  // namespace ferro
