// ATOMS's datapaths, a path each: the specialised function of an operation and size (ATOMS-1), and how it lists lanes.
#include "concrete/instructions/atoms_lanes.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
constexpr std::uint32_t pair(AtomsOp op, AtomsSize size) {
  return static_cast<std::uint32_t>(op) << 8 | static_cast<std::uint32_t>(size);
}

template <AtomsListing* listing>
__attribute__((always_inline)) inline void select(const AtomsModifiers* modifiers, const Operands* operands,
                                                  const AtomsChoices* choices, SharedBytes shared, Results* results) {
  switch (modifiers->op << 8 | modifiers->size) {
#define WARPLAW_ATOMS_FORM(op, size, Op, Size)                                                                         \
  case pair(AtomsOp::Op, AtomsSize::Size):                                                                             \
    return warplaw_atoms_##op##_##size(modifiers, operands, choices, shared, results, listing);
#include "concrete/instructions/atoms_forms.def"
#undef WARPLAW_ATOMS_FORM
  default: // no legal form (ATOMS-1)
    return;
  }
}
} // namespace

extern "C" {
void warplaw_atoms_portable(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                            SharedBytes shared, Results* results) {
  select<warplaw_atoms_list_portable>(modifiers, operands, choices, shared, results);
}
void warplaw_atoms_vbmi2(const AtomsModifiers* modifiers, const Operands* operands, const AtomsChoices* choices,
                         SharedBytes shared, Results* results) {
  select<warplaw_atoms_list_vbmi2>(modifiers, operands, choices, shared, results);
}
}
