// Instructions of several lanes over terms, by their encodings (PTX-11, PTX-12, SYNC-1 to SYNC-7).
#include "proofs/kernels/machine.h"
#include "symbolic/encodings/electsync.h"
#include "symbolic/encodings/matchsync.h"
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/shflsync.h"
#include "symbolic/encodings/votesync.h"
#include "symbolic/encodings/wording.h"
#include <algorithm>

namespace warplaw::proofs::kernels {
using ptx::FindingKind;
using ptx::Step;
using ptx::StepKind;
using symbolic::OperandTerms;
using symbolic::SyncGroups;
using symbolic::SyncOutcome;
namespace rows = spec::sync_rows;
namespace {

bool areOfOneKind(const Step& a, const Step& b) {
  return a.kind == b.kind && a.operation == b.operation && a.type == b.type && a.modes == b.modes;
}

template <class Choices> auto choicesOf(Terms& terms, Bits any) {
  auto choices = symbolic::constants(terms, Choices{});
  choices.any.fill(terms.constant(32, any));
  if constexpr (requires { choices.anyPredicate; })
    choices.anyPredicate = terms.constant(32, any);
  return choices;
}

template <class Choices, class Modifiers>
SyncOutcome outcome(Terms& terms, const Modifiers& modifiers, const OperandTerms& operands, const SyncGroups& groups,
                    Bits any) {
  return outcomeOf(symbolic::constants(terms, modifiers), operands, choicesOf<Choices>(terms, any), groups);
}

/// What lanes receive where every value that nobody promises is `any`.
SyncOutcome outcomeOfStep(Terms& terms, const Step& step, const OperandTerms& operands, const SyncGroups& groups,
                          Bits any) {
  switch (step.kind) {
  case StepKind::Shuffle:
    return outcome<spec::ShflsyncChoices>(terms, spec::ShflsyncModifiers{step.operation}, operands, groups, any);
  case StepKind::Vote:
    return outcome<spec::VotesyncChoices>(terms, spec::VotesyncModifiers{step.operation}, operands, groups, any);
  case StepKind::Match:
    return outcome<spec::MatchsyncChoices>(
        terms, spec::MatchsyncModifiers{step.operation, step.type.width() == 64 ? 1u : 0u}, operands, groups, any);
  case StepKind::Redux: {
    const auto type = step.type.isFloat()                          ? spec::ReduxsyncType::F32
                      : step.type.kind == spec::scalar::Kind::Bits ? spec::ReduxsyncType::B32
                      : step.type.isSigned()                       ? spec::ReduxsyncType::S32
                                                                   : spec::ReduxsyncType::U32;
    return outcome<spec::ReduxsyncChoices>(
        terms,
        spec::ReduxsyncModifiers{step.operation, static_cast<std::uint32_t>(type), step.modes & 1, step.modes >> 1 & 1},
        operands, groups, any);
  }
  default:
    return outcome<spec::ElectsyncChoices>(terms, spec::ElectsyncModifiers{}, operands, groups, any);
  }
}

} // namespace

AnyMachine::Sync AnyMachine::gather(std::span<const Now> parts) {
  const Step& first = parts[0].step;
  const bool isSync = waitsForOthers(first);
  const Term none = terms_.constant(32, 0);
  Sync sync;
  for (auto& row : sync.operands.row)
    row.fill(none);
  sync.executes.fill(no());
  sync.undefinedOthers.fill(no());
  sync.ofLane.fill(no());
  sync.value.fill({none, no(), no()});
  Lanes predicate;
  predicate.fill(no());
  for (const Now& part : parts) {
    const Term here = symbolic::assembled(part.lanes);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const Term executes = part.lanes[lane];
      if (executes.isFalse())
        continue;
      const Step& step = part.step;
      sync.executes[lane] = sync.executes[lane] | executes;
      const auto set = [&](Term& to, Term value) { to = parts.size() == 1 ? value : executes.ite(value, to); };
      set(sync.operands.row[rows::kMask][lane], isSync ? valueOf(part, ptx::membermaskOf(step), lane, 32).word : here);
      if (step.kind == StepKind::Elect || step.kind == StepKind::WarpBarrier || step.kind == StepKind::Activemask)
        continue;
      const bool isWide = step.kind == StepKind::Match && step.type.width() == 64;
      const unsigned width = step.kind == StepKind::Vote ? 1 : isWide ? 64 : 32;
      AnyValue value = valueOf(part, step.src[0], lane, width);
      if (step.kind == StepKind::Vote) {
        if (const Term known = wordWithin(executes, value.word);
            known.isConstant()) // a loop's lanes that have done all
          value.word = known;
        set(predicate[lane], value.word);
      }
      set(sync.operands.row[rows::kValue][lane], width == 1 ? value.word.zext(32) : value.word.extract(31, 0));
      if (isWide)
        set(sync.operands.row[rows::kHigh][lane], value.word.extract(63, 32));
      if (const Term of = value.bits; of && step.kind == StepKind::Shuffle)
        sync.value[lane].bits = executes.ite(of, sync.value[lane].bits ? sync.value[lane].bits : none);
      sync.value[lane].any =
          sync.value[lane].any | (executes & (step.kind == StepKind::Shuffle ? value.any : value.isAny()));
      sync.ofLane[lane] = sync.ofLane[lane] | (executes & value.ofLane);
      if (step.kind == StepKind::Shuffle) {
        const AnyValue b = valueOf(part, step.src[1], lane, 32), c = valueOf(part, step.src[2], lane, 32);
        set(sync.operands.row[spec::shflsync_rows::kLane][lane], b.word);
        set(sync.operands.row[spec::shflsync_rows::kRange][lane], c.word);
        sync.undefinedOthers[lane] = sync.undefinedOthers[lane] | (executes & (b.isAny() | c.isAny()));
      }
    }
  }
  sync.operands.exec = symbolic::assembled(sync.executes);
  sync.operands.predicate = symbolic::assembled(predicate);
  sync.groups = symbolic::syncGroups(sync.operands, {symbolic::assembled(parts[0].warp.exited)});
  sync.awaited = none;
  std::vector<Term> awaits;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const Term missing = sync.groups.part[lane] & ~sync.operands.exec;
    awaits.push_back(sync.executes[lane] & symbolic::isSet(missing));
    sync.awaited = sync.awaited | sync.executes[lane].ite(missing, none);
  }
  sync.awaits = terms_.any(awaits);
  return sync;
}

bool AnyMachine::comesToSync(const Now& now, AnyFragment& fragment) {
  decides(now, ptx::membermaskOf(now.step), now.lanes);
  settle();
  Sync sync = gather(std::span(&now, 1));
  if (kernel_.target < ptx::kIndependent) { // all that are named execute it together
    ask(FindingKind::UndefinedSync, now.index, sync.awaits & terms_.any(now.lanes));
    settle();
  } else if (!sync.awaits.isFalse()) {
    fragment.awaited = sync.awaited;
    return false;
  }
  collective(std::span(&now, 1), sync);
  return true;
}

/// All lanes of the warp wait. Those go on who have come to instructions of one kind, with all that they name; if there
/// are none, the first who wait, and that somebody is missing is asked about.
bool AnyMachine::resolveSync(AnyCta& cta, AnyWarp& warp, bool mayCome) {
  const auto atSync = [](const AnyFragment& one) { return one.state == AnyFragment::State::AtSync; };
  const auto partsOf = [&](const std::vector<std::size_t>& fragments) {
    std::vector<Now> parts;
    for (const std::size_t i : fragments) {
      const AnyFragment& one = warp.fragments[i];
      parts.push_back({cta, warp, kernel_.steps[one.pc], one.pc, one.lanes});
    }
    return parts;
  };
  std::vector<std::vector<std::size_t>> sets;
  for (std::size_t i = warp.fragments.size(); i-- > 0;)
    if (atSync(warp.fragments[i]))
      sets.push_back({i});
  std::vector<std::size_t> together;
  const std::size_t last = sets.front().front();
  for (std::size_t i = 0; i < warp.fragments.size(); ++i)
    if (atSync(warp.fragments[i]) &&
        areOfOneKind(kernel_.steps[warp.fragments[last].pc], kernel_.steps[warp.fragments[i].pc]))
      together.push_back(i);
  if (together.size() > 1)
    sets.push_back(together);
  for (const std::vector<std::size_t>& set : sets) {
    const std::vector<Now> parts = partsOf(set);
    Sync sync = gather(parts);
    const bool isLast = &set == &sets.back();
    if (!sync.awaits.isFalse() && !isLast)
      continue;
    if (!sync.awaits.isFalse() && mayCome)
      return false;
    const Term exited = symbolic::assembled(warp.exited);
    for (std::size_t i = 0; i < set.size(); ++i) {
      const Now& part = parts[i];
      ask(FindingKind::UndefinedSync, part.index, // what they await has left
          symbolic::isSet(warp.fragments[set[i]].awaited & exited) & ~sync.awaits & terms_.any(part.lanes));
      ask(FindingKind::Deadlock, part.index, sync.awaits & terms_.any(part.lanes),
          "lanes that are missing may come to another place");
    }
    settle();
    collective(parts, sync);
    std::vector<AnyFragment> go;
    for (std::size_t i = set.size(); i-- > 0;) {
      go.push_back(warp.fragments[set[i]]);
      warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(set[i]));
    }
    for (const AnyFragment& one : go)
      this->go(warp, one, one.pc + 1);
    return true;
  }
  return false;
}

void AnyMachine::collective(std::span<const Now> parts, Sync& sync) {
  const Step& step = parts[0].step;
  AnyWarp& warp = parts[0].warp;
  const bool isSync = waitsForOthers(step);
  if (isSync) {
    const Term undefined = ~sync.awaits & ~symbolic::isDefined(sync.groups, terms_.constant(32, 1));
    for (const Now& part : parts) {
      ask(FindingKind::UndefinedSync, part.index, undefined & terms_.any(part.lanes));
      ask(FindingKind::Deadlock, part.index, no());
    }
    settle();
  }
  if (step.kind == StepKind::WarpBarrier) {
    AnyJoin join{warp.time, {}};
    for (unsigned lane = 0; lane < 32; ++lane)
      join.group[lane] =
          sync.executes[lane].ite(sync.groups.group[lane], terms_.constant(32, 0)); // nobody of who is not there
    warp.joins.push_back(join);
    ++warp.time;
    ++warp.meets;
    return;
  }
  if (step.kind == StepKind::Activemask) {
    for (unsigned lane = 0; lane < 32; ++lane)
      write(parts[0], step.dst[0], lane, {sync.operands.exec, no(), no()});
    return;
  }
  if (step.kind == StepKind::Elect) {
    ask(FindingKind::DependsOnSchedule, parts[0].index, terms_.any(sync.executes));
    limit("one choice of the lane that elect.sync elects");
  }
  const SyncOutcome zeros = outcomeOfStep(terms_, step, sync.operands, sync.groups, 0);
  const SyncOutcome ones = outcomeOfStep(terms_, step, sync.operands, sync.groups, 0xffffffff);
  const bool someUndefined =
      std::ranges::any_of(sync.value, [](const AnyValue& value) { return !value.any.isFalse() || value.bits; });
  Lanes anyWord, anyPredicate, notThere, bits; // bits: no term where none is undefined by itself
  for (unsigned lane = 0; lane < 32; ++lane) {
    notThere[lane] = anyWord[lane] = zeros.word[lane] ? zeros.word[lane].ne(ones.word[lane]) : no();
    anyPredicate[lane] = zeros.predicate.bit(lane) ^ ones.predicate.bit(lane);
  }
  if (someUndefined && step.kind == StepKind::Shuffle) {
    OperandTerms spread = sync.operands;
    for (unsigned lane = 0; lane < 32; ++lane)
      spread.row[rows::kValue][lane] = sync.value[lane].any.zext(32);
    const SyncOutcome spreads = outcomeOfStep(terms_, step, spread, sync.groups, 0);
    for (unsigned lane = 0; lane < 32; ++lane)
      anyWord[lane] = anyWord[lane] | spreads.word[lane].bit(0);
    if (std::ranges::any_of(sync.value, [](const AnyValue& value) { return static_cast<bool>(value.bits); })) {
      for (unsigned lane = 0; lane < 32; ++lane)
        spread.row[rows::kValue][lane] = sync.value[lane].bits ? sync.value[lane].bits : terms_.constant(32, 0);
      bits = outcomeOfStep(terms_, step, spread, sync.groups, 0).word;
    }
  } else if (someUndefined) {
    Lanes undefined;
    for (unsigned lane = 0; lane < 32; ++lane)
      undefined[lane] = sync.value[lane].any;
    const Term all = symbolic::assembled(undefined);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const Term names = symbolic::isSet(sync.operands.row[rows::kMask][lane] & all);
      anyWord[lane] = anyWord[lane] | names;
      anyPredicate[lane] = anyPredicate[lane] | names;
    }
  }
  const bool isPredicate = step.kind == StepKind::Vote && zeros.givesWord.isFalse();
  for (const Now& part : parts)
    for (unsigned lane = 0; lane < 32; ++lane) {
      const Term word = anyWord[lane] | sync.undefinedOthers[lane],
                 other = anyPredicate[lane] | sync.undefinedOthers[lane];
      const Term predicate = zeros.predicate.bit(lane);
      if (isPredicate) {
        write(part, part.step.dst[0], lane, {predicate, other, sync.ofLane[lane]});
        continue;
      }
      write(part, part.step.dst[0], lane, {zeros.word[lane], word, notThere[lane] | sync.ofLane[lane], bits[lane]});
      write(part, part.step.dst[1], lane, {predicate, other, sync.ofLane[lane]});
    }
}

} // namespace warplaw::proofs::kernels
