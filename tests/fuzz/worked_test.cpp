// Instructions give what was worked by hand (worked.rows): executor, encoding and third statement alike. And the three
// agree at the boundaries of integers and of floats, where arithmetic changes its mind.
#include "plain/samples.h"
#include "tests/fuzz/agreement.h"
#include "tests/fuzz/random_record.h"
#include "tests/rows.h"
#include <numeric>

namespace warplaw::fuzz {
namespace {

constexpr unsigned kLane = 7, kInitial = 5; ///< as worked.rows says

spec::Case workedCase(const std::string& text, const std::vector<std::string>& sources) {
  spec::Case c;
  const auto instruction = spec::parse(text);
  EXPECT_TRUE(instruction);
  c.instruction = instruction.value();
  c.choices = spec::defaultChoices(c.instruction.form);
  c.warp.active = 1u << kLane;
  c.warp.predicates[1] = ~0u;
  c.warp.registers[0][kLane] = kInitial;
  for (std::size_t i = 0; i < sources.size(); ++i)
    c.warp.registers[1 + i][kLane] = static_cast<std::uint32_t>(std::stoul(sources[i], nullptr, 0));
  spec::SpecialInputs& around = c.cells.inputs;
  around.warp = 1;
  const std::uint32_t sizes[] = {5, 3, 4};
  std::ranges::copy(sizes, std::begin(around.ntid));
  std::iota(std::begin(around.ctaid), std::end(around.ctaid), 10);
  std::iota(std::begin(around.nctaid), std::end(around.nctaid), 20);
  around.clockLow = 30, around.clockHigh = 31, around.smemSize = 32;
  around.sharedWindowLow = 0x1000000, around.sharedWindowSize = 34;
  around.localWindowLow = 0x2000000, around.localWindowSize = 36;
  return c;
}

TEST(Worked, ByExecutorEncodingAndThirdStatement) {
  Oracle oracle;
  for (const std::string& row : tests::rowsOf(WARPLAW_WORKED)) {
    SCOPED_TRACE(row);
    const auto sides = tests::split(row, " => "), given = tests::split(sides[0], " | ");
    ASSERT_EQ(sides.size(), 2u);
    const spec::Case c =
        workedCase(given[0], given.size() > 1 ? tests::split(given[1], " ") : std::vector<std::string>{});
    ASSERT_NO_FATAL_FAILURE(expectAgreement(oracle, c));
    const spec::Warp after = statedPlainly(oracle, c).warp;
    if (sides[1] == "true" || sides[1] == "false")
      EXPECT_EQ(after.predicates[0] >> kLane & 1, sides[1] == "true");
    else
      EXPECT_EQ(after.registers[0][kLane], std::stoul(sides[1], nullptr, 0));
  }
}

/// Every pair of boundaries of a type of PTX, as words.
std::vector<std::array<std::uint32_t, 2>> boundaryPairs(std::string_view opcode) {
  const auto spelled = spec::scalar::formSpelled(opcode);
  std::vector<std::array<std::uint32_t, 2>> pairs;
  plain::Samples(spelled->form, spelled->modes).eachPair([&](const std::vector<plain::Word>& pair) {
    pairs.push_back({static_cast<std::uint32_t>(pair[0]), static_cast<std::uint32_t>(pair[1])});
  });
  return pairs;
}

/// Registers hold either word of a pair, so that sources meet at boundaries; as many lanes at a time as there are.
TEST(Boundaries, ExecutorEncodingAndThirdStatementAgree) {
  Oracle oracle;
  Dice dice(5);
  for (const char* const opcode : {"add.s32", "add.f32"}) {
    const auto pairs = boundaryPairs(opcode);
    ASSERT_GT(pairs.size(), 100u);
    for (const spec::Mnemonic mnemonic : spec::allMnemonics())
      for (std::size_t first = 0; first < pairs.size(); first += spec::kLanes) {
        spec::Case c = oracle.of(mnemonic).machineCase(randomRecord(dice, oracle.of(mnemonic).recordBytes()));
        for (auto& reg : c.warp.registers) {
          const bool isSecond = dice.oneIn(2);
          for (unsigned lane = 0; lane < spec::kLanes; ++lane)
            reg[lane] = pairs[(first + lane) % pairs.size()][isSecond];
        }
        ASSERT_NO_FATAL_FAILURE(expectAgreement(oracle, c));
      }
  }
}

} // namespace
} // namespace warplaw::fuzz
