// Which functions are an instruction's encoding: those that its name in spec/instructions.def gives (<folder>Plan,
// <folder>Modifiers, <folder>Encoding or <folder>Lane). Oracles are made of them (fuzz/); theorems are held against
// them, term by term (proofs/statements/oracle.h), so that none can be about a function of its own. The datapath of an
// instruction with a memory is no single function; this header has the functions that are its parts.
#pragma once
#include "spec/instructions/atoms_fields.h"
#include "spec/instructions/red_fields.h"
#include "spec/mnemonic.h"
#include "symbolic/encodings/machine.h"
#include <optional>

namespace warplaw::symbolic {

/// A cell of an argument, by what the argument is, where the cell begins in it (bytes), and how many bits it has.
using CellOfArgument = std::function<Term(unsigned argument, std::size_t offset, unsigned bits)>;

/// What a cell of an argument is afterwards.
struct CellAfter {
  unsigned argument;
  std::string name; ///< in its structure
  std::size_t offset, bytes;
  bool isLaneMask; ///< and no lane's own
  Term value;
};

/// plan(form, choices, plan) of a function that plans: its third argument, whose guard stays.
std::vector<CellAfter> encodedPlan(spec::Mnemonic mnemonic, Terms& terms, const CellOfArgument& cell);
/// modifiers(form, modifiers): its second argument.
std::vector<CellAfter> encodedModifiers(spec::Mnemonic mnemonic, const CellOfArgument& cell);
/// datapath(modifiers, operands, choices, parts around.., results): results, and parts that change. Nothing of an
/// instruction whose encoding is no single function (one with a memory).
std::optional<std::vector<CellAfter>> encodedDatapath(spec::Mnemonic mnemonic, const CellOfArgument& cell);
/// One lane's word (lane: 5 bits), of an instruction that looks at no other; nothing of any other.
std::optional<Term> encodedLane(spec::Mnemonic mnemonic, const CellOfArgument& cell, Term lane, const LaneWords& words);

// --- What datapaths with a memory are made of: ATOMS, RED and SURED. Arguments are numbered as the code has them.

/// Where a lane that executes goes, or why it does not (RED-2..5, SURED-3..8).
struct LaneReached {
  Term performs; ///< width 1
  Term place;    ///< 32 bits: its first byte in the storage of generic memory, where it performs
  Term error;    ///< 8 bits: spec::ErrorKind
  Term size;     ///< 32 bits: spec::RedSize of its step
};
/// The reach of a lane (5 bits), from the arguments of a datapath. Nothing for an instruction without such a function.
std::optional<LaneReached> encodedReach(spec::Mnemonic mnemonic, const CellOfArgument& cell, Term lane,
                                        const LaneWords& words);
/// Which lanes take part, once their reach is known, and what the others report (RED-6, MACH-1, -8): operands, the
/// words that hold the reaches, results.
struct LanesAdmitted {
  Term performing;              ///< 32 bits
  std::vector<CellAfter> after; ///< of the results
};
using ReachOfWord = std::function<LaneReached(Term word)>;
LanesAdmitted encodedAdmission(const CellOfArgument& cell, const ReachOfWord& reached);
/// Executing lanes write that word, and nothing else is written; results: that argument's number.
using WordOfLane = std::function<Term(Term lane, const LaneWords& words)>;
std::vector<CellAfter> afterLanes(const CellOfArgument& cell, unsigned results, const WordOfLane& word);

/// RED's step on an element of so many bits, of every pair of operation and size (32 bits each) that is legal and has
/// such elements; what it held, of any other (RED-6, RED-7). Choices are argument 0; lane: 5 bits.
Term encodedStep(unsigned bits, const CellOfArgument& cell, Term op, Term size, Term memory, Term operand, Term lane);

/// What a function of RED's turns does (RED-1, RED-6): an operation on one element of each access, of sizes that are
/// alike in all but the sign.
struct ReductionTurns {
  std::string name; ///< of the code's function: "add_32", "add_f32", "min_high"
  spec::RedOp op;
  std::vector<spec::RedSize> sizes;
  unsigned bits, shift; ///< of the element, and of it in the access
  bool inHighOrder;     ///< when lanes reach it (red_elements.h)
  /// An access has other elements, too.
  bool isPart() const { return bits != 8 * spec::bytesOf(sizes.front()); }
  Term hasSize(Term size) const; ///< 32 bits; width 1
};
/// Those of each legal pair of operation and size.
const std::vector<ReductionTurns>& reductionTurns();
/// Are modifiers of that operation and one of those sizes? Width 1.
Term isOf(const ReductionTurns& turns, const spec::RedModifiersIn<AsTerms>& modifiers);

/// A turn of one listed lane of RED, on one element of its access (RED-6, MACH-4).
struct ReductionTurn {
  Term lane;                                ///< 8 bits, below 32
  LaneReached reached;                      ///< which performs; its size is one of the function's
  std::array<Term, spec::kSourceRows> word; ///< 32 bits: what it fetched, by row
  Term place, byte;                         ///< any place (32 bits), and what it holds
  Term element;                             ///< what the element holds
};
/// Where an element of that access begins: 32 bits.
Term encodedElement(const LaneReached& reached, unsigned shift);
/// What the lane's step makes of the element (RED-6, RED-7). Choices are argument 2.
Term encodedTurnStep(const ReductionTurns& turns, const CellOfArgument& cell, const ReductionTurn& turn);
/// What `place` holds afterwards.
Term encodedReductionTurn(const ReductionTurns& turns, const CellOfArgument& cell, const ReductionTurn& turn);
/// What turns rely on: there is such a lane (8 bits), it performs, all of its access is allocated, and its size and the
/// modifiers' are of the same turns. Width 1.
Term reachesItsAccess(Term lane, const LaneReached& reached, Term allocated,
                      const spec::RedModifiersIn<AsTerms>& modifiers);

/// Modifiers and choices that a RED may have. Width 1.
Term isReduction(const spec::RedModifiersIn<AsTerms>& modifiers, const spec::RedChoicesIn<AsTerms>& choices);
/// In which order lanes take these turns, 8 bits each; choices are argument 2.
PerLane<Term> encodedOrder(const ReductionTurns& turns, const CellOfArgument& cell);

/// The RED that takes SURED's steps (SURED-9): arguments 3, 4 and 5 from 0, 1 and 2.
std::vector<CellAfter> encodedReduction(const CellOfArgument& cell);

/// ATOMS' checks of accesses of so many bytes (ATOMS-2, -4, MACH-8): modifiers, operands, choices, results.
struct LanesChecked {
  Term admitted;                ///< 32 bits: who performs
  std::vector<CellAfter> after; ///< of the results what may change
};
LanesChecked encodedChecks(unsigned bytes, const CellOfArgument& cell, Term allocated, Term returnsHigh);

/// A turn of one listed lane of ATOMS (ATOMS-5..7, -9).
struct LaneTurn {
  Term lane;                                        ///< 8 bits, below 32
  std::array<Term, spec::kSourceRows> word;         ///< 32 bits: what it fetched
  Term address;                                     ///< 32 bits: where it goes
  Term offset, byte;                                ///< any byte: how far from there (32 bits), and what it holds
  Term old;                                         ///< what the lane's location holds, as wide as the access
  std::array<PerLane<Term>, spec::kResultRows> row; ///< 32 bits: the results' rows before it
};
struct LaneTurned {
  Term memory; ///< that byte
  std::array<PerLane<Term>, spec::kResultRows> row;
};
/// The rows before the first turn: what the checks left, and 0 of who may not attempt (ATOMS-10).
struct LanesWaiting {
  Term admitted, winners;                               ///< 32 bits: who performs; of .SPIN, who attempts
  std::array<PerLane<Term>, spec::kResultRows> checked; ///< 32 bits
};
struct LanesWaited {
  std::array<PerLane<Term>, spec::kResultRows> row;
  std::array<PerLane<Term>, spec::kResultRows> isToCome; ///< width 1: the lane's turn writes it, whatever it is now
};
std::optional<LanesWaited> encodedWaiting(std::string_view form, const CellOfArgument& cell,
                                          const LanesWaiting& waiting);
/// What a form's function needs from the functions that it calls (ATOMS-4, -9, -10).
struct AtomsCalls {
  unsigned bytes;    ///< of an access
  Term returnsHigh;  ///< width 1: Rd's second register is written
  bool isSpin;       ///< its winners are chosen, ..
  Term choosesBanks; ///< .. by the banks that choices have; width 1
};
std::optional<AtomsCalls> encodedCalls(std::string_view form, const CellOfArgument& cell);
/// Does a lane that goes there perform (ATOMS-4)? executes: width 1, as what is told; address, allocated: 32 bits.
std::optional<Term> encodedPerforms(std::string_view form, Term executes, Term address, Term allocated);
/// Is this lane (5 bits) one of these (32 bits)? Width 1.
Term isIn(Term lanes, Term lane);

/// An operation and a size that make a form (ATOMS-1), of modifiers. Width 1.
Term isAtomsForm(const spec::AtomsModifiersIn<AsTerms>& modifiers);
/// The conditions that every caller of a function of ATOMS keeps: 24 bits of offset, flags, banks, at most 2^24 bytes,
/// a base row of zeros if modifiers.baseIsZero. Width 1.
Term atomsKept(const spec::AtomsModifiersIn<AsTerms>& modifiers, const OperandTerms& operands,
               const spec::AtomsChoicesIn<AsTerms>& choices, Term allocated);
/// The same conditions for a part of the arguments: those from which the address of a lane with this base (32 bits) is
/// made; the choices and the memory.
std::vector<Term> atomsKeptOfAddress(const CellOfArgument& cell, Term base);
std::vector<Term> atomsKeptOfTurns(const CellOfArgument& cell, Term allocated);
/// The same for a lane (5 bits) whose bank .SPIN may choose.
std::vector<Term> atomsKeptOfBank(const CellOfArgument& cell, Term lane);
/// "castspin_u32": what the code calls the function of a form.
std::string turnName(const spec::AtomsForm& form);
/// form: such a name; nothing for any other text. Choices are argument 2.
std::optional<LaneTurned> encodedTurn(std::string_view form, const CellOfArgument& cell, const LaneTurn& turn);
/// Where that lane goes (ATOMS-2): 32 bits. Modifiers are argument 0.
std::optional<Term> encodedAddress(std::string_view form, const CellOfArgument& cell,
                                   const std::array<Term, spec::kSourceRows>& word, Term allocated);

/// The lanes that attempt, in order, up to a place (ATOMS-5).
struct LanesListed {
  PerLane<Term> list; ///< 8 bits
  Term count;         ///< 6 bits, or as is said
};
/// With the lane of one place more (5 bits). order: 8 bits a lane; performing: 32 bits.
LanesListed encodedListing(const PerLane<Term>& order, Term performing, Term place, const LanesListed& before);

/// All of them at once, and 0 behind them; the count has 32 bits.
LanesListed encodedList(const PerLane<Term>& order, Term performing);

/// A turn of .SPIN's choice (ATOMS-10): modifiers, operands, choices.
struct SpinTurn {
  Term k;                     ///< 5 bits: which of the order
  Term admitted, chosenBanks; ///< 32 bits
  Term taken, winners;        ///< 32 bits: before it
};
struct SpinTurned {
  Term taken, winners;
};
SpinTurned encodedSpin(const CellOfArgument& cell, const SpinTurn& turn);

} // namespace warplaw::symbolic
