// Encodings share this picture of operands and results as terms; MACH-1, -2, -3, -5, -7, -8 as an encoding of
// the architectural level.
#pragma once
#include "spec/datapath.h"
#include "spec/state.h"
#include "symbolic/terms/term.h"
#include <array>
#include <vector>

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
  /// Variables "<prefix>written<r>", "<prefix>row<r>[<lane>]", "<prefix>error[<lane>]", ...
  static ResultTerms variables(Terms& terms, std::string_view prefix);
};

/// spec::Source as terms, 32 bits each.
struct SourceTerms {
  Term kind;  ///< spec::SourceKind
  Term value; ///< register number, or immediate
};

/// spec::Plan as terms, 32 bits each.
struct PlanTerms {
  Term guardPredicate, guardNegated, excludesHelpers;
  std::array<SourceTerms, spec::kSourceRows> source;
  Term sourcePredicate, sourcePredicateNegated;
  std::array<Term, spec::kResultRows> destination;
  Term destinationPredicate;
  /// Variables "plan.guardPredicate", "plan.source<r>.kind", ...; flags, predicate and destination numbers as wide as
  /// legal plans need, extended with zeros, so that only the sources' legality remains to be assumed.
  static PlanTerms variables(Terms& terms, std::string_view prefix = "plan.");
};

/// Is every field of the plan in the range that spec/datapath.h names? Width 1. Nothing is said of plans
/// where it does not hold.
Term isLegal(const SourceTerms& source);
Term isLegal(const PlanTerms& plan);

/// spec::Warp as terms. A register is 32 lanes of 32 bits, a predicate 32 bits, an error 8 bits.
struct WarpTerms {
  std::vector<PerLane<Term>> registers; ///< kRegisters of them
  std::array<Term, spec::kPredicates> predicates;
  Term active, helpers;
  PerLane<Term> errors;
  /// Variables "warp.R<n>[<lane>]", "warp.P<n>", "warp.active", "warp.helpers", "warp.error[<lane>]".
  static WarpTerms variables(Terms& terms, std::string_view prefix = "warp.");
};

/// The lanes that execute (MACH-1), helpers left out where the plan says so (MACH-7): 32 bits.
Term execLanes(const WarpTerms& warp, const PlanTerms& plan);

/// One operand of all 32 lanes, executing or not (MACH-2); RZ and an absent source read 0 (MACH-3).
PerLane<Term> fetchRow(const WarpTerms& warp, const SourceTerms& source);

/// All that a datapath sees (MACH-1, -2, -3, -7).
OperandTerms fetch(const WarpTerms& warp, const PlanTerms& plan);

/// The warp after a datapath gave `results`: only lanes of exec change, and of them only what was written
/// (MACH-1, -3, -5); RZ and PT drop writes; every lane's error is this instruction's, None outside exec
/// (MACH-8). Where both destinations name one register, row 1 is the later write and stays (no legal
/// instruction does that: a pair is {R, R+1}).
WarpTerms writeBack(const WarpTerms& warp, const PlanTerms& plan, Term exec, const ResultTerms& results);

} // namespace warplaw::symbolic
