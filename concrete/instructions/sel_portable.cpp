// SEL's datapath: one of two words, by the lane's predicate (SEL-1).
#include "concrete/instructions/sel.h"
#include "concrete/lanewise.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

namespace {
std::uint32_t selected(const SelModifiers*, const SelChoices*, std::uint32_t lane, const Operands* operands) {
  const std::uint32_t a = operands->row[sel_rows::kA][lane];
  const std::uint32_t b = operands->row[sel_rows::kB][lane];
  return operands->predicate >> lane & 1 ? a : b;
}
} // namespace

extern "C" void warplaw_sel_portable(const SelModifiers* modifiers, const Operands* operands, const SelChoices* choices,
                                     Results* results) {
  eachLane<selected>(modifiers, operands, choices, results);
}
