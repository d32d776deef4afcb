#include "proofs/mutants/mutants.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

std::size_t count(const std::vector<MutantResult>& results, MutantKind kind, Fate fate) {
  return static_cast<std::size_t>(std::count_if(
      results.begin(), results.end(), [&](const MutantResult& r) { return r.kind == kind && r.fate == fate; }));
}

std::size_t counted(const std::vector<MutantResult>& results, MutantKind kind) {
  return count(results, kind, Fate::Refuted) + count(results, kind, Fate::Equivalent) +
         count(results, kind, Fate::Survived);
}

} // namespace

std::string_view textOf(Fate fate) {
  constexpr std::string_view kTexts[] = {"refuted", "equivalent", "undefined", "unstatable", "SURVIVED"};
  return kTexts[static_cast<int>(fate)];
}

std::string mutantTable(const MutantReport& report) {
  const std::vector<MutantResult>& results = report.results;
  std::string out;
  for (const Fate fate : {Fate::Equivalent, Fate::Undefined, Fate::Unstatable, Fate::Survived})
    for (const MutantResult& r : results)
      if (r.fate == fate)
        out +=
            fmt::format("{:<10} {}  {}{}{}\n", textOf(fate), r.name, r.text, r.reason.empty() ? "" : "  -- ", r.reason);
  constexpr std::string_view kRow = "{:<12} {:>8} {:>8} {:>18} {:>9}   {}\n";
  out += fmt::format(kRow, "mutants of", "counted", "refuted", "proved equivalent", "survived",
                     "left out (undefined or unstatable)");
  for (const MutantKind kind : {MutantKind::Executor, MutantKind::Encoding})
    out += fmt::format(kRow, kind == MutantKind::Executor ? "executors" : "encodings", counted(results, kind),
                       count(results, kind, Fate::Refuted), count(results, kind, Fate::Equivalent),
                       count(results, kind, Fate::Survived),
                       count(results, kind, Fate::Undefined) + count(results, kind, Fate::Unstatable));
  for (const MutantResult& r : results)
    if (!r.lost.empty())
      out += fmt::format("ERROR      {}  {}  -- {}\n", r.name, r.text, r.lost);
  for (const std::string& entry : report.stale)
    out += fmt::format("the list of equivalent mutants (proofs/mutants/equivalent.def): {}\n", entry);
  return out;
}

ExitCode exitCodeOf(const MutantReport& report) {
  const std::size_t executors = counted(report.results, MutantKind::Executor),
                    encodings = counted(report.results, MutantKind::Encoding);
  if (count(report.results, MutantKind::Executor, Fate::Survived) +
          count(report.results, MutantKind::Encoding, Fate::Survived) !=
      0)
    return ExitCode::Counterexample;
  const bool few = executors < report.leastExecutors || encodings < report.leastEncodings ||
                   executors + encodings < report.leastEither;
  const bool isLost = !std::ranges::all_of(report.results, &std::string::empty, &MutantResult::lost);
  return few || isLost || report.interrupted || !report.stale.empty() ? ExitCode::Inconclusive : ExitCode::AsExpected;
}

} // namespace warplaw::proofs
