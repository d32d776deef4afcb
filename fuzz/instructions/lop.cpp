// LOP for the fuzzer (LOP-1, LOP-2).
#include "symbolic/encodings/lop.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {
namespace rows = spec::lop_rows;

struct Lop {
  using Form = spec::LopForm;
  using Modifiers = spec::LopModifiers;
  using Choices = spec::LopChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "lop";
  static constexpr unsigned kRows = 2;
  static constexpr auto kModifiers = symbolic::lopModifiers;
  static constexpr auto kPlan = symbolic::lopPlan;
  static constexpr auto kLane = symbolic::lopLane;

  static Form formOf(const Modifiers& modifiers) {
    return {static_cast<spec::LopOp>(modifiers.op),
            {0},
            {modifiers.invertsA != 0, {1}},
            {modifiers.invertsB != 0, {false, 2}}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[rows::kA] = {spec::SourceKind::Register, form.ra.reg.index};
    plan.source[rows::kB] = plainSigned20(form.rb.operand); // LOP-2
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
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

std::unique_ptr<InstructionFuzzer> makeLopFuzzer() { return std::make_unique<DescribedFuzzer<Lop>>(); }

} // namespace warplaw::fuzz
