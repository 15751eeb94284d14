#include "engine/kernels/opencl/testing.h"

#include <cctype>
#include <cstdlib>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/kernels/opencl/dot_path.h"

namespace ferro {
namespace {

opencl::Context* ContextOf(int index) {
  static auto* const contexts = new std::map<int, std::unique_ptr<opencl::Context>>;
  const auto api = opencl::SystemApi();
  if (!api.ok()) return nullptr;
  std::unique_ptr<opencl::Context>& context = (*contexts)[index];
  if (context == nullptr) {
    auto made = opencl::Context::Create(**api, opencl::EnumerateDevices(**api)[index], {});
    if (made.ok()) context = *std::move(made);
  }
  return context.get();
}

bool Wanted(const opencl::Device& device) {
  const char* const words = std::getenv("FERRO_TEST_DEVICES");
  if (words == nullptr) return true;
  for (const auto word : absl::StrSplit(words, ',')) {
    if (word == absl::StrCat("opencl:", device.index)) return true;
    if (absl::StrContains(device.platform_name, word) || absl::StrContains(device.name, word)) return true;
  }
  return false;
}

std::string TestName(const opencl::Device& device, DotPath dot) {
  std::string name = device.platform_name + std::to_string(device.index) + "_" + DotPathName(dot);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

}  // namespace

std::vector<KernelTestCase> KernelTestCases() {
  std::vector<KernelTestCase> cases;
  const auto api = opencl::SystemApi();
  if (!api.ok()) return cases;
  for (const opencl::Device& device : opencl::EnumerateDevices(**api)) {
    if (!Wanted(device)) continue;
    opencl::Context* const context = ContextOf(device.index);
    if (context == nullptr) continue;
    for (const DotPath dot : kDotPaths) {
      if (TryDotPath(*context, dot).ok()) cases.push_back({device.index, dot, TestName(device, dot)});
    }
  }
  return cases;
}

std::string NameOfCase(const testing::TestParamInfo<KernelTestCase>& info) { return info.param.name; }

opencl::Context& KernelTest::context() const { return *ContextOf(GetParam().device); }

opencl::Buffer KernelTest::UploadBytes(const void* from, int64_t bytes) {
  auto buffer = context().NewBuffer(bytes);
  EXPECT_TRUE(buffer.ok()) << buffer.status();
  const absl::Status written = context().Write(*buffer, 0, bytes, from);
  EXPECT_TRUE(written.ok()) << written;
  return *std::move(buffer);
}

void KernelTest::DownloadBytes(const opencl::Buffer& buffer, int64_t bytes, void* to) {
  const absl::Status read = context().Read(buffer, 0, bytes, to);
  EXPECT_TRUE(read.ok()) << read;
}

}  // namespace ferro
