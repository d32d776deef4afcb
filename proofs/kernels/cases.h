// Words that are one of a few constants, and conditions that say which, as the bounds of a binary search are: what
// holds whichever way the conditions go is known before a solver is asked. Conditions are taken for independent of each
// other. An input of which few values are left is such a word, too: conditions say which of them it is.
#pragma once
#include "symbolic/terms/term.h"
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

namespace warplaw::proofs::kernels {
using symbolic::Term;
using symbolic::Terms;

class Cases {
public:
  explicit Cases(Terms& terms) : terms_(terms) {}
  /// From now on the word is one of these, which are one or more, and not another one.
  void isOneOf(Term word, std::span<const symbolic::Bits> values);
  /// Width 1: the constant, if it is one whichever way the conditions go that it is made of; else what is given.
  Term decided(Term condition);
  /// Where the condition holds the word is this one: a tree of choices whose leaves are constants, if they are few;
  /// else what is given.
  Term within(Term condition, Term word);
  /// Where the condition holds the word is this one: what it does not choose there is left out.
  Term chosenWithin(Term condition, Term word);

private:
  /// A tree in which conditions stand in the order of their nodes, each at most once from root to leaf.
  using Tree = std::uint32_t;
  struct Node {
    Term is; ///< a condition, or a leaf: a constant; null: whatever
    Tree high = 0, low = 0;
    bool isLeaf = true;
  };
  using Memo = std::map<std::vector<Tree>, std::optional<Tree>>;

  std::optional<Tree> treeOf(Term term);
  std::optional<Tree> made(Term term);
  template <class Leaf> std::optional<Tree> joined(const std::vector<Tree>& args, Memo& memo, const Leaf& leaf);
  Tree leafOf(Term constant);
  Tree choice(Term condition, Tree high, Tree low);
  Term termOf(Tree tree);

  Terms& terms_;
  std::size_t looks_ = 0; ///< at choices
  std::vector<Node> nodes_;
  std::map<const symbolic::Node*, Tree> leaves_;
  std::map<std::tuple<const symbolic::Node*, Tree, Tree>, Tree> choices_;
  std::unordered_map<const symbolic::Node*, std::optional<Tree>> trees_;
  std::unordered_map<Tree, Term> asTerms_;
};

} // namespace warplaw::proofs::kernels
