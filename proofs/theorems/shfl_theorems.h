// SHFL's theorems by topic, and the witness of a law tried on shipped code; for shfl*.cpp, and cuda*.cpp's shuffles.
#pragma once
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/shfl.h"

namespace warplaw::proofs::shfl {
using symbolic::Bits;
using Code = void(const spec::ShflModifiers*, const spec::Operands*, const spec::ShflChoices*, spec::Results*);

inline constexpr spec::ShflMode kModes[] = {spec::ShflMode::Idx, spec::ShflMode::Up, spec::ShflMode::Down,
                                            spec::ShflMode::Bfly};
std::string_view nameOf(spec::ShflMode mode); ///< "idx"
std::string formOf(spec::ShflMode mode);      ///< "SHFL.IDX"

/// A whole warp's inputs as variables (exec, row[<r>][<lane>], inactive[<lane>], before.*), and what the rules make of
/// them.
struct Situation {
  Term mode; ///< 2 bits
  symbolic::OperandTerms operands;
  symbolic::ShflChoiceTerms choices;
  symbolic::ResultTerms before, after;

  Situation(Terms& terms, Term mode);
  /// The same of given inputs.
  Situation(Term mode, symbolic::OperandTerms operands, symbolic::ShflChoiceTerms choices,
            symbolic::ResultTerms before);
  /// The same situation with some inputs replaced.
  Situation with(const symbolic::OperandTerms& otherOperands, const symbolic::ShflChoiceTerms& otherChoices) const;
  Term executes(unsigned lane) const { return operands.exec.bit(lane); }
  symbolic::ShflSource source(unsigned lane) const;
  Term sourceExecutes(unsigned lane) const;
};
Term modeTerm(Terms& terms, spec::ShflMode mode); ///< the constant, 2 bits
Term anyMode(Terms& terms);                       ///< the variable "mode", 2 bits

/// One lane's look at another: what SHFL-1..6 are about.
struct Glance {
  spec::ShflMode mode;
  unsigned lane, b, clamp, segment; ///< 0..31 each
};

/// What machine code does with a glance when all lanes execute and every lane gets the same b and clamp and segment.
struct Seen {
  unsigned source; ///< the lane whose value arrived
  bool inRange;
};
Seen seenBy(Code* code, const Glance& glance);

/// The greatest and the least lane of the reader's range, digit by digit (SHFL-1).
int greatestLane(const Glance& glance);
int leastLane(const Glance& glance);

/// The glance of a law's witness: variables mode (2 bits), lane, b, c. `mode` where the law is about one mode.
Glance glanceFrom(const Assignment& witness, std::optional<spec::ShflMode> mode = {});
/// Tries a witness of a law about glances: machine code and the encoding must see the same, and the law must not hold
/// of it.
std::function<Replay(const Assignment&)> replayGlance(const Subject& subject, std::optional<spec::ShflMode> mode,
                                                      std::function<bool(const Glance&, const Seen&)> lawHolds);

/// A whole-warp run of a witness on shipped machine code.
spec::Results runPortable(const Subject& subject, spec::ShflMode mode, const spec::Operands& operands,
                          const spec::ShflChoices& choices);

/// The witness as a case: R1, R2, R3 are the three operands, P0 and R0 the destinations.
spec::Case caseFrom(spec::ShflMode mode, const Assignment& witness);
std::uint32_t valueOf(const Assignment& witness, const std::string& name); ///< absent: 0

/// Plan, modifiers, datapath, and what is wrong about them in twins.
using Proof = InstructionProof<spec::ShflFormIn, spec::ShflModifiersIn, spec::ShflChoicesIn>;
Proof proofOf();

std::vector<Theorem> executorTheorems(const Subject& subject);   ///< SHFL-1..9, MACH-1, -5 on code
std::vector<Theorem> rangeTheorems(const Subject& subject);      ///< SHFL-1..6, -8, -10, -11, -12
std::vector<Theorem> comparisonTheorems(const Subject& subject); ///< SHFL-4
std::vector<Theorem> inactiveTheorems(const Subject& subject);   ///< SHFL-7, -8

} // namespace warplaw::proofs::shfl
