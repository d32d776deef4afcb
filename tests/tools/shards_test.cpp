// Shards: every obligation in exactly one of them, loads as even as the heaviest piece allows, the same cut by whoever
// makes it.
#include "tools/shards.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace warplaw::tools {
namespace {
using namespace proofs;

// Theorems t0, t1, ..; the i-th has sizes[i] obligations.
std::vector<Theorem> theorems(const std::vector<std::size_t>& sizes) {
  std::vector<Theorem> all;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Theorem t;
    t.name = fmt::format("t{}", i);
    t.build = [name = t.name, size = sizes[i]](Terms&) -> Obligations {
      std::vector<Obligation> list;
      for (std::size_t k = 0; k < size; ++k)
        list.push_back(byEvidence(fmt::format("{}/o{}", name, k), Verdict::Checked, {}));
      return list;
    };
    all.push_back(std::move(t));
  }
  return all;
}

const std::vector<std::size_t> kSizes = {20, 1, 3, 7, 1, 2, 40, 5};
const std::vector<double> kSeconds = {90, 2, 0.1, 8, 33, 0, 4, 0.5};

Costs costs() {
  Costs costs;
  for (std::size_t i = 0; i < kSizes.size(); ++i)
    costs.byTheorem[fmt::format("t{}", i)] = {kSizes[i], kSeconds[i], true};
  costs.hash = "costs";
  return costs;
}

std::vector<std::string> obligationsOf(const Share& share) {
  std::vector<std::string> names;
  Terms terms(true);
  for (const Theorem& theorem : share.theorems) {
    const Obligations built = theorem.build(terms);
    for (const Obligation& o : std::get<std::vector<Obligation>>(built))
      names.push_back(o.name);
  }
  return names;
}

TEST(Shards, EveryObligationIsInExactlyOne) {
  const auto all = theorems(kSizes);
  std::vector<std::string> wanted = obligationsOf({all, {}, {}});
  std::ranges::sort(wanted);
  for (const Costs& known : {costs(), Costs()})
    for (const unsigned of : {1u, 2u, 3u, 7u, 50u, 1000u}) {
      std::vector<std::string> found;
      std::set<std::string> cuts;
      for (unsigned index = 1; index <= of; ++index) {
        const Share share = shareOf(all, known, {index, of});
        EXPECT_EQ(share.names.size(), share.theorems.size());
        EXPECT_EQ(share.shard.index, index);
        cuts.insert(share.shard.partition);
        std::ranges::copy(obligationsOf(share), std::back_inserter(found));
      }
      std::ranges::sort(found);
      EXPECT_EQ(found, wanted) << of;
      EXPECT_EQ(cuts.size(), 1u) << "all agree on the cut";
    }
}

TEST(Shards, LoadsAreAsEvenAsTheHeaviestPieceAllows) {
  for (const unsigned of : {1u, 2u, 4u, 16u, 100u}) {
    std::vector<std::uint64_t> load(of + 1);
    std::uint64_t all = 0, heaviest = 0;
    for (const Piece& piece : partition(theorems(kSizes), costs(), of)) {
      load[piece.shard] += piece.milliseconds;
      all += piece.milliseconds;
      heaviest = std::max(heaviest, piece.milliseconds);
    }
    EXPECT_LE(*std::ranges::max_element(load), all / of + heaviest) << of;
  }
}

TEST(Shards, ATheoremIsCutOnlyWhereItCostsMoreThanAFairShare) {
  const auto partsOf = [](unsigned shards, std::size_t theorem) {
    std::size_t parts = 0;
    for (const Piece& piece : partition(theorems(kSizes), costs(), shards))
      parts += piece.theorem == theorem;
    return parts;
  };
  EXPECT_EQ(partsOf(1, 0), 1u);
  EXPECT_EQ(partsOf(2, 0), 2u) << "90 of 138 s";
  EXPECT_EQ(partsOf(1000, 0), 20u) << "it has no more obligations";
  EXPECT_EQ(partsOf(1000, 4), 1u);
  const Share share = shareOf(theorems(kSizes), costs(), {1, 2});
  EXPECT_EQ(share.names[0].substr(0, 3), "t0 ");
  EXPECT_EQ(share.theorems[0].name, "t0");
}

TEST(Shards, CostsThatAreOutOfDateLoseNoObligationSilently) {
  auto changed = kSizes;
  changed[0] = 1; // where the costs know 20, and two shards take a half each
  const Share share = shareOf(theorems(changed), costs(), {1, 2});
  Terms terms(true);
  const Obligations built = share.theorems.at(0).build(terms);
  ASSERT_TRUE(std::holds_alternative<Problem>(built));
  EXPECT_EQ(std::get<Problem>(built).verdict, Verdict::Error);
}

TEST(Shards, OtherCostsAreAnotherPartition) {
  Costs other = costs();
  other.byTheorem["t1"].seconds = 60;
  const auto all = theorems(kSizes);
  EXPECT_NE(shareOf(all, costs(), {1, 3}).shard.partition, shareOf(all, other, {1, 3}).shard.partition);
}

class CostFile : public testing::Test {
protected:
  spec::Result<Costs> read(const std::string& text) const {
    std::ofstream(path_) << text;
    return readCosts(path_);
  }
  ~CostFile() override { std::remove(path_.c_str()); }
  static std::string result(const char* name, const char* seconds, const char* cached = "false",
                            const char* verdict = "PROVED") {
    return fmt::format(R"({{"name":"{}","theorem":"t","rules":[],"verdict":"{}","expected":"PROVED","seconds":{},)"
                       R"("limit":60,"cached":{},"folded":true}})"
                       "\n",
                       name, verdict, seconds, cached);
  }
  const std::string path_ = fmt::format("{}/warplaw-costs-{}", testing::TempDir(), getpid());
};

TEST_F(CostFile, ResultsAreSummedByTheorem) {
  const auto costs = read(result("a", "1.5") + result("b", "2") + result("b", "3"));
  ASSERT_TRUE(costs);
  ASSERT_NE(costs->of("t"), nullptr);
  EXPECT_EQ(costs->of("t")->seconds, 4.5) << "the last line of a name counts";
  EXPECT_EQ(costs->of("t")->obligations, 2u);
  EXPECT_EQ(costs->of("u"), nullptr);
}

TEST_F(CostFile, WhatCameFromACacheIsNotKnownToBeFree) {
  const auto costs = read(result("a", "1.5") + result("b", "0", "true"));
  ASSERT_TRUE(costs);
  EXPECT_EQ(costs->of("t"), nullptr);
}

TEST_F(CostFile, WhatALostProcessTookIsNotKnown) {
  const auto costs = read(result("a", "1.5") + result("b", "500", "false", "ERROR"));
  ASSERT_TRUE(costs);
  EXPECT_EQ(costs->of("t"), nullptr);
}

TEST_F(CostFile, WhatIsNoCostIsRejectedWithItsPlace) {
  for (const char* line : {"{}", "[]", "x", "", R"({"theorem":"t","seconds":-1,"obligations":1})",
                           R"({"theorem":"t","seconds":1e300,"obligations":1})", R"({"theorem":"t","seconds":1})"}) {
    const auto costs = read(std::string(R"({"theorem":"u","seconds":1,"obligations":1})") + "\n" + line + "\n");
    ASSERT_FALSE(costs) << line;
    EXPECT_TRUE(costs.error().message.starts_with(path_ + ":2: ")) << costs.error().message;
  }
}

} // namespace
} // namespace warplaw::tools
