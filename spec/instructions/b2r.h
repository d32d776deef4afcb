// B2R.RESULT Rd, Pu: the warp's latch of BAR.RED's result (BAR-2). It reads spec::SpecialInputs (the warp's number) and
// spec::Barriers (latch, latchIsCount).
#pragma once
#include "spec/mnemonic.h"
#include "spec/operand.h"

namespace warplaw::spec {

enum class B2rWhat : std::uint8_t { Result };

template <class In> struct B2rFormIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::B2r;
  Cell<In, B2rWhat> what = In::initial(B2rWhat::Result); ///< mandatory in text
  RegisterIn<In> rd;                                     ///< destination: POPC's count
  PredicateIn<In> pu;                                    ///< destination: AND's or OR's answer; absent in text: PT
  bool operator==(const B2rFormIn&) const = default;
};
using B2rForm = B2rFormIn<Words>;

/// What a datapath needs besides fetched operands: nothing. Results: row 0 = Rd; predicate = Pu.
template <class In> struct B2rModifiersIn {
  bool operator==(const B2rModifiersIn&) const = default;
};
using B2rModifiers = B2rModifiersIn<Words>;

/// A count is no predicate and a predicate no count: what the other destination gets, nobody knows (BAR-2).
template <class In> struct B2rChoicesIn {
  static constexpr Mnemonic kMnemonic = Mnemonic::B2r;
  PerLaneOf<In, std::uint32_t> wordOfAnswer{};   ///< Rd of lane i where the latch is AND's or OR's
  Word32<In> predicateOfCount = In::initial(0u); ///< bit i: Pu of lane i where the latch is POPC's
  bool operator==(const B2rChoicesIn&) const = default;
};
using B2rChoices = B2rChoicesIn<Words>;

} // namespace warplaw::spec
