// A query as a formula in conjunctive normal form: unsatisfiable exactly if the assumptions imply the goal. What a
// certificate does not speak about, and is cross-checked for one (cross_check.h).
#pragma once
#include "proofs/certificates/words.h"
#include "symbolic/terms/smt.h"
#include "symbolic/terms/walk.h"

namespace warplaw::certificates {

/// Why there is no formula.
inline constexpr std::string_view kFloats = "floats", kTooLarge = "too large";

/// The query's terms, each as literals of a circuit of gates. Those of variables and applications come first.
class BitBlasted {
public:
  /// A formula with more literals in its clauses is too large.
  static constexpr std::size_t kMostLiterals = 200'000'000;

  /// The terms must outlive it.
  explicit BitBlasted(const symbolic::Query& query);
  /// Empty: the circuit is whole; otherwise kFloats or kTooLarge, and nothing else here means anything.
  const std::string& whyNot() const { return whyNot_; }

  /// The gates, and that equal arguments of a function give equal results; nothing of what the query asserts.
  const Cnf& circuit() const { return gates_.cnf(); }
  const symbolic::Query& query() const { return query_; }
  /// The assumptions, in their order, and the negated goal.
  const std::vector<Literal>& asserted() const { return asserted_; }

  const std::vector<const symbolic::Node*>& nodes() const { return walk_.nodes(); }
  std::size_t placeOf(const symbolic::Node* node) const { return walk_.indexOf(node); } ///< in nodes()
  const Word& bitsOf(const symbolic::Node* node) const { return bits_[placeOf(node)]; }

private:
  Word translate(const symbolic::Node& node);
  void makeFunctionsCongruent();
  void makeCongruent(const symbolic::Node& f, const symbolic::Node& g);

  symbolic::Query query_;
  symbolic::Walk walk_;
  Gates gates_;
  std::vector<Word> bits_; ///< by place in the walk
  std::vector<Literal> asserted_;
  std::string whyNot_;
};

/// What a solver is asked: the circuit, and that all these hold.
Cnf formulaOf(Cnf circuit, const std::vector<Literal>& asserted);

/// What the query's variables are where these literals are true, and its applications, by their names in its text.
symbolic::Assignment assignmentOf(const symbolic::Query& query, const std::vector<Literal>& model);

} // namespace warplaw::certificates
