// LOP for the fuzzer (LOP-1, LOP-2).
#include "symbolic/encodings/lop.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::lop_rows;

struct Lop {
  WARPLAW_LANE_TRAITS(Lop, lop, 2)

  static Form formOf(const Modifiers& m) {
    return {static_cast<spec::LopOp>(m.op), {0}, {m.invertsA != 0, {1}}, {m.invertsB != 0, {false, 2}}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSource(form.ra.reg), plainSigned20(form.rb.operand)}); // LOP-2
  }
  /// A bit after the other, as truth values (LOP-1).
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    std::uint32_t word = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      const bool a = (operands.row[rows::kA][lane] >> bit & 1) != form.ra.negated;
      const bool b = (operands.row[rows::kB][lane] >> bit & 1) != form.rb.negated;
      const bool results[] = {a && b, a || b, a != b, b};
      word += std::uint32_t{results[static_cast<unsigned>(form.op)]} << bit;
    }
    return word;
  }

  static constexpr FuzzerHooks<Lop> kHooks{};
};

} // namespace
WARPLAW_FUZZER(Lop)
} // namespace warplaw::fuzz
