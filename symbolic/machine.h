// Encodings share this picture of operands and results as terms; MACH-1, -2, -3, -5, -7, -8 as an encoding of the architectural level.
#pragma once
#include "spec/datapath.h"
#include "symbolic/term.h"
#include <array>

namespace warplaw::symbolic {

template <class T> using PerLane = std::array<T, spec::kLanes>;

/// spec::Operands as terms. exec and predicate: 32 bits. rows: 32 bits a lane.
struct OperandTerms {
  Term exec, predicate;
  std::array<PerLane<Term>, spec::kSourceRows> row;
  /// Variables "exec", "predicate", "row<r>[<lane>]".
  static OperandTerms variables(Terms& terms, std::string_view prefix = "");
};

/// spec::Results as terms, before or after a datapath.
struct ResultTerms {
  std::array<Term, spec::kResultRows> written; ///< 32 bits each
  Term predicateWritten, predicate;            ///< 32 bits each
  std::array<PerLane<Term>, spec::kResultRows> row;
  PerLane<Term> error; ///< 8 bits each: spec::ErrorKind
  static ResultTerms variables(Terms& terms, std::string_view prefix);
};

} // namespace warplaw::symbolic
