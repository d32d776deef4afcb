// A plain interpreter of terms.
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/operate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>

namespace warplaw::symbolic {
namespace {

constexpr std::uint32_t kNoRoot = std::numeric_limits<std::uint32_t>::max();

/// Operands, wherever their values lie.
struct Operands {
  const Bits* values;
  std::span<const std::uint32_t> places;
  Bits operator[](std::size_t i) const { return values[places[i]]; }
  std::size_t size() const { return places.size(); }
};

Bits apply(const Node& node, const Operands& operands, const Functions& functions) {
  std::vector<Bits> args;
  args.reserve(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i)
    args.push_back(operands[i]);
  return functions(node.name, args) & onesOf(node.width);
}

bool fitsNarrow(const Node& node) {
  return node.width <= kNarrowWidth &&
         std::all_of(node.args, node.args + node.argCount, [](const Node* arg) { return arg->width <= kNarrowWidth; });
}

} // namespace

Evaluator::Evaluator(std::span<const Term> roots) {
  const Walk walk(roots);
  std::vector<std::uint32_t> places(walk.nodes().size());
  const auto place = [&](const Node* node, std::size_t at) {
    places[walk.indexOf(node)] = static_cast<std::uint32_t>(at);
  };
  for (const Node* node : walk.nodes())
    if (node->op == Op::Constant) {
      place(node, constants_.size());
      constants_.push_back(node->value);
    }
  for (const Node* node : walk.nodes())
    if (node->op == Op::Variable) {
      place(node, constants_.size() + variables_.size());
      variables_.emplace_back(node);
    }
  for (const Node* node : walk.nodes()) {
    if (node->op == Op::Constant || node->op == Op::Variable)
      continue;
    place(node, size());
    steps_.push_back({.node = node,
                      .firstArg = static_cast<std::uint32_t>(args_.size()),
                      .argCount = node->argCount,
                      .op = node->op,
                      .width = node->width,
                      .lastWidth = node->argCount == 0 ? std::uint8_t{0} : node->args[node->argCount - 1]->width,
                      .lowest = node->op == Op::Extract ? static_cast<std::uint8_t>(node->value) : std::uint8_t{0},
                      .isNarrow = fitsNarrow(*node)});
    for (std::uint32_t i = 0; i < node->argCount; ++i)
      args_.push_back(places[walk.indexOf(node->args[i])]);
  }
  for (const Term root : roots)
    roots_.push_back(root ? places[walk.indexOf(root.node())] : kNoRoot);
}

std::vector<Bits> Evaluator::operator()(std::span<const Bits> inputs, const Functions& functions) const {
  assert(inputs.size() == variables_.size());
  const auto values = std::make_unique_for_overwrite<Bits[]>(size());
  Bits* next = std::copy(constants_.begin(), constants_.end(), values.get());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    *next++ = inputs[i] & onesOf(variables_[i].width());
  for (const Step& step : steps_) {
    const Operands args{values.get(), std::span(args_).subspan(step.firstArg, step.argCount)};
    if (step.op == Op::Apply)
      *next++ = functions ? apply(*step.node, args, functions) : 0;
    else if (step.isNarrow)
      *next++ = operateIn<NarrowBits>(step.op, step.width, args, step.lastWidth, step.lowest);
    else
      *next++ = operateIn<Bits>(step.op, step.width, args, step.lastWidth, step.lowest);
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
