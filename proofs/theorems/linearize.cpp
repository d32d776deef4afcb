// The checker of histories: each of its edges old -> new is exactly the encoding's step, and what it folds may be
// folded in any order (ATOMS-5..-10, ATOMS-13 (ii)); the reductions' integer operations on memory as terms (RED-6,
// RED-11). Floating-point steps are checked, not proved.
#include "linearize/integer_steps.h"
#include "proofs/statements/lifting.h"
#include "proofs/theorems/atoms_theorems.h"
#include "proofs/theorems/linearize_theorems.h"
#include "symbolic/encodings/atoms.h"
#include <algorithm>
#include <cctype>

namespace warplaw::proofs {
namespace checker {

using linearize::Op;
using linearize::Operation;
using linearize::Type;

namespace {

bool isSigned(Type type) { return type == Type::S32 || type == Type::S64; }
Term below(Type type, Term a, Term b) { return isSigned(type) ? a.slt(b) : a.ult(b); }

} // namespace

Term edgeTo(Operation operation, Term old, Term operand, Term swap) {
  Terms& terms = old.terms();
  const Term zero = terms.constant(old.width(), 0);
  switch (operation.op) {
  case Op::Add:
    return operand + old;
  case Op::Min:
    return below(operation.type, old, operand).ite(old, operand);
  case Op::Max:
    return below(operation.type, old, operand).ite(operand, old);
  case Op::Inc: // below the limit: one up
    return old.ult(operand).ite(old + symbolic::Bits(1), zero);
  case Op::Dec: // 1..limit: one down
    return (old.ne(zero) & old.ule(operand)).ite(old - symbolic::Bits(1), operand);
  case Op::And:
    return ~(~old | ~operand);
  case Op::Or:
    return ~(~old & ~operand);
  case Op::Xor:
    return (old | operand) & ~(old & operand);
  case Op::Exch:
    return operand;
  case Op::Cas:
  case Op::Cast:
  case Op::CastSpin:
    return old.ne(operand).ite(old, swap);
  }
  return old;
}

Term edgeReturns(Operation operation, Term old, Term operand) {
  return linearize::returnsFlag(operation.op) ? old.eq(operand).zext(old.width()) : old;
}

namespace {

Operation operationOf(atoms::Pair pair) {
  constexpr Type kTypes[] = {Type::U32, Type::S32, Type::U64};
  return {static_cast<Op>(pair.op), kTypes[static_cast<unsigned>(pair.size)]};
}

std::string lowerName(Operation operation) {
  std::string name = linearize::nameOf(operation);
  std::replace(name.begin(), name.end(), '.', '_');
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

const char* ruleOf(Op op) { return op == Op::Cas ? "ATOMS-7" : linearize::returnsFlag(op) ? "ATOMS-9" : "ATOMS-6"; }

Theorem theoremOf(const Subject& subject, std::string name, std::string form, std::vector<std::string> rules,
                  std::string statement, std::function<void(atoms::Parts&)> build) {
  Theorem theorem =
      atoms::law(subject, std::move(name), std::move(form), std::move(rules), std::move(statement), std::move(build));
  theorem.instruction = "linearize";
  return theorem;
}

struct Inputs {
  Term old, operand, swap;
  Inputs(Terms& terms, unsigned bits)
      : old(terms.variable(bits, "old")), operand(terms.variable(bits, "operand")), swap(terms.variable(bits, "swap")) {
  }
};

/// The witness in one lane of shipped code and of the encoding: does memory change, which the twin denies?
auto changesMemory(atoms::Pair pair) {
  const auto shows = [=](const atoms::AtomsRun& after, const atoms::AtomsLane& lane) {
    return after.word(pair.size, 0) != lane.held;
  };
  return atoms::inOneLane(pair, shows, "memory changes");
}

Theorem edgeTheorem(const Subject& subject, atoms::Pair pair) {
  const Operation operation = operationOf(pair);
  return theoremOf(
      subject, "linearize/edge/" + lowerName(operation), linearize::nameOf(operation),
      {"ATOMS-5", ruleOf(operation.op)},
      atoms::formOf(pair) + ": one step of the encoding is exactly the checker's edge, from the value found to the "
                            "value left, and returns what "
                            "the checker expects",
      [=](atoms::Parts& parts) {
        const Inputs in(parts.terms, atoms::bitsOf(pair.size));
        const symbolic::AtomsStep step = symbolic::atomsStep(pair.op, pair.size, in.old, in.operand, in.swap);
        const Term to = edgeTo(operation, in.old, in.operand, in.swap);
        parts.proved("leaves", {}, step.newValue.eq(to));
        parts.proved("returns", {}, step.returned.eq(edgeReturns(operation, in.old, in.operand)));
        if (atoms::compares(pair.op)) // the others always store
          parts.proved("stays-where-nothing-is-stored", {~step.stores}, to.eq(in.old));
        parts.refuted("twin/edge-goes-nowhere", {}, to.eq(in.old), changesMemory(pair));
      });
}

/// The compiled step of the checker against the same edge, for every integer operation of ATOMS-1 and RED-1. A 4-byte
/// value is zero-extended to the 64 bits of an argument.
Theorem stepTheorem(const Subject& subject, Operation operation) {
  const auto state = [operation](bool nowhere) {
    return [=](Terms& terms) {
      const unsigned bits = 8 * linearize::bytesOf(operation.type);
      const Inputs words(terms, 64);
      const auto low = [&](Term word) { return word.extract(bits - 1, 0); };
      CallStatement statement;
      statement.input.arguments = {words.old, words.operand, words.swap};
      for (const Term word : {words.old, words.operand, words.swap})
        statement.assumptions.push_back(word.eq(low(word).zext(64)));
      const Term to = nowhere ? low(words.old) : edgeTo(operation, low(words.old), low(words.operand), low(words.swap));
      statement.groups = {{"leaves", {{"leaves", {}, to.zext(64)}}}};
      return statement;
    };
  };
  FunctionContract contract;
  contract.symbol = "warplaw_linearize_" + lowerName(operation);
  contract.state = state(false);
  const std::string name = "linearize/step/" + lowerName(operation), form = linearize::nameOf(operation);
  Theorem theorem = instructionTheorem(
      name, "linearize", "", {ruleOf(operation.op), "RED-6"},
      form + ": the checker's compiled step leaves exactly what its edge says, without undefined behaviour (RED-6 says "
             "the same of the sizes that only reductions have)",
      contract.symbol, [=](Terms& terms) {
        return obligationsOf(terms, subject, contract, {{"edge-goes-nowhere", "leaves", state(true)}}, name);
      });
  theorem.form = form;
  return theorem;
}

/// Floating-point steps: checked against the rule, not proved.
Theorem floatTheorem(const Subject& subject, Operation operation) {
  const std::string name = "linearize/step/" + lowerName(operation);
  return theoremOf(subject, name, linearize::nameOf(operation), {"RED-7"},
                   linearize::nameOf(operation) +
                       ": the checker's step leaves the representable value nearest to the exact one, ties to even, "
                       "over pairs of chosen values",
                   [=](atoms::Parts& parts) {
                     parts.all = {floatSteps(operation, name, false), floatSteps(operation, name, true)};
                   });
}

/// Folding: two steps of one operation commute (INC, DEC: under one limit, where two equal steps commute by
/// themselves).
Theorem foldTheorem(const Subject& subject, Operation operation) {
  return theoremOf(subject, "linearize/fold/" + lowerName(operation), "", {"ATOMS-6", "ATOMS-13", "RED-11"},
                   linearize::nameOf(operation) +
                       " without old values returned (RED-11): two neighbouring steps may be exchanged, so what the "
                       "checker folds does not depend on the order",
                   [=](atoms::Parts& parts) {
                     const unsigned bits = 8 * linearize::bytesOf(operation.type);
                     const Inputs in(parts.terms, bits);
                     const Term other = parts.terms.variable(bits, "other");
                     const auto step = [&](Term old, Term operand) { return edgeTo(operation, old, operand, in.swap); };
                     parts.proved("steps-commute", {},
                                  step(step(in.old, in.operand), other).eq(step(step(in.old, other), in.operand)));
                   });
}

/// Why INC and DEC with unequal limits are searched and not folded: two lanes of the shipped code, both ways round.
Theorem limitsTheorem(const Subject& subject, atoms::Pair pair) {
  const Operation operation = operationOf(pair);
  const auto bothWays = [=](const Assignment& witness) -> atoms::Demonstration {
    const atoms::AtomsRun run = atoms::runOf(pair.size, {atoms::laneOf(witness), {0, valueOf(witness, "other")}});
    atoms::AtomsRun turned = run;
    turned.order(std::array{1u, 0u});
    const bool ran = atoms::runMachine(subject, pair, turned);
    const auto shows = [=](const atoms::AtomsRun& after) {
      return ran && after.word(pair.size, 0) != turned.word(pair.size, 0);
    };
    return {pair, run, shows, "two lanes leave another value in the other order"};
  };
  return theoremOf(
      subject, "linearize/fold/" + lowerName(operation), linearize::nameOf(operation), {"ATOMS-13", "RED-11"},
      linearize::nameOf(operation) + " with unequal limits: what two lanes leave depends on their order",
      [=](atoms::Parts& parts) {
        const Inputs in(parts.terms, 32);
        const Term other = parts.terms.variable(32, "other");
        const auto step = [&](Term old, Term limit) { return edgeTo(operation, old, limit, in.swap); };
        parts.refuted("claim/unequal-limits-commute", {},
                      step(step(in.old, in.operand), other).eq(step(step(in.old, other), in.operand)), bothWays);
      });
}

Theorem trailTheorem(const Subject& subject) {
  return theoremOf(
      subject, "linearize/trail", "", {"ATOMS-5", "ATOMS-13"},
      "a history of one location with old values has a serial order exactly if its edges form an Eulerian trail from "
      "the first value to the last: "
      "all multisets of up to 6 edges on 4 values, every first and last value (in general: docs/linearizability.md)",
      [](atoms::Parts& parts) {
        parts.add(byEvidence("condition-is-existence-of-an-order", Verdict::Checked, [] {
          const TrailEvidence evidence = compareTrails(6);
          if (!evidence.difference.empty())
            return Obligation::Evidence{Verdict::Refuted, "", evidence.difference};
          if (evidence.cases != 1193808)
            return Obligation::Evidence{Verdict::Error, "", fmt::format("{} cases instead of 1193808", evidence.cases)};
          return Obligation::Evidence{Verdict::Checked, "1193808 cases: up to 6 edges on 4 values",
                                      "trail verdicts and witnesses agree with orders found one edge at a time"};
        }));
      });
}

} // namespace
} // namespace checker

std::vector<Theorem> linearizeTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  for (const atoms::Pair pair : atoms::pairs())
    all.push_back(checker::edgeTheorem(subject, pair));
  for (const linearize::Operation operation : linearize::allOperations())
    all.push_back(linearize::isFloat(operation.type) ? checker::floatTheorem(subject, operation)
                                                     : checker::stepTheorem(subject, operation));
  for (const linearize::Operation operation : linearize::allOperations()) {
    const bool counts = operation.op == linearize::Op::Inc || operation.op == linearize::Op::Dec;
    if (!linearize::isFloat(operation.type) && !counts &&
        linearize::isOrderFree(operation, linearize::ZeroOrder::NegativeBelow))
      all.push_back(checker::foldTheorem(subject, operation));
  }
  for (const atoms::Pair pair : atoms::pairs())
    if (pair.op == atoms::AtomsOp::Inc || pair.op == atoms::AtomsOp::Dec)
      all.push_back(checker::limitsTheorem(subject, pair));
  all.push_back(checker::trailTheorem(subject));
  return all;
}

} // namespace warplaw::proofs
