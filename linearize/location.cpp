// Layers of one location, forward from the initial value: trails with failed CASTs beside them, and folds.
#include "linearize/location.h"
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <utility>

namespace warplaw::linearize {
namespace {

const Access& accessOf(const History& history, const Element& element) { return history.accesses[element.access]; }
Operation operationOf(const History& history, const Element& element) {
  return history.instructions[accessOf(history, element).instruction].operation;
}
std::span<const std::uint32_t> layerAt(const Layers& layers, std::size_t k) {
  return std::span(layers.order).subspan(layers.starts[k], layers.starts[k + 1] - layers.starts[k]);
}

/// The smallest value that none of these is.
std::uint64_t valueBeside(std::vector<std::uint64_t> taken) {
  std::sort(taken.begin(), taken.end());
  std::uint64_t fresh = 0;
  for (const std::uint64_t value : taken)
    fresh += value == fresh;
  return fresh;
}

} // namespace

SpinGroups::SpinGroups(const History& history) {
  groupOf.assign(history.accesses.size(), -1);
  std::unordered_map<std::uint32_t, std::uint32_t> places; // of (instruction, bank)
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    if (history.instructions[access.instruction].operation.op != Op::CastSpin)
      continue;
    const unsigned bank = bankOf(access);
    const auto [at, fresh] =
        places.try_emplace(access.instruction << 5 | bank, static_cast<std::uint32_t>(groups.size()));
    if (fresh)
      groups.push_back({access.instruction, bank, 0, {}, {}});
    Group& group = groups[at->second];
    groupOf[k] = static_cast<std::int32_t>(at->second);
    group.accesses.push_back(k);
    if (access.returns && access.returned == 1) {
      ++group.stores;
      group.performer = k;
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
  fault_.firstAssumed = false;
  fault_.accesses.clear();
  for (const std::uint32_t e : layer)
    fault_.accesses.push_back(elements[e].access);
}

void LocationChecker::blameTrail(const TrailVerdict& trail, std::span<const Element> elements,
                                 std::span<const std::uint32_t> layer, Ends ends) {
  constexpr FaultKind kKinds[] = {FaultKind::None, FaultKind::FirstNotLeft, FaultKind::LastNotReached,
                                  FaultKind::Unbalanced, FaultKind::Disconnected};
  blame(kKinds[static_cast<unsigned>(trail.fault)], elements, layer, trail.value, ends, true);
}

bool LocationChecker::observed(std::span<const Element> elements, std::span<const std::uint32_t> layer, Ends ends,
                               SpinGroups& groups) {
  if (edges_.empty() && !ends.first &&
      !ends.last) { // nothing tells the value: take one that every CAST can have failed on
    std::vector<std::uint64_t> compares;
    for (const Failure& failure : failures_)
      compares.push_back(failure.compare);
    ends.first = valueBeside(compares);
  }
  verdict_ = trail_.check(edges_, ends);
  if (!verdict_.legal()) {
    blameTrail(verdict_, elements, layer, ends);
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
  checked_ = nullptr;
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
      if (count == 1)
        checked_ = elements.data();
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
  last_ = *value;
  return Decision::Legal;
}

/// A fold as the first layer that tells anything: with one layer, min, max, and, or leave the final value alone if
/// anything reaches it; add and xor are undone.
void LocationChecker::foldCandidates(const History& history, std::span<const Element> elements,
                                     std::span<const std::uint32_t> layer, bool alone,
                                     std::optional<std::uint64_t> final, Candidates& candidates) const {
  const Operation operation = operationOf(history, elements[layer[0]]);
  const std::uint64_t ones = onesOf(elements[layer[0]].bytes), target = final.value_or(0);
  const std::uint64_t sum = fold(history, elements, layer, 0);
  if (operation.op == Op::Add && !isFloat(operation.type))
    candidates.values.push_back((target - sum) & ones);
  else if (operation.op == Op::Xor)
    candidates.values.push_back(target ^ sum);
  candidates.values.push_back(target);
  candidates.values.push_back(0);
  candidates.complete = alone && (!final || (!isFloat(operation.type) && operation.op <= Op::Xor &&
                                             operation.op != Op::Inc && operation.op != Op::Dec));
}

/// Initial values to try where it is unknown. Layers of failed CASTs, and closed trails, leave the value as it was and
/// only narrow it down; the first other layer forces it, or is a fold.
LocationChecker::Candidates LocationChecker::candidates(const History& history, std::span<const Element> elements,
                                                        const Layers& layers, std::optional<std::uint64_t> final) {
  Candidates found;
  const std::size_t count = layers.starts.size() - 1;
  std::vector<std::uint64_t> allowed, denied; // values of closed trails, sorted; compare values of failures
  std::vector<std::uint64_t> bySteps;         // of the first closed trail, by access
  for (std::size_t k = 0; k < count; ++k) {
    const auto layer = layerAt(layers, k);
    if (kindOf(history, elements, layer) != Kind::Observed) {
      if (bySteps.empty())
        foldCandidates(history, elements, layer, count == 1, final, found);
      else
        found.values = allowed;
      return found;
    }
    if (!split(history, elements, layer)) {
      found.values = {0}; // it is illegal, whatever stood there
      found.forced = true;
      return found;
    }
    for (const Failure& failure : failures_)
      if (edges_.empty())
        denied.push_back(failure.compare);
    if (edges_.empty())
      continue;
    const Ends ends{std::nullopt, k + 1 == count ? final : std::nullopt};
    const TrailVerdict trail = trail_.check(edges_, ends);
    if (!trail.legal() || trail.first != trail.last) {
      found.values = {trail.first};
      found.forced = true;
      if (!trail.legal()) {
        blameTrail(trail, elements, layer, ends);
        found.values.clear();
      }
      return found;
    }
    std::vector<std::uint64_t> here;
    for (const Edge& edge : edges_)
      here.push_back(edge.from);
    if (bySteps.empty())
      bySteps = here;
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    if (!allowed.empty()) {
      std::vector<std::uint64_t> both;
      std::set_intersection(here.begin(), here.end(), allowed.begin(), allowed.end(), std::back_inserter(both));
      if (both.empty()) // two closed trails without a value in common: any start shows it
        both.push_back(allowed[0]);
      here = std::move(both);
    }
    allowed = std::move(here);
  }
  if (final) {
    found.values = {*final};
    found.forced = true;
  } else if (bySteps.empty())
    found.values = {valueBeside(denied)};
  else { // one is as good as another, up to failures: the one that the smallest step finds
    std::sort(denied.begin(), denied.end());
    for (const std::uint64_t value : bySteps)
      if (std::binary_search(allowed.begin(), allowed.end(), value) &&
          (found.values.empty() || std::binary_search(denied.begin(), denied.end(), found.values[0])))
        found.values = {value};
  }
  return found;
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
  const Candidates found = candidates(history, elements, layers, final);
  Fault fault = fault_;
  for (std::size_t k = 0; k < found.values.size(); ++k) {
    const Decision decision = run(history, elements, layers, found.values[k], final, groups);
    if (decision != Decision::Illegal)
      return decision;
    if (k == 0)
      fault = fault_;
    if (deadline_ && std::chrono::steady_clock::now() > *deadline_)
      return Decision::Beyond;
  }
  fault.firstAssumed = !found.forced;
  fault_ = fault;
  return found.complete ? Decision::Illegal : Decision::Beyond;
}

/// Failures go as early as their index asks for, and no later than the last moment at which memory differs from their
/// compare. Those that wait are kept by compare value: all of one value wait for the same moments.
void LocationChecker::mergeFailures(const TrailVerdict& verdict, const SpinGroups& groups,
                                    std::vector<WitnessStep>& order) {
  if (failures_.empty()) {
    for (const std::uint32_t edge : trailOrder_)
      order.push_back({edgeAccess_[edge], 0, true});
    return;
  }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> honest; // by compare value, then access
  std::vector<std::uint32_t> free;                             // those that .SPIN left out: any moment will do
  for (const Failure& failure : failures_)
    if (failure.group >= 0 && groups.groups[groups.of(failure.access)].performer != failure.access)
      free.push_back(failure.access);
    else
      honest.emplace_back(failure.compare, failure.access);
  std::sort(honest.begin(), honest.end());
  std::sort(free.begin(), free.end());
  const auto valueAt = [&](std::size_t at) { return at == 0 ? verdict.first : edges_[trailOrder_[at - 1]].to; };
  const std::uint64_t last = valueAt(edges_.size());
  std::size_t lastUnlike = edges_.size(); // the last moment with another value than the last one
  while (lastUnlike > 0 && valueAt(lastUnlike) == last)
    --lastUnlike;
  // the smallest access of each compare value that waits, with its place in `honest`
  std::byte few[2048]; // nodes for those of a warp
  std::pmr::monotonic_buffer_resource nodes(few, sizeof few);
  std::pmr::set<std::pair<std::uint32_t, std::uint32_t>> heads(&nodes);
  std::size_t ofLast = 0; // how many wait for memory to differ from the last value
  for (std::uint32_t k = 0; k < honest.size(); ++k) {
    if (k == 0 || honest[k].first != honest[k - 1].first)
      heads.emplace(honest[k].second, k);
    ofLast += honest[k].first == last;
  }
  std::size_t nextFree = 0;
  for (std::size_t at = 0; at <= edges_.size(); ++at) {
    const std::uint64_t value = valueAt(at);
    for (;;) {
      auto head = heads.begin(); // at most one is not possible now
      if (head != heads.end() && honest[head->second].first == value)
        ++head;
      const std::uint32_t failed = head == heads.end() ? ~0u : head->first,
                          left = nextFree == free.size() ? ~0u : free[nextFree];
      const bool must = at == lastUnlike && ofLast > 0 && last != value;
      const std::uint32_t limit = at == edges_.size() || must ? ~0u : edgeAccess_[trailOrder_[at]];
      if (std::min(failed, left) >= limit)
        break;
      if (left < failed) {
        ++nextFree;
        order.push_back({left, 0, false});
        continue;
      }
      order.push_back({failed, 0, true});
      const std::uint32_t k = head->second;
      heads.erase(head);
      ofLast -= honest[k].first == last;
      if (k + 1 < honest.size() && honest[k + 1].first == honest[k].first)
        heads.emplace(honest[k + 1].second, k + 1);
    }
    if (at < edges_.size())
      order.push_back({edgeAccess_[trailOrder_[at]], 0, true});
  }
}

/// A group whose lanes are all here, and none of which stored: the lane that gives the smallest order performs.
void LocationChecker::choosePerformers(const SpinGroups& groups, std::vector<WitnessStep>& order) {
  std::map<std::int32_t, std::vector<const Failure*>> here;
  for (const Failure& failure : failures_)
    if (failure.group >= 0)
      here[groups.of(failure.access)].push_back(&failure);
  SpinGroups chosen = groups;
  std::vector<WitnessStep> best, tried;
  mergeFailures(verdict_, chosen, best);
  const auto before = [](const WitnessStep& a, const WitnessStep& b) { return a.access < b.access; };
  for (const auto& [group, failures] : here) {
    std::optional<std::uint32_t>& performer = chosen.groups[group].performer;
    if (groups.groups[group].stores > 0 || failures.size() < groups.groups[group].accesses.size())
      continue;
    for (const Failure* failure : failures) {
      const auto kept = performer;
      if (!trail_.visitsOtherThan(failure->compare))
        continue; // it would have stored
      performer = failure->access;
      tried.clear();
      mergeFailures(verdict_, chosen, tried);
      if (std::lexicographical_compare(tried.begin(), tried.end(), best.begin(), best.end(), before))
        best.swap(tried);
      else
        performer = kept;
    }
  }
  order.insert(order.end(), best.begin(), best.end());
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
      if (std::exchange(checked_, nullptr) != elements.data() || verdict_.first != value) {
        split(history, elements, layer);
        verdict_ = trail_.check(edges_, {value, k + 1 == count ? final : std::nullopt});
      }
      assert(verdict_.legal());
      trail_.witness(edges_, verdict_, trailOrder_);
      if (groups.groups.empty())
        mergeFailures(verdict_, groups, order);
      else
        choosePerformers(groups, order);
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
