// Theorems and the obligations they are made of. A theorem names its rules; each of its parts is one question to a
// solver or one exhaustive check; its twins are the same with one thing wrong and must be refuted, where they should
// be, by a witness that replays.
#pragma once
#include "proofs/engine/verdict.h"
#include "spec/case_file.h"
#include "symbolic/terms/smt.h"
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <variant>

namespace warplaw::proofs {
using symbolic::Assignment;
using symbolic::Query;
using symbolic::Term;
using symbolic::Terms;

/// One output that the goal speaks about: what the code under proof gives, and what it should.
struct Output {
  std::string name; ///< "row[0][7]", "predicate", "memory"
  Term got, expected;
};

/// A witness tried outside the solver.
struct Replay {
  bool reproduced = false;                  ///< the same output differs
  std::string report;                       ///< what differs, for people; or why it did not reproduce
  std::optional<spec::Case> counterexample; ///< as a case file where the witness is a machine state
};

/// The code that was lifted for an obligation: of which function, and of which subject (statements/subject.h). Only the
/// files that lift code can make one (statements/lifting.cpp, statements/foreign.cpp; tests/style/rooms.sh). Whenever a
/// theorem is stated, the code that it names is compared to this (statements/code_named.h).
struct LiftedCode {
  std::string symbol;
  std::shared_ptr<const void> subject; ///< known by what it is, not by what it says
  bool isOptimized = false;            ///< as it ships, or before any optimisation pass
};

/// What an obligation counts as in the inventory. Only what makes obligations of lifted code can say it
/// (statements/evidence.h), and of that very query: with another goal or other assumptions it is a law like any other.
class Counted {
public:
  Part of(const Query& query) const {
    const auto same = [](Term a, Term b) { return a && b && a.same(b); };
    const bool isThat =
        same(query.goal, query_.goal) && std::ranges::equal(query.assumptions, query_.assumptions, same);
    return isThat ? part_ : Part::Law;
  }
  /// What it asked when it was made of code, an object of its own; whatever says it again or in cases has the same.
  const std::shared_ptr<const Query>& asMade() const { return made_; }
  /// The code that it was made of; null: of none.
  const std::shared_ptr<const LiftedCode>& code() const { return code_; }

private:
  friend class LiftedEvidence;
  Part part_ = Part::Law;
  Query query_;
  std::shared_ptr<const Query> made_;
  std::shared_ptr<const LiftedCode> code_;
};

/// Which evidence a comparison with the oracle was about, as it was made (statements/evidence.h): a theorem with such a
/// comparison has no other evidence.
class ComparedEvidence {
public:
  const std::vector<std::shared_ptr<const Query>>& all() const { return all_; }

private:
  friend class LiftedEvidence;
  std::vector<std::shared_ptr<const Query>> all_;
};

struct Obligation {
  std::string name;                   ///< stable across runs: "shfl/portable/lane-07"
  Verdict expected = Verdict::Proved; ///< Proved, Refuted (twins and claims) or Checked
  Query query;                        ///< goal null: this obligation asks only that the assumptions can hold (vacuity)
  std::vector<Output> outputs;        ///< goal says that got = expected for each (may be empty for other theorems)
  Counted counted;                    ///< what of the function under proof it settles
  ComparedEvidence compared;          ///< none: it is no comparison
  /// A law that speaks of rules alone: its query is the same whatever the code is, in a theorem about code as well. The
  /// golden list holds what it asks, and no hash of bitcode stands in its record.
  bool isOfRulesAlone = false;
  std::string mustDiffer; ///< twins: the output that must differ in the witness; empty: any
  /// Terms of the query, each with a term over variables that the query does not have, which replaces it. The goal
  /// becomes stronger, and often easier: it is asked first, and the query itself only if the stronger one does not
  /// hold.
  std::vector<std::pair<Term, Term>> anyValues;
  /// What is stated, where the query is a question that implies it as long as `steps` hold: other terms, or variables,
  /// stand there for terms (statements/evidence.h restates).
  struct Stated {
    Query query;
    std::vector<Output> outputs;
    Counted counted;
    std::vector<std::string> steps; ///< names of obligations of this theorem
  };
  /// How it is asked, where there is more to say of that.
  struct Asking {
    /// Inputs that are a witness, or nearly: simulation begins there. Such a witness counts no more than any other.
    std::optional<Assignment> near;
    /// The worker asks it in full where a step is not PROVED, and where a witness of the query does not replay.
    std::optional<Stated> stated;
    /// A step that was guessed. If it does not hold, that says nothing about the code, unless a witness replays. Then
    /// the step is no obligation any more.
    bool isGuess = false;
    /// Names the things in the query that may have any value that their contract allows, since no more is known
    /// ("results of what it calls"): a witness that does not replay then decides nothing. Empty: every witness is an
    /// input.
    std::string anyOf;
    /// The facts (width 1) of other theorems about such values. They are left out at first: the query is asked again
    /// under them if a witness does not replay.
    std::vector<Term> known;
  };
  std::shared_ptr<const Asking> more; ///< null: nothing
  const Asking& asking() const {
    static const Asking kNothing;
    return more ? *more : kNothing;
  }
  void ask(const std::function<void(Asking&)>& change) {
    const auto changed = std::make_shared<Asking>(asking());
    change(*changed);
    more = changed;
  }
  /// Runs a witness through machine code and through the encoding; required where expected is Refuted or outputs is not
  /// empty.
  std::function<Replay(const Assignment&)> replay;
  /// Exhaustive or bounded evidence instead of a query: gives the verdict (Checked or Refuted or Error) and its bound.
  struct Evidence {
    Verdict verdict;
    std::string bound;
    std::string report;
  };
  std::function<Evidence()> check;

  /// A check is no evidence about lifted code; a twin is refuted, everything else proved.
  Part countsAs() const {
    const Part part = check ? Part::Law : counted.of(query);
    return expected == (part == Part::Twin ? Verdict::Refuted : Verdict::Proved) ? part : Part::Law;
  }
};
/// A law: none of these terms is lifted code's (isOfRulesAlone).
inline Obligation implied(std::string name, std::vector<Term> assumptions, Term goal) {
  Obligation o;
  o.name = std::move(name);
  o.query = {std::move(assumptions), goal};
  o.isOfRulesAlone = true;
  return o;
}
inline Obligation byEvidence(std::string name, Verdict expected, std::function<Obligation::Evidence()> check) {
  Obligation o;
  o.name = std::move(name);
  o.expected = expected;
  o.check = std::move(check);
  return o;
}

/// Why a theorem could not be stated: the code under proof could not be lifted.
struct Problem {
  Verdict verdict;
  std::string reason;
}; ///< Unsupported, BoundExceeded, Unknown, Error
using Obligations = std::variant<std::vector<Obligation>, Problem>;

/// A published sentence that is false, or false in general (spec::Rule::disputed). What holds instead is the rule's own
/// statement.
struct Claim {
  std::string rule;       ///< "SHFL-4"
  std::string says;       ///< the sentence, in our own words
  std::string obligation; ///< of this theorem, and expected to be refuted: what settles it
  std::string witness;    ///< a case file below corpus/contradictions; empty: the claim is about no single instruction
  std::string
      misreading; ///< the instruction's misreading that believes it, which the witness contradicts; may be empty
};

struct Theorem {
  std::string name;        ///< "shfl/portable": prefix of its obligations' names
  std::string instruction; ///< "SHFL", or "machine"
  std::string form;        ///< "SHFL.UP", or empty if for all
  std::string path;        ///< "portable", "avx512", or empty where no code is involved
  std::vector<std::string> rules;
  std::string statement; ///< one line for people
  std::vector<std::string>
      code;               ///< symbols of the functions under proof; the hash of their bitcode stands in every verdict
  bool laneLevel = false; ///< re-proved by --no-fold
  std::vector<Claim> claims;
  std::function<Obligations(Terms&)> build; ///< called when its turn comes; Terms lives until its queries are printed
};

} // namespace warplaw::proofs
