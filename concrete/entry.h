// One instruction on a warp, put together from its proved functions: plan, modifiers, fetch, datapath, write-back
// (MACH-1, -2, -3, -5). Each path of each instruction instantiates it as one extern "C" function of the bitcode, which
// is proved with those functions as contracts.
#pragma once
#include "concrete/machine.h"

namespace warplaw::concrete {

/// `parts`: the parts of the surroundings (spec/surroundings.h) that the datapath takes, between choices and results.
template <auto planOf, auto modifiersOf, auto datapath, class Modifiers, class Form, class Choices, class... Parts>
__attribute__((always_inline)) inline void runOnWarp(const Form* form, const spec::Guard* guard, const Choices* choices,
                                                     spec::Warp* warp, Parts... parts) {
  spec::Plan plan;
  plan.guardPredicate = guard->predicate.index;
  plan.guardNegated = guard->negated;
  planOf(form, choices, &plan);
  Modifiers modifiers;
  modifiersOf(form, &modifiers);
  spec::Operands operands;
  warplaw_fetch(warp, &plan, &operands);
  spec::Results results;
  datapath(&modifiers, &operands, choices, parts..., &results);
  warplaw_write_back(warp, &plan, operands.exec, &results);
}

} // namespace warplaw::concrete
