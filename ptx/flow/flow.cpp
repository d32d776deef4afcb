#include "ptx/flow/flow.h"
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>

namespace warplaw::ptx {
namespace {

bool leaves(const Step& step) { return step.kind == StepKind::Exit || step.kind == StepKind::Trap; }

bool goesOn(const Step& step) {
  const bool jumps = leaves(step) || step.kind == StepKind::Branch || step.kind == StepKind::BranchIndexed;
  return !jumps || step.guard != kNoRegister;
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

} // namespace warplaw::ptx
