// SURED's steps as RED's (SURED-3, SURED-9).
#include "concrete/instructions/sured.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_sured_reduction(const SuredModifiers* modifiers, const Operands* operands,
                                        const SuredChoices* choices, RedModifiers* redModifiers, Operands* redOperands,
                                        RedChoices* redChoices) {
  redModifiers->op = modifiers->op;
  redModifiers->size = stepSizeOf(modifiers->size, 1);
  redModifiers->extended = 0;
  redModifiers->imm20 = 0;
  redChoices->highBitsCount = 1;
  redChoices->unlikeZeros = choices->unlikeZeros;
  redOperands->exec = operands->exec;
#pragma clang loop unroll(full)
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    redOperands->row[red_rows::kOperand][lane] = operands->row[sured_rows::kOperand][lane];
    redOperands->row[red_rows::kOperandHigh][lane] = operands->row[sured_rows::kOperandHigh][lane];
    redChoices->order[lane] = choices->order[lane];
    redChoices->orderHigh[lane] = choices->orderHigh[lane];
    redChoices->reported[lane] = 0;
    redChoices->nanLow[lane] = 0; // that of doubles, which SURED has not
    redChoices->nanHigh[lane] = 0x7ff80000;
  }
}
