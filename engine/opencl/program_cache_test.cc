#include "engine/opencl/program_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file_testing.h"
#include "base/status_testing.h"

namespace ferro::opencl {
namespace {

namespace fs = std::filesystem;

class ProgramCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/cache-" + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  void TearDown() override {
    std::error_code error;
    fs::permissions(folder_, fs::perms::owner_all, error);
    fs::remove_all(folder_, error);
  }

  static std::string Key(absl::string_view text) { return ProgramCache::Key({text}); }
  static void Overwrite(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  int Files() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  std::string folder_;
};

TEST_F(ProgramCacheTest, GivesBackWhatWasStored) {
  const ProgramCache cache(folder_);
  EXPECT_EQ(cache.Load(Key("a")), std::nullopt);
  const std::string binary("some\0bytes", 10);
  ASSERT_OK(cache.Store(Key("a"), binary));
  ASSERT_OK(cache.Store(Key("b"), ""));
  EXPECT_EQ(ProgramCache(folder_).Load(Key("a")), binary);
  EXPECT_EQ(cache.Load(Key("b")), "");
  ASSERT_OK(cache.Store(Key("a"), "newer"));
  EXPECT_EQ(cache.Load(Key("a")), "newer");
  cache.Remove(Key("a"));
  EXPECT_EQ(cache.Load(Key("a")), std::nullopt);
  EXPECT_EQ(Files(), 1);
}

TEST_F(ProgramCacheTest, KeysTellPartsApart) {
  EXPECT_EQ(ProgramCache::Key({"ab", "c"}), ProgramCache::Key({"ab", "c"}));
  EXPECT_NE(ProgramCache::Key({"ab", "c"}), ProgramCache::Key({"a", "bc"}));
  EXPECT_NE(ProgramCache::Key({"ab", "c"}), ProgramCache::Key({"ab", "c", ""}));
  EXPECT_EQ(ProgramCache::Key({}).size(), 64u);
}

TEST_F(ProgramCacheTest, IgnoresAnEntryWithAnyByteChanged) {
  const ProgramCache cache(folder_);
  ASSERT_OK(cache.Store(Key("a"), "a small binary"));
  const std::string path = cache.Path(Key("a")), whole = ReadFile(path);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string broken = whole;
    broken[i] = static_cast<char>(broken[i] ^ 1);
    Overwrite(path, broken);
    EXPECT_EQ(cache.Load(Key("a")), std::nullopt) << "byte " << i;
  }
  Overwrite(path, whole);
  EXPECT_EQ(cache.Load(Key("a")), "a small binary");
}

TEST_F(ProgramCacheTest, IgnoresAnEntryOfAnyOtherLength) {
  const ProgramCache cache(folder_);
  ASSERT_OK(cache.Store(Key("a"), "a small binary"));
  const std::string path = cache.Path(Key("a")), whole = ReadFile(path);
  for (size_t size = 0; size < whole.size(); ++size) {
    Overwrite(path, whole.substr(0, size));
    EXPECT_EQ(cache.Load(Key("a")), std::nullopt) << "cut to " << size;
  }
  Overwrite(path, whole + "x");
  EXPECT_EQ(cache.Load(Key("a")), std::nullopt);
  ASSERT_OK(cache.Store(Key("a"), "replaced"));
  EXPECT_EQ(cache.Load(Key("a")), "replaced");
}

TEST_F(ProgramCacheTest, IgnoresForeignEntries) {
  const ProgramCache cache(folder_);
  ASSERT_OK(cache.Store(Key("a"), "of a"));
  fs::copy_file(cache.Path(Key("a")), cache.Path(Key("b")));
  EXPECT_EQ(cache.Load(Key("b")), std::nullopt) << "another program's";
  fs::remove(cache.Path(Key("b")));
  fs::create_symlink(cache.Path(Key("a")), cache.Path(Key("b")));
  EXPECT_EQ(cache.Load(Key("b")), std::nullopt) << "a link";
  fs::remove(cache.Path(Key("b")));
  ASSERT_EQ(mkfifo(cache.Path(Key("b")).c_str(), 0600), 0);
  EXPECT_EQ(cache.Load(Key("b")), std::nullopt) << "a pipe";
  fs::create_directory(cache.Path(Key("c")));
  EXPECT_EQ(cache.Load(Key("c")), std::nullopt) << "a folder";
  EXPECT_FALSE(cache.Store(Key("c"), "x").ok());
  fs::permissions(cache.Path(Key("a")), fs::perms::owner_all | fs::perms::others_write);
  EXPECT_EQ(cache.Load(Key("a")), std::nullopt) << "anybody may write it";
}

TEST_F(ProgramCacheTest, DropsWhatWasNotUsedForLongest) {
  const ProgramCache cache(folder_, 4000);
  const std::string binary(1000, 'x');
  const auto set_age = [&](const char* name, int seconds) {
    const timespec then[2] = {{time(nullptr) - seconds, 0}, {time(nullptr) - seconds, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, cache.Path(Key(name)).c_str(), then, 0), 0);
  };
  for (const char* name : {"a", "b", "c"}) ASSERT_OK(cache.Store(Key(name), binary));
  set_age("a", 300), set_age("b", 200), set_age("c", 100);
  EXPECT_TRUE(cache.Load(Key("a")).has_value());  // which makes b the oldest
  ASSERT_OK(cache.Store(Key("d"), binary));
  EXPECT_TRUE(cache.Load(Key("a")).has_value());
  EXPECT_FALSE(cache.Load(Key("b")).has_value());
  EXPECT_TRUE(cache.Load(Key("c")).has_value());
  EXPECT_TRUE(cache.Load(Key("d")).has_value());
  EXPECT_EQ(cache.Store(Key("e"), std::string(4000, 'x')).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Files(), 3);
}

TEST_F(ProgramCacheTest, ClearsAwayWhatACrashLeft) {
  const ProgramCache cache(folder_);
  ASSERT_OK(cache.Store(Key("a"), "x"));
  const std::string old = cache.Path(Key("b")) + ".1.0.tmp", fresh = cache.Path(Key("b")) + ".2.0.tmp";
  Overwrite(old, "half"), Overwrite(fresh, "half");
  const timespec then[2] = {{time(nullptr) - 7200, 0}, {time(nullptr) - 7200, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, old.c_str(), then, 0), 0);
  ASSERT_OK(cache.Store(Key("c"), "x"));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));  // another process may be writing it
}

TEST_F(ProgramCacheTest, SaysWhyItCannotStore) {
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const ProgramCache cache(folder_ + "/programs");
  EXPECT_EQ(cache.Load(Key("a")), std::nullopt);
  if (geteuid() != 0) {  // permissions do not bind root
    EXPECT_EQ(cache.Store(Key("a"), "x").code(), absl::StatusCode::kPermissionDenied);
  }
  // A file where the folder should be stops root as well.
  const std::string file = testing::TempDir() + "/not-a-folder";
  Overwrite(file, "");
  EXPECT_FALSE(ProgramCache(file).Store(Key("a"), "x").ok());
  EXPECT_EQ(ProgramCache(file).Load(Key("a")), std::nullopt);
}

// Processes write, and drop, the same entries over and over while this one reads: it sees whole binaries or none.
TEST_F(ProgramCacheTest, ReadersSeeWholeBinariesOnly) {
  constexpr int kWriters = 3, kRounds = 300, kNames = 4;
  const auto binary = [](int writer) { return std::string(1000 + 500 * writer, static_cast<char>('a' + writer)); };
  std::vector<pid_t> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const ProgramCache cache(folder_, 5000);  // about three of the four, so that they drop each other's
      bool good = true;
      for (int i = 0; i < kRounds; ++i) good = cache.Store(Key(absl::StrCat(i % kNames)), binary(writer)).ok() && good;
      _exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  const ProgramCache cache(folder_);
  int seen = 0;
  for (size_t ended = 0; ended < children.size();) {
    for (int name = 0; name < kNames; ++name) {
      const auto got = cache.Load(Key(absl::StrCat(name)));
      if (!got.has_value()) continue;
      ++seen;
      const int writer = static_cast<int>(got->size() - 1000) / 500;
      EXPECT_EQ(*got, binary(writer));
    }
    int status = 0;
    if (waitpid(-1, &status, WNOHANG) > 0) {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
      ++ended;
    }
  }
  EXPECT_GT(seen, 0);
}

TEST_F(ProgramCacheTest, LiesWhereTheDesktopSays) {
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CACHE_HOME", "/var/cache", 1);
  EXPECT_EQ(ProgramCache::DefaultFolder(), "/var/cache/ferro/programs");
  setenv("XDG_CACHE_HOME", "relative", 1);  // to be ignored, says the specification
  EXPECT_EQ(ProgramCache::DefaultFolder(), "/home/someone/.cache/ferro/programs");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(ProgramCache::DefaultFolder(), "/home/someone/.cache/ferro/programs");
  unsetenv("HOME");
  EXPECT_EQ(ProgramCache::DefaultFolder(), "");
}

}  // namespace
}  // namespace ferro::opencl
