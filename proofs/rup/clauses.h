// Clauses and what follows from them by unit propagation alone: a clause all of whose literals are false but one makes
// that one true. Two literals of a clause are watched, so that only those of a literal that became false are looked at.
#pragma once
#include "proofs/rup/cnf.h"

namespace warplaw::rup {

class Clauses {
public:
  /// Clauses have no other variables than 1..variables.
  explicit Clauses(Literal variables);

  /// Adds a clause, and makes true for good what follows from all of them now.
  void add(std::span<const Literal> clause);
  /// Takes away one clause with these literals, in any order; false where there is none. What was made true for good
  /// stays: it follows from the clauses that were there, and so does everything that was added since.
  bool remove(std::span<const Literal> clause);
  /// Does a contradiction follow from the clauses?
  bool contradictory() const { return contradictory_; }
  /// Does one follow if all these literals are false as well? Then the clause follows from the others. Leaves no trace.
  bool imply(std::span<const Literal> clause);
  /// Makes these true, and what follows: until retract(). False where a contradiction does.
  bool assume(std::span<const Literal> literals);
  void retract();
  /// 1: true, -1: false, 0: neither follows.
  int value(Literal literal) const { return values_[code(literal)]; }

private:
  using Place = std::uint32_t; ///< of a clause, in arena_
  static constexpr Place kNone = ~Place{0};
  struct Watch {
    Place clause;
    Literal other; ///< of the same clause: where it is true, there is nothing to do
  };
  /// In the arena: place of the next one with the same hash; twice the number of literals, 1 more once it is taken
  /// away; the literals, of which the first two are watched.
  static constexpr std::size_t kHeader = 2;

  static std::size_t code(Literal literal) {
    return literal > 0 ? 2 * static_cast<std::size_t>(literal) : 2 * static_cast<std::size_t>(-literal) + 1;
  }
  bool isRemoved(Place place) const { return (arena_[place + 1] & 1) != 0; }
  std::span<Literal> literalsAt(Place place) {
    return {arena_.data() + place + kHeader, static_cast<std::size_t>(arena_[place + 1] / 2)};
  }
  template <class Visit> void eachStored(Visit visit);
  void normalise(std::span<const Literal> clause);
  static std::uint64_t hashOf(std::span<const Literal> clause);
  void link(Place place);
  void link(std::size_t buckets);
  Place store();
  void compact();
  void watch(Literal literal, Place clause, Literal other) { watches_[code(literal)].push_back({clause, other}); }
  void makeTrue(Literal literal);
  bool propagate();
  bool visit(Literal falsified);

  std::vector<std::int32_t> arena_;
  std::vector<Place> buckets_;              ///< the first clause with each hash
  std::vector<std::vector<Watch>> watches_; ///< by code of the watched literal
  std::vector<std::int8_t> values_;         ///< by code
  std::vector<Literal> trail_;              ///< what is true, in the order in which it became so
  std::size_t propagated_ = 0;              ///< so many of them have been looked at
  std::size_t forGood_ = 0;                 ///< so many of them are not assumed, nor follow from what is
  std::vector<std::uint32_t> marks_;        ///< by code: stamp_ where the literal is in the clause at hand
  std::uint32_t stamp_ = 0;
  std::vector<Literal> clause_; ///< the one at hand, without repetitions
  std::size_t stored_ = 0, removed_ = 0;
  bool contradictory_ = false;
};

} // namespace warplaw::rup
