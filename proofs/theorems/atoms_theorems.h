// ATOMS's theorems by topic, and what they share: forms, concrete runs for replays, the step relation of
// linearizability; proofs/atoms*.cpp and proofs/theorems/linearize.cpp include this.
#pragma once
#include "proofs/statements/instruction.h"
#include "proofs/statements/listed_lanes.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/theorems.h"
#include "spec/op_and_size.h"
#include "spec/surroundings.h"
#include "symbolic/encodings/oracle.h"
#include "symbolic/runs/atoms.h"
#include <fmt/format.h>

namespace warplaw::proofs::atoms {
using spec::AtomsOp;
using spec::AtomsSize;
using symbolic::Bits;
using symbolic::isIn;
using AccessMade = symbolic::AtomsAccessMade;
using Code = void(const spec::AtomsModifiers*, const spec::Operands*, const spec::AtomsChoices*, spec::SharedBytes,
                  spec::Results*, Listing*);

using Pair = spec::OpAndSize<spec::AtomsForm>;
inline constexpr auto& pairs = spec::opsAndSizes<spec::AtomsForm>;
std::string nameOf(Pair pair);      ///< "castspin_u32"
std::string formOf(Pair pair);      ///< "ATOMS.CAST.SPIN.U32"
std::string symbolOf(Pair pair);    ///< "warplaw_atoms_castspin_u32"
std::string nameOf(AtomsSize size); ///< "u32"
inline constexpr AtomsSize kSizes[] = {AtomsSize::U32, AtomsSize::S32, AtomsSize::U64};
unsigned bitsOf(AtomsSize size); ///< of one access: 32 or 64
bool returnsFlag(AtomsOp op);    ///< CAST and CAST.SPIN (ATOMS-9)
bool compares(AtomsOp op);       ///< CAS, CAST and CAST.SPIN
std::string ruleOf(AtomsOp op);  ///< of its step: ATOMS-6, -7 or -9
inline bool isSpin(Pair pair) { return pair.op == AtomsOp::CastSpin; }

// --- Concrete runs, for replays and exhaustive checks. ---

/// One execution at the operand level; memory.size() is the allocated size.
struct AtomsRun {
  spec::AtomsModifiers modifiers;
  spec::Operands operands;
  spec::AtomsChoices choices;
  std::vector<std::uint8_t> memory;
  spec::Results results;

  AtomsRun();                                       ///< no lane executes, Ra is given, 512 bytes of zeros
  void set(Pair pair);                              ///< as the modifiers'
  void place(unsigned lane, std::uint32_t address); ///< makes the lane execute, with this base
  void give(unsigned lane, std::uint64_t operand, std::uint64_t swap = 0); ///< Rb and Rc, all words
  std::uint64_t word(AtomsSize size, std::uint32_t address) const;         ///< little-endian (MACH-4)
  void setWord(AtomsSize size, std::uint32_t address, std::uint64_t value);
  std::uint64_t returned(AtomsSize size, unsigned lane) const; ///< Rd; the high word only where it was written
  void order(std::span<const unsigned> first);                 ///< these lanes first, then the others in lane order
};
/// By shipped machine code, on the run's memory or on bytes elsewhere; false if there is none.
bool runMachine(const Subject& subject, Pair pair, AtomsRun& run, std::uint8_t* elsewhere = nullptr);
/// By the encoding, evaluated lane after lane in the chosen order (ATOMS-5, -10).
symbolic::AtomsAttempts runEncoding(Pair pair, AtomsRun& run, symbolic::AtomsOnWords& encoding);
/// Do both give the same memory and results? Empty if so, otherwise what differs.
std::string difference(const AtomsRun& a, const AtomsRun& b);
/// A form over that run.
std::optional<spec::Case> caseOf(Pair pair, AtomsRun run);

/// The 32-bit value of the variable `name` in the witness; 0 if the witness does not name it.
inline std::uint32_t wordOf(const Assignment& witness, std::string_view name) {
  return static_cast<std::uint32_t>(valueOf(witness, name));
}
/// Where a lane goes, what it gives, and what stands there before, if that is said.
struct AtomsLane {
  std::uint32_t address;
  std::uint64_t operand, swap = 0;
  std::optional<std::uint64_t> held = {};
};
/// As a witness says of address, operand, swap and old, whose names end so.
AtomsLane laneOf(const Assignment& witness, std::string_view suffix = "");
/// Lanes 0, 1 and so on, in as much memory as they need.
AtomsRun runOf(AtomsSize size, const std::vector<AtomsLane>& lanes);

using Shows = std::function<bool(const AtomsRun& after)>;
/// A run that shows something of what it leaves, and what that is, for people.
struct Demonstration {
  Pair pair;
  AtomsRun run;
  Shows shows;
  std::string report;
};
/// A witness that laneOf reads, in lane 0; CAST takes a pair.
std::function<Demonstration(const Assignment& witness)>
inOneLane(Pair pair, std::function<bool(const AtomsRun& after, const AtomsLane& lane)> shows, std::string what);
/// Runs both ways; reproduced if they agree with each other and what they gave shows it.
Replay replayed(const Subject& subject, const Demonstration& demonstration);

// --- What a step may do, stated as a relation without the encoding's arithmetic (ATOMS-6, -7, -9). ---

/// One location's value before and after, and what came back; all of one width.
struct Transition {
  Term old, operand, swap, now, returned;
  static Transition variables(Terms& terms, AtomsSize size, std::string_view prefix = "");
  Transition another() const; ///< from the same: "now'", "returned'"
  symbolic::AtomsStep step(AtomsOp op, AtomsSize size) const {
    return symbolic::atomsStep(op, size, old, operand, swap);
  }
};
Term related(Pair pair, const Transition& t);

// --- Building theorems. ---

/// A theorem's obligations, under its name; what is refuted is shown by the subject's machine code.
struct Parts {
  Terms& terms;
  const Subject& subject;
  std::string theorem;
  std::vector<Obligation> all = {};

  void proved(const std::string& name, std::vector<Term> assumptions, Term goal);
  void refuted(const std::string& name, std::vector<Term> assumptions, Term goal,
               std::function<Demonstration(const Assignment& witness)> shown);
  void refuted(const std::string& name, std::vector<Term> assumptions, Term goal, Demonstration shown) {
    refuted(name, std::move(assumptions), goal, [shown](const Assignment&) { return shown; });
  }
  void add(Obligation obligation);
};

/// A theorem without code of its own.
Theorem law(const Subject& subject, std::string name, std::string form, std::vector<std::string> rules,
            std::string statement, std::function<void(Parts&)> build);

std::vector<Term> with(std::vector<Term> assumptions, std::initializer_list<Term> more);

// --- Terms that several theorems use. ---

/// Modifiers of a specialised function, which leaves operation and size aside.
lift::Table modifiersTable(Term imm24, Term baseIsZero);
Bytes initialMemory(Terms& terms, const std::string& name = "memory"); ///< an uninterpreted function
/// After one lane's step; `performs` false: as before.
Bytes afterStep(Pair pair, const Bytes& memory, Term performs, Term address, Term operand, Term swap,
                Term* returned = nullptr);
/// address is a multiple of the size and the access lies below 2^24 (what ATOMS-4 leaves of a lane that performs).
Term mayAccess(AtomsSize size, Term address);
Term oneHot(Term lane); ///< 5 bits -> 32 bits
/// The result of an abstract function.
Term applied(unsigned width, const char* name, std::initializer_list<Term> arguments);
/// Two lanes that may access memory, 0 and 1: address0, operand0, swap0; old0: what it holds there.
struct TwoLanes {
  Pair pair;
  std::array<Term, 2> address, operand, swap, old;
  Bytes memory;
  std::vector<Term> assumptions;
  TwoLanes(Terms& terms, Pair pair);
  /// What this lane's step and then the other's leave, and what they return.
  Bytes after(unsigned first, std::array<Term, 2>& returned, bool secondAttempts = true) const;
};

/// Plan and modifiers; its datapaths are stated apart.
using Proof = InstructionProof<spec::AtomsFormIn, spec::AtomsModifiersIn, spec::AtomsChoicesIn>;
Proof proofOf();
/// A misreading of that: with other pieces; `change` changes what is chosen first.
Proof::Words onWords(symbolic::AtomsPieces pieces = {}, std::function<void(spec::AtomsChoices&)> change = {});

/// A call of warplaw_atoms_admit: who performs, each lane's error, and what lanes in error write.
CallStatement checksStatement(Terms& terms, AtomsSize size);
/// A listing without a loop, as VBMI2's is: what its call leaves.
CallStatement compressedStatement(Terms& terms);
Obligations compressedListing(Terms& terms, const Subject& subject, const std::string& symbol,
                              const std::string& replaySymbol, const std::string& name);

using Topic = std::vector<Theorem>(const Subject& subject);
// On code: ATOMS-1..3, -8, -9: plan, modifiers; ATOMS-2, -4: who performs, errors; ATOMS-10: .SPIN's winners;
// ATOMS-5: who attempts, in order; ATOMS-2, -5..7, -9, -10: forms.
Topic planTheorems, checkTheorems, choiceTheorems, listTheorems, executorTheorems;
// ATOMS-5: a fold over that list is one over the order; ATOMS-2, -4, -7, -9, MACH-4, -8: accesses; ATOMS-12: loops.
Topic listedTheorems, accessTheorems, loopTheorems;
// ATOMS-13 (i): step by step; over all lanes and orders; up to 4 lanes, by enumeration.
Topic linearTheorems, inductionTheorems, exhaustiveTheorems;
// ATOMS-13 (ii); (iii), (iv); ATOMS-10 and ATOMS-13 (v).
Topic orderTheorems, winnerTheorems, spinTheorems;

} // namespace warplaw::proofs::atoms
