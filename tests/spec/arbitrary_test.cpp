// The generators themselves: of every instruction they reach every modifier, and operands at their default and
// elsewhere.
#include "arbitrary.h"
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace warplaw::spec {
namespace arbitrary_test {

TEST(Arbitrary, ReachesEveryModifierAndMovesEveryOperand) {
  tests::Values values(23);
  for (const Mnemonic mnemonic : allMnemonics()) {
    const InstructionRow& row = rowOf(mnemonic);
    std::map<std::string, std::set<std::uint64_t>, std::less<>> seen;
    std::map<std::string, std::uint64_t, std::less<>> least; // how many values each cell must take
    for (int k = 0; k < 1000; ++k)
      row.mapForm(tests::anyForm(mnemonic, values), [&](const CellPlace& place, std::uint64_t value) {
        seen[std::string(place.name)].insert(value);
        least[std::string(place.name)] = place.about.count ? place.about.count : place.bits == 1 ? 2 : 7;
        return value;
      });
    for (const auto& [cell, count] : least)
      EXPECT_GE(seen[cell].size(), count) << textOf(mnemonic) << " " << cell;
  }
}

} // namespace arbitrary_test
} // namespace warplaw::spec
