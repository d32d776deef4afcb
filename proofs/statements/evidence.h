// Says what an obligation about lifted code counts as in the inventory. Only proofs/statements/*.cpp include this: a
// theorem file can neither make nor name evidence (tests/style/rooms.sh).
#pragma once
#include "proofs/engine/theorem.h"

namespace warplaw::proofs {

class LiftedEvidence {
public:
  /// From now on the obligation is evidence, as long as its query is what it is now.
  static void seal(Obligation& obligation, Part part) {
    obligation.counted.part_ = part;
    obligation.counted.query_ = obligation.query;
  }
};

} // namespace warplaw::proofs
