// Macros that define plans, and datapaths of instructions in which no lane depends on another.
#pragma once
#include "concrete/lanewise.h"
#include "concrete/plan.h"

/// warplaw_<name>_<path> of the row of spec/instructions.def that begins with Camel and name: in each executing lane Rd
/// is what lane(modifiers, choices, number of the lane, operands) gives.
#define WARPLAW_LANE_DATAPATH(Camel, name, path, lane)                                                                 \
  extern "C" void warplaw_##name##_##path(                                                                             \
      const warplaw::spec::Camel##Modifiers* modifiers, const warplaw::spec::Operands* operands,                       \
      const warplaw::spec::Camel##Choices* choices, warplaw::spec::Results* results) {                                 \
    warplaw::concrete::eachLane<lane>(modifiers, operands, choices, results);                                          \
  }
