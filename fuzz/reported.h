// What laws and planted bugs of ATOMS, RED and SURED share: errors of which a lane reports one (MACH-8, SURED-11),
// helpers (MACH-7), sums (ATOMS-6, RED-6).
#pragma once
#include "fuzz/described.h"
#include "fuzz/plain_memory.h"
#include <fmt/format.h>
#include <map>

namespace warplaw::fuzz {

/// A law of this instruction, of its records.
template <class Traits>
Property lawOf(std::string_view name, std::vector<std::string_view> rules, std::string_view statement,
               decltype(Property::broken) broken) {
  return {name, std::move(rules), statement, Traits::kRecord, broken};
}

/// A bug: changes the inputs, then runs the shipped executor; of the trial only memory stays changed.
template <class Traits, class F> typename DescribedFuzzer<Traits>::Executor onChanged(F change) {
  return [change](typename Traits::Trial& trial, spec::Results& results) {
    typename Traits::Trial changed = trial;
    change(changed);
    DescribedFuzzer<Traits>::execute(changed, results);
    trial.memory = changed.memory;
  };
}

/// The lanes that make an access, in lane order.
template <class Executed> std::vector<unsigned> performing(const Executed& done) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if ((done.after.operands.exec >> lane & 1) && done.results.error[lane] == 0)
      lanes.push_back(lane);
  return lanes;
}

/// Words of memory after an ADD of 32 bits are those before plus all operands, nothing else changes. operand: its row.
template <class Trial, class Executed, class PlaceOf>
std::optional<std::string> addsUp(Trial wanted, const Executed& done, unsigned operand, PlaceOf placeOf) {
  std::map<std::uint32_t, std::uint32_t> sum;
  for (const unsigned lane : performing(done))
    sum[placeOf(lane)] += wanted.operands.row[operand][lane];
  for (const auto& [place, added] : sum)
    writePlainly(wanted.memory, place, 4, static_cast<std::uint32_t>(readPlainly(wanted.memory, place, 4) + added));
  if (wanted.memory == done.after.memory)
    return std::nullopt;
  const auto at = std::ranges::mismatch(wanted.memory, done.after.memory).in1 - wanted.memory.begin();
  return fmt::format("the sum at {:#x} is not kept", at);
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
