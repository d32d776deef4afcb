// What laws of RED and SURED share about errors of which a lane reports one (MACH-8, SURED-11).
#pragma once
#include "spec/datapath.h"
#include <fmt/format.h>
#include <optional>
#include <string>

namespace warplaw::fuzz {

/// Each lane reports the next of three kinds.
template <class Trial> void reportTheNext(Trial& trial) {
  for (std::uint8_t& reported : trial.choices.reported)
    reported = static_cast<std::uint8_t>((reported + 1) % 3);
}

/// A lane that is in error in one of these alone; nothing if there is none.
inline std::optional<std::string> inErrorApart(const spec::Results& once, const spec::Results& other) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if ((once.error[lane] == 0) != (other.error[lane] == 0))
      return fmt::format("lane {} is in error only where another one is reported", lane);
  return std::nullopt;
}

} // namespace warplaw::fuzz
