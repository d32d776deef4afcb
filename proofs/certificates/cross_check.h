// A circuit held against the plain interpreter of terms: with the inputs given, unit propagation must make every bit of
// every term what the interpreter says, and what the query asserts, too. Clauses that say too much, too little or
// something else show.
#pragma once
#include "proofs/certificates/bit_blast.h"
#include "proofs/rup/clauses.h"
#include "symbolic/terms/evaluator.h"

namespace warplaw::certificates {

class CrossCheck {
public:
  /// Circuit and asserted: those of the translation, which must outlive this, or, in tests, what somebody made of them.
  CrossCheck(const BitBlasted& translation, const Cnf& circuit, std::vector<Literal> asserted);

  /// On one assignment of variables(), in that order. Empty: they agree; otherwise where they do not.
  std::string on(std::span<const symbolic::Bits> inputs, const symbolic::Functions& functions);
  /// On so many at random, the same every time.
  std::string atRandom(unsigned rounds, std::uint64_t seed);
  const std::vector<symbolic::Term>& variables() const { return evaluator_.variables(); }

private:
  std::string differs(const std::vector<symbolic::Bits>& values) const;
  std::string assertsOtherwise(const std::vector<symbolic::Bits>& values) const;
  const BitBlasted& translation_;
  rup::Clauses clauses_;
  std::vector<Literal> asserted_;
  symbolic::Evaluator evaluator_;
};

} // namespace warplaw::certificates
