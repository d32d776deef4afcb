// Instructions give what was worked by hand (worked.rows): executor, encoding and third statement alike. And the three
// agree at the boundaries of integers and of floats, where arithmetic changes its mind.
#include "plain/samples.h"
#include "spec/row.h"
#include "tests/forms.h"
#include "tests/fuzz/agreement.h"
#include "tests/fuzz/random_record.h"
#include "tests/rows.h"
#include <numeric>

namespace warplaw::fuzz {
namespace {

constexpr unsigned kLane = 7, kInitial = 5; ///< as worked.rows says

spec::Case workedCase(const std::string& text, const std::vector<std::string>& sources,
                      const std::vector<std::string>& chosen) {
  spec::Case c;
  const auto instruction = spec::parse(text);
  EXPECT_TRUE(instruction);
  c.instruction = instruction.value();
  c.choices = spec::rowOf(c.instruction.mnemonic())
                  .mapChoices(spec::defaultChoices(c.instruction.form), [&](const auto& place, std::uint64_t value) {
                    const auto named = std::ranges::find(chosen, place.name);
                    return named == chosen.end() ? value : std::stoull(*std::next(named), nullptr, 0);
                  });
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
    const auto words = [&](std::size_t part) {
      return part < given.size() ? tests::split(given[part], " ") : std::vector<std::string>{};
    };
    const spec::Case c = workedCase(given[0], words(1), words(2));
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
/// Every combination of modifiers at some pairs, and every pair under some of them; operands and choices are drawn.
TEST(Boundaries, ExecutorEncodingAndThirdStatementAgree) {
  Oracle oracle;
  Dice dice(5);
  const std::vector<std::array<std::uint32_t, 2>> integers = boundaryPairs("add.s32"),
                                                  floats = boundaryPairs("add.f32");
  const auto expectAt = [&](spec::Case c, const auto& pairs, std::size_t first) {
    for (auto& reg : c.warp.registers) {
      const bool isSecond = dice.oneIn(2);
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        reg[lane] = pairs[(first + lane) % pairs.size()][isSecond];
    }
    expectAgreement(oracle, c);
  };
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const auto drawn = [&] {
      return oracle.of(mnemonic).machineCase(randomRecord(dice, oracle.of(mnemonic).recordBytes()));
    };
    for (const auto* const pairs : {&integers, &floats})
      for (std::size_t first = 0; first < pairs->size(); first += spec::kLanes)
        ASSERT_NO_FATAL_FAILURE(expectAt(drawn(), *pairs, first));
    tests::eachModified(mnemonic, [&](const spec::Form& modified) {
      spec::Case c = drawn();
      const spec::InstructionRow& row = spec::rowOf(mnemonic);
      std::vector<std::uint64_t> words;
      row.mapForm(modified, [&](const auto&, std::uint64_t word) { return words.push_back(word), word; });
      std::size_t cell = 0;
      const spec::Form form = row.mapForm(c.instruction.form, [&](const auto& place, std::uint64_t word) {
        const std::uint64_t wanted = words[cell++];
        return place.name == place.field && !place.about.names.empty() ? wanted : word;
      });
      if (row.check(form)) // with those operands, too
        c.instruction.form = form;
      expectAt(c, integers, dice.below(integers.size()));
    });
  }
}

} // namespace
} // namespace warplaw::fuzz
