// POPC for the fuzzer (POPC-1, POPC-2).
#include "symbolic/encodings/popc.h"
#include "fuzz/traits.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::popc_rows;

struct Popc {
  WARPLAW_LANE_TRAITS(Popc, popc, 1)

  static Form formOf(const Modifiers& modifiers) { return {{0}, {modifiers.inverts != 0, {false, 1}}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    return plainPlan(form.rd, {plainSigned20(form.rb.operand)}); // POPC-2
  }
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned lane, const spec::Operands& operands) {
    std::uint32_t ones = 0;
    for (std::uint32_t rest = operands.row[rows::kB][lane]; rest; rest &= rest - 1)
      ++ones;
    return form.rb.negated ? 32 - ones : ones;
  }

  static constexpr FuzzerHooks<Popc> kHooks{};
};

} // namespace
WARPLAW_FUZZER(Popc)
} // namespace warplaw::fuzz
