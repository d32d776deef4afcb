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
  switch (op) {
  case AtomsOp::Exch:
    return b;
  case AtomsOp::Cas:
  case AtomsOp::Cast:
  case AtomsOp::CastSpin:
    return m == b ? c : m;
  default:
    return integerAfterPlainly(op, {8 * spec::bytesOf(size), size == AtomsSize::S32}, m, b);
  }
}

namespace {

struct Lane {
  std::uint32_t address = 0;
  spec::ErrorKind error = spec::ErrorKind::None;
};

Lane laneOf(const spec::AtomsForm& form, const spec::AtomsChoices& choices, std::uint32_t base, unsigned lane,
            std::size_t allocated) {
  const unsigned size = spec::bytesOf(form.size);
  const bool noBase = !form.address.hasBase || form.address.base.isZero(); // ATOMS-2
  Lane one{atomsAddressPlainly(noBase, base, form.address.offset), spec::ErrorKind::None};
  const bool outside = std::uint64_t{one.address} + size > allocated, misaligned = one.address % size != 0;
  if (outside && !(misaligned && (choices.misalignedFirst >> lane & 1)))
    one.error = spec::ErrorKind::AddressOutOfRange;
  else if (misaligned)
    one.error = spec::ErrorKind::MisalignedAddress;
  return one;
}

/// ATOMS-10: 32 banks of 4 bytes; of a 64-bit access, any function of the address.
unsigned bankOf(const spec::AtomsForm& form, const spec::AtomsChoices& choices, std::uint32_t address, unsigned lane) {
  return form.size != AtomsSize::U64 || choices.bank64IsDefault ? address / 4 % 32 : choices.bank64[lane];
}

} // namespace

void Atoms::runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                       std::span<std::uint8_t> memory, spec::Results& results) {
  const unsigned size = spec::bytesOf(form.size);
  const bool flag = form.op == AtomsOp::Cast || form.op == AtomsOp::CastSpin;
  const bool pair = size == 8 && (!flag || choices.castPair); // ATOMS-9
  const auto wordsOf = [&](unsigned low, unsigned high, unsigned lane) {
    return operands.row[low][lane] + (size == 8 ? (std::uint64_t{operands.row[high][lane]} << 32) : 0);
  };
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
    const Lane one = laneOf(form, choices, operands.row[rows::kBase][lane], lane, memory.size());
    results.error[lane] = static_cast<std::uint8_t>(one.error);
    if (one.error != spec::ErrorKind::None) { // ATOMS-4: no access; Rd is a choice
      if (choices.errorWrites >> lane & 1)
        give(lane, choices.errorValueLow[lane], choices.errorValueHigh[lane]);
      continue;
    }
    if (form.op == AtomsOp::CastSpin && !taken.insert(bankOf(form, choices, one.address, lane)).second) {
      give(lane, 0, 0);
      continue;
    }
    const std::uint64_t old = readPlainly(memory, one.address, size),
                        operand = wordsOf(rows::kOperand, rows::kOperandHigh, lane),
                        swap = wordsOf(rows::kSwap, rows::kSwapHigh, lane);
    writePlainly(memory, one.address, size, atomsStoredPlainly(form.op, form.size, old, operand, swap));
    const std::uint64_t returned = flag ? old == operand : old;
    give(lane, static_cast<std::uint32_t>(returned), static_cast<std::uint32_t>(returned >> 32));
  }
}

} // namespace warplaw::fuzz
