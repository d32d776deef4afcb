// ATOMS's datapath: the specialised function of an operation and size (ATOMS-1).
#include "concrete/instructions/atoms.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
constexpr std::uint32_t pair(AtomsOp op, AtomsSize size) {
  return static_cast<std::uint32_t>(op) << 8 | static_cast<std::uint32_t>(size);
}
} // namespace

extern "C" {
void warplaw_atoms_portable(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                            SharedBytes shared, Results* results) {
  switch (modifiers->op << 8 | modifiers->size) {
#define WARPLAW_ATOMS_FORM(op, size, Op, Size)                                                                         \
  case pair(AtomsOp::Op, AtomsSize::Size):                                                                             \
    return warplaw_atoms_##op##_##size(modifiers, operands, choices, shared, results);
#include "concrete/instructions/atoms_forms.def"
#undef WARPLAW_ATOMS_FORM
  default: // no legal form (ATOMS-1)
    return;
  }
}
}
