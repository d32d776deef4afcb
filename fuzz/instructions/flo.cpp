// FLO for the fuzzer (FLO-1..3).
#include "symbolic/encodings/flo.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::flo_rows;

struct Flo {
  WARPLAW_LANE_TRAITS(Flo, flo, 1)

  /// Half of the words are small, or nearly all ones: among random ones the highest bits are found alone.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    Dice dice(record.doubleWord(kRowStyles) ^ record.doubleWord(kExecWord));
    for (std::uint32_t& b : trial.operands.row[rows::kB])
      if (dice.oneIn(2))
        b = static_cast<std::uint32_t>(std::uint64_t{b} >> dice.below(33)) ^ (dice.oneIn(2) ? ~0u : 0);
  }
  static Form formOf(const Modifiers& modifiers) {
    return {modifiers.isUnsigned != 0, modifiers.asShift != 0, {0}, {modifiers.inverts != 0, {false, 1}}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSigned20(form.rb.operand)}); // FLO-3
  }
  /// Looks at one bit after the other, from the highest on (FLO-1, FLO-2).
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    const auto isOne = [&](int bit) { return (operands.row[rows::kB][lane] >> bit & 1) != form.rb.negated; };
    const bool passedOver = !form.isUnsigned && isOne(31);
    for (int bit = 31; bit >= 0; --bit)
      if (isOne(bit) != passedOver)
        return static_cast<std::uint32_t>(form.asShift ? 31 - bit : bit);
    return spec::kFloNone;
  }

  static constexpr FuzzerHooks<Flo> kHooks = {.bias = bias};
};

} // namespace
WARPLAW_FUZZER(Flo)
} // namespace warplaw::fuzz
