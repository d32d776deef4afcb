// Parts of the surroundings that are cells, without their types: see around.h.
#include "proofs/statements/around.h"
#include "spec/surrounding_parts.h"
#include "symbolic/encodings/surroundings.h"

namespace warplaw::proofs {

Parameter AroundPart::parameter() const {
  return (changes ? changesStructure : readsStructure)(kind->name, kind->name + ".", *kind->layout);
}
lift::Table AroundPart::after(Terms& terms) const {
  return variableTable(terms, kind->name, *kind->layout, kind->name + "After.", true);
}

template <class Words> const AroundKind& aroundKind() {
  static const AroundKind kKind = {
      .name = spec::partName<Words>(),
      .layout = &wholeLayoutOf<spec::InWorld<Words, AsTerms>>(),
      .at = spec::partAt<Words>(),
      .isLegal = [](const void* terms) { return isLegal(*static_cast<const spec::InWorld<Words, AsTerms>*>(terms)); }};
  return kKind;
}
template const AroundKind& aroundKind<spec::SpecialInputs>();
template const AroundKind& aroundKind<spec::Counters>();
template const AroundKind& aroundKind<spec::Barriers>();
template const AroundKind& aroundKind<spec::GenericRegions>();
template const AroundKind& aroundKind<spec::Surfaces>();
template const AroundKind& aroundKind<spec::ExitedLanes>();

} // namespace warplaw::proofs
