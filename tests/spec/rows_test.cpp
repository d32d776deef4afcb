// Texts of instructions are read and printed, or rejected, as instructions.rows says.
#include "tests/rows.h"
#include "texts.h"

namespace warplaw::tests {
namespace rows_test {

TEST(InstructionTexts, AreAsRowsSay) {
  for (const std::string& all : rowsOf(WARPLAW_TEXTS))
    for (const std::string& row : alternatives(all)) {
      SCOPED_TRACE(row);
      if (const auto read = split(row, " => "); read.size() == 2) {
        EXPECT_EQ(canonical(read[0]), read[1]);
      } else {
        const auto rejected = split(row, " | ");
        ASSERT_EQ(rejected.size(), 3u);
        expectRejected(rejected[0], rejected[1], rejected[2]);
      }
    }
}

} // namespace rows_test
} // namespace warplaw::tests
