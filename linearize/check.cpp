// Dispatch over the methods.
#include "linearize/check.h"
#include "linearize/nan.h"
#include "linearize/necessary.h"
#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

namespace warplaw::linearize {
bool Checker::keepsOthers(const History& history, std::span<const Component> components) {
  const auto stray = strayByte(history.initial, history.final, components);
  if (!stray)
    return true;
  verdict_.answer = Answer::Illegal;
  verdict_.fault = {};
  verdict_.fault.kind = FaultKind::StrayByte;
  verdict_.fault.address = *stray;
  verdict_.fault.bytes = 1;
  return false;
}

const Verdict& Checker::check(const History& history, const CheckerOptions& options) {
  verdict_.order.clear();
  verdict_.assumed.clear();
  verdict_.fault.kind = FaultKind::None;
  Fault& left = verdict_.fault;
  for (auto* list : {&left.reached, &left.next, &left.blocking, &left.core})
    list->clear();
  left.cycle.clear();
  verdict_.spent = {};
  if (warp_.check(history, options.witness, verdict_))
    return verdict_;
  if (isSorted(history)) {
    checkSorted(history, options);
    return verdict_;
  }
  checkSorted(sorted_.sort(history), options);
  for (WitnessStep& step : verdict_.order)
    step.access = sorted_.accessAt(step.access);
  if (verdict_.answer != Answer::Illegal)
    return verdict_; // the fault is an old one
  Fault& fault = verdict_.fault;
  for (auto* list : {&fault.accesses, &fault.reached, &fault.next, &fault.blocking, &fault.core})
    for (std::uint32_t& access : *list)
      access = sorted_.accessAt(access);
  std::sort(fault.core.begin(), fault.core.end());
  for (Before& before : fault.cycle) {
    before.first = sorted_.accessAt(before.first);
    before.second = sorted_.accessAt(before.second);
  }
  return verdict_;
}

void Checker::checkSorted(const History& history, const CheckerOptions& options) {
  start_ = std::chrono::steady_clock::now();
  verdict_.answer = Answer::Legal;
  elementsOf(history, elements_);
  parts_.resize(elements_.components.size());
  precedence_.reset();
  laneOrder_.reset();
  if (history.instructions.size() > 1)
    precedence_.emplace(history);
  const bool spins = std::any_of(history.instructions.begin(), history.instructions.end(),
                                 [](const Instruction& i) { return i.operation.op == Op::CastSpin; });
  groups_ = spins ? SpinGroups(history) : SpinGroups();
  if (keepsOthers(history, elements_.components) && checkParts(history, options) && options.witness)
    writeWitness(history, options);
  verdict_.spent.nanoseconds = elapsed();
}

std::uint64_t Checker::elapsed() const {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count());
}

/// Instructions of the component in layers; false where they have none, or lanes have an order of their own.
bool Checker::layersOf(const History& history, std::uint32_t c, Layers& layers) {
  const Component& component = elements_.components[c];
  const std::uint32_t count = component.end - component.begin;
  const auto accessAt = [&](std::uint32_t k) -> const Access& {
    return history.accesses[elements_.all[component.begin + k].access];
  };
  layers.order.resize(count);
  for (std::uint32_t k = 0; k < count; ++k)
    layers.order[k] = k;
  layers.starts = {0, count};
  std::vector<std::uint32_t> instructions;
  if (precedence_) {
    for (std::uint32_t k = 0; k < count; ++k)
      instructions.push_back(accessAt(k).instruction);
    std::sort(instructions.begin(), instructions.end());
    instructions.erase(std::unique(instructions.begin(), instructions.end()), instructions.end());
  }
  if (instructions.size() <= 1)
    return true;
  if (history.programOrder == ProgramOrder::Lane && !history.fences.empty() &&
      !(history.completed.empty() && history.barriers.empty()))
    return false; // a MEMBAR hands on to one address what is known of another, lane by lane
  const auto found = precedence_->layersOf(instructions);
  if (!found)
    return false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> layerOf; // of each instruction
  for (std::uint32_t k = 0; k < found->size(); ++k)
    for (const std::uint32_t instruction : (*found)[k])
      layerOf.emplace_back(instruction, k);
  std::sort(layerOf.begin(), layerOf.end());
  std::vector<std::uint32_t> layerAt(count);
  layers.starts.assign(found->size() + 1, 0);
  for (std::uint32_t k = 0; k < count; ++k) {
    layerAt[k] = std::lower_bound(layerOf.begin(), layerOf.end(), std::pair(accessAt(k).instruction, 0u))->second;
    ++layers.starts[layerAt[k] + 1];
  }
  for (std::size_t k = 0; k < found->size(); ++k)
    layers.starts[k + 1] += layers.starts[k];
  std::vector<std::uint32_t> fill = layers.starts;
  for (std::uint32_t k = 0; k < count; ++k)
    layers.order[fill[layerAt[k]]++] = k;
  if (history.programOrder != ProgramOrder::Lane)
    return true;
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint8_t>> lanes; // layer, warp, lane: once each
  const std::span<const Element> elements(elements_.all.data() + component.begin, count);
  for (std::size_t layer = 0; layer < found->size(); ++layer) {
    const auto among =
        std::span(layers.order).subspan(layers.starts[layer], layers.starts[layer + 1] - layers.starts[layer]);
    if (location_.isFold(history, elements, among)) // any order will do, and that by number keeps the lanes' own
      continue;
    for (const std::uint32_t k : among)
      lanes.emplace_back(layer, history.instructions[accessAt(k).instruction].warp, accessAt(k).lane);
  }
  std::sort(lanes.begin(), lanes.end());
  return std::adjacent_find(lanes.begin(), lanes.end()) == lanes.end();
}

const OrderGraph& Checker::laneOrder(const History& history) {
  if (!laneOrder_)
    laneOrder_.emplace(history, true);
  return *laneOrder_;
}

bool Checker::groupsCanPerform(const History& history) {
  for (const SpinGroups::Group& group : groups_.groups) {
    if (group.stores <= 1 && group.performer)
      continue;
    Fault& fault = verdict_.fault;
    fault = {};
    fault.kind = group.stores > 1 ? FaultKind::TwoStores : FaultKind::NoAttempt;
    fault.accesses = group.accesses;
    fault.address = history.accesses[group.accesses[0]].address;
    fault.value = group.bank;
    fault.bytes = bytesOf(history.instructions[group.instruction].operation.type);
    verdict_.answer = Answer::Illegal;
    return false;
  }
  return true;
}

/// Which NaN F64 arithmetic gives is unknown: where all its NaNs of a location are alike, they count as one value
/// there; where an integer operation reads them, or one stood there at first, only the search tells them apart.
bool Checker::nansAreAlike(const History& history, std::span<const Element> elements, const Part& part,
                           Type& type) const {
  bool singles = false, others = false, given = false, read = false;
  for (const Element& element : elements) {
    const Access& access = history.accesses[element.access];
    const Operation operation = history.instructions[access.instruction].operation;
    if (operation.type != Type::F64) {
      others = true;
      continue;
    }
    singles = true;
    const bool found = access.returns && isNan(access.returned); // MIN and MAX may leave a number there
    given |= !access.returns || found || isNan(stepOf(operation, access.returned, access.operand, 0, history.zeros));
    read |= found;
  }
  if (!singles)
    return true;
  type = others ? Type::U64 : Type::F64;
  return others ? !given : !(part.initial ? isNan(*part.initial) : read);
}

void Checker::decidePart(const History& history, std::uint32_t c, const CheckerOptions& options) {
  const Component& component = elements_.components[c];
  const std::span<const Element> elements(elements_.all.data() + component.begin, component.end - component.begin);
  Part& part = parts_[c];
  part.order.clear();
  part.assumed.clear();
  part.decision = Decision::Beyond;
  const KnownWord initial = knownAt(history.initial, component.address, component.bytes),
                  final = knownAt(history.final, component.address, component.bytes);
  part.initial = isWhole(initial, component.bytes) ? std::optional(initial.value) : std::nullopt;
  part.final = isWhole(final, component.bytes) ? std::optional(final.value) : std::nullopt;
  const bool partly = (!part.initial && initial.mask) || (!part.final && final.mask);
  Type type = Type::U64;
  part.free = false;
  part.first = part.last = std::nullopt;
  part.fault.reset();
  if (component.mixed || !nansAreAlike(history, elements, part, type))
    return;
  if (part.final)
    part.final = canonical(type, *part.final);
  location_.stopAt(start_ +
                   std::chrono::nanoseconds(std::min<std::uint64_t>(options.budget.nanoseconds, INT64_MAX / 4)));
  if (!partly && layersOf(history, c, part.layers)) {
    part.decision = location_.decide(history, elements, part.layers, part.initial, part.final, groups_);
    if (part.decision == Decision::Legal)
      part.initial = location_.initial();
    if (part.decision != Decision::Beyond)
      return;
  }
  decideUnordered(history, elements, part, partly);
}

/// What holds in any order: if no order at all is left, the known one does not matter.
void Checker::decideUnordered(const History& history, std::span<const Element> elements, Part& part, bool partly) {
  const auto count = static_cast<std::uint32_t>(elements.size());
  part.layers.order.resize(count);
  std::iota(part.layers.order.begin(), part.layers.order.end(), 0u);
  part.layers.starts = {0, count};
  SpinGroups groups = groups_; // which lane can have performed is not told by this
  const Decision decision = location_.decide(history, elements, part.layers, part.initial, part.final, groups);
  if (decision != Decision::Legal)
    if (auto fault = impossible(history, elements, part.initial, part.final)) {
      part.decision = Decision::Illegal;
      part.fault = std::move(fault);
      return;
    }
  if (decision == Decision::Illegal)
    part.decision = decision;
  const bool singles = std::any_of(elements.begin(), elements.end(), [&](const Element& e) {
    return history.instructions[history.accesses[e.access].instruction].operation.type == Type::F64;
  });
  if (decision != Decision::Legal || singles) // a NaN that counts as one value is no value to start from
    return;
  const std::uint64_t first = location_.initial();
  if (location_.isFold(history, elements, part.layers.order)) {
    if (partly || history.programOrder == ProgramOrder::Lane)
      return;
    part.decision = decision;
    part.free = true;
    part.initial = first;
  } else if (first != location_.last() || part.initial || part.final) {
    part.first = first;
    part.last = location_.last();
    if (!partly && precedence_ && groups.groups.empty() && smallestKeepsKnownOrder(history, elements, part)) {
      part.decision = decision;
      part.initial = first;
    }
  }
}

/// The smallest of all orders, if it keeps the known one: then it is the smallest of those that do.
bool Checker::smallestKeepsKnownOrder(const History& history, std::span<const Element> elements, Part& part) {
  location_.witness(history, elements, part.layers, *part.first, part.final, groups_, part.order);
  if (constexpr std::size_t kLong = 1u << 16; elements.size() > kLong)
    location_ = LocationChecker(); // its tables: what comes next needs memory, too
  const OrderGraph& known = history.programOrder == ProgramOrder::Lane ? laneOrder(history) : precedence_->graph();
  if (known.allows(history, part.order))
    return true;
  part.order.clear();
  return false;
}

bool Checker::checkParts(const History& history, const CheckerOptions& options) {
  for (SpinGroups::Group& group : groups_.groups)
    if (group.stores > 1)
      return groupsCanPerform(history);
  std::vector<std::uint32_t> alone, spinning; // components to search, components with CAST.SPIN
  bool spinSearched = false;
  for (std::uint32_t c = 0; c < elements_.components.size(); ++c) {
    decidePart(history, c, options);
    if (parts_[c].decision == Decision::Illegal) {
      verdict_.answer = Answer::Illegal;
      verdict_.fault = parts_[c].fault ? *parts_[c].fault : location_.fault();
      return false;
    }
    const Component& component = elements_.components[c];
    const bool spins = std::any_of(elements_.all.begin() + component.begin, elements_.all.begin() + component.end,
                                   [&](const Element& e) { return groups_.of(e.access) >= 0; });
    if (spins)
      spinning.push_back(c);
    if (parts_[c].decision == Decision::Beyond) {
      if (spins)
        spinSearched = true;
      else
        alone.push_back(c);
    }
  }
  if (!spinSearched && !groupsCanPerform(history))
    return false;
  const char* limit = nullptr; // of the first that is unknown
  const auto searched = [&](std::span<const std::uint32_t> components) {
    searchParts(history, components, options);
    if (verdict_.answer == Answer::Unknown) {
      limit = limit ? limit : verdict_.spent.limit;
      verdict_.answer = Answer::Legal;
    }
    return verdict_.answer != Answer::Illegal;
  };
  if (spinSearched && !searched(spinning))
    return false;
  for (const std::uint32_t c : alone)
    if (!searched(std::span(&c, 1)))
      return false;
  if (limit) {
    verdict_.answer = Answer::Unknown;
    verdict_.spent.limit = limit;
    return false;
  }
  // several locations under an order between instructions: their orders must merge, and only a witness shows that they
  // do
  if (!precedence_ || elements_.components.size() <= 1)
    return true;
  if (!options.witness)
    writeWitness(history, options);
  verdict_.order.clear();
  verdict_.assumed.clear();
  return verdict_.answer == Answer::Legal;
}

} // namespace warplaw::linearize
