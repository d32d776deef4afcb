// Weakened theorems: see mutants_theorems.h.
#include "proofs/mutants/mutants_theorems.h"
#include "proofs/statements/inventory.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::proofs {
namespace {

constexpr std::size_t kPerFunction = 3;

/// The cells that a function's contract speaks of and that are variables, so that something can be said of them.
std::vector<Term> cellsOf(std::span<const lift::Table> objects) {
  std::vector<Term> cells;
  for (const lift::Table& object : objects)
    for (const lift::Field& field : object.fields)
      for (const lift::Cell& cell : field.cells)
        cells.push_back(cell.bits);
  return cells;
}

/// The n-th thing that may be said of a function's inputs: a cell is 0, is small, or equals another one.
struct Narrowing {
  std::string symbol;
  std::size_t number;

  Term operator()(std::span<const lift::Table> objects) const {
    const std::vector<Term> cells = cellsOf(objects);
    const Term cell = cells[number * 7919 % cells.size()];
    Terms& terms = cell.terms();
    if (number % 3 == 0)
      return cell.eq(terms.constant(cell.width(), 0));
    if (number % 3 == 1)
      return cell.ult(terms.constant(cell.width(), cell.width() > 2 ? 4 : 1));
    for (std::size_t other = 1; other < cells.size(); ++other) {
      const Term second = cells[(number * 7919 + other * 31) % cells.size()];
      if (second.width() == cell.width() && !second.same(cell))
        return cell.eq(second);
    }
    return cell.eq(terms.constant(cell.width(), 1));
  }
};

/// Theorems in whose statement the function's contract stands: its own and its callers'.
std::vector<Theorem> concerned(const TheoremList& list, const Narrowing& narrowing,
                               const std::set<std::string>& users) {
  Subject::Overrides overrides;
  overrides.assume = [narrowing](std::string_view symbol, std::span<const lift::Table> objects) {
    return symbol == narrowing.symbol ? narrowing(objects) : Term();
  };
  std::vector<Theorem> theorems = list(Subject::with(std::move(overrides)));
  std::erase_if(theorems, [&](const Theorem& t) { return !users.contains(t.name); });
  return theorems;
}

/// By symbol whose contract speaks of some cell: the theorems that ask for it, found by stating them all once.
std::map<std::string, std::set<std::string>> usersOf(const TheoremList& list) {
  std::map<std::string, std::set<std::string>> users;
  const auto current = std::make_shared<std::string>();
  Subject::Overrides listening;
  listening.assume = [&users, current](std::string_view symbol, std::span<const lift::Table> objects) {
    if (!cellsOf(objects).empty())
      users[std::string(symbol)].insert(*current);
    return Term();
  };
  for (const Theorem& theorem : list(Subject::with(std::move(listening)))) {
    if (theorem.code.empty())
      continue;
    *current = theorem.name;
    Terms terms;
    theorem.build(terms);
  }
  return users;
}

} // namespace

std::vector<TheoremMutant> runTheoremMutants(const TheoremList& list, const std::vector<Record>& records,
                                             RunOptions options, const RunObserver& observer) {
  std::vector<TheoremMutant> mutants;
  options.onCounterexample = {};
  for (const auto& [symbol, users] : usersOf(list))
    for (std::size_t number = 0; number < kPerFunction; ++number) {
      const Narrowing narrowing{symbol, number};
      TheoremMutant mutant{fmt::format("{}: assumption {}", symbol, number), false, {}};
      RunObserver inner;
      inner.onRecord = [&](const Record& record) {
        if (!mutant.noticed && record.exitCode() != ExitCode::AsExpected) {
          mutant.noticed = true;
          mutant.by = fmt::format("{} {}", textOf(record.verdict), record.name);
        }
      };
      run(concerned(list, narrowing, users), options, inner);
      if (observer.onNote)
        observer.onNote(fmt::format("{} {} ({})", mutant.noticed ? "noticed " : "UNNOTICED", mutant.name, mutant.by));
      mutants.push_back(std::move(mutant));
    }

  const std::vector<Theorem> theorems = list(Subject::shipped());
  std::map<std::string, std::vector<std::string>> code;
  for (const Theorem& theorem : theorems)
    code[theorem.name] = theorem.code;
  for (const auto& [symbol, parts] : demandedParts())
    for (const Part part : parts) {
      std::vector<Record> left = records;
      std::erase_if(left, [&](const Record& record) {
        const auto& about = code[record.theorem];
        return record.part == textOf(part) && std::find(about.begin(), about.end(), symbol) != about.end();
      });
      const std::vector<std::string> lines = missing(theorems, left);
      mutants.push_back({fmt::format("{}: {} deleted", symbol, textOf(part)), !lines.empty(),
                         lines.empty() ? "" : "the inventory misses " + lines.front()});
    }
  return mutants;
}

} // namespace warplaw::proofs
