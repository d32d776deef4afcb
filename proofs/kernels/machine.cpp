#include "proofs/kernels/machine.h"
#include "ptx/machine/spaces.h"
#include "spec/counted.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace warplaw::proofs::kernels {
using ptx::FindingKind;
using ptx::Special;
using ptx::Step;
using ptx::StepKind;
std::string inputName(const ptx::Array& array, std::size_t element) {
  return fmt::format("{}[{}]", array.name, element);
}
std::string inputName(const ptx::Parameter& parameter) { return fmt::format("parameter {}", parameter.name); }

AnyMachine::AnyMachine(Terms& terms, const ptx::Kernel& kernel, const AnyLaunch& any, const Decided& decided,
                       const Watch& watch)
    : terms_(terms), kernel_(kernel), any_(any), fine_(terms.truth(true)), way_(terms.truth(true)),
      pending_(terms.truth(false)), cases_(terms), watch_(watch), left_(any.mostSteps) {
  for (const Term one : any.assumed)
    decide(one, true);
  takeFewValues();
  for (const auto& [condition, holds] : decided) {
    way_ = way_ & (holds ? condition : ~condition);
    decide(condition, holds);
  }
  fine_ = way_;
}

void AnyMachine::stop(std::uint32_t step, std::string reason) {
  outcome_.stopped = Stopped{std::move(reason), step};
  throw End{};
}

/// With what was reached until then.
void AnyMachine::stopAtLimit(const Now& now, std::string_view limit) {
  const auto sizes = [](const ptx::Dimensions& d) { return fmt::format("{},{},{}", d[0], d[1], d[2]); };
  stop(now.index, fmt::format("{}: followed as far as block {} of {}, warp {} of {}, in {} of warps", limit,
                              sizes(now.cta.number), sizes(any_.launch.grid), now.warp.number, now.cta.warps.size(),
                              spec::counted(any_.mostSteps - left_, "step")));
}
void AnyMachine::stopIfOver(const Now& now) {
  const std::string why = watch_.over();
  if (why == kInterrupted)
    stop(now.index, why);
  if (!why.empty())
    stopAtLimit(now, why);
}

bool AnyMachine::isNobody(const Lanes& lanes) const {
  return std::ranges::all_of(lanes, [](Term lane) { return lane.isFalse(); });
}
bool AnyMachine::areConstant(const Lanes& lanes) {
  return std::ranges::all_of(lanes, [](Term lane) { return lane.isConstant(); });
}

AnyRegion AnyMachine::regionOf(const ptx::Region& from) const {
  AnyRegion region;
  region.name = from.name;
  region.address = from.address;
  region.isReadOnly = from.isReadOnly;
  for (std::size_t i = 0; i < from.bytes.size(); ++i) {
    region.bytes.push_back(terms_.constant(8, from.bytes[i]));
    region.undefined.push_back(terms_.truth(!from.areDefined(i, 1)));
  }
  return region;
}

void AnyMachine::prepareMemory() {
  const std::vector<ptx::Region> global = ptx::globalRegions(kernel_, any_.launch);
  for (std::size_t i = 0; i < global.size(); ++i) {
    AnyRegion region = regionOf(global[i]);
    region.isGlobal = region.isLogged = true;
    if (i < any_.launch.arrays.size())
      for (std::size_t at = 0; at < region.bytes.size(); ++at) {
        if (!any_.isInput[i][at])
          continue;
        const unsigned size = any_.elementBytes[i];
        const Term element = terms_.variable(8 * size, inputName(any_.launch.arrays[i], at / size));
        const auto low = static_cast<unsigned>(at % size * 8);
        region.bytes[at] = element.extract(low + 7, low);
        region.undefined[at] = no();
      }
    global_.push_back(std::move(region));
  }
  outcome_.extents.resize(any_.launch.arrays.size());
  parameters_ = {};
  parameters_.name = "parameters";
  parameters_.address = kernel_.spaces.paramWindow;
  parameters_.isReadOnly = true;
  parameters_.bytes.assign(kernel_.parameterBytes, terms_.constant(8, 0));
  parameters_.undefined.assign(kernel_.parameterBytes, no());
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
    const ptx::Argument& argument = any_.launch.arguments[i];
    const ptx::Parameter& parameter = kernel_.parameters[i];
    const bool isInput = any_.isParameterInput[i] && argument.array < 0;
    const std::uint64_t address = argument.array >= 0 ? global_[static_cast<std::size_t>(argument.array)].address : 0;
    const Term variable = isInput ? terms_.variable(8 * parameter.bytes, inputName(parameter)) : Term();
    for (unsigned at = 0; at < parameter.bytes; ++at)
      parameters_.bytes[parameter.offset + at] = isInput ? variable.extract(8 * at + 7, 8 * at)
                                                 : argument.array >= 0
                                                     ? terms_.constant(8, at < 8 ? address >> 8 * at & 0xff : 0)
                                                     : terms_.constant(8, argument.bytes[at]);
  }
}

AnyWarp AnyMachine::newWarp(const AnyCta&, unsigned number) {
  AnyWarp warp;
  warp.number = number;
  for (const ptx::Register& reg : kernel_.registers) {
    AnyRow row;
    row.fill({terms_.constant(reg.type.width(), 0), terms_.truth(true), no()});
    warp.values.push_back(row);
  }
  const std::uint64_t threads = threadsOf(any_.launch);
  AnyFragment all;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool isThere = std::uint64_t{number} * 32 + lane < threads;
    warp.exited[lane] = terms_.truth(!isThere);
    all.lanes[lane] = terms_.truth(isThere);
    const auto own = [&](std::vector<AnyRegion>& of, const char* name, std::uint64_t address, std::size_t size) {
      AnyRegion region;
      region.name = name;
      region.address = address;
      region.bytes.assign(size, terms_.constant(8, 0));
      region.undefined.assign(size, terms_.truth(true));
      of.push_back(std::move(region));
    };
    own(warp.local, "local memory", kernel_.spaces.localWindow, kernel_.localBytes);
    own(warp.param, "parameters", kernel_.spaces.paramWindow, kernel_.paramFrameBytes);
  }
  warp.seen.resize(warpsOf(any_.launch));
  warp.fragments.push_back(all);
  return warp;
}

Term AnyMachine::special(Special which, const AnyCta& cta, unsigned warp, unsigned lane) const {
  const ptx::Dimensions &block = any_.launch.block, &grid = any_.launch.grid;
  const std::uint64_t thread = std::uint64_t{warp} * 32 + lane;
  const std::uint64_t own = std::uint64_t{1} << lane, below = own - 1;
  const auto number = [&](std::uint64_t value) { return terms_.constant(64, value); };
  const auto direction = [&](Special first) { return static_cast<unsigned>(which) - static_cast<unsigned>(first); };
  switch (which) {
  case Special::TidX:
    return number(thread % block[0]);
  case Special::TidY:
    return number(thread / block[0] % block[1]);
  case Special::TidZ:
    return number(thread / block[0] / block[1]);
  case Special::NtidX:
  case Special::NtidY:
  case Special::NtidZ:
    return number(block[direction(Special::NtidX)]);
  case Special::CtaidX:
  case Special::CtaidY:
  case Special::CtaidZ:
    return number(cta.number[direction(Special::CtaidX)]);
  case Special::NctaidX:
  case Special::NctaidY:
  case Special::NctaidZ:
    return number(grid[direction(Special::NctaidX)]);
  case Special::Laneid:
    return number(lane);
  case Special::Warpid:
    return number(warp);
  case Special::Nwarpid:
    return number(warpsOf(any_.launch));
  case Special::LanemaskEq:
    return number(own);
  case Special::LanemaskLe:
    return number(own | below);
  case Special::LanemaskLt:
    return number(below);
  case Special::LanemaskGe:
    return number(0xffffffff & ~below);
  case Special::LanemaskGt:
    return number(0xffffffff & ~(own | below));
  case Special::DynamicSmemSize:
    return number(any_.launch.dynamicSharedBytes);
  case Special::TotalSmemSize:
    return number(kernel_.staticSharedBytes + any_.launch.dynamicSharedBytes);
  case Special::WarpSize:
    return number(32);
  case Special::Nsmid:
    return number(1);
  default: // clocks, %smid, %gridid, %envreg
    return {};
  }
}

std::optional<AnyOutcome> AnyMachine::run(bool mayFork) {
  mayFork_ = mayFork;
  prepareMemory();
  try {
    std::uint32_t serial = 0;
    const ptx::Dimensions& grid = any_.launch.grid;
    for (std::uint32_t z = 0; z < grid[2]; ++z)
      for (std::uint32_t y = 0; y < grid[1]; ++y)
        for (std::uint32_t x = 0; x < grid[0]; ++x) {
          AnyCta cta;
          cta.serial = ++serial;
          cta.number = {x, y, z};
          cta.shared = regionOf(ptx::sharedRegion(kernel_, any_.launch));
          cta.shared.isShared = cta.shared.isLogged = true;
          for (unsigned warp = 0; warp < warpsOf(any_.launch); ++warp)
            cta.warps.push_back(newWarp(cta, warp));
          runCta(cta);
        }
  } catch (const End&) {
  } catch (const Fork&) {
    return std::nullopt;
  }
  const auto undefinedBytes = [](const AnyRegion& region) {
    std::vector<Term> all;
    for (std::size_t byte = 0; byte < region.bytes.size(); ++byte)
      all.push_back(region.isAny(byte));
    return all;
  };
  for (std::size_t i = 0; i < any_.launch.arrays.size(); ++i) {
    outcome_.arrays.push_back(global_[i].bytes);
    outcome_.undefined.push_back(undefinedBytes(global_[i]));
  }
  for (std::size_t i = any_.launch.arrays.size(); i < global_.size(); ++i)
    if (const AnyRegion& one = global_[i]; !one.isReadOnly)
      outcome_.variables.push_back({one.name, one.bytes, undefinedBytes(one)});
  outcome_.isFine = fine_;
  return std::move(outcome_);
}

namespace {
bool hasOne(const AnyWarp& warp, AnyFragment::State state) {
  return std::ranges::any_of(warp.fragments, [&](const AnyFragment& one) { return one.state == state; });
}

/// Its lanes have ended, or wait for others of the block; who waits for those at a .sync, too.
bool waits(const AnyWarp& warp) {
  return warp.fragments.empty() ||
         (!hasOne(warp, AnyFragment::State::Runs) && hasOne(warp, AnyFragment::State::AtBarrier));
}
} // namespace

/// Warps take turns. Where a barrier lets them go, the one that came last goes on at once, as in the machine of words.
/// Where nobody can go on, whoever waits where ways meet goes on without those who wait elsewhere (PTX-11).
void AnyMachine::runCta(AnyCta& cta) {
  do {
    do {
      for (AnyWarp& warp : cta.warps)
        if (!waits(warp))
          runWarp(cta, warp);
      completeBarriers(cta);
    } while (!std::ranges::all_of(cta.warps, waits));
  } while (std::ranges::any_of(cta.warps, [&](AnyWarp& warp) { return releaseMeeting(warp); }));
  deadlock(cta);
}

void AnyMachine::runWarp(AnyCta& cta, AnyWarp& warp) {
  for (;;) {
    if (fine_.isFalse())
      stop(warp.fragments.empty() ? 0 : warp.fragments.back().pc, kAllMeetErrors);
    const auto runs = std::find_if(warp.fragments.rbegin(), warp.fragments.rend(),
                                   [](const AnyFragment& one) { return one.state == AnyFragment::State::Runs; });
    if (runs != warp.fragments.rend()) {
      step(cta, warp, static_cast<std::size_t>(warp.fragments.rend() - runs) - 1);
      continue;
    }
    const bool mayCome = hasOne(warp, AnyFragment::State::AtBarrier);
    if (!hasOne(warp, AnyFragment::State::AtSync) || !resolveSync(cta, warp, mayCome))
      return;
  }
}

void AnyMachine::come(AnyWarp& warp, std::int32_t number, const Lanes& lanes) {
  while (number >= 0) {
    AnyMeeting& meeting = warp.meetings[static_cast<std::size_t>(number)];
    for (unsigned lane = 0; lane < 32; ++lane)
      meeting.came[lane] = meeting.came[lane] | lanes[lane];
    if (--meeting.pending != 0)
      return;
    const Lanes& all = meeting.lost == warp.lost ? meeting.parted : meeting.came;
    AnyFragment together{meeting.pc, all, meeting.outer, AnyFragment::State::Runs};
    if (!isNobody(together.lanes)) {
      go(warp, together, together.pc);
      return;
    }
    number = meeting.outer; // nobody is left of it
    Lanes none;
    none.fill(no());
    return come(warp, number, none);
  }
}

/// Those who came to a meeting go on without the others, who meet at the next outer one.
bool AnyMachine::releaseMeeting(AnyWarp& warp) {
  for (std::size_t i = warp.meetings.size(); i-- > 0;) {
    AnyMeeting& meeting = warp.meetings[i];
    if (meeting.pending == 0 || isNobody(meeting.came))
      continue;
    if (!areConstant(meeting.came))
      stop(meeting.pc, "which lanes wait for others that wait elsewhere does not fold");
    const AnyFragment together{meeting.pc, meeting.came, meeting.outer, AnyFragment::State::Runs};
    meeting.came.fill(no());
    ++warp.lost;
    if (meeting.outer >= 0)
      ++warp.meetings[static_cast<std::size_t>(meeting.outer)].pending;
    go(warp, together, together.pc);
    return true;
  }
  return false;
}

/// Puts a fragment at an instruction, or into the meeting that stands there.
void AnyMachine::go(AnyWarp& warp, AnyFragment fragment, std::uint32_t pc) {
  fragment.pc = pc;
  fragment.state = AnyFragment::State::Runs;
  const bool meets = fragment.meeting >= 0 && warp.meetings[static_cast<std::size_t>(fragment.meeting)].pc == pc;
  if (isNobody(fragment.lanes) || meets) {
    come(warp, fragment.meeting, fragment.lanes);
    return;
  }
  if (turn_ && turn_->warp == &warp && turn_->header == pc) {
    if (turn_->isBack || fragment.meeting != turn_->meeting)
      stop(pc, "lanes come back to the head of a loop with an invariant one after another");
    turn_->back = fragment.lanes;
    turn_->isBack = true;
    return;
  }
  warp.fragments.push_back(std::move(fragment));
}

void AnyMachine::step(AnyCta& cta, AnyWarp& warp, std::size_t fragment) {
  AnyFragment& own = warp.fragments[fragment];
  const std::uint32_t pc = own.pc;
  const auto take = [&] {
    AnyFragment taken = warp.fragments[fragment];
    warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
    return taken;
  };
  const auto leave = [&](AnyFragment gone) {
    for (unsigned lane = 0; lane < 32; ++lane)
      warp.exited[lane] = warp.exited[lane] | gone.lanes[lane];
    gone.lanes.fill(no());
    ++warp.lost;
    come(warp, gone.meeting, gone.lanes);
  };
  if (pc >= kernel_.steps.size())
    return leave(take());
  const Step& step = kernel_.steps[pc];
  if (const auto number = invariantAt(pc)) {
    if (any_.followsLoops)
      lookAt(cta, warp, own.lanes, *number);
    else if (!turn_)
      return loop(cta, warp, fragment, *number);
    else if (turn_->header != pc)
      stop(pc, "a loop with an invariant inside another one");
  }
  if (step.kind == StepKind::Barrier)
    std::ranges::transform(own.lanes, own.lanes.begin(), [&](Term lane) { return decided(lane); });
  Now now{cta, warp, step, pc, own.lanes};
  if (left_ == 0)
    stopAtLimit(now, "the limit of steps");
  --left_;
  stopIfOver(now);
  ++warp.time;
  warp.last = pc;
  const auto noteIn = [&](std::map<std::uint32_t, Term>& steps, const auto& lanes) {
    if (Term& some = steps.try_emplace(pc, no()).first->second; !some.isTrue())
      some = some | (terms_.any(lanes) & (outcome_.isAbstract ? fine_ : way_)); // of admitted states, where it is one
  };
  noteIn(outcome_.comes, own.lanes);
  if (step.guard != ptx::kNoRegister) {
    decides(now, {ptx::Source::Kind::Register, false, step.guard, 0}, own.lanes);
    settle();
    for (unsigned lane = 0; lane < 32; ++lane) {
      const Term holds = decided(chosenFor(own.lanes[lane], warp.values[step.guard][lane].word.bit(0)));
      now.lanes[lane] = decided(both(own.lanes[lane], step.guardNegated ? ~holds : holds));
    }
  }
  if (!isNobody(now.lanes))
    noteIn(outcome_.reached, now.lanes);
  if (step.kind == StepKind::Branch || step.kind == StepKind::BranchIndexed)
    return branch(now, fragment);
  if (isNobody(now.lanes))
    return go(warp, take(), pc + 1);
  if (waitsForOthers(step) || step.kind == StepKind::Barrier) {
    const bool isAll = std::ranges::equal(now.lanes, own.lanes, [](Term a, Term b) { return a.same(b); });
    if (!isAll) { // the others wait behind it
      AnyFragment whole = take();
      AnyFragment others = whole;
      others.meeting = meetAt(warp, whole, pc + 1, 2);
      for (unsigned lane = 0; lane < 32; ++lane)
        others.lanes[lane] = whole.lanes[lane] & ~now.lanes[lane];
      AnyFragment here = others;
      here.lanes = now.lanes;
      here.pc = pc;
      go(warp, others, pc + 1);
      warp.fragments.push_back(here);
      fragment = warp.fragments.size() - 1;
    }
    if (step.kind == StepKind::Barrier)
      return barrier(now, fragment);
    if (comesToSync(now, warp.fragments[fragment]))
      return go(warp, take(), pc + 1);
    warp.fragments[fragment].state = AnyFragment::State::AtSync;
    return;
  }
  const auto goOn = [&](std::uint32_t without) { // these lanes exit, if they execute it
    AnyFragment whole = take();
    for (unsigned lane = 0; lane < 32; ++lane)
      if (without >> lane & 1) {
        warp.exited[lane] = warp.exited[lane] | now.lanes[lane];
        whole.lanes[lane] = decided(whole.lanes[lane] & ~now.lanes[lane]);
        ++warp.lost;
      }
    go(warp, whole, pc + 1);
  };
  switch (step.kind) {
  case StepKind::Exit:
    return goOn(~std::uint32_t{0});
  case StepKind::Trap:
    ask(FindingKind::Trap, pc, terms_.any(now.lanes));
    settle();
    return go(warp, take(), pc + 1);
  default:
    erred_ = 0;
    execute(now);
    settle();
    goOn(turn_ ? 0 : erred_);
  }
}

void AnyMachine::execute(const Now& now) {
  switch (now.step.kind) {
  case StepKind::Scalar:
    return scalar(now);
  case StepKind::Pack:
    return pack(now);
  case StepKind::Unpack:
    return unpack(now);
  case StepKind::Video:
    return video(now);
  case StepKind::Load:
    return load(now);
  case StepKind::Store:
    return store(now);
  case StepKind::Atomic:
    return atomic(now);
  case StepKind::CopyParam:
    return copyParam(now);
  case StepKind::Fence:
    ask(FindingKind::NotJudged, now.index, terms_.any(now.lanes));
    return limit("what fences order is not judged");
  case StepKind::Nothing:
    return;
  default: { // shfl, vote, activemask without .sync
    if (kernel_.target >= ptx::kIndependent) {
      std::vector<Term> others;
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned other = 0; other < lane; ++other)
          others.push_back((now.lanes[lane] & live(now.warp, other)) | (now.lanes[other] & live(now.warp, lane)));
      ask(FindingKind::DependsOnSchedule, now.index, terms_.any(others));
      limit("the reference schedule: which lanes execute an instruction together");
    }
    Sync sync = gather(std::span(&now, 1));
    collective(std::span(&now, 1), sync);
  }
  }
}

/// Where lanes that part meet again, in so many parts: it may be where they were to meet already.
std::int32_t AnyMachine::meetAt(AnyWarp& warp, const AnyFragment& whole, std::uint32_t pc, unsigned pending) const {
  if (whole.meeting >= 0)
    if (AnyMeeting& there = warp.meetings[static_cast<std::size_t>(whole.meeting)]; there.pc == pc) {
      there.pending += pending - 1;
      return whole.meeting;
    }
  AnyMeeting meeting{pc, pending, {}, whole.meeting, {}, whole.lanes, warp.lost};
  meeting.came.fill(no());
  warp.meetings.push_back(meeting);
  return static_cast<std::int32_t>(warp.meetings.size()) - 1;
}

/// Lanes that are taken go to target. If a loop's end does not fold, only a limited number of turns is looked at.
void AnyMachine::part(AnyWarp& warp, std::size_t fragment, const Lanes& taken, std::uint32_t target,
                      std::uint32_t otherwise, std::uint32_t meetAt) {
  AnyFragment whole = warp.fragments[fragment];
  warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
  const std::uint32_t pc = whole.pc;
  AnyFragment jumps = whole, falls = whole;
  jumps.lanes = taken;
  for (unsigned lane = 0; lane < 32; ++lane)
    falls.lanes[lane] = stay(both(whole.lanes[lane], ~taken[lane]));
  jumps.meeting = falls.meeting = this->meetAt(warp, whole, meetAt, 2);
  AnyMeeting& meeting = warp.meetings[static_cast<std::size_t>(jumps.meeting)];
  if (++meeting.turns[pc] > any_.unroll) {
    AnyFragment& goesOn = otherwise == meetAt ? jumps : falls;
    ask(FindingKind::Bound, pc, terms_.any(goesOn.lanes), "the loop may end after more turns");
    settle();
    goesOn.lanes.fill(no());
    ++warp.lost;
  }
  // the last one is next: the side that stands first in the text
  if (target < otherwise) {
    go(warp, falls, otherwise);
    go(warp, jumps, target);
  } else {
    go(warp, jumps, target);
    go(warp, falls, otherwise);
  }
}

/// The side that stands first in the text is next.
void AnyMachine::part(AnyWarp& warp, std::size_t fragment, const Sides& sides, std::uint32_t meetAt) {
  const AnyFragment whole = warp.fragments[fragment];
  warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
  const std::int32_t number = this->meetAt(warp, whole, meetAt, static_cast<unsigned>(sides.size()));
  const bool isTooOften = ++warp.meetings[static_cast<std::size_t>(number)].turns[whole.pc] > any_.unroll;
  for (const auto& [target, lanes] : sides) {
    AnyFragment side = whole;
    side.lanes = lanes;
    side.meeting = number;
    if (isTooOften && target != meetAt) {
      ask(FindingKind::Bound, whole.pc, terms_.any(lanes), "the loop may end after more turns");
      side.lanes.fill(no());
      ++warp.lost;
    }
    go(warp, side, target);
  }
  settle();
}

/// An index past the list ends the thread, as in the machine of words.
void AnyMachine::branchIndexed(const Now& now, std::size_t fragment) {
  decides(now, now.step.src[0], now.lanes);
  settle();
  const Lanes all = now.warp.fragments[fragment].lanes;
  Sides sides;
  const auto add = [&](std::uint32_t target, unsigned lane, Term goes) {
    if (goes.isFalse())
      return;
    const auto [side, isNew] = sides.try_emplace(target);
    if (isNew)
      side->second.fill(no());
    side->second[lane] = side->second[lane] | goes;
  };
  for (unsigned lane = 0; lane < 32; ++lane) {
    add(now.index + 1, lane, all[lane] & ~now.lanes[lane]);
    if (now.lanes[lane].isFalse())
      continue;
    const Term index = valueOf(now, now.step.src[0], lane, 32).word;
    const std::size_t count = now.step.targets.size();
    for (std::size_t i = 0; i < count; ++i)
      add(now.step.targets[i], lane, now.lanes[lane] & decided(index.eq(Bits(i))));
    add(static_cast<std::uint32_t>(kernel_.steps.size()), lane, now.lanes[lane] & decided(~index.ult(Bits(count))));
  }
  if (sides.empty())
    sides.emplace(now.index + 1, all); // nobody
  part(now.warp, fragment, sides, now.step.reconverge);
}

/// All that a turn may change, but for what is asked about.
std::vector<Term> AnyMachine::stateOf(const AnyCta& cta, const AnyWarp& warp) const {
  std::vector<Term> state;
  for (const AnyRow& row : warp.values)
    for (const AnyValue& value : row)
      state.insert(state.end(), {value.word, value.mask(), value.ofLane});
  const auto add = [&](const AnyRegion& region) {
    state.insert(state.end(), region.bytes.begin(), region.bytes.end());
    state.insert(state.end(), region.undefined.begin(), region.undefined.end());
    for (const auto& [byte, bits] : region.partial)
      state.insert(state.end(), {terms_.constant(64, byte), bits});
  };
  add(cta.shared);
  for (const std::vector<AnyRegion>* const regions : {&global_, &warp.local, &warp.param})
    std::ranges::for_each(*regions, add);
  return state;
}

/// Lanes go round, all of them, while others of their warp wait for them where ways meet. If a turn changes nothing, no
/// turn does: below sm_70 the others do not go on before; since then they do, if they may be what is waited for
/// (PTX-11): then they are next, and true is given.
bool AnyMachine::comesBack(const Now& now, std::size_t fragment) {
  AnyWarp& warp = now.warp;
  const auto isWaitedFor = [&](const AnyMeeting& one) { return one.pending != 0 && !isNobody(one.came); };
  const bool isIndependent = kernel_.target >= ptx::kIndependent;
  if (std::ranges::none_of(warp.meetings, isWaitedFor) || !areConstant(now.lanes) || turn_ ||
      (isIndependent && !warp.asksOthers))
    return false;
  AnyTurnBack turn{warp.number, now.index, stateOf(now.cta, warp)};
  turn.state.insert(turn.state.end(), now.lanes.begin(), now.lanes.end());
  const bool isSame = lastTurnBack_ && lastTurnBack_->warp == turn.warp && lastTurnBack_->step == turn.step &&
                      std::ranges::equal(lastTurnBack_->state, turn.state, [](Term a, Term b) { return a.same(b); });
  lastTurnBack_ = std::move(turn);
  if (!isSame)
    return false;
  const auto runs = [](const AnyFragment& one) { return one.state == AnyFragment::State::Runs; };
  const bool isAlone =
      any_.launch.grid == ptx::Dimensions{1, 1, 1} && std::ranges::count_if(warp.fragments, runs) == 1 &&
      std::ranges::all_of(now.cta.warps,
                          [&](const AnyWarp& other) { return other.number == warp.number || waits(other); });
  lastTurnBack_.reset();
  if (!isIndependent && isAlone) {
    ask(FindingKind::Deadlock, now.index, terms_.any(now.lanes));
    settle();
    return false;
  }
  if (!isIndependent)
    stop(now.index, "lanes go round for ever, and nothing changes");
  warp.asksOthers = false;
  AnyFragment own = warp.fragments[fragment];
  own.pc = now.step.target;
  warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
  warp.fragments.insert(warp.fragments.begin(), own); // the others are next
  releaseMeeting(warp);
  return true;
}

void AnyMachine::branch(const Now& now, std::size_t fragment) {
  const Lanes all = now.warp.fragments[fragment].lanes;
  const std::uint32_t pc = now.index;
  if (now.step.guard != ptx::kNoRegister || now.step.kind == StepKind::BranchIndexed) {
    const auto [again, isNew] = comesAgain_.try_emplace(pc, false);
    if (isNew)
      again->second = comesAgain(kernel_, pc, any_.invariants);
    if (again->second)
      ask(FindingKind::Bound, pc, no()); // asked, whether lanes part or not
    if (now.step.isUniform)
      ask(FindingKind::UndefinedSync, pc, no());
  }
  const auto move = [&](std::uint32_t to) {
    AnyFragment own = now.warp.fragments[fragment];
    now.warp.fragments.erase(now.warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
    go(now.warp, own, to);
  };
  if (now.step.kind == StepKind::BranchIndexed)
    return branchIndexed(now, fragment);
  Lanes stays;
  for (unsigned lane = 0; lane < 32; ++lane)
    stays[lane] = stay(both(all[lane], ~now.lanes[lane]));
  if (isNobody(now.lanes))
    return move(pc + 1);
  if (isNobody(stays)) {
    if (now.step.target > pc || !comesBack(now, fragment))
      move(now.step.target);
    return;
  }
  if (now.step.isUniform) {
    ask(FindingKind::UndefinedSync, pc, terms_.any(now.lanes) & terms_.any(stays));
    settle();
  }
  part(now.warp, fragment, now.lanes, now.step.target, pc + 1, now.step.reconverge);
}

namespace {

constexpr unsigned kMostBarrierWays = 64; ///< that inputs may take through barriers

/// What comes of a launch, of those inputs for which the condition holds by the first, of the others by the second.
AnyOutcome joined(Term condition, AnyOutcome first, const AnyOutcome& second) {
  for (const Question& one : second.questions) {
    const auto found = std::ranges::find_if(
        first.questions, [&](const Question& other) { return other.kind == one.kind && other.step == one.step; });
    if (found == first.questions.end()) {
      first.questions.push_back(one);
      continue;
    }
    found->bad = found->bad | one.bad;
    if (found->loose.empty())
      found->loose = one.loose;
    found->hides |= one.hides;
  }
  const auto isOver = [](const AnyOutcome& one) { return !one.stopped || one.stopped->reason == kAllMeetErrors; };
  if (!second.stopped && isOver(first))
    first.stopped.reset();
  else if (second.stopped && !isOver(second))
    first.stopped = second.stopped;
  for (const std::string& one : second.holdsFor)
    if (std::ranges::find(first.holdsFor, one) == first.holdsFor.end())
      first.holdsFor.push_back(one);
  const auto choose = [&](std::vector<Term>& of, const std::vector<Term>& other) {
    for (std::size_t i = 0; i < of.size(); ++i)
      of[i] = condition.ite(of[i], other[i]);
  };
  for (std::size_t i = 0; i < first.arrays.size(); ++i) {
    choose(first.arrays[i], second.arrays[i]);
    choose(first.undefined[i], second.undefined[i]);
  }
  for (std::size_t i = 0; i < first.variables.size(); ++i) {
    choose(first.variables[i].bytes, second.variables[i].bytes);
    choose(first.variables[i].undefined, second.variables[i].undefined);
  }
  for (std::size_t i = 0; i < first.extents.size(); ++i)
    first.extents[i].add(second.extents[i]);
  first.shared.add(second.shared);
  first.parts.insert(first.parts.end(), second.parts.begin(), second.parts.end());
  first.isAbstract |= second.isAbstract;
  first.isFine = first.isFine | second.isFine;
  for (const auto steps : {&AnyOutcome::reached, &AnyOutcome::comes})
    for (const auto& [step, some] : second.*steps)
      if (const auto [known, isNew] = (first.*steps).try_emplace(step, some); !isNew)
        known->second = known->second | some;
  first.functions.insert(second.functions.begin(), second.functions.end());
  return first;
}

/// The launch for inputs of which this is so.
AnyOutcome runDecided(Terms& terms, const ptx::Kernel& kernel, const AnyLaunch& any, Decided& decided, unsigned& ways,
                      const Watch& watch) {
  std::vector<Decided> open;
  {
    AnyMachine machine(terms, kernel, any, decided, watch);
    if (std::optional<AnyOutcome> outcome = machine.run(ways < kMostBarrierWays))
      return std::move(*outcome);
    open = machine.ways();
  }
  ways += static_cast<unsigned>(open.size()) - 1;
  std::optional<AnyOutcome> all;
  for (const Decided& way : open | std::views::reverse) {
    const std::size_t before = decided.size();
    decided.insert(decided.end(), way.begin(), way.end());
    AnyOutcome own = runDecided(terms, kernel, any, decided, ways, watch);
    decided.resize(before);
    std::vector<Term> condition;
    for (const auto& [one, holds] : way)
      condition.push_back(holds ? one : ~one);
    all = all ? joined(terms.all(condition), std::move(own), *all) : std::move(own);
  }
  return std::move(*all);
}

} // namespace

AnyOutcome runAny(Terms& terms, const ptx::Kernel& kernel, const AnyLaunch& any) {
  Decided decided;
  unsigned ways = 1;
  const Watch watch(any.patience);
  return runDecided(terms, kernel, any, decided, ways, watch);
}

} // namespace warplaw::proofs::kernels
