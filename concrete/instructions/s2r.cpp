// S2R's datapath: what the lane's number determines, and what the surroundings give (SR-1, SR-2, SR-3).
#include "concrete/instructions/s2r.h"
#include "concrete/lanewise.h"
#include "concrete/plan.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
/// Numbers of threads of a legal CTA fit; a narrower division is a faster one.
std::uint16_t threadNumber(std::uint32_t threads) { return static_cast<std::uint16_t>(threads); }

/// What is no SpecialRegister counts as GEMASK.
std::uint32_t specialRegister(const S2rModifiers* modifiers, const S2rChoices*, std::uint32_t lane, const Operands*,
                              const SpecialInputs* inputs) {
  const std::uint32_t own = 1u << lane;
  const std::uint32_t before = own - 1;
  const std::uint32_t upToOwn = before | own;
  const std::uint16_t thread = threadNumber(kLanes * inputs->warp + lane);
  const std::uint16_t wide = threadNumber(inputs->ntid[0]), high = threadNumber(inputs->ntid[1]);
  const std::uint16_t row = threadNumber(thread / wide);

  std::uint32_t value = ~before;
  const auto is = [&value, name = modifiers->sr](SpecialRegister sr, std::uint32_t word) {
    value = name == static_cast<std::uint32_t>(sr) ? word : value;
  };
  is(SpecialRegister::LaneId, lane);
  is(SpecialRegister::EqMask, own);
  is(SpecialRegister::LtMask, before);
  is(SpecialRegister::LeMask, upToOwn);
  is(SpecialRegister::GtMask, ~upToOwn);
  is(SpecialRegister::TidX, static_cast<std::uint32_t>(thread % wide));
  is(SpecialRegister::TidY, static_cast<std::uint32_t>(row % high));
  is(SpecialRegister::TidZ, static_cast<std::uint32_t>(row / high));
  is(SpecialRegister::CtaidX, inputs->ctaid[0]);
  is(SpecialRegister::CtaidY, inputs->ctaid[1]);
  is(SpecialRegister::CtaidZ, inputs->ctaid[2]);
  is(SpecialRegister::NtidX, inputs->ntid[0]);
  is(SpecialRegister::NtidY, inputs->ntid[1]);
  is(SpecialRegister::NtidZ, inputs->ntid[2]);
  is(SpecialRegister::NctaidX, inputs->nctaid[0]);
  is(SpecialRegister::NctaidY, inputs->nctaid[1]);
  is(SpecialRegister::NctaidZ, inputs->nctaid[2]);
  is(SpecialRegister::ClockLow, inputs->clockLow);
  is(SpecialRegister::ClockHigh, inputs->clockHigh);
  is(SpecialRegister::SmemSize, inputs->smemSize);
  is(SpecialRegister::SharedWindowLow, inputs->sharedWindowLow);
  is(SpecialRegister::SharedWindowSize, inputs->sharedWindowSize);
  is(SpecialRegister::LocalWindowLow, inputs->localWindowLow);
  is(SpecialRegister::LocalWindowSize, inputs->localWindowSize);
  return value;
}
} // namespace

extern "C" void warplaw_s2r_portable(const S2rModifiers* modifiers, const Operands* operands, const S2rChoices* choices,
                                     const SpecialInputs* inputs, Results* results) {
  eachLane<specialRegister>(modifiers, operands, choices, results, inputs);
}

// Which register S2R writes back, and what its datapath is told (SR-1).
extern "C" {
void warplaw_s2r_plan(const S2rForm* form, const S2rChoices*, Plan* plan) { planOfRd(form->rd, plan); }
void warplaw_s2r_modifiers(const S2rForm* form, S2rModifiers* modifiers) {
  modifiers->sr = static_cast<std::uint32_t>(form->sr.name);
}
}
