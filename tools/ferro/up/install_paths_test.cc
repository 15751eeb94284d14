#include "tools/ferro/up/install_paths.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class InstallPathsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / absl::StrCat("install_paths_test-", getpid());
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string Touch(const std::string& name) {
    const std::string path = absl::StrCat(root_, "/", name);
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << "x";
    return path;
  }
  std::string root_;
};

TEST_F(InstallPathsTest, BesideTheExecutable) {
  const std::string ferro = Touch("bin/ferro"), lm = Touch("bin/ferro-lm"), gateway = Touch("bin/ferro-gateway");
  const std::string decide = Touch("bin/ferro-decide"), embed = Touch("bin/ferro-embed"),
                    model = Touch("bin/models/demo-lfm2-Q8_0.gguf");
  const std::string decision_model = Touch("bin/models/demo-d1-Q8_0.gguf");
  const std::string embedding_model = Touch("bin/models/demo-embed-Q8_0.gguf");
  ASSERT_OK_AND_ASSIGN(const InstallPaths paths, FindInstallPathsFrom(ferro));
  EXPECT_EQ(paths.lm_service, lm);
  EXPECT_EQ(paths.decide_service, decide);
  EXPECT_EQ(paths.gateway, gateway);
  EXPECT_EQ(paths.bundled_lm, model);
  EXPECT_EQ(paths.bundled_decide, decision_model);
  EXPECT_EQ(paths.embed_service, embed);
  EXPECT_EQ(paths.bundled_embed, embedding_model);
}

TEST_F(InstallPathsTest, InABazelTree) {
  const std::string ferro = Touch("tools/ferro/ferro");
  const std::string lm = Touch("services/lm/ferro-lm"), gateway = Touch("router/ferro-gateway");
  const std::string decide = Touch("services/decide/ferro-decide");
  const std::string embed = Touch("services/embed/ferro-embed");
  ASSERT_OK_AND_ASSIGN(const InstallPaths paths, FindInstallPathsFrom(ferro));
  EXPECT_EQ(paths.lm_service, lm);
  EXPECT_EQ(paths.decide_service, decide);
  EXPECT_EQ(paths.gateway, gateway);
  EXPECT_EQ(paths.bundled_lm, "");
  EXPECT_EQ(paths.bundled_decide, "");
  EXPECT_EQ(paths.embed_service, embed);
  EXPECT_EQ(paths.bundled_embed, "");
}

TEST_F(InstallPathsTest, SaysWhatIsMissing) {
  const std::string ferro = Touch("bin/ferro");
  Touch("bin/ferro-lm");
  Touch("bin/ferro-decide");
  Touch("bin/ferro-embed");
  const absl::Status status = FindInstallPathsFrom(ferro).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("ferro-gateway"));
}

}  // namespace
}  // namespace ferro
