// Says what an obligation about lifted code counts as in the inventory. Only proofs/statements/*.cpp include this: a
// theorem file can neither make nor name evidence (tests/style/rooms.sh).
#pragma once
#include "proofs/engine/theorem.h"

namespace warplaw::proofs {

class LiftedEvidence {
public:
  /// From now on the obligation is evidence of that code, as long as its query is what it is now.
  static void seal(Obligation& obligation, Part part, std::shared_ptr<const LiftedCode> code) {
    obligation.counted.code_ = std::move(code);
    seal(obligation, part);
  }
  /// The same again, of the code that it was evidence of.
  static void seal(Obligation& obligation, Part part) {
    obligation.isOfRulesAlone = false;
    obligation.counted.part_ = part;
    obligation.counted.query_ = obligation.query;
    if (!obligation.counted.made_)
      obligation.counted.made_ = std::make_shared<const Query>(obligation.query);
  }
  /// The comparison is about all of these that are evidence.
  static void compare(Obligation& comparison, std::span<const Obligation> asked) {
    for (const Obligation& o : asked)
      if (o.countsAs() != Part::Law)
        comparison.compared.all_.push_back(o.counted.made_);
  }
  /// Asks `query`, with `outputs` to match, instead: it implies what was asked as long as `steps` hold, and counts as
  /// that did. Several in a row: what was stated at first stays that.
  static void restate(Obligation& obligation, Query query, std::vector<Output> outputs,
                      const std::vector<std::string>& steps) {
    const Part part = obligation.countsAs();
    obligation.ask([&](Obligation::Asking& asking) {
      if (!asking.stated)
        asking.stated = {obligation.query, obligation.outputs, obligation.counted, {}};
      asking.stated->steps.insert(asking.stated->steps.end(), steps.begin(), steps.end());
    });
    obligation.query = std::move(query);
    obligation.outputs = std::move(outputs);
    seal(obligation, part);
  }
};

} // namespace warplaw::proofs
