// The checker's floating-point steps against what RED-7 says of them: ADD is the representable value nearest to the
// exact sum, ties to even; MIN and MAX choose by value. Exact values are integers, in units of the least subnormal.
// Checked over pairs of chosen values, not proved.
#include "proofs/theorems/linearize_theorems.h"
#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

namespace warplaw::proofs::checker {
namespace {
using linearize::Op;
using linearize::Type;
using linearize::ZeroOrder;
namespace mp = boost::multiprecision;

/// A binary format, and an integer type that holds any sum of two of its values.
template <class Integer, unsigned ExponentBits, unsigned FractionBits, bool Flushes> struct Format {
  using Exact = Integer;
  static constexpr std::uint64_t kOne = 1;
  static constexpr unsigned kFractionBits = FractionBits;
  static constexpr bool kFlushes = Flushes;
  static constexpr std::uint64_t kSign = kOne << (ExponentBits + FractionBits);
  static constexpr std::uint64_t kInfinity = ((kOne << ExponentBits) - 1) << FractionBits;
  static constexpr std::uint64_t kLeastNormal = kOne << FractionBits;

  static bool isNan(std::uint64_t bits) { return (bits & ~kSign) > kInfinity; }
  static bool isInfinite(std::uint64_t bits) { return (bits & ~kSign) == kInfinity; }
  static bool isZero(std::uint64_t bits) { return (bits & ~kSign) == 0; }
  static std::uint64_t flushed(std::uint64_t bits) {
    return Flushes && (bits & ~kSign) < kLeastNormal ? bits & kSign : bits;
  }
  /// In units of the least subnormal; infinity counts as the power of two that follows the greatest value, which is
  /// how rounding sees it.
  static Exact valueOf(std::uint64_t bits) {
    const std::uint64_t magnitude = bits & ~kSign, exponent = magnitude >> FractionBits;
    Exact value = magnitude & (kLeastNormal - 1);
    if (exponent != 0) {
      value += kLeastNormal;
      value <<= static_cast<unsigned>(exponent - 1);
    }
    return bits & kSign ? Exact(-value) : value;
  }
};
using Half = Format<std::int64_t, 5, 10, false>;
using Single = Format<mp::int512_t, 8, 23, true>;
using Double =
    Format<mp::number<mp::cpp_int_backend<2304, 2304, mp::signed_magnitude, mp::unchecked, void>>, 11, 52, false>;

/// Is `got` what ADD leaves? `nan` is the NaN that it gives.
template <class F> bool isSum(std::uint64_t a, std::uint64_t b, std::uint64_t got, std::uint64_t nan) {
  using Exact = typename F::Exact;
  a = F::flushed(a), b = F::flushed(b);
  const bool opposite = ((a ^ b) & F::kSign) != 0;
  if (F::isNan(a) || F::isNan(b) || (F::isInfinite(a) && F::isInfinite(b) && opposite))
    return got == nan;
  if (F::isInfinite(a) || F::isInfinite(b))
    return got == (F::isInfinite(a) ? a : b);
  if (F::isNan(got))
    return false;
  const Exact sum = F::valueOf(a) + F::valueOf(b);
  if (sum == 0)
    return got == (a == b ? a : 0); // both -0, else +0
  if ((got & F::kSign) != (sum < 0 ? F::kSign : 0))
    return false;
  const Exact magnitude = sum < 0 ? Exact(-sum) : sum;
  if (F::kFlushes && magnitude < F::valueOf(F::kLeastNormal)) // exact: it is a multiple of the unit
    return F::isZero(got);
  const std::uint64_t index = got & ~F::kSign; // values above 0 in their order
  const auto distance = [&](std::uint64_t of) {
    const Exact d = F::valueOf(of) - magnitude;
    return d < 0 ? Exact(-d) : d;
  };
  const Exact own = distance(index);
  const auto beats = [&](std::uint64_t neighbour) {
    const Exact other = distance(neighbour);
    return own < other || (own == other && index % 2 == 0);
  };
  return (index == 0 || beats(index - 1)) && (index == F::kInfinity || beats(index + 1));
}

/// Is `got` what MIN or MAX of halves leaves?
bool isExtreme(bool minimum, std::uint64_t m, std::uint64_t b, std::uint64_t got, ZeroOrder zeros) {
  if (Half::isNan(m) || Half::isNan(b))
    return got == (!Half::isNan(m) ? m : !Half::isNan(b) ? b : 0x7fff);
  if (Half::isZero(m) && Half::isZero(b) && m != b)
    return got == (zeros == ZeroOrder::KeepMemory    ? m
                   : zeros == ZeroOrder::TakeOperand ? b
                   : minimum                         ? Half::kSign
                                                     : 0);
  return got == ((Half::valueOf(m) < Half::valueOf(b)) == minimum ? m : b);
}

/// Zeros, the least and the greatest, and around `exponents` exponents with fractions at both ends and in the middle;
/// infinities and NaNs; both signs.
template <class F> std::vector<std::uint64_t> chosen(std::initializer_list<unsigned> exponents) {
  const std::uint64_t ones = F::kLeastNormal - 1, middle = F::kLeastNormal / 2;
  std::vector<std::uint64_t> values = {F::kInfinity, F::kInfinity + 1, F::kInfinity + middle, F::kInfinity + ones};
  for (const std::uint64_t exponent : exponents)
    for (const std::uint64_t fraction : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3},
                                         middle - 1, middle, middle + 1, ones - 1, ones})
      values.push_back(exponent << F::kFractionBits | fraction);
  for (std::size_t i = 0, count = values.size(); i < count; ++i)
    values.push_back(values[i] | F::kSign);
  return values;
}

struct Compared {
  std::uint64_t pairs = 0;
  std::string wrong; ///< the first pair that differs, and the last that is looked at
  bool operator()(bool right, std::uint64_t a, std::uint64_t b, std::uint64_t got) {
    ++pairs;
    if (!right)
      wrong = fmt::format("{:#x} and {:#x} leave {:#x}", a, b, got);
    return right;
  }
};

std::uint64_t stepOf(Op op, Type type, std::uint64_t m, std::uint64_t b, ZeroOrder zeros, std::uint64_t spoil) {
  return linearize::stepOf({op, type}, m, b, 0, zeros) ^ spoil;
}

template <class F>
Compared compareSums(Type type, std::span<const std::uint64_t> left, std::span<const std::uint64_t> right,
                     std::uint64_t nan, std::uint64_t spoil) {
  Compared compared;
  for (const std::uint64_t m : left)
    for (const std::uint64_t b : right) {
      const std::uint64_t got = stepOf(Op::Add, type, m, b, ZeroOrder::NegativeBelow, spoil);
      if (!compared(isSum<F>(m, b, got, nan), m, b, got))
        return compared;
    }
  return compared;
}

std::vector<std::uint64_t> allHalves() {
  std::vector<std::uint64_t> all(0x10000);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  return all;
}

Compared compare(linearize::Operation operation, std::uint64_t spoil) {
  if (operation.type == Type::F32) {
    const auto values =
        chosen<Single>({0, 1, 2, 3, 23, 24, 25, 100, 101, 102, 112, 123, 124, 125, 126, 127, 128, 253, 254});
    return compareSums<Single>(Type::F32, values, values, 0x7fffffff, spoil);
  }
  if (operation.type == Type::F64) {
    const auto values = chosen<Double>({0, 1, 2, 52, 53, 54, 970, 971, 1022, 1023, 1024, 2045, 2046});
    return compareSums<Double>(Type::F64, values, values, 0x7ff8000000000000, spoil);
  }
  const auto all = allHalves(), values = chosen<Half>({0, 1, 2, 5, 10, 11, 12, 15, 16, 20, 21, 25, 26, 29, 30});
  if (operation.op == Op::Add)
    return compareSums<Half>(Type::F16x2, all, values, 0x7fff, spoil);
  Compared compared;
  for (const ZeroOrder zeros : {ZeroOrder::NegativeBelow, ZeroOrder::KeepMemory, ZeroOrder::TakeOperand})
    for (const std::uint64_t m : all)
      for (const std::uint64_t b : values) {
        const std::uint64_t got = stepOf(operation.op, Type::F16x2, m, b, zeros, spoil);
        if (!compared(isExtreme(operation.op == Op::Min, m, b, got, zeros), m, b, got))
          return compared;
      }
  return compared;
}

} // namespace

Obligation floatSteps(linearize::Operation operation, const std::string& name, bool spoilt) {
  return byEvidence(name + (spoilt ? "/twin/last-bit-turned" : "/leaves"), spoilt ? Verdict::Refuted : Verdict::Checked,
                    [operation, spoilt] {
                      const Compared compared = compare(operation, spoilt ? 1 : 0);
                      return Obligation::Evidence{compared.wrong.empty() ? Verdict::Checked : Verdict::Refuted,
                                                  fmt::format("{} pairs", compared.pairs), compared.wrong};
                    });
}

} // namespace warplaw::proofs::checker
