// S2R's datapath: what the lane's number alone determines (SR-1, SR-2).
#include "concrete/instructions/s2r.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
/// What is no SpecialRegister counts as GEMASK.
std::uint32_t specialRegister(const S2rModifiers* modifiers, const S2rChoices*, std::uint32_t lane, const Operands*) {
  const auto names = [name = modifiers->sr](SpecialRegister sr) { return name == static_cast<std::uint32_t>(sr); };
  const std::uint32_t own = 1u << lane;
  const std::uint32_t before = own - 1;
  const std::uint32_t upToOwn = before | own;
  std::uint32_t value = ~before;
  value = names(SpecialRegister::GtMask) ? ~upToOwn : value;
  value = names(SpecialRegister::LeMask) ? upToOwn : value;
  value = names(SpecialRegister::LtMask) ? before : value;
  value = names(SpecialRegister::EqMask) ? own : value;
  return names(SpecialRegister::LaneId) ? lane : value;
}
} // namespace

extern "C" void warplaw_s2r_portable(const S2rModifiers* modifiers, const Operands* operands, const S2rChoices* choices,
                                     Results* results) {
  eachLane<specialRegister>(modifiers, operands, choices, results);
}
