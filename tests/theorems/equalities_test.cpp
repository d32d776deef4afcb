// Equalities of words as a relation (proofs/statements/equalities.h): what is assumed holds of all words, and of no
// relation that is not transitive.
#include "proofs/statements/equalities.h"
#include "symbolic/terms/evaluate.h"
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs {
namespace equalities_test {
using symbolic::Assignment;
using symbolic::Bits;

class Equalities : public testing::Test {
protected:
  Terms terms_;
  std::vector<Term> words_;
  std::vector<Obligation> obligations_;

  /// If all words are the first one, the last two are equal; said by equalities of all pairs.
  void compare(unsigned words, unsigned width = 32) {
    words_.clear();
    for (unsigned i = 0; i < words; ++i)
      words_.push_back(terms_.variable(width, std::to_string(width) + "." + std::to_string(i)));
    std::vector<Term> all;
    for (unsigned i = 0; i < words; ++i)
      for (unsigned j = 0; j < i; ++j)
        all.push_back(words_[i].eq(words_[j]));
    Obligation o;
    o.name = "o";
    o.query.goal = terms_.any(all).implies(all.front()) | terms_.all(all);
    obligations_.assign(1, o);
    askOfRelations(terms_, "t", obligations_);
  }
  bool allHold(const std::vector<Term>& terms, const Assignment& values) {
    const std::vector<Bits> got = symbolic::evaluate(terms, values);
    return std::ranges::all_of(got, [](Bits bit) { return bit == 1; });
  }
  /// The assumptions as they are asked first.
  std::vector<Term> ofRelation() {
    std::vector<Term> asked;
    for (const Term assumption : obligations_.front().query.assumptions)
      asked.push_back(symbolic::substitute(assumption, obligations_.front().anyValues));
    return asked;
  }
  /// Which word a class has, by word: the relation of these classes, as values of what stands for equalities.
  Assignment relationOf(const std::vector<Bits>& classes) {
    Assignment words;
    for (std::size_t i = 0; i < words_.size(); ++i)
      words[std::string(words_[i].node()->name)] = classes[i];
    Assignment relation;
    for (const auto& [equality, any] : obligations_.front().anyValues)
      relation[std::string(any.node()->name)] = symbolic::evaluate(std::span(&equality, 1), words)[0];
    return relation;
  }
};

TEST_F(Equalities, WhatIsAssumedHoldsOfAllWords) {
  compare(8);
  EXPECT_EQ(obligations_.front().query.assumptions.size(), 8u * 7 * 6 / 2); // each of three words may be between
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Assignment words;
    for (const Term word : words_)
      words[std::string(word.node()->name)] = random() % (round % 4 + 1);
    EXPECT_TRUE(allHold(obligations_.front().query.assumptions, words));
  }
}

TEST_F(Equalities, RelationsOfClassesAreAllowedAndOthersAreNot) {
  compare(8);
  const std::vector<Term> asked = ofRelation();
  for (const Term variable : symbolic::variablesOf(asked))
    EXPECT_EQ(variable.width(), 1u) << variable.node()->name;
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<Bits> classes;
    for (unsigned i = 0; i < words_.size(); ++i)
      classes.push_back(i < 3 ? 0 : random() % 3);
    Assignment relation = relationOf(classes);
    EXPECT_TRUE(allHold(asked, relation));
    for (const auto& [equality, any] : obligations_.front().anyValues)
      if (equality.same(words_[0].eq(words_[1]))) // both are equal to the third
        relation[std::string(any.node()->name)] = 0;
    EXPECT_FALSE(allHold(asked, relation));
  }
}

// Where the goal compares one word with each other one, whatever is assumed goes through that word, and holds of all.
TEST_F(Equalities, ThroughAWordThatIsComparedAgainAndAgain) {
  compare(8);
  const Term middle = words_[3];
  Term any = terms_.truth(false), alike = terms_.truth(true);
  for (const Term word : words_)
    if (!word.same(middle)) {
      any = any | word.eq(middle);
      alike = alike & word.eq(middle);
    }
  Obligation o;
  o.query = {obligations_.front().query.assumptions, any.implies(alike)}; // assumptions compare all of them
  const std::size_t before = o.query.assumptions.size();
  obligations_.assign(1, o);
  askOfRelations(terms_, "t", obligations_);
  std::vector<Term> added(obligations_.front().query.assumptions.begin() + static_cast<std::ptrdiff_t>(before),
                          obligations_.front().query.assumptions.end());
  ASSERT_EQ(added.size(), 7u * 6 / 2 * 3); // each two others, and each of the three between
  for (const Term assumption : added) {
    const std::vector<Term> spoken = symbolic::variablesOf(std::span(&assumption, 1));
    EXPECT_TRUE(std::ranges::any_of(spoken, [&](Term v) { return v.same(middle); }));
  }
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Assignment words;
    for (const Term word : words_)
      words[std::string(word.node()->name)] = random() % (round % 4 + 1);
    EXPECT_TRUE(allHold(added, words));
  }
}

TEST_F(Equalities, ThatTheyAreTransitiveIsAnObligation) {
  compare(8);
  ASSERT_EQ(obligations_.size(), 2u);
  EXPECT_EQ(obligations_.back().name, "t/equality-is-transitive");
  EXPECT_EQ(symbolic::variablesOf(std::span(&obligations_.back().query.goal, 1)).size(), 3u);
  EXPECT_FALSE(obligations_.back().query.goal.isTrue());
}

TEST_F(Equalities, FewWordsAndOtherWidthsStayAsTheyAre) {
  for (const auto& [words, width] : {std::pair(3u, 32u), std::pair(8u, 31u), std::pair(8u, 1u)}) {
    compare(words, width);
    EXPECT_EQ(obligations_.size(), 1u);
    EXPECT_TRUE(obligations_.front().query.assumptions.empty());
    EXPECT_TRUE(obligations_.front().anyValues.empty());
  }
}

} // namespace equalities_test
} // namespace warplaw::proofs
