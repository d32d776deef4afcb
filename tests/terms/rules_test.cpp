// Every folding rule, proved by both solvers at widths 1 to 8, and by Z3 at all others; wrong rules are refuted. In
// every run Z3 is asked at some widths, and cvc5, which takes far longer, at widths 1 to 3 (docs/trust.md).
#include "rule_questions.h"
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <iterator>
#include <set>

namespace warplaw::symbolic::fold {
namespace {

/// Where every rule is proved in every run; at night it is at all widths up to the greatest.
constexpr unsigned kWidths[] = {1, 2, 3, 4, 5, 32, 33, 64}, kGreatestWidth = 64;

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

void expectProved(std::vector<Question> questions, Solver solver) {
  if (solver == Solver::Z3)
    std::erase_if(questions, [](const Question& question) { return question.isLongForZ3; });
  ASSERT_FALSE(questions.empty());
  const auto answers = ask(solver, questions);
  ASSERT_EQ(answers.size(), questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i)
    EXPECT_EQ(answers[i], "unsat") << questions[i].name;
}

class FoldRulesAtWidth : public ::testing::TestWithParam<unsigned> {};
class FoldRulesByCvc5 : public FoldRulesAtWidth {};
class FoldRulesBrieflyByCvc5 : public FoldRulesAtWidth {};
INSTANTIATE_TEST_SUITE_P(Widths, FoldRulesAtWidth, ::testing::ValuesIn(kWidths));
INSTANTIATE_TEST_SUITE_P(Nightly, FoldRulesAtWidth, ::testing::Range(6u, kGreatestWidth + 1));
INSTANTIATE_TEST_SUITE_P(Narrow, FoldRulesBrieflyByCvc5, ::testing::Range(1u, 4u));
INSTANTIATE_TEST_SUITE_P(Nightly, FoldRulesByCvc5, ::testing::Range(1u, 9u));

TEST_P(FoldRulesAtWidth, ProvedByZ3) {
  const Questions all = allQuestions(GetParam());
  EXPECT_EQ(all.silent, std::set<std::string>{});
  for (const Question& question : all.list) // what Z3 is spared, cvc5 proves in every run
    EXPECT_TRUE(!question.isLongForZ3 || GetParam() < 4) << question.name;
  expectProved(all.list, Solver::Z3);
}
TEST_P(FoldRulesByCvc5, Proved) { expectProved(allQuestions(GetParam()).list, Solver::Cvc5); }
/// For rules about constants, only the middle question: those of floats take nine tenths of cvc5's time.
TEST_P(FoldRulesBrieflyByCvc5, Proved) {
  std::vector<Question> questions;
  for (const Rule& rule : rules()) {
    std::vector<Question> some = questionsOf(rule, GetParam()).list;
    if (some.size() > 1 && std::ranges::all_of(some, &Question::isOfConstants))
      some = {some[some.size() / 2]};
    std::ranges::move(some, std::back_inserter(questions));
  }
  expectProved(std::move(questions), Solver::Cvc5);
}

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
    {"wrong.float_sum_has_zero_neutral", Op::FloatAdd, [](Terms&, const Parts& p) { return p.b(); },
     [](Instances& i) {
       const Term zero = i.terms.constant(16, 0);
       i.emit({zero, i.var("half", 16)});
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

/// As somebody might write them who thinks of registers: right but where words have 32 bits.
const Rule kWrongAtWords[] = {
    {"wrong.shl_by_31_is_the_sign", Op::Shl,
     [](Terms&, const Parts& p) { return p.width == 32 && p.b().value() == 31 ? p.a() & (Bits{1} << 31) : Term(); },
     [](Instances& i) { i.each(i.width, [&](Term k) { i.offer({i.x(), k}); }); }},
    {"wrong.and_with_ones_of_32_bits", Op::And,
     [](Terms&, const Parts& p) { return p.b().value() == 0xffffffff ? p.a() : Term(); },
     [](Instances& i) {
       i.each(i.width, [&](Term k) {
         if (i.width != 32)
           i.offer({i.x(), k});
       });
     }},
    {"wrong.sext_of_32_bits_is_zext", Op::Sext,
     [](Terms&, const Parts& p) { return p.a().width() == 32 ? p.a().zext(p.width) : Term(); },
     [](Instances& i) { i.widthsFrom(i.width, [&](unsigned wide) { i.emitWide(wide, {i.x()}, 0, false); }); }},
};

TEST(WrongFoldRules, OfWordsAloneAreRefutedWhereTheyAreWords) {
  for (const Rule& rule : kWrongAtWords) {
    std::set<std::string> answers;
    for (const unsigned width : {1u, 4u, 8u})
      for (const std::string& answer : ask(Solver::Z3, questionsOf(rule, width).list))
        EXPECT_EQ(answer, "unsat") << rule.name << ": not seen at width " << width;
    for (const unsigned width : {32u, 64u})
      for (std::string& answer : ask(Solver::Z3, questionsOf(rule, width).list))
        answers.insert(std::move(answer));
    EXPECT_TRUE(answers.contains("sat")) << rule.name;
  }
}

/// x * y of `x` and `y` bits, first in `narrow` bits.
std::string productAnswer(Solver solver, unsigned x, unsigned y, unsigned narrow, unsigned wide, bool asIntegers) {
  Terms terms(Folding::Nothing);
  const Term a = terms.variable(x, "a"), b = terms.variable(y, "b");
  const Term left = a.sext(wide) * b.sext(wide), right = (a.sext(narrow) * b.sext(narrow)).sext(wide);
  const std::string text =
      asIntegers ? productText(left, right, 0).value() : textOf(terms, std::array{left}, std::array{right});
  return ask(solver, {{"product", text}})[0];
}

TEST(FoldRules, ProductsAsIntegersAreProductsAsBits) {
  for (const unsigned x : {1u, 2u, 3u})
    for (const unsigned y : {1u, 2u, 4u})
      for (unsigned narrow = std::max(x, y); narrow <= x + y; ++narrow) {
        const std::string asBits = productAnswer(Solver::Z3, x, y, narrow, x + y + 2, false);
        EXPECT_EQ(productAnswer(Solver::Z3, x, y, narrow, x + y + 2, true), asBits)
            << x << " by " << y << " in " << narrow;
        EXPECT_EQ(asBits == "unsat", narrow == x + y) << x << " by " << y << " in " << narrow;
      }
  for (const Solver solver : {Solver::Z3, Solver::Cvc5}) {
    EXPECT_EQ(productAnswer(solver, 32, 34, 66, 68, true), "unsat");
    EXPECT_EQ(productAnswer(solver, 32, 34, 65, 68, true), "sat") << "-2^31 * -2^33 needs 66 bits";
  }
}

TEST(FoldRules, SumsAsIntegersAreSumsAsBits) {
  const unsigned width = 3;
  for (Bits x = 0; x <= onesOf(width); ++x)
    for (Bits y = 0; y <= onesOf(width); ++y)
      EXPECT_EQ(ask(Solver::Z3, {{"sum", sumText(width, x, y)}})[0], x + y <= onesOf(width) ? "unsat" : "sat")
          << unsigned(x) << " and " << unsigned(y);
  for (const unsigned wide : {64u, 128u}) {
    EXPECT_EQ(ask(Solver::Z3, {{"sum", sumText(wide, onesOf(wide - 1), onesOf(wide - 1))}})[0], "unsat");
    EXPECT_EQ(ask(Solver::Z3, {{"sum", sumText(wide, onesOf(wide - 1), onesOf(wide))}})[0], "sat");
  }
}

TEST(WrongFoldRules, RefutedByZ3) { expectRefuted(Solver::Z3); }
TEST(WrongFoldRules, RefutedByCvc5) { expectRefuted(Solver::Cvc5); }

} // namespace
} // namespace warplaw::symbolic::fold
