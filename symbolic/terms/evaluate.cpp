// A plain interpreter of terms.
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/operate.h"
#include "symbolic/terms/walk.h"
#include <cassert>
#include <limits>

namespace warplaw::symbolic {
namespace {
constexpr std::uint32_t kNoRoot = std::numeric_limits<std::uint32_t>::max();
}

Evaluator::Evaluator(std::span<const Term> roots) {
  const Walk walk(roots);
  steps_.reserve(walk.nodes().size());
  for (const Node* node : walk.nodes()) {
    Step step{node, static_cast<std::uint32_t>(args_.size()), 0};
    if (node->op == Op::Variable) {
      step.firstArg = static_cast<std::uint32_t>(variables_.size());
      variables_.emplace_back(node);
    }
    for (std::uint32_t i = 0; i < node->argCount; ++i)
      args_.push_back(walk.indexOf(node->args[i]));
    if (node->argCount != 0)
      step.lastWidth = node->args[node->argCount - 1]->width;
    steps_.push_back(step);
  }
  for (const Term root : roots)
    roots_.push_back(root ? walk.indexOf(root.node()) : kNoRoot);
}

std::vector<Bits> Evaluator::operator()(std::span<const Bits> inputs, const Functions& functions) const {
  assert(inputs.size() == variables_.size());
  std::vector<Bits> values, args;
  values.reserve(steps_.size());
  for (const Step& step : steps_) {
    const Node& node = *step.node;
    if (node.op == Op::Constant) {
      values.push_back(node.value);
      continue;
    }
    if (node.op == Op::Variable) {
      values.push_back(inputs[step.firstArg] & onesOf(node.width));
      continue;
    }
    args.clear();
    for (std::uint32_t i = 0; i < node.argCount; ++i)
      args.push_back(values[args_[step.firstArg + i]]);
    if (node.op == Op::Apply)
      values.push_back(functions ? functions(node.name, args) & onesOf(node.width) : 0);
    else
      values.push_back(operate(node.op, node.width, args, step.lastWidth, node.value));
  }
  std::vector<Bits> results;
  results.reserve(roots_.size());
  for (const std::uint32_t root : roots_)
    results.push_back(root == kNoRoot ? 0 : values[root]);
  return results;
}

std::vector<Bits> Evaluator::operator()(const Assignment& assignment, const Functions& functions) const {
  std::vector<Bits> inputs;
  inputs.reserve(variables().size());
  for (const Term variable : variables()) {
    const auto found = assignment.find(variable.node()->name);
    inputs.push_back(found == assignment.end() ? 0 : found->second);
  }
  return (*this)(inputs, functions);
}

std::vector<Bits> evaluate(std::span<const Term> roots, const Assignment& assignment, const Functions& functions) {
  return Evaluator(roots)(assignment, functions);
}

} // namespace warplaw::symbolic
