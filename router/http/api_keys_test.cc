#include "router/http/api_keys.h"

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "base/status_testing.h"

namespace ferro::router {
namespace {

std::string WriteFile(const std::string& text) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/keys";
  std::ofstream(path) << text;
  chmod(path.c_str(), 0600);
  return path;
}

std::string With(const ApiKeys& keys, const std::string& name, const std::string& value) {
  const auto key = keys.Check({{name, value}});
  return key == nullptr ? "" : key->label;
}

TEST(ApiKeysTest, Carriers) {
  ASSERT_OK_AND_ASSIGN(const auto keys, ApiKeys::Create({"anna: secret1", "secret2"}, ""));
  EXPECT_EQ(With(*keys, "Authorization", "Bearer secret1"), "anna");
  EXPECT_EQ(With(*keys, "authorization", "bearer   secret1"), "anna");
  EXPECT_EQ(With(*keys, "Authorization", "secret2"), "key2");
  EXPECT_EQ(With(*keys, "X-Api-Key", "secret2"), "key2");
  EXPECT_EQ(With(*keys, "Authorization", "Basic secret1"), "");
  EXPECT_EQ(With(*keys, "Authorization", "Bearer secret"), "");
  EXPECT_EQ(With(*keys, "Authorization", "Bearer "), "");
  EXPECT_EQ(keys->Check({}), nullptr);
  // A wrong Authorization is not rescued by a right X-Api-Key.
  EXPECT_EQ(keys->Check({{"Authorization", "Bearer no"}, {"X-Api-Key", "secret1"}}), nullptr);
}

TEST(ApiKeysTest, EntriesAndTheirFaults) {
  ASSERT_OK_AND_ASSIGN(const auto keys, ApiKeys::Create({"bad/label:secret", "a: k", "b: k"}, ""));
  EXPECT_EQ(With(*keys, "x-api-key", "bad/label:secret"), "key1");
  EXPECT_EQ(With(*keys, "x-api-key", "k"), "a");
  for (const char* entry : {"", "two words", "label: two words", "caf\xc3\xa9"}) {
    const auto result = ApiKeys::Create({entry}, "");
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument) << entry;
  }
  // The message must not give a key away.
  EXPECT_EQ(ApiKeys::Create({"hush hush"}, "").status().message().find("hush"), absl::string_view::npos);
}

TEST(ApiKeysTest, LimitsComeWithTheKey) {
  const auto known = [](absl::string_view route) { return route == "/a"; };
  ASSERT_OK_AND_ASSIGN(const auto keys, ApiKeys::Create({"anna: k ; rpm=7 ; routes=/a"}, "", known));
  const auto key = keys->Check({{"x-api-key", "k"}});
  ASSERT_NE(key, nullptr);
  EXPECT_EQ(key->limits.requests_per_minute, 7);
  EXPECT_EQ(key->limits.routes, std::vector<std::string>{"/a"});
  const absl::Status wrong = ApiKeys::Create({"anna: k", "bob: l ; routes=/a,/b"}, "", known).status();
  EXPECT_EQ(wrong.message(), "API key 2 of the flags: routes=/b: there is no such route");
}

TEST(ApiKeysTest, AKeyOutlivesItsSet) {
  const std::string path = WriteFile("anna: one ; rpm=7\n");
  ASSERT_OK_AND_ASSIGN(const auto keys, ApiKeys::Create({}, path));
  const auto key = keys->Check({{"x-api-key", "one"}});
  WriteFile("anna: two\n");
  ASSERT_OK(keys->Reload());
  EXPECT_EQ(key->limits.requests_per_minute, 7);
}

TEST(ApiKeysTest, ReloadSwapsOrKeeps) {
  const std::string path = WriteFile("# team\n  anna: one \n\nbob: two\n");
  ASSERT_OK_AND_ASSIGN(const auto keys, ApiKeys::Create({}, path));
  EXPECT_EQ(With(*keys, "x-api-key", "two"), "bob");
  WriteFile("anna: three\n");
  ASSERT_OK(keys->Reload());
  EXPECT_EQ(With(*keys, "x-api-key", "two"), "");
  EXPECT_EQ(With(*keys, "x-api-key", "three"), "anna");
  WriteFile("anna: good\nbroken key\n");
  const absl::Status broken = keys->Reload();
  EXPECT_NE(broken.message().find("line 2"), absl::string_view::npos) << broken;
  EXPECT_EQ(With(*keys, "x-api-key", "three"), "anna");
  // Never open by accident.
  WriteFile("# nobody\n");
  EXPECT_FALSE(keys->Reload().ok());
  EXPECT_EQ(With(*keys, "x-api-key", "three"), "anna");
  EXPECT_FALSE(keys->empty());
  EXPECT_FALSE(ApiKeys::Create({}, path).ok());
}

}  // namespace
}  // namespace ferro::router
