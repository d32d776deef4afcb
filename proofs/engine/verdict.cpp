#include "proofs/engine/verdict.h"
#include <cstdlib>

namespace warplaw::proofs {

std::string_view textOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Proved:
    return "PROVED";
  case Verdict::Refuted:
    return "REFUTED";
  case Verdict::Checked:
    return "CHECKED";
  case Verdict::Tested:
    return "TESTED";
  case Verdict::Unknown:
    return "UNKNOWN";
  case Verdict::BoundExceeded:
    return "BOUND_EXCEEDED";
  case Verdict::Vacuous:
    return "VACUOUS";
  case Verdict::Unsupported:
    return "UNSUPPORTED";
  case Verdict::Error:
    return "ERROR";
  }
  std::abort();
}

std::optional<Verdict> verdictFromText(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(Verdict::Error); ++i)
    if (textOf(static_cast<Verdict>(i)) == text)
      return static_cast<Verdict>(i);
  return std::nullopt;
}

ExitCode exitCodeOf(Verdict got, Verdict expected) {
  const bool canBeExpected = expected == Verdict::Proved || expected == Verdict::Refuted ||
                             expected == Verdict::Checked || expected == Verdict::Tested;
  if (canBeExpected && got == expected)
    return ExitCode::AsExpected;
  // a twin or a claim that holds after all is as much a mismatch as a theorem that does not
  if (got == Verdict::Refuted || (got == Verdict::Proved && expected == Verdict::Refuted))
    return ExitCode::Counterexample;
  return ExitCode::Inconclusive;
}

ExitCode combine(ExitCode a, ExitCode b) {
  for (ExitCode worst : {ExitCode::BadInput, ExitCode::Counterexample, ExitCode::Inconclusive})
    if (a == worst || b == worst)
      return worst;
  return ExitCode::AsExpected;
}

Verdict weaker(Verdict a, Verdict b) {
  // from strong to weak; a refutation is the end of every claim about a path
  constexpr Verdict kOrder[] = {Verdict::Proved,      Verdict::Checked,       Verdict::Tested,
                                Verdict::Unknown,     Verdict::BoundExceeded, Verdict::Vacuous,
                                Verdict::Unsupported, Verdict::Error,         Verdict::Refuted};
  for (auto it = std::rbegin(kOrder); it != std::rend(kOrder); ++it)
    if (a == *it || b == *it)
      return *it;
  std::abort();
}

std::string_view textOf(Part part) {
  constexpr std::string_view kTexts[] = {"law", "defined before optimisation", "defined as it ships", "outputs",
                                         "twin"};
  return kTexts[static_cast<int>(part)];
}

} // namespace warplaw::proofs
