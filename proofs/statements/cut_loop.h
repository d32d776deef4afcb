// Obligations of a function whose one loop is cut at its head: every turn is defined, and leaves what it should.
// Obligations about lifted code are made only here and in lifting.h: so the code that they are about decides what they
// count as in the inventory, and no theorem file does.
#pragma once
#include "proofs/statements/lifting.h"

namespace warplaw::proofs {

/// Terms of the code as a theorem reads them (what a turn takes from its lane as variables); empty: as they are.
using Rewriting = std::function<Term(Term)>;

/// No undefined behaviour, no bound exceeded, and no poison in what the loop begins with, in what a turn leaves to the
/// next, in what the function leaves and returns; nor in `given`, which callees were handed. Named after the stage.
Obligation definedInEveryTurn(Stage stage, const LiftedFunction& lifted, std::vector<Term> assumptions,
                              const Rewriting& read = {}, const lift::Table* given = nullptr);

/// Outputs of lifted code that are equal to what is expected, and free of poison.
class Equalities {
public:
  /// `code`: that of which they are. What holds of code that is not optimised yet counts as its being defined.
  Equalities(Terms& terms, const Subject& subject, std::shared_ptr<const LiftedCode> code, Rewriting got = {},
             Rewriting expected = {})
      : terms_(terms), subject_(subject), code_(std::move(code)), got_(std::move(got)), expected_(std::move(expected)) {
  }
  /// What the encoding says: it passes through Subject::encode.
  void encoded(const std::string& name, const lift::Cell& got, Term expected) {
    add(name, got, subject_.encode(name, expected));
  }
  /// What holds of the code alone.
  void add(const std::string& name, Term got, Term expected);
  void add(const std::string& name, const lift::Cell& got, Term expected);
  void require(const std::string& name, Term holds) { add(name, holds, terms_.truth(true)); }
  Obligation obligation(std::string name, std::vector<Term> assumptions,
                        std::function<Replay(const Assignment&)> replay = {});

private:
  Terms& terms_;
  const Subject& subject_;
  std::shared_ptr<const LiftedCode> code_;
  Rewriting got_, expected_;
  std::vector<Output> outputs_;
  std::vector<Term> goals_;
};

/// An equality that was stated with one thing wrong: refuted at `output`, where it is wrong.
Obligation asTwin(Obligation equality, const std::string& name, const std::string& output);

} // namespace warplaw::proofs
