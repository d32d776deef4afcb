// Video a third time, from the form itself: numbers are divided and remainders taken, nothing is shifted or cut
// (VID-1..11).
#pragma once
#include "spec/instructions/video.h"
#include "spec/instructions/vmad.h"
#include "spec/instructions/vsimd.h"
#include <algorithm>

namespace warplaw::plain::video {

using spec::Part, spec::VideoType;
using Integer = __int128;
constexpr Integer power(unsigned exponent) { return Integer{1} << exponent; }
/// Towards minus infinity.
inline Integer divided(Integer value, Integer by) { return (value - ((value % by) + by) % by) / by; }
/// The number of that many bits that is congruent to value.
inline Integer wrapped(Integer value, unsigned bits, bool isSigned) {
  const Integer residue = value - divided(value, power(bits)) * power(bits);
  return isSigned && residue >= power(bits - 1) ? residue - power(bits) : residue;
}
inline Integer saturated(Integer value, unsigned bits, bool isSigned) {
  const Integer least = isSigned ? -power(bits - 1) : 0;
  return std::max(least, std::min(value, least + power(bits) - 1));
}

/// EQ NE LT LE GT GE of the sign of a - b (VID-4).
inline bool holds(spec::VideoCondition condition, Integer difference) {
  const bool holds[] = {difference == 0,   difference != 0, difference < 0,
                        !(difference > 0), difference > 0,  !(difference < 0)};
  return holds[static_cast<unsigned>(condition)];
}

/// What is no shift (VID-2..4).
inline Integer exactly(spec::VideoOp op, spec::VideoCondition condition, Integer a, Integer b) {
  const Integer sum = a + b;
  const Integer all[] = {sum,
                         a - b,
                         std::max(a - b, b - a),
                         std::min(a, b),
                         std::max(a, b),
                         sum / 2 + sum % 2, // both towards zero, so what is left over goes away from it
                         holds(condition, a - b)};
  return all[static_cast<unsigned>(op)];
}

/// Mnemonics of SIMD that end with 2; as many end with 4.
inline constexpr unsigned kOps = 7;

inline unsigned widthOf(Part part) { return part == Part::Word ? 32 : part == Part::H0 || part == Part::H1 ? 16 : 8; }
inline unsigned firstOf(Part part) {
  const unsigned first[] = {0, 0, 8, 16, 24, 0, 16};
  return first[static_cast<unsigned>(part)];
}
inline Integer read(std::uint32_t word, Part part, VideoType type) {
  return wrapped(divided(word, power(firstOf(part))), widthOf(part), type == VideoType::S32);
}

/// Before .SAT, the second operation and the merge (VID-2..5).
inline Integer wideResult(const spec::VideoForm& form, const spec::VideoChoices& choices, Integer a, Integer b) {
  if (form.op != spec::VideoOp::Shl && form.op != spec::VideoOp::Shr)
    return exactly(form.op, form.condition, a, b);
  const Integer by = form.shift == spec::VideoShift::Wrap ? wrapped(b, 5, false) : std::min<Integer>(b, 32);
  const Integer times = power(static_cast<unsigned>(by));
  if (form.op == spec::VideoOp::Shr)
    return divided(a, times);
  return choices.shiftKeepsAll ? a * times : wrapped(a * times, 34, true);
}

/// Rd of a lane that fetched these words.
inline std::uint32_t result(const spec::VideoForm& form, const spec::VideoChoices& choices, std::uint32_t rowA,
                            std::uint32_t rowB, std::uint32_t rowC) {
  const bool isSigned = form.dtype == VideoType::S32;
  Integer value = wideResult(form, choices, read(rowA, form.ra.part, form.atype), read(rowB, form.rb.part, form.btype));
  if (form.saturates)
    value = saturated(value, widthOf(form.rd.part), isSigned);
  if (form.second != spec::VideoSecond::None) {
    const Integer c = read(rowC, Part::Word, form.dtype);
    if (!form.saturates && choices.secondSees)
      value = choices.secondSees == 1 ? wrapped(value, 33, true) : wrapped(value, 32, isSigned);
    const Integer seconds[] = {value, value + c, std::min(value, c), std::max(value, c)};
    return static_cast<std::uint32_t>(wrapped(seconds[static_cast<unsigned>(form.second)], 32, false));
  }
  const Part part = form.rd.part;
  const Integer inC = part == Part::Word ? 0 : rowC - read(rowC, part, VideoType::U32) * power(firstOf(part));
  return static_cast<std::uint32_t>(inC + wrapped(value, widthOf(part), false) * power(firstOf(part)));
}

inline std::uint32_t result(const spec::VmadForm& form, const spec::VmadChoices& choices, std::uint32_t rowA,
                            std::uint32_t rowB, std::uint32_t rowC) {
  const bool areSigned = form.atype == VideoType::S32 || form.btype == VideoType::S32;
  const bool negatesProduct = form.ra.negated != form.rb.negated;
  const bool isSigned = areSigned || negatesProduct || form.rc.negated;
  const bool cIsSigned = isSigned && !(choices.unsignedC && !areSigned && form.rc.negated);
  const Integer product =
      read(rowA, form.ra.part.part, form.atype) * read(rowB, form.rb.part.part, form.btype) * (negatesProduct ? -1 : 1);
  const Integer c = wrapped(rowC, 32, cIsSigned) * (form.rc.negated ? -1 : 1);
  const unsigned shifts[] = {0, 7, 15};
  Integer value = divided(product + c + form.plusOne, power(shifts[static_cast<unsigned>(form.shift)]));
  if (form.saturates)
    value = saturated(choices.saturates64 ? wrapped(value, 64, isSigned) : value, 32, isSigned);
  return static_cast<std::uint32_t>(wrapped(value, 32, false));
}

/// Registers are numbers to the base of a lane, {b, a} one number of twice as many digits.
inline std::uint32_t result(const spec::VsimdForm& form, std::uint32_t rowA, std::uint32_t rowB, std::uint32_t rowC) {
  const unsigned op = static_cast<unsigned>(form.op), count = op < kOps ? 2 : 4, bits = 32 / count;
  const auto digit = [&](Integer number, unsigned place, spec::VideoType type) {
    return wrapped(divided(number, power(bits * place)), bits, type == spec::VideoType::S32);
  };
  const auto named = [](std::uint16_t selector, unsigned lane) { return selector / (1u << 4 * lane) % 16; };
  const Integer both = rowB * power(32) + rowA;
  Integer total = rowC, merged = rowC;
  for (unsigned lane = 0; lane < count; ++lane) {
    if (form.rd.mask / (1u << lane) % 2 == 0)
      continue;
    const Integer value = exactly(static_cast<spec::VideoOp>(op % kOps), form.condition,
                                  digit(both, named(form.ra.lanes, lane), form.atype),
                                  digit(both, named(form.rb.lanes, lane), form.btype));
    total += value;
    const Integer kept = form.saturates ? saturated(value, bits, form.dtype == spec::VideoType::S32) : value;
    merged += (wrapped(kept, bits, false) - digit(rowC, lane, spec::VideoType::U32)) * power(bits * lane);
  }
  return static_cast<std::uint32_t>(form.adds ? wrapped(total, 32, false) : merged);
}

} // namespace warplaw::plain::video
