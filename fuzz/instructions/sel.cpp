// SEL for the fuzzer (SEL-1, SEL-2).
#include "symbolic/encodings/sel.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::sel_rows;

struct Sel {
  WARPLAW_LANE_TRAITS(Sel, sel, 2)

  static Form formOf(const Modifiers&) { return {{0}, {1}, {false, 2}, {{1}, false}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan = plainPlan(form.rd, {plainSource(form.ra), plainSigned20(form.rb)}); // SEL-2
    plan.sourcePredicate = form.pp.predicate.index;
    plan.sourcePredicateNegated = form.pp.negated;
    return plan;
  }
  static std::uint32_t plainWord(const Form&, const Choices&, unsigned lane, const spec::Operands& operands) {
    const bool holds = operands.predicate >> lane & 1; // negated already, as it was fetched
    return operands.row[holds ? rows::kA : rows::kB][lane];
  }

  static constexpr FuzzerHooks<Sel> kHooks{};
};

} // namespace
WARPLAW_FUZZER(Sel)
} // namespace warplaw::fuzz
