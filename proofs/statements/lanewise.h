// Datapaths in which no lane depends on another: one loop over the lanes, proved by cutting that loop at a symbolic
// lane. Turn k writes lane k's word and nothing else, turns are 0..31, so each lane's word is the encoding's and is
// written once. One question instead of 32.
#pragma once
#include "proofs/statements/contract.h"
#include "symbolic/encodings/machine.h"

namespace warplaw::proofs {

using symbolic::LaneWords;
LaneWords wordsOf(const symbolic::OperandTerms& operands, unsigned lane);
/// `lane`: 5 bits.
LaneWords wordsOf(const symbolic::OperandTerms& operands, Term lane);

/// Results of a datapath that writes row 0 in the lanes of exec, and no predicate (MACH-1, -5, -8).
symbolic::ResultTerms lanewiseResults(const symbolic::OperandTerms& operands, const symbolic::ResultTerms& before,
                                      const std::function<Term(unsigned lane)>& word);

/// A lane's word by the encoding. Objects of `given`: modifiers, operands, choices, parts of the surroundings, results.
using LaneEncoding = std::function<Term(const Given& given, Term lane, const LaneWords& words)>;

struct Lanewise {
  Contract contract; ///< of the whole datapath: modifiers, operands, choices, parts of the surroundings, results
  LaneEncoding lane;
  struct Wrong {
    std::string name;
    LaneEncoding lane;
  };
  std::vector<Wrong> wrong; ///< twins
  /// Terms of the encoding that the code computes in its own way (cut_points.h).
  std::function<std::vector<Term>(const Given&, Term lane, const LaneWords&)> cuts = {};
  /// Where one formula is too hard: conditions of which one always holds, which is an obligation.
  std::function<std::vector<Term>(const Given&)> cases = {};
  std::string replaySymbol = {};
  AsCase asCase = {}; ///< FunctionContract's
};

Obligations lanewiseObligations(Terms& terms, const Subject& subject, const Lanewise& lanewise,
                                const std::string& prefix);

/// The same of vector code that computes many lanes at once: the whole function, of which lanes that compute alike are
/// asked about once (vector_lanes.cpp).
Obligations vectorObligations(Terms& terms, const Subject& subject, const Lanewise& lanewise,
                              const std::string& prefix);

/// An equality in each case, named NAME/case-I; as it was where there is one case alone. With `exhaustiveCases` that
/// says what it said.
std::vector<Obligation> inCases(const Obligation& equality, const std::vector<Term>& cases);
Obligation exhaustiveCases(Terms& terms, const std::vector<Term>& cases, const std::vector<Term>& assumptions);

} // namespace warplaw::proofs
