// IADD for the fuzzer (IADD-1, IADD-2, IADD-3).
#include "symbolic/encodings/iadd.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::iadd_rows;

struct Iadd {
  using Form = spec::IaddForm;
  using Modifiers = spec::IaddModifiers;
  using Choices = spec::IaddChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "iadd";
  static constexpr unsigned kRows = 2;
  static constexpr auto kModifiers = symbolic::iaddModifiers;
  static constexpr auto kPlan = symbolic::iaddPlan;
  static constexpr auto kLane = symbolic::iaddLane;

  /// IADD-3: one at most.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>&) {
    trial.modifiers.negatesB &= !trial.modifiers.negatesA;
  }
  static Form formOf(const Modifiers& modifiers) {
    return {{0}, {modifiers.negatesA != 0, {1}}, {modifiers.negatesB != 0, {false, 2}}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[rows::kA] = {spec::SourceKind::Register, form.ra.reg.index};
    plan.source[rows::kB] = plainSigned20(form.rb.operand); // IADD-2
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  /// In exact numbers, of which the lowest 32 bits count.
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    const std::int64_t a = operands.row[rows::kA][lane], b = operands.row[rows::kB][lane];
    return static_cast<std::uint32_t>((form.ra.negated ? -a : a) + (form.rb.negated ? -b : b));
  }

  static constexpr FuzzerHooks<Iadd> kHooks = {.bias = bias};
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeIaddFuzzer() { return std::make_unique<DescribedFuzzer<Iadd>>(); }

} // namespace warplaw::fuzz
