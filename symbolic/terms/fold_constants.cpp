// Folding rules, first chapter: operations on constants, and what keeps constants constant
// (Folding::Constants, --no-fold).
#include "symbolic/terms/float_format.h"
#include "symbolic/terms/fold_words.h"
#include "symbolic/terms/operate.h"
#include <algorithm>
#include <array>
#include <cassert>

namespace warplaw::symbolic::fold {
namespace {

Term constantsFold(Terms& terms, const Parts& p) {
  if (!std::all_of(p.args.begin(), p.args.end(), [](Term t) { return t.isConstant(); }))
    return {};
  std::array<Bits, 2> values{}; // those that have this rule have no more operands
  assert(p.args.size() <= values.size());
  std::ranges::transform(p.args, values.begin(), [](Term t) { return t.value(); });
  return terms.constant(p.width,
                        operate(p.op, p.width, std::span(values).first(p.args.size()), p.args.back().width(), p.value));
}

void oneConstant(Instances& i) {
  i.each(i.width, [&](Term k) { i.emit({k}); });
}
void twoConstants(Instances& i) {
  i.pairs(i.width, [&](Term k, Term l) { i.emit({k, l}); });
}
void concatConstants(Instances& i) {
  i.cuts([&](unsigned high) { i.pairs(high, i.width - high, [&](Term k, Term l) { i.emitWide(i.width, {k, l}); }); });
}
void extractConstants(Instances& i) {
  i.extracts([&](unsigned width, unsigned low) { i.some(i.width, [&](Term k) { i.emitWide(width, {k}, low); }); });
}
void widenConstants(Instances& i) {
  i.widthsFrom(i.width, [&](unsigned wider) { i.each(i.width, [&](Term k) { i.emitWide(wider, {k}); }); });
}

/// Zeros, denormals, what rounds to even and away from it at 1, the greatest and what makes it infinite, infinities,
/// NaNs.
std::vector<Bits> floatValues(FloatFormat format) {
  const Bits bias = onesOf(format.exponent() - 1), least = Bits{1} << format.fraction;
  const auto power = [&](Bits exponent) { return exponent << format.fraction; };
  std::vector<Bits> values;
  for (const Bits size :
       {Bits{0}, Bits{1}, least - 1, least, power(bias), power(bias - format.fraction - 1),
        power(bias - format.fraction) + least / 2, power(bias + format.fraction + 1), format.infinity() - 1,
        power(2 * bias - format.fraction - 1), format.infinity(), format.infinity() + 1, format.nan() - least / 4})
    for (const Bits sign : {Bits{0}, format.sign()})
      values.push_back(size | sign);
  return values;
}

void floatConstants(Instances& i) {
  const unsigned width = i.floatWidth();
  if (!width)
    return;
  const std::vector<Bits> values = floatValues(floatFormat(width));
  for (const Bits k : values)
    for (const Bits l : values)
      i.emitWide(i.op == Op::FloatAdd ? width : 1, {i.terms.constant(width, k), i.terms.constant(width, l)});
}

const Rule kRules[] = {
    {"not.constant", Op::Not, constantsFold, oneConstant, true},
    {"neg.constant", Op::Neg, constantsFold, oneConstant, true},
    {"and.constants", Op::And, constantsFold, twoConstants, true},
    {"or.constants", Op::Or, constantsFold, twoConstants, true},
    {"xor.constants", Op::Xor, constantsFold, twoConstants, true},
    {"add.constants", Op::Add, constantsFold, twoConstants, true},
    {"sub.constants", Op::Sub, constantsFold, twoConstants, true},
    {"mul.constants", Op::Mul, constantsFold, twoConstants, true},
    {"shl.constants", Op::Shl, constantsFold, twoConstants, true},
    {"lshr.constants", Op::Lshr, constantsFold, twoConstants, true},
    {"ashr.constants", Op::Ashr, constantsFold, twoConstants, true},
    {"eq.constants", Op::Eq, constantsFold, twoConstants, true},
    {"ult.constants", Op::Ult, constantsFold, twoConstants, true},
    {"ule.constants", Op::Ule, constantsFold, twoConstants, true},
    {"slt.constants", Op::Slt, constantsFold, twoConstants, true},
    {"sle.constants", Op::Sle, constantsFold, twoConstants, true},
    {"concat.constants", Op::Concat, constantsFold, concatConstants, true},
    {"extract.constant", Op::Extract, constantsFold, extractConstants, true},
    {"zext.constant", Op::Zext, constantsFold, widenConstants, true},
    {"sext.constant", Op::Sext, constantsFold, widenConstants, true},
    {"float_add.constants", Op::FloatAdd, constantsFold, floatConstants, true},
    {"float_less.constants", Op::FloatLess, constantsFold, floatConstants, true},

    {"and.zero", Op::And, [](Terms&, const Parts& p) { return isZero(p.a())   ? p.a()
                                                              : isZero(p.b()) ? p.b()
                                                                              : Term(); },
     [](Instances& i) {
       i.emit({i.x(), i.zero()});
       i.emit({i.zero(), i.x()});
     },
     true},
    {"or.ones", Op::Or, [](Terms&, const Parts& p) { return isOnes(p.a())   ? p.a()
                                                            : isOnes(p.b()) ? p.b()
                                                                            : Term(); },
     [](Instances& i) {
       i.emit({i.x(), i.ones()});
       i.emit({i.ones(), i.x()});
     },
     true},
    {"ite.constant_condition", Op::Ite,
     [](Terms&, const Parts& p) { return !p.a().isConstant() ? Term()
                                         : p.a().isTrue()    ? p.b()
                                                             : p.c(); },
     [](Instances& i) {
       i.emit({i.terms.truth(true), i.x(), i.y()});
       i.emit({i.terms.truth(false), i.x(), i.y()});
     },
     true},
    {"select.constant_index", Op::Select,
     [](Terms&, const Parts& p) { return p.a().isConstant() ? cellAt(p.a(), p.args.subspan(1)) : Term(); },
     [](Instances& i) {
       for (unsigned indexWidth = 1; indexWidth <= 3; ++indexWidth)
         for (unsigned cells = 1; cells <= 1u << indexWidth; ++cells)
           i.each(indexWidth, [&](Term index) {
             std::vector<Term> args{index};
             for (unsigned cell = 0; cell < cells; ++cell)
               args.push_back(i.var("cell" + std::to_string(cell), i.width));
             i.emitWide(i.width, args);
           });
     },
     true},
};

} // namespace

std::span<const Rule> constantRules() { return kRules; }

} // namespace warplaw::symbolic::fold
