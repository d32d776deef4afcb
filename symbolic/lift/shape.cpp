// Ranges and congruences of terms.
#include "symbolic/lift/shape.h"
#include "symbolic/lift/shape_cases.h"
#include <algorithm>
#include <bit>
#include <numeric>

namespace warplaw::lift {
namespace {
using symbolic::Op;
using Wide = unsigned __int128;

std::uint64_t maxOf(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

/// As every bit count here; the standard's own has had two types.
unsigned bitsOf(std::uint64_t value) { return static_cast<unsigned>(std::bit_width(value)); }

Shape full(unsigned width) { return {0, maxOf(width), 1, 0}; }

Shape withResidue(Shape s, Wide modulus, Wide residue, unsigned width, bool wraps) {
  // Large moduli are of no use and would overflow; a power of two always divides what is dropped by wrapping.
  constexpr Wide kLimit = Wide{1} << 40;
  if (modulus == 0 && !wraps) {
    s.modulus = 0;
    s.residue = static_cast<std::uint64_t>(residue);
    return s;
  }
  if (wraps || modulus == 0) {
    const unsigned zeros =
        modulus == 0 ? width : static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(modulus)));
    const unsigned powerOfTwo = std::min({zeros, width, 40u});
    modulus = static_cast<std::uint64_t>(modulus) == 0 && modulus != 0 ? Wide{1} << std::min(width, 40u)
                                                                       : Wide{1} << powerOfTwo;
  }
  while (modulus > kLimit && modulus % 2 == 0)
    modulus /= 2;
  if (modulus > kLimit)
    modulus = 1;
  s.modulus = static_cast<std::uint64_t>(modulus);
  s.residue = static_cast<std::uint64_t>(residue % modulus);
  return s;
}

std::uint64_t gcd(std::uint64_t a, std::uint64_t b) { return std::gcd(a, b); }

Shape unite(const Shape& a, const Shape& b) {
  Shape s{std::min(a.min, b.min), std::max(a.max, b.max), 1, 0};
  const std::uint64_t distance = a.residue > b.residue ? a.residue - b.residue : b.residue - a.residue;
  const std::uint64_t modulus = gcd(gcd(a.modulus, b.modulus), distance);
  if (modulus == 0)
    return a;
  s.modulus = modulus;
  s.residue = a.residue % modulus;
  return s;
}

/// The low `width` bits.
Shape truncate(const Shape& s, unsigned width) {
  if (s.max <= maxOf(width))
    return s;
  return withResidue(full(width), s.modulus == 0 ? 0 : s.modulus, s.residue, width, true);
}

Shape shiftRight(const Shape& s, unsigned amount) {
  if (amount >= 64)
    return Shapes::constant(0);
  Shape r{s.min >> amount, s.max >> amount, 1, 0};
  if (s.modulus == 0)
    return Shapes::constant(s.residue >> amount);
  if (s.modulus % (std::uint64_t{1} << amount) == 0 && (s.modulus >> amount) > 0) {
    r.modulus = s.modulus >> amount;
    r.residue = (s.residue >> amount) % r.modulus;
  }
  return r;
}

Shape bitwiseAnd(const Shape& a, const Shape& b, unsigned width) {
  Shape s{0, std::min(a.max, b.max), 1, 0};
  for (const auto& [mask, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (mask.modulus != 0)
      continue;
    if (std::has_single_bit(mask.residue + 1)) // a mask of low bits
      return truncate(other, bitsOf(mask.residue));
    const unsigned zeros = mask.residue == 0 ? width : static_cast<unsigned>(std::countr_zero(mask.residue));
    return withResidue(s, Wide{1} << std::min(zeros, 40u), 0, width, false);
  }
  return s;
}

unsigned zeroLowBits(const Shape& s) {
  if (s.modulus == 0)
    return s.residue == 0 ? 64 : static_cast<unsigned>(std::countr_zero(s.residue));
  const unsigned m = static_cast<unsigned>(std::countr_zero(s.modulus));
  return s.residue == 0 ? m : std::min(m, static_cast<unsigned>(std::countr_zero(s.residue)));
}

Shape bitwiseOr(const Shape& a, const Shape& b, unsigned width) {
  const bool apart = zeroLowBits(a) >= bitsOf(b.max) || zeroLowBits(b) >= bitsOf(a.max);
  if (apart)
    return Shapes::add(a, b, width);
  Shape s{0, maxOf(bitsOf(a.max | b.max)), 1, 0};
  return withResidue(s, Wide{1} << std::min({zeroLowBits(a), zeroLowBits(b), 40u}), 0, width, false);
}

Shape subtract(const Shape& a, const Shape& b, unsigned width) {
  const bool wraps = a.min < b.max;
  Shape s = wraps ? full(width) : Shape{a.min - b.max, a.max - b.min, 1, 0};
  const std::uint64_t modulus = gcd(a.modulus, b.modulus);
  if (modulus == 0)
    return Shapes::constant((a.residue - b.residue) & maxOf(width));
  const std::uint64_t residue = (a.residue % modulus + modulus - b.residue % modulus) % modulus;
  return withResidue(s, modulus, residue, width, wraps);
}

} // namespace

Shape Shapes::add(const Shape& a, const Shape& b, unsigned width) {
  const bool wraps = Wide{a.max} + b.max > maxOf(width);
  Shape s = wraps ? full(width) : Shape{a.min + b.min, a.max + b.max, 1, 0};
  if (a.modulus == 0 && b.modulus == 0)
    return constant((a.residue + b.residue) & maxOf(width));
  const std::uint64_t modulus = gcd(a.modulus, b.modulus);
  // Residues are reduced before they are added: their sum may not wrap for a modulus that is no power of two.
  const std::uint64_t residue = static_cast<std::uint64_t>((Wide{a.residue % modulus} + b.residue % modulus) % modulus);
  return withResidue(s, modulus, residue, width, wraps);
}

Shape Shapes::multiply(const Shape& a, const Shape& b, unsigned width) {
  const bool wraps = Wide{a.max} * b.max > maxOf(width);
  Shape s = wraps ? full(width) : Shape{a.min * b.min, a.max * b.max, 1, 0};
  if (a.modulus == 0 && b.modulus == 0)
    return constant((a.residue * b.residue) & maxOf(width));
  if (a.modulus != 0 && b.modulus != 0)
    return withResidue(s, Wide{1} << std::min(zeroLowBits(a) + zeroLowBits(b), 40u), 0, width, wraps);
  const Shape& factor = a.modulus == 0 ? a : b;
  const Shape& other = a.modulus == 0 ? b : a;
  if (factor.residue == 0)
    return constant(0);
  const Wide modulus = Wide{factor.residue} * other.modulus;
  if (modulus > ~std::uint64_t{0}) // keep only the power of two
    return withResidue(s, Wide{1} << std::min(zeroLowBits(a) + zeroLowBits(b), 40u), 0, width, wraps);
  return withResidue(s, modulus, Wide{factor.residue} * other.residue, width, wraps);
}

Shapes::Shapes() = default;
Shapes::~Shapes() = default;

void Shapes::lookAtCases(const FewValues& few) { cases_ = std::make_unique<ShapeCases>(few); }

Shape Shapes::of(Term term) { return compute(term, 0); }

Shape Shapes::closest(Term term) {
  const Shape own = of(term);
  if (!cases_ || own.min == own.max)
    return own;
  if (const auto known = closest_.find(term.node()); known != closest_.end())
    return known->second;
  const auto byCases = cases_->of(term);
  return closest_[term.node()] = byCases ? both(own, *byCases) : own;
}

Shape Shapes::both(const Shape& a, const Shape& b) {
  if (a.modulus == 0 || b.modulus == 0)
    return a.modulus == 0 ? a : b;
  const Shape& more = a.modulus < b.modulus ? b : a;
  return {std::max(a.min, b.min), std::min(a.max, b.max), more.modulus, more.residue};
}

Shape Shapes::compute(Term term, unsigned depth) {
  if (term.isConstant())
    return term.width() <= 64 ? constant(static_cast<std::uint64_t>(term.value())) : Shape{};
  if (term.width() > 64 || depth > 200)
    return full(term.width());
  if (auto known = known_.find(term.node()); known != known_.end())
    return known->second;
  Shape shape = visit(term, depth + 1);
  known_.emplace(term.node(), shape);
  return shape;
}

Shape Shapes::visit(Term term, unsigned depth) {
  const unsigned width = term.width();
  const auto arg = [&](unsigned i) { return compute(term.arg(i), depth); };
  switch (term.op()) {
  case Op::Zext:
    return arg(0);
  case Op::Sext: {
    Shape s = arg(0);
    const unsigned from = term.arg(0).width();
    return s.max <= maxOf(from - 1) ? s : withResidue(full(width), s.modulus, s.residue, from, true);
  }
  case Op::And:
    return bitwiseAnd(arg(0), arg(1), width);
  case Op::Or:
    return bitwiseOr(arg(0), arg(1), width);
  case Op::Xor:
    return {0, maxOf(bitsOf(arg(0).max | arg(1).max)), 1, 0};
  case Op::Add:
    return add(arg(0), arg(1), width);
  case Op::Sub:
    return subtract(arg(0), arg(1), width);
  case Op::Mul:
    return multiply(arg(0), arg(1), width);
  case Op::Shl:
    if (term.arg(1).isConstant() && term.arg(1).value() < width)
      return multiply(arg(0), constant(std::uint64_t{1} << static_cast<unsigned>(term.arg(1).value())), width);
    return full(width);
  case Op::Lshr:
    if (term.arg(1).isConstant() && term.arg(1).value() < width)
      return shiftRight(arg(0), static_cast<unsigned>(term.arg(1).value()));
    return {0, arg(0).max, 1, 0};
  case Op::Extract: {
    if (term.arg(0).width() > 64)
      return full(width);
    const unsigned low = static_cast<unsigned>(term.node()->value);
    return truncate(low == 0 ? arg(0) : shiftRight(arg(0), low), width);
  }
  case Op::Concat: {
    const unsigned low = term.arg(1).width();
    return add(multiply(arg(0), constant(std::uint64_t{1} << low), width), arg(1), width);
  }
  case Op::Ite:
    return unite(arg(1), arg(2));
  case Op::Select: {
    if (term.node()->argCount > 300)
      return full(width);
    Shape s = arg(1);
    for (unsigned i = 2; i < term.node()->argCount; ++i)
      s = unite(s, arg(i));
    return s;
  }
  default:
    return full(width);
  }
}

unsigned Shapes::signedBits(Term term) { return signedBitsOf(term, 0); }

unsigned Shapes::signedBitsOf(Term term, unsigned depth) {
  constexpr unsigned kDeepest = 24;
  if (const auto found = signedBits_.find(term.node()); found != signedBits_.end())
    return found->second;
  const unsigned width = term.width();
  if (depth == kDeepest)
    return width;
  const auto of = [&](unsigned arg) { return signedBitsOf(term.arg(arg), depth + 1); };
  unsigned bits = width;
  switch (term.op()) {
  case symbolic::Op::Constant: {
    const bool negative = term.bit(width - 1).isTrue();
    for (bits = 1; bits < width; ++bits)
      if (term.extract(width - 1, bits - 1).value() == (negative ? symbolic::onesOf(width - bits + 1) : 0))
        break;
    break;
  }
  case symbolic::Op::Sext:
    bits = of(0);
    break;
  case symbolic::Op::Zext:
    bits = term.arg(0).width() + 1;
    break;
  case symbolic::Op::Ite:
    bits = std::max(of(1), of(2));
    break;
  case symbolic::Op::Ashr:
    bits = of(0);
    break;
  case symbolic::Op::Add:
  case symbolic::Op::Sub:
    bits = std::max(of(0), of(1)) + 1;
    break;
  case symbolic::Op::Neg:
    bits = of(0) + 1;
    break;
  case symbolic::Op::Mul:
    bits = of(0) + of(1);
    break;
  default:
    break;
  }
  bits = std::min(bits, width);
  signedBits_.emplace(term.node(), bits);
  return bits;
}

} // namespace warplaw::lift
