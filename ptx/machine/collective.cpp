// Instructions of several lanes together: who must be there, and the proved executors that compute them (PTX-11,
// PTX-12, SYNC-1 to SYNC-7).
#include "concrete/instructions/electsync.h"
#include "concrete/instructions/matchsync.h"
#include "concrete/instructions/reduxsync.h"
#include "concrete/instructions/shflsync.h"
#include "concrete/instructions/votesync.h"
#include "ptx/machine/machine.h"
#include "spec/instructions/sync.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::ptx {
namespace {
using spec::Operands;
using spec::Results;
namespace rows = spec::sync_rows;

/// Do lanes at these two wait for each other (PTX-12)?
bool areOfOneKind(const Step& a, const Step& b) {
  return a.kind == b.kind && a.operation == b.operation && a.type == b.type && a.modes == b.modes;
}

/// What an executor gives where every value that nobody promises is `any`.
struct Given {
  Row word{};
  std::uint32_t predicate = 0;
};

template <class Modifiers, class Choices>
Given executed(void (*datapath)(const Modifiers*, const Operands*, const Choices*, const spec::ExitedLanes*, Results*),
               const Modifiers& modifiers, const Operands& operands, const spec::ExitedLanes& exited,
               std::uint32_t any) {
  Choices choices;
  choices.any.fill(any);
  if constexpr (requires { choices.anyPredicate; })
    choices.anyPredicate = any;
  Results results;
  datapath(&modifiers, &operands, &choices, &exited, &results);
  Given given;
  std::ranges::copy(results.row[0], given.word.begin());
  given.predicate = results.predicate;
  return given;
}

Given executedStep(const Step& step, const Operands& operands, const spec::ExitedLanes& exited, std::uint32_t any) {
  switch (step.kind) {
  case StepKind::Shuffle:
    return executed(concrete::warplaw_shflsync_portable, spec::ShflsyncModifiers{step.operation}, operands, exited,
                    any);
  case StepKind::Vote:
    return executed(concrete::warplaw_votesync_portable, spec::VotesyncModifiers{step.operation}, operands, exited,
                    any);
  case StepKind::Match:
    return executed(concrete::warplaw_matchsync_portable,
                    spec::MatchsyncModifiers{step.operation, step.type.width() == 64 ? 1u : 0u}, operands, exited, any);
  case StepKind::Redux: {
    const auto type = step.type.isFloat()                          ? spec::ReduxsyncType::F32
                      : step.type.kind == spec::scalar::Kind::Bits ? spec::ReduxsyncType::B32
                      : step.type.isSigned()                       ? spec::ReduxsyncType::S32
                                                                   : spec::ReduxsyncType::U32;
    return executed(
        concrete::warplaw_reduxsync_portable,
        spec::ReduxsyncModifiers{step.operation, static_cast<std::uint32_t>(type), step.modes & 1, step.modes >> 1 & 1},
        operands, exited, any);
  }
  default:
    return executed(concrete::warplaw_electsync_portable, spec::ElectsyncModifiers{}, operands, exited, any);
  }
}

bool isPredicate(const Step& step) { // of a vote: all, any, uni; the ballot is a word
  return step.kind == StepKind::Vote && step.operation != static_cast<std::uint8_t>(spec::VotesyncMode::Ballot);
}

} // namespace

bool Machine::comesToSync(const Now& now, std::size_t fragment) {
  const Source& mask = membermaskOf(now.step);
  decides(now, mask, now.lanes, "a membermask");
  std::uint32_t awaited = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (now.lanes >> lane & 1)
      awaited |= static_cast<std::uint32_t>(word(now.warp, mask, lane));
  awaited &= now.warp.live() & ~now.lanes;
  if (awaited != 0 && kernel_.target < kIndependent)
    find(FindingKind::UndefinedSync, now, now.lanes, [&] {
      return fmt::format("lanes {:#010x}, which the membermask names, do not execute it together with lanes {:#010x}: "
                         "below sm_70 all must",
                         awaited, now.lanes);
    });
  if (awaited != 0) {
    now.warp.fragments[fragment].awaited = awaited;
    return false;
  }
  collective(now.cta, now.warp, std::span(&now, 1));
  if (trace_)
    traceStep(now);
  return true;
}

/// Groups of lanes that have come to instructions of one kind with one membermask, all that it names.
bool Machine::resolveSync(Cta& cta, Warp& warp) {
  for (const Fragment& first : warp.fragments) {
    if (first.state != Fragment::State::AtSync)
      continue;
    const Step& step = steps_[first.pc];
    const auto mask = static_cast<std::uint32_t>(
        word(warp, membermaskOf(step), static_cast<unsigned>(std::countr_zero(first.lanes))));
    std::vector<std::size_t> all;
    std::uint32_t lanes = 0;
    for (std::size_t i = 0; i < warp.fragments.size(); ++i) {
      const Fragment& one = warp.fragments[i];
      if (one.state != Fragment::State::AtSync || !areOfOneKind(step, steps_[one.pc]))
        continue;
      const unsigned lane = static_cast<unsigned>(std::countr_zero(one.lanes));
      if (static_cast<std::uint32_t>(word(warp, membermaskOf(steps_[one.pc]), lane)) != mask)
        continue;
      all.push_back(i);
      lanes |= one.lanes;
    }
    if ((mask & warp.live() & ~lanes) == 0) {
      together(cta, warp, all);
      return true;
    }
  }
  return false;
}

void Machine::together(Cta& cta, Warp& warp, const std::vector<std::size_t>& fragments) {
  std::vector<Now> parts;
  for (const std::size_t i : fragments) {
    const Fragment& one = warp.fragments[i];
    parts.push_back({cta, warp, steps_[one.pc], one.pc, one.lanes});
    if (const std::uint32_t left = one.awaited & warp.exited)
      find(FindingKind::UndefinedSync, parts.back(), one.lanes, [&] {
        return fmt::format(
            "lanes {:#010x} wait for lanes {:#010x}, which their membermask names and which leave instead", one.lanes,
            left);
      });
  }
  collective(cta, warp, parts);
  if (trace_)
    for (const Now& part : parts)
      traceStep(part);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places; // advancing may renumber fragments
  for (const std::size_t i : fragments)
    places.emplace_back(warp.fragments[i].pc, warp.fragments[i].lanes);
  for (const auto& [pc, lanes] : places) {
    const auto found = std::ranges::find_if(warp.fragments, [&](const Fragment& one) {
      return one.pc == pc && one.lanes == lanes && one.state == Fragment::State::AtSync;
    });
    if (found != warp.fragments.end())
      warp.advance(static_cast<std::size_t>(found - warp.fragments.begin()), pc + 1);
  }
}

/// Finds lanes that are in no group, or name others that are in another one (PTX-12).
void Machine::findUnlikeMasks(std::span<const Now> parts, std::uint32_t lanes, const std::uint32_t* masks) {
  const std::uint32_t first = masks[std::countr_zero(lanes)];
  std::uint32_t unlike = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    unlike |= (lanes >> lane & 1) != 0 ? masks[lane] ^ first : 0;
  if (unlike == 0 && (lanes & ~first) == 0)
    return;
  for (const Now& part : parts)
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((part.lanes >> lane & 1) == 0)
        continue;
      if ((masks[lane] >> lane & 1) == 0)
        find(FindingKind::UndefinedSync, part, 1u << lane, [&] {
          return fmt::format("lane {} executes it, and is not in its own membermask {:#010x}", lane, masks[lane]);
        });
      for (unsigned other = 0; other < 32; ++other)
        if ((masks[lane] & lanes) >> other & 1 && masks[other] != masks[lane])
          find(FindingKind::UndefinedSync, part, 1u << lane, [&] {
            return fmt::format("lane {} names lane {}, which has another membermask: {:#010x} and {:#010x}", lane,
                               other, masks[lane], masks[other]);
          });
    }
}

void Machine::collective(Cta& cta, Warp& warp, std::span<const Now> parts) {
  std::uint32_t lanes = 0, undefined = 0, undefinedB = 0, ofLane = 0;
  Operands operands{};
  const bool isSync = waitsForOthers(parts[0].step);
  for (const Now& part : parts) {
    lanes |= part.lanes;
    const Step& step = part.step;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((part.lanes >> lane & 1) == 0)
        continue;
      const auto low = [&](unsigned i) { return static_cast<std::uint32_t>(word(warp, step.src[i], lane)); };
      operands.row[rows::kMask][lane] =
          isSync ? static_cast<std::uint32_t>(word(warp, membermaskOf(step), lane)) : part.lanes;
      if (step.kind == StepKind::Vote)
        operands.predicate |= (low(0) & 1) << lane;
      operands.row[rows::kValue][lane] = low(0);
      if (step.kind == StepKind::Match)
        operands.row[rows::kHigh][lane] = static_cast<std::uint32_t>(word(warp, step.src[0], lane) >> 32);
      if (step.kind == StepKind::Shuffle) {
        operands.row[spec::shflsync_rows::kLane][lane] = low(1);
        operands.row[spec::shflsync_rows::kRange][lane] = low(2);
      }
    }
    if (step.kind == StepKind::Elect || step.kind == StepKind::WarpBarrier || step.kind == StepKind::Activemask)
      continue;
    undefined |= valueOf(warp, step.src[0]).undefined & part.lanes;
    ofLane |= valueOf(warp, step.src[0]).ofLane & part.lanes;
    if (step.kind == StepKind::Shuffle)
      undefinedB |= (valueOf(warp, step.src[1]).undefined | valueOf(warp, step.src[2]).undefined) & part.lanes;
  }
  operands.exec = lanes;
  if (isSync)
    findUnlikeMasks(parts, lanes, operands.row[rows::kMask]);
  if (parts[0].step.kind == StepKind::WarpBarrier) {
    cta.interval.beforeClocksChange(cta.clocks, *cta.shared.accesses);
    for (std::uint32_t left = lanes; left != 0;) { // lanes of one membermask see what these did, and no others
      std::uint32_t group = 0;
      for (unsigned lane = 0; lane < 32; ++lane)
        if ((left >> lane & 1) != 0 &&
            operands.row[rows::kMask][lane] == operands.row[rows::kMask][std::countr_zero(left)])
          group |= 1u << lane;
      cta.clocks.joinLanes(warp.number, group);
      left &= ~group;
    }
    return;
  }
  if (parts[0].step.kind == StepKind::Activemask) {
    Row all;
    all.fill(lanes);
    write(parts[0], parts[0].step.dst[0], all, 0, 0);
    return;
  }

  const spec::ExitedLanes exited{warp.exited};
  const Step& step = parts[0].step;
  if (step.kind == StepKind::Elect && std::popcount(lanes) > 1)
    find(FindingKind::DependsOnSchedule, parts[0], lanes, "which lane leads is the implementation's choice (SYNC-7)");
  const bool isWhole = lanes == ~0u && std::ranges::all_of(operands.row[rows::kMask], [](auto m) { return m == ~0u; });
  const Given zeros = executedStep(step, operands, exited, 0);
  const Given ones =
      isWhole ? zeros : executedStep(step, operands, exited, ~0u); // nothing of a whole warp is any value
  std::uint32_t anyWord = 0, anyPredicate = zeros.predicate ^ ones.predicate;
  for (unsigned lane = 0; lane < 32; ++lane)
    anyWord |= static_cast<std::uint32_t>(zeros.word[lane] != ones.word[lane]) << lane;
  std::uint32_t notThere = anyWord; // of lanes that are not there; besides, what others have may be anything
  Row bits;
  bits.fill(~std::uint64_t{0});
  if (undefined != 0 && step.kind == StepKind::Shuffle) { // what they have comes with its undefined bits
    for (std::uint32_t& value : operands.row[rows::kValue])
      value = 0;
    for (const Now& part : parts)
      for (unsigned lane = 0; lane < 32; ++lane)
        if (part.lanes >> lane & 1)
          operands.row[rows::kValue][lane] =
              static_cast<std::uint32_t>(warp.undefinedBits(part.step.src[0].index, lane));
    const Given spread = executedStep(step, operands, exited, 0);
    for (unsigned lane = 0; lane < 32; ++lane)
      if (spread.word[lane] != 0 && ((notThere | undefinedB) >> lane & 1) == 0) {
        anyWord |= 1u << lane;
        bits[lane] = spread.word[lane];
      }
  } else if (undefined != 0) {
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((operands.row[rows::kMask][lane] & undefined) != 0)
        anyWord |= 1u << lane, anyPredicate |= 1u << lane;
  }
  anyWord |= undefinedB;
  anyPredicate |= undefinedB;
  for (const Now& part : parts) {
    Row predicate;
    for (unsigned lane = 0; lane < 32; ++lane)
      predicate[lane] = zeros.predicate >> lane & 1;
    if (isPredicate(step)) {
      write(part, part.step.dst[0], predicate, anyPredicate, ofLane);
      continue;
    }
    write(part, part.step.dst[0], zeros.word, anyWord, notThere | ofLane, &bits);
    write(part, part.step.dst[1], predicate, anyPredicate, ofLane);
  }
}

} // namespace warplaw::ptx
