// ATOMS's operand level as one plain value, its encoding as machine code folded over the lanes in the chosen order
// (ATOMS-5, -10), and the minimiser's view of it.
#pragma once
#include "fuzz/instruction.h"
#include "symbolic/native/native.h"
#include <functional>

namespace warplaw::fuzz {

inline constexpr std::uint32_t kTrialMemory = 512; ///< bytes of shared memory that a trial can hold

struct AtomsTrial {
  spec::AtomsOp op = spec::AtomsOp::Add;
  spec::AtomsSize size = spec::AtomsSize::U32;
  spec::AtomsModifiers modifiers;
  spec::Operands operands;
  spec::AtomsChoices choices;
  std::uint32_t allocated = 0;                                ///< bytes, 0..kTrialMemory
  alignas(8) std::array<std::uint8_t, kTrialMemory> memory{}; ///< zero from `allocated` on
};
inline constexpr std::size_t kAtomsRecord = 576; ///< 32 bytes of styles and masks, Ra, Rb, Rc, memory, order
AtomsTrial atomsTrial(Bytes record);

/// The legal pairs of operation and size (ATOMS-1), as spec lists them.
struct AtomsPair {
  spec::AtomsOp op;
  spec::AtomsSize size;
};
const std::vector<AtomsPair>& atomsPairs();

/// atomsAccess, atomsStep and atomsBank compiled to machine code, each on first use; the fold over the lanes is stated
/// here.
class AtomsEncoding {
public:
  /// memory: the allocated bytes, in and out. results: before in, after out.
  void operator()(spec::AtomsOp op, spec::AtomsSize size, const spec::AtomsModifiers& modifiers,
                  const spec::Operands& operands, const spec::AtomsChoices& choices, std::span<std::uint8_t> memory,
                  spec::Results& results);

private:
  struct Accesses;
  const native::Function& accessOf(spec::AtomsSize size);
  const native::Function& stepOf(spec::AtomsOp op, spec::AtomsSize size);
  std::array<std::optional<native::Function>, 3> access_;
  std::array<std::array<std::optional<native::Function>, 3>, 12> step_;
};

/// Some implementation of the datapath: changes trial.memory and results.
using AtomsExecutor = std::function<void(AtomsTrial&, spec::Results&)>;

const Layout& atomsLayout();
const SmallCases& atomsSmallCases();
Words wordsOf(const AtomsTrial& trial);
/// Nothing if the words are no legal trial: the order no permutation, an immediate out of place.
std::optional<AtomsTrial> atomsTrialOf(const Words& words);
Judge atomsJudge(AtomsExecutor executor, AtomsEncoding& encoding);
/// Runs the shipped datapath.
void runAtoms(AtomsTrial& trial, spec::Results& results);
/// ATOMS.. R0, [R2 + imm], R4, R6 over that trial.
spec::Case atomsCase(const AtomsTrial& trial);

} // namespace warplaw::fuzz
