#include "ptx/machine/machine.h"
#include "ptx/machine/live.h"
#include "ptx/machine/operations.h"
#include "ptx/machine/spaces.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace warplaw::ptx {
namespace {

constexpr std::uint32_t kPatience = 512; ///< jumps back of some lanes before others of the warp run (PTX-11)
/// Jumps back of lanes that ask for what others write, before those who wait for them where ways meet go on without
/// them.
constexpr std::uint32_t kLongPatience = 1 << 14;
constexpr std::size_t kMostCompared = 1 << 16; ///< bytes of memory, to see that a turn changes nothing

/// The way of every kind but Plain.
Known::Way wayOf(StepKind kind) {
  switch (kind) {
  case StepKind::Scalar:
  case StepKind::Pack:
  case StepKind::Unpack:
  case StepKind::Video:
  case StepKind::CopyParam:
  case StepKind::Fence:
  case StepKind::Nothing:
    return Known::Way::Straight;
  case StepKind::Load:
  case StepKind::Store:
  case StepKind::Atomic:
    return Known::Way::Access;
  case StepKind::Branch:
    return Known::Way::Jump;
  default:
    return Known::Way::Other;
  }
}

} // namespace

std::uint64_t ctasOf(const Launch& launch) { return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2]; }

Cta::Cta(const Kernel& kernel, const Launch& launch)
    : shared(sharedRegion(kernel, launch)), interval(shared.bytes.size()), sharedAtFirst(shared.bytes),
      definedAtFirst(shared.isDefined), undefinedAtFirst(shared.undefinedBytes), clocks(warpsOf(launch), 1) {}

void Cta::restart(Dimensions next, std::uint64_t start) {
  number = next;
  shared.bytes = sharedAtFirst;
  shared.isDefined = definedAtFirst;
  shared.undefinedBytes = undefinedAtFirst;
  shared.partial.clear();
  interval.restart(*shared.accesses, true);
  clocks.restart(start);
  begun = 0;
  for (BarrierState& barrier : barriers) {
    barrier.restart();
    barrier.last.clear();
  }
}

Machine::Machine(const Kernel& kernel, const Launch& launch, const Trace& trace)
    : kernel_(kernel), launch_(launch), trace_(trace), steps_(kernel.steps), global_(globalRegions(kernel, launch)),
      left_(launch.mostSteps) {
  prepare();
  know();
  if (!trace_) {
    readFirst_ = registersReadFirst(kernel_);
    return;
  }
  readFirst_.resize(kernel_.registers.size()); // a trace shows all
  std::iota(readFirst_.begin(), readFirst_.end(), 0);
}

std::uint32_t Machine::constantPlace(std::uint64_t value) {
  const auto [found, isNew] = constants_.try_emplace(value, places_);
  places_ += isNew ? 1 : 0;
  return found->second;
}

void Machine::prepare() {
  places_ = static_cast<std::uint32_t>(kernel_.registers.size());
  for (Step& step : steps_)
    for (Source& source : step.src) {
      if (source.kind == Source::Kind::SpecialRegister) {
        const auto [found, isNew] = specials_.try_emplace(static_cast<Special>(source.index), places_);
        places_ += isNew ? 1 : 0;
        source.index = found->second;
      } else if (source.kind != Source::Kind::Register) {
        source.index = constantPlace(source.kind == Source::Kind::Immediate ? source.value : 0);
      }
    }
  parameters_ = {"parameters", kernel_.spaces.paramWindow, {}, {}, true, std::nullopt, 0, {}};
  parameters_.bytes.resize(kernel_.parameterBytes);
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
    const Argument& argument = launch_.arguments[i];
    const Parameter& parameter = kernel_.parameters[i];
    if (argument.array >= 0)
      parameters_.store(parameter.offset, std::min(parameter.bytes, 8u),
                        global_[static_cast<std::size_t>(argument.array)].address);
    else
      std::copy_n(argument.bytes.begin(), std::min<std::size_t>(argument.bytes.size(), parameter.bytes),
                  parameters_.bytes.begin() + parameter.offset);
  }
  parameters_.isDefined.assign(parameters_.bytes.size(), 1);
}

/// What a load of one of the entry's parameters gives; nothing: it may be something else, or have a finding.
std::optional<std::uint64_t> Machine::parameterOf(std::size_t index) const {
  const Step& step = steps_[index];
  const Source& source = kernel_.steps[index].src[0];
  const std::uint64_t at = source.value + static_cast<std::uint64_t>(step.offset);
  const auto mayWrite = [](const Step& one) {
    return (one.kind == StepKind::Store || one.kind == StepKind::Atomic) &&
           (one.space == Space::Param || one.space == Space::Generic);
  };
  if (step.kind != StepKind::Load || step.space != Space::Param || source.kind != Source::Kind::Immediate ||
      step.vector != 1 || step.isVolatile || step.dst[0] == kNoRegister || at % step.width != 0 ||
      at >= kernel_.parameterBytes || kernel_.parameterBytes - at < step.width || std::ranges::any_of(steps_, mayWrite))
    return std::nullopt;
  return extended(parameters_.load(at, step.width), step.type) &
         spec::scalar::onesOf(kernel_.registers[step.dst[0]].type.width());
}

void Machine::know() {
  const spec::scalar::Spelled move = spec::scalar::formSpelled("mov.b64").value();
  known_.resize(steps_.size() + 1); // behind the last step nothing is known
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    Known& known = known_[i];
    known.way = wayOf(step.kind);
    known.guard = step.guard;
    known.guardNegated = step.guardNegated;
    known.target = step.target;
    known.dst = step.dst[0];
    for (unsigned source = 0; source < known.src.size(); ++source)
      known.src[source] = step.src[source].index;
    if (step.kind == StepKind::Scalar) {
      known.loop = concrete::scalarLoop(step.form, step.modes);
      if (step.divides)
        known.divisor = spec::scalar::onesOf(step.form.typeOfT().width());
      if (known.loop && !step.isApproximate && step.dst[0] != kNoRegister &&
          std::none_of(step.src.begin(), step.src.begin() + 4, [](const Source& one) { return one.negated; }))
        known.way = Known::Way::Plain;
    }
    if (const auto value = parameterOf(i)) {
      known.way = Known::Way::Plain;
      known.src.fill(constantPlace(*value));
      known.loop = concrete::scalarLoop(move.form, move.modes);
    }
    known.isUniform =
        std::all_of(kernel_.steps[i].src.begin(), kernel_.steps[i].src.begin() + 2, [](const Source& one) {
          return one.kind == Source::Kind::Immediate || one.kind == Source::Kind::Nothing;
        });
    const std::uint64_t id = kernel_.steps[i].src[0].value;
    if (step.kind == StepKind::Barrier && known.isUniform && barrierKindOf(step) == BarrierKind::Sync && id < 16 &&
        kernel_.steps[i].src[1].value == 0) {
      known.isOfBlock = true;
      known.barrier = static_cast<std::uint32_t>(id);
    }
    if (step.kind == StepKind::Scalar && step.dst[0] != kNoRegister &&
        kernel_.registers[step.dst[0]].type.width() < step.form.result(step.modes).width())
      known.kept = spec::scalar::onesOf(kernel_.registers[step.dst[0]].type.width());
    if (known.way == Known::Way::Plain && known.guard == kNoRegister && known.divisor == 0 &&
        known.kept == ~std::uint64_t{0} && places_ <= ~0u / sizeof(Value)) {
      known.way = Known::Way::Quick;
      for (unsigned value = 0; value < known.at.size(); ++value)
        known.at[value] = static_cast<std::uint32_t>(sizeof(Value) * (value < 4 ? known.src[value] : known.dst));
    }
    if (step.kind == StepKind::Load && known.way == Known::Way::Access &&
        (step.dst[0] == kNoRegister || kernel_.registers[step.dst[0]].type.width() < 32))
      known.kept = 0; // some of a word
    known.isOfWords = (step.kind == StepKind::Load || step.kind == StepKind::Store) && step.width == 4 &&
                      step.vector == 1 && !step.isVolatile &&
                      (step.kind == StepKind::Store || (known.kept != 0 && !step.type.isSigned()));
    if (step.kind == StepKind::Atomic) {
      known.isLimited = isLimited(step);
      known.effect = known.isLimited ? 0 : effectNumbered(effectOf(step, 0));
      known.isOfWords = known.effect != 0 && isUpdateOfWords(step);
    }
    known.isOfShared = known.isOfWords && step.space == Space::Shared;
  }
}

std::uint64_t Machine::special(Special which, const Cta& cta, unsigned warp, unsigned lane) const {
  const Dimensions& block = launch_.block;
  const std::uint64_t thread = std::uint64_t{warp} * 32 + lane;
  const std::uint32_t own = 1u << lane;
  switch (which) {
  case Special::TidX:
    return thread % block[0];
  case Special::TidY:
    return thread / block[0] % block[1];
  case Special::TidZ:
    return thread / block[0] / block[1];
  case Special::NtidX:
  case Special::NtidY:
  case Special::NtidZ:
    return block[static_cast<unsigned>(which) - static_cast<unsigned>(Special::NtidX)];
  case Special::CtaidX:
  case Special::CtaidY:
  case Special::CtaidZ:
    return cta.number[static_cast<unsigned>(which) - static_cast<unsigned>(Special::CtaidX)];
  case Special::NctaidX:
  case Special::NctaidY:
  case Special::NctaidZ:
    return launch_.grid[static_cast<unsigned>(which) - static_cast<unsigned>(Special::NctaidX)];
  case Special::Laneid:
    return lane;
  case Special::Warpid:
    return warp;
  case Special::Nwarpid:
    return warpsOf(launch_);
  case Special::LanemaskEq:
    return own;
  case Special::LanemaskLe:
    return own | (own - 1);
  case Special::LanemaskLt:
    return own - 1;
  case Special::LanemaskGe:
    return ~(own - 1);
  case Special::LanemaskGt:
    return ~(own | (own - 1));
  case Special::DynamicSmemSize:
    return launch_.dynamicSharedBytes;
  case Special::TotalSmemSize:
    return kernel_.staticSharedBytes + launch_.dynamicSharedBytes;
  case Special::WarpSize:
    return 32;
  case Special::Nsmid:
    return 1;
  case Special::Clock:
  case Special::GlobaltimerLo:
    return (launch_.mostSteps - left_) & 0xffffffff;
  case Special::ClockHi:
  case Special::GlobaltimerHi:
    return (launch_.mostSteps - left_) >> 32;
  case Special::Clock64:
  case Special::Globaltimer:
    return launch_.mostSteps - left_;
  default: // %smid, %gridid, %envreg: nothing is said of them
    return 0;
  }
}

std::vector<Value> Machine::valuesOf(const Cta& cta, unsigned warp) const {
  std::vector<Value> values(places_);
  for (std::size_t i = 0; i < kernel_.registers.size(); ++i)
    values[i].undefined = ~0u;
  for (const auto& [value, place] : constants_)
    values[place].word.fill(value);
  for (const auto& [which, place] : specials_)
    for (unsigned lane = 0; lane < 32; ++lane)
      values[place].word[lane] = special(which, cta, warp, lane);
  return values;
}

void Machine::renewSpecials(const Cta& cta, Warp& warp) const {
  for (const auto& [which, place] : specials_)
    if ((which >= Special::CtaidX && which <= Special::CtaidZ) || which >= Special::Clock)
      warp.values[place].word.fill(special(which, cta, warp.number, 0)); // one for all lanes
}

Cta Machine::newCta() {
  Cta cta(kernel_, launch_);
  asked_.resize((cta.shared.bytes.size() + 3) / 4);
  for (unsigned warp = 0; warp < warpsOf(launch_); ++warp)
    cta.warps.emplace_back(kernel_, launch_, warp, valuesOf(cta, warp));
  return cta;
}

void Machine::runNext(Cta& cta, std::uint64_t number) {
  const Dimensions& grid = launch_.grid;
  const std::uint64_t start = cta.clocks.end();
  cta.restart({static_cast<std::uint32_t>(number % grid[0]), static_cast<std::uint32_t>(number / grid[0] % grid[1]),
               static_cast<std::uint32_t>(number / grid[0] / grid[1])},
              start);
  cta.live = static_cast<std::uint32_t>(threadsOf(launch_));
  for (Warp& warp : cta.warps) {
    warp.restart(kernel_, launch_, readFirst_);
    renewSpecials(cta, warp);
  }
  outcome_.finished = runCta(cta);
}

Outcome Machine::run() {
  Cta cta = newCta();
  const std::uint64_t count = ctasOf(launch_);
  for (std::uint64_t number = 0; number < count && outcome_.finished; ++number)
    runNext(cta, number);
  return outcome();
}

namespace {
Array afterwards(Region& region, unsigned elementBytes, bool isReadOnly) {
  std::vector<bool> isDefined(region.bytes.size(), true);
  if (region.undefinedBytes != 0)
    isDefined.assign(region.isDefined.begin(), region.isDefined.end());
  return {region.name, std::move(region.bytes), std::move(isDefined), elementBytes, isReadOnly};
}
} // namespace

Outcome Machine::outcome() {
  for (std::size_t i = 0; i < launch_.arrays.size(); ++i) {
    const Array& array = launch_.arrays[i];
    outcome_.arrays.push_back(afterwards(global_[i], array.elementBytes, array.isReadOnly));
  }
  for (std::size_t i = launch_.arrays.size(); i < global_.size(); ++i)
    if (Region& one = global_[i]; !one.isReadOnly)
      outcome_.variables.push_back(afterwards(one, 1, false));
  return std::move(outcome_);
}

bool Machine::runCta(Cta& cta) {
  for (;;) {
    bool isDone = true, moved = false;
    for (Warp& warp : cta.warps) {
      moved |= !warp.isDone() && runWarp(cta, warp);
      isDone &= warp.isDone();
      if (left_ == 0 || !outcome_.finished)
        return false;
    }
    completeBarriers(cta);
    if (isDone)
      return true;
    // Nobody can go on: whoever waits for lanes that wait elsewhere goes on without them (PTX-11).
    if (!moved && std::ranges::none_of(cta.warps, [](const Warp& warp) { return warp.next().has_value(); }) &&
        std::ranges::none_of(cta.warps, [](Warp& warp) { return warp.releaseMeeting(); })) {
      deadlock(cta);
      return false;
    }
  }
}

bool Machine::runWarp(Cta& cta, Warp& warp) {
  bool moved = false;
  for (unsigned turn = 0; turn < kTurn && left_ != 0 && outcome_.finished;) {
    const auto next = warp.next();
    if (!next) {
      if (resolveSync(cta, warp)) {
        moved = true;
        ++turn;
        continue;
      }
      return moved;
    }
    moved = true;
    if (runAlone(cta, warp, *next, turn)) {
      if (warp.fragments.size() == 1 && warp.fragments[0].state == Fragment::State::AtBarrier)
        return true; // nobody else is there to run, or to meet at a .sync
      continue;
    }
    step(cta, warp, *next);
    ++turn;
  }
  return moved;
}

std::uint32_t Machine::guarded(const Now& now) const {
  if (now.step.guard == kNoRegister)
    return now.lanes;
  const std::uint32_t holds = rows_.bitsOf(now.warp.values[now.step.guard].word.data());
  return now.lanes & (now.step.guardNegated ? ~holds : holds);
}

void Machine::step(Cta& cta, Warp& warp, std::size_t fragment) {
  const std::size_t before = outcome_.findings.size();
  const std::uint32_t pc = warp.fragments[fragment].pc, lanes = warp.fragments[fragment].lanes;
  take(cta, warp, fragment);
  if (trace_ && outcome_.findings.size() > before && traced_ <= before) // of what goes elsewhere or nobody executes
    traceStep({cta, warp, steps_[pc], pc, lanes});
}

void Machine::leave(Cta& cta, Warp& warp, std::size_t fragment, std::uint32_t lanes) {
  cta.live -= static_cast<unsigned>(std::popcount(lanes));
  warp.leave(fragment, lanes);
  if (!warp.isDone())
    cta.clocks.leave(warp.number, lanes);
}

void Machine::take(Cta& cta, Warp& warp, std::size_t fragment) {
  const std::uint32_t pc = warp.fragments[fragment].pc, lanes = warp.fragments[fragment].lanes;
  if (pc >= steps_.size()) {
    return leave(cta, warp, fragment, lanes);
  }
  const Step& step = steps_[pc];
  const std::uint32_t executing = guarded({cta, warp, step, pc, lanes});
  const Now now{cta, warp, step, pc, executing};
  if (step.guard != kNoRegister)
    decides({cta, warp, step, pc, lanes}, {Source::Kind::Register, false, step.guard, 0}, lanes, "whether it executes");
  --left_;
  cta.clocks.tick(warp.number);
  ++outcome_.counters.warpInstructions;
  outcome_.counters.threadInstructions += static_cast<unsigned>(std::popcount(executing));
  if (left_ == 0)
    find(FindingKind::Bound, now, executing,
         [&] { return fmt::format("{} steps were not enough (--steps)", launch_.mostSteps); });

  if (step.kind == StepKind::Branch || step.kind == StepKind::BranchIndexed)
    return branch(now, fragment);
  if (executing == 0)
    return warp.advance(fragment, pc + 1);
  if (waitsForOthers(step)) {
    if (executing != lanes)
      warp.splitOff(fragment, executing);
    warp.fragments[fragment].state = Fragment::State::AtSync;
    if (comesToSync(now, fragment))
      warp.advance(fragment, pc + 1);
    return;
  }
  switch (step.kind) {
  case StepKind::Exit:
    if (executing != lanes)
      warp.fragments[fragment].pc = pc + 1;
    return leave(cta, warp, fragment, executing);
  case StepKind::Trap:
    find(FindingKind::Trap, now, executing, "trap: an error of the launch");
    outcome_.finished = false;
    return;
  case StepKind::Barrier:
    return barrier(now, fragment);
  default:
    execute(now);
    warp.advance(fragment, pc + 1);
  }
}

void Machine::execute(const Now& now) {
  switch (now.step.kind) {
  case StepKind::Scalar:
    scalar(now);
    break;
  case StepKind::Pack:
    pack(now);
    break;
  case StepKind::Unpack:
    unpack(now);
    break;
  case StepKind::Video:
    video(now);
    break;
  case StepKind::Load:
    load(now);
    break;
  case StepKind::Store:
    store(now);
    break;
  case StepKind::Atomic:
    now.warp.asksOthers = true;
    atomic(now);
    break;
  case StepKind::CopyParam:
    copyParam(now);
    break;
  case StepKind::Fence:
    find(FindingKind::NotJudged, now, now.lanes, "what a fence orders is not judged");
    break;
  case StepKind::Nothing:
    break;
  default: // shfl, vote, activemask without .sync: those who are here; below sm_70 no others could be (PTX-11)
    if (kernel_.target >= kIndependent && std::popcount(now.warp.live()) > 1)
      find(FindingKind::DependsOnSchedule, now, now.lanes, [&] {
        return fmt::format("which lanes execute it together ({:#010x} of {:#010x} here) is the implementation's choice",
                           now.lanes, now.warp.live());
      });
    collective(now.cta, now.warp, std::span(&now, 1));
  }
  if (trace_)
    traceStep(now);
}

/// Has nothing changed since the last turn, of registers, memory, and who may run (below sm_70: PTX-11)?
bool Machine::goesRoundForEver(const Now& now) {
  Warp& warp = now.warp;
  const bool isAlone = ctasOf(launch_) == 1 && std::ranges::all_of(now.cta.warps, [&](const Warp& other) {
                         return other.number == warp.number || !other.next();
                       });
  const auto runs = [](const Fragment& one) { return one.state == Fragment::State::Runs; };
  if (!isAlone || std::ranges::count_if(warp.fragments, runs) != 1 ||
      std::ranges::none_of(warp.meetings, [](const Meeting& one) { return one.arrived != 0; }))
    return false;
  Turn turn{warp.number, now.index, now.lanes, warp.values, warp.partial, {}};
  const auto add = [&](const Region& one) {
    turn.bytes.insert(turn.bytes.end(), {one.bytes, one.isDefined, one.partial});
  };
  add(now.cta.shared);
  for (const std::vector<Region>* const regions : {&global_, &warp.local, &warp.param})
    std::ranges::for_each(*regions, add);
  const bool isSame = lastTurn_ && *lastTurn_ == turn;
  lastTurn_ = std::move(turn);
  return isSame;
}

/// A jump back where nothing has to be asked about others; false: letOthersRun().
bool Machine::jumpsBackAlone(Warp& warp) {
  if ((warp.turns + 2) % kPatience <= 1 || warp.turns + 1 >= kLongPatience)
    return false;
  ++warp.turns;
  return true;
}

/// Lanes that go round and round may wait for others of their warp. Where the fragment is then.
std::size_t Machine::letOthersRun(const Now& now, std::size_t fragment) {
  Warp& warp = now.warp;
  ++warp.turns;
  if (warp.turns % kPatience == 0 && warp.fragments.size() > 1) {
    const Fragment back = warp.fragments[fragment];
    warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
    warp.fragments.insert(warp.fragments.begin(), back);
    return 0;
  }
  const bool isIndependent = kernel_.target >= kIndependent, isLate = warp.turns >= kLongPatience;
  const auto looksAtTurn = [&] { // two of them are enough, if memory is not so large that nobody would wait for it
    std::size_t bytes = 0;
    for (const Region& one : global_)
      bytes += one.bytes.size();
    return (warp.turns + 1) % kPatience <= 1 && bytes <= kMostCompared && (warp.asksOthers || !isIndependent);
  };
  const bool isForEver = (looksAtTurn() || (isLate && !isIndependent)) && goesRoundForEver(now);
  if (isForEver && !isIndependent) {
    find(FindingKind::Deadlock, now, now.lanes, [&] {
      return fmt::format("lanes {:#010x} go round for ever, and the others wait for them where their ways meet: "
                         "below sm_70 they do not go on before",
                         now.lanes);
    });
    outcome_.finished = false;
  } else if (!isIndependent && warp.turns > kLongPatience) {
    warp.turns = 0;
  }
  if ((isForEver || isLate) && warp.asksOthers && isIndependent) {
    warp.turns = 0;
    warp.asksOthers = false;
    warp.releaseMeeting();
  }
  return fragment;
}

void Machine::branch(const Now& now, std::size_t fragment) {
  Warp& warp = now.warp;
  const std::uint32_t lanes = warp.fragments[fragment].lanes, pc = now.index;
  std::uint32_t target = now.step.target, taken = now.lanes, otherwise = pc + 1;
  if (now.step.kind == StepKind::BranchIndexed && taken != 0) {
    decides(now, now.step.src[0], taken, "where it goes");
    const auto targetOfLane = [&](unsigned lane) {
      const std::uint64_t index = word(warp, now.step.src[0], lane);
      return index < now.step.targets.size() ? now.step.targets[index] : static_cast<std::uint32_t>(steps_.size());
    };
    target = targetOfLane(static_cast<unsigned>(std::countr_zero(taken)));
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((taken >> lane & 1) != 0 && targetOfLane(lane) != target)
        taken &= ~(1u << lane);
    otherwise = now.step.guard == kNoRegister ? pc : otherwise; // the others look again
  }
  if (taken == lanes && target <= pc)
    fragment = letOthersRun(now, fragment);
  if (taken == 0)
    return warp.advance(fragment, otherwise);
  if (taken == lanes)
    return warp.advance(fragment, target);
  ++outcome_.counters.divergentBranches;
  if (now.step.isUniform)
    find(FindingKind::UndefinedSync, now, lanes, "bra.uni, and lanes that execute it together do not go the same way");
  warp.diverge(fragment, taken, target, otherwise, now.step.reconverge);
}

void Machine::traceStep(const Now& now) {
  traced_ = outcome_.findings.size();
  Traced traced{now.cta.number, now.warp.number, now.lanes, now.step.place, kernel_.texts[now.step.text], {}, traced_};
  const auto add = [&](std::uint32_t place, bool isWritten) {
    if (place >= kernel_.registers.size())
      return;
    const Value& value = now.warp.values[place];
    traced.registers.push_back({kernel_.registers[place].name, kernel_.registers[place].type, isWritten, value.word,
                                value.word, value.undefined});
  };
  for (const std::uint32_t place : now.step.dst)
    add(place, true);
  for (const Source& source : now.step.src)
    add(source.index, false);
  if (now.step.kind == StepKind::Branch && now.step.guard != kNoRegister)
    add(now.step.guard, false);
  trace_(traced);
}

std::string faultOf(const Kernel& kernel, const Launch& launch) {
  const std::uint64_t threads = threadsOf(launch);
  if (threads == 0 || threads > 1024 || launch.block[2] > 64)
    return fmt::format("a block of {} threads; accepted: 1 to 1024", threads);
  if (std::ranges::count(launch.grid, 0u) != 0)
    return "a grid without a block; accepted: 1 or more in each direction";
  if (launch.arguments.size() != kernel.parameters.size())
    return fmt::format("{} arguments; {} has {} parameters", launch.arguments.size(), kernel.name,
                       kernel.parameters.size());
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (launch.arguments[i].array < 0 && launch.arguments[i].bytes.size() != kernel.parameters[i].bytes)
      return fmt::format("{} bytes for {}, which has {}", launch.arguments[i].bytes.size(), kernel.parameters[i].name,
                         kernel.parameters[i].bytes);
  if (std::uint64_t{kernel.staticSharedBytes} + launch.dynamicSharedBytes > kMostSharedBytes)
    return fmt::format("{} bytes of shared memory; accepted: at most {}",
                       std::uint64_t{kernel.staticSharedBytes} + launch.dynamicSharedBytes, kMostSharedBytes);
  std::uint64_t room = kernel.spaces.functions - kernel.spaces.arrays;
  for (const Array& array : launch.arrays)
    room -= std::min<std::uint64_t>(room, array.bytes.size() + std::uint64_t{512});
  if (room == 0)
    return fmt::format("arrays that addresses of {} bits do not reach", 8 * kernel.spaces.addressBytes);
  for (std::size_t i = 0; i < kernel.requiredBlock.size() && i < 3; ++i)
    if (launch.block[i] != kernel.requiredBlock[i])
      return fmt::format("a block of {} in direction {}; .reqntid says {}", launch.block[i], "xyz"[i],
                         kernel.requiredBlock[i]);
  std::uint64_t most = kernel.mostBlock.empty() ? 1024 : 1;
  for (const std::uint32_t one : kernel.mostBlock)
    most *= one;
  return threads > most ? fmt::format("a block of {} threads; .maxntid says {}", threads, most) : std::string();
}

} // namespace warplaw::ptx
