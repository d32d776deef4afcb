// B2R.RESULT for the fuzzer (BAR-2).
#include "symbolic/encodings/b2r.h"
#include "fuzz/described.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {

struct B2r {
  WARPLAW_WARP_TRAITS(B2r, b2r, 0, const spec::SpecialInputs, const spec::Barriers)

  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Dice dice(record.doubleWord(kExecWord) ^ record.doubleWord(kChoiceBytes) * 31);
    trial.choices.predicateOfCount = dice.oneIn(8) ? 0 : static_cast<std::uint32_t>(dice.next());
  }
  static Form formOf(const Modifiers&) { return {spec::B2rWhat::Result, {0}, {0}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.destination[0] = form.rd.index;
    plan.destinationPredicate = form.pu.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static void runPlainly(const Form&, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    const unsigned warp = cells.inputs.warp;
    const bool isCount = cells.barriers.latchIsCount >> warp & 1;
    const std::uint32_t latch = cells.barriers.latch[warp];
    setMasks(results, operands.exec, true);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint32_t bit = 1u << lane;
      if (!(operands.exec & bit))
        continue;
      results.row[0][lane] = isCount ? latch : choices.wordOfAnswer[lane];
      const bool answer = isCount ? (choices.predicateOfCount & bit) != 0 : latch != 0;
      results.predicate = answer ? results.predicate | bit : results.predicate & ~bit;
    }
  }

  static constexpr FuzzerHooks<B2r> kHooks = {.bias = bias};
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeB2rFuzzer() { return std::make_unique<DescribedFuzzer<B2r>>(); }

} // namespace warplaw::fuzz
