// What follows from what is assumed of inputs: conditions themselves, comparisons of a word with constants, and what
// holds for each of the few values that an input may have. It decides branches before a solver is asked.
#include "proofs/kernels/machine.h"
#include "proofs/kernels/simplified.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <unordered_set>

namespace warplaw::proofs::kernels {
using symbolic::Op;
namespace {

/// A comparison with a constant: the word is from low to high, both included, as unsigned numbers; of signed ones their
/// sign is turned, which leaves their order.
struct Compared {
  Term word;
  bool isSigned;
  Bits low, high;
};

Bits signOf(Term word) { return Bits{1} << (word.width() - 1); }

std::optional<Compared> comparedIn(Term condition) {
  const Op op = condition.op();
  if (op != Op::Eq && op != Op::Ult && op != Op::Ule && op != Op::Slt && op != Op::Sle)
    return std::nullopt;
  const Term a = condition.arg(0), b = condition.arg(1);
  if (a.isConstant() == b.isConstant())
    return std::nullopt;
  const bool isSigned = op == Op::Slt || op == Op::Sle, isStrict = op == Op::Ult || op == Op::Slt;
  const Term word = a.isConstant() ? b : a;
  const Bits all = symbolic::onesOf(word.width());
  const Bits constant = (a.isConstant() ? a : b).value() ^ (isSigned ? signOf(word) : Bits{0});
  if (op == Op::Eq)
    return Compared{word, false, constant, constant};
  if (isStrict && constant == (a.isConstant() ? all : Bits{0}))
    return std::nullopt; // never
  if (a.isConstant())
    return Compared{word, isSigned, isStrict ? constant + 1 : constant, all};
  return Compared{word, isSigned, 0, isStrict ? constant - 1 : constant};
}

constexpr std::size_t kMostJoined = 200; ///< of a condition that may imply another one

/// What is joined by the operation, each once.
std::vector<Term> partsOf(Term whole, Op op) {
  std::vector<Term> parts{whole};
  std::unordered_set<const symbolic::Node*> seen;
  for (std::size_t i = 0; i < parts.size() && parts.size() <= kMostJoined; ++i)
    for (unsigned side = 0; parts[i].op() == op && side < 2; ++side)
      if (const Term part = parts[i].arg(side); seen.insert(part.node()).second)
        parts.push_back(part);
  return parts;
}

} // namespace

bool AnyMachine::implies(Term part, Term whole) {
  if (part.same(whole) || part.isFalse() || whole.isTrue())
    return true;
  if (part.isConstant() || whole.isConstant())
    return false;
  const auto [known, isNew] = implied_.try_emplace({part.node(), whole.node()}, false);
  if (!isNew)
    return known->second;
  const std::vector<Term> ways = partsOf(part, Op::Or), all = partsOf(whole, Op::And);
  if (ways.size() > kMostJoined || all.size() > kMostJoined) // not all of them are known
    return false;
  return known->second = std::ranges::all_of(all, [&](Term one) {
           std::unordered_set<const symbolic::Node*> wanted;
           for (const Term way : partsOf(one, Op::Or))
             wanted.insert(way.node());
           const auto isWanted = [&](Term own) { return wanted.contains(own.node()); };
           return one.op() == Op::And || std::ranges::all_of(ways, [&](Term way) {
                    return way.op() == Op::Or || std::ranges::any_of(partsOf(way, Op::And), isWanted);
                  });
         });
}

AnyMachine::Range AnyMachine::rangeOf(Term word, bool isSigned) const {
  Range range{0, symbolic::onesOf(word.width())};
  if (const auto own = ranges_.find({word.node(), isSigned}); own != ranges_.end())
    range = own->second;
  // numbers that have no sign in either order
  if (const auto other = ranges_.find({word.node(), !isSigned}); other != ranges_.end()) {
    const Bits sign = signOf(word);
    const auto [low, high] = other->second;
    if (isSigned ? high < sign : low >= sign) {
      range.first = std::max(range.first, low ^ sign);
      range.second = std::min(range.second, high ^ sign);
    }
  }
  return range;
}

void AnyMachine::decide(Term condition, bool holds) {
  if (condition.isConstant() || !decided_.try_emplace(condition.node(), holds).second)
    return;
  decide(~condition, !holds);
  if (condition.op() == (holds ? Op::And : Op::Or))
    for (unsigned i = 0; i < 2; ++i)
      decide(condition.arg(i), holds);
  const auto compared = comparedIn(condition);
  if (!compared)
    return;
  const Bits all = symbolic::onesOf(compared->word.width());
  Range range = rangeOf(compared->word, compared->isSigned);
  if (holds) {
    range.first = std::max(range.first, compared->low);
    range.second = std::min(range.second, compared->high);
  } else if (compared->low <= range.first && compared->high < all) {
    range.first = std::max(range.first, compared->high + 1);
  } else if (compared->high >= range.second && compared->low > 0) {
    range.second = std::min(range.second, compared->low - 1);
  }
  ranges_[{compared->word.node(), compared->isSigned}] = range;
}

Term AnyMachine::assumed(Term condition) const {
  if (decided_.empty() || condition.isConstant())
    return condition;
  if (const auto found = decided_.find(condition.node()); found != decided_.end())
    return terms_.truth(found->second);
  if (condition.op() == Op::Not) {
    const Term inner = assumed(condition.arg(0));
    return inner.isConstant() ? ~inner : condition;
  }
  const auto compared = comparedIn(condition);
  if (!compared)
    return condition;
  const auto [low, high] = rangeOf(compared->word, compared->isSigned);
  if (low >= compared->low && high <= compared->high)
    return terms_.truth(true);
  return high < compared->low || low > compared->high ? terms_.truth(false) : condition;
}

namespace {

/// Is it about this input and nothing else? A function (PTX-34) has values that nobody knows here.
bool isOf(Term condition, Term input) {
  const std::array roots{condition};
  const symbolic::Walk walk(roots);
  return std::ranges::all_of(walk.nodes(), [&](const symbolic::Node* node) {
    return node->op != Op::Apply && (node->op != Op::Variable || node == input.node());
  });
}

} // namespace

/// Finds the values of inputs that are compared with a small constant: those that fulfil what is assumed of them alone.
void AnyMachine::takeFewValues() {
  const std::vector<Term> conditions = symbolic::conjunctsOf(any_.assumed);
  for (const Term input : symbolic::variablesOf(conditions)) {
    const auto count = valuesOf(input, conditions);
    if (!count)
      continue;
    std::vector<Term> own;
    for (const Term one : conditions)
      if (isOf(one, input))
        own.push_back(one);
    std::vector<Bits> values;
    for (Bits value = 0; value < *count; ++value)
      if (symbolic::evaluate(std::vector{terms_.all(own)}, {{std::string(input.node()->name), value}})[0] == 1)
        values.push_back(value);
    if (values.empty())
      continue;
    if (!valued_)
      valued_.emplace(terms_);
    valued_->isOneOf(input, values);
  }
}

Term AnyMachine::inAnyCase(Term condition) {
  const Term known = cases_.decided(condition);
  return known.isConstant() || !valued_ ? known : valued_->decided(known);
}

Term AnyMachine::wordWithin(Term condition, Term word) {
  const Term known = cases_.within(condition, word);
  if (known.isConstant() || !valued_)
    return known;
  const Term one = valued_->within(condition, known);
  return one.isConstant() ? one : known; // several are as many choices as there are values
}

Term AnyMachine::both(Term lanes, Term condition) {
  const Term both = lanes & condition;
  for (unsigned side = 0; both.op() == Op::And && side < 2; ++side)
    if (implies(both.arg(side), both.arg(1 - side)))
      return both.arg(side);
  return both;
}

Term AnyMachine::chosenFor(Term lanes, Term word) {
  while (word.op() == Op::Ite) {
    const bool isFirst = implies(lanes, word.arg(0));
    if (isFirst || implies(lanes, ~word.arg(0))) {
      word = word.arg(isFirst ? 1 : 2);
      continue;
    }
    Term condition = word.arg(0);
    for (unsigned side = 0; condition.op() == Op::And && side < 2; ++side)
      if (implies(lanes, condition.arg(side)))
        condition = condition.arg(1 - side);
    return condition.ite(word.arg(1), word.arg(2)); // of a condition, what is not known there
  }
  return word;
}

Term AnyMachine::decided(Term condition) { return inAnyCase(assumed(condition)); }

} // namespace warplaw::proofs::kernels
