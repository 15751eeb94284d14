#include "engine/kernels/opencl/program_recorder.h"

#include "base/status_testing.h"
#include "gtest/gtest.h"

namespace ferro::opencl {
namespace {

TEST(ProgramRecorderTest, KeepsWhatADriverWouldGet) {
  Device device;
  device.max_work_group = 512;
  ProgramRecorder recorder;
  const Builder builder = recorder.BuilderFor(device, DotPath::kIntel);
  EXPECT_EQ(builder.device().max_work_group, 512u);
  EXPECT_OK(builder.Build("trial.cl", "-DROWS=4"));
  ASSERT_EQ(recorder.programs().size(), 1u);
  const ProgramText& text = recorder.programs()[0];
  EXPECT_EQ(text.file, "trial.cl");
  EXPECT_EQ(text.defines, "-DROWS=4");
  EXPECT_EQ(text.options, BuildOptions(DotPath::kIntel) + " -DROWS=4");
  EXPECT_EQ(text.source, KernelSource("trial.cl"));
}

TEST(ProgramRecorderTest, KeepsEachProgramOnce) {
  ProgramRecorder recorder;
  const Builder builder = recorder.BuilderFor({}, DotPath::kPlain);
  EXPECT_OK(builder.Build("trial.cl", "-DROWS=4"));
  EXPECT_OK(builder.Build("trial.cl", ""));
  EXPECT_OK(builder.Build("trial.cl", "-DROWS=4"));
  ASSERT_EQ(recorder.programs().size(), 2u);
  EXPECT_EQ(recorder.programs()[0].defines, "-DROWS=4");
  EXPECT_EQ(recorder.programs()[1].defines, "");
}

}  // namespace
}  // namespace ferro::opencl
