// Long histories under a program order, right and wrong: each decided with a reason, in a second and 200 MB.
#include "linearize/reason.h"
#include "linearize/replay.h"
#include "lines.h"
#include <algorithm>
#include <chrono>
#include <random>

namespace warplaw::linearize::test {
namespace {

constexpr Operation kAdd{Op::Add, Type::U32}, kCas{Op::Cas, Type::U32}, kExch{Op::Exch, Type::U32};

std::vector<std::uint8_t> word(std::uint64_t value) {
  return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
}

/// Every lane of every instruction of every warp takes a ticket; warps come by turns as chance has it.
History tickets(std::uint32_t warps, std::uint32_t instructions, unsigned seed) {
  History h;
  h.memorySize = 64;
  std::mt19937 random(seed);
  std::vector<std::uint32_t> turns;
  for (std::uint32_t w = 0; w < warps; ++w) {
    turns.insert(turns.end(), instructions * 32, w);
    for (std::uint32_t k = 0; k < instructions; ++k)
      h.instructions.push_back({w, k, kAdd});
  }
  std::shuffle(turns.begin(), turns.end(), random);
  std::vector<std::vector<std::uint8_t>> lanes(warps);
  std::vector<std::uint32_t> number(warps, 0);
  for (std::uint32_t ticket = 0; ticket < turns.size(); ++ticket) {
    const std::uint32_t w = turns[ticket];
    if (lanes[w].empty()) {
      for (std::uint8_t lane = 0; lane < 32; ++lane)
        lanes[w].push_back(lane);
      std::shuffle(lanes[w].begin(), lanes[w].end(), random);
      ++number[w];
    }
    h.accesses.push_back(
        {w * instructions + number[w] - 1, lanes[w].back(), true, 0, 1, 0, ticket, kBankOfAddress});
    lanes[w].pop_back();
  }
  h.initial = {{0, word(0)}};
  h.final = {{0, word(turns.size())}};
  return h;
}

/// A lock: CAS 0 -> 1 until it returns 0, then EXCH 0. One lane a warp. About so many operations.
History lock(std::uint32_t warps, std::size_t operations, unsigned seed) {
  History h;
  h.memorySize = 64;
  std::mt19937 random(seed);
  std::vector<std::uint32_t> number(warps, 0);
  std::uint32_t owner = warps;
  const auto step = [&](std::uint32_t w, Operation operation, std::uint64_t operand, std::uint64_t swap,
                        std::uint64_t found) {
    h.instructions.push_back({w, number[w]++, operation});
    h.accesses.push_back({static_cast<std::uint32_t>(h.instructions.size() - 1), 0, true, 0, operand, swap, found,
                          kBankOfAddress});
  };
  while (h.accesses.size() < operations || owner != warps) {
    const std::uint32_t w = random() % warps;
    if (w == owner && random() % 2 == 0) {
      step(w, kExch, 0, 0, 1);
      owner = warps;
    } else if (w != owner) {
      step(w, kCas, 0, 1, owner != warps);
      owner = owner == warps ? w : owner;
    }
  }
  h.initial = {{0, word(0)}};
  h.final = {{0, word(0)}};
  return h;
}

/// The k-th CAS that failed took the lock as well.
void acquireTwice(History& h, std::size_t k) {
  for (Access& a : h.accesses)
    if (h.instructions[a.instruction].operation == kCas && a.returned == 1 && k-- == 0) {
      a.returned = 0;
      return;
    }
}

struct Decided {
  Answer answer;
  std::string reason;
  double seconds;
  std::uint64_t states, bytes;
};
Decided decide(const History& h) {
  EXPECT_TRUE(validate(h));
  Checker checker;
  const auto start = std::chrono::steady_clock::now();
  const Verdict& verdict = checker.check(h, {.witness = true, .budget = {}});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (verdict.answer == Answer::Legal)
    EXPECT_EQ(replay(h, verdict), "");
  return {verdict.answer, explain(h, verdict), seconds, verdict.spent.states, verdict.spent.bytes};
}
#define SHOW(name, h) { const auto d = decide(h); printf("%s: %d %.3fs %lu states %.1f MB: %.300s\n", name, (int)d.answer, d.seconds, d.states, d.bytes/1e6, d.reason.c_str()); }

TEST(Scale, Probe) {
  for (std::uint32_t warps : {29u, 348u}) {
    History h = tickets(warps, 9, 1);
    SHOW("tickets", h);
    History g = h; g.accesses[500].returned = g.accesses[499].returned;
    SHOW("twice", g);
    g = h; std::swap(g.accesses[500].returned, g.accesses[4000].returned);
    SHOW("swapped", g);
    g = h; g.initial.clear(); g.final.clear();
    SHOW("unknown ends", g);
  }
  for (std::size_t n : {200u, 8000u, 100000u})
   for (std::uint32_t warps : {4u, 32u, 1000u}) {
    if (warps*4 > n) continue;
    printf("n %zu warps %u\n", n, warps);
    History h = lock(warps, n, 1);
    SHOW("lock", h);
    for (std::size_t k : {5u, 60u}) {
    History g = h; acquireTwice(g, k);
    SHOW("double", g);
    g.final.clear();
    SHOW("double, final unknown", g);
    g = h; for (auto& a : g.accesses) if (g.instructions[a.instruction].operation == kExch) { a.returns = false; a.returned = 0; }
    SHOW("releases unseen", g);
    acquireTwice(g, k);
    SHOW("releases unseen, double", g);
    }
  }
}

} // namespace
} // namespace warplaw::linearize::test
