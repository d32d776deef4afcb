// Paired mutants on toy readings: what the statements refute, what survives, and an encoding that they refute.
#include "proofs/mutants/paired.h"
#include "proofs/theorems/theorems.h"
#include "spec/instruction.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace warplaw::proofs {
namespace {

Reading writing(std::uint32_t rd, std::uint32_t word) {
  return {[rd](const spec::Form&, const spec::Choices&) {
            spec::Plan plan;
            plan.destination[0] = rd;
            return plan;
          },
          [word](const spec::Form&, const spec::Choices&, const spec::Operands&, std::span<std::uint8_t> memory,
                 spec::SurroundingCells&, spec::Results& results) {
            results.row[0][3] = word;
            memory[0] = 1;
          }};
}

/// In every form R5 receives 42; the one case file expects 42.
class Toy final : public IndependentStatements {
public:
  StatedExample example(spec::Mnemonic, std::size_t) override {
    StatedExample stated;
    stated.plan.destination[0] = 5;
    stated.memory = {0};
    stated.memoryAfter = {1};
    stated.after.row[0][3] = 42;
    return stated;
  }
  std::vector<std::string> contradicted(spec::Mnemonic, const Reading& reading) override {
    std::vector<std::uint8_t> memory(1);
    spec::SurroundingCells cells;
    spec::Results results;
    reading.run({}, {}, {}, memory, cells, results);
    return results.row[0][3] == 42 ? std::vector<std::string>{} : std::vector<std::string>{"case.json"};
  }
};

std::vector<PairedResult> resultsOf(const Reading& encoding, std::vector<Misreading> wrong) {
  Toy toy;
  return runPaired({{spec::Mnemonic{}, encoding, std::move(wrong)}}, toy, {}, {});
}
std::vector<Misreading> several(const Reading& reading, std::size_t count) {
  return std::vector<Misreading>(count, {"wrong", {"MACH-3"}, reading});
}

TEST(Paired, AMisreadingIsRefutedByWhatItContradicts) {
  const auto results = resultsOf(writing(5, 42), {{"register", {}, writing(6, 42)}, {"word", {}, writing(5, 41)}});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[0].asExpected()) << "the encoding";
  EXPECT_EQ(results[1].refutedBy, std::vector<std::string>{"plan"});
  EXPECT_EQ(results[2].refutedBy, (std::vector<std::string>{"datapath", "case.json"}));
}

TEST(Paired, WhatNothingRefutesHasSurvived) {
  auto wrong = several(writing(6, 42), 5);
  EXPECT_EQ(exitCodeOf(resultsOf(writing(5, 42), wrong)), ExitCode::AsExpected);
  wrong.push_back({"no difference", {}, writing(5, 42)});
  const auto results = resultsOf(writing(5, 42), wrong);
  EXPECT_FALSE(results.back().asExpected());
  EXPECT_NE(pairedTable(results).find("SURVIVED"), std::string::npos);
  EXPECT_EQ(exitCodeOf(results), ExitCode::Counterexample);
}

TEST(Paired, AnEncodingThatTheThirdStatementRefutesIsACounterexample) {
  const auto results = resultsOf(writing(5, 41), several(writing(6, 42), 5));
  EXPECT_FALSE(results.front().asExpected());
  EXPECT_EQ(exitCodeOf(results), ExitCode::Counterexample);
}

TEST(Paired, FewMisreadingsSayNothing) {
  EXPECT_EQ(exitCodeOf(resultsOf(writing(5, 42), several(writing(6, 42), 4))), ExitCode::Inconclusive);
  EXPECT_EQ(exitCodeOf({}), ExitCode::Inconclusive);
}

/// Lanes, words and what stood in the results, at random.
struct Drawn {
  spec::Operands operands;
  spec::Results results;
  explicit Drawn(std::mt19937& random) {
    operands.exec = random();
    operands.predicate = random();
    for (auto& row : operands.row)
      for (std::uint32_t& word : row)
        word = random() >> random() % 32;
    for (auto& row : results.row)
      for (std::uint32_t& word : row)
        word = random();
    results.predicate = random();
  }
};

// a reading that is asked often of one form is not what a few questions come to: it must say the same (reading.h)
TEST(Readings, AskedOftenTheySayWhatTheySayOnce) {
  constexpr unsigned kOften = 40;
  const std::vector<Readings> often = allReadings(), once = allReadings();
  for (std::size_t at = 0; at < often.size(); ++at) {
    const auto asked = [&](const Reading& reading, const spec::Form& form, const Drawn& drawn) {
      spec::SurroundingCells cells;
      std::vector<std::uint8_t> memory(64, 7);
      spec::Results results = drawn.results;
      reading.run(form, spec::defaultChoices(form), drawn.operands, memory, cells, results);
      return std::tuple(results, cells, memory);
    };
    const auto compare = [&](const Reading& many, const Reading& few, const std::string& name) {
      std::mt19937 random(1);
      const std::vector<spec::FormFamily> families = spec::families(often[at].mnemonic);
      for (const spec::FormFamily& family : {families.front(), families.back(), families.front()})
        for (unsigned k = 0; k < kOften; ++k) {
          const Drawn drawn(random);
          const auto [results, cells, memory] = asked(many, family.form, drawn);
          if (k % 8 != 7)
            continue; // the other one is asked seldom
          const auto [right, cellsThere, memoryThere] = asked(few, family.form, drawn);
          ASSERT_EQ(std::memcmp(&results, &right, sizeof right), 0) << name << " " << k;
          ASSERT_TRUE(cells == cellsThere && memory == memoryThere) << name << " " << k;
        }
    };
    compare(often[at].encoding, once[at].encoding, std::string(spec::textOf(often[at].mnemonic)));
    for (std::size_t k = 0; k < often[at].wrong.size(); k += 9)
      compare(often[at].wrong[k].reading, once[at].wrong[k].reading, often[at].wrong[k].name);
  }
}

} // namespace
} // namespace warplaw::proofs
