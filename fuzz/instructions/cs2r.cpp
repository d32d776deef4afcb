// CS2R for the fuzzer (SR-1, SR-3).
#include "symbolic/encodings/cs2r.h"
#include "fuzz/described.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {

struct Cs2r {
  WARPLAW_WARP_TRAITS(Cs2r, cs2r, 0, const spec::SpecialInputs)

  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>&) {
    if (trial.modifiers.size == static_cast<std::uint32_t>(spec::Cs2rSize::B64))
      trial.modifiers.word = 0; // a pair begins with the low word
  }
  static Form formOf(const Modifiers& modifiers) {
    return {static_cast<spec::Cs2rSize>(modifiers.size), {0}, {static_cast<spec::ClockWord>(modifiers.word)}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.destination[0] = form.rd.index;
    if (form.size == spec::Cs2rSize::B64 && !form.rd.isZero())
      plan.destination[1] = form.rd.index + 1u;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static void runPlainly(const Form& form, const Choices&, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    std::uint64_t clock = std::uint64_t{cells.inputs.clockHigh} << 32 | cells.inputs.clockLow;
    if (form.size == spec::Cs2rSize::B32 && form.sr.name == spec::ClockWord::High)
      clock >>= 32;
    setMasks(results, operands.exec, false);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      results.row[0][lane] = static_cast<std::uint32_t>(clock);
      if (form.size == spec::Cs2rSize::B32)
        continue;
      results.row[1][lane] = static_cast<std::uint32_t>(clock >> 32);
      results.written[1] |= 1u << lane;
    }
  }

  static constexpr FuzzerHooks<Cs2r> kHooks = {.bias = bias};
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeCs2rFuzzer() { return std::make_unique<DescribedFuzzer<Cs2r>>(); }

} // namespace warplaw::fuzz
