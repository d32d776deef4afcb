// Exact results as terms: sums, differences, compared by true values (VID-2), averages (VID-3), conditions (VID-4).
#include "symbolic/encodings/video_result.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::VideoCondition;
using spec::VideoOp;
} // namespace

Term lesser(Term a, Term b) { return a.slt(b).ite(a, b); }
Term greater(Term a, Term b) { return a.slt(b).ite(b, a); }

Term halved(Term sum) {
  const Term one = sum.terms().constant(sum.width(), 1), negative = sum.slt(sum.terms().constant(sum.width(), 0));
  return negative.ite(sum, sum + one).ashr(one);
}

Term holds(Term condition, Term a, Term b) {
  const Term less = a.slt(b), equal = a.eq(b);
  const std::pair<VideoCondition, Term> others[] = {{VideoCondition::Ne, ~equal},
                                                    {VideoCondition::Lt, less},
                                                    {VideoCondition::Le, less | equal},
                                                    {VideoCondition::Gt, ~(less | equal)},
                                                    {VideoCondition::Ge, ~less}};
  Term result = equal;
  for (const auto& [named, truth] : others)
    result = is(condition, named).ite(truth, result);
  return result;
}

Term exactResult(Term op, Term condition, Term a, Term b) {
  const Term difference = a - b;
  const std::pair<VideoOp, Term> others[] = {
      {VideoOp::Sub, difference},     {VideoOp::AbsDiff, a.slt(b).ite(difference.negated(), difference)},
      {VideoOp::Min, lesser(a, b)},   {VideoOp::Max, greater(a, b)},
      {VideoOp::Avrg, halved(a + b)}, {VideoOp::Set, holds(condition, a, b).zext(a.width())}};
  Term result = a + b;
  for (const auto& [named, value] : others)
    result = is(op, named).ite(value, result);
  return result;
}

} // namespace warplaw::symbolic
