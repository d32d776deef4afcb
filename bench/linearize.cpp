// Speed of the checker of histories: 32 lanes at one address or at eight, verdict and witness, lanes by number or in
// any order; 100,000 histories from a file, as lines; and, with --baseline, a plain memoised search (Wing & Gong with
// Lowe's cache) on the same histories, under a limit of 10 s each.
#include "linearize/check.h"
#include "linearize/history_file.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <unordered_set>
#include <utility>

namespace {
using namespace warplaw::linearize;

struct Kind {
  const char* name;
  Operation operation;
  unsigned values; ///< operands are below this
  bool returns = true;
  unsigned places = 1;
};
constexpr Kind kKinds[] = {{"ADD", {Op::Add, Type::U32}, 1000},
                           {"EXCH-4", {Op::Exch, Type::U32}, 4},
                           {"EXCH-8", {Op::Exch, Type::U32}, 8},
                           {"CAS-4", {Op::Cas, Type::U32}, 4},
                           {"INC-wrap", {Op::Inc, Type::U32}, 0},
                           {"CAST-4", {Op::Cast, Type::U32}, 4},
                           {"ADD-unseen", {Op::Add, Type::U32}, 1000, false},
                           {"ADD-8-places", {Op::Add, Type::U32}, 1000, true, 8}};

std::vector<std::uint8_t> bytesOfWord(std::uint64_t value) {
  return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
}

/// 32 lanes in a random order; rejected: one returned value is another one that occurs, until no order is left.
History historyOf(const Kind& kind, bool accepted, bool byLane, std::mt19937_64& random) {
  for (;;) {
    History h;
    h.memorySize = 512;
    h.instructions.push_back({0, 0, kind.operation});
    std::vector<std::uint64_t> values(kind.places);
    for (unsigned k = 0; k < kind.places; ++k) {
      values[k] = random() % 4;
      h.initial.push_back({16 + 4 * k, bytesOfWord(values[k])});
    }
    std::vector<std::uint8_t> order(32);
    for (unsigned k = 0; k < 32; ++k)
      order[k] = static_cast<std::uint8_t>(k);
    std::shuffle(order.begin(), order.end(), random);
    for (const std::uint8_t lane : order) {
      const unsigned place = lane % kind.places;
      const std::uint64_t operand = kind.values ? random() % kind.values : 6;
      const std::uint64_t swap = takesSwap(kind.operation.op) ? random() % kind.values : 0;
      const std::uint64_t old =
          std::exchange(values[place], stepOf(kind.operation, values[place], operand, swap, ZeroOrder::NegativeBelow));
      h.accesses.push_back({0, lane, kind.returns, 16 + 4 * place, operand, swap,
                            kind.returns ? returnedBy(kind.operation.op, old, operand) : 0, kBankOfAddress});
    }
    const auto byNumber = [](const Access& a, const Access& b) { return a.lane < b.lane; };
    if (byLane)
      std::sort(h.accesses.begin(), h.accesses.end(), byNumber);
    else
      std::shuffle(h.accesses.begin(), h.accesses.end(), random);
    for (unsigned k = 0; k < kind.places; ++k)
      h.final.push_back({16 + 4 * k, bytesOfWord(values[k])});
    if (!accepted && kind.returns)
      h.accesses[random() % 32].returned = h.accesses[random() % 32].returned;
    else if (!accepted)
      h.accesses[random() % 32].operand += 1;
    Checker checker;
    if ((checker.check(h).answer == Answer::Legal) == accepted)
      return h;
  }
}

constexpr std::size_t kPool = 1024; // some 30,000 lanes: more than a branch predictor learns by heart, 3 MB

void check(benchmark::State& state, const Kind& kind, bool accepted, bool witness, bool byLane) {
  std::mt19937_64 random(1);
  std::vector<History> pool;
  for (std::size_t k = 0; k < kPool; ++k)
    pool.push_back(historyOf(kind, accepted, byLane, random));
  Checker checker;
  std::size_t k = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(checker.check(pool[k++ % kPool], {.witness = witness, .budget = {}}).answer);
}

void file(benchmark::State& state) {
  constexpr std::size_t kHistories = 100000;
  const std::string path =
      fmt::format("{}/warplaw-bench-histories-{}.jsonl", std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp",
                  std::chrono::steady_clock::now().time_since_epoch().count());
  {
    std::mt19937_64 random(2);
    std::ofstream out(path);
    for (std::size_t k = 0; k < kHistories; ++k)
      out << toJson(historyOf(kKinds[k % std::size(kKinds)], k % 3 != 0, true, random)) << '\n';
  }
  for (auto _ : state) {
    std::ifstream in(path);
    HistoryReader reader;
    Checker checker;
    History history;
    std::string line;
    std::size_t legal = 0, read = 0;
    while (std::getline(in, line)) {
      read += reader.read(line, history).has_value();
      legal += checker.check(history).answer == Answer::Legal;
    }
    if (read != kHistories || legal == 0 || legal == kHistories)
      state.SkipWithError("the file was not read");
  }
  std::remove(path.c_str());
}

// ---- the baseline: which lanes are done and what memory holds; a state met twice leads nowhere

class Baseline {
public:
  explicit Baseline(const History& history) : h_(history) {}
  /// Nothing: the limit was met.
  std::optional<bool> run(double seconds) {
    end_ = std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
    const bool found = from(0, knownAt(h_.initial, 16, 4).value);
    return stopped_ ? std::nullopt : std::optional(found);
  }
  std::size_t states() const { return seen_.size(); }

private:
  bool from(std::uint32_t done, std::uint64_t value) {
    if (done == ~0u)
      return value == knownAt(h_.final, 16, 4).value;
    if (seen_.size() % 1024 == 0 && std::chrono::steady_clock::now() > end_)
      stopped_ = true;
    if (stopped_ || !seen_.insert(value << 32 | done).second)
      return false;
    const Operation operation = h_.instructions[0].operation;
    for (std::uint32_t k = 0; k < 32; ++k) {
      const Access& a = h_.accesses[k];
      if (!(done >> k & 1) && a.returned == value &&
          from(done | 1u << k, stepOf(operation, value, a.operand, a.swap, ZeroOrder::NegativeBelow)))
        return true;
    }
    return false;
  }
  const History& h_;
  std::unordered_set<std::uint64_t> seen_;
  std::chrono::steady_clock::time_point end_;
  bool stopped_ = false;
};

void compareWithBaseline() {
  constexpr double kLimit = 10;
  std::mt19937_64 random(3);
  for (const Kind& kind : kKinds)
    for (const bool accepted : {true, false}) {
      if (!kind.returns || kind.places > 1 || returnsFlag(kind.operation.op))
        continue; // it goes by old values of one word
      const History h = historyOf(kind, accepted, true, random);
      Baseline baseline(h);
      const auto start = std::chrono::steady_clock::now();
      const auto found = baseline.run(kLimit);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      fmt::print("{:<9} {}: baseline {}, {:.6f} s, {} states\n", kind.name, accepted ? "accepted" : "rejected",
                 !found               ? "did not finish in 10 s"
                 : *found == accepted ? "agrees"
                                      : "DISAGREES",
                 seconds, baseline.states());
      std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char** argv) {
  bool baseline = false;
  argc = static_cast<int>(
      std::remove_if(argv + 1, argv + argc,
                     [&](char* arg) { return std::string_view(arg) == "--baseline" && (baseline = true); }) -
      argv);
  benchmark::Initialize(&argc, argv);
  for (const Kind& kind : kKinds)
    for (const bool accepted : {true, false})
      for (const bool witness : {false, true})
        for (const bool byLane : {true, false})
          benchmark::RegisterBenchmark(
              fmt::format("{}/{}/{}/{}", witness ? "witness" : "verdict", kind.name, accepted ? "accepted" : "rejected",
                          byLane ? "by-lane" : "any-order")
                  .c_str(),
              [=, &kind](benchmark::State& state) { check(state, kind, accepted, witness, byLane); });
  benchmark::RegisterBenchmark("file/100000-histories", file)->Unit(benchmark::kMillisecond)->Iterations(1);
  benchmark::RunSpecifiedBenchmarks();
  if (baseline)
    compareWithBaseline();
}
