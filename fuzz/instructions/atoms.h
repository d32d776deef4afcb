// ATOMS for the fuzzer: what biases a record, and which operands its forms read (ATOMS-2, -8, -9).
#pragma once
#include "fuzz/described.h"
#include "fuzz/explained/atoms.h"
#include "fuzz/op_and_size.h"
#include "fuzz/traits.h"
#include "symbolic/runs/atoms.h"

namespace warplaw::fuzz {

inline bool isWide(spec::AtomsSize size) { return size == spec::AtomsSize::U64; }
inline bool isCast(spec::AtomsOp op) { return op == spec::AtomsOp::Cast || op == spec::AtomsOp::CastSpin; }
inline bool takesSwap(spec::AtomsOp op) { return op == spec::AtomsOp::Cas || isCast(op); }
/// What a lane gives in a row; of 64 bits the high word is in the next one.
inline std::uint64_t given(const spec::Operands& operands, unsigned row, spec::AtomsSize size, unsigned lane) {
  return operands.row[row][lane] | (isWide(size) ? std::uint64_t{operands.row[row + 1][lane]} << 32 : 0);
}

struct AtomsTrial
    : OpAndSizeTrial<spec::AtomsForm, MemoryTrial<spec::SharedBytes, spec::AtomsModifiers, spec::AtomsChoices>> {
  std::uint32_t addressOf(unsigned lane) const { // ATOMS-2
    return atomsAddressPlainly(modifiers.baseIsZero, operands.row[spec::atoms_rows::kBase][lane], modifiers.imm24);
  }
  std::uint64_t operandOf(unsigned lane) const { return given(operands, spec::atoms_rows::kOperand, size(), lane); }
  std::uint64_t swapOf(unsigned lane) const { return given(operands, spec::atoms_rows::kSwap, size(), lane); }
};

using AtomsPair = spec::OpAndSize<spec::AtomsForm>;
inline constexpr auto& atomsPairs = spec::opsAndSizes<spec::AtomsForm>;

/// What memory holds after a step on m (ATOMS-6, -7).
std::uint64_t atomsStoredPlainly(spec::AtomsOp op, spec::AtomsSize size, std::uint64_t m, std::uint64_t b,
                                 std::uint64_t c);

struct Atoms {
  using Encoding = symbolic::AtomsOnWords;
  static void machineChoices(spec::AtomsChoices& choices, Dice& dice);
  // 32 bytes of styles and masks, Ra, Rb, Rc, memory, order
  WARPLAW_MEMORY_TRAITS(Atoms, atoms, 5, 576, .machineChoices = machineChoices)
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         std::span<std::uint8_t> memory, spec::Results& results);
};

using AtomsFuzzer = DescribedFuzzer<Atoms>;

extern template class DescribedFuzzer<Atoms>;

} // namespace warplaw::fuzz
