// Every folding rule, proved by both solvers at widths 1 to 8; wrong rules are refuted by both. cvc5 takes far longer
// than Z3: its widths 5 to 8 run at night (docs/trust.md).
#include "rule_questions.h"
#include <array>
#include <gtest/gtest.h>
#include <iterator>
#include <set>

namespace warplaw::symbolic::fold {
namespace {

Questions allQuestions(unsigned width) {
  Questions all;
  for (const Rule& rule : rules()) {
    Questions some = questionsOf(rule, width);
    all.instances += some.instances;
    all.silent.merge(some.silent);
    std::move(some.list.begin(), some.list.end(), std::back_inserter(all.list));
  }
  return all;
}

void expectProved(const std::vector<Question>& questions, Solver solver) {
  ASSERT_FALSE(questions.empty());
  const auto answers = ask(solver, questions);
  ASSERT_EQ(answers.size(), questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i)
    EXPECT_EQ(answers[i], "unsat") << questions[i].name;
}

class FoldRulesAtWidth : public ::testing::TestWithParam<unsigned> {};
class FoldRulesByCvc5 : public FoldRulesAtWidth {};
INSTANTIATE_TEST_SUITE_P(Widths, FoldRulesAtWidth, ::testing::Range(1u, 9u));
INSTANTIATE_TEST_SUITE_P(Narrow, FoldRulesByCvc5, ::testing::Range(1u, 5u));
INSTANTIATE_TEST_SUITE_P(Nightly, FoldRulesByCvc5, ::testing::Range(5u, 9u));

TEST_P(FoldRulesAtWidth, ProvedByZ3) { expectProved(allQuestions(GetParam()).list, Solver::Z3); }
TEST_P(FoldRulesByCvc5, Proved) { expectProved(allQuestions(GetParam()).list, Solver::Cvc5); }
TEST_P(FoldRulesAtWidth, FireOnTheirInstances) { EXPECT_EQ(allQuestions(GetParam()).silent, std::set<std::string>{}); }

TEST(FoldRules, EachFiresSomewhere) {
  for (const Rule& rule : rules()) {
    std::size_t fired = 0;
    for (unsigned width = 1; width <= 8; ++width)
      fired += questionsOf(rule, width).instances;
    EXPECT_GT(fired, 0u) << rule.name;
  }
}

TEST(FoldRules, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const Rule& rule : rules())
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
}

/// Rules with one thing wrong, as somebody might write them.
const Rule kWrongRules[] = {
    {"wrong.or_with_ones_is_x", Op::Or, [](Terms&, const Parts& p) { return p.a(); },
     [](Instances& i) { i.emit({i.x(), i.ones()}); }},
    {"wrong.shl_by_width_keeps_x", Op::Shl,
     [](Terms&, const Parts& p) { return p.b().value() >= p.width ? p.a() : Term(); },
     [](Instances& i) { i.emit({i.x(), i.k(i.width)}); }},
    {"wrong.ashr_by_width_is_zero", Op::Ashr, [](Terms& t, const Parts& p) { return t.constant(p.width, 0); },
     [](Instances& i) { i.emit({i.x(), i.k(i.width)}); }},
    {"wrong.ult_is_signed", Op::Ult, [](Terms&, const Parts& p) { return p.a().slt(p.b()); },
     [](Instances& i) { i.emit({i.x(), i.y()}); }},
    {"wrong.sext_is_zext", Op::Sext, [](Terms&, const Parts& p) { return p.a().zext(p.width); },
     [](Instances& i) { i.emitWide(i.width + 1, {i.x()}); }},
    {"wrong.concat_swapped", Op::Concat, [](Terms&, const Parts& p) { return p.b().concat(p.a()); },
     [](Instances& i) { i.emitWide(2 * i.width, {i.x(), i.y()}); }},
    {"wrong.extract_off_by_one", Op::Extract,
     [](Terms&, const Parts& p) {
       return p.a().arg(0).extract(static_cast<unsigned>(p.value), static_cast<unsigned>(p.value));
     },
     [](Instances& i) { i.emitWide(1, {i.var("x9", 9).extract(i.width, 1)}, i.width - 1); }},
    {"wrong.select_reads_the_last", Op::Select, [](Terms&, const Parts& p) { return p.args.back(); },
     [](Instances& i) { i.emitWide(i.width, {i.var("index", 2), i.x(), i.y()}); }},
    {"wrong.sub_commutes", Op::Sub, [](Terms&, const Parts& p) { return p.b() - p.a(); },
     [](Instances& i) {
       if (i.width > 1)
         i.emit({i.x(), i.y()});
     }},
    {"wrong.only_at_one_value", Op::Ult, [](Terms&, const Parts& p) { return p.a().ult(p.b() - 1); },
     [](Instances& i) { i.emit({i.x(), i.ones()}); }},
};

void expectRefuted(Solver solver) {
  for (const Rule& rule : kWrongRules) {
    for (const unsigned width : {2u, 4u, 8u}) {
      const Questions questions = questionsOf(rule, width);
      ASSERT_EQ(questions.list.size(), 1u) << rule.name;
      EXPECT_EQ(ask(solver, questions.list)[0], "sat") << rule.name << " at width " << width;
    }
  }
}

TEST(WrongFoldRules, RefutedByZ3) { expectRefuted(Solver::Z3); }
TEST(WrongFoldRules, RefutedByCvc5) { expectRefuted(Solver::Cvc5); }

} // namespace
} // namespace warplaw::symbolic::fold
