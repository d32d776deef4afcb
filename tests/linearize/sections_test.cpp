// Reasons under a lock: a lost update is shown by the two sections that lost it; what is left out never makes an order
// impossible.
#include "linearize/check.h"
#include "linearize/reason.h"
#include "linearize/sections.h"
#include "lines.h"
#include <fmt/format.h>
#include <random>

namespace warplaw::linearize {
namespace {

/// What threads see that count up a word under a lock, each increment a section of its own.
class Counting {
public:
  enum class Give { Exch, Store };
  Counting(unsigned threads, std::uint64_t seed, Give give) : random_(seed), numbers_(threads, 0), give_(give) {
    history_.memorySize = 64;
    history_.initial = {{0, std::vector<std::uint8_t>(8, 0)}};
  }

  void increment(bool isLost = false) {
    const auto warp = static_cast<std::uint32_t>(lastWarp_ == ~0u ? 0 : (lastWarp_ + 1 + random_() % 3) % threads());
    if (random_() % 3 == 0)
      add((warp + 1) % threads(), {Op::Cas, Type::U32}, 0, {0, 1, 1}); // in vain: it is held
    lastWarp_ = warp;
    add(warp, {Op::Cas, Type::U32}, 0, {0, 1, 0});
    const std::uint64_t found = isLost ? count_ - 1 : count_;
    add(warp, loadOf(Type::U32), 4, {0, 0, found});
    add(warp, storeOf(Type::U32), 4, {found + 1, 0, {}});
    if (give_ == Give::Store)
      add(warp, storeOf(Type::U32), 0, {0, 0, {}});
    else
      add(warp, {Op::Exch, Type::U32}, 0, {0, 0, 1});
    count_ = found + 1;
  }

  History take() {
    history_.final = {{0, {0, 0, 0, 0, std::uint8_t(count_), std::uint8_t(count_ >> 8), 0, 0}}};
    return history_;
  }

private:
  struct Values {
    std::uint64_t operand, swap;
    std::optional<std::uint64_t> returned;
  };
  unsigned threads() const { return static_cast<unsigned>(numbers_.size()); }
  void add(std::uint32_t warp, Operation operation, std::uint64_t address, const Values& values) {
    Access access;
    access.instruction = static_cast<std::uint32_t>(history_.instructions.size());
    access.address = address;
    access.operand = values.operand;
    access.swap = values.swap;
    access.returns = values.returned.has_value();
    access.returned = values.returned.value_or(0);
    history_.instructions.push_back({warp, numbers_[warp]++, operation});
    history_.accesses.push_back(access);
  }

  std::mt19937_64 random_;
  std::vector<std::uint32_t> numbers_;
  Give give_;
  History history_;
  std::uint64_t count_ = 0;
  std::uint32_t lastWarp_ = ~0u;
};

History counted(unsigned increments, unsigned threads, std::uint64_t seed, Counting::Give give, unsigned lost) {
  Counting counting(threads, seed, give);
  for (unsigned k = 0; k < increments; ++k)
    counting.increment(k == lost);
  return counting.take();
}

TEST(Sections, ALostUpdateIsTwoSections_RED_9) {
  for (const auto give : {Counting::Give::Exch, Counting::Give::Store})
    for (const unsigned increments : {20u, 300u, 3000u}) {
      const History history = counted(increments, 8, increments, give, increments / 2);
      ASSERT_TRUE(validate(history));
      Checker checker;
      const Verdict& verdict = checker.check(history, {.core = true, .budget = {}});
      ASSERT_EQ(verdict.answer, Answer::Illegal);
      EXPECT_LE(verdict.fault.core.size(), 8u) << increments;
      EXPECT_TRUE(verdict.fault.coreIsMinimal);
      const std::string reason = explain(history, verdict);
      EXPECT_EQ(reason.find("more instruction"), std::string::npos) << reason;
      EXPECT_LT(reason.size(), 400u);
    }
}

TEST(Sections, AlsoWhereOneThreadLostItAlone_RED_9) {
  const History history = counted(20, 1, 1, Counting::Give::Exch, 10);
  Checker checker;
  const Verdict& verdict = checker.check(history, {.core = true, .budget = {}});
  ASSERT_EQ(verdict.answer, Answer::Illegal);
  EXPECT_LE(verdict.fault.core.size(), 8u) << explain(history, verdict);
}

/// As the checker makes it, without what it forces.
SearchProblem problemOf(const History& history, const OrderGraph& order) {
  SearchProblem problem;
  problem.order = &order;
  problem.words.assign(2, {0, 0xffffffff, 0, 0xffffffff});
  problem.words[1].final = history.final[0].bytes[4] | history.final[0].bytes[5] << 8;
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    const Instruction& instruction = history.instructions[access.instruction];
    SearchItem item;
    item.operation = instruction.operation;
    item.id = 2 * k;
    item.word = access.address / 4;
    item.returns = access.returns;
    item.operand = access.operand;
    item.swap = access.swap;
    item.returned = access.returned;
    item.node = order.nodeOf(history, k);
    item.agent = std::uint64_t{instruction.warp} << 5;
    item.sequence = instruction.number;
    problem.items.push_back(item);
  }
  return problem;
}

TEST(Sections, WhatIsLeftOutLeavesAnOrder_RED_9) {
  std::mt19937_64 random(31);
  unsigned found = 0, fewest = 0;
  for (unsigned round = 0; round < 400; ++round) {
    const auto give = random() % 2 ? Counting::Give::Exch : Counting::Give::Store;
    const History history = counted(2 + random() % 8, 2 + random() % 4, random(), give, ~0u);
    const OrderGraph order(history, false), free = order.withFreeNode();
    const SearchProblem problem = problemOf(history, order);
    const Sections sections(problem);
    found += !sections.all().empty();
    std::vector<std::uint32_t> kept;
    for (std::uint32_t k = 0; k < problem.items.size(); ++k)
      if (random() % 4 != 0)
        kept.push_back(k);
    fewest += kept.size() < problem.items.size();
    ASSERT_NE(searchForwards(sections.relaxed(kept, free), {}).answer, Answer::Illegal) << toJson(history);
  }
  EXPECT_EQ(found, 400u);
  EXPECT_GT(fewest, 300u);
}

TEST(Sections, WhatIsGivenBackByAnotherIsNoLock_RED_9) {
  History history = counted(4, 3, 1, Counting::Give::Exch, ~0u);
  for (Instruction& instruction : history.instructions) // each operation an agent of its own
    instruction.warp = static_cast<std::uint32_t>(&instruction - history.instructions.data());
  const OrderGraph order(history, false);
  EXPECT_TRUE(Sections(problemOf(history, order)).all().empty());
}

} // namespace
} // namespace warplaw::linearize
