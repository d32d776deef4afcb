// POPC for the fuzzer (POPC-1, POPC-2).
#include "symbolic/encodings/popc.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::popc_rows;

struct Popc {
  using Form = spec::PopcForm;
  using Modifiers = spec::PopcModifiers;
  using Choices = spec::PopcChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "popc";
  static constexpr unsigned kRows = 1;
  static constexpr auto kModifiers = symbolic::popcModifiers;
  static constexpr auto kPlan = symbolic::popcPlan;
  static constexpr auto kLane = symbolic::popcLane;

  static Form formOf(const Modifiers& modifiers) { return {{0}, {modifiers.inverts != 0, {false, 1}}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[rows::kB] = plainSigned20(form.rb.operand); // POPC-2
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
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

std::unique_ptr<InstructionFuzzer> makePopcFuzzer() { return std::make_unique<DescribedFuzzer<Popc>>(); }

} // namespace warplaw::fuzz
