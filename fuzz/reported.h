// What laws of RED and SURED share: errors of which a lane reports one (MACH-8, SURED-11), and helpers (MACH-7).
#pragma once
#include "fuzz/described.h"
#include <fmt/format.h>

namespace warplaw::fuzz {

/// A law of this instruction, of its records.
template <class Traits>
Property lawOf(std::string_view name, std::vector<std::string_view> rules, std::string_view statement,
               decltype(Property::broken) broken) {
  return {name, std::move(rules), statement, Traits::kRecord, broken};
}

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

/// Registers, predicates, memory and errors of a warp with helpers are those of one in which they are not active.
template <class Traits> std::optional<std::string> helpersLeaveMemory(Oracle& oracle, Bytes record) {
  spec::Case c = oracle.of(Traits::Form::kMnemonic).machineCase(record);
  c.shader = spec::ShaderKind::Pixel;
  c.warp.helpers = Record<Traits::kRecord>(record).word(20);
  const auto with = execute(c);
  c.warp.active &= ~c.warp.helpers;
  const auto without = execute(c);
  if (!with || !without)
    return "a pixel shader's instruction is rejected";
  if (with->memory != without->memory)
    return "a helper pixel changes memory";
  if (!std::ranges::equal(with->warp.errors, without->warp.errors))
    return "a helper pixel is in error";
  return std::nullopt;
}

} // namespace warplaw::fuzz
