// S2R as terms: the lane's number and its masks (SR-1, -2), thread numbers and inputs (SR-1, -3); its plan.
#include "symbolic/encodings/s2r.h"
#include "symbolic/encodings/wording.h"
#include "symbolic/terms/divide.h"

namespace warplaw::symbolic {
using spec::SpecialRegister;
namespace {

constexpr auto kLast = static_cast<Bits>(SpecialRegister::LocalWindowSize); // SR-1

Term threadNumber(Term word) { return word.extract(kThreadNumberBits - 1, 0); }
Division rowsOf(const SpecialInputTerms& inputs, Term lane) {
  return divideUnsigned(threadNumber(linearThread(inputs, lane)), threadNumber(inputs.ntid[0]));
}

} // namespace

Term linearThread(const SpecialInputTerms& inputs, Term lane) {
  return inputs.warp * lane.terms().constant(32, spec::kLanes) + lane.zext(32);
}

Term threadRow(const SpecialInputTerms& inputs, Term lane) { return rowsOf(inputs, lane).quotient; }

std::array<Term, spec::kDimensions> threadOf(const SpecialInputTerms& inputs, Term lane) {
  const Division rows = rowsOf(inputs, lane);
  const Division planes = divideUnsigned(rows.quotient, threadNumber(inputs.ntid[1]));
  return {rows.remainder.zext(32), planes.remainder.zext(32), planes.quotient.zext(32)};
}

Term s2rLane(const S2rModifierTerms& modifiers, const S2rChoiceTerms&, Term lane, const LaneWords&,
             const SpecialInputTerms& inputs) {
  const Term number = lane.zext(32);
  const Term equal = lane.terms().constant(32, 1).shl(number); // SR-2
  const Term less = equal - Bits(1), lessOrEqual = less | equal;
  const Term greaterOrEqual = ~less, greater = ~lessOrEqual;
  const auto tid = threadOf(inputs, lane);
  const std::pair<SpecialRegister, Term> words[] = {{SpecialRegister::LaneId, number},
                                                    {SpecialRegister::EqMask, equal},
                                                    {SpecialRegister::LtMask, less},
                                                    {SpecialRegister::LeMask, lessOrEqual},
                                                    {SpecialRegister::GtMask, greater},
                                                    {SpecialRegister::GeMask, greaterOrEqual},
                                                    {SpecialRegister::TidX, tid[0]},
                                                    {SpecialRegister::TidY, tid[1]},
                                                    {SpecialRegister::TidZ, tid[2]},
                                                    {SpecialRegister::CtaidX, inputs.ctaid[0]},
                                                    {SpecialRegister::CtaidY, inputs.ctaid[1]},
                                                    {SpecialRegister::CtaidZ, inputs.ctaid[2]},
                                                    {SpecialRegister::NtidX, inputs.ntid[0]},
                                                    {SpecialRegister::NtidY, inputs.ntid[1]},
                                                    {SpecialRegister::NtidZ, inputs.ntid[2]},
                                                    {SpecialRegister::NctaidX, inputs.nctaid[0]},
                                                    {SpecialRegister::NctaidY, inputs.nctaid[1]},
                                                    {SpecialRegister::NctaidZ, inputs.nctaid[2]},
                                                    {SpecialRegister::ClockLow, inputs.clockLow},
                                                    {SpecialRegister::ClockHigh, inputs.clockHigh},
                                                    {SpecialRegister::SmemSize, inputs.smemSize},
                                                    {SpecialRegister::SharedWindowLow, inputs.sharedWindowLow},
                                                    {SpecialRegister::SharedWindowSize, inputs.sharedWindowSize},
                                                    {SpecialRegister::LocalWindowLow, inputs.localWindowLow}};
  Term word = inputs.localWindowSize;
  for (const auto& [name, value] : words)
    word = is(modifiers.sr, name).ite(value, word);
  return word;
}

Term isLegal(const S2rFormTerms& form) { return atMost(form.sr.name, kLast); }

Term isLegal(const S2rModifierTerms& modifiers) { return atMost(modifiers.sr, kLast); }

S2rModifierTerms s2rModifiers(const S2rFormTerms& form) { return {form.sr.name.zext(32)}; }

PlanTerms s2rPlan(const S2rFormTerms& form, const S2rChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd, {});
}

} // namespace warplaw::symbolic
