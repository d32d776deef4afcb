// The translation of terms to clauses against the plain interpreter: every operation, all inputs at small widths,
// random ones at large. And that this comparison notices every clause that is wrong or missing.
#include "../terms/random_terms.h"
#include "proofs/certificates/cross_check.h"
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <optional>

namespace warplaw::certificates {
namespace {
using namespace symbolic;

/// Where an operand comes from.
enum class Operand { Variable, Constant, TheFirst };

struct Operation {
  const char* name;
  std::function<Term(Term a, Term b)> of; ///< of two terms of one width
};
const Operation kOperations[] = {
    {"not", [](Term a, Term) { return ~a; }},
    {"and", [](Term a, Term b) { return a & b; }},
    {"or", [](Term a, Term b) { return a | b; }},
    {"xor", [](Term a, Term b) { return a ^ b; }},
    {"neg", [](Term a, Term) { return a.negated(); }},
    {"add", [](Term a, Term b) { return a + b; }},
    {"sub", [](Term a, Term b) { return a - b; }},
    {"mul", [](Term a, Term b) { return a * b; }},
    {"shl", [](Term a, Term b) { return a.shl(b); }},
    {"lshr", [](Term a, Term b) { return a.lshr(b); }},
    {"ashr", [](Term a, Term b) { return a.ashr(b); }},
    {"eq", [](Term a, Term b) { return a.eq(b); }},
    {"ult", [](Term a, Term b) { return a.ult(b); }},
    {"ule", [](Term a, Term b) { return a.ule(b); }},
    {"slt", [](Term a, Term b) { return a.slt(b); }},
    {"sle", [](Term a, Term b) { return a.sle(b); }},
    {"ite", [](Term a, Term b) { return a.bit(0).ite(a, b); }},
    {"ite of the complement", [](Term a, Term b) { return b.bit(0).ite(a, ~a); }},
    {"concat", [](Term a, Term b) { return a.width() <= 64 ? a.concat(b) : a.extract(9, 0).concat(b.extract(9, 0)); }},
    {"extract", [](Term a, Term b) { return (a ^ b).extract(a.width() - 1, a.width() / 2); }},
    {"zext", [](Term a, Term b) { return (a & b).zext(std::min(a.width() + 3, kMaxWidth)); }},
    {"sext", [](Term a, Term b) { return (a | b).sext(std::min(a.width() + 3, kMaxWidth)); }},
    {"select",
     [](Term a, Term b) {
       const std::array cells{b, a, ~b, a + b, b.negated()};
       return a.terms().select(
           a, std::span(cells).first(std::min<std::size_t>(cells.size(), 1ull << std::min(a.width(), 9u))));
     }},
};

/// The operation, unfolded, of variables "a" and "b", or of something else in place of b.
Query queryOf(Terms& terms, const Operation& operation, unsigned width, Operand second, Bits constant) {
  const Term a = terms.variable(width, "a");
  const Term b = second == Operand::Variable   ? terms.variable(width, "b")
                 : second == Operand::Constant ? terms.constant(width, constant)
                                               : a;
  const Term result = operation.of(a, b);
  return {{result.bit(0)}, result.eq(terms.constant(result.width(), 1))};
}

/// All inputs, of few bits together. Empty: no difference.
std::string onAll(CrossCheck& check) {
  unsigned bits = 0;
  for (const Term variable : check.variables())
    bits += variable.width();
  for (Bits all = 0; all < Bits{1} << bits; ++all) {
    std::vector<Bits> inputs;
    Bits rest = all;
    for (const Term variable : check.variables()) {
      inputs.push_back(rest & onesOf(variable.width()));
      rest >>= variable.width();
    }
    if (std::string where = check.on(inputs, {}); !where.empty())
      return where;
  }
  return {};
}

TEST(BitBlast, EveryOperationOnAllInputsAtSmallWidths) {
  for (const Operation& operation : kOperations)
    for (unsigned width = 1; width <= 5; ++width)
      for (const Operand second : {Operand::Variable, Operand::Constant, Operand::TheFirst})
        for (Bits constant = 0; constant < (second == Operand::Constant ? Bits{1} << width : 1); ++constant) {
          Terms terms(Folding::Nothing);
          const BitBlasted translation(queryOf(terms, operation, width, second, constant));
          ASSERT_EQ(translation.whyNot(), "");
          CrossCheck check(translation, translation.circuit(), translation.asserted());
          ASSERT_EQ(onAll(check), "") << operation.name << " at width " << width;
        }
}

TEST(BitBlast, EveryOperationAtRandomAtLargeWidths) {
  for (const Operation& operation : kOperations)
    for (const unsigned width : {17u, 32u, 64u, 127u, 128u}) {
      Terms terms(Folding::Nothing);
      const BitBlasted translation(queryOf(terms, operation, width, Operand::Variable, 0));
      CrossCheck check(translation, translation.circuit(), translation.asserted());
      ASSERT_EQ(check.atRandom(100, width), "") << operation.name << " at width " << width;
    }
}

TEST(BitBlast, SelectsOfAnyNumberOfCells) {
  for (unsigned cells = 1; cells <= 9; ++cells)
    for (unsigned width = 4; width <= 6; ++width) {
      Terms terms(Folding::Nothing);
      std::vector<Term> all;
      for (unsigned i = 0; i < cells; ++i)
        all.push_back(terms.constant(5, i + 3));
      const BitBlasted translation({{}, terms.select(terms.variable(width, "i"), all).bit(0)});
      CrossCheck check(translation, translation.circuit(), translation.asserted());
      ASSERT_EQ(onAll(check), "") << cells << " cells";
    }
}

TEST(BitBlast, RandomTermsAgree) {
  symbolic::Random random(5);
  for (unsigned round = 0; round < 200; ++round) {
    Shape shape;
    shape.applications = round % 2 == 0;
    const RandomTerms made = randomTerms(random, shape);
    Terms terms(round % 3 == 0 ? Folding::All : Folding::Nothing);
    Query query;
    for (const Term term : made.build(terms))
      query.assumptions.push_back(term.eq(terms.constant(term.width(), 0)));
    query.goal = query.assumptions.back();
    const BitBlasted translation(query);
    if (translation.whyNot() == kFloats)
      continue;
    ASSERT_EQ(translation.whyNot(), "");
    CrossCheck check(translation, translation.circuit(), translation.asserted());
    ASSERT_EQ(check.atRandom(20, round), "") << round;
  }
}

/// The circuit with another clause there, or without any.
Cnf with(const Cnf& circuit, std::size_t at, const std::optional<std::vector<Literal>>& other) {
  Cnf changed;
  while (changed.variables() < circuit.variables())
    changed.newVariable();
  for (std::size_t i = 0; i < circuit.size(); ++i)
    if (i != at)
      changed.add(circuit.clause(i));
    else if (other)
      changed.add(*other);
  return changed;
}

/// Does each state of the circuit make the clause true, whatever two inputs of three bits are?
bool alwaysHolds(const BitBlasted& translation, std::span<const Literal> clause) {
  const Cnf& circuit = translation.circuit();
  rup::Clauses clauses(circuit.variables());
  for (std::size_t i = 0; i < circuit.size(); ++i)
    clauses.add(circuit.clause(i));
  std::vector<Literal> inputs;
  for (const Node* node : translation.nodes())
    if (node->op == Op::Variable)
      std::ranges::copy(translation.bitsOf(node), std::back_inserter(inputs));
  bool holds = true;
  for (unsigned values = 0; values < 1u << inputs.size(); ++values) {
    std::vector<Literal> given;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      given.push_back((values >> i & 1) != 0 ? inputs[i] : -inputs[i]);
    EXPECT_TRUE(clauses.assume(given));
    holds = holds && std::ranges::any_of(clause, [&](Literal l) { return clauses.value(l) > 0; });
    clauses.retract();
  }
  return holds;
}

// Every clause of every operation: with one literal negated or left out, the clause says what does not hold, and that
// is noticed; without it something is not said, and where that matters, it is noticed, too.
TEST(BitBlast, PlantedWrongGatesAreNoticed) {
  for (const Operation& operation : kOperations) {
    Terms terms(Folding::Nothing);
    const BitBlasted translation(queryOf(terms, operation, 3, Operand::Variable, 0));
    const Cnf& circuit = translation.circuit();
    std::size_t wrong = 0, missed = 0;
    const auto isNoticed = [&](std::size_t at, const std::optional<std::vector<Literal>>& other) {
      const Cnf changed = with(circuit, at, other);
      CrossCheck check(translation, changed, translation.asserted());
      return !onAll(check).empty();
    };
    for (std::size_t at = 0; at < circuit.size(); ++at) {
      missed += isNoticed(at, {});
      for (std::size_t i = 0; i < circuit.clause(at).size(); ++i)
        for (const bool negates : {true, false}) {
          std::vector<Literal> other(circuit.clause(at).begin(), circuit.clause(at).end());
          if (negates)
            other[i] = -other[i];
          else
            other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
          const bool isWrong = !alwaysHolds(translation, other);
          wrong += isWrong;
          EXPECT_TRUE(isNoticed(at, other) || !isWrong) << operation.name << ", clause " << at;
        }
    }
    EXPECT_GT(wrong, circuit.size()) << operation.name;
    EXPECT_GT(2 * missed, circuit.size()) << operation.name;
  }
}

TEST(BitBlast, WrongAssertionsAreNoticed) {
  Terms terms(Folding::Nothing);
  const Term a = terms.variable(3, "a"), b = terms.variable(3, "b");
  const BitBlasted translation({{a.ult(b), ~a.eq(b)}, a.ule(b)});
  const std::vector<Literal>& right = translation.asserted();
  const auto where = [&](const std::vector<Literal>& asserted) {
    CrossCheck check(translation, translation.circuit(), asserted);
    return onAll(check);
  };
  EXPECT_EQ(where(right), "");
  EXPECT_EQ(where({right[0], right[1], -right[2]}), "assertion 2 is another one"); // the goal, not its negation
  EXPECT_EQ(where({right[1], right[0], right[2]}), "assertion 0 is another one");
  EXPECT_EQ(where({right[0], right[2]}), "not everything is asserted");
  EXPECT_EQ(where({right[0], Gates::kTrue, right[2]}), "assertion 1 is another one");
}

TEST(BitBlast, FunctionsAreCongruentAndNothingMore) {
  Terms terms(Folding::Nothing);
  const Term x = terms.variable(2, "x"), y = terms.variable(2, "y");
  const Term fx = terms.apply(2, "f", std::array{x}), fy = terms.apply(2, "f", std::array{y}),
             gx = terms.apply(2, "g", std::array{x});
  const BitBlasted translation({{fx.eq(fy), gx.eq(fx)}, x.eq(y)});
  CrossCheck check(translation, translation.circuit(), translation.asserted());
  for (unsigned f = 0; f < 256; ++f) // all tables of f, and one of g
    for (Bits inputs = 0; inputs < 16; ++inputs) {
      const Functions functions = [f](std::string_view name, std::span<const Bits> args) -> Bits {
        return name == "f" ? f >> 2 * static_cast<unsigned>(args[0]) & 3u : 3 - args[0];
      };
      ASSERT_EQ(check.on(std::array<Bits, 2>{inputs & 3, inputs >> 2}, functions), "");
    }
  // where x = y and f(x) is not f(y), there is nothing
  rup::Clauses clauses(translation.circuit().variables());
  for (std::size_t i = 0; i < translation.circuit().size(); ++i)
    clauses.add(translation.circuit().clause(i));
  const auto bits = [&](Term t) -> const Word& { return translation.bitsOf(t.node()); };
  std::vector<Literal> given;
  for (unsigned i = 0; i < 2; ++i)
    given.insert(given.end(), {bits(x)[i], bits(y)[i]});
  given.insert(given.end(), {bits(fx)[1], -bits(fy)[1]});
  EXPECT_FALSE(clauses.assume(given));
  clauses.retract();
  given.pop_back();
  EXPECT_TRUE(clauses.assume(given));
  EXPECT_EQ(clauses.value(bits(fy)[1]), 1);
}

TEST(BitBlast, FloatsAreNamed) {
  Terms terms;
  const Term a = terms.variable(32, "a"), b = terms.variable(32, "b");
  EXPECT_EQ(BitBlasted({{}, a.floatLess(b)}).whyNot(), kFloats);
  EXPECT_EQ(BitBlasted({{a.floatAdd(b).eq(a)}, {}}).whyNot(), kFloats);
}

// The same gate is made once, whatever the order and the signs of its inputs.
TEST(BitBlast, GatesAreShared) {
  Gates gates;
  const Literal a = gates.input(), b = gates.input(), c = gates.input();
  EXPECT_EQ(gates.both(a, b), gates.both(b, a));
  EXPECT_EQ(gates.differ(a, b), -gates.differ(-b, a));
  EXPECT_EQ(gates.parity(a, b, c), gates.parity(-c, a, -b));
  EXPECT_EQ(gates.majority(a, b, c), -gates.majority(-c, -a, -b));
  EXPECT_EQ(gates.choose(a, b, c), -gates.choose(-a, -c, -b));
  EXPECT_EQ(gates.all({a, b, c, a}), -gates.any({-c, -b, -a}));
  EXPECT_EQ(gates.all({a, b, c, -a}), Gates::kFalse);
  EXPECT_EQ(gates.cnf().variables(), 3 + 1 + 6);
}

} // namespace
} // namespace warplaw::certificates
