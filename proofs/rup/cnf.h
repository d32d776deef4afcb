// Formulas in conjunctive normal form: what a SAT solver is asked, and what its proof is checked against. This room
// includes nothing of the project: who doubts a certificate reads these files and no other.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace warplaw::rup {

/// A variable, 1 and up, or (negative) its negation; never 0, as in DIMACS.
using Literal = std::int32_t;
/// Variables of a formula are 1..kMaxVariables: two numbers a variable must fit into 32 bits.
inline constexpr Literal kMaxVariables = 1 << 30;

class Cnf {
public:
  /// Any literals, none for the clause that is false, repeated ones too.
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }
  /// A variable that no clause has yet.
  Literal newVariable() { return ++variables_; }

  Literal variables() const { return variables_; } ///< the greatest variable
  std::size_t size() const { return ends_.size(); }
  std::size_t literals() const { return literals_.size(); } ///< of all clauses together
  std::span<const Literal> clause(std::size_t i) const;

private:
  std::vector<Literal> literals_;
  std::vector<std::size_t> ends_;
  Literal variables_ = 0;
};

/// As DIMACS text.
std::string dimacs(const Cnf& formula);

} // namespace warplaw::rup
