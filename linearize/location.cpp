// Layers of one location, forward from the initial value: trails with failed CASTs beside them, and folds.
#include "linearize/location.h"
#include <algorithm>
#include <cassert>

namespace warplaw::linearize {
namespace {

const Access& accessOf(const History& history, const Element& element) { return history.accesses[element.access]; }
Operation operationOf(const History& history, const Element& element) {
  return history.instructions[accessOf(history, element).instruction].operation;
}
std::span<const std::uint32_t> layerAt(const Layers& layers, std::size_t k) {
  return std::span(layers.order).subspan(layers.starts[k], layers.starts[k + 1] - layers.starts[k]);
}

} // namespace

SpinGroups::SpinGroups(const History& history) {
  groupOf.assign(history.accesses.size(), -1);
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    if (history.instructions[access.instruction].operation.op != Op::CastSpin)
      continue;
    const unsigned bank = bankOf(access);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return g.instruction == access.instruction && g.bank == bank; });
    if (group == groups.end())
      group = groups.insert(groups.end(), Group{access.instruction, bank, 0, {}, {}});
    groupOf[k] = static_cast<std::int32_t>(group - groups.begin());
    group->accesses.push_back(k);
    if (access.returns && access.returned == 1) {
      ++group->stores;
      group->performer = k;
    }
  }
}

LocationChecker::Kind LocationChecker::kindOf(const History& history, std::span<const Element> elements,
                                              std::span<const std::uint32_t> layer) const {
  bool all = true, none = true, same = true, sameOperand = true;
  const Operation operation = operationOf(history, elements[layer[0]]);
  const std::uint64_t operand = accessOf(history, elements[layer[0]]).operand;
  for (const std::uint32_t e : layer) {
    const Access& access = accessOf(history, elements[e]);
    (access.returns ? none : all) = false;
    const Operation other = operationOf(history, elements[e]);
    same &= other == operation;
    sameOperand &= access.operand == operand;
    none &= other.op != Op::CastSpin; // whether it performs is a choice
  }
  if (all)
    return Kind::Observed;
  if (!none)
    return Kind::Neither;
  if (layer.size() == 1)
    return Kind::Fold;
  const bool limited = operation.op == Op::Inc || operation.op == Op::Dec;
  return same && isOrderFree(operation, history.zeros) && (!limited || sameOperand) ? Kind::Fold : Kind::Neither;
}

/// Edges of those that performed, failures of the others; false where a flag is none.
bool LocationChecker::split(const History& history, std::span<const Element> elements,
                            std::span<const std::uint32_t> layer) {
  edges_.clear();
  edgeAccess_.clear();
  failures_.clear();
  for (const std::uint32_t e : layer) {
    const Access& access = accessOf(history, elements[e]);
    const Operation operation = operationOf(history, elements[e]);
    if (!returnsFlag(operation.op)) {
      const std::uint64_t old = canonical(operation.type, partOf(elements[e], access.returned));
      edges_.push_back({old, stepOf(operation, old, partOf(elements[e], access.operand), access.swap, history.zeros)});
    } else if (access.returned == 1)
      edges_.push_back({access.operand, access.swap});
    else if (access.returned == 0) {
      // the group's number is looked up where it counts; here only whether there is one
      failures_.push_back({elements[e].access, access.operand, operation.op == Op::CastSpin ? 0 : -1});
      continue;
    } else
      return false;
    edgeAccess_.push_back(elements[e].access);
  }
  return true;
}

void LocationChecker::blame(FaultKind kind, std::span<const Element> elements, std::span<const std::uint32_t> layer,
                            std::uint64_t value, Ends ends, bool lastIsFinal) {
  fault_.kind = kind;
  fault_.address = elements[0].address;
  fault_.bytes = elements[0].bytes;
  fault_.half = elements[0].half;
  fault_.value = value;
  fault_.first = ends.first;
  fault_.last = ends.last;
  fault_.lastIsFinal = lastIsFinal;
  fault_.accesses.clear();
  for (const std::uint32_t e : layer)
    fault_.accesses.push_back(elements[e].access);
}

bool LocationChecker::observed(std::span<const Element> elements, std::span<const std::uint32_t> layer, Ends ends,
                               SpinGroups& groups) {
  if (edges_.empty() && !ends.first &&
      !ends.last) { // nothing tells the value: take one that every CAST can have failed on
    std::uint64_t fresh = 0;
    while (std::any_of(failures_.begin(), failures_.end(), [&](const Failure& f) { return f.compare == fresh; }))
      ++fresh;
    ends.first = fresh;
  }
  verdict_ = trail_.check(edges_, ends);
  if (!verdict_.legal()) {
    constexpr FaultKind kKinds[] = {FaultKind::None, FaultKind::FirstNotLeft, FaultKind::LastNotReached,
                                    FaultKind::Unbalanced, FaultKind::Disconnected};
    blame(kKinds[static_cast<unsigned>(verdict_.fault)], elements, layer, verdict_.value, ends, true);
    return false;
  }
  for (const Failure& failure : failures_) {
    const bool honest = trail_.visitsOtherThan(failure.compare);
    if (failure.group < 0 && !honest) {
      blame(FaultKind::CastFailed, elements, layer, failure.compare, ends, true);
      return false;
    }
    if (failure.group >= 0 && honest) {
      SpinGroups::Group& group = groups.groups[groups.of(failure.access)];
      if (group.stores == 0 && (!group.performer || failure.access < *group.performer))
        group.performer = failure.access;
    }
  }
  return true;
}

std::uint64_t LocationChecker::fold(const History& history, std::span<const Element> elements,
                                    std::span<const std::uint32_t> layer, std::uint64_t value) const {
  for (const std::uint32_t e : layer) {
    const Access& access = accessOf(history, elements[e]);
    value = stepOf(operationOf(history, elements[e]), value, partOf(elements[e], access.operand), access.swap,
                   history.zeros);
  }
  return value;
}

Decision LocationChecker::run(const History& history, std::span<const Element> elements, const Layers& layers,
                              std::optional<std::uint64_t> initial, std::optional<std::uint64_t> final,
                              SpinGroups& groups) {
  std::optional<std::uint64_t> value = initial;
  const std::size_t count = layers.starts.size() - 1;
  for (std::size_t k = 0; k < count; ++k) {
    const auto layer = layerAt(layers, k);
    const bool isLast = k + 1 == count;
    const Ends ends{value, isLast ? final : std::nullopt};
    switch (kindOf(history, elements, layer)) {
    case Kind::Observed:
      if (!split(history, elements, layer)) {
        blame(FaultKind::NotAFlag, elements, layer, 0, ends, isLast);
        return Decision::Illegal;
      }
      if (!observed(elements, layer, ends, groups))
        return Decision::Illegal;
      if (k == 0)
        initial_ = verdict_.first;
      value = verdict_.last;
      break;
    case Kind::Fold:
      assert(value); // an unknown value before a fold is the caller's to guess
      if (k == 0)
        initial_ = *value;
      value = fold(history, elements, layer, *value);
      if (ends.last && *value != *ends.last) {
        blame(FaultKind::WrongTotal, elements, layer, *value, ends, true);
        return Decision::Illegal;
      }
      break;
    case Kind::Neither:
      return Decision::Beyond;
    }
  }
  return Decision::Legal;
}

/// Initial values to try where it is unknown and one layer does not force it. complete: none other can be.
std::vector<std::uint64_t> LocationChecker::candidates(const History& history, std::span<const Element> elements,
                                                       const Layers& layers, std::optional<std::uint64_t> final,
                                                       bool& complete) {
  std::vector<std::uint64_t> values;
  const std::size_t count = layers.starts.size() - 1;
  complete = true;
  for (std::size_t k = 0; k < count; ++k) {
    const auto layer = layerAt(layers, k);
    if (kindOf(history, elements, layer) != Kind::Observed) {
      // with one layer, min, max, and, or leave the final value alone if anything reaches it; add and xor are undone
      const Operation operation = operationOf(history, elements[layer[0]]);
      const std::uint64_t ones = onesOf(elements[layer[0]].bytes), target = final.value_or(0);
      const std::uint64_t sum = fold(history, elements, layer, 0);
      if (operation.op == Op::Add && !isFloat(operation.type))
        values.push_back((target - sum) & ones);
      else if (operation.op == Op::Xor)
        values.push_back(target ^ sum);
      values.push_back(target);
      values.push_back(0);
      complete = count == 1 && (!final || (!isFloat(operation.type) && operation.op <= Op::Xor &&
                                           operation.op != Op::Inc && operation.op != Op::Dec));
      return values;
    }
    if (!split(history, elements, layer))
      return {0};
    for (const Edge& edge : edges_)
      values.push_back(edge.from);
    if (!edges_.empty())
      break;
    if (k + 1 == count) { // failed CASTs alone
      std::uint64_t fresh = 0;
      while (std::any_of(layers.order.begin(), layers.order.end(),
                         [&](std::uint32_t e) { return accessOf(history, elements[e]).operand == fresh; }))
        ++fresh;
      values.push_back(final.value_or(fresh));
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

Decision LocationChecker::decide(const History& history, std::span<const Element> elements, const Layers& layers,
                                 std::optional<std::uint64_t> initial, std::optional<std::uint64_t> final,
                                 SpinGroups& groups) {
  const std::size_t count = layers.starts.size() - 1;
  if (initial || (count == 1 && kindOf(history, elements, layerAt(layers, 0)) == Kind::Observed))
    return run(history, elements, layers, initial, final, groups);
  if (!groups.groups.empty())
    return Decision::Beyond; // performers of one guess would stay for the next
  for (std::size_t k = 0; k < count; ++k)
    if (kindOf(history, elements, layerAt(layers, k)) == Kind::Neither)
      return Decision::Beyond;
  bool complete = false;
  Decision decision = Decision::Illegal;
  for (const std::uint64_t value : candidates(history, elements, layers, final, complete))
    if ((decision = run(history, elements, layers, value, final, groups)) != Decision::Illegal)
      return decision;
  return complete ? Decision::Illegal : Decision::Beyond;
}

/// Failures go as early as their index asks for, and no later than the last moment at which memory differs from their
/// compare.
void LocationChecker::mergeFailures(const TrailVerdict& verdict, const SpinGroups& groups,
                                    std::vector<WitnessStep>& order) {
  struct Pending {
    std::uint32_t access;
    std::uint64_t compare;
    bool spurious;
    std::size_t lastChance; ///< index into the trail
    bool done = false;
  };
  std::vector<Pending> pending;
  const auto valueAt = [&](std::size_t at) { return at == 0 ? verdict.first : edges_[trailOrder_[at - 1]].to; };
  for (const Failure& failure : failures_) {
    const bool spurious = failure.group >= 0 && groups.groups[groups.of(failure.access)].performer != failure.access;
    std::size_t last = edges_.size();
    while (!spurious && last > 0 && valueAt(last) == failure.compare)
      --last;
    pending.push_back({failure.access, failure.compare, spurious, last});
  }
  for (std::size_t at = 0; at <= edges_.size(); ++at) {
    std::uint32_t below = at < edges_.size() ? edgeAccess_[trailOrder_[at]] : ~0u; // failures up to here come first
    for (const Pending& p : pending)
      if (!p.done && p.lastChance == at && below != ~0u)
        below = std::max(below, p.access + 1);
    for (Pending& p : pending)
      if (!p.done && p.access < below && (p.spurious || p.compare != valueAt(at))) {
        order.push_back({p.access, 0, !p.spurious});
        p.done = true;
      }
    if (at < edges_.size())
      order.push_back({edgeAccess_[trailOrder_[at]], 0, true});
  }
}

void LocationChecker::witness(const History& history, std::span<const Element> elements, const Layers& layers,
                              std::uint64_t initial, std::optional<std::uint64_t> final, const SpinGroups& groups,
                              std::vector<WitnessStep>& order) {
  std::uint64_t value = initial;
  const std::size_t count = layers.starts.size() - 1;
  for (std::size_t k = 0; k < count; ++k) {
    const auto layer = layerAt(layers, k);
    const std::size_t start = order.size();
    if (kindOf(history, elements, layer) == Kind::Observed) {
      split(history, elements, layer);
      verdict_ = trail_.check(edges_, {value, k + 1 == count ? final : std::nullopt});
      assert(verdict_.legal());
      trail_.witness(edges_, verdict_, trailOrder_);
      mergeFailures(verdict_, groups, order);
      value = verdict_.last;
    } else {
      for (const std::uint32_t e : layer)
        order.push_back({elements[e].access, 0, true});
      value = fold(history, elements, layer, value);
    }
    for (std::size_t at = start; at < order.size(); ++at)
      order[at].half = elements[0].half;
  }
}

} // namespace warplaw::linearize
