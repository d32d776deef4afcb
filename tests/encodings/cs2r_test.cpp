// CS2R's encoding against a 64-bit clock (SR-1, SR-3, MACH-5), its pairs against their list (MACH-3).
#include "symbolic/encodings/cs2r.h"
#include "tests/encodings/around.h"

namespace warplaw::symbolic {
namespace {

TEST(Cs2r, TheClockAndItsWords_SR_3_MACH_5) {
  const CompiledAround<spec::Cs2rModifiers, spec::Cs2rChoices, spec::SpecialInputs> encoding(cs2rEncoding);
  std::mt19937_64 random(4);
  for (unsigned round = 0; round < 3000; ++round) {
    const std::uint64_t clock = random();
    spec::SpecialInputs around;
    around.clockLow = static_cast<std::uint32_t>(clock);
    around.clockHigh = static_cast<std::uint32_t>(clock >> 32);
    const auto exec = static_cast<std::uint32_t>(random());
    const bool pair = round % 3 == 0, high = round % 3 == 1;
    std::mt19937 cells(round);
    const auto before = anyCells<spec::Results>(cells);
    spec::Results wanted = before;
    std::fill(std::begin(wanted.error), std::end(wanted.error), std::uint8_t{0});
    wanted.written[0] = exec;
    wanted.written[1] = pair ? exec : 0;
    wanted.predicateWritten = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (exec >> lane & 1) {
        wanted.row[0][lane] = static_cast<std::uint32_t>(high ? clock >> 32 : clock);
        if (pair)
          wanted.row[1][lane] = static_cast<std::uint32_t>(clock >> 32);
      }
    expectEqual(encoding({pair ? 0u : 1u, high ? 1u : 0u}, executing(exec), {}, before, around), wanted);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(Cs2r, FormsAndPlans_SR_3_MACH_3) {
  const auto isPair = [](const spec::Cs2rForm& form) { return form.size == spec::Cs2rSize::B64; };
  compareForms<Cs2rFormTerms, Cs2rModifierTerms, Cs2rChoiceTerms, cs2rModifiers, cs2rPlan>(
      [&](const spec::Cs2rForm& form) {
        if (int(form.size) > 1 || int(form.sr.name) > 1)
          return false;
        return !isPair(form) || (form.sr.name == spec::ClockWord::Low &&
                                 (form.rd.index % 2 == 0 ? form.rd.index < 254 : form.rd.isZero()));
      },
      [](const spec::Cs2rModifiers& modifiers) { return modifiers.size < 2 && modifiers.word < 2; },
      [](const spec::Cs2rForm& form) {
        return spec::Cs2rModifiers{std::uint32_t(form.size), std::uint32_t(form.sr.name)};
      },
      [&](const spec::Cs2rForm& form, const spec::Plan& before) {
        spec::Plan plan = planOver(before, {}, form.rd.index);
        if (isPair(form) && !form.rd.isZero())
          plan.destination[1] = form.rd.index + 1u;
        return plan;
      });
}

} // namespace
} // namespace warplaw::symbolic
