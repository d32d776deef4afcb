// SEL for the fuzzer (SEL-1, SEL-2).
#include "symbolic/encodings/sel.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::sel_rows;

struct Sel {
  using Form = spec::SelForm;
  using Modifiers = spec::SelModifiers;
  using Choices = spec::SelChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "sel";
  static constexpr unsigned kRows = 2;
  static constexpr auto kModifiers = symbolic::selModifiers;
  static constexpr auto kPlan = symbolic::selPlan;
  static constexpr auto kLane = symbolic::selLane;

  static Form formOf(const Modifiers&) { return {{0}, {1}, {false, 2}, {{1}, false}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[rows::kA] = {spec::SourceKind::Register, form.ra.index};
    plan.source[rows::kB] = plainSigned20(form.rb); // SEL-2
    plan.sourcePredicate = form.pp.predicate.index;
    plan.sourcePredicateNegated = form.pp.negated;
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static std::uint32_t plainWord(const Form&, const Choices&, unsigned lane, const spec::Operands& operands) {
    const bool holds = operands.predicate >> lane & 1; // negated already, as it was fetched
    return operands.row[holds ? rows::kA : rows::kB][lane];
  }

  static constexpr FuzzerHooks<Sel> kHooks{};
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeSelFuzzer() { return std::make_unique<DescribedFuzzer<Sel>>(); }

} // namespace warplaw::fuzz
