#include "router/http/key_entry.h"

#include <string>
#include <utility>
#include <vector>

#include "base/status_testing.h"
#include "gmock/gmock.h"

namespace ferro::router {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(KeyEntryTest, LabelsAndKeys) {
  ASSERT_OK_AND_ASSIGN(const KeyEntry named, ParseKeyEntry("anna:  secret ", "key1"));
  EXPECT_EQ(named.label, "anna");
  EXPECT_EQ(named.key, "secret");
  EXPECT_EQ(named.limits.requests_per_minute, 0);
  EXPECT_EQ(named.limits.concurrent, 0);
  EXPECT_THAT(named.limits.routes, IsEmpty());
  ASSERT_OK_AND_ASSIGN(const KeyEntry bare, ParseKeyEntry("a:b;rpm=5", "key1"));
  EXPECT_EQ(bare.label, "key1");
  EXPECT_EQ(bare.key, "a:b;rpm=5") << "limits need a blank before them";
}

TEST(KeyEntryTest, Limits) {
  ASSERT_OK_AND_ASSIGN(
      const KeyEntry entry,
      ParseKeyEntry("bob: k;y ; rpm=60 ; concurrent=2 ; routes=/v1/embeddings, /v1/systemone", "key1"));
  EXPECT_EQ(entry.label, "bob");
  EXPECT_EQ(entry.key, "k;y");
  EXPECT_EQ(entry.limits.requests_per_minute, 60);
  EXPECT_EQ(entry.limits.concurrent, 2);
  EXPECT_THAT(entry.limits.routes, ElementsAre("/v1/embeddings", "/v1/systemone"));
  ASSERT_OK_AND_ASSIGN(const KeyEntry bare, ParseKeyEntry("secret\t;concurrent=1", "key2"));
  EXPECT_EQ(bare.label, "key2");
  EXPECT_EQ(bare.limits.concurrent, 1);
}

TEST(KeyEntryTest, FaultsSayWhatIsNeededAndKeepTheSecret) {
  for (const auto& [entry, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "1 to 512"},
           {"anna: ", "1 to 512"},
           {"hush hush", "without blanks"},
           {"anna: hush hush", "without blanks"},
           {"caf\xc3\xa9", "printable ASCII"},
           {std::string(513, 'x'), "1 to 512"},
           {"hush ; rpm=0", "rpm=0: a number from 1 to 100000"},
           {"hush ; rpm=many", "rpm=many"},
           {"hush ; rpm=60 ; concurrent=-1", "concurrent=-1"},
           {"hush ; rpm", "rpm="},
           {"hush ; routes=", "begin with /"},
           {"hush ; routes=/v1/models,", "begin with /"},
           {"hush ; routes=models", "routes=models"},
           {"hush ; hush=5", "none of rpm, concurrent and routes"},
           {"hush ;", "none of rpm, concurrent and routes"},
           {"hush ; rpm=5 ;", "none of rpm, concurrent and routes"},
       }) {
    const absl::Status status = ParseKeyEntry(entry, "key1").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << entry;
    EXPECT_THAT(std::string(status.message()), HasSubstr(message)) << entry;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("hush"))) << entry;
  }
}

}  // namespace
}  // namespace ferro::router
