// A straight-line program and the statements about it: theorems over the encodings of its instructions, composed step
// by step, for all registers, predicates and choices; and witnesses run on the executor.
#pragma once
#include "proofs/engine/theorem.h"
#include "proofs/statements/program_statement.h"
#include "proofs/statements/reading.h"
#include "spec/program_case.h"
#include <map>

namespace warplaw::proofs {

/// One line of a program that requires, ensures or claims something.
struct Clause {
  std::string name; ///< "ensures-1": of its theorem, and of what it is called in messages
  std::string text;
  spec::Statement statement;
  std::string comment = {}; ///< the same in plain words, if the program's text has them
};

/// For every set of active lanes, `set` holds exactly if the clause's statement does for all words that it only adds
/// up: registers before, and what the implementation may choose. What else it depends on may be anything, too.
struct ExactClause {
  Clause clause;
  spec::Statement set; ///< in its text in front of <==>
};

struct ProgramContract {
  std::string name; ///< of its theorems: "inclusive_scan"
  std::vector<spec::Instruction> program;
  std::optional<std::uint32_t> active = ~std::uint32_t{0}; ///< none: any lanes
  std::vector<std::string> rules;
  std::vector<unsigned> activeMasks; ///< registers that hold the mask of active lanes before, in every lane
  std::vector<Clause> assumed;       ///< of what is before, in every lane
  std::vector<Clause> ensured;       ///< must be proved
  std::vector<Clause> claimed;       ///< must be refuted
  std::vector<ExactClause> exact;
};

/// Encodings by mnemonic; empty functions where a datapath has a memory. They are much to copy: copies share them.
struct Encodings {
  std::shared_ptr<const std::map<spec::Mnemonic, Reading>> readings;
  std::shared_ptr<const std::map<spec::Mnemonic, StepOnTerms>> steps;
};
Encodings encodingsOf(const std::vector<Readings>& all);

/// Where a contract is rejected: an instruction's number, a clause's name, or neither.
struct BadContract {
  std::optional<std::size_t> instruction;
  std::string clause;
  spec::Rejection rejection;
};
/// Has every instruction a step on terms?
boost::system::result<void, BadContract> checkSteps(const ProgramContract& contract, const Encodings& encodings);
/// Can theorems be stated of it? What a clause says is looked at in all lanes.
boost::system::result<void, BadContract> check(const ProgramContract& contract, const Encodings& encodings);

/// The warp before, as variables, and what the program, whose steps have been checked, leaves of it.
struct ProgramRun {
  symbolic::WarpTerms before, after;
  Term exited;               ///< 32 bits, none of them active
  std::vector<Term> allowed; ///< of each step's choices, and of what is around
};
ProgramRun runOnTerms(Terms& terms, const ProgramContract& contract, const Encodings& encodings);

/// What it leaves in each lane of the register, as a statement has it: "(old R1[0] +f old R1[1])", additions of floats
/// grouped as they are performed. Rejected (rule "tree"): anything but such a calculation on registers before.
spec::Result<std::vector<std::string>> treesOf(const ProgramContract& contract, const Encodings& encodings,
                                               unsigned reg);

/// What a clause says of the program, which has been checked: a question a lane where it speaks of the lane, and one a
/// place (see below). A claim is one question, expected to be refuted. `theorem` is what their names begin with.
std::vector<Obligation> clauseObligations(Terms& terms, const std::string& theorem, const ProgramContract& contract,
                                          const Encodings& encodings, const Clause& clause, bool isClaim);

/// A place where a statement speaks under a condition: behind ==>, or over the range of a sum, all(..) or any(..). A
/// statement that is proved says nothing there unless the condition holds for some input in some lane. That is a
/// question of its own, VACUOUS where it does not; what folds to true is not asked.
struct ConditionalPlace {
  std::string obligation; ///< "program/inclusive_scan/ensures-1/applies-2"
  std::size_t position;   ///< in the clause's text
  std::string never;      ///< what is said of it where the condition never holds
};
/// `said`: the clause's statement; of an exact one the set first.
std::vector<ConditionalPlace> conditionalPlacesOf(const std::string& theorem,
                                                  const std::vector<const spec::Statement*>& said);

/// A question for each lane if the set or the statement speaks of the lane.
std::vector<Obligation> exactObligations(Terms& terms, const std::string& theorem, const ProgramContract& contract,
                                         const Encodings& encodings, const ExactClause& exact);

/// The name of the clause's theorem: "program/inclusive_scan/ensures-1".
std::string theoremOf(const ProgramContract& contract, const Clause& clause);
/// One theorem a clause; `contract` has been checked.
std::vector<Theorem> programTheorems(const ProgramContract& contract, const Encodings& encodings);

/// The state and choices that a witness names, as a case: what executors make of it are its expected values.
/// `clause`: what does not hold in it, or not once one of the words that the program reads is 1: a witness that leaves
/// out what is added is one against all sums. Cells are 0, or else 1, wherever it still fails then.
struct ProgramWitness {
  bool fails = false; ///< the executor's outcome breaks the clause, and what is assumed holds
  unsigned lane = 0;  ///< the first lane in which it does
  spec::ProgramCase state;
};
ProgramWitness minimalWitness(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                              const Assignment& witness);
/// Lanes of a warp's cells that may hold anything.
struct OpenLanes {
  std::array<std::uint32_t, spec::kRegisters> registers{};
  std::array<std::uint32_t, spec::kPredicates> predicates{};
};
/// Does the clause fail in some lane after a run, for all values of the cells that may hold anything?
bool failsWhatever(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                   const spec::ProgramCase& state, const spec::Warp& after, const OpenLanes& open);

/// Is there such a state at all?
bool failsNearby(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                 const Assignment& witness);

} // namespace warplaw::proofs
