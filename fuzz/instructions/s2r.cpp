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
  /// SR-2, a lane's bit at a time.
  static std::uint32_t plainWord(const Form& form, const Choices&, unsigned own, const spec::Operands&) {
    using spec::SpecialRegister;
    if (form.sr.name == SpecialRegister::LaneId)
      return own;
    std::uint32_t mask = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const bool named = form.sr.name == SpecialRegister::EqMask   ? lane == own
                         : form.sr.name == SpecialRegister::LtMask ? lane < own
                         : form.sr.name == SpecialRegister::LeMask ? lane <= own
                         : form.sr.name == SpecialRegister::GtMask ? lane > own
                                                                   : lane >= own;
      mask |= std::uint32_t{named} << lane;
    }
    return mask;
  }
};

} // namespace

std::unique_ptr<InstructionFuzzer> makeS2rFuzzer() { return std::make_unique<DescribedFuzzer<S2r>>(); }

} // namespace warplaw::fuzz
