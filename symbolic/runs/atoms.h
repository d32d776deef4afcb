// ATOMS's encoding on words: its pieces as functions on memory, each made on first use, folded over the lanes in the
// chosen order (ATOMS-5, -10). What executors, third statements and recordings are compared with.
#pragma once
#include "symbolic/encodings/atoms.h"
#include "symbolic/encodings/memory.h"
#include "symbolic/native/native.h"
#include <functional>

namespace warplaw::symbolic {

/// What a lane's access is made of, and what the encoding makes of it.
struct AtomsAccessMade {
  spec::AtomsSize size;
  Term executes, base, imm24, baseIsZero, allocated, misalignedFirst;
  AtomsAccess encoded() const {
    return atomsAccess(size, executes, base, imm24, baseIsZero, allocated, misalignedFirst);
  }
};
/// The same of a step; m, b, c as in ATOMS-6, -7.
struct AtomsStepMade {
  spec::AtomsOp op;
  spec::AtomsSize size;
  Term m, b, c;
  AtomsStep encoded() const { return atomsStep(op, size, m, b, c); }
};
/// What a run is made of, lane after lane; a misreading says one of them otherwise.
struct AtomsPieces {
  std::function<AtomsAccess(const AtomsAccessMade&)> access = &AtomsAccessMade::encoded;
  std::function<AtomsStep(const AtomsStepMade&)> step = &AtomsStepMade::encoded;
  std::function<decltype(atomsBank)> bank = atomsBank;
  std::function<decltype(atomsSpinStep)> spin = atomsSpinStep;
  std::function<decltype(atomsChecked)> checked = atomsChecked;
  std::function<decltype(byteAfter)> byteAfter = symbolic::byteAfter;
};

/// Which lanes perform, which of them attempt (.SPIN: the winners), where they go, and their banks (.SPIN).
struct AtomsAttempts {
  std::uint32_t admitted, attempting, address[spec::kLanes];
  std::uint8_t bank[spec::kLanes];
};

/// Not thread-safe.
class AtomsOnWords {
public:
  explicit AtomsOnWords(AtomsPieces pieces = {});
  /// memory: the allocated bytes, in and out. results: before in, after out.
  AtomsAttempts operator()(const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                           const spec::AtomsChoices& choices, std::span<std::uint8_t> memory, spec::Results& results);

private:
  AtomsPieces pieces_;
  std::array<std::array<std::optional<native::LateFunction>, 3>, 3> checks_; ///< [old value, CAST, .SPIN][size]
  std::array<std::array<std::optional<native::LateFunction>, 3>, 12> step_;
  native::LateFunction spin_;
};

} // namespace warplaw::symbolic
