// ATOMS's datapath as terms: address and error of a lane (ATOMS-2, -4, MACH-8), one atomic step (ATOMS-6, -7, -9),
// .SPIN's groups (ATOMS-10).
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/memory.h"
#include "symbolic/encodings/wording.h"
#include <cassert>

namespace warplaw::symbolic {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::ErrorKind;

Term kind(Terms& terms, ErrorKind error) { return terms.constant(8, static_cast<Bits>(error)); }

/// 1 << index as a 32-bit mask; index: 5 bits.
Term oneHot(Term index) { return index.terms().constant(32, 1).shl(index.zext(32)); }

} // namespace

AtomsAccess atomsAccess(AtomsSize size, Term executes, Term base, Term imm24, Term baseIsZero, Term allocated,
                        Term misalignedFirst) {
  Terms& terms = executes.terms();
  const unsigned bytes = spec::bytesOf(size);
  const Term offset = imm24.extract(23, 0);
  AtomsAccess access;
  access.address = isSet(baseIsZero).ite(offset.zext(32), base + offset.sext(32));
  // address + size <= allocated, without a sum that could wrap
  const Term size32 = terms.constant(32, bytes);
  const Term outOfRange = allocated.ult(size32) | (allocated - size32).ult(access.address);
  const Term misaligned = isSet(access.address & Bits(bytes - 1));
  const Term outOfRangeKind = kind(terms, ErrorKind::AddressOutOfRange),
             misalignedKind = kind(terms, ErrorKind::MisalignedAddress), none = kind(terms, ErrorKind::None);
  const Term reported = (outOfRange & misaligned)
                            .ite(misalignedFirst.ite(misalignedKind, outOfRangeKind),
                                 outOfRange.ite(outOfRangeKind, misaligned.ite(misalignedKind, none)));
  access.error = executes.ite(reported, none);
  access.performs = executes & ~outOfRange & ~misaligned;
  return access;
}

AtomsStep atomsStep(AtomsOp op, AtomsSize size, Term memory, Term operand, Term swap) {
  Terms& terms = memory.terms();
  assert(memory.width() == 8 * spec::bytesOf(size));
  AtomsStep step;
  if (op != AtomsOp::Cas && op != AtomsOp::Cast && op != AtomsOp::CastSpin) {
    step.stores = terms.truth(true);
    step.newValue = op == AtomsOp::Exch ? operand : reduced(op, size == AtomsSize::S32, memory, operand);
    step.returned = memory;
    return step;
  }
  step.stores = memory.eq(operand);
  step.newValue = step.stores.ite(swap, memory);
  step.returned = op == AtomsOp::Cas ? memory : step.stores.zext(memory.width());
  return step;
}

Term atomsBank(AtomsSize size, Term address, Term bank64, Term bank64IsDefault) {
  const Term ofAddress = address.extract(6, 2);
  if (size != AtomsSize::U64)
    return ofAddress;
  return isSet(bank64IsDefault).ite(ofAddress, bank64.extract(4, 0));
}

AtomsSpin atomsSpinStep(const AtomsSpin& before, Term lane, Term admitted, Term bank) {
  const Term zero = before.taken.terms().constant(32, 0);
  const Term bankBit = oneHot(bank);
  const Term wins = admitted & (before.taken & bankBit).eq(zero);
  return {before.taken | wins.ite(bankBit, zero), before.winners | wins.ite(oneHot(lane), zero)};
}

Term atomsReturnsHigh(AtomsOp op, AtomsSize size, Term castPair) {
  if (size != AtomsSize::U64 || (op != AtomsOp::Cast && op != AtomsOp::CastSpin))
    return castPair.terms().truth(size == AtomsSize::U64);
  return isSet(castPair);
}

AtomsChecked atomsChecked(const AtomsAccess& access, Term returnsHigh, Term errorWrites,
                          const std::array<Term, spec::kResultRows>& errorValue,
                          const std::array<Term, spec::kResultRows>& before) {
  const Term writesInError = isSet(access.error) & errorWrites;
  AtomsChecked checked;
  checked.written[0] = access.performs | writesInError;
  checked.word[0] = writesInError.ite(errorValue[0], before[0]);
  checked.written[1] = checked.written[0] & returnsHigh;
  checked.word[1] = (writesInError & returnsHigh).ite(errorValue[1], before[1]);
  return checked;
}

} // namespace warplaw::symbolic
