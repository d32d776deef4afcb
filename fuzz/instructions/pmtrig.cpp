// PMTRIG for the fuzzer (PM-1, PM-2).
#include "symbolic/encodings/pmtrig.h"
#include "fuzz/described.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {

struct Pmtrig {
  WARPLAW_WARP_TRAITS(Pmtrig, pmtrig, 0, spec::Counters)

  /// One counter, several, or none; often nobody executes.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Dice dice(record.doubleWord(kExecWord) ^ record.doubleWord(kModifierBytes) * 37);
    trial.modifiers.mask = dice.oneIn(2) ? 1u << dice.below(spec::kCounters) : dice.below(1u << spec::kCounters);
    if (dice.oneIn(4))
      trial.operands.exec = 0;
  }
  static Form formOf(const Modifiers& modifiers) { return {{modifiers.mask}}; }
  static spec::Plan planOf(const Form&, const Choices&) { return {}; }
  static void runPlainly(const Form& form, const Choices&, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    setMasks(results, 0, false);
    if (operands.exec == 0)
      return;
    std::uint32_t left = form.mask.value;
    for (std::uint32_t& count : cells.counters.count) {
      count += left % 2;
      left /= 2;
    }
  }

  static constexpr FuzzerHooks<Pmtrig> kHooks = {.bias = bias};
};

} // namespace

std::unique_ptr<InstructionFuzzer> makePmtrigFuzzer() { return std::make_unique<DescribedFuzzer<Pmtrig>>(); }

} // namespace warplaw::fuzz
