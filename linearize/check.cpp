// Dispatch over the methods, and one order out of the orders of the components.
#include "linearize/check.h"
#include "linearize/replay.h"
#include <algorithm>
#include <cassert>
#include <chrono>
#include <map>
#include <queue>

namespace warplaw::linearize {
namespace {

std::optional<std::uint64_t> wholeAt(std::span<const KnownBytes> memory, const Component& component, Type type) {
  const KnownWord word = knownAt(memory, component.address, component.bytes);
  return isWhole(word, component.bytes) ? std::optional(canonical(type, word.value)) : std::nullopt;
}

} // namespace

/// The common case, without sorting: one instruction that returns old values, all lanes at one address.
bool Checker::checkOneLocation(const History& history, const Options& options) {
  if (history.instructions.size() != 1 || history.accesses.empty())
    return false;
  const Operation operation = history.instructions[0].operation;
  if (returnsFlag(operation.op) || isFloat(operation.type))
    return false;
  const std::uint64_t address = history.accesses[0].address;
  edges_.clear();
  for (const Access& access : history.accesses) {
    if (access.address != address || !access.returns)
      return false;
    edges_.push_back({access.returned, stepOf(operation, access.returned, access.operand, access.swap, history.zeros)});
  }
  const unsigned bytes = bytesOf(operation.type);
  const Component component{address, bytes, false, 0, 0};
  if (!keepsOthers(history, std::span(&component, 1)))
    return true;
  const KnownWord initial = knownAt(history.initial, address, bytes), final = knownAt(history.final, address, bytes);
  if ((initial.mask != 0 && !isWhole(initial, bytes)) || (final.mask != 0 && !isWhole(final, bytes)))
    return false;
  const Ends ends{initial.mask ? std::optional(initial.value) : std::nullopt,
                  final.mask ? std::optional(final.value) : std::nullopt};
  const TrailVerdict trail = location_.trail().check(edges_, ends);
  if (!trail.legal()) {
    verdict_.answer = Answer::Illegal;
    constexpr FaultKind kKinds[] = {FaultKind::None, FaultKind::FirstNotLeft, FaultKind::LastNotReached,
                                    FaultKind::Unbalanced, FaultKind::Disconnected};
    Fault& fault = verdict_.fault;
    fault.kind = kKinds[static_cast<unsigned>(trail.fault)];
    fault.address = address;
    fault.bytes = bytes;
    fault.value = trail.value;
    fault.half = 0;
    fault.first = ends.first;
    fault.last = ends.last;
    fault.lastIsFinal = true;
    fault.accesses.resize(history.accesses.size());
    for (std::uint32_t k = 0; k < fault.accesses.size(); ++k)
      fault.accesses[k] = k;
    return true;
  }
  verdict_.answer = Answer::Legal;
  if (!options.witness)
    return true;
  location_.trail().witness(edges_, trail, trailOrder_);
  verdict_.order.reserve(edges_.size());
  std::uint64_t value = trail.first; // replay: each finds what the one before it left
  for (const std::uint32_t e : trailOrder_) {
    assert(edges_[e].from == value);
    value = edges_[e].to;
    verdict_.order.push_back({e, 0, true});
  }
  assert(verdict_.order.size() == history.accesses.size() && (!ends.last || value == *ends.last));
  if (!ends.first)
    assume(history, address, bytes, trail.first, verdict_.assumed);
  return true;
}

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

const Verdict& Checker::check(const History& history, const Options& options) {
  verdict_.order.clear();
  verdict_.assumed.clear();
  verdict_.fault.kind = FaultKind::None;
  verdict_.spent = {};
  if (checkOneLocation(history, options))
    return verdict_;
  verdict_.answer = Answer::Legal;
  elementsOf(history, elements_);
  parts_.resize(elements_.components.size());
  precedence_.reset();
  if (history.instructions.size() > 1)
    precedence_.emplace(history);
  const bool spins = std::any_of(history.instructions.begin(), history.instructions.end(),
                                 [](const Instruction& i) { return i.operation.op == Op::CastSpin; });
  groups_ = spins ? SpinGroups(history) : SpinGroups();
  if (keepsOthers(history, elements_.components) && checkParts(history, options) && options.witness)
    writeWitness(history, options);
  return verdict_;
}

/// Instructions of the component in layers; false where they have none, or lanes have an order of their own.
bool Checker::layersOf(const History& history, std::uint32_t c, Layers& layers) const {
  const Component& component = elements_.components[c];
  const std::uint32_t count = component.end - component.begin;
  layers.order.clear();
  layers.starts.clear();
  std::vector<std::uint32_t> instructions;
  if (precedence_) {
    for (std::uint32_t k = component.begin; k < component.end; ++k)
      instructions.push_back(history.accesses[elements_.all[k].access].instruction);
    std::sort(instructions.begin(), instructions.end());
    instructions.erase(std::unique(instructions.begin(), instructions.end()), instructions.end());
  }
  if (instructions.size() <= 1) {
    for (std::uint32_t k = 0; k < count; ++k)
      layers.order.push_back(k);
    layers.starts = {0, count};
    return true;
  }
  const auto found = precedence_->layersOf(instructions);
  if (!found)
    return false;
  std::map<std::uint32_t, std::uint32_t> layerOf;
  for (std::uint32_t k = 0; k < found->size(); ++k)
    for (const std::uint32_t instruction : (*found)[k])
      layerOf[instruction] = k;
  std::map<std::pair<std::uint32_t, std::uint8_t>, std::uint32_t>
      seen; // (warp, lane) twice in a layer under ProgramOrder::Lane
  for (std::uint32_t layer = 0; layer < found->size(); ++layer) {
    layers.starts.push_back(static_cast<std::uint32_t>(layers.order.size()));
    seen.clear();
    for (std::uint32_t k = 0; k < count; ++k) {
      const Access& access = history.accesses[elements_.all[component.begin + k].access];
      if (layerOf[access.instruction] != layer)
        continue;
      layers.order.push_back(k);
      if (history.programOrder == ProgramOrder::Lane &&
          seen[{history.instructions[access.instruction].warp, access.lane}]++ > 0)
        return false;
    }
  }
  layers.starts.push_back(count);
  return true;
}

bool Checker::groupsCanPerform(const History& history) {
  for (const SpinGroups::Group& group : groups_.groups) {
    if (group.stores <= 1 && group.performer)
      continue;
    Fault& fault = verdict_.fault;
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

bool Checker::checkParts(const History& history, const Options& options) {
  for (SpinGroups::Group& group : groups_.groups)
    if (group.stores > 1)
      return groupsCanPerform(history);
  std::vector<std::uint32_t> alone, coupled; // components to search
  bool spinSearched = false;
  std::vector<std::uint32_t> spinning;
  for (std::uint32_t c = 0; c < elements_.components.size(); ++c) {
    const Component& component = elements_.components[c];
    const std::span<const Element> elements(elements_.all.data() + component.begin, component.end - component.begin);
    Part& part = parts_[c];
    part.order.clear();
    part.assumed.clear();
    const Type type = history.instructions[history.accesses[elements[0].access].instruction].operation.type;
    part.initial = wholeAt(history.initial, component, type);
    part.final = wholeAt(history.final, component, type);
    const bool partly = (!part.initial && knownAt(history.initial, component.address, component.bytes).mask) ||
                        (!part.final && knownAt(history.final, component.address, component.bytes).mask);
    part.decision = component.mixed || partly || !layersOf(history, c, part.layers)
                        ? Decision::Beyond
                        : location_.decide(history, elements, part.layers, part.initial, part.final, groups_);
    if (part.decision == Decision::Illegal) {
      verdict_.answer = Answer::Illegal;
      verdict_.fault = location_.fault();
      return false;
    }
    if (part.decision == Decision::Legal)
      part.initial = location_.initial();
    const bool spins =
        std::any_of(elements.begin(), elements.end(), [&](const Element& e) { return groups_.of(e.access) >= 0; });
    if (spins)
      spinning.push_back(c);
    if (part.decision == Decision::Beyond) {
      if (spins)
        spinSearched = true;
      else
        alone.push_back(c);
    }
  }
  if (!spinSearched && !groupsCanPerform(history))
    return false;
  bool unknown = false;
  Spent spent;
  const auto searched = [&](std::span<const std::uint32_t> components) {
    searchParts(history, components, options);
    if (verdict_.answer == Answer::Unknown) {
      unknown = true;
      spent = verdict_.spent;
      verdict_.answer = Answer::Legal;
    }
    return verdict_.answer != Answer::Illegal;
  };
  if (spinSearched && !searched(spinning))
    return false;
  for (const std::uint32_t c : alone)
    if (!searched(std::span(&c, 1)))
      return false;
  if (unknown) {
    verdict_.answer = Answer::Unknown;
    verdict_.spent.limit = spent.limit;
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

void Checker::assume(const History& history, std::uint64_t address, unsigned bytes, std::uint64_t value,
                     std::vector<KnownBytes>& into) const {
  if (knownAt(history.initial, address, bytes).mask == onesOf(bytes))
    return;
  KnownBytes known{address, {}};
  for (unsigned k = 0; k < bytes; ++k)
    known.bytes.push_back(static_cast<std::uint8_t>(value >> 8 * k));
  into.push_back(std::move(known));
}

/// The smallest order that keeps every component's own order and the order between instructions; false if there is
/// none.
bool Checker::merge(const History& history, std::vector<WitnessStep>& order) const {
  // nodes: steps, then a start and an end of each instruction
  std::vector<WitnessStep> steps;
  for (const Part& part : parts_)
    steps.insert(steps.end(), part.order.begin(), part.order.end());
  const auto count = static_cast<std::uint32_t>(steps.size());
  const auto instructions = static_cast<std::uint32_t>(history.instructions.size());
  std::vector<std::vector<std::uint32_t>> after(count + 2 * instructions);
  std::vector<std::uint32_t> waits(after.size(), 0);
  const auto edge = [&](std::uint32_t a, std::uint32_t b) {
    after[a].push_back(b);
    ++waits[b];
  };
  std::uint32_t at = 0;
  for (const Part& part : parts_)
    for (std::size_t k = 0; k < part.order.size(); ++k, ++at)
      if (k > 0)
        edge(at - 1, at);
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t instruction = history.accesses[steps[s].access].instruction;
    edge(count + 2 * instruction, s);
    edge(s, count + 2 * instruction + 1);
  }
  if (precedence_)
    for (std::uint32_t a = 0; a < instructions; ++a)
      for (std::uint32_t b = 0; b < instructions; ++b)
        if (precedence_->before(a, b))
          edge(count + 2 * a + 1, count + 2 * b);
  const auto rank = [&](std::uint32_t node) -> std::uint64_t { // starts and ends at once, steps by access
    return node >= count ? 0 : 2 * (std::uint64_t{steps[node].access} + 1) + (steps[node].half == 2);
  };
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (std::uint32_t node = 0; node < after.size(); ++node)
    if (waits[node] == 0)
      ready.emplace(rank(node), node);
  while (!ready.empty()) {
    const std::uint32_t node = ready.top().second;
    ready.pop();
    if (node < count)
      order.push_back(steps[node]);
    for (const std::uint32_t next : after[node])
      if (--waits[next] == 0)
        ready.emplace(rank(next), next);
  }
  return order.size() == count;
}

void Checker::writeWitness(const History& history, const Options& options) {
  for (std::uint32_t c = 0; c < parts_.size(); ++c) {
    Part& part = parts_[c];
    if (part.decision != Decision::Legal)
      continue;
    const Component& component = elements_.components[c];
    const std::span<const Element> elements(elements_.all.data() + component.begin, component.end - component.begin);
    part.order.clear();
    part.assumed.clear();
    location_.witness(history, elements, part.layers, *part.initial, part.final, groups_, part.order);
    assume(history, component.address, component.bytes, *part.initial, part.assumed);
  }
  verdict_.order.clear();
  if (!merge(history, verdict_.order)) {
    std::vector<std::uint32_t> all(parts_.size());
    for (std::uint32_t c = 0; c < all.size(); ++c)
      all[c] = c;
    if (!searchParts(history, all, options)) {
      verdict_.order.clear();
      return;
    }
    verdict_.order = parts_[0].order;
  }
  verdict_.assumed.clear();
  for (const Part& part : parts_)
    verdict_.assumed.insert(verdict_.assumed.end(), part.assumed.begin(), part.assumed.end());
  std::sort(verdict_.assumed.begin(), verdict_.assumed.end(),
            [](const KnownBytes& a, const KnownBytes& b) { return a.address < b.address; });
  const std::string problem = replay(history, verdict_);
  assert(problem.empty() && "a witness must replay");
}

} // namespace warplaw::linearize
