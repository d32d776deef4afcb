// The contract of a function that is one loop: which turns there are, what they work on, and why a statement about one
// arbitrary turn holds for all. Its loop is cut at the head (cut_loop.h).
#pragma once
#include "proofs/statements/cut_loop.h"
#include "proofs/statements/listed_lanes.h"

namespace warplaw::proofs {

/// One thing that a loop works on: before turn 0, after one arbitrary turn, and when the function returns.
struct LoopPart {
  std::string name;
  lift::Cell entry, next, after; ///< after: of null bits where the function leaves nothing of it
  Term first = {};               ///< what it should be before turn 0; null: that is stated elsewhere
};

/// A function whose one loop takes turns: which there are, and what they work on. What a turn leaves, as a function of
/// what stands before it, a theorem states of the parts.
struct LoopContract {
  std::string symbol;
  std::string over;                        ///< "the order", for people
  std::function<lift::Input(Stage)> input; ///< but for what counts the turns
  Term counter;                            ///< what counts them at the head of the loop: from 0 on, by `stride`
  Term last, none = {};                    ///< width 1: the turn is the last; there is none (null: there always is)
  std::function<std::vector<LoopPart>(const lift::Lifted&)> parts;
  std::function<bool(const std::string&)> counts = {}; ///< phis that count turns, by name; null: all of them
  unsigned stride = 1;
};

/// The function before the optimiser ran, and as it ships. The shipped one counts turns by the contract's counter; the
/// unoptimised one by any number.
struct CutLoop {
  LiftedFunction unoptimized, final;
  lift::Input given; ///< what both were handed
};
std::variant<CutLoop, Problem> cutLoopOf(Terms& terms, const Subject& subject, const LoopContract& contract);

/// The parts that are cells of a table, those of one field; and a byte of a memory at any place.
std::vector<LoopPart> cellsOf(const lift::Lifted& lifted, unsigned object, const std::string& field);
LoopPart byteOf(const lift::Lifted& lifted, unsigned object, Term place);
Term byteAt(const lift::State& state, unsigned object, Term place);
/// What the loop carries from turn to turn under a name; if it carries no such thing, poison.
LoopPart carriedOf(const lift::Lifted& lifted, const std::string& name, unsigned width, lift::Cell after = {});
/// Is a phi one of that variable of the source?
bool isNamed(const std::string& phi, const std::string& variable);

/// All terms of the code that a statement about its turns looks at.
std::vector<Term> rootsOf(const LoopContract& contract, const lift::Lifted& lifted);

/// The parts after a turn, each as the encoding says.
void addAfterTurn(Equalities& all, const std::vector<LoopPart>& parts, std::span<const Term> encoded);
/// What counts turns is 0 at first, and grows.
void addCounting(Equalities& all, const LoopContract& contract, const lift::Lifted& lifted);
/// That, and: what each part is before turn 0, where that is stated; turns are counted from there to the last; what
/// that one leaves is what the function leaves; and what it leaves where there is no turn.
void addTurns(Equalities& all, const LoopContract& contract, const lift::Lifted& lifted);

/// The code's own ways to say list[k] and words of that lane, found in its terms and replaced by variables. What makes
/// that right: that the index is k is an obligation; which table a variable is read from, and which address it is, the
/// oracle says (oracle_loops.h).
class LaneReadings {
public:
  /// A table of a lane each, and the variable that stands for its cell of turn k, or of that lane.
  using Table = std::pair<symbolic::PerLane<Term>, Term>;
  LaneReadings(Stage stage, std::span<const Term> roots, std::span<const Table> lists, std::span<const Table> rows);
  /// This variable stands for where the code's one store of a whole word to a memory goes; where there is none, or it
  /// is no sum, addresses stay as they are. That it is the oracle's address is an obligation.
  void alsoReadAddress(const lift::ByteMemory& stored, Term address);
  Term operator()(Term term) const {
    return symbolic::substitute(symbolic::substitute(symbolic::substitute(term, lanes_), words_), address_);
  }
  /// Where in the list the code looks is k: each index is.
  void addIndexes(Equalities& all, Term k) const;
  void addAddress(Equalities& all, const std::string& name) const;

private:
  std::vector<Term> indexes_;
  std::vector<std::pair<Term, Term>> lanes_, words_, address_;
};

/// What the lifter assumed before a turn, in the place of the variables that a statement has for it; then, as the
/// code's terms, as readings say.
struct BeforeTurn {
  std::vector<std::pair<Term, Term>> assumed; ///< a variable, and what the lifter has for it
  LaneReadings readings;
  Term operator()(Term term) const { return readings(symbolic::substitute(term, assumed)); }
};

} // namespace warplaw::proofs
