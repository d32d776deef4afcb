// ATOMS's datapaths, a path each: the specialised function of an operation and size (ATOMS-1), and how it lists lanes.
#include "concrete/instructions/atoms.h"
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
#define WARPLAW_ATOMS_FORM(op, size, Op, Size, ...)                                                                    \
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

// Which operands ATOMS fetches and writes back, and which register Rc = RZ stands for (ATOMS-8, ATOMS-9, MACH-3).
namespace {
void setRegister(Source* source, std::uint32_t index) {
  source->kind = SourceKind::Register;
  source->value = index;
}

void setAbsent(Source* source) {
  source->kind = SourceKind::Absent;
  source->value = 0;
}

/// The register `distance` after `first`; after RZ comes RZ: all words of an RZ vector are 0 (MACH-3).
std::uint32_t registerAfter(std::uint32_t first, std::uint32_t distance) {
  return first == kZeroRegister ? kZeroRegister : first + distance;
}

bool comparesAndSwaps(AtomsOp op) { return op == AtomsOp::Cas || op == AtomsOp::Cast || op == AtomsOp::CastSpin; }
} // namespace

extern "C" void warplaw_atoms_plan(const AtomsForm* form, const AtomsChoices* choices, Plan* plan) {
  const bool wide = form->size == AtomsSize::U64;
  const bool swaps = comparesAndSwaps(form->op);
  plan->excludesHelpers = 0;
  for (unsigned row = 0; row < kSourceRows; ++row)
    setAbsent(&plan->source[row]);

  if (form->address.hasBase)
    setRegister(&plan->source[atoms_rows::kBase], form->address.base.index);
  const std::uint32_t rb = form->rb.index;
  setRegister(&plan->source[atoms_rows::kOperand], rb);
  if (wide)
    setRegister(&plan->source[atoms_rows::kOperandHigh], registerAfter(rb, 1));

  // Rc = RZ swaps in 0, or what follows Rb where a vector can stand there: the choice is impliedSwap
  const std::uint32_t words = wide ? 2 : 1;
  const bool follows = rb + 2 * words - 1 < kRegisters; // no vector contains R255 (MACH-3)
  const bool implied = form->rc.index == kZeroRegister && choices->impliedSwap != 0 && follows;
  const std::uint32_t rc = implied ? registerAfter(rb, words) : form->rc.index;
  if (swaps)
    setRegister(&plan->source[atoms_rows::kSwap], rc);
  if (swaps && wide)
    setRegister(&plan->source[atoms_rows::kSwapHigh], registerAfter(rc, 1));

  plan->sourcePredicate = kTruePredicate;
  plan->sourcePredicateNegated = 0;
  const bool returnsFlag = form->op == AtomsOp::Cast || form->op == AtomsOp::CastSpin;
  const bool pair = wide && (!returnsFlag || choices->castPair != 0);
  plan->destination[0] = form->rd.index;
  plan->destination[1] = pair ? registerAfter(form->rd.index, 1) : kZeroRegister;
  plan->destinationPredicate = kTruePredicate;
}

extern "C" void warplaw_atoms_modifiers(const AtomsForm* form, AtomsModifiers* modifiers) {
  modifiers->op = static_cast<std::uint32_t>(form->op);
  modifiers->size = static_cast<std::uint32_t>(form->size);
  modifiers->imm24 = form->address.offset;
  modifiers->baseIsZero = !form->address.hasBase || form->address.base.index == kZeroRegister ? 1 : 0;
}
