#include "proofs/kernels/comparisons.h"
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs::kernels {
using symbolic::Node;
using symbolic::Op;
namespace {
std::string nameOf(Term word) {
  return word.op() == Op::Variable ? std::string(word.node()->name) : fmt::format("term {}", word.node()->id);
}
} // namespace

Comparisons::Comparisons(Terms& terms, const std::vector<Term>& words, bool asSigned)
    : terms_(terms), words_(words), asSigned_(asSigned), cases_(terms) {
  for (const Term word : words)
    isWord_.emplace(word.node(), true);
}

Term Comparisons::of(Term term) {
  const Node& node = *term.node();
  if (const auto found = made_.find(&node); found != made_.end())
    return found->second;
  Term made = term;
  const bool isOrder = node.op == Op::Ult || node.op == Op::Ule || node.op == Op::Slt || node.op == Op::Sle;
  if ((isOrder || node.op == Op::Eq) && (isWord(node.args[0]) || isWord(node.args[1]))) {
    const Term a = term.arg(0), b = term.arg(1);
    const bool isSigned = isOrder ? node.op == Op::Slt || node.op == Op::Sle : asSigned_;
    if (node.op == Op::Eq)
      made = ~less(a, b, isSigned) & ~less(b, a, isSigned);
    else
      made = node.op == Op::Ult || node.op == Op::Slt ? less(a, b, isSigned) : ~less(b, a, isSigned);
  } else if (node.argCount != 0 && node.op != Op::Apply) {
    std::vector<Term> args;
    for (unsigned i = 0; i < node.argCount; ++i)
      args.push_back(of(term.arg(i)));
    made = terms_.make(node.op, node.width, args, node.value, node.name);
  }
  if (isOrder || node.op == Op::Eq) // of the few places that a search may come to
    made = cases_.within(terms_.truth(true), made);
  made_.emplace(&node, made);
  return made;
}

Term Comparisons::known(const std::vector<std::pair<Term, Term>>& inOrder, bool isSigned) {
  std::vector<Term> all;
  const auto follows = [&](Term low, Term high, Term than) {
    all.push_back(less(high, than, isSigned).implies(less(low, than, isSigned)));
    all.push_back(less(than, low, isSigned).implies(less(than, high, isSigned)));
  };
  for (const auto& [low, high] : inOrder) {
    all.push_back(~less(high, low, isSigned));
    for (const Term other : words_)
      follows(low, high, other);
  }
  for (const Term one : words_)
    for (const Term other : words_)
      if (one.node()->id < other.node()->id)
        all.push_back(~less(one, other, isSigned) | ~less(other, one, isSigned));
  return terms_.all(all);
}

Term Comparisons::ofAnyThree() {
  std::vector<Term> all;
  std::set<bool> ways;
  for (const auto& [key, truth] : less_)
    ways.insert(std::get<2>(key));
  for (const bool isSigned : ways)
    for (const Term a : words_)
      for (const Term b : words_) {
        if (a.same(b))
          continue;
        all.push_back(less(a, b, isSigned).implies(~less(b, a, isSigned)));
        for (const Term c : words_)
          if (!a.same(c) && !b.same(c)) // a <= b and b <= c
            all.push_back(less(b, a, isSigned) | less(c, b, isSigned) | ~less(c, a, isSigned));
      }
  return terms_.all(all);
}

bool Comparisons::isWord(const Node* node) {
  if (const auto found = isWord_.find(node); found != isWord_.end())
    return found->second;
  const bool is = node->op == Op::Ite && node->width > 1 && (isWord(node->args[1]) || isWord(node->args[2]));
  isWord_.emplace(node, is);
  return is;
}

Term Comparisons::less(Term a, Term b, bool isSigned) {
  if (a.same(b))
    return terms_.truth(false);
  const std::tuple key(a.node(), b.node(), isSigned);
  if (const auto found = less_.find(key); found != less_.end())
    return found->second;
  Term made;
  if (a.op() == Op::Ite)
    made = of(a.arg(0)).ite(less(a.arg(1), b, isSigned), less(a.arg(2), b, isSigned));
  else if (b.op() == Op::Ite)
    made = of(b.arg(0)).ite(less(a, b.arg(1), isSigned), less(a, b.arg(2), isSigned));
  else
    made = terms_.variable(1, fmt::format("{} is less than {}{}", nameOf(a), nameOf(b), isSigned ? ", signed" : ""));
  less_.emplace(key, made);
  return made;
}

} // namespace warplaw::proofs::kernels
