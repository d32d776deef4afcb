// Readings of all instructions, apart from the list of theorems: who asks what an executor may behave like needs none.
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {

std::vector<Readings> allReadings() {
  return {
#define WARPLAW_INSTRUCTION(Camel, folder, text) folder##Readings(),
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  };
}

} // namespace warplaw::proofs
