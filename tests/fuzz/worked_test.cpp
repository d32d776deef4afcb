// Instructions give what was worked by hand (worked.rows): executor, encoding and third statement alike.
#include "spec/row.h"
#include "spec/surrounding_cells_fields.h"
#include "tests/fuzz/agreement.h"
#include "tests/rows.h"
#include <numeric>

namespace warplaw::fuzz {
namespace worked_test {

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

/// R0 after `S2R R0, NAME` in every lane, by all three.
std::array<std::uint32_t, spec::kLanes> specialRegister(Oracle& oracle, const std::string& name, spec::Case c = {}) {
  c.instruction = spec::parse("S2R R0, " + name).value();
  c.choices = spec::defaultChoices(c.instruction.form);
  c.warp.active = spec::aliveLanes(c.cells.inputs);
  expectAgreement(oracle, c);
  return std::to_array(statedPlainly(oracle, c).warp.registers[0]);
}

TEST(Worked, MasksOfEachLane_SR_2) {
  Oracle oracle;
  const std::pair<std::string, bool (*)(unsigned, unsigned)> masks[] = {
      {"SR_EQMASK", [](unsigned other, unsigned lane) { return other == lane; }},
      {"SR_LTMASK", [](unsigned other, unsigned lane) { return other < lane; }},
      {"SR_LEMASK", [](unsigned other, unsigned lane) { return other <= lane; }},
      {"SR_GTMASK", [](unsigned other, unsigned lane) { return other > lane; }},
      {"SR_GEMASK", [](unsigned other, unsigned lane) { return other >= lane; }}};
  for (const auto& [name, isIn] : masks) {
    const auto words = specialRegister(oracle, name);
    for (unsigned bit = 0; bit < spec::kLanes * spec::kLanes; ++bit)
      EXPECT_EQ(words[bit / 32] >> bit % 32 & 1, isIn(bit % 32, bit / 32)) << name << " of lane " << bit / 32;
  }
}

/// Threads of a CTA counted up one by one, x first, then y, then z: warps are runs of 32 of them.
TEST(Worked, ThreadsCountUpXFirst_SR_3) {
  Oracle oracle;
  for (const std::array<std::uint32_t, 3>& shape : std::initializer_list<std::array<std::uint32_t, 3>>{{32, 1, 1},
                                                                                                       {1024, 1, 1},
                                                                                                       {1, 1024, 1},
                                                                                                       {1, 1, 64},
                                                                                                       {5, 7, 3},
                                                                                                       {16, 16, 4},
                                                                                                       {3, 1, 64},
                                                                                                       {33, 31, 1},
                                                                                                       {2, 512, 1},
                                                                                                       {1, 1, 1}}) {
    spec::Case c;
    std::ranges::copy(shape, std::begin(c.cells.inputs.ntid));
    std::array<std::uint32_t, 3> thread{};
    for (const std::uint32_t threads = shape[0] * shape[1] * shape[2]; 32 * c.cells.inputs.warp < threads;
         ++c.cells.inputs.warp) {
      const std::array words = {specialRegister(oracle, "SR_TID.X", c), specialRegister(oracle, "SR_TID.Y", c),
                                specialRegister(oracle, "SR_TID.Z", c)};
      for (unsigned lane = 0; lane < std::min(32u, threads - 32 * c.cells.inputs.warp); ++lane) {
        ASSERT_EQ((std::array{words[0][lane], words[1][lane], words[2][lane]}), thread);
        for (unsigned axis = 0; axis < 3 && ++thread[axis] == shape[axis]; ++axis)
          thread[axis] = 0;
      }
    }
  }
}

} // namespace worked_test
} // namespace warplaw::fuzz
