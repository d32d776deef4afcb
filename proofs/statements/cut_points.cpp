// Cut points: see cut_points.h.
#include "proofs/statements/cut_points.h"
#include "proofs/statements/evidence.h"
#include "symbolic/terms/evaluate.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

constexpr std::size_t kSamples = 48, kTries = 4000;

/// Assignments under which the assumptions hold: small numbers, so that flags and enumerations are met, and any others.
std::vector<Assignment> samplesOf(const std::vector<Term>& roots, const std::vector<Term>& assumptions) {
  std::vector<Term> all = roots;
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  const std::vector<Term> variables = symbolic::variablesOf(all);
  std::mt19937_64 random(1); // its numbers are the same everywhere
  std::vector<Assignment> samples;
  for (std::size_t attempt = 0; attempt < kTries && samples.size() < kSamples; ++attempt) {
    Assignment sample;
    const std::vector<Term> needed = symbolic::variablesOf(assumptions);
    for (const Term variable : variables) {
      const bool restricted = std::ranges::any_of(needed, [&](Term v) { return v.same(variable); });
      const Bits value = restricted ? random() % 7 % (attempt % 2 ? 2 : 7) : random();
      sample[std::string(variable.node()->name)] = value & symbolic::onesOf(variable.width());
    }
    const std::vector<Bits> hold = symbolic::evaluate(assumptions, sample);
    if (std::ranges::find(hold, Bits(0)) == hold.end())
      samples.push_back(std::move(sample));
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

} // namespace

CutPoints cutPoints(Terms& terms, Term got, const std::vector<Term>& wanted, const std::vector<Term>& assumptions) {
  CutPoints cuts;
  std::vector<Term> nodes = wanted;
  const symbolic::Walk walk(std::span(&got, 1));
  for (const symbolic::Node* node : walk.nodes())
    if (node->argCount != 0)
      nodes.emplace_back(node);
  std::vector<std::vector<Bits>> values; // by sample
  for (const Assignment& sample : samplesOf(nodes, assumptions))
    values.push_back(symbolic::evaluate(nodes, sample));
  if (values.size() < kSamples)
    return cuts;
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    const unsigned from = wanted[w].width();
    const Term variable = terms.variable(from, "cut." + std::to_string(w));
    bool found = false;
    for (std::size_t n = wanted.size(); n < nodes.size(); ++n) {
      const unsigned width = nodes[n].width();
      for (const bool isSigned : {true, false})
        if (width >= from && (isSigned || width > from) && std::ranges::all_of(values, [&](const std::vector<Bits>& v) {
              return v[n] == extendedTo(width, v[w], from, isSigned);
            })) {
          const auto extended = [&](Term term) { return isSigned ? term.sext(width) : term.zext(width); };
          cuts.equalities.push_back(nodes[n].eq(extended(wanted[w])));
          cuts.ofCode.emplace_back(nodes[n], extended(variable));
          found = true;
          break;
        }
    }
    if (found)
      cuts.ofEncoding.emplace_back(wanted[w], variable);
  }
  return cuts;
}

CutPoints sharedProduct(Terms& terms, Term got, Term expected) {
  const std::vector<Term> ours = productsIn(got), theirs = productsIn(expected);
  if (ours.size() != 1 || theirs.size() != 1 || ours[0].same(theirs[0]))
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

void cutAt(Terms& terms, const std::vector<Term>& wanted, const std::vector<Term>& assumptions,
           std::vector<Obligation>& obligations, const std::string& name) {
  Term roots = terms.truth(true);
  for (const Obligation& o : obligations)
    for (const Output& output : o.outputs)
      roots = roots & output.got.eq(terms.variable(output.got.width(), "any." + output.name));
  const CutPoints cuts = cutPoints(terms, roots, wanted, assumptions);
  const auto cut = [&](Term term) {
    return symbolic::substitute(symbolic::substitute(term, cuts.ofCode), cuts.ofEncoding);
  };
  for (Obligation& o : obligations)
    if (o.expected == Verdict::Proved && !o.outputs.empty()) {
      const Part part = o.countsAs();
      o.query.goal = cut(o.query.goal);
      LiftedEvidence::seal(o, part);
      for (Output& output : o.outputs)
        output = {output.name, cut(output.got), cut(output.expected)};
    }
  for (std::size_t i = 0; i < cuts.equalities.size(); ++i) {
    Obligation o;
    o.name = fmt::format("{}cut-{}", name, i);
    o.query = {assumptions, cuts.equalities[i]};
    obligations.push_back(std::move(o));
  }
}

} // namespace warplaw::proofs
