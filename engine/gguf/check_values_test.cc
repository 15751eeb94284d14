#include "engine/gguf/check_values.h"

#include <string>
#include <vector>

#include "base/status_testing.h"

namespace ferro {
namespace {

using testing::HasSubstr;

TEST(CheckValues, NamesTheRowOfABadScale) {
  std::vector<uint8_t> data(4 * 34, 1);  // four rows of one block, scale 0x0101
  TensorInfo tensor{"t", TensorType::kQ8_0, {32, 4}, 0, data};
  EXPECT_OK(CheckValues(tensor));
  for (const uint8_t high_byte : {0x7c, 0xfc, 0x7e}) {  // infinities and a NaN
    data[2 * 34 + 1] = high_byte;
    const absl::Status status = CheckValues(tensor);
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("t: row 2, column 0"));
  }
}

TEST(CheckValues, RefusesATypeThatIsNotRead) {
  EXPECT_TRUE(absl::IsFailedPrecondition(CheckValues({"t", static_cast<TensorType>(3), {32}, 0, {}})));
}

}  // namespace
}  // namespace ferro
