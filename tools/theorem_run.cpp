#include "tools/theorem_run.h"
#include "proofs/certificates/refuter.h"
#include "proofs/engine/worker.h"
#include "tools/chosen_theorems.h"
#include "tools/kept_verdicts.h"
#include "tools/run_result.h"
#include "tools/say.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace warplaw::tools {
using namespace proofs;

namespace {

/// `made`, unless it is null: what makes the records, where solvers are asked.
spec::Result<std::size_t> runAndSay(const std::vector<Theorem>& theorems, const Solving& solving,
                                    const Interrupt& interrupt, const std::function<void(const Record&)>& onRecord,
                                    Provenance* made) {
  auto policy = certificates::policyWithCadical(solving.solver);
  if (!policy && interrupt.requested()) { // Ctrl-C ended what asks solvers for their versions
    for (const Theorem& theorem : theorems) {
      Record record = blankRecord(theorem, {});
      record.verdict = Verdict::Unknown;
      record.reason = kInterrupted;
      onRecord(record);
    }
    return theorems.size();
  }
  if (!policy)
    return policy.error();
  auto cache = Cache::open(solving.cacheDirectory, solving.mode());
  if (!cache && solving.mode() == CacheMode::Enforce)
    return cache.error();
  if (!cache) {                 // whoever looks something up has asked for no cache
    static bool isSaid = false; // `idioms` comes here once a kernel
    if (!std::exchange(isSaid, true))
      say("warplaw: without a cache: {}; $WARPLAW_CACHE names another\n", cache.error().message);
    cache = Cache::open({}, CacheMode::Off);
  }
  RunOptions options;
  options.policy = std::move(*policy);
  options.cache = &*cache;
  options.timeout = solving.timeout;
  options.memoryBytes = solving.memoryMiB << 20;
  options.jobs = solving.jobs;
  options.stop = interrupt.flag();
  if (made) {
    options.bitcodeHash = shippedBitcodeHash();
    *made = madeByThisProgram();
    made->solvers = solversText(solving.solver, options.policy);
    made->options = "fold";
    made->limits = limitsText(options);
  }
  std::size_t undecided = 0;
  RunObserver observer;
  observer.onRecord = [&](const Record& record) {
    undecided += isInterrupted(record);
    onRecord(record);
  };
  run(theorems, options, observer);
  return undecided;
}

} // namespace

CacheMode Solving::mode() const {
  return cacheMode == "off"       ? CacheMode::Off
         : cacheMode == "answers" ? CacheMode::Answers
         : cacheMode == "enforce" ? CacheMode::Enforce
                                  : CacheMode::Use;
}

void addSolvingOptions(Subcommand& command, Solving& solving) {
  static const std::string kPolicies = fmt::format("{}", fmt::join(kSolverPolicies, " "));
  command.options({
      {"--solver", solving.solver,
       "any: the first answer counts, of CaDiCaL, Z3 or cvc5, and a witness that simulation finds; both: Z3 and cvc5 "
       "must agree; bitwuzla must be installed",
       oneOf(kPolicies).showsDefault()},
      {"--jobs", solving.jobs, "how many processes work at a time", wholeNumberIn(1, 1024).showsDefault()},
      {"--timeout", solving.timeout, "how many seconds each answer may take", numberIn(0.001, 1e6).showsDefault()},
      {"--memory", solving.memoryMiB, "how many MiB each process may use; 0: no limit",
       wholeNumberIn(0, 1 << 24).showsDefault()},
      {"--cache", solving.cacheMode,
       "use: take what the very same program found as expected, and otherwise solvers' answers; answers: these alone, "
       "and judge them again; off: ignore the cache; enforce: as answers, and one that is not in it is an error",
       oneOf("use answers off enforce").showsDefault()},
      {"--cache-dir", solving.cacheDirectory,
       "folder of the cache (default: $WARPLAW_CACHE, or else ~/.cache/warplaw)"},
  });
}

spec::Result<std::size_t> runTheorems(const std::vector<Theorem>& theorems, const Interrupt& interrupt,
                                      std::function<void(const Record&)> onRecord) {
  return runAndSay(theorems, {}, interrupt, onRecord, nullptr);
}

spec::Result<std::size_t> runTheorems(const std::vector<Theorem>& theorems, const Solving& solving,
                                      const Interrupt& interrupt, std::function<void(const Record&)> onRecord,
                                      Provenance& made) {
  return runAndSay(theorems, solving, interrupt, onRecord, &made);
}

spec::Result<LookedUp> lookUp(const std::vector<Theorem>& theorems, const LookUp& how, const Interrupt& interrupt,
                              std::function<void(const Record&)> onRecord) {
  const std::string folder = Cache::defaultDirectory();
  KeptVerdicts verdicts;
  if (!how.prove)
    if (const auto kept = KeptVerdicts::results(folder))
      verdicts = KeptVerdicts::from(*kept);
  LookedUp found;
  std::vector<Theorem> open;
  for (const Theorem& theorem : theorems)
    if (const std::vector<Record>* records = verdicts.decided(theorem.name))
      std::ranges::for_each(*records, onRecord);
    else
      open.push_back(theorem);
  if (open.size() < theorems.size())
    found.known = fmt::format("{} of {} theorems were decided by {}; --prove decides them again",
                              theorems.size() - open.size(), theorems.size(), KeptVerdicts::lastKept(folder));
  if (open.empty())
    return found;
  std::vector<Record> decided;
  Provenance made;
  const auto undecided = runAndSay(
      open, {}, interrupt,
      [&](const Record& record) {
        if (how.keep)
          decided.push_back(record);
        onRecord(record);
      },
      how.keep ? &made : nullptr);
  if (!undecided)
    return undecided.error();
  found.undecided = *undecided;
  if (how.keep && *undecided == 0)
    KeptVerdicts::keep(folder, made, decided);
  return found;
}

std::string interruptedText(std::size_t undecided, std::size_t theorems) {
  return fmt::format("interrupted: {} of {} theorems are not decided", undecided, theorems);
}

} // namespace warplaw::tools
