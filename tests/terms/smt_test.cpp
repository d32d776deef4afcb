// The printer of queries and the reader of models: exact bytes, and agreement with the interpreter through both
// solvers.
#include "random_terms.h"
#include "solvers.h"
#include "symbolic/terms/float_format.h"
#include "symbolic/terms/smt.h"
#include <gtest/gtest.h>
#include <map>

namespace warplaw::symbolic {
namespace {

TEST(SmtLib, GoldenText) {
  Terms terms;
  const Term x = terms.variable(32, "row[0][3]"), c = terms.variable(1, "c"), mode = terms.variable(2, "mode");
  const Term sum = x + 7;
  Query query;
  query.assumptions = {c | mode.eq(Bits{2})};
  query.goal = c.ite(sum, sum * x).lshr(c.zext(32)).ult(sum);
  EXPECT_EQ(smtLib(query), R"((set-logic QF_BV)
(set-option :produce-models true)
(declare-fun |mode| () (_ BitVec 2))
(declare-fun |c| () Bool)
(declare-fun |row[0][3]| () (_ BitVec 32))
(define-fun $1 () (_ BitVec 32) (bvadd |row[0][3]| #x00000007))
(assert (or (= |mode| #b10) |c|))
(assert (not (bvult (bvlshr (ite |c| $1 (bvmul $1 |row[0][3]|)) (ite |c| #x00000001 #x00000000)) $1)))
(check-sat)
(get-value (|mode| |c| |row[0][3]|))
)");
}

TEST(SmtLib, SumsOfFloatsAreNumbersAndTheirBits) {
  Terms terms(Folding::Nothing); // which would order the operands
  const Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  Query query;
  query.goal = x.floatAdd(y).floatAdd(x).eq(y);
  EXPECT_EQ(smtLib(query), R"((set-logic QF_BVFP)
(set-option :produce-models true)
(declare-fun |x| () (_ BitVec 32))
(declare-fun |y| () (_ BitVec 32))
(declare-fun $f1 () (_ BitVec 32))
(declare-fun $f2 () (_ BitVec 32))
(define-fun $n1 () (_ FloatingPoint 8 24) (fp.add RNE ((_ to_fp 8 24) |x|) ((_ to_fp 8 24) |y|)))
(assert (ite (fp.isNaN $n1) (= $f1 #x7fffffff) (= ((_ to_fp 8 24) $f1) $n1)))
(define-fun $n2 () (_ FloatingPoint 8 24) (fp.add RNE $n1 ((_ to_fp 8 24) |x|)))
(assert (ite (fp.isNaN $n2) (= $f2 #x7fffffff) (= ((_ to_fp 8 24) $f2) $n2)))
(assert (not (= $f2 |y|)))
(check-sat)
(get-value (|x| |y|))
)");
}

TEST(SmtLib, FloatsOfOtherWidthsAndTheirOrder) {
  Terms terms;
  const Term x = terms.variable(16, "x"), y = terms.variable(64, "y");
  Query query;
  query.goal = x.floatLess(x.floatAdd(x)) & y.floatLess(terms.constant(64, 1));
  EXPECT_EQ(smtLib(query), R"((set-logic QF_BVFP)
(set-option :produce-models true)
(declare-fun |x| () (_ BitVec 16))
(declare-fun $f1 () (_ BitVec 16))
(declare-fun |y| () (_ BitVec 64))
(define-fun $n1 () (_ FloatingPoint 5 11) (fp.add RNE ((_ to_fp 5 11) |x|) ((_ to_fp 5 11) |x|)))
(assert (ite (fp.isNaN $n1) (= $f1 #x7fff) (= ((_ to_fp 5 11) $f1) $n1)))
(assert (not (and (fp.lt ((_ to_fp 5 11) |x|) $n1) (fp.lt ((_ to_fp 11 53) |y|) ((_ to_fp 11 53) #x0000000000000001)))))
(check-sat)
(get-value (|x| |y|))
)");
}

/// Each solver finds numbers for which the order matters, and the interpreter agrees; none for two equal trees, nor a
/// sum that is another NaN.
void expectFloats(Solver solver, unsigned width) {
  const FloatFormat format = floatFormat(width);
  Terms terms(Folding::Nothing);
  const Term a = terms.variable(width, "a"), b = terms.variable(width, "b"), c = terms.variable(width, "c");
  const Term left = a.floatAdd(b).floatAdd(c), right = a.floatAdd(b.floatAdd(c));
  Query differs;
  differs.goal = left.eq(right);
  const std::string answer = ask(solver, smtLib(differs));
  ASSERT_TRUE(answer.starts_with("sat\n")) << answer;
  const auto model = parseModel(std::string_view(answer).substr(4));
  ASSERT_TRUE(model) << answer;
  EXPECT_FALSE(evaluate(std::array{differs.goal}, *model)[0]) << answer;
  const Term sum = a.floatAdd(b), magnitude = sum & (format.sign() - 1);
  for (const Term always :
       {left.eq(left), terms.constant(width, format.infinity()).ult(magnitude).implies(sum.eq(format.nan()))}) {
    Query query;
    query.goal = always;
    const std::string text = smtLib(query);
    EXPECT_TRUE(ask(solver, text.substr(0, text.find("(get-value"))).starts_with("unsat")) << text;
  }
}
TEST(SmtLib, Z3AddsHalves) { expectFloats(Solver::Z3, 16); }
TEST(SmtLib, Cvc5AddsFloats) { expectFloats(Solver::Cvc5, 32); }
TEST(NightlyFloats, Z3AddsWords) { expectFloats(Solver::Z3, 32); } // ten times what halves take

TEST(SmtLib, SelectIsABalancedMuxThatEndsWithTheLastCell) {
  Terms terms;
  std::vector<Term> cells;
  for (int i = 0; i < 3; ++i)
    cells.push_back(terms.variable(8, "cell" + std::to_string(i)));
  Query query;
  query.goal = terms.select(terms.variable(3, "i"), cells).eq(cells[0]);
  EXPECT_NE(
      smtLib(query).find(
          "(ite (= ((_ extract 2 2) |i|) #b0) "
          "(ite (= ((_ extract 1 1) |i|) #b1) |cell2| (ite (= ((_ extract 0 0) |i|) #b1) |cell1| |cell0|)) |cell2|)"),
      std::string::npos)
      << smtLib(query);
}

TEST(SmtLib, ApplicationsAreVariablesWithCongruence) {
  Terms terms;
  const Term x = terms.variable(8, "x"), y = terms.variable(8, "y");
  const auto f = [&](Term t) { return terms.apply(8, "f", std::array{t}); };
  Query query;
  query.goal = (f(x) + f(y) + f(terms.constant(8, 3)) + f(terms.constant(8, 4))).eq(terms.apply(8, "g", std::array{x}));
  const std::string text = smtLib(query);
  std::size_t constraints = 0;
  for (std::size_t at = text.find("(=> "); at != text.npos; at = text.find("(=> ", at + 1))
    ++constraints;
  EXPECT_EQ(constraints, 5u) << text; // not for 3 against 4, not for f against g
  EXPECT_NE(text.find("|$f.3|"), text.npos);
}

TEST(SmtLib, SameBytesWhateverElseWasBuilt) {
  const auto build = [](Terms& terms, bool others) {
    const auto x = [&] { return terms.variable(32, "x"); };
    const auto y = [&] { return terms.variable(32, "y"); };
    if (others) { // in another order, and more
      for (int i = 0; i < 100; ++i)
        static_cast<void>(terms.variable(32, "other" + std::to_string(i)) * y());
      static_cast<void>(y() * terms.constant(32, 12));
      static_cast<void>(x().lshr(y()) & y());
    }
    Query query;
    query.assumptions = {x().ult(y())};
    query.goal = ((x().lshr(y()) & y()) + x() * y()).eq(y() * terms.constant(32, 12) + x());
    return smtLib(query);
  };
  Terms one, two;
  EXPECT_EQ(build(one, false), build(two, true));
  EXPECT_EQ(build(one, false), build(one, true));
}

TEST(SmtLib, LinearInSharedTerms) {
  Terms terms;
  Term x = terms.variable(32, "x"), y = terms.variable(32, "y");
  for (int i = 0; i < 1000; ++i) {
    const Term z = x * y;
    y = x.lshr(z);
    x = z;
  }
  Query query;
  query.goal = x.ult(y);
  EXPECT_LT(smtLib(query).size(), 200'000u);
}

TEST(SmtLib, DeepTermsDoNotRecurse) {
  Terms terms;
  const Term y = terms.variable(32, "y");
  Term x = terms.variable(32, "x");
  for (int i = 0; i < 50'000; ++i)
    x = x.lshr(y) * y;
  Query query;
  query.assumptions = {y.eq(Bits{0})};
  query.goal = x.eq(Bits{0});
  EXPECT_GT(smtLib(query).size(), 1'000'000u);
}

TEST(SmtLib, VacuityAsksForTheAssumptionsAlone) {
  Terms terms;
  Query query;
  query.assumptions = {terms.truth(true)};
  EXPECT_EQ(smtLib(query), "(set-logic QF_BV)\n(set-option :produce-models true)\n(assert true)\n(check-sat)\n");
}

TEST(ParseModel, BothSolversForms) {
  const auto z3 = parseModel("((|row[0][3]| #x0000002a)\n (c true)\n (mode #b10)\n (|d| false))\n");
  ASSERT_TRUE(z3);
  EXPECT_EQ(z3->size(), 4u);
  EXPECT_TRUE(z3->at("row[0][3]") == 42 && z3->at("c") == 1 && z3->at("mode") == 2 && z3->at("d") == 0);
  const auto cvc5 = parseModel("((|row[0][3]| (_ bv4294967295 32)) (w #xffffffffffffffffffffffffffffffff))");
  ASSERT_TRUE(cvc5);
  EXPECT_TRUE(cvc5->at("row[0][3]") == 0xFFFFFFFF && cvc5->at("w") == ~Bits{0});
  EXPECT_TRUE(parseModel("()"));
}

TEST(ParseModel, MalformedIsNothing) {
  for (const char* text :
       {"", "(", "((x #x1)", "(x #x1)", "((x #xg))", "((x #x))", "((x #b2))", "((x 5))", "((x (_ bv5 2)))",
        "((x (_ bv1 0)))", "((x (_ bv1 129)))", "((x (_ bv 8)))", "((|x #x1))", "((x #x1 #x2))", "((x #x1)) y",
        "((x true) (error \"z\"))", "((x #x100000000000000000000000000000000))", "(error \"line 3\")"})
    EXPECT_FALSE(parseModel(text)) << text;
}

/// What the applications of a query came to in a model: by name and argument values, in the order that smtLib numbers
/// them in.
Functions functionsOf(const Query& query, const Assignment& model) {
  const auto values = std::make_shared<std::map<std::pair<std::string, std::vector<Bits>>, Bits>>();
  std::map<std::string, int> count;
  const Functions collect = [&](std::string_view name, std::span<const Bits> args) {
    const std::string f(name);
    const Bits value = model.at("$" + f + "." + std::to_string(count[f]++));
    const auto [at, fresh] = values->try_emplace({f, {args.begin(), args.end()}}, value);
    EXPECT_TRUE(at->second == value) << "no congruence for " << f;
    return value;
  };
  static_cast<void>(evaluate(query.assumptions, model, collect));
  return [values](std::string_view name, std::span<const Bits> args) {
    return values->at({std::string(name), {args.begin(), args.end()}});
  };
}

/// Every step of a random program, named by a variable: any model must name the values that the interpreter gives.
void expectModelsAgree(Solver solver, std::uint64_t seed, int programs) {
  Random random(seed);
  for (int n = 0; n < programs; ++n) {
    const Shape shapes[] = {{.steps = 40, .applications = true},
                            {.widths = {1, 1, 2, 3, 8}, .steps = 40, .applications = true},
                            {.widths = {1, 65, 128}, .steps = 25}};
    const RandomTerms program = randomTerms(random, shapes[n % 3]);
    Terms terms(n % 2 ? Folding::All : Folding::Nothing);
    const auto steps = program.build(terms);
    Query query;
    for (std::size_t i = 0; i < steps.size(); ++i)
      query.assumptions.push_back(
          terms.raw(Op::Eq, 1, std::array{terms.variable(steps[i].width(), "out" + std::to_string(i)), steps[i]}));
    const Assignment wanted = randomAssignment(random, program);
    for (const Term variable : variablesOf(steps))
      query.assumptions.push_back(terms.raw(
          Op::Eq, 1,
          std::array{variable, terms.constant(variable.width(), wanted.at(std::string(variable.node()->name)))}));
    const std::string answer = ask(solver, smtLib(query));
    ASSERT_TRUE(answer.starts_with("sat\n")) << answer;
    const auto model = parseModel(answer.substr(4));
    ASSERT_TRUE(model) << answer;
    const auto values = evaluate(steps, *model, functionsOf(query, *model));
    for (std::size_t i = 0; i < steps.size(); ++i)
      ASSERT_TRUE(values[i] == model->at("out" + std::to_string(i)))
          << "program " << n << ", step " << i << ", operation " << static_cast<int>(steps[i].op());
  }
}

TEST(SmtLib, Z3sModelsAreTheInterpretersValues) { expectModelsAgree(Solver::Z3, 21, 60); }
TEST(SmtLib, Cvc5sModelsAreTheInterpretersValues) { expectModelsAgree(Solver::Cvc5, 22, 40); }

} // namespace
} // namespace warplaw::symbolic
