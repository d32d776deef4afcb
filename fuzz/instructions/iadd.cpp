// IADD for the fuzzer (IADD-1, IADD-2, IADD-3).
#include "symbolic/encodings/iadd.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::iadd_rows;

struct Iadd {
  WARPLAW_LANE_TRAITS(Iadd, iadd, 2)

  /// IADD-3: one at most.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>&) {
    trial.modifiers.negatesB &= !trial.modifiers.negatesA;
  }
  static Form formOf(const Modifiers& modifiers) {
    return {{0}, {modifiers.negatesA != 0, {1}}, {modifiers.negatesB != 0, {false, 2}}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSource(form.ra.reg), plainSigned20(form.rb.operand)}); // IADD-2
  }
  /// In exact numbers, of which the lowest 32 bits count.
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    const std::int64_t a = operands.row[rows::kA][lane], b = operands.row[rows::kB][lane];
    return static_cast<std::uint32_t>((form.ra.negated ? -a : a) + (form.rb.negated ? -b : b));
  }

  static constexpr FuzzerHooks<Iadd> kHooks = {.bias = bias};
};

} // namespace
WARPLAW_FUZZER(Iadd)
} // namespace warplaw::fuzz
