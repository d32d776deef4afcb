// ISETP's encoding against integers of 64 bits, lane by lane (ISETP-1, MACH-1, -5), its plan over all forms and all
// immediates (ISETP-2, ISETP-3, MACH-3).
#include "symbolic/encodings/isetp.h"
#include "tests/encodings/compiled.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::isetp_rows;
using spec::IsetpCombine;
using spec::IsetpCompare;

using CompiledIsetp = CompiledWarp<isetpEncoding, IsetpModifierTerms>;

bool holds(const spec::IsetpModifiers& modifiers, std::uint32_t a, std::uint32_t b, bool p) {
  const auto number = [&](std::uint32_t word) { // a sign's weight is -2^31
    return std::int64_t(word) - (!modifiers.isUnsigned && word >> 31 ? std::int64_t(1) << 32 : 0);
  };
  const std::int64_t difference = number(a) - number(b);
  const bool answers[] = {false,          difference < 0,  difference == 0, difference <= 0,
                          difference > 0, difference != 0, difference >= 0, true};
  const unsigned both = answers[modifiers.compare] + p; // how many hold
  const bool combined[] = {both == 2, both > 0, both == 1};
  return combined[modifiers.combine];
}

TEST(Isetp, IsTheSignOfADifference_ISETP_1_MACH_1_5) {
  const CompiledIsetp encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 10000; ++round) {
    const spec::IsetpModifiers modifiers{round % 8, round / 8 % 2, round / 16 % 3};
    spec::Operands operands{};
    operands.exec = static_cast<std::uint32_t>(random());
    operands.predicate = static_cast<std::uint32_t>(random());
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint32_t a = anyWord(random), apart = random() % 3 - 1; // neighbours and equals half of the time
      operands.row[rows::kA][lane] = a;
      operands.row[rows::kB][lane] = random() % 2 ? anyWord(random) : a + apart;
    }
    const auto before = anyCells<spec::Results>(random);
    spec::Results wanted = before;
    wanted.written[0] = wanted.written[1] = 0;
    wanted.predicateWritten = operands.exec;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      wanted.error[lane] = 0;
      const std::uint32_t bit = 1u << lane;
      if (operands.exec & bit)
        wanted.predicate = holds(modifiers, operands.row[rows::kA][lane], operands.row[rows::kB][lane],
                                 (operands.predicate & bit) != 0)
                               ? wanted.predicate | bit
                               : wanted.predicate & ~bit;
    }
    expectEqual(encoding(modifiers, operands, before), wanted);
    ASSERT_FALSE(HasFailure()) << "compare " << modifiers.compare << " unsigned " << modifiers.isUnsigned << " combine "
                               << modifiers.combine;
  }
}

TEST(Isetp, NearTheEnds_ISETP_1) {
  Terms terms;
  const auto of = [&](IsetpCompare compare, bool isUnsigned, std::uint32_t a, std::uint32_t b, bool p = true,
                      IsetpCombine combine = IsetpCombine::And) {
    return isetpBit(
               {terms.constant(32, Bits(compare)), terms.constant(32, isUnsigned), terms.constant(32, Bits(combine))},
               terms.constant(32, a), terms.constant(32, b), terms.truth(p))
        .isTrue();
  };
  const std::uint32_t least = 0x80000000, greatest = 0x7fffffff;
  EXPECT_TRUE(of(IsetpCompare::Lt, false, least, greatest));
  EXPECT_FALSE(of(IsetpCompare::Lt, true, least, greatest));
  EXPECT_TRUE(of(IsetpCompare::Ge, true, ~0u, 0));
  EXPECT_FALSE(of(IsetpCompare::Gt, false, ~0u, 0));
  EXPECT_FALSE(of(IsetpCompare::Always, false, 0, 0, false));
  EXPECT_TRUE(of(IsetpCompare::Never, false, 0, 0, true, IsetpCombine::Xor));
  EXPECT_TRUE(of(IsetpCompare::Never, true, 0, 0, true, IsetpCombine::Or));
}

spec::Plan planOf(const spec::IsetpForm& form, const spec::Plan& before) {
  spec::Plan plan = planOver(before, {form.ra.index}, spec::kZeroRegister);
  plan.source[rows::kB] = signedSource(form.rb);
  plan.sourcePredicate = form.pp.predicate.index;
  plan.sourcePredicateNegated = form.pp.negated;
  plan.destinationPredicate = form.pu.index;
  return plan;
}

TEST(Isetp, FormsAndPlans_ISETP_1_2_3_MACH_3) {
  compareForms<IsetpFormTerms, IsetpModifierTerms, IsetpChoiceTerms, isetpModifiers, isetpPlan>(
      [](const spec::IsetpForm& form) {
        return int(form.compare) < 8 && int(form.combine) < 3 && form.pu.index < 8 && int(form.pv.name) == 0 &&
               isSignedOperand(form.rb) && form.pp.predicate.index < 8;
      },
      [](const spec::IsetpModifiers& m) { return m.compare < 8 && m.isUnsigned < 2 && m.combine < 3; },
      [](const spec::IsetpForm& form) {
        return spec::IsetpModifiers{std::uint32_t(form.compare), form.isUnsigned, std::uint32_t(form.combine)};
      },
      planOf);
}

TEST(Isetp, EveryImmediate_ISETP_2) {
  tryEveryImmediate<IsetpFormTerms, IsetpModifierTerms, IsetpChoiceTerms, isetpModifiers, isetpPlan>(
      {}, rows::kB, [](spec::IsetpForm& form) -> auto& { return form.rb; });
}

} // namespace
} // namespace warplaw::symbolic
