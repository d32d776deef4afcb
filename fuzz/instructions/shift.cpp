// The shifts for the fuzzer (SHIFT-1..3).
#include "symbolic/encodings/shift.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::shift_rows;

struct Shift {
  using Form = spec::ShiftForm;
  using Modifiers = spec::ShiftModifiers;
  using Choices = spec::ShiftChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "shift";
  static constexpr unsigned kRows = 2;
  static constexpr auto kModifiers = symbolic::shiftModifiers;
  static constexpr auto kPlan = symbolic::shiftPlan;
  static constexpr auto kLane = symbolic::shiftLane;

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
    spec::Plan plan;
    plan.source[rows::kA] = {spec::SourceKind::Register, form.ra.index};
    plan.source[rows::kB] = plainSigned20(form.rb); // SHIFT-3
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
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

std::unique_ptr<InstructionFuzzer> makeShiftFuzzer() { return std::make_unique<DescribedFuzzer<Shift>>(); }

} // namespace warplaw::fuzz
