// ISETP for the fuzzer (ISETP-1..3).
#include "symbolic/encodings/isetp.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::isetp_rows;

struct Isetp {
  WARPLAW_WARP_TRAITS(Isetp, isetp, 2)

  /// Numbers that meet: most would be far apart.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Dice dice(record.doubleWord(kRowStyles) ^ record.doubleWord(kExecWord));
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (dice.oneIn(2))
        trial.operands.row[rows::kB][lane] = trial.operands.row[rows::kA][lane] + dice.below(3) - 1;
  }
  static Form formOf(const Modifiers& modifiers) {
    return {static_cast<spec::IsetpCompare>(modifiers.compare),
            modifiers.isUnsigned != 0,
            static_cast<spec::IsetpCombine>(modifiers.combine),
            {0},
            {},
            {1},
            {false, 2},
            {{1}, false}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan = plainPlan({spec::kZeroRegister}, {plainSource(form.ra), plainSigned20(form.rb)}); // ISETP-2
    plan.sourcePredicate = form.pp.predicate.index;
    plan.sourcePredicateNegated = form.pp.negated;
    plan.destinationPredicate = form.pu.index;
    return plan;
  }
  /// ISETP-1: numbers that are exact, one lane after the other.
  static void runPlainly(const Form& form, const Choices&, const spec::Operands& operands, std::span<std::uint8_t>,
                         spec::Results& results) {
    const auto number = [&](std::uint32_t word) {
      constexpr std::int64_t kCount = std::int64_t{1} << 32;
      return !form.isUnsigned && word >= kCount / 2 ? word - kCount : std::int64_t{word};
    };
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(operands.exec >> lane & 1))
        continue;
      const std::int64_t a = number(operands.row[rows::kA][lane]), b = number(operands.row[rows::kB][lane]);
      const bool answers[] = {false, a < b, a == b, a <= b, a > b, a != b, a >= b, true};
      const bool answer = answers[static_cast<unsigned>(form.compare)];
      const bool other = operands.predicate >> lane & 1; // negated already, as it was fetched
      const bool combined[] = {answer && other, answer || other, answer != other};
      results.predicate &= ~(1u << lane);
      results.predicate += std::uint32_t{combined[static_cast<unsigned>(form.combine)]} << lane;
    }
    setMasks(results, operands.exec, true);
    results.written[0] = 0; // there is no Rd
  }

  static constexpr FuzzerHooks<Isetp> kHooks = {.bias = bias};
};

} // namespace
WARPLAW_FUZZER(Isetp)
} // namespace warplaw::fuzz
