#include "tools/ferro/embed/vector_file.h"

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/file_testing.h"
#include "base/status_testing.h"

namespace ferro {
namespace {

using ::testing::StartsWith;

class VectorFileTest : public ::testing::Test {
 protected:
  // What is written for three texts.
  std::string Write(const std::string& ending) {
    const std::string path = testing::TempDir() + "/vectors" + ending;
    absl::StatusOr<std::unique_ptr<RowStore>> rows = RowStore::Open(path, 2, Json{{"test", ending}});
    EXPECT_OK(rows);
    EXPECT_OK((*rows)->Append({0.6f, -0.8f, 1, 0, 0.1f, 1e-9f}));
    absl::StatusOr<VectorFormat> format = VectorFormatOf(path);
    EXPECT_OK(format);
    EXPECT_OK(WriteVectorFile(path, *format, Json{{"model", "m"}, {"dimensions", 2}},
                              {{"a", Json()}, {"b", Json("second")}, {"c", Json(7)}}, **rows));
    return ReadFile(path);
  }
};

TEST_F(VectorFileTest, Json) {
  ASSERT_OK_AND_ASSIGN(const ferro::Json json, ParseJson(Write(".json")));
  EXPECT_EQ(json["model"], "m");
  ASSERT_EQ(json["data"].size(), 3u);
  EXPECT_EQ(json["data"][0]["embedding"].get<std::vector<float>>(), (std::vector<float>{0.6f, -0.8f}));
  EXPECT_FALSE(json["data"][0].contains("id"));
  EXPECT_EQ(json["data"][1]["id"], "second");
}

TEST_F(VectorFileTest, Jsonl) {
  EXPECT_EQ(Write(".jsonl"),
            "{\"index\":0,\"embedding\":[0.6,-0.8]}\n"
            "{\"index\":1,\"id\":\"second\",\"embedding\":[1,0]}\n"
            "{\"index\":2,\"id\":7,\"embedding\":[0.1,1e-09]}\n");
}

TEST_F(VectorFileTest, NpyAndBin) {
  const std::string bin = Write(".bin"), npy = Write(".npy");
  ASSERT_EQ(bin.size(), 6 * sizeof(float));
  float second;
  std::memcpy(&second, bin.data() + sizeof(float), sizeof(float));
  EXPECT_EQ(second, -0.8f);
  EXPECT_THAT(npy, StartsWith(std::string("\x93NUMPY\x01\x00", 8)));
  EXPECT_EQ((npy.size() - bin.size()) % 64, 0u);
  EXPECT_EQ(npy.substr(npy.size() - bin.size()), bin);
  EXPECT_NE(npy.find("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"), std::string::npos);
}

TEST_F(VectorFileTest, OtherNamesSayNothing) {
  EXPECT_EQ(VectorFormatOf("vectors.txt").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(VectorFormatOf("-").status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace ferro
