// The members of operands, and what a machine's structures are made of (MACH-1, MACH-3, MACH-8).
#pragma once
#include "spec/datapath.h"
#include "spec/fields.h"
#include "spec/state.h"

namespace warplaw::spec {

/// What stands where numbers are unsigned.
inline constexpr std::string_view kUnsigned[] = {"", "U32"};

template <class In> struct FieldsOf<RegisterIn<In>> {
  static constexpr Fields list{Field{"", &RegisterIn<In>::index, {.rule = "MACH-3", .count = kZeroRegister + 1}}};
};
template <class In> struct FieldsOf<PredicateIn<In>> {
  static constexpr Fields list{Field{"", &PredicateIn<In>::index, {.rule = "MACH-3", .count = kTruePredicate + 1}}};
};
template <class In> struct FieldsOf<GuardIn<In>> {
  static constexpr Fields list{Field{"", &GuardIn<In>::predicate, {.rule = "MACH-3"}},
                               Field{"negated", &GuardIn<In>::negated, {}}};
};
template <class In> struct FieldsOf<RegisterOrImmediateIn<In>> {
  static constexpr Fields list{Field{"isImmediate", &RegisterOrImmediateIn<In>::isImmediate, {}},
                               Field{"value", &RegisterOrImmediateIn<In>::value, {}}};
};

template <class In> struct FieldsOf<NegatableRegisterIn<In>> {
  using S = NegatableRegisterIn<In>;
  static constexpr Fields list{Field{"negated", &S::negated, {}}, Field{"", &S::reg, {.rule = "MACH-3"}}};
};
template <class In> struct FieldsOf<NegatableOperandIn<In>> {
  using S = NegatableOperandIn<In>;
  static constexpr Fields list{Field{"negated", &S::negated, {}}, Field{"", &S::operand, {}}};
};

template <class In> struct FieldsOf<ImmediateIn<In>> {
  static constexpr Fields list{Field{"", &ImmediateIn<In>::value, {}}};
};

template <class In> struct FieldsOf<CoordinatesIn<In>> {
  static constexpr Fields list{Field{"base", &CoordinatesIn<In>::base, {}}};
};
template <class In> struct FieldsOf<AddressIn<In>> {
  using S = AddressIn<In>;
  static constexpr Fields list{Field{"hasBase", &S::hasBase, {}}, Field{"base", &S::base, {}},
                               Field{"offset", &S::offset, {}}};
};

template <class In> struct FieldsOf<SourceIn<In>> {
  using S = SourceIn<In>;
  static constexpr Fields list{Field{"kind", &S::kind, {}}, Field{"value", &S::value, {}}};
};
template <class In> struct FieldsOf<PlanIn<In>> {
  using S = PlanIn<In>;
  static constexpr Fields list{Field{"guardPredicate", &S::guardPredicate, {}},
                               Field{"guardNegated", &S::guardNegated, {}},
                               Field{"excludesHelpers", &S::excludesHelpers, {}},
                               Field{"source", &S::source, {}},
                               Field{"sourcePredicate", &S::sourcePredicate, {}},
                               Field{"sourcePredicateNegated", &S::sourcePredicateNegated, {}},
                               Field{"destination", &S::destination, {}},
                               Field{"destinationPredicate", &S::destinationPredicate, {}}};
};
template <class In> struct FieldsOf<OperandsIn<In>> {
  using S = OperandsIn<In>;
  static constexpr Fields list{Field{"exec", &S::exec, {.isLaneMask = true}},
                               Field{"predicate", &S::predicate, {.isLaneMask = true}}, Field{"row", &S::row, {}}};
};
template <class In> struct FieldsOf<ResultsIn<In>> {
  using S = ResultsIn<In>;
  static constexpr Fields list{Field{"written", &S::written, {.isLaneMask = true}},
                               Field{"predicateWritten", &S::predicateWritten, {.isLaneMask = true}},
                               Field{"predicate", &S::predicate, {.isLaneMask = true}}, Field{"row", &S::row, {}},
                               Field{"error", &S::error, {}}};
};
template <class In> struct FieldsOf<WarpIn<In>> {
  using S = WarpIn<In>;
  static constexpr Fields list{Field{"registers", &S::registers, {}},
                               Field{"predicates", &S::predicates, {.isLaneMask = true}},
                               Field{"active", &S::active, {.isLaneMask = true}},
                               Field{"helpers", &S::helpers, {.isLaneMask = true}}, Field{"errors", &S::errors, {}}};
};

} // namespace warplaw::spec
