// Parts of the surroundings that are cells (spec/surroundings.h) as what contracts speak of: a datapath and its entry
// read them or change them, and of what they do not change the contract says that it stays.
#pragma once
#include "proofs/statements/contract.h"
#include "spec/surrounding_parts.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::proofs {

/// One part without its type.
struct AroundPart {
  Parameter parameter;
  std::function<Term(const lift::Table&)> isLegal;
  std::function<lift::Table(Terms&)> after; ///< of a part that is changed: variables for what it is then
};

namespace detail {
template <class S> AroundPart aroundPart(Parameter parameter, const std::string& name) {
  AroundPart part{std::move(parameter), [](const lift::Table& table) { return isLegal(structureIn<S>(table)); }, {}};
  if (part.parameter.writable)
    part.after = [name](Terms& terms) {
      return variableTable(terms, name, symbolic::wordsLayoutOf<S>(), name + "After.", true);
    };
  return part;
}
} // namespace detail

template <template <class> class S> struct Reads {
  using Words = S<spec::Words>;
  using Value = S<AsTerms>;
  using Argument = const Value&; ///< of an encoding
  static constexpr bool kChanges = false;
  static Parameter parameter() {
    const std::string name = spec::partName<Words>();
    return reads<Value>(name, name + ".");
  }
  static AroundPart part() { return detail::aroundPart<Value>(parameter(), spec::partName<Words>()); }
};

template <template <class> class S> struct Changes {
  using Words = S<spec::Words>;
  using Value = S<AsTerms>;
  using Argument = Value&; ///< before in, after out
  static constexpr bool kChanges = true;
  static Parameter parameter() {
    const std::string name = spec::partName<Words>();
    return changes<Value>(name, name + ".");
  }
  static AroundPart part() { return detail::aroundPart<Value>(parameter(), spec::partName<Words>()); }
};

} // namespace warplaw::proofs
