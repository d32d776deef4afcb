// FADD for the fuzzer (FADD-1, FADD-2).
#include "symbolic/encodings/fadd.h"
#include "fuzz/float_sum.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::fadd_rows;

/// Numbers that meet: sums that cancel, are rounded, lie at an end of the range.
std::uint32_t meeting(std::uint32_t x, std::uint32_t y) {
  const std::uint32_t ulps = y >> 8 & 3, exponent = (y >> 16) % 32 << 23;
  switch (y % 4) {
  case 0:
    return (x ^ 0x80000000) + ulps; // nearly the opposite
  case 1:
    return x ^ exponent; // another exponent, the same fraction
  case 2:
    return (x & 0xff800000) - exponent + ulps; // a power of two, or little more
  default:
    return y;
  }
}

struct Fadd {
  WARPLAW_LANE_TRAITS(Fadd, fadd, 2)

  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>&) {
    for (unsigned lane = 0; lane < spec::kLanes; lane += 2)
      trial.operands.row[rows::kB][lane] =
          meeting(trial.operands.row[rows::kA][lane], trial.operands.row[rows::kB][lane]);
  }
  static Form formOf(const Modifiers& modifiers) {
    return {{0}, {modifiers.negatesA != 0, {1}}, {modifiers.negatesB != 0, {2}}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSource(form.ra.reg), plainSource(form.rb.reg)});
  }
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    const std::uint32_t a = operands.row[rows::kA][lane], b = operands.row[rows::kB][lane];
    return floatSum(form.ra.negated ? a ^ 0x80000000 : a, form.rb.negated ? b ^ 0x80000000 : b);
  }

  static constexpr FuzzerHooks<Fadd> kHooks = {.bias = bias};
};

} // namespace
WARPLAW_FUZZER(Fadd)
} // namespace warplaw::fuzz
