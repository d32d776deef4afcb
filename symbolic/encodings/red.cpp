// RED's datapath as terms: address, place and error of a lane (RED-2..5, MACH-8), one step on one element (RED-6,
// RED-7), which choices are some.
#include "symbolic/encodings/red.h"
#include "symbolic/encodings/float_words.h"
#include "symbolic/encodings/memory.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::ErrorKind;
using spec::RedOp;
using spec::RedSize;

constexpr unsigned kAddressBits = 40;

/// The generic address, 64 bits: bits above 40 are left where they count, and 0 elsewhere (RED-2).
Term addressOf(const RedModifierTerms& modifiers, Term baseLow, Term baseHigh, Term highBitsCount) {
  const Term offset = modifiers.imm20.extract(19, 0);
  const Term narrow = (baseLow + offset.sext(32)).zext(64);
  const Term wide = baseHigh.concat(baseLow) + offset.sext(64);
  const Term whole = isSet(modifiers.extended).ite(wide, narrow);
  return isSet(highBitsCount).ite(whole, whole & onesOf(kAddressBits));
}

/// F32: a subnormal becomes the zero of its sign (RED-7).
Term flushed(Term number) {
  const Bits sign = floatFormat(32).sign(), exponent = floatFormat(32).infinity();
  return (number & exponent).eq(Bits(0)).ite(number & sign, number);
}

Term sum(RedSize size, Term memory, Term operand, Term nan) {
  Terms& terms = memory.terms();
  const bool flushes = size == RedSize::F32;
  const Term number = flushes ? flushed(flushed(memory).floatAdd(flushed(operand))) : memory.floatAdd(operand);
  const Term wantedNan = size == RedSize::F64
                             ? nan
                             : terms.constant(memory.width(), floatFormat(memory.width()).nan()); // 0x7fff, 0x7fffffff
  return isNan(number).ite(wantedNan, number);
}

/// Unsigned words in the order of the numbers, -0 right below +0.
Term inOrder(Term number) {
  const unsigned sign = number.width() - 1;
  return number ^ (number.bit(sign).sext(number.width()) | number.terms().constant(number.width(), Bits{1} << sign));
}

/// F16x2's MIN and MAX of one half (RED-7).
Term selected(RedOp op, Term memory, Term operand, Term unlikeZeros) {
  const Term nan = memory.terms().constant(memory.width(), floatFormat(memory.width()).nan());
  const Term ordered = op == RedOp::Min ? inOrder(operand).ult(inOrder(memory)) : inOrder(memory).ult(inOrder(operand));
  const Term chosen = unlikeZeros.eq(Bits(0)).ite(ordered, unlikeZeros.eq(Bits(2))); // 1: memory's stays
  const Term takesOperand = (isFloatZero(memory) & isFloatZero(operand)).ite(chosen, ordered);
  const Term number = takesOperand.ite(operand, memory);
  return isNan(memory).ite(isNan(operand).ite(nan, operand), isNan(operand).ite(memory, number));
}

} // namespace

Term redIsWide(Term size) { return is(size, RedSize::U64) | is(size, RedSize::S64) | is(size, RedSize::F64); }

Term redBytes(Term size) { return redIsWide(size).ite(size.terms().constant(32, 8), size.terms().constant(32, 4)); }

Term redIsInside(const GenericRegion& region, Term address, Term bytes) {
  const Term offset = address - region.base; // below the base it wraps, and is greater than any region
  return bytes.ule(region.bytes) & offset.ule((region.bytes - bytes).zext(64));
}

Term redPlaceIn(const GenericRegion& region, Term address) {
  return region.first + (address - region.base).extract(31, 0);
}

RedPlaced redPlaceOf(const GenericRegionTerms& regions, Term address, Term bytes) {
  Terms& terms = address.terms();
  RedPlaced placed{terms.truth(false), terms.constant(32, 0)};
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const GenericRegion region = regionOf(regions, r);
    const Term inside = redIsInside(region, address, bytes);
    placed.isInside = placed.isInside | inside;
    placed.place = inside.ite(redPlaceIn(region, address), placed.place);
  }
  return placed;
}

Term redReported(const std::array<RedFault, 3>& faults, Term reported) {
  Terms& terms = reported.terms();
  std::array<Term, 3> from; // beginning with each
  for (unsigned first = 0; first < 3; ++first) {
    from[first] = terms.constant(8, static_cast<Bits>(ErrorKind::None));
    for (unsigned distance = 3; distance-- > 0;) {
      const RedFault& fault = faults[(first + distance) % 3];
      from[first] = fault.holds.ite(terms.constant(8, static_cast<Bits>(fault.kind)), from[first]);
    }
  }
  return reported.eq(Bits(0)).ite(from[0], reported.eq(Bits(1)).ite(from[1], from[2]));
}

RedReach redReach(const RedModifierTerms& modifiers, const RedChoiceTerms& choices, Term lane, Term executes,
                  Term baseLow, Term baseHigh, const GenericRegionTerms& regions, const SpecialInputTerms& inputs) {
  Terms& terms = executes.terms();
  const Term wide = redIsWide(modifiers.size);
  const Term bytes = redBytes(modifiers.size);
  const Term address = addressOf(modifiers, baseLow, baseHigh, choices.highBitsCount);
  const RedPlaced placed = redPlaceOf(regions, address, bytes);
  const Term misaligned = isSet(address.extract(1, 0)) | (wide & address.bit(2)); // RED-3
  const Term inWindow = isInWindow(inputs, address);                              // RED-4
  const std::array<RedFault, 3> faults = {{{misaligned, ErrorKind::MisalignedAddress},
                                           {inWindow, ErrorKind::InvalidAddressSpace},
                                           {~placed.isInside, ErrorKind::AddressOutOfRange}}}; // RED-5
  const Term kind = redReported(faults, terms.select(lane, choices.reported));
  RedReach reach;
  reach.address = address;
  reach.place = placed.place;
  reach.error = executes.ite(kind, terms.constant(8, static_cast<Bits>(ErrorKind::None)));
  reach.performs = executes & ~misaligned & ~inWindow & placed.isInside;
  return reach;
}

Term redStep(RedOp op, RedSize size, Term memory, Term operand, Term unlikeZeros, Term nan) {
  switch (size) {
  case RedSize::U32:
  case RedSize::U64:
    return reduced(op, false, memory, operand);
  case RedSize::S32:
  case RedSize::S64:
    return reduced(op, true, memory, operand);
  case RedSize::F16x2:
    if (op != RedOp::Add)
      return selected(op, memory, operand, unlikeZeros);
    break;
  case RedSize::F32:
  case RedSize::F64:
    break;
  }
  return sum(size, memory, operand, nan);
}

Term redNan(const RedChoiceTerms& choices, Term lane) {
  Terms& terms = lane.terms();
  return terms.select(lane, choices.nanHigh).concat(terms.select(lane, choices.nanLow));
}

Term isAllowed(const RedChoiceTerms& choices) {
  std::vector<Term> conditions = {atMost(choices.highBitsCount, 1), atMost(choices.unlikeZeros, 2)};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    conditions.push_back(atMost(choices.reported[lane], 2));
    conditions.push_back(isNan(choices.nanHigh[lane].concat(choices.nanLow[lane])));
  }
  return choices.highBitsCount.terms().all(conditions);
}

} // namespace warplaw::symbolic
