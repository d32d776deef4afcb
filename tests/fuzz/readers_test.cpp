// What tables say of a case by the shipped executor is what they say by third statements (fuzz/readers.h).
#include "fuzz/oracle.h"
#include "tests/fuzz/random_record.h"
#include <cstring>
#include <gtest/gtest.h>

namespace warplaw::fuzz {
namespace readers_test {

/// Columns by their titles, as text.
std::string textOf(const Explanation& explanation) {
  std::string text = std::to_string(explanation.lanesRead);
  for (const LaneColumn& column : explanation.columns) {
    text += "\n" + column.title;
    for (const std::string& lane : column.text)
      text += "|" + lane;
  }
  return text;
}

bool isSame(const spec::Plan& a, const spec::Plan& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(Readers, ExecutorsAndThirdStatementsSayTheSame) {
  constexpr unsigned kCases = 300;
  Oracle oracle;
  ShippedReaders shipped;
  Dice dice(5);
  std::size_t explained = 0; // instructions with columns
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    InstructionFuzzer& fuzzer = oracle.of(mnemonic);
    EXPECT_EQ(shipped.hasMemory(mnemonic), oracle.hasMemory(mnemonic)) << spec::textOf(mnemonic);
    std::set<std::string> seen;
    for (unsigned k = 0; k < kCases; ++k) {
      const auto record = randomRecord(dice, fuzzer.recordBytes());
      const spec::Case c = k % 2 ? fuzzer.operandCase(record) : fuzzer.machineCase(record);
      const spec::Form& form = c.instruction.form;
      ASSERT_TRUE(isSame(shipped.planOf(form, c.choices), oracle.planOf(form, c.choices)))
          << spec::print(c.instruction);
      const std::string said = textOf(oracle.explain(c));
      ASSERT_EQ(textOf(shipped.explain(c)), said) << spec::print(c.instruction);
      seen.insert(said);
    }
    EXPECT_TRUE(seen.size() == 1 || seen.size() > kCases / 10) << spec::textOf(mnemonic);
    explained += seen.size() > 1;
  }
  EXPECT_GT(explained, 0u);
}

} // namespace readers_test
} // namespace warplaw::fuzz
