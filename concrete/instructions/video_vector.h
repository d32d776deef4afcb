// Scalar video's rules but VMAD's over vectors of lanes (VID-1..7): what all its datapaths have in common. A lane's
// number is an element of 64 bits. What modifiers say is asked by branches, once for many lanes: there are too many
// operations to compute them all. The optimiser makes no vectors of a loop with such branches by itself.
#pragma once
#include "concrete/instructions/video.h"
#include "concrete/lanewise.h"
#include "concrete/vector.h"
#include "concrete/video.h"

namespace warplaw::concrete {

/// Path names who instantiates it: files are compiled for different processors, which pass vectors in different ways,
/// so that no linker may take one file's functions for another's.
template <unsigned kWidth, class Path> class VideoVector {
  using Words = typename VectorOf<kWidth>::Unsigned;
  typedef std::uint64_t Numbers __attribute__((vector_size(kWidth * 8)));
  typedef std::int64_t Signed __attribute__((vector_size(kWidth * 8))); ///< for comparisons and arithmetic shifts
  using Op = spec::VideoOp;
  using Condition = spec::VideoCondition;
  using Second = spec::VideoSecond;

  const spec::VideoModifiers told_;
  const spec::VideoChoices chosen_;
  const Bits written_ = bitsOf(told_.dPart);
  const bool dSigned_ = told_.dSigned != 0;

  static Words low(Numbers numbers) { return __builtin_convertvector(numbers, Words); }
  static Numbers shiftedRight(Numbers a, Numbers by) { return (Numbers)((Signed)a >> (Signed)by); }
  static Numbers lesser(Numbers a, Numbers b) { return (Signed)a < (Signed)b ? a : b; }
  static Numbers greater(Numbers a, Numbers b) { return (Signed)a < (Signed)b ? b : a; }

  /// The part of words as signed numbers of 33 bits (VID-1).
  static Numbers extended(Words words, std::uint32_t part, std::uint32_t isSigned) {
    const Bits bits = bitsOf(part);
    const std::uint64_t sign = isSigned ? (bits.mask >> 1) + 1 : 0;
    return (__builtin_convertvector(words >> bits.first & bits.mask, Numbers) ^ sign) - sign;
  }

  /// All ones where a and b compare as the condition says (VID-4); a number that is no VideoCondition counts as GE.
  Signed holds(Signed a, Signed b) const {
    switch (static_cast<Condition>(told_.condition)) {
    case Condition::Eq:
      return a == b;
    case Condition::Ne:
      return a != b;
    case Condition::Lt:
      return a < b;
    case Condition::Le:
      return a <= b;
    case Condition::Gt:
      return a > b;
    default:
      return a >= b;
    }
  }

  /// How far VSHL and VSHR shift; b is not negative (VID-5).
  Numbers distance(Numbers b) const { return told_.wraps ? b & 31 : lesser(b, Numbers{} + 32); }
  /// a, of 33 bits, shifted left by 0..32, of which 34 bits are kept, or all (VID-5). Only a number that takes more
  /// than 32 bits, shifted by 32, leaves 64; all that is still asked of such a one is its low 33 bits, its sign, and
  /// that it is large.
  Numbers shiftedLeft(Numbers a, Numbers distance) const {
    const Numbers low64 = a << distance;
    if (!chosen_.shiftKeepsAll)
      return shiftedRight(low64 << 30, Numbers{} + 30);
    const Signed fits = ((Signed)distance < 32) | (shiftedRight(a << 32, Numbers{} + 32) == a);
    const Numbers top = (Signed)a < 0 ? Numbers{} + (std::uint64_t{1} << 63) : Numbers{} + (std::uint64_t{1} << 62);
    return fits ? low64 : (low64 & 0x1FFFFFFFF) | top;
  }

  /// The operation itself (VID-2..5); a number that is no VideoOp counts as MAX.
  Numbers primary(Numbers a, Numbers b) const {
    const Numbers sum = a + b, difference = a - b;
    switch (static_cast<Op>(told_.op)) {
    case Op::Add:
      return sum;
    case Op::Sub:
      return difference;
    case Op::AbsDiff:
      return (Signed)difference < 0 ? -difference : difference;
    case Op::Min:
      return lesser(a, b);
    case Op::Avrg:
      return shiftedRight(sum - (Numbers)((Signed)sum >= 0), Numbers{} + 1); // true is -1
    case Op::Set:
      return (Numbers)holds((Signed)a, (Signed)b) & 1;
    case Op::Shl:
      return shiftedLeft(a, distance(b));
    case Op::Shr:
      return shiftedRight(a, distance(b));
    default:
      return greater(a, b);
    }
  }

  /// Into the range of dtype (VID-6).
  Numbers clamped(Numbers value) const {
    const std::uint64_t top = written_.mask >> 1;
    const Numbers least = Numbers{} + (dSigned_ ? ~top : 0), greatest = Numbers{} + (dSigned_ ? top : written_.mask);
    return greater(least, lesser(value, greatest));
  }

  /// The value that the second operation sees (VID-7). After .SAT has clamped it, all three choices give the same.
  Numbers seen(Numbers value) const {
    return chosen_.secondSees == 1   ? shiftedRight(value << 31, Numbers{} + 31)
           : chosen_.secondSees == 2 ? extended(low(value), 0, dSigned_)
                                     : value;
  }

  /// The low words of the second operation (VID-7); a number that is no VideoSecond counts as none.
  Words secondary(Numbers value, Words c) const {
    switch (static_cast<Second>(told_.second)) {
    case Second::Add:
      return low(value) + c;
    case Second::Min:
      return low(lesser(seen(value), extended(c, 0, dSigned_)));
    case Second::Max:
      return low(greater(seen(value), extended(c, 0, dSigned_)));
    default:
      return low(value);
    }
  }

  /// Rd's words.
  __attribute__((always_inline)) Words result(Words a, Words b, Words c) const {
    const Numbers exact = primary(extended(a, told_.aPart, told_.aSigned), extended(b, told_.bPart, told_.bSigned));
    const Words last = secondary(told_.saturates ? clamped(exact) : exact, c);
    const std::uint32_t merged = written_.mask << written_.first;
    return (c & ~merged) | (last << written_.first & merged);
  }

public:
  VideoVector(const spec::VideoModifiers& told, const spec::VideoChoices& chosen) : told_(told), chosen_(chosen) {}

  /// Computes the results of all lanes, kWidth at a time.
  __attribute__((always_inline)) void allLanes(const spec::Operands* operands, spec::Results* results) const {
    namespace rows = spec::video_rows;
    const std::uint32_t exec = operands->exec;
    for (std::uint32_t first = 0; first < spec::kLanes; first += kWidth) {
      const LanesFrom<kWidth> lanes{first};
      const Words word = result(lanes.of(operands->row[rows::kA]), lanes.of(operands->row[rows::kB]),
                                lanes.of(operands->row[rows::kC]));
      lanes.set(results->row[0], lanes.areIn(exec) ? word : lanes.of(results->row[0]));
    }
    writesRdOnly(exec, results);
  }
};

} // namespace warplaw::concrete
