// S2R for the fuzzer (SR-1, SR-2).
#include "symbolic/encodings/s2r.h"
#include "fuzz/described.h"

namespace warplaw::fuzz {
namespace {

struct S2r {
  using Form = spec::S2rForm;
  using Modifiers = spec::S2rModifiers;
  using Choices = spec::S2rChoices;
  using Trial = fuzz::Trial<Modifiers, Choices>;
  static constexpr std::string_view kFolder = "s2r";
  static constexpr unsigned kRows = 0;
  static constexpr auto kModifiers = symbolic::s2rModifiers;
  static constexpr auto kPlan = symbolic::s2rPlan;
  static constexpr auto kLane = symbolic::s2rLane;

  static Form formOf(const Modifiers& modifiers) { return {{0}, {static_cast<spec::SpecialRegister>(modifiers.sr)}}; }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeS2rFuzzer() { return std::make_unique<DescribedFuzzer<S2r>>(); }

} // namespace warplaw::fuzz
