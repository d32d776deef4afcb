// ATOMS a third time, in plain integers and over plain bytes: address, errors, order, operation, groups of .SPIN, what
// is returned (ATOMS-2, -4..7, -9, -10, MACH-4, MACH-8).
#include "fuzz/instructions/atoms.h"
#include "fuzz/plain_integers.h"
#include "fuzz/plain_memory.h"
#include <set>

namespace warplaw::fuzz {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace rows = spec::atoms_rows;

std::uint64_t atomsStoredPlainly(AtomsOp op, AtomsSize size, std::uint64_t m, std::uint64_t b, std::uint64_t c) {
  if (op == AtomsOp::Exch)
    return b;
  if (takesSwap(op))
    return m == b ? c : m;
  return integerAfterPlainly(op, {8 * spec::bytesOf(size), size == AtomsSize::S32}, m, b);
}

namespace {

/// ATOMS-4, MACH-8: of a lane that executes.
spec::ErrorKind errorOf(std::uint32_t address, unsigned size, std::size_t allocated, bool misalignedFirst) {
  const bool outside = std::uint64_t{address} + size > allocated, misaligned = address % size != 0;
  if (outside && !(misaligned && misalignedFirst))
    return spec::ErrorKind::AddressOutOfRange;
  return misaligned ? spec::ErrorKind::MisalignedAddress : spec::ErrorKind::None;
}

/// ATOMS-10: 32 banks of 4 bytes; of a 64-bit access, any function of the address.
unsigned bankOf(const spec::AtomsForm& form, const spec::AtomsChoices& choices, std::uint32_t address, unsigned lane) {
  return form.size != AtomsSize::U64 || choices.bank64IsDefault ? address / 4 % 32 : choices.bank64[lane];
}

} // namespace

void Atoms::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                       std::span<std::uint8_t> memory, spec::Results& results) {
  const unsigned size = spec::bytesOf(form.size);
  const bool flag = isCast(form.op), pair = size == 8 && (!flag || choices.castPair); // ATOMS-9
  const bool noBase = !form.address.hasBase || form.address.base.isZero();            // ATOMS-2
  setMasks(results, 0, false);
  const auto give = [&](unsigned lane, std::uint32_t low, std::uint32_t high) {
    for (unsigned r = 0; r < (pair ? 2u : 1u); ++r) {
      results.written[r] |= 1u << lane;
      results.row[r][lane] = r ? high : low;
    }
  };
  std::set<unsigned> taken;                   // banks
  for (const unsigned lane : choices.order) { // ATOMS-5
    if (!(operands.exec >> lane & 1))
      continue;
    const std::uint32_t address = atomsAddressPlainly(noBase, operands.row[rows::kBase][lane], form.address.offset);
    const spec::ErrorKind error = errorOf(address, size, memory.size(), choices.misalignedFirst >> lane & 1);
    results.error[lane] = static_cast<std::uint8_t>(error);
    if (error != spec::ErrorKind::None) { // ATOMS-4: no access; Rd is a choice
      if (choices.errorWrites >> lane & 1)
        give(lane, choices.errorValueLow[lane], choices.errorValueHigh[lane]);
      continue;
    }
    if (form.op == AtomsOp::CastSpin && !taken.insert(bankOf(form, choices, address, lane)).second) {
      give(lane, 0, 0);
      continue;
    }
    const std::uint64_t old = readPlainly(memory, address, size),
                        operand = given(operands, rows::kOperand, form.size, lane),
                        swap = given(operands, rows::kSwap, form.size, lane);
    writePlainly(memory, address, size, atomsStoredPlainly(form.op, form.size, old, operand, swap));
    const std::uint64_t returned = flag ? old == operand : old;
    give(lane, static_cast<std::uint32_t>(returned), static_cast<std::uint32_t>(returned >> 32));
  }
}

} // namespace warplaw::fuzz
