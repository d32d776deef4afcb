// FADD's encoding against exact sums rounded once (FADD-1, FADD-2), its plan over all forms (MACH-3).
#include "fuzz/float_sum.h"
#include "symbolic/encodings/fadd.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::fadd_rows;

/// Zeros, denormals, ends of the range, what is rounded to even and away, infinities, NaNs; and neighbours of all.
std::vector<std::uint32_t> borders() {
  std::vector<std::uint32_t> all;
  for (const std::uint32_t size :
       {0u, 0x00400000u, 0x00800000u, 0x01000000u, 0x0c000000u, 0x33800000u, 0x3f800000u, 0x3fffffffu, 0x4b000000u,
        0x4b800000u, 0x73000000u, 0x7f000000u, 0x7f7fffffu, 0x7f800000u, 0x7fc00000u, 0x7fffffffu})
    for (const std::uint32_t sign : {0u, 0x80000000u})
      for (const std::uint32_t near : {~0u, 0u, 1u})
        all.push_back(sign ^ ((size + near) & 0x7fffffff));
  return all;
}

TEST(Fadd, IsTheExactSumRoundedOnce_FADD_1_2) {
  const CompiledLane<faddLane, FaddModifierTerms, FaddChoiceTerms> encoding;
  std::mt19937 random(1);
  const auto expectSum = [&](std::uint32_t a, std::uint32_t b) {
    for (const std::uint32_t negatesA : {0u, 1u})
      for (const std::uint32_t negatesB : {0u, 1u}) {
        std::array<std::uint32_t, spec::kSourceRows> words{};
        words[rows::kA] = a, words[rows::kB] = b;
        ASSERT_EQ(encoding({negatesA, negatesB}, {}, 0, words), fuzz::floatSum(a ^ negatesA << 31, b ^ negatesB << 31))
            << std::hex << a << " + " << b << ", negated " << negatesA << ", " << negatesB;
      }
  };
  const std::vector<std::uint32_t> all = borders();
  for (const std::uint32_t a : all)
    for (const std::uint32_t b : all)
      expectSum(a, b);
  for (unsigned round = 0; round < 20000; ++round) {
    const auto a = static_cast<std::uint32_t>(random());
    expectSum(a, round % 2 ? static_cast<std::uint32_t>(random())
                           : a ^ static_cast<std::uint32_t>(random()) >> 6); // cancels
  }
}

TEST(Fadd, FormsAndPlans_FADD_1_MACH_3) {
  compareForms<FaddFormTerms, FaddModifierTerms, FaddChoiceTerms, faddModifiers, faddPlan>(
      [](const spec::FaddForm&) { return true; },
      [](const spec::FaddModifiers& m) { return m.negatesA < 2 && m.negatesB < 2; },
      [](const spec::FaddForm& form) { return spec::FaddModifiers{form.ra.negated, form.rb.negated}; },
      [](const spec::FaddForm& form, const spec::Plan& before) {
        return planOver(before, {form.ra.reg.index, form.rb.reg.index}, form.rd.index);
      });
}

} // namespace
} // namespace warplaw::symbolic
