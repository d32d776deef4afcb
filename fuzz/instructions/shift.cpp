// The shifts for the fuzzer (SHIFT-1..3).
#include "symbolic/encodings/shift.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::shift_rows;

struct Shift {
  WARPLAW_LANE_TRAITS(Shift, shift, 2)

  /// SHL takes no .U32; most numbers would be far shifts.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    if (spec::ShiftDirection(trial.modifiers.direction) == spec::ShiftDirection::Left)
      trial.modifiers.isUnsigned = 0;
    if (record.byte(kPredicateWord) % 4)
      for (std::uint32_t& b : trial.operands.row[rows::kB])
        b &= 0x3f;
  }
  static Form formOf(const Modifiers& modifiers) {
    return {static_cast<spec::ShiftDirection>(modifiers.direction),
            modifiers.isUnsigned != 0,
            modifiers.wraps != 0,
            {0},
            {1},
            {false, 2}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSource(form.ra), plainSigned20(form.rb)}); // SHIFT-3
  }
  /// Where each bit comes from, far outside the word, too (SHIFT-1, SHIFT-2).
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    const std::uint32_t a = operands.row[rows::kA][lane], b = operands.row[rows::kB][lane];
    const std::int64_t distance = form.wraps ? b % 32 : b;
    const bool above = !form.isUnsigned && a >= 0x80000000;
    std::uint32_t word = 0;
    for (std::int64_t bit = 0; bit < 32; ++bit) {
      const std::int64_t from = form.direction == spec::ShiftDirection::Left ? bit - distance : bit + distance;
      word += std::uint32_t{from < 0 ? false : from < 32 ? (a >> from & 1) != 0 : above} << bit;
    }
    return word;
  }

  static constexpr FuzzerHooks<Shift> kHooks = {.bias = bias};
};

} // namespace
WARPLAW_FUZZER(Shift)
} // namespace warplaw::fuzz
