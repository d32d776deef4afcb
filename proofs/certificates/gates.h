// Gates as clauses: each gate's variable is equal to what the gate says of its inputs (Tseitin), both ways, so that
// unit propagation from the inputs gives every gate's value. A gate that is constant, or is there already, makes no
// clause.
#pragma once
#include "proofs/rup/cnf.h"
#include <map>
#include <unordered_map>

namespace warplaw::certificates {
using rup::Cnf;
using rup::Literal;

class Gates {
public:
  Gates();
  static constexpr Literal kTrue = 1, kFalse = -kTrue; ///< a variable that a clause makes true
  static Literal constant(bool value) { return value ? kTrue : kFalse; }

  Literal input() { return cnf_.newVariable(); }
  Literal both(Literal a, Literal b);
  Literal either(Literal a, Literal b) { return -both(-a, -b); }
  Literal all(std::vector<Literal> inputs);
  Literal any(std::vector<Literal> inputs);
  Literal differ(Literal a, Literal b);
  Literal parity(Literal a, Literal b, Literal c);   ///< of an adder: the sum
  Literal majority(Literal a, Literal b, Literal c); ///< and the carry
  Literal choose(Literal condition, Literal whenTrue, Literal whenFalse);
  /// A clause that is no gate.
  void demand(std::initializer_list<Literal> clause) { cnf_.add(clause); }
  const Cnf& cnf() const { return cnf_; }

private:
  enum class Kind : std::int32_t { Both, Differ, Parity, Majority, Choose };
  struct Key {
    Kind kind;
    Literal a, b, c;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  /// The variable of such a gate, and whether it has no clauses yet.
  std::pair<Literal, bool> gate(Key key);

  Cnf cnf_;
  std::unordered_map<Key, Literal, Hash> gates_;
  std::map<std::vector<Literal>, Literal> conjunctions_;
};

} // namespace warplaw::certificates
