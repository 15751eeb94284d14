// Tiny models on the faster OpenCL devices of this machine.
#include "tools/ferro/profile/pass_profiler.h"

#include <string>

#include "absl/strings/match.h"
#include "base/status_testing.h"
#include "engine/backend/create.h"
#include "engine/backend/opencl/opencl_backend.h"
#include "engine/backend/test_devices.h"
#include "engine/gguf/file.h"
#include "engine/models/load.h"

namespace ferro {
namespace {

using ::testing::Contains;
using ::testing::Not;

constexpr BenchTest kPrefill = {.tokens = 20};
constexpr BenchTest kDecode = {.tokens = 8, .depth = 5, .sequences = 2, .choice = TokenChoice::kGreedy};

// llvmpipe takes minutes to compile a model's kernels, and shows here nothing that PoCL does not.
std::vector<TestDevice> FastDevices() {
  std::vector<TestDevice> devices;
  for (const TestDevice& device : OpenClTestDevices()) {
    if (!device.slow) devices.push_back(device);
  }
  return devices;
}

std::vector<std::string> NamesOf(const LaunchTable& table) {
  std::vector<std::string> names;
  for (const LaunchRow& row : table.rows()) names.push_back(row.name);
  return names;
}

// A clock that goes on by a millisecond whenever it is read.
class Clock {
 public:
  std::function<double()> get() {
    return [this] { return 1e-3 * ++ticks_; };
  }

 private:
  int ticks_ = 0;
};

// A model of tests/data on a device, with what it needs.
class Loaded {
 public:
  Loaded(const std::string& file, const std::string& device) {
    BackendOptions options;
    options.device = device;
    auto backend = CreateOpenClBackend(options);
    EXPECT_OK(backend.status());
    backend_ = *std::move(backend);
    auto gguf = GgufFile::Open("tests/data/models/" + file);
    EXPECT_OK(gguf.status());
    file_ = *std::move(gguf);
    CausalModelOptions sizes;
    sizes.slots = 2;
    sizes.context = 64;
    sizes.max_prefill_rows = 16;
    auto model = LoadCausalModel(*file_, *backend_, sizes);
    EXPECT_OK(model.status());
    model_ = *std::move(model);
  }
  PassProfiler profiler() { return PassProfiler(*model_, backend_->context(), clock_.get()); }

 private:
  Clock clock_;
  std::unique_ptr<OpenClBackend> backend_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<CausalModel> model_;
};

TEST(PassProfilerTest, TimesEveryLaunchAndEveryItem) {
  for (const TestDevice& device : FastDevices()) {
    Loaded loaded("tiny-lfm2-Q8_0.gguf", device.name);
    PassProfiler profiler = loaded.profiler();
    ASSERT_OK_AND_ASSIGN(const PassProfile prefill, profiler.Run(kPrefill, /*repeat=*/2, {}));
    EXPECT_EQ(prefill.items, 2);
    EXPECT_EQ(prefill.host.seconds.size(), 2u);
    EXPECT_GT(prefill.host.min(), 0);
    EXPECT_TRUE(prefill.changed.seconds.empty());
    EXPECT_THAT(NamesOf(prefill.table), Contains("attention_prefill"));
    EXPECT_THAT(NamesOf(prefill.table), Not(Contains("argmax_final")));
    ASSERT_OK_AND_ASSIGN(const PassProfile decode, profiler.Run(kDecode, /*repeat=*/2, {}));
    EXPECT_EQ(decode.items, 3);                 // of 8 steps one warms up
    EXPECT_EQ(decode.host.seconds.size(), 4u);  // the rest
    EXPECT_THAT(NamesOf(decode.table), Contains("argmax_final"));
    for (const PassProfile* pass : {&prefill, &decode}) {
      for (const LaunchRow& row : pass->table.rows()) {
        EXPECT_EQ(row.launches % pass->items, 0) << row.name;
        EXPECT_GT(row.work.bytes, 0) << row.name << " does not say what it moves";
      }
    }
  }
}

TEST(PassProfilerTest, StepsWithoutTheDevicesChoiceHaveNoArgmax) {
  for (const TestDevice& device : FastDevices()) {
    Loaded loaded("tiny-lfm2-Q8_0.gguf", device.name);
    PassProfiler profiler = loaded.profiler();
    ASSERT_OK_AND_ASSIGN(const PassProfile profile, profiler.Run({.tokens = 3, .sequences = 1}, 1, {}));
    EXPECT_EQ(profile.items, 1);
    EXPECT_EQ(profile.host.seconds.size(), 1u);
    EXPECT_THAT(NamesOf(profile.table), Not(Contains("argmax_final")));
    EXPECT_TRUE(absl::IsInvalidArgument(profiler.Run({.tokens = 2, .sequences = 1}, 1, {}).status()));
  }
}

// Whatever is missing or done twice, what comes after must get by.
TEST(PassProfilerTest, AnyLaunchCanBeLeftOutOrRunTwice) {
  for (const TestDevice& device : FastDevices()) {
    for (const char* const file : {"tiny-lfm2-Q8_0.gguf", "tiny-lfm2moe-Q8_0.gguf"}) {
      Loaded loaded(file, device.name);
      PassProfiler profiler = loaded.profiler();
      for (const BenchTest& test : {kPrefill, kDecode}) {
        ASSERT_OK_AND_ASSIGN(const PassProfile whole, profiler.Run(test, 1, {}));
        const std::vector<std::string> names = NamesOf(whole.table);
        for (size_t i = 0; i < names.size(); ++i) {
          const opencl::LaunchRepeats repeats = {.skipped = names[i], .doubled = names[(i + 1) % names.size()]};
          ASSERT_OK_AND_ASSIGN(const PassProfile changed, profiler.Run(test, 1, repeats));
          EXPECT_EQ(changed.changed.seconds.size(), changed.host.seconds.size());
          // The table is of whole passes.
          EXPECT_EQ(changed.table.Total().launches, whole.table.Total().launches);
        }
      }
    }
  }
}

TEST(PassProfilerTest, NamesThatNoLaunchHasAreRefused) {
  for (const TestDevice& device : FastDevices()) {
    Loaded loaded("tiny-lfm2-Q8_0.gguf", device.name);
    PassProfiler profiler = loaded.profiler();
    const absl::Status status = profiler.Run(kPrefill, 1, {.skipped = "gemm", .doubled = "gem5"}).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status));
    EXPECT_TRUE(absl::StrContains(status.message(), "no launch starts with 'gem5'; there are: embed, ")) << status;
  }
}

}  // namespace
}  // namespace ferro
