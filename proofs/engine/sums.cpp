// Sums as linear forms: how often each summand is added, and the rest (see sums.h).
#include "proofs/engine/sums.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace warplaw::proofs {
namespace {
using symbolic::Node;
using symbolic::Op;
using symbolic::Terms;
using Nodes = std::unordered_set<const Node*>;

/// y of y << k as folding writes it: the low bits of y, and k zeros below them. Null where it is no such term.
Term shiftedLeft(Term term) {
  if (term.op() != Op::Concat || !term.arg(1).isConstant() || term.arg(1).value() != 0)
    return {};
  const Term high = term.arg(0);
  const bool isLow = high.op() == Op::Extract && high.node()->value == 0 && high.arg(0).width() == term.width();
  return isLow ? high.arg(0) : Term();
}

/// Which of two arguments is a condition that takes the other one or leaves 0: a factor 0 or 1, a mask of one bit,
/// repeated; 2: neither is.
unsigned takerOf(Term term) {
  const Op spread = term.op() == Op::Mul ? Op::Zext : Op::Sext;
  for (unsigned i = 0; i < 2; ++i)
    if (term.arg(i).op() == spread && term.arg(i).arg(0).width() == 1)
      return i;
  return 2;
}

/// Which arguments of an operation are added, each as often as a condition or a constant says. All others decide.
struct Parts {
  std::vector<Term> added, deciding;
};
Parts partsOf(Term term) {
  switch (term.op()) {
  case Op::Constant:
  case Op::Variable:
    return {};
  case Op::Add:
  case Op::Sub:
    return {{term.arg(0), term.arg(1)}, {}};
  case Op::Neg:
    return {{term.arg(0)}, {}};
  case Op::Ite:
    return {{term.arg(1), term.arg(2)}, {term.arg(0)}};
  case Op::Select: {
    Parts parts{{}, {term.arg(0)}};
    for (unsigned i = 1; i < term.node()->argCount; ++i)
      parts.added.push_back(term.arg(i));
    return parts;
  }
  case Op::Mul:
    if (term.arg(0).isConstant() || term.arg(1).isConstant())
      return {{term.arg(0), term.arg(1)}, {}};
    [[fallthrough]];
  case Op::And:
    if (const unsigned taker = takerOf(term); taker < 2)
      return {{term.arg(1 - taker)}, {term.arg(taker)}};
    break;
  case Op::Shl:
    if (term.arg(1).isConstant())
      return {{term.arg(0)}, {}};
    break;
  case Op::Concat:
    if (const Term shifted = shiftedLeft(term))
      return {{shifted}, {}};
    break;
  default:
    break;
  }
  return {{}, {term}};
}

void addVariables(std::span<const Term> roots, Nodes& to) {
  for (const Term& variable : symbolic::variablesOf(roots))
    to.insert(variable.node());
}

/// coefficient: by the summand's id, in one order whatever addresses nodes have.
struct LinearForm {
  Term rest;
  std::map<std::uint32_t, Term> coefficients;
};

class Linear {
public:
  Linear(Terms& terms, std::span<const Term> summands) : terms_(terms) {
    for (const Term& summand : summands)
      summands_.insert(summand.node());
  }

  Term alwaysEqual(const Equality& equality) {
    const LinearForm left = of(equality.left), right = of(equality.right);
    std::vector<Term> all{left.rest.eq(right.rest)};
    for (const auto* form : {&left, &right})
      for (const auto& [id, ignored] : form->coefficients)
        if (form == &left || !left.coefficients.contains(id))
          all.push_back(coefficient(left, id).eq(coefficient(right, id)));
    return terms_.all(all);
  }

private:
  static Term coefficient(const LinearForm& form, std::uint32_t id) {
    const auto found = form.coefficients.find(id);
    return found == form.coefficients.end() ? zero(form.rest) : found->second;
  }
  static Term zero(Term like) { return like.terms().constant(like.width(), 0); }

  /// The rest and the coefficients of several forms, each through `of`.
  template <class Of> LinearForm each(std::span<const LinearForm> forms, Of of) {
    const auto through = [&](auto member) {
      std::vector<Term> words;
      for (const LinearForm& form : forms)
        words.push_back(member(form));
      return of(words);
    };
    LinearForm all{through([](const LinearForm& form) { return form.rest; }), {}};
    for (const LinearForm& form : forms)
      for (const auto& [id, ignored] : form.coefficients)
        if (!all.coefficients.contains(id))
          all.coefficients.emplace(id, through([&](const LinearForm& one) { return coefficient(one, id); }));
    return all;
  }

  const LinearForm& of(Term term) {
    if (const auto known = known_.find(term.node()); known != known_.end())
      return known->second;
    return known_.emplace(term.node(), made(term)).first->second;
  }
  LinearForm made(Term term) {
    if (summands_.contains(term.node()))
      return {zero(term), {{term.node()->id, terms_.constant(term.width(), 1)}}};
    const Parts parts = partsOf(term);
    if (parts.added.empty())
      return {term, {}};
    std::vector<LinearForm> forms;
    for (const Term& part : parts.added)
      forms.push_back(of(part));
    return each(forms, [&](const std::vector<Term>& words) { return remade(term, words); });
  }
  /// The operation on what is added of it; what decides stays.
  Term remade(Term term, const std::vector<Term>& words) {
    switch (term.op()) {
    case Op::Add:
      return words[0] + words[1];
    case Op::Sub:
      return words[0] - words[1];
    case Op::Neg:
      return words[0].negated();
    case Op::Ite:
      return term.arg(0).ite(words[0], words[1]);
    case Op::Select:
      return terms_.select(term.arg(0), words);
    case Op::Shl:
      return words[0].shl(term.arg(1));
    case Op::Concat:
      return words[0].shl(terms_.constant(term.width(), term.arg(1).width()));
    case Op::And:
      return term.arg(takerOf(term)).arg(0).ite(words[0], zero(term));
    default:
      break;
    }
    assert(term.op() == Op::Mul && "partsOf and remade know the same operations");
    if (words.size() == 1)
      return words[0] * term.arg(takerOf(term));
    return term.arg(0).isConstant() ? term.arg(0) * words[1] : words[0] * term.arg(1);
  }

  Terms& terms_;
  Nodes summands_;
  std::unordered_map<const Node*, LinearForm> known_;
};

struct Roles {
  std::vector<Term> added; ///< variables
  Nodes deciding;
  bool isSum = false; ///< and no choice of words alone
};
Roles rolesIn(std::span<const Equality> equalities, std::span<const Term> others) {
  Roles roles;
  Nodes seen;
  addVariables(others, roles.deciding);
  std::vector<Term> left;
  for (const Equality& equality : equalities)
    left.insert(left.end(), {equality.left, equality.right});
  while (!left.empty()) {
    const Term term = left.back();
    left.pop_back();
    if (!seen.insert(term.node()).second)
      continue;
    if (term.op() == Op::Variable)
      roles.added.push_back(term);
    roles.isSum |= term.op() == Op::Add || term.op() == Op::Sub;
    const Parts parts = partsOf(term);
    addVariables(parts.deciding, roles.deciding);
    left.insert(left.end(), parts.added.begin(), parts.added.end());
  }
  return roles;
}

/// Other variables where these are added.
class Apart {
public:
  explicit Apart(const Nodes& variables) : variables_(variables) {}
  Term of(Term term) {
    if (const auto known = known_.find(term.node()); known != known_.end())
      return known->second;
    return known_.emplace(term.node(), made(term)).first->second;
  }

private:
  Term made(Term term) {
    if (variables_.contains(term.node()))
      return term.terms().variable(term.width(), std::string(term.node()->name) + " where it is added");
    const Parts parts = partsOf(term);
    std::vector<Term> args;
    for (unsigned i = 0; i < term.node()->argCount; ++i) {
      const Term arg = term.arg(i);
      const bool isAdded = std::ranges::any_of(parts.added, [&](Term one) { return one.same(arg); });
      // a condition that chooses is no word that is chosen, but where both are of one bit
      args.push_back(isAdded && (i > 0 || (term.op() != Op::Ite && term.op() != Op::Select)) ? of(arg) : arg);
    }
    return args.empty() ? term
                        : term.terms().make(term.op(), term.width(), args, term.node()->value, term.node()->name);
  }

  const Nodes& variables_;
  std::unordered_map<const Node*, Term> known_;
};

} // namespace

std::vector<Equality> apart(std::span<const Equality> equalities, std::span<const Term> others) {
  Roles roles = rolesIn(equalities, others);
  Nodes both;
  for (const Term& variable : roles.added)
    if (roles.deciding.contains(variable.node()))
      both.insert(variable.node());
  Apart apart(both);
  std::vector<Equality> all;
  for (const Equality& equality : equalities)
    all.push_back(rolesIn(std::array{equality}, {}).isSum ? Equality{apart.of(equality.left), apart.of(equality.right)}
                                                          : equality);
  return all;
}

std::vector<Term> summandsOf(std::span<const Equality> equalities, std::span<const Term> others) {
  Roles roles = rolesIn(equalities, others);
  std::erase_if(roles.added, [&](const Term& variable) { return roles.deciding.contains(variable.node()); });
  std::ranges::sort(roles.added, {}, [](const Term& variable) { return variable.node()->id; });
  return roles.added;
}

std::vector<Term> holdForAll(std::span<const Equality> equalities, std::span<const Term> summands) {
  std::vector<Term> all;
  if (equalities.empty())
    return all;
  Linear linear(equalities.front().left.terms(), summands);
  for (const Equality& equality : equalities)
    all.push_back(linear.alwaysEqual(equality));
  return all;
}

} // namespace warplaw::proofs
