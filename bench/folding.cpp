// Does each folding rule earn its place? States all theorems with one rule left out at a time, and says what that does
// to the questions (nodes, goals decided before a solver is asked), to the encodings and to the time of stating.
// A rule earns its place if, left out alone, it changes the questions or some encoding by more than 2 %; the others are
// left out --together before they go, since two may stand in for each other.
//   warplaw_bench_folding [--jobs N] [--together] [RULE...]
// Rules: the ones to leave out, all if none is named; --together leaves them out at once.
#include "proofs/theorems/theorems.h"
#include "symbolic/terms/fold.h"
#include "symbolic/terms/walk.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace warplaw::symbolic::fold {
namespace {

constexpr std::size_t kMostRules = 256;

/// The table of this program, in place of fold.cpp's: it counts, and leaves rules out.
struct Measured {
  std::vector<Rule> all = allChapters(), present;
  std::array<std::span<const Rule>, kOps> byOp;
  std::array<std::uint64_t, kMostRules> fired{};

  void leaveOut(const std::set<std::string, std::less<>>& names);
};

Measured& measured() {
  static Measured table;
  return table;
}

template <std::size_t I> Term counted(Terms& terms, const Parts& parts) {
  const Term result = measured().all[I].apply(terms, parts);
  measured().fired[I] += bool(result);
  return result;
}
template <std::size_t... I> constexpr auto countedRules(std::index_sequence<I...>) {
  return std::array<Term (*)(Terms&, const Parts&), sizeof...(I)>{counted<I>...};
}

void Measured::leaveOut(const std::set<std::string, std::less<>>& names) {
  constexpr auto kCounted = countedRules(std::make_index_sequence<kMostRules>());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (names.find(all[i].name) == names.end()) {
      present.push_back(all[i]);
      present.back().apply = kCounted.at(i);
    }
  for (auto first = present.begin(); first != present.end();) {
    const auto last = std::find_if(first, present.end(), [&](const Rule& rule) { return rule.op != first->op; });
    byOp[static_cast<std::size_t>(first->op)] = {first, last};
    first = last;
  }
}

} // namespace

std::span<const Rule> rules() { return measured().present; }
std::span<const Rule> rulesOf(Op op) { return measured().byOp[static_cast<std::size_t>(op)]; }

} // namespace warplaw::symbolic::fold

namespace {
using namespace warplaw;
namespace fold = symbolic::fold;
using Names = std::set<std::string, std::less<>>;

struct Cost {
  std::uint64_t queries = 0, encodings = 0, decided = 0, problems = 0; ///< nodes, nodes, goals, theorems not stated
};

/// What one process found out: by theorem (in the order of the list), and the rules' counts.
struct Findings {
  std::vector<Cost> theorems;
  std::vector<std::uint64_t> fired;
  double seconds = 0;
  bool isComplete = false;
};

std::uint64_t nodesBelow(std::span<const symbolic::Term> roots) {
  const symbolic::Walk walk(roots);
  return walk.nodes().size();
}

Cost costOf(const proofs::Theorem& theorem) {
  symbolic::Terms terms;
  Cost cost;
  const proofs::Obligations stated = theorem.build(terms);
  const auto* obligations = std::get_if<std::vector<proofs::Obligation>>(&stated);
  if (!obligations)
    return {.problems = 1};
  std::vector<symbolic::Term> expected;
  for (const proofs::Obligation& obligation : *obligations) {
    std::vector<symbolic::Term> roots = obligation.query.assumptions;
    if (obligation.query.goal)
      roots.push_back(obligation.query.goal);
    cost.queries += nodesBelow(roots);
    cost.decided += obligation.query.goal && obligation.query.goal.isConstant();
    for (const proofs::Output& output : obligation.outputs)
      expected.push_back(output.expected);
  }
  cost.encodings = nodesBelow(expected);
  return cost;
}

double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

/// In a process of its own: states everything and writes the findings.
[[noreturn]] void measure(const Names& without, FILE* to) {
  constexpr rlim_t kCpuSeconds = 20, kBytes = rlim_t{6} << 30; // many times what all rules together take
  const rlimit time{kCpuSeconds, kCpuSeconds}, memory{kBytes, kBytes};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &memory);
  fold::measured().leaveOut(without);
  const double start = cpuSeconds();
  for (const proofs::Theorem& theorem : proofs::allTheorems(proofs::Subject::shipped())) {
    const Cost cost = costOf(theorem);
    std::fprintf(to, "t %lu %lu %lu %lu\n", cost.queries, cost.encodings, cost.decided, cost.problems);
  }
  for (const std::uint64_t count : fold::measured().fired)
    std::fprintf(to, "f %lu\n", count);
  std::fprintf(to, "s %f\n", cpuSeconds() - start);
  std::fclose(to);
  _exit(0);
}

Findings read(FILE* from) {
  Findings findings;
  char kind = 0;
  while (std::fscanf(from, " %c", &kind) == 1) {
    if (kind == 't') {
      Cost& cost = findings.theorems.emplace_back();
      findings.isComplete =
          std::fscanf(from, "%lu %lu %lu %lu", &cost.queries, &cost.encodings, &cost.decided, &cost.problems) == 4;
    } else if (kind == 'f') {
      findings.isComplete = std::fscanf(from, "%lu", &findings.fired.emplace_back()) == 1;
    } else {
      findings.isComplete = std::fscanf(from, "%lf", &findings.seconds) == 1;
      return findings;
    }
  }
  findings.isComplete = false;
  return findings;
}

/// All variants, `jobs` processes at a time; `done` is told in the order of the list.
template <class Done> void measureAll(const std::vector<Names>& variants, unsigned jobs, Done done) {
  struct Child {
    pid_t process;
    FILE* output;
  };
  std::vector<Child> children;
  for (std::size_t started = 0, finished = 0; finished < variants.size();) {
    if (started < variants.size() && started - finished < jobs) {
      FILE* file = std::tmpfile();
      const pid_t process = fork();
      if (process == 0)
        measure(variants[started], file);
      children.push_back({process, file});
      ++started;
      continue;
    }
    waitpid(children[finished].process, nullptr, 0);
    std::rewind(children[finished].output);
    done(finished, read(children[finished].output));
    std::fclose(children[finished].output);
    ++finished;
  }
}

double percent(std::uint64_t now, std::uint64_t before) {
  return before == 0 ? (now ? 100.0 : 0.0)
                     : 100.0 * (static_cast<double>(now) - static_cast<double>(before)) / static_cast<double>(before);
}

Cost sum(const std::vector<Cost>& costs) {
  Cost total;
  for (const Cost& cost : costs) {
    total.queries += cost.queries;
    total.encodings += cost.encodings;
    total.decided += cost.decided;
    total.problems += cost.problems;
  }
  return total;
}

std::uint64_t firedIn(const Findings& findings, const std::string& rule) {
  const auto& rules = fold::measured().all;
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].name == rule)
      return findings.fired[i];
  return 0;
}

void print(const std::string& name, const Findings& now, const Findings& before) {
  if (!now.isComplete || now.theorems.size() != before.theorems.size()) {
    std::printf("%-28s needed: without it not everything is stated, or not within 20 s\n", name.c_str());
    std::fflush(stdout);
    return;
  }
  const Cost a = sum(before.theorems), b = sum(now.theorems);
  double queries = 0, encodings = 0;
  for (std::size_t i = 0; i < now.theorems.size(); ++i) {
    const auto greater = [](double x, double y) { return std::abs(y) > std::abs(x) ? y : x; };
    queries = greater(queries, percent(now.theorems[i].queries, before.theorems[i].queries));
    encodings = greater(encodings, percent(now.theorems[i].encodings, before.theorems[i].encodings));
  }
  std::printf("%-28s %9lu %+8.2f %+8.2f %+8.2f %+8.2f %+6ld %+4ld %+7.1f\n", name.c_str(), firedIn(before, name),
              percent(b.queries, a.queries), queries, percent(b.encodings, a.encodings), encodings,
              static_cast<long>(b.decided - a.decided), static_cast<long>(b.problems - a.problems),
              100 * (now.seconds - before.seconds) / before.seconds);
  std::fflush(stdout);
}

void printAll(const Findings& all) {
  const Cost total = sum(all.theorems);
  std::printf("%zu theorems stated in %.1f s: %lu nodes in questions, %lu in encodings, %lu goals decided\n",
              all.theorems.size(), all.seconds, total.queries, total.encodings, total.decided);
  std::printf("%-28s %9s %8s %8s %8s %8s %6s %4s %7s\n", "without (change)", "fired", "quest.%", "most %", "encod.%",
              "most %", "decid.", "prob", "time %");
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app("what each folding rule is worth");
  unsigned jobs = 2;
  bool together = false;
  std::vector<std::string> names;
  app.add_option("--jobs", jobs, "processes at a time");
  app.add_flag("--together", together, "leave all named rules out at once");
  app.add_option("rule", names, "rules to leave out, one at a time; all if none is named");
  CLI11_PARSE(app, argc, argv);
  if (names.empty())
    for (const fold::Rule& rule : fold::measured().all)
      names.emplace_back(rule.name);
  Findings before;
  measureAll({Names()}, 1, [&](std::size_t, const Findings& now) { before = now; });
  printAll(before);
  if (together) {
    measureAll({Names(names.begin(), names.end())}, 1,
               [&](std::size_t, const Findings& now) { print("(together)", now, before); });
    return 0;
  }
  std::vector<Names> variants;
  for (const std::string& name : names)
    if (firedIn(before, name) > 0)
      variants.push_back({name});
    else
      std::printf("%-28s %9d\n", name.c_str(), 0);
  measureAll(variants, jobs,
             [&](std::size_t variant, const Findings& now) { print(*variants[variant].begin(), now, before); });
}
