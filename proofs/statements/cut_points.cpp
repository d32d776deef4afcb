// Cut points: see cut_points.h.
#include "proofs/statements/cut_points.h"
#include "proofs/statements/evidence.h"
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

constexpr std::size_t kSamples = 192, kTries = 4000, kSteps = 32, kFewValues = 16;

/// A value for a variable of the assumptions: flags, enumerations and masks are small, lists of them have small digits.
Bits told(std::mt19937_64& random) {
  const Bits any = random();
  switch (random() % 5) {
  case 0:
    return any % 2;
  case 1:
    return any % 7;
  case 2:
    return any % 16;
  default:
    return any & 0x7777 >> 4 * (random() % 4);
  }
}

/// Assignments under which the assumptions hold: what they speak of changes one variable at a time, while they do.
std::vector<Assignment> samplesOf(const std::vector<Term>& roots, const std::vector<Term>& assumptions) {
  std::vector<Term> all = roots;
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  const std::vector<Term> variables = symbolic::variablesOf(all);
  std::vector<Term> needed = symbolic::variablesOf(assumptions);
  std::set<std::uint32_t> known; // by node: what assumptions speak of
  for (const Term v : needed)
    known.insert(v.node()->id);
  const symbolic::Evaluator evaluate(assumptions);
  const auto holds = [&](const Assignment& sample) {
    const std::vector<Bits> values = evaluate(sample);
    return std::ranges::find(values, Bits(0)) == values.end();
  };
  std::mt19937_64 random(1); // its numbers are the same everywhere
  std::vector<Assignment> samples;
  Assignment sample;
  for (const Term assumption : assumptions) // what a case says is never drawn
    for (const auto& [variable, value] : valuesIn(assumption)) {
      sample[std::string(variable.node()->name)] = value.value();
      std::erase_if(needed, [&](Term one) { return one.same(variable); });
    }
  const auto draw = [&](Term v) { return told(random) & symbolic::onesOf(v.width()); };
  for (std::size_t attempt = 0; attempt < kTries && !holds(sample); ++attempt)
    for (const Term v : needed)
      sample[std::string(v.node()->name)] = attempt % 2 ? draw(v) : draw(v) % 2;
  if (!holds(sample))
    return {};
  while (samples.size() < kSamples) {
    for (unsigned step = 0; step < kSteps && !needed.empty(); ++step) {
      const Term v = needed[random() % needed.size()];
      Bits& value = sample[std::string(v.node()->name)];
      const Bits before = value;
      value = draw(v);
      if (!holds(sample))
        value = before;
    }
    for (const Term v : variables)
      if (!known.contains(v.node()->id))
        sample[std::string(v.node()->name)] = (Bits(random()) << 64 | random()) & symbolic::onesOf(v.width());
    samples.push_back(sample);
  }
  return samples;
}

Bits extendedTo(unsigned width, Bits value, unsigned from, bool isSigned) {
  const bool negative = isSigned && (value >> (from - 1) & 1);
  return (negative ? value | ~symbolic::onesOf(from) : value) & symbolic::onesOf(width);
}

std::vector<Term> productsIn(Term root) {
  std::vector<Term> products;
  const symbolic::Walk walk(std::span(&root, 1));
  for (const symbolic::Node* node : walk.nodes())
    if (node->op == symbolic::Op::Mul && !Term(node->args[0]).isConstant() && !Term(node->args[1]).isConstant())
      products.emplace_back(node);
  return products;
}

/// An equality holds for all that earlier cut points may be: with their variables numbered anew in their order, it is
/// one question wherever it is asked of the same code, and not one for each lane and case.
Term numberedAnew(Term equality, const std::vector<Term>& variables) {
  Terms& terms = equality.terms();
  std::set<std::uint32_t> spoken;
  for (const Term v : symbolic::variablesOf(std::span(&equality, 1)))
    spoken.insert(v.node()->id);
  std::vector<std::pair<Term, Term>> anew;
  for (const Term v : variables)
    if (spoken.contains(v.node()->id))
      anew.emplace_back(v, terms.variable(v.width(), fmt::format("number-{}.{}", anew.size(), v.width())));
  return symbolic::substitute(equality, anew);
}

} // namespace

CutPoints cutPoints(Terms& terms, Term got, const std::vector<Term>& wanted, const std::vector<Term>& assumptions,
                    const std::string& prefix) {
  CutPoints cuts;
  if (!terms.folds())
    return cuts;
  std::vector<Term> nodes = wanted;
  const symbolic::Walk walk(std::span(&got, 1));
  for (const symbolic::Node* node : walk.nodes())
    if (node->argCount != 0)
      nodes.emplace_back(node);
  const symbolic::Evaluator evaluate(nodes);
  const std::vector<Assignment> samples = samplesOf(nodes, assumptions);
  std::vector<std::vector<Bits>> values; // by sample
  for (const Assignment& sample : samples)
    values.push_back(evaluate(sample));
  if (values.size() < kSamples)
    return cuts;
  std::vector<Term> variables;
  const auto isMetByAny = [&](Term equality) { // whatever cut points are
    const symbolic::Evaluator holds(std::span(&equality, 1));
    std::mt19937_64 random(1); // its numbers are the same everywhere
    return std::ranges::all_of(samples, [&](Assignment sample) {
      for (const Term v : variables)
        sample[std::string(v.node()->name)] = (Bits(random()) << 64 | random()) & symbolic::onesOf(v.width());
      return holds(sample)[0] != 0;
    });
  };
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    if (wanted[w].isConstant()) // in this case
      continue;
    const unsigned from = wanted[w].width();
    const auto isAlways = [&](std::size_t n, auto said) {
      return std::ranges::all_of(values, [&](const std::vector<Bits>& v) { return said(v[n], v[w]); });
    };
    struct Found {
      Term node;
      bool isSigned;
    };
    std::vector<Found> found, narrower;
    std::set<Bits> met; // a number that is met in few values is met in too many places
    for (const std::vector<Bits>& v : values)
      met.insert(v[w]);
    for (std::size_t n = wanted.size(); n < nodes.size(); ++n) {
      const unsigned width = nodes[n].width();
      const auto extends = [&](bool isSigned) {
        return isAlways(n, [&](Bits ours, Bits theirs) { return ours == extendedTo(width, theirs, from, isSigned); });
      };
      if (width < from) {
        if (met.size() > kFewValues &&
            isAlways(n, [&](Bits ours, Bits theirs) { return theirs == extendedTo(from, ours, width, true); }))
          narrower.push_back({nodes[n], true});
      } else if (extends(true)) {
        found.push_back({nodes[n], true});
      } else if (width > from && extends(false)) {
        found.push_back({nodes[n], false});
      }
    }
    unsigned bits = from; // of its variable
    if (found.empty() && !narrower.empty()) {
      const auto widthOf = [](const Found& one) { return one.node.width(); };
      bits = widthOf(*std::ranges::max_element(narrower, {}, widthOf));
      std::ranges::copy_if(narrower, std::back_inserter(found), [&](const Found& one) { return widthOf(one) == bits; });
    }
    if (found.empty())
      continue;
    const Term variable = terms.variable(bits, fmt::format("{}.{}.{}", prefix, w, bits));
    variables.push_back(variable);
    const auto within = [earlier = cuts](Term term) { // earlier cut points as variables: for all that they may be
      return symbolic::substitute(symbolic::substitute(term, earlier.ofCode), earlier.ofEncoding);
    };
    const auto as = [&](const Found& one, Term term) { // a term of `bits` bits
      return one.isSigned ? term.sext(one.node.width()) : term.zext(one.node.width());
    };
    std::vector<std::pair<Term, Term>> ofThis;
    for (const Found& one : found) {
      // as it was, where it is not built on what was cut; and on what of this very number was met already, if it is
      const Term ours = within(one.node), built = symbolic::substitute(ours, ofThis);
      const Term theirs = ours.same(one.node) ? wanted[w] : within(wanted[w]);
      Term equality = built.eq(as(one, variable));
      if (built.same(ours) || met.size() <= kFewValues || !isMetByAny(equality)) // few values are met by chance
        equality = bits < from ? ours.sext(from).eq(theirs) : ours.eq(as(one, theirs));
      if (!equality.isTrue())
        cuts.equalities.push_back(numberedAnew(equality, variables));
      cuts.ofCode.emplace_back(one.node, as(one, variable));
      ofThis.emplace_back(ours, as(one, variable));
    }
    cuts.ofEncoding.emplace_back(wanted[w], variable.sext(from));
    for (unsigned low = from - 1; low > 1; --low) // folding may have taken the low bits of what it is made of
      if (const Term part = wanted[w].extract(low - 1, 0); part.node()->argCount != 0 && !part.arg(0).same(wanted[w]))
        cuts.ofEncoding.emplace_back(part, variable.sext(from).extract(low - 1, 0));
  }
  return cuts;
}

CutPoints sharedProduct(Terms& terms, Term got, Term expected) {
  const std::vector<Term> ours = productsIn(got), theirs = productsIn(expected);
  if (!terms.folds() || ours.size() != 1 || theirs.size() != 1)
    return {};
  const unsigned narrow = std::min(ours[0].width(), theirs[0].width());
  const unsigned wide = std::max(ours[0].width(), theirs[0].width());
  const auto same = [&](unsigned mine, unsigned other) {
    return ours[0].arg(mine).extract(narrow - 1, 0).eq(theirs[0].arg(other).extract(narrow - 1, 0));
  };
  const Term product = terms.variable(wide, "product");
  CutPoints cuts;
  cuts.equalities = {(same(0, 0) & same(1, 1)) | (same(0, 1) & same(1, 0))};
  cuts.ofCode = {{ours[0], product.extract(ours[0].width() - 1, 0)}};
  cuts.ofEncoding = {{theirs[0], product.extract(theirs[0].width() - 1, 0)}};
  return cuts;
}

std::vector<std::pair<Term, Term>> valuesIn(Term condition) {
  std::vector<std::pair<Term, Term>> values;
  for (const Term one : symbolic::conjunctsOf(std::span(&condition, 1)))
    if (one.op() == symbolic::Op::Eq && one.arg(0).op() == symbolic::Op::Variable && one.arg(1).isConstant())
      values.emplace_back(one.arg(0), one.arg(1));
  return values;
}

bool isAsWideAsItsFactors(Term product) {
  const auto bits = [&](unsigned factor) { return product.arg(factor).arg(0).width(); };
  return product.op() == symbolic::Op::Mul && product.arg(0).op() == symbolic::Op::Sext &&
         product.arg(1).op() == symbolic::Op::Sext && bits(0) + bits(1) == product.width();
}

bool isNeverNegative(Term wanted, const std::vector<Term>& assumptions) {
  const auto values = valuesIn(assumptions.back()); // of a case: no value that is hard to meet is left to chance
  std::vector<Term> left;
  for (const Term assumption : assumptions)
    left.push_back(symbolic::substitute(assumption, values));
  const Term number = symbolic::substitute(wanted, values);
  const std::vector<Assignment> samples = samplesOf({number}, left);
  const symbolic::Evaluator evaluate(std::span(&number, 1));
  return samples.size() == kSamples && std::ranges::none_of(samples, [&](const Assignment& sample) {
           return (evaluate(sample)[0] >> (number.width() - 1) & 1) != 0;
         });
}

std::vector<Term> assumptionsAbout(Term fact, const std::vector<Term>& assumptions) {
  std::vector<Term> values;
  std::vector<std::pair<Term, Term>> put;
  for (const Term conjunct : symbolic::conjunctsOf(assumptions))
    for (const auto& [variable, value] : valuesIn(conjunct)) {
      values.push_back(conjunct);
      put.emplace_back(variable, value);
    }
  std::set<std::uint32_t> spoken;
  for (const Term v : symbolic::variablesOf(std::span(&fact, 1)))
    spoken.insert(v.node()->id);
  for (const Term assumption : assumptions)
    values.push_back(symbolic::substitute(assumption, put));
  std::vector<Term> about;
  for (const Term conjunct : symbolic::conjunctsOf(values))
    if (!conjunct.isTrue() && std::ranges::all_of(symbolic::variablesOf(std::span(&conjunct, 1)),
                                                  [&](Term v) { return spoken.contains(v.node()->id); }))
      about.push_back(conjunct);
  return about;
}

std::vector<Obligation> equalitiesOf(const CutPoints& points, const std::vector<Term>& assumptions,
                                     const std::string& name, std::size_t first) {
  std::vector<Obligation> made;
  for (const Term equality : points.equalities) {
    Obligation o;
    o.name = fmt::format("{}{}", name, first + made.size());
    o.query = {assumptionsAbout(equality, assumptions), equality};
    o.outputs = {{o.name, equality, equality.terms().truth(true)}};
    o.ask([](Obligation::Asking& asking) { asking.isGuess = true; });
    made.push_back(std::move(o));
  }
  return made;
}

std::vector<Term> inCase(const Obligation& one, std::vector<Term> wanted) {
  for (Term& term : wanted)
    term = symbolic::substitute(term, valuesIn(one.query.assumptions.back()));
  return wanted;
}

void cutAt(Terms& terms, const std::vector<Term>& wanted, const std::vector<Term>& assumptions,
           std::vector<Obligation>& obligations, const std::string& name) {
  Term roots = terms.truth(true);
  for (const Obligation& o : obligations)
    for (const Output& output : o.outputs)
      roots = roots & output.got.eq(terms.variable(output.got.width(), "any." + output.name));
  const CutPoints cuts = cutPoints(terms, roots, wanted, assumptions, "cut");
  const auto cut = [&](Term term) {
    return symbolic::substitute(symbolic::substitute(term, cuts.ofCode), cuts.ofEncoding);
  };
  if (cuts.equalities.empty())
    return;
  std::vector<Obligation> equalities = equalitiesOf(cuts, assumptions, name + "cut-", 0);
  std::vector<std::string> steps;
  for (const Obligation& equality : equalities)
    steps.push_back(equality.name);
  for (Obligation& o : obligations)
    if (o.expected == Verdict::Proved && !o.outputs.empty()) {
      std::vector<Output> outputs = o.outputs;
      for (Output& output : outputs)
        output = {output.name, cut(output.got), cut(output.expected)};
      const Term goal = cut(o.query.goal);
      LiftedEvidence::restate(o, {assumptionsAbout(goal, o.query.assumptions), goal}, std::move(outputs), steps);
    }
  std::ranges::move(equalities, std::back_inserter(obligations));
}

} // namespace warplaw::proofs
