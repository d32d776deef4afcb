// SURED's steps as RED's (SURED-3, SURED-9).
#include "concrete/instructions/sured.h"
#include "concrete/vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_sured_reduction(const SuredModifiers* modifiers, const Operands* operands,
                                        const SuredChoices* choices, RedModifiers* redModifiers, Operands* redOperands,
                                        RedChoices* redChoices) {
  redModifiers->op = modifiers->op;
  redModifiers->size = stepSizeOf(modifiers->size, 1);
  redModifiers->extended = 0;
  redModifiers->imm20 = 0;
  redOperands->exec = operands->exec;
  redChoices->order = choices->order;
  redChoices->orderHigh = choices->orderHigh;
  redChoices->reported = {};
  redChoices->highBitsCount = 1;
  redChoices->unlikeZeros = choices->unlikeZeros;
  redChoices->nanLow = {};       // that of doubles, which SURED has not
  constexpr unsigned kWidth = 4; ///< lanes that are copied together
#pragma clang loop unroll(full)
  for (std::uint32_t first = 0; first < kLanes; first += kWidth) {
    const LanesFrom<kWidth> lanes{first};
    lanes.set(redOperands->row[red_rows::kOperand], lanes.of(operands->row[sured_rows::kOperand]));
    lanes.set(redOperands->row[red_rows::kOperandHigh], lanes.of(operands->row[sured_rows::kOperandHigh]));
    lanes.set(redChoices->nanHigh.data(), VectorOf<kWidth>::Unsigned{} + 0x7ff80000);
  }
}
