// An instruction as its theorems know it: a table that InstructionProof (instruction.h) makes once of its structures
// and functions, so that what states, cuts, twists and replays is compiled once. Structures are handed on without their
// types (any_terms.h): a form, modifiers or choices as `const void*`, of terms or of words; parts around as `void*`.
#pragma once
#include "concrete/execute.h"
#include "proofs/statements/entry.h"
#include "proofs/statements/lanewise.h"
#include "proofs/statements/reading.h"
#include "proofs/statements/shared_terms.h"

namespace warplaw::proofs {

/// A structure of terms, and which of its values there are.
struct StructureKind {
  const spec::Layout* layout;             ///< of words
  Term (*isLegal)(const void* structure); ///< null of one without a member, which can only be legal
  Term holds(Terms& terms, const void* structure) const { return isLegal ? isLegal(structure) : terms.truth(true); }
};
struct InstructionKinds {
  StructureKind form, modifiers, choices;
  std::vector<AroundPart> around; ///< that its datapaths are handed, in the order of their signature

  Term isLegal(Terms& terms, const void* form, const void* choices) const;
  /// Objects of a datapath: those of the surroundings from kAround on, the results after them.
  static constexpr unsigned kAround = 3;
  unsigned results() const { return kAround + static_cast<unsigned>(around.size()); }
};

using AnyDatapath =
    std::function<symbolic::ResultTerms(const void* modifiers, const symbolic::OperandTerms&, const void* choices,
                                        const symbolic::ResultTerms& before, void* const* around)>;
using AnyLane = std::function<Term(const void* modifiers, const void* choices, Term lane, const LaneWords& words,
                                   void* const* around)>;
/// On words, with a memory.
using AnyOnWords = std::function<void(const void* modifiers, const spec::Operands&, const void* choices,
                                      std::span<std::uint8_t> memory, const spec::SurroundingCells&, spec::Results&)>;
using Effect = std::function<void(Given&)>;
/// A datapath as what it does to all that it is given.
Effect effectOf(const InstructionKinds& kinds, AnyDatapath datapath);

struct InstructionTable {
  const InstructionKinds* kinds;
  spec::Mnemonic mnemonic;
  std::string name = std::string(spec::folderOf(mnemonic)); ///< "shfl": of symbols and theorems
  std::function<symbolic::PlanTerms(const void* form, const void* choices, const symbolic::PlanTerms& before)> plan =
      {};
  std::function<void(const void* form, void* modifiers)> modifiers = {};
  /// The encoding of the whole warp; or of one lane, if no lane depends on another; or, for a datapath with a memory,
  /// the encoding as a function on words.
  AnyDatapath datapath = {};
  AnyLane lane = {};
  AnyOnWords onWords = {};
  std::vector<std::string> rules = {}, planRules = {};
  std::vector<WrongEffect> wrongDatapaths = {}, wrongPlans = {}, wrongModifiers = {};
  struct WrongLane {
    std::string name;
    AnyLane lane;
    std::vector<std::string> breaks; ///< the rules that it misreads
  };
  std::vector<WrongLane> wrongLanes = {};
  /// Further misreadings, which are no twins: only the third statement is asked about them (reading.h).
  std::vector<WrongEffect> misreadDatapaths = {}, misreadPlans = {}, misreadModifiers = {};
  std::vector<WrongLane> misreadLanes = {};
  /// Help where a question is too hard as it stands: docs/adding_an_instruction.md says when each is needed. The first
  /// three are of an instruction with `lane`, the others of one with `datapath`.
  struct Hints {
    using OfWarp = std::function<std::vector<Term>(const void* modifiers, const symbolic::OperandTerms&,
                                                   const void* choices, void* const* around)>;
    /// Terms of the encoding that the code computes in its own way (cut_points.h).
    std::function<std::vector<Term>(const void* modifiers, const void* choices, Term lane, const LaneWords& words,
                                    void* const* around)>
        laneCuts = {};
    /// Conditions of which one always holds.
    std::function<std::vector<Term>(const void* modifiers)> laneCases = {};
    /// Paths whose code is no loop over the lanes that can be cut: "avx512".
    std::vector<std::string> vectorPaths = {};
    /// Terms of the encoding that the code computes, too, what others are built on first; and legal inputs by which
    /// they are found (shared_terms.h).
    OfWarp shares = {};
    Examples examples = {};
    /// Large terms: what is built on them is proved for any value of theirs (shared_terms.h).
    OfWarp general = {};
  };
  Hints hints = {};
  std::vector<Claim> claims = {}; ///< about these theorems

  std::string text() const { return std::string(spec::textOf(mnemonic)); } ///< "SHFL"
  std::string symbol(const std::string& function) const { return "warplaw_" + name + "_" + function; }
  /// The encoding's plan or modifiers, changed.
  WrongEffect spoiltPlan(std::string what, std::string output, std::vector<std::string> breaks,
                         std::function<void(symbolic::PlanTerms&, const void* form, const void* choices)> spoil) const;
  WrongEffect spoiltModifiers(std::string what, std::string output, std::vector<std::string> breaks,
                              std::function<void(void* modifiers, const void* form)> spoil) const;

  Contract planContract() const;
  Contract modifiersContract() const;
  Contract datapathContract(const std::string& path) const;
  Entry entry(const std::string& path) const;
  Lanewise lanewise(const Contract& contract, const std::string& replaySymbol) const;

  /// What the datapath leaves, from the whole-warp encoding or from 32 lanes of the other.
  AnyDatapath wholeWarp() const;
  WholeInstruction wholeInstruction() const;

  // ---- witnesses as cases
  /// The case of a function that is handed modifiers, operands, choices and parts, as the datapath is.
  AsCase datapathAsCase() const;
  /// The case of plan and modifiers, which are handed no warp.
  AsCase formAsCase() const;
  WrittenDown writtenDown() const;

  // ---- readings
  /// On words; what is not said wrong is the encoding's.
  Reading reading(Effect planWrong = {}, Effect modifiersWrong = {}, Effect datapathWrong = {}) const;
  /// Every twin, the further misreadings, and what every instruction may misread: whether helpers take part.
  Readings readings() const;
  StepOnTerms step() const;

  // ---- theorems
  /// Those of plan, modifiers, datapaths and entries, and further ones.
  std::vector<Theorem> theorems(const Subject& subject, const std::vector<Theorem>& more = {}) const;
  Theorem planTheorem(const Subject& subject) const;
  Theorem modifiersTheorem(const Subject& subject) const;
  Theorem datapathTheorem(const Subject& subject, const concrete::Path& path) const;
  /// entryOf: of an entry that hands over more than this says (memory, promises between its callees); asked when the
  /// theorem is stated.
  Theorem entryTheorem(const Subject& subject, const concrete::Path& path,
                       std::function<Entry(const std::string& pathName)> entryOf) const;

private:
  std::vector<std::byte> toldBy(const spec::Form& form) const;
  AnyTerms modifiersOf(const AnyTerms& form) const;
  bool areHintsAsked() const;
};

/// A fresh plan with the guard of that one.
symbolic::PlanTerms withGuardOf(Terms& terms, const symbolic::PlanTerms& plan);
/// Fetch, datapath and write-back by the encodings.
using DatapathOnTerms =
    std::function<symbolic::ResultTerms(const symbolic::OperandTerms&, const symbolic::ResultTerms&)>;
symbolic::WarpTerms afterDatapath(const symbolic::PlanTerms& plan, const symbolic::WarpTerms& before,
                                  const DatapathOnTerms& datapath);
/// A statement that is false: `replay` shows on the shipped code what a witness says.
Obligation refuted(std::string name, std::vector<Term> assumptions, Term goal,
                   std::function<Replay(const Assignment&)> replay);
/// Nothing to add where the theorem could not be stated.
void add(Obligations& obligations, Obligation obligation);

/// The claim stands with the theorem that its obligation is of.
std::vector<Theorem> withClaim(std::vector<Theorem> theorems, const Claim& claim);

/// Which theorem speaks of what; its obligations are made here.
Theorem instructionTheorem(const std::string& name, const std::string& instruction, const std::string& path,
                           std::vector<std::string> rules, std::string statement, std::string symbol,
                           std::function<Obligations(Terms&)> build);
/// Whose machine code replays witnesses of a symbol that ends with `path`: empty, the same; or the portable one's.
std::string replaySymbolOf(const std::string& symbol, const concrete::Path& path);
/// The mnemonic's number by its name in spec/instructions.def.
spec::Mnemonic mnemonicNamed(std::string_view text);

} // namespace warplaw::proofs
