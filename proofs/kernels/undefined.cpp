#include "proofs/kernels/undefined.h"
#include "symbolic/encodings/scalar.h"
#include "symbolic/encodings/wording.h"
#include <algorithm>
#include <optional>

namespace warplaw::proofs::kernels {
using spec::scalar::Form;
using spec::scalar::Modes;
using symbolic::Terms;
namespace {

using Masks = std::vector<Term>;

Term ones(Terms& terms, unsigned width) { return terms.constant(width, symbolic::onesOf(width)); }

bool isOnes(Term mask) { return mask.isConstant() && mask.value() == symbolic::onesOf(mask.width()); }

/// Bits of some sources that the operation only brings elsewhere: which sources.
std::vector<unsigned> broughtBy(std::string_view symbol, Modes modes) {
  if (symbol == "cvt") // not .sat, which compares numbers
    return spec::scalar::modeOf(modes, 0) == 0 ? std::vector<unsigned>{0} : std::vector<unsigned>{};
  for (const std::string_view one : {"mov", "brev", "shl", "shr", "bfe", "szext"})
    if (symbol == one)
      return {0};
  for (const std::string_view two : {"shf", "bfi", "prmt"})
    if (symbol == two)
      return {0, 1};
  return {};
}

/// A lop3 whose undefined bits are all 0, or all 1, in each combination: where results differ.
Term differing(const Form& form, Modes modes, const Masks& words, const Masks& masks) {
  Term differs, first;
  for (unsigned taken = 0; taken < 8; ++taken) {
    Masks tried = words;
    for (unsigned i = 0; i < 3; ++i)
      tried[i] = taken >> i & 1 ? words[i] | masks[i] : words[i] & ~masks[i];
    const Term result = symbolic::scalar::encoded(form, modes, tried);
    first = taken == 0 ? result : first;
    differs = differs ? differs | (result ^ first) : result ^ first;
  }
  return differs;
}

/// All bits of the result under a condition, and these in any case.
struct Known {
  Term all, bits;
};

/// Sums and products modulo 2^n, whose bits depend on no bit above them.
bool isSum(std::string_view symbol, Modes modes) {
  for (const std::string_view one : {"add", "sub", "neg", "mulWide", "madWide"})
    if (symbol == one)
      return true;
  return (symbol == "mul" || symbol == "mad") && spec::scalar::modeOf(modes, 0) == 0;
}

/// Numbers between which an operand lies, without a sign: a sign bit is turned around.
struct OperandBounds {
  Term low, high;
  OperandBounds(Term word, Term mask, bool isSigned) {
    const unsigned width = word.width();
    if (isSigned)
      word = word ^ word.terms().constant(width, symbolic::Bits(1) << (width - 1));
    low = word & ~mask;
    high = word | mask;
  }
};

/// Whether a comparison holds for some values of the undefined bits, and for others not.
Term isOpen(const Form& form, Modes modes, const Masks& words, const Masks& masks) {
  const unsigned how = spec::scalar::modeOf(modes, 0); // eq ne lt le gt ge lo ls hi hs
  const Term either = masks[0] | masks[1];
  if (how < 2)
    return symbolic::isSet(either) & ~symbolic::isSet((words[0] ^ words[1]) & ~either);
  const bool isSigned = form.typeOfT().isSigned();
  const OperandBounds a(words[0], masks[0], isSigned), b(words[1], masks[1], isSigned);
  if (how == 2 || how == 5 || how == 6 || how == 9)
    return a.low.ult(b.high) & ~a.high.ult(b.low);
  return ~b.high.ult(a.low) & b.low.ult(a.high);
}

/// What two words may differ in, or may be anything: undefined if nobody knows which of them is taken.
Term unlike(const Masks& words, const Masks& masks) { return (words[0] ^ words[1]) | masks[0] | masks[1]; }

/// Nothing: no more is known than that any undefined bit makes all bits of the result undefined.
std::optional<Known> known(Terms& terms, const Form& form, Modes modes, const Masks& words, const Masks& masks) {
  const std::string_view symbol = form.operation->symbol;
  const Term never = terms.truth(false);
  const auto zeroWhereDefined = [&](unsigned i) { return ~(words[i] | masks[i]); };
  if (symbol == "bitAnd")
    return Known{never, (masks[0] | masks[1]) & ~zeroWhereDefined(0) & ~zeroWhereDefined(1)};
  if (symbol == "bitOr")
    return Known{never, (masks[0] | masks[1]) & (masks[0] | ~words[0]) & (masks[1] | ~words[1])};
  if (symbol == "bitXor")
    return Known{never, masks[0] | masks[1]};
  if (symbol == "bitNot")
    return Known{never, masks[0]};
  if (isSum(symbol, modes)) {
    Term any = terms.constant(form.result(modes).width(), 0);
    for (const Term mask : masks)
      any = any | mask.zext(any.width());
    return Known{never, any | any.negated()}; // the lowest of them, and all above
  }
  if (symbol.starts_with("setp"))
    return Known{never, isOpen(form, modes, words, masks)};
  if ((symbol == "min" || symbol == "max") && form.typeOfT().parts == 1) { // one of them, if it surely is
    const bool isSigned = form.typeOfT().isSigned();
    const OperandBounds a(words[0], masks[0], isSigned), b(words[1], masks[1], isSigned);
    const Term isBelow = ~b.low.ult(a.high), isAbove = ~a.low.ult(b.high);
    const Term first = symbol == "min" ? isBelow : isAbove, second = symbol == "min" ? isAbove : isBelow;
    return Known{~first & ~second, first.ite(masks[0], second.ite(masks[1], terms.constant(masks[0].width(), 0)))};
  }
  if (symbol == "lop3")
    return Known{symbolic::isSet(masks[3]), differing(form, modes, words, masks)};
  if (symbol == "slct") {
    const Term isNegative = words[2].bit(31), mayBeEither = masks[2].bit(31);
    return Known{never, mayBeEither.ite(unlike(words, masks), isNegative.ite(masks[1], masks[0]))};
  }
  const std::vector<unsigned> brought = broughtBy(symbol, modes);
  if (brought.empty())
    return std::nullopt;
  Masks moved = words;
  Term others = never; // an undefined bit says where to
  for (unsigned i = 0; i < words.size(); ++i)
    if (std::ranges::find(brought, i) != brought.end())
      moved[i] = masks[i];
    else
      others = others | symbolic::isSet(masks[i]);
  return Known{others, symbolic::scalar::encoded(form, modes, moved)};
}

} // namespace

Term AnyValue::isAny() const { return bits ? any | symbolic::isSet(bits) : any; }

Term AnyValue::mask() const {
  const Term all = any.sext(word.width());
  return bits ? all | bits : all;
}

AnyValue AnyValue::part(unsigned low, unsigned width) const {
  const auto own = [&](Term of) { return of.extract(low + width - 1, low); };
  AnyValue value{own(word), any, ofLane, bits ? own(bits) : Term()};
  if (value.bits && value.bits.isConstant() && value.bits.value() == 0)
    value.bits = {};
  return value;
}

AnyValue undefinedAs(Term word, Term bits, Term ofLane) {
  Terms& terms = word.terms();
  if (isOnes(bits))
    return {word, terms.truth(true), ofLane, {}};
  return {word, terms.truth(false), ofLane, bits.isConstant() && bits.value() == 0 ? Term() : bits};
}

AnyValue joined(std::span<const AnyValue> parts) {
  AnyValue all{{}, parts[0].any, parts[0].ofLane, {}};
  Term bits;
  bool isOne = true; // condition for all parts
  for (const AnyValue& part : parts) {
    const Term own = part.mask();
    all.word = all.word ? part.word.concat(all.word) : part.word;
    bits = bits ? own.concat(bits) : own;
    all.ofLane = all.ofLane | part.ofLane;
    isOne &= !part.bits && part.any.same(parts[0].any);
  }
  return isOne ? all : undefinedAs(all.word, bits, all.ofLane);
}

/// A condition under which sources are undefined as a whole stays one, as far as it can: it is simpler than bits.
AnyValue undefinedOf(const Form& form, Modes modes, std::span<const AnyValue> in, Term result, unsigned width) {
  Terms& terms = result.terms();
  Term any = terms.truth(false), ofLane = any, condition;
  bool isOne = true, isDefined = true, isWhole = true;
  for (const AnyValue& one : in) {
    isWhole &= !one.bits;
    any = any | one.isAny();
    ofLane = ofLane | one.ofLane;
    isDefined &= one.any.isFalse() && !one.bits;
    if (one.any.isConstant())
      continue;
    isOne &= !condition || condition.same(one.any);
    condition = one.any;
  }
  const AnyValue all{result, any, ofLane, {}};
  const std::string_view symbol = form.operation->symbol;
  // of a whole word that is undefined these leave no bit, whatever the other word is
  const bool leavesNone = isSum(symbol, modes) || symbol == "bitXor";
  if (isDefined || form.operation->isFloat || (isWhole && leavesNone))
    return all;
  if (symbol == "selp") { // what is not chosen does not matter
    const Term mayBeEither = in[2].isAny(), chosen = in[2].word;
    const auto bitsOf = [&](const AnyValue& of) { return of.bits ? of.bits : terms.constant(result.width(), 0); };
    const Masks bits{bitsOf(in[0]), bitsOf(in[1])};
    const bool areCompared = in[0].word.same(in[1].word) || // as compilers keep a bool
                             (in[0].word.isConstant() && in[1].word.isConstant());
    Term all = chosen.ite(in[0].any, in[1].any), undefined = chosen.ite(bits[0], bits[1]);
    if (areCompared)
      undefined = mayBeEither.ite(unlike({in[0].word, in[1].word}, bits), undefined);
    // of other words what both have in common is not looked for: solvers are slow where it stands in sums
    all = all | (areCompared ? mayBeEither & (in[0].any | in[1].any) : mayBeEither);
    const bool hasBits = in[0].bits || in[1].bits || (areCompared && !mayBeEither.isFalse());
    return {result, all, ofLane, hasBits ? undefined : Term()};
  }
  // with the condition as it is, or as a constant
  const auto bitsIf = [&](std::optional<bool> holds) {
    Masks words, masks;
    for (const AnyValue& one : in) {
      const unsigned own = one.word.width();
      words.push_back(one.word);
      masks.push_back(one.any.isConstant() || !holds ? one.mask()
                      : *holds                       ? ones(terms, own)
                      : one.bits                     ? one.bits
                                                     : terms.constant(own, 0));
    }
    return known(terms, form, modes, words, masks);
  };
  const auto as = [&](const std::optional<Known>& what) {
    AnyValue value = undefinedAs(result, what->bits.zext(width), ofLane);
    value.any = value.any | what->all;
    return value;
  };
  if (!condition || !isOne) {
    const auto what = bitsIf({});
    return what ? as(what) : all;
  }
  const auto under = bitsIf(true), otherwise = bitsIf(false);
  if (!under)
    return all;
  const AnyValue a = as(under), b = as(otherwise);
  const auto bitsOf = [&](const AnyValue& of) { return of.bits ? of.bits : terms.constant(width, 0); };
  return {result, condition.ite(a.any, b.any), ofLane, a.bits || b.bits ? condition.ite(bitsOf(a), bitsOf(b)) : Term()};
}

} // namespace warplaw::proofs::kernels
