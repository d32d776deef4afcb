#include "proofs/theorems/theorems.h"
#include "proofs/statements/code_named.h"
#include "proofs/theorems/cuda_theorems.h"
#include "proofs/theorems/legality_theorems.h"

namespace warplaw::proofs {

std::vector<Theorem> allTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  const auto add = [&](std::vector<Theorem> theorems) {
    for (Theorem& theorem : theorems)
      all.push_back(heldAgainstItsCode(std::move(theorem), subject));
  };
  add(machineTheorems(subject)); // first: write-back takes longest to state, and a run's last theorem has one core
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  add(folder##Theorems(subject));                                                                                      \
  add({legalityTheorem(spec::Mnemonic::Camel)});
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  add(cuda::theorems(subject));
  add(scalarTheorems(subject));
  add(scalarFloatTheorems());
  add(programsTheorems());
  add(linearizeTheorems(subject));
  return all;
}

} // namespace warplaw::proofs
