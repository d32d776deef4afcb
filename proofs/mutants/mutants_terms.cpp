#include "proofs/mutants/mutants_terms.h"
#include "symbolic/terms/walk.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;

std::string_view nameOf(Op op) {
  constexpr std::string_view kNames[] = {"constant", "variable", "not",    "and",   "or",        "xor",       "neg",
                                         "add",      "sub",      "mul",    "shl",   "lshr",      "ashr",      "eq",
                                         "ult",      "ule",      "slt",    "sle",   "ite",       "concat",    "extract",
                                         "zext",     "sext",     "select", "apply", "float_add", "float_less"};
  return kNames[static_cast<unsigned>(op)];
}

/// A change of one node: what it becomes, by a function of the node.
struct Change {
  std::string text;
  std::function<Term(Term)> apply;
};

Term remade(Term t, Op op) {
  std::vector<Term> args;
  for (unsigned i = 0; i < t.node()->argCount; ++i)
    args.push_back(t.arg(i));
  return t.terms().make(op, t.width(), args, t.node()->value, t.node()->name);
}

Change becomes(Op op) {
  return {fmt::format("becomes {}", nameOf(op)), [op](Term t) { return remade(t, op); }};
}

const Change kSwapped{"operands swapped", [](Term t) {
                        const Term args[] = {t.arg(1), t.arg(0)};
                        return t.terms().make(t.op(), t.width(), args, t.node()->value, t.node()->name);
                      }};

Term shifted(Term t, int by) { // an extract, one bit up or down
  const Bits low = t.node()->value + static_cast<Bits>(by);
  return t.arg(0).extract(static_cast<unsigned>(low) + t.width() - 1, static_cast<unsigned>(low));
}

std::vector<Change> changesOf(const Node& node) {
  std::vector<Change> changes;
  switch (node.op) {
  case Op::Constant:
    changes.push_back({"one more", [](Term t) { return t + Bits(1); }});
    if (node.width > 1)
      changes.push_back({"one less", [](Term t) { return t - Bits(1); }});
    break;
  case Op::Not:
    changes.push_back({"dropped", [](Term t) { return t.arg(0); }});
    break;
  case Op::And:
    changes = {becomes(Op::Or),
               {"second operand dropped", [](Term t) { return t.arg(0); }},
               {"first operand dropped", [](Term t) { return t.arg(1); }}};
    break;
  case Op::Or:
    changes = {becomes(Op::And),
               {"second operand dropped", [](Term t) { return t.arg(0); }},
               {"first operand dropped", [](Term t) { return t.arg(1); }}};
    break;
  case Op::Xor:
    changes = {becomes(Op::Or)};
    break;
  case Op::Add:
    changes = {becomes(Op::Sub)};
    break;
  case Op::FloatAdd:
    changes = {{"second operand dropped", [](Term t) { return t.arg(0); }},
               {"first operand dropped", [](Term t) { return t.arg(1); }},
               becomes(Op::Add)};
    break;
  case Op::FloatLess:
    changes = {becomes(Op::Slt), kSwapped};
    break;
  case Op::Sub:
    changes = {becomes(Op::Add), kSwapped};
    break;
  case Op::Shl:
    changes = {becomes(Op::Lshr)};
    break;
  case Op::Lshr:
    changes = {becomes(Op::Ashr)};
    break;
  case Op::Ashr:
    changes = {becomes(Op::Lshr)};
    break;
  case Op::Eq:
    changes.push_back({"negated", [](Term t) { return ~t; }});
    break;
  case Op::Ult:
    changes = {becomes(Op::Ule), becomes(Op::Slt), kSwapped};
    break;
  case Op::Ule:
    changes = {becomes(Op::Ult), becomes(Op::Sle), kSwapped};
    break;
  case Op::Slt:
    changes = {becomes(Op::Sle), becomes(Op::Ult), kSwapped};
    break;
  case Op::Sle:
    changes = {becomes(Op::Slt), becomes(Op::Ule), kSwapped};
    break;
  case Op::Ite:
    changes = {{"condition dropped", [](Term t) { return t.arg(1); }},
               {"condition dropped, other arm", [](Term t) { return t.arg(2); }}};
    break;
  case Op::Extract:
    if (node.value > 0)
      changes.push_back({"one bit lower", [](Term t) { return shifted(t, -1); }});
    if (node.value + node.width < node.args[0]->width)
      changes.push_back({"one bit higher", [](Term t) { return shifted(t, 1); }});
    break;
  case Op::Zext:
    changes = {becomes(Op::Sext)};
    break;
  case Op::Sext:
    changes = {becomes(Op::Zext)};
    break;
  case Op::Concat:
    if (node.args[0]->width == node.args[1]->width)
      changes.push_back(kSwapped);
    break;
  case Op::Select:
    changes.push_back({"index one more", [](Term t) {
                         std::vector<Term> cells;
                         for (unsigned i = 1; i < t.node()->argCount; ++i)
                           cells.push_back(t.arg(i));
                         return t.terms().select(t.arg(0) + Bits(1), cells);
                       }});
    break;
  default:
    break;
  }
  return changes;
}

std::string textOf(const Node& node) {
  if (node.op == Op::Constant)
    return fmt::format("constant {:#x}", static_cast<std::uint64_t>(node.value));
  std::string args;
  for (unsigned i = 0; i < std::min(node.argCount, 3u); ++i)
    args += fmt::format("{}{}", i == 0 ? "" : ", ",
                        node.args[i]->op == Op::Variable ? node.args[i]->name : nameOf(node.args[i]->op));
  return fmt::format("{}({})", nameOf(node.op), args);
}

} // namespace

namespace {

// One change, by ordinal below termSites; null where it folds to the term itself.
TermMutant termMutant(Term term, std::size_t site);

} // namespace

std::size_t termSites(Term term) {
  const symbolic::Walk walk(std::span<const Term>(&term, 1));
  std::size_t sites = 0;
  for (const Node* node : walk.nodes())
    sites += changesOf(*node).size();
  return sites;
}

TermMutant termMutantFrom(Term term, std::size_t site) {
  const std::size_t sites = termSites(term);
  for (std::size_t tried = 0; tried < sites; ++tried)
    if (TermMutant mutant = termMutant(term, (site + tried) % sites); mutant.term)
      return mutant;
  return {};
}

namespace {

TermMutant termMutant(Term term, std::size_t site) {
  const symbolic::Walk walk(std::span<const Term>(&term, 1));
  for (const Node* node : walk.nodes()) {
    const auto changes = changesOf(*node);
    if (site >= changes.size()) {
      site -= changes.size();
      continue;
    }
    const Term old(node);
    const std::pair<Term, Term> replacement{old, changes[site].apply(old)};
    const Term wrong = old.same(term) ? replacement.second : symbolic::substitute(term, std::span(&replacement, 1));
    if (wrong.same(term))
      return {};
    return {wrong, textOf(*node) + ": " + changes[site].text};
  }
  return {};
}

} // namespace

std::vector<TermMutant> termMutants(Term term) {
  std::vector<TermMutant> mutants;
  for (std::size_t site = 0, sites = termSites(term); site < sites; ++site)
    if (TermMutant mutant = termMutant(term, site); mutant.term)
      mutants.push_back(std::move(mutant));
  return mutants;
}

Subject subjectWithWrongOutput(std::string output, std::size_t seed, std::shared_ptr<std::string> text) {
  Subject::Overrides overrides;
  overrides.encode = [output = std::move(output), seed, text](std::string_view name, Term expected) {
    if (name != output)
      return expected;
    TermMutant mutant = termMutantFrom(expected, seed);
    if (!mutant.term)
      return expected;
    if (text->empty())
      *text = mutant.text;
    return mutant.term;
  };
  return Subject::with(std::move(overrides));
}

} // namespace warplaw::proofs
