// Loops with an invariant: one turn from any state that it admits stands for all of them. Registers and memory that
// the turn writes may be anything that the invariant allows, and so may be which lanes have left.
#include "proofs/kernels/machine.h"
#include "ptx/flow/flow.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs::kernels {
using ptx::Special;
using ptx::Step;
using ptx::StepKind;
using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;
namespace {

constexpr std::string_view kOfLane = " of lane ";

const std::map<std::string_view, Special>& specials() {
  static const std::map<std::string_view, Special> all = {
      {"%tid.x", Special::TidX},       {"%tid.y", Special::TidY},       {"%tid.z", Special::TidZ},
      {"%ntid.x", Special::NtidX},     {"%ntid.y", Special::NtidY},     {"%ntid.z", Special::NtidZ},
      {"%ctaid.x", Special::CtaidX},   {"%ctaid.y", Special::CtaidY},   {"%ctaid.z", Special::CtaidZ},
      {"%nctaid.x", Special::NctaidX}, {"%nctaid.y", Special::NctaidY}, {"%nctaid.z", Special::NctaidZ},
      {"%laneid", Special::Laneid},    {"%warpid", Special::Warpid},
  };
  return all;
}

std::vector<std::vector<std::uint32_t>> predecessors(const std::vector<Step>& steps) {
  std::vector<std::vector<std::uint32_t>> all(steps.size() + 1);
  for (std::uint32_t at = 0; at < steps.size(); ++at)
    for (const std::uint32_t next : ptx::successors(steps, at))
      all[next].push_back(at);
  return all;
}

} // namespace

std::optional<LoopShape> loopAt(const ptx::Kernel& kernel, std::uint32_t header) {
  const std::vector<Step>& steps = kernel.steps;
  const auto before = predecessors(steps);
  // what is reached without the head is not behind it
  std::vector<bool> isBeside(steps.size() + 1, false);
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::vector<bool>& seen, std::uint32_t at) {
    if (at == header || seen[at])
      return;
    seen[at] = true;
    open.push_back(at);
  };
  for (visit(isBeside, 0); !open.empty();) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at < steps.size())
      for (const std::uint32_t next : ptx::successors(steps, at))
        visit(isBeside, next);
  }
  LoopShape shape;
  shape.isInside.assign(steps.size() + 1, false);
  bool turns = false;
  for (const std::uint32_t from : before[header])
    if (from == header || !isBeside[from]) {
      turns = true;
      visit(shape.isInside, from);
    }
  if (!turns)
    return std::nullopt;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t from : before[at])
      visit(shape.isInside, from);
  }
  shape.isInside[header] = true;
  std::set<std::uint32_t> exits;
  for (std::uint32_t at = 0; at < steps.size(); ++at) {
    if (!shape.isInside[at])
      continue;
    for (const std::uint32_t next : ptx::successors(steps, at))
      if (!shape.isInside[next])
        exits.insert(next);
    shape.waits |= ptx::waitsForOthers(steps[at]);
    if (steps[at].kind == StepKind::Exit)
      shape.fault = "threads end inside a loop with an invariant";
    if (steps[at].kind == StepKind::Barrier)
      shape.fault = "a barrier inside a loop with an invariant";
  }
  if (shape.fault.empty() && exits.size() != 1)
    shape.fault = "a loop with an invariant that is left to several places, or never";
  if (!shape.fault.empty())
    return shape;
  shape.exit = *exits.begin();
  for (std::uint32_t at = 0; at < steps.size(); ++at) {
    const bool branches = steps[at].kind == StepKind::Branch || steps[at].kind == StepKind::BranchIndexed;
    if (shape.isInside[at] && branches && steps[at].reconverge != shape.exit && !shape.isInside[steps[at].reconverge])
      shape.fault = "a loop with an invariant whose lanes meet far behind it";
  }
  return shape;
}

bool comesAgain(const ptx::Kernel& kernel, std::uint32_t branch, const std::vector<AnyInvariant>& invariants) {
  std::vector<bool> seen(kernel.steps.size() + 1, false);
  seen.back() = seen[kernel.steps[branch].reconverge] = true;
  for (const AnyInvariant& one : invariants)
    seen[one.header] = true;
  for (std::vector<std::uint32_t> open{branch}; !open.empty();) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t next : ptx::successors(kernel.steps, at)) {
      if (next == branch && !seen[next])
        return true;
      if (!seen[next])
        open.push_back(next);
      seen[next] = true;
    }
  }
  return false;
}

std::optional<std::size_t> AnyMachine::invariantAt(std::uint32_t pc) const {
  for (std::size_t i = 0; i < any_.invariants.size(); ++i)
    if (any_.invariants[i].header == pc)
      return i;
  return std::nullopt;
}

std::pair<Term, Term> AnyMachine::elementOf(const std::vector<AnyRegion>& regions, std::size_t array,
                                            std::size_t element) const {
  const unsigned size = any_.elementBytes[array];
  const AnyRegion& region = regions[array];
  Term undefined = no();
  for (unsigned byte = 0; byte < size; ++byte)
    undefined = undefined | region.isAny(element * size + byte);
  return {wordOf(std::span(region.bytes).subspan(element * size, size)), undefined};
}

LaneState AnyMachine::stateOf(const AnyCta& cta, const AnyWarp& warp, unsigned lane, Term left,
                              const std::vector<AnyRegion>& atEntry) const {
  using spec::scalar::Type;
  const Type whole = *spec::scalar::typeNamed("u32");
  LaneState state;
  state.now = [this](std::size_t array, std::size_t element) { return elementOf(global_, array, element); };
  state.atEntry = [this, &atEntry](std::size_t array, std::size_t element) {
    return elementOf(atEntry, array, element);
  };
  state.named = [this, &cta, &warp, lane, left, whole](std::string_view name) -> std::pair<AnyValue, Type> {
    if (name == "left")
      return {{left.zext(32), no(), no()}, whole};
    if (const auto found = specials().find(name); found != specials().end())
      return {{special(found->second, cta, warp.number, lane).extract(31, 0), no(), no()}, whole};
    for (std::size_t i = 0; i < kernel_.registers.size(); ++i)
      if (kernel_.registers[i].name == name)
        return {warp.values[i][lane], kernel_.registers[i].type};
    return {{}, whole};
  };
  return state;
}

/// Does the invariant hold in the lanes that came to the loop? True for the others.
Lanes AnyMachine::invariantOf(const AnyCta& cta, const AnyWarp& warp, const Lanes& lanes, const Lanes& left,
                              const std::vector<AnyRegion>& atEntry, const AnyInvariant& said) const {
  Lanes holds;
  for (unsigned lane = 0; lane < 32; ++lane)
    holds[lane] = lanes[lane].isFalse()
                      ? terms_.truth(true)
                      : lanes[lane].implies(said.holds(stateOf(cta, warp, lane, left[lane], atEntry)));
  return holds;
}

/// A real run: nothing is assumed.
void AnyMachine::lookAt(const AnyCta& cta, const AnyWarp& warp, const Lanes& lanes, std::size_t number) {
  auto shape = shapes_.find(number);
  if (shape == shapes_.end())
    shape = shapes_.emplace(number, *loopAt(kernel_, any_.invariants[number].header)).first;
  const bool turns = warp.time != 0 && shape->second.isInside[warp.last];
  std::vector<AnyRegion>& atEntry = atHead_[{cta.serial, warp.number, number}];
  if (!turns)
    atEntry = global_;
  Lanes nobody, bad;
  nobody.fill(no());
  const Lanes holds = invariantOf(cta, warp, lanes, nobody, atEntry, any_.invariants[number]);
  bool isAny = false;
  for (unsigned lane = 0; lane < 32; ++lane) {
    bad[lane] = fine_ & ~holds[lane];
    isAny |= !bad[lane].isFalse();
  }
  if (isAny)
    outcome_.parts.push_back({turns ? InvariantPart::Kind::Step : InvariantPart::Kind::Entry, number, bad});
}

std::vector<AnyRegion*> AnyMachine::regionsOf(AnyCta& cta, AnyWarp& warp) {
  std::vector<AnyRegion*> all{&cta.shared};
  for (auto* of : {&global_, &warp.local, &warp.param})
    for (AnyRegion& one : *of)
      all.push_back(&one);
  return all;
}

Term AnyMachine::fresh(unsigned width, const std::string& what) {
  return terms_.variable(width, fmt::format("turn {}: {}", turns_, what));
}

/// Bytes that were defined stay so, which is asked about; others may be anything or not.
void AnyMachine::forget(AnyRegion& region) {
  unsigned size = 1;
  for (std::size_t i = 0; i < any_.launch.arrays.size(); ++i)
    if (&global_[i] == &region)
      size = any_.elementBytes[i];
  for (std::size_t at = 0; at + size <= region.bytes.size(); at += size) {
    const Term word = fresh(8 * size, fmt::format("{}[{}]", region.name, at / size));
    for (unsigned byte = 0; byte < size; ++byte) {
      region.bytes[at + byte] = word.extract(8 * byte + 7, 8 * byte);
      if (!region.isAny(at + byte).isFalse())
        region.undefined[at + byte] = fresh(1, fmt::format("{}, byte {} is undefined", region.name, at + byte));
    }
  }
  region.partial.clear();
}

void AnyMachine::forgetRegisters(AnyWarp& warp, const Lanes& lanes, const std::vector<bool>& isWritten) {
  for (std::size_t reg = 0; reg < kernel_.registers.size(); ++reg)
    for (unsigned lane = 0; isWritten[reg] && lane < 32; ++lane) {
      if (lanes[lane].isFalse())
        continue;
      AnyValue& value = warp.values[reg][lane];
      const std::string name = fmt::format("{}{}{}", kernel_.registers[reg].name, kOfLane, lane);
      value.word = lanes[lane].ite(fresh(value.word.width(), name), value.word);
      if (value.isAny().isFalse())
        continue;
      value.any = value.isAny(); // of it all, or nothing
      value.bits = {};
      value.any = lanes[lane].ite(fresh(1, name + " is anything"), value.any);
      value.ofLane = value.any & lanes[lane].ite(fresh(1, name + " is of a lane that was not there"), value.ofLane);
    }
}

/// One turn, from any state that the invariant admits.
AnyMachine::AnyTurn AnyMachine::turn(AnyCta& cta, AnyWarp& warp, const AnyFragment& whole, const LoopShape& shape,
                                     std::size_t number, const std::vector<AnyRegion>& atEntry,
                                     std::set<const AnyRegion*>& written) {
  const AnyInvariant& said = any_.invariants[number];
  AnyTurn done;
  Lanes out;
  for (unsigned lane = 0; lane < 32; ++lane) {
    done.in[lane] = whole.lanes[lane].isFalse() ? no()
                    : shape.waits // they are together, which the step asks
                        ? whole.lanes[lane]
                        : whole.lanes[lane] & fresh(1, fmt::format("it goes on{}{}", kOfLane, lane));
    out[lane] = ~done.in[lane];
  }
  done.assumed = invariantOf(cta, warp, whole.lanes, out, atEntry, said);
  fine_ = fine_ & terms_.all(std::vector<Term>(done.assumed.begin(), done.assumed.end()));
  const std::size_t others = warp.fragments.size(), meetings = warp.meetings.size();
  AnyMeeting meeting{shape.exit,    2,  {},
                     whole.meeting, {}, whole.lanes}; // one more than come: it waits for the next turn
  meeting.came.fill(no());
  warp.meetings.push_back(meeting);
  turn_ = Turn{&warp, said.header, static_cast<std::int32_t>(meetings), {}, false, {}};
  turn_->back.fill(no());
  warp.fragments.push_back({said.header, done.in, turn_->meeting, AnyFragment::State::Runs});
  while (warp.fragments.size() > others) {
    std::size_t next = warp.fragments.size();
    while (next > others && warp.fragments[next - 1].state != AnyFragment::State::Runs)
      --next;
    if (next == others)
      stop(warp.fragments.back().pc, "inside a loop with an invariant, a .sync whose lanes may be elsewhere");
    step(cta, warp, next - 1);
  }
  done.back = turn_->back;
  done.left = warp.meetings[meetings].came;
  written.insert(turn_->written.begin(), turn_->written.end());
  warp.meetings.resize(meetings);
  turn_.reset();
  return done;
}

void AnyMachine::loop(AnyCta& cta, AnyWarp& warp, std::size_t fragment, std::size_t number) {
  const AnyInvariant& said = any_.invariants[number];
  const LoopShape shape = *loopAt(kernel_, said.header);
  if (!shape.fault.empty())
    stop(said.header, shape.fault);
  const AnyFragment whole = warp.fragments[fragment];
  warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(fragment));
  outcome_.isAbstract = true;
  const std::vector<AnyRegion> atEntry = global_;
  const auto add = [&](InvariantPart::Kind kind, const Lanes& bad) {
    outcome_.parts.push_back({kind, number, bad});
    for (Term& one : outcome_.parts.back().bad)
      one = fine_ & one;
  };
  Lanes nobody, bad;
  nobody.fill(no());
  const Lanes atFirst = invariantOf(cta, warp, whole.lanes, nobody, atEntry, said);
  for (unsigned lane = 0; lane < 32; ++lane)
    bad[lane] = ~atFirst[lane];
  add(InvariantPart::Kind::Entry, bad);

  std::vector<bool> isWritten(kernel_.registers.size(), false);
  for (std::size_t at = 0; at < kernel_.steps.size(); ++at)
    for (const std::uint32_t reg : kernel_.steps[at].dst)
      if (shape.isInside[at] && reg != ptx::kNoRegister)
        isWritten[reg] = true;
  // which memory a turn writes is known after it: once more, until nothing is new
  const AnyCta ctaBefore = cta;
  const AnyOutcome outcomeBefore = outcome_;
  const auto askedBefore = asked_;
  const Term fineBefore = fine_;
  std::set<const AnyRegion*> written;
  AnyTurn first;
  std::vector<AnyRow> before; // the turn's registers at its head, of what it writes
  for (;;) {
    const std::size_t known = written.size();
    ++turns_;
    forgetRegisters(warp, whole.lanes, isWritten);
    for (AnyRegion* const region : regionsOf(cta, warp))
      if (written.contains(region))
        forget(*region);
    std::vector<Term> measures(32, Term());
    std::vector<std::pair<const AnyRegion*, std::vector<Term>>> undefined;
    for (AnyRegion* const region : regionsOf(cta, warp))
      if (written.contains(region))
        undefined.emplace_back(region, region->undefined);
    before = warp.values;
    for (unsigned lane = 0; said.decreases && lane < 32; ++lane)
      measures[lane] = said.decreases(stateOf(cta, warp, lane, no(), atEntry));
    first = turn(cta, warp, whole, shape, number, atEntry, written);
    if (written.size() == known) {
      Lanes left, step, after, grows;
      for (unsigned lane = 0; lane < 32; ++lane)
        left[lane] = ~first.back[lane];
      const Lanes holds = invariantOf(cta, warp, whole.lanes, left, atEntry, said);
      Term lost = no(); // something that was defined is so no more
      for (const auto& [region, was] : undefined)
        for (std::size_t at = 0; at < was.size(); ++at)
          if (was[at].isFalse())
            lost = lost | region->isAny(at);
      for (unsigned lane = 0; lane < 32; ++lane) {
        Term own = lost;
        for (std::size_t reg = 0; reg < isWritten.size(); ++reg)
          if (isWritten[reg] && before[reg][lane].any.isFalse())
            own = own | warp.values[reg][lane].isAny();
        if (shape.waits) // all of them go on, or none
          own = own | (terms_.any(first.back) & ~first.back[lane]);
        step[lane] = (first.back[lane] & ~holds[lane]) | (whole.lanes[lane] & own);
        after[lane] = left[lane] & ~holds[lane];
        grows[lane] = no();
        if (said.decreases)
          grows[lane] = first.back[lane] & ~said.decreases(stateOf(cta, warp, lane, no(), atEntry)).ult(measures[lane]);
      }
      add(InvariantPart::Kind::Step, step);
      add(InvariantPart::Kind::After, after);
      if (said.decreases)
        add(InvariantPart::Kind::Decreases, grows);
      break;
    }
    cta = ctaBefore;
    global_ = atEntry;
    outcome_ = outcomeBefore;
    asked_ = askedBefore;
    fine_ = fineBefore;
    pending_ = no();
  }
  const std::vector<AnyRow> atEnd = warp.values;
  const unsigned firstTurn = turns_;
  const auto forgetWritten = [&] {
    for (AnyRegion* const region : regionsOf(cta, warp))
      if (written.contains(region))
        forget(*region);
  };
  // another turn, some time later: what it accesses meets what this one did
  ++turns_;
  warp.values = before;
  forgetRegisters(warp, whole.lanes, isWritten);
  forgetWritten();
  asksOnlyWhoMeets_ = true;
  turn(cta, warp, whole, shape, number, atEntry, written);
  asksOnlyWhoMeets_ = false;

  // each lane left in a turn of its own, which was like the first; memory is as the invariant says
  ++turns_;
  forgetWritten();
  const std::string prefix = fmt::format("turn {}: ", firstTurn);
  std::vector<Term> facts;
  warp.values = before;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (whole.lanes[lane].isFalse())
      continue;
    std::vector<Term> roots{whole.lanes[lane].implies(first.left[lane] & first.assumed[lane])};
    for (std::size_t reg = 0; reg < isWritten.size(); ++reg)
      if (isWritten[reg])
        for (const Term one : {atEnd[reg][lane].word, atEnd[reg][lane].isAny(), atEnd[reg][lane].ofLane})
          roots.push_back(one);
    const std::vector<Term> own = symbolic::rebuild(roots, [&](const Node& node, std::span<const Term> args) {
      if (node.op == Op::Apply)
        return functionOf(terms_, node.width, node.name, args);
      if (node.op != Op::Variable || !std::string_view(node.name).starts_with(prefix))
        return Term();
      return terms_.variable(node.width, fmt::format("last turn {} of lane {}: {}", turns_, lane,
                                                     std::string_view(node.name).substr(prefix.size())));
    });
    facts.push_back(own[0]);
    std::size_t at = 1;
    for (std::size_t reg = 0; reg < isWritten.size(); ++reg)
      if (isWritten[reg]) {
        warp.values[reg][lane] = {own[at], own[at + 1], own[at + 2]};
        at += 3;
      }
  }
  Lanes all;
  all.fill(terms_.truth(true));
  const Lanes holds = invariantOf(cta, warp, whole.lanes, all, atEntry, said);
  facts.insert(facts.end(), holds.begin(), holds.end());
  fine_ = fine_ & terms_.all(facts);
  AnyFragment together = whole;
  go(warp, together, shape.exit);
}

} // namespace warplaw::proofs::kernels
