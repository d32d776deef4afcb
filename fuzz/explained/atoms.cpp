#include "fuzz/explained/atoms.h"
#include <fmt/format.h>

namespace warplaw::fuzz {

std::uint32_t atomsAddressPlainly(bool noBase, std::uint32_t base, std::uint32_t imm24) {
  if (noBase)
    return imm24;
  const std::int64_t offset = imm24 >= 0x800000 ? std::int64_t{imm24} - 0x1000000 : std::int64_t{imm24};
  return static_cast<std::uint32_t>(base + offset);
}

Explanation explained(const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                      const spec::AtomsChoices& choices, std::uint32_t, const spec::SurroundingCells&) {
  LaneColumn address{"address", {}}, turn{"turn", {}};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    address.text[lane] =
        fmt::format("{:#x}", atomsAddressPlainly(modifiers.baseIsZero != 0, operands.row[spec::atoms_rows::kBase][lane],
                                                 modifiers.imm24));
    turn.text[choices.order[lane]] = std::to_string(lane);
  }
  Explanation explanation{{address}, 0};
  if (choices.order != spec::AtomsChoices{}.order)
    explanation.columns.push_back(turn);
  return explanation;
}

} // namespace warplaw::fuzz
