#include "proofs/kernels/cases.h"
#include <algorithm>
#include <array>

namespace warplaw::proofs::kernels {
using symbolic::Op;
namespace {
constexpr std::size_t kMostWays = 300;      ///< parts of a tree that are looked at
constexpr std::size_t kMostLooks = 100'000; ///< at choices of which some fall away
} // namespace

void Cases::isOneOf(Term word, std::span<const symbolic::Bits> values) {
  std::vector<std::pair<Term, Term>> ways; // a condition, and what the word is then
  for (const symbolic::Bits value : values) {
    const Term constant = terms_.constant(word.width(), value);
    ways.emplace_back(word.eq(constant), constant);
  }
  std::ranges::sort(ways, {}, [](const auto& way) { return way.first.node()->id; });
  Tree tree = leafOf(ways.back().second);
  for (std::size_t i = ways.size() - 1; i-- > 0;)
    tree = choice(ways[i].first, leafOf(ways[i].second), tree);
  trees_.insert_or_assign(word.node(), tree);
}

Term Cases::decided(Term condition) {
  if (condition.isConstant())
    return condition;
  const auto tree = treeOf(condition);
  return tree && nodes_[*tree].isLeaf ? nodes_[*tree].is : condition;
}

Term Cases::within(Term condition, Term word) {
  if (word.isConstant())
    return word;
  const auto holds = treeOf(condition), values = treeOf(word);
  if (!holds || !values)
    return word;
  Memo memo;
  const auto tree = joined({*holds, *values}, memo, [&](std::span<const Term> leaves) -> Term {
    return leaves[0].isTrue() ? leaves[1] : Term();
  });
  if (!tree || !nodes_[*tree].is) // nowhere
    return word;
  return termOf(*tree);
}

Term Cases::chosenWithin(Term condition, Term word) {
  if (condition.isConstant() || looks_ > kMostLooks)
    return word;
  return symbolic::rebuild(std::array{word}, [&](const symbolic::Node& node, std::span<const Term> args) {
    if (node.op != Op::Ite || ++looks_ > kMostLooks)
      return Term();
    const Term known = within(condition, Term(node.args[0]));
    return known.isConstant() ? args[known.isTrue() ? 1 : 2] : Term();
  })[0];
}

Cases::Tree Cases::leafOf(Term constant) {
  const auto [found, isNew] = leaves_.try_emplace(constant.node(), static_cast<Tree>(nodes_.size()));
  if (isNew)
    nodes_.push_back({constant});
  return found->second;
}

/// Where one side is whatever, it is the other one.
Cases::Tree Cases::choice(Term condition, Tree high, Tree low) {
  if (high == low || !nodes_[low].is)
    return high;
  if (!nodes_[high].is)
    return low;
  const auto [found, isNew] = choices_.try_emplace({condition.node(), high, low}, static_cast<Tree>(nodes_.size()));
  if (isNew)
    nodes_.push_back({condition, high, low, false});
  return found->second;
}

Term Cases::termOf(Tree tree) {
  if (const auto found = asTerms_.find(tree); found != asTerms_.end())
    return found->second;
  const Node node = nodes_[tree];
  Term term = node.is;
  if (!node.isLeaf) { // left as it is: folding would make sums of some
    const std::array parts{node.is, termOf(node.high), termOf(node.low)};
    term = terms_.raw(Op::Ite, parts[1].width(), parts);
  }
  asTerms_.emplace(tree, term);
  trees_.insert_or_assign(term.node(), tree);
  return term;
}

std::optional<Cases::Tree> Cases::treeOf(Term term) {
  struct Frame {
    Term term;
    unsigned next = 0; ///< the argument that is looked at
  };
  std::vector<Frame> stack{{term}}; // not the machine's: terms are as deep as a run is long
  while (!stack.empty()) {
    auto& [top, next] = stack.back();
    if (trees_.contains(top.node())) {
      stack.pop_back();
      continue;
    }
    if (next < top.node()->argCount && top.op() != Op::Apply) {
      const Term arg = top.arg(next);
      const auto found = trees_.find(arg.node());
      if (found == trees_.end())
        stack.push_back({arg});
      else
        next = found->second ? next + 1 : top.node()->argCount; // without one of them there is no tree
      continue;
    }
    std::optional<Tree> tree = top.isConstant() ? std::optional(leafOf(top)) : made(top);
    if (!tree && top.width() == 1)
      tree = choice(top, leafOf(terms_.truth(true)), leafOf(terms_.truth(false)));
    trees_.insert_or_assign(top.node(), tree);
    stack.pop_back();
  }
  return trees_.at(term.node());
}

/// By its operands, if they are all such. These are known, up to the first that is none.
std::optional<Cases::Tree> Cases::made(Term term) {
  const symbolic::Node& node = *term.node();
  if (node.argCount == 0 || node.op == Op::Apply)
    return std::nullopt;
  std::vector<Tree> args;
  for (unsigned i = 0; i < node.argCount; ++i) {
    const auto arg = trees_.at(node.args[i]);
    if (!arg)
      return std::nullopt;
    args.push_back(*arg);
  }
  Memo memo;
  return joined(args, memo, [&](std::span<const Term> leaves) {
    return terms_.make(node.op, node.width, leaves, node.value, node.name);
  });
}

template <class Leaf>
std::optional<Cases::Tree> Cases::joined(const std::vector<Tree>& args, Memo& memo, const Leaf& leaf) {
  if (const auto found = memo.find(args); found != memo.end())
    return found->second;
  if (memo.size() >= kMostWays)
    return std::nullopt;
  Term first;
  for (const Tree arg : args)
    if (const Node& node = nodes_[arg]; !node.isLeaf && (!first || node.is.node()->id < first.node()->id))
      first = node.is;
  std::optional<Tree>& result = memo[args];
  if (!first) {
    std::vector<Term> leaves;
    for (const Tree arg : args)
      leaves.push_back(nodes_[arg].is);
    const Term value = leaf(leaves);
    if (value && !value.isConstant())
      return std::nullopt;
    return result = leafOf(value);
  }
  std::vector<Tree> high = args, low = args;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (const Node& node = nodes_[args[i]]; !node.isLeaf && node.is.same(first)) {
      high[i] = node.high;
      low[i] = node.low;
    }
  const auto whenTrue = joined(high, memo, leaf);
  const auto whenFalse = whenTrue ? joined(low, memo, leaf) : std::nullopt;
  if (!whenTrue || !whenFalse)
    return std::nullopt;
  return result = choice(first, *whenTrue, *whenFalse);
}

} // namespace warplaw::proofs::kernels
