#include "proofs/kernels/comparisons.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs::kernels {
using symbolic::Node;
using symbolic::Op;
namespace {
std::string nameOf(Term word) {
  return word.op() == Op::Variable ? std::string(word.node()->name)
         : word.isConstant()       ? fmt::format("{}", word.value())
                                   : fmt::format("term {}", word.node()->id);
}

/// The word that has the same value without a sign, however wide. Null: it may be negative.
Term asNumber(Term word, bool isSigned) {
  if (word.op() == Op::Zext && word.width() > word.arg(0).width())
    return asNumber(word.arg(0), false);
  const bool isNegative = isSigned && (!word.isConstant() || word.value() >> (word.width() - 1) != 0);
  if (isNegative)
    return {};
  return word.isConstant() ? word.terms().constant(symbolic::kMaxWidth, word.value()) : word;
}
} // namespace

Comparisons::Comparisons(Terms& terms, const std::vector<Term>& words, bool asSigned, const std::vector<Term>& numbers)
    : terms_(terms), words_(words), asSigned_(asSigned), cases_(terms) {
  for (const Term word : words)
    kinds_.emplace(word.node(), Kind::Word);
  for (const Term number : numbers)
    kinds_.emplace(number.node(), Kind::Number);
}

Term Comparisons::of(Term term) {
  const Node& node = *term.node();
  if (const auto found = made_.find(&node); found != made_.end())
    return found->second;
  Term made = term;
  const bool isOrder = node.op == Op::Ult || node.op == Op::Ule || node.op == Op::Slt || node.op == Op::Sle;
  const Kind kind = isOrder || node.op == Op::Eq ? std::max(kindOf(node.args[0]), kindOf(node.args[1])) : Kind::None;
  if (kind != Kind::None) {
    const Term a = term.arg(0), b = term.arg(1);
    const bool isSigned = isOrder ? node.op == Op::Slt || node.op == Op::Sle : asSigned_ && kind == Kind::Word;
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

Comparisons::Kind Comparisons::kindOf(const Node* node) {
  if (const auto found = kinds_.find(node); found != kinds_.end())
    return found->second;
  const Kind kind = node->width == 1       ? Kind::None
                    : node->op == Op::Ite  ? std::max(kindOf(node->args[1]), kindOf(node->args[2]))
                    : node->op == Op::Zext ? kindOf(node->args[0])
                                           : Kind::None;
  kinds_.emplace(node, kind);
  return kind;
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
  else if (const Term first = asNumber(a, isSigned), second = asNumber(b, isSigned);
           first && second && !(first.same(a) && second.same(b) && !isSigned))
    made = less(first, second, false);
  else if (a.isConstant() && b.isConstant() && !isSigned)
    made = terms_.truth(a.value() < b.value());
  else {
    made = terms_.variable(1, fmt::format("{} is less than {}{}", nameOf(a), nameOf(b), isSigned ? ", signed" : ""));
    if (!isSigned)
      compared_.emplace_back(a, b);
  }
  less_.emplace(key, made);
  return made;
}

} // namespace warplaw::proofs::kernels
