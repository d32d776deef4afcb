// A function that nobody here wrote, from bitcode that did not ship, and what is demanded of one call: no undefined
// behaviour before and after optimisation, the outputs that matter as demanded, everything else as it was. Nothing of
// it counts in the inventory, which is about what ships.
#pragma once
#include "proofs/statements/lifting.h"

namespace warplaw::proofs {

/// What must stand somewhere after the call.
struct DemandedOutput {
  std::string name;
  Place place;
  Term matters; ///< width 1: where it is compared at all
  Term expected;
};

struct DemandedGroup {
  std::string name; ///< "lane-07"
  std::vector<DemandedOutput> outputs;
  std::vector<Split> splits = {}; ///< cases in which each output is proved; that one of them holds is proved, too
};

/// What it must return.
struct DemandedReturn {
  std::string name;
  Term matters, expected;
  std::vector<Split> splits = {};
};

struct ForeignCall {
  lift::Input input; ///< objects are tables
  Term assumption;   ///< width 1
  std::vector<DemandedGroup> groups;
  std::optional<DemandedReturn> returned = {};
  /// Further tables that the contracts of `input` fill, which groups see behind input.objects; may be null.
  std::shared_ptr<std::vector<lift::Object>> seen = nullptr;
};

/// `symbol` as the subject's bitcode has it, at both stages. `state` makes the call, afresh each time it is asked.
Obligations foreignObligations(Terms& terms, const Subject& subject, const std::string& symbol,
                               const std::function<ForeignCall(Terms&)>& state, const std::string& prefix);

} // namespace warplaw::proofs
