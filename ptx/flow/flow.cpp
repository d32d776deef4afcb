#include "ptx/flow/flow.h"
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>

namespace warplaw::ptx {
namespace {

bool leaves(const Step& step) { return step.kind == StepKind::Exit || step.kind == StepKind::Trap; }

bool goesOn(const Step& step) {
  const bool jumps = leaves(step) || step.kind == StepKind::Branch || step.kind == StepKind::BranchIndexed;
  return !jumps || step.guard != kNoRegister;
}

/// From which steps may a thread come to a place where threads wait for each other?
std::vector<bool> comeToOthers(const std::vector<Step>& steps) {
  std::vector<bool> come(steps.size() + 1, false);
  for (bool again = true; again;) {
    again = false;
    for (auto at = static_cast<std::uint32_t>(steps.size()); at-- > 0;) {
      if (come[at])
        continue;
      const std::vector<std::uint32_t> next = successors(steps, at);
      come[at] = steps[at].kind == StepKind::Barrier || waitsForOthers(steps[at]) ||
                 std::ranges::any_of(next, [&](std::uint32_t one) { return come[one]; });
      again |= come[at];
    }
  }
  return come;
}

bool isInLoop(const std::vector<Step>& steps, std::uint32_t step) {
  std::vector<bool> seen(steps.size() + 1, false);
  std::vector<std::uint32_t> next = successors(steps, step);
  while (!next.empty()) {
    const std::uint32_t at = next.back();
    next.pop_back();
    if (at == step)
      return true;
    if (at >= steps.size() || seen[at])
      continue;
    seen[at] = true;
    std::ranges::copy(successors(steps, at), std::back_inserter(next));
  }
  return false;
}

} // namespace

std::vector<std::uint32_t> successors(const std::vector<Step>& steps, std::uint32_t at) {
  const Step& step = steps[at];
  std::vector<std::uint32_t> all;
  if (step.kind == StepKind::Branch)
    all.push_back(step.target);
  if (step.kind == StepKind::BranchIndexed)
    all = step.targets;
  if (goesOn(step))
    all.push_back(at + 1);
  if (all.empty())
    all.push_back(static_cast<std::uint32_t>(steps.size()));
  return all;
}

std::vector<std::uint32_t> postDominators(const std::vector<Step>& steps) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  const auto end = static_cast<std::uint32_t>(steps.size());
  Graph reversed(steps.size() + 1);
  for (std::uint32_t step = 0; step < end; ++step)
    for (const std::uint32_t next : successors(steps, step))
      boost::add_edge(next, step, reversed);
  const auto none = boost::graph_traits<Graph>::null_vertex();
  std::vector<Graph::vertex_descriptor> dominators(steps.size() + 1, none);
  boost::lengauer_tarjan_dominator_tree(
      reversed, Graph::vertex_descriptor(end),
      boost::make_iterator_property_map(dominators.begin(), boost::get(boost::vertex_index, reversed)));
  std::vector<std::uint32_t> all;
  for (std::uint32_t step = 0; step < end; ++step)
    all.push_back(dominators[step] == none ? end : static_cast<std::uint32_t>(dominators[step]));
  return all;
}

void reconverge(Kernel& kernel) {
  const std::vector<std::uint32_t> after = postDominators(kernel.steps);
  for (std::uint32_t at = 0; at < kernel.steps.size(); ++at) {
    Step& step = kernel.steps[at];
    if (step.kind == StepKind::Branch || step.kind == StepKind::BranchIndexed)
      step.reconverge = after[at];
  }
}

bool onlyExits(const std::vector<Step>& steps, std::uint32_t step) {
  for (std::size_t turns = 0; step < steps.size() && turns < steps.size(); ++turns) {
    const Step& at = steps[step];
    if (at.guard != kNoRegister || (at.kind != StepKind::Exit && at.kind != StepKind::Branch))
      return false;
    if (at.kind == StepKind::Exit)
      return true;
    step = at.target;
  }
  return step >= steps.size();
}

void leaveAtOnce(Kernel& kernel) {
  const std::vector<Step> before = kernel.steps;
  const std::vector<bool> come = comeToOthers(before);
  for (std::uint32_t at = 0; at < before.size(); ++at) {
    const Step& step = before[at];
    const bool isGuarded = step.guard != kNoRegister;
    if (step.kind != StepKind::Branch || !onlyExits(before, step.target))
      continue;
    if (!isGuarded || (!step.isUniform && come[at + 1] && !isInLoop(before, at)))
      kernel.steps[at].kind = StepKind::Exit;
  }
  reconverge(kernel);
}

bool staysForOthers(const std::vector<Step>& steps) {
  const std::vector<bool> come = comeToOthers(steps);
  for (std::uint32_t at = 0; at < steps.size(); ++at) {
    const bool jumps = steps[at].kind == StepKind::BranchIndexed ||
                       (steps[at].kind == StepKind::Branch && onlyExits(steps, steps[at].target));
    const std::vector<std::uint32_t> next = successors(steps, at);
    if (jumps && std::ranges::any_of(next, [&](std::uint32_t one) { return onlyExits(steps, one); }) &&
        std::ranges::any_of(next, [&](std::uint32_t one) { return come[one]; }))
      return true;
  }
  return false;
}

} // namespace warplaw::ptx
