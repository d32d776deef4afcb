// What every theorem about lifted code needs: spec structures as the lifter's tables, and one contract of a
// function turned into obligations (no undefined behaviour, equality group by group, frame; MACH-5), twins,
// and replays through machine code.
#pragma once
#include "proofs/statements/subject.h"
#include "proofs/statements/whole_case.h"
#include "symbolic/lift/lift.h"

namespace warplaw::proofs {

// --- Tables. ---

/// One member: as many cells as `bits`, none of them poison.
lift::Field field(std::string name, std::uint64_t offset, std::span<const Term> bits);

/// The cell that starts at a byte offset; null if none of that width starts there.
lift::Cell* cellAt(lift::Table& table, std::uint64_t offset, unsigned cellBits);
const lift::Cell* cellAt(const lift::Table& table, std::uint64_t offset, unsigned cellBits);

/// The table that a pointer argument points into, and where. Asserts that it is one.
struct Pointee {
  lift::Table& table;
  std::uint64_t offset;
};
Pointee pointee(lift::State& state, const lift::Argument& argument);

// --- Contracts of functions. ---

/// Where an output stands after the call: a cell of an object, or one bit of it.
struct Place {
  unsigned object = 0; ///< index into CallStatement::input.objects, a Table
  std::string field;
  unsigned cell = 0;
  int bit = -1; ///< -1: the whole cell
};

/// The cell that begins at a byte offset.
Place placeAt(const lift::Table& table, unsigned object, std::uint64_t offset);

struct Expectation {
  std::string name;           ///< Output::name: "row[0][7]"
  std::optional<Place> place; ///< none: the returned value
  Term value;
};

/// Expectations proved as one obligation.
struct Group {
  std::string name; ///< "lane-07"
  std::vector<Expectation> expectations;
};
std::string laneGroup(unsigned lane);                       ///< "lane-07"
std::string bitName(const std::string& mask, unsigned bit); ///< "predicate[7]"

/// One call: its arguments (variables), its assumptions, and the outputs that it must leave, each at its place.
struct CallStatement {
  lift::Input input;
  std::vector<Term> assumptions;
  std::vector<Group> groups;
  /// Further tables that only the contracts of `input` see and fill, in `seen`, which starts as a copy: what a callee
  /// was given, or gives. Place::object counts on from input.objects to them. In a replay they are memory for Invoke,
  /// after the arguments' objects.
  std::vector<lift::Object> hidden;
  std::shared_ptr<std::vector<lift::Object>> seen = std::make_shared<std::vector<lift::Object>>();
};

/// Calls machine code on the bytes of the objects (of input.objects, then hidden) and the integer arguments (in
/// order); gives what it returned, or 0.
using Invoke = std::function<std::uint64_t(void* code, std::span<std::byte* const> objects,
                                           std::span<const symbolic::Bits> integers)>;

/// One case of a split: `values` are what the condition says of terms (it implies each term = its value).
struct SplitCase {
  Term condition; ///< width 1
  std::vector<std::pair<Term, Term>> values;
};
/// Cases of which one always holds: true and false of a condition, each value of a variable.
using Split = std::vector<SplitCase>;
Split splitOn(Term condition, std::vector<std::pair<Term, Term>> ifFalse, std::vector<std::pair<Term, Term>> ifTrue);

/// `goal` in every combination of cases: terms with a known value are replaced by it, and a table entry under a known
/// index is that entry. An entry of `wide` or more cells under an index that stays unknown becomes a variable of its
/// own, which makes the goal stronger. It says no less than the goal where every split is exhaustive.
Term splitIntoCases(Term goal, const std::vector<Split>& splits, unsigned wide);

struct Contract; // contract.h

struct FunctionContract {
  std::string symbol;
  std::string replaySymbol =
      {}; ///< whose machine code replays witnesses, where this processor cannot run `symbol`; empty: symbol
  std::function<CallStatement(Terms&)>
      state; ///< called once to state the theorem, and again, with other Terms, for each replay
  Invoke invoke;
  /// Where one formula is too hard (large tables): the splits in whose cases an expectation is proved; that they are
  /// exhaustive is an obligation of its own. Empty: no split.
  std::function<std::vector<Split>(Terms&, const Expectation&)> splits;
  AsCase asCase = {}; ///< asked after `invoke`; may be empty
  /// If a function is compared with the oracle together with the functions that it calls (oracle_turns.h): it may
  /// assume what this contract, its own, requires of its callers.
  std::shared_ptr<const Contract> mayAssume = {};
};

/// The same contract with one thing wrong; refuted where it should be.
struct Twin {
  std::string name;       ///< "up-compares-with-min-lane"
  std::string mustDiffer; ///< the output that shows it
  std::function<CallStatement(Terms&)> state;
  Invoke invoke = {}; ///< where its witness is run in another way than the contract's
};

/// For both stages: no undefined behaviour, no bound exceeded. On the final code: each group (with the
/// outputs free of poison), and the frame: every cell of a writable object that no group names is as it was.
/// Then the twins. Names start with `prefix`.
Obligations obligationsOf(Terms& terms, const Subject& subject, const FunctionContract& contract,
                          const std::vector<Twin>& twins, const std::string& prefix);

/// A witness through machine code and through every output of the statement that `state` makes.
Replay replayEverywhere(const Subject& subject, const FunctionContract& contract,
                        const std::function<CallStatement(Terms&)>& state, const Assignment& witness);

/// "registers[3][7]" for cell 103 of a field with more than one row, "error[7]", "active".
std::string nameOfCell(const lift::Field& field, unsigned cell);

/// Is anything in this state poison? Width 1. A byte memory: what was stored to it.
Term poisonIn(Terms& terms, const lift::State& state);

/// A function's code, and which function it is: what evidence is made of.
struct LiftedFunction : lift::Lifted {
  std::shared_ptr<const LiftedCode> code;
};
/// Lifts a function at a stage, or says why it cannot be.
std::variant<LiftedFunction, Problem> liftFrom(Terms& terms, const Subject& subject, std::string_view symbol,
                                               Stage stage, const lift::Input& input);

/// The bytes of a table under an assignment; padding is 0.
std::vector<std::byte> bytesOf(const lift::Table& table, const Assignment& assignment);
/// Little-endian bits of a cell in such bytes.
symbolic::Bits readCell(const lift::Table& table, std::span<const std::byte> bytes, std::string_view field,
                        unsigned cell);

} // namespace warplaw::proofs
