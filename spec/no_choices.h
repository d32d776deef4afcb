// The choices of an instruction that leaves nothing open.
#pragma once
#include "spec/mnemonic.h"
#include "spec/world.h"

namespace warplaw::spec {

template <class In, Mnemonic whose> struct NoChoicesIn {
  static constexpr Mnemonic kMnemonic = whose;
  bool operator==(const NoChoicesIn&) const = default;
};

} // namespace warplaw::spec
