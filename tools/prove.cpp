// `warplaw prove`: what the domain of an executor claims, proved of its bitcode (docs/check.md).
#include "check/entries.h"
#include "proofs/certificates/refuter.h"
#include "proofs/engine/report.h"
#include "spec/counted.h"
#include "tools/command.h"
#include "tools/executor_proof.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/json_line.h"
#include "tools/output.h"
#include "tools/query_file.h"
#include "tools/run_result.h"
#include "tools/sarif.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <thread>

namespace warplaw::tools {
namespace {
using proofs::Record;
using proofs::Verdict;

struct ProveOptions {
  ExecutorSource executor;
  std::string family, output = "counterexamples", cache = "use", sarif;
  double timeout = 60, seconds = 1800;
  unsigned turns = 64, jobs = std::max(1u, std::thread::hardware_concurrency());
  bool json = false;
};

constexpr double kFirstLook = 0.5; ///< seconds of `check` for each family

/// What is known of one form.
struct Outcome {
  std::string family, form, of;
  std::optional<Verdict> verdict; ///< none: there is no statement to prove
  std::size_t obligations = 0;
  double seconds = 0; ///< of processors
  std::string remark; ///< why it is not proved
  std::string counterexample;
  check::Finding mistake; ///< what the counterexample shows, by which forms with one mistake are known
};

/// What a counterexample begins with. Undefined behaviour is one mistake by its place and its kind: the numbers are a
/// witness's own.
check::Finding mistakeOf(std::string_view counterexample) {
  std::string what(counterexample.substr(0, counterexample.find('\n')));
  if (what.starts_with("undefined behaviour"))
    what.erase(std::remove_if(what.begin() + static_cast<std::ptrdiff_t>(std::min(what.find(": "), what.size())),
                              what.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; }),
               what.end());
  return {.what = std::move(what)};
}

void add(Outcome& outcome, const Record& record) {
  ++outcome.obligations;
  outcome.seconds += record.seconds;
  const Verdict before = outcome.verdict.value_or(Verdict::Proved);
  outcome.verdict = proofs::weaker(before, record.verdict);
  if (*outcome.verdict == before)
    return;
  outcome.counterexample = record.counterexample;
  outcome.mistake = mistakeOf(record.counterexample);
  const std::string part = record.name == record.theorem ? "" : record.name.substr(record.theorem.size() + 1);
  outcome.remark = fmt::format("{}{}{}", part, part.empty() || record.reason.empty() ? "" : ": ",
                               record.reason.substr(0, record.reason.find('\n')));
}

/// What is known when everything is decided.
struct Decided {
  std::map<std::string, Outcome> outcomes; ///< by form
  std::vector<Finding> findings;
  proofs::Provenance made;
};

/// Tells of each form as soon as it is decided.
using Tell = std::function<void(const Outcome&)>;

spec::Result<void> decide(const ProveOptions& options, const std::vector<proofs::Theorem>& theorems,
                          const Interrupt& interrupt, Decided& decided, const Tell& tell) {
  auto policy = certificates::policyWithCadical("any");
  if (!policy)
    return policy.error();
  std::optional<proofs::Cache> cache;
  if (options.cache != "off") {
    auto opened = proofs::Cache::open(proofs::Cache::defaultDirectory(), proofs::CacheMode::Use);
    if (!opened) {
      spec::Rejection rejection = opened.error();
      rejection.accepted = "$WARPLAW_CACHE or --cache=off";
      return rejection;
    }
    cache = std::move(*opened);
  }
  decided.made = madeByThisProgram();
  decided.made.solvers = solversText("any", *policy);
  decided.made.options = "fold";
  decided.made.limits = fmt::format("{} s an answer, {} s in all, {} of a loop", options.timeout, options.seconds,
                                    spec::counted(options.turns, "turn"));
  proofs::RunOptions run;
  run.policy = std::move(*policy);
  run.cache = cache ? &*cache : nullptr;
  run.timeout = options.timeout;
  run.seconds = options.seconds;
  run.buildTimeout = std::max(run.buildTimeout, options.timeout);
  run.jobs = options.jobs;
  run.stopAtRefuted = true; // one lane in which it is wrong is enough
  run.stop = interrupt.flag();
  run.onUndecided = queryWriter(options.output);
  proofs::LiveReport live(proofs::Screen::of(stderr));
  proofs::RunObserver observer;
  observer.onRecord = [&](const Record& record) {
    add(decided.outcomes[record.form], record);
    if (record.exitCode() != ExitCode::AsExpected)
      decided.findings.push_back(findingOf(record));
  };
  observer.onTheorem = [&](const proofs::Theorem& theorem) {
    live.end();
    tell(decided.outcomes[theorem.form]);
  };
  if (proofs::Screen::of(stderr).terminal)
    observer.onProgress = [&](const proofs::Progress& progress) { live.progress(progress); };
  proofs::run(theorems, run, observer);
  live.end();
  return {};
}

std::string_view nameOf(const Outcome& outcome) {
  return outcome.verdict ? proofs::textOf(*outcome.verdict) : "NOT-PROVED";
}

proofs::ExitCode exitCodeOf(const std::vector<Outcome>& outcomes) {
  proofs::ExitCode code = outcomes.empty() ? ExitCode::Inconclusive : ExitCode::AsExpected;
  for (const Outcome& outcome : outcomes)
    code = proofs::combine(code, outcome.verdict ? proofs::exitCodeOf(*outcome.verdict, Verdict::Proved)
                                                 : ExitCode::Inconclusive);
  return code;
}

/// "!noalias (12 instructions), !tbaa (3)"; empty: nothing was dropped.
std::string droppedText(const BitcodeFile& bitcode) {
  std::string text;
  for (const auto& [kind, instructions] : bitcode.dropped())
    text +=
        fmt::format("{}{} ({}{})", text.empty() ? "" : ", ", kind, instructions, text.empty() ? " instructions" : "");
  return text;
}

void printHead(const ExecutorProof& proof, const std::string& executor) {
  fmt::print("{}{}{}: {}, bitcode {}\n", printable(proof.table().name), proof.table().version.empty() ? "" : " ",
             printable(proof.table().version), executor, proof.bitcode().hash().substr(0, 12));
  if (const std::string dropped = droppedText(proof.bitcode()); !dropped.empty())
    fmt::print(
        "  without {}: what it says of accesses that never overlap was dropped and not checked, so proved is the "
        "code without it\n",
        dropped);
}

void printLine(const Outcome& outcome) {
  std::vector<std::string> more;
  if (outcome.obligations)
    more.push_back(fmt::format("{}, {:.1f} s", spec::counted(outcome.obligations, "obligation"), outcome.seconds));
  if (outcome.verdict == Verdict::Proved)
    more.push_back(outcome.of);
  if (!outcome.remark.empty())
    more.push_back(outcome.remark);
  fmt::print("{:<15} {:<11} {}\n", outcome.form, nameOf(outcome), fmt::join(more, "; "));
  std::fflush(stdout);
}

/// Those with a counterexample, as `check` reports them: it knows which forms show one mistake.
std::vector<check::FamilyReport> reportsOf(const std::vector<Outcome>& outcomes) {
  std::vector<check::FamilyReport> families;
  for (const Outcome& outcome : outcomes) {
    if (outcome.counterexample.empty())
      continue;
    if (families.empty() || families.back().name != outcome.family)
      families.emplace_back().name = outcome.family;
    check::FormReport& form = families.back().forms.emplace_back();
    form.form = outcome.form;
    form.findings = {outcome.mistake};
    form.findings.front().what.insert(0, nameOf(outcome)); // what is UNKNOWN is not what is REFUTED
  }
  return families;
}

/// Each mistake once, by the first form that shows it.
void printFoot(const std::vector<Outcome>& outcomes, const proofs::Provenance& made) {
  fmt::print("{}\n", textOf(made));
  for (const check::FamilyReport& family : reportsOf(outcomes))
    for (const check::Entry& entry : check::entriesOf(family)) {
      const Outcome& first = *std::ranges::find(outcomes, entry.form->form, &Outcome::form);
      fmt::print("\n{} {}: {}{}", first.form, nameOf(first), first.counterexample, othersText(entry));
    }
}

void printJson(const ExecutorProof& proof, const std::vector<Outcome>& outcomes, const proofs::Provenance& made) {
  boost::json::array forms;
  for (const Outcome& outcome : outcomes)
    forms.push_back({{"form", outcome.form},
                     {"verdict", nameOf(outcome)},
                     {"of", outcome.verdict == Verdict::Proved ? outcome.of : ""},
                     {"obligations", outcome.obligations},
                     {"seconds", outcome.seconds},
                     {"remark", outcome.remark}});
  boost::json::object dropped;
  for (const auto& [kind, instructions] : proof.bitcode().dropped())
    dropped[kind] = instructions;
  printJsonLine({{"executor", proof.table().name},
                 {"version", proof.table().version},
                 {"bitcode", proof.bitcode().hash()},
                 {"dropped", std::move(dropped)},
                 {"forms", std::move(forms)},
                 {"run", objectOf(made)}});
}

/// What has no line is counted, since nobody would see that it is not there.
spec::Result<void> writeSarif(const std::string& path, const Decided& decided) {
  if (path.empty())
    return {};
  const auto without = std::ranges::count(decided.findings, "", &Finding::file);
  if (without)
    say("warplaw: {} of {} findings have no place in a file and are not in {}\n", without, decided.findings.size(),
        path);
  return writeReportFile(path, sarifOf(decided.findings, decided.made));
}

/// Asks for each form that `check` disproved whether the code is undefined on that case. What no time is left for stays
/// unsaid.
void lookForUndefined(const ProveOptions& options, const ExecutorProof& proof,
                      const std::map<std::string, Disproof>& disproofs, const Interrupt& interrupt, Decided& decided) {
  if (disproofs.empty())
    return; // the solvers need not be asked for their versions again
  constexpr double kSeconds = 10;
  std::vector<proofs::Theorem> theorems;
  for (const auto& [form, disproof] : disproofs)
    if (auto theorem = proof.undefinedOn(form, disproof); theorem && decided.outcomes.contains(form))
      theorems.push_back(std::move(*theorem));
  auto policy = certificates::policyWithCadical("any");
  if (!policy)
    return;
  proofs::RunOptions run;
  run.policy = std::move(*policy);
  run.timeout = run.buildTimeout = run.seconds = std::min(kSeconds, options.seconds);
  run.jobs = options.jobs;
  run.stop = interrupt.flag();
  proofs::RunObserver observer;
  std::map<std::string, std::string> where;
  observer.onRecord = [&](const Record& record) {
    if (record.verdict == Verdict::Refuted)
      where.try_emplace(record.form, record.counterexample);
  };
  proofs::run(theorems, run, observer);
  for (const auto& [form, disproof] : disproofs) {
    const auto outcome = decided.outcomes.find(form);
    if (outcome == decided.outcomes.end() || !disproof.isWrong)
      continue;
    Record record;
    record.form = form;
    record.verdict = Verdict::Refuted;
    record.reason = disproof.remark;
    if (const auto found = where.find(form); found != where.end()) {
      record.reason = found->second;
      outcome->second.remark += "; " + found->second;
      outcome->second.counterexample.insert(0, found->second + "\n");
      outcome->second.mistake = mistakeOf(found->second);
    }
    decided.findings.push_back(findingOf(record));
  }
}

int interruptedEarly() {
  say("warplaw: interrupted: nothing is decided yet\n");
  return codeOf(ExitCode::Inconclusive);
}

int prove(const ProveOptions& options) {
  const Interrupt interrupt;
  const auto& names = check::kFamilyNames;
  if (!options.family.empty() && std::ranges::find(names, options.family) == names.end())
    return badUsage(fmt::format("there is no family {}", options.family), fmt::format("{}", fmt::join(names, ", ")));
  if (auto writable = checkOutputFolder(options.output, "--output"); !writable)
    return badInput("", writable.error());
  if (auto writable = checkReportFile(options.sarif, "--sarif", options.executor.files); !writable)
    return badInput("", writable.error());
  const auto proof =
      ExecutorProof::open(options.executor, {}, {options.executor.replayOptions(), options.output}, options.turns);
  if (!proof) // Ctrl-C ends the compiler, too
    return interrupt.requested() ? interruptedEarly() : badInput(options.executor.name(), proof.error());
  const Tell tell = [&](const Outcome& outcome) {
    if (!options.json)
      printLine(outcome);
  };
  if (!options.json)
    printHead(**proof, options.executor.name());
  const std::vector<FormProof> forms = (*proof)->forms(options.family);
  const auto disproofs = (*proof)->check(options.family, kFirstLook);
  std::vector<proofs::Theorem> theorems;
  Decided decided;
  for (const FormProof& form : forms) {
    Outcome& outcome = decided.outcomes[form.form];
    outcome.family = form.family;
    outcome.form = form.form;
    outcome.of = form.of;
    if (const auto disproof = disproofs.find(form.form); disproof != disproofs.end()) {
      outcome.verdict = disproof->second.isWrong ? Verdict::Refuted : Verdict::Unknown;
      outcome.remark = disproof->second.remark;
      outcome.counterexample = disproof->second.shown;
      outcome.mistake = disproof->second.found;
    } else if (form.theorem) {
      theorems.push_back(*form.theorem);
      continue;
    } else {
      outcome.remark = form.unstated;
    }
    tell(outcome);
  }
  if (auto done = decide(options, theorems, interrupt, decided, tell); !done)
    return interrupt.requested() ? interruptedEarly() : badInput("", done.error());
  lookForUndefined(options, **proof, disproofs, interrupt, decided);
  std::vector<Outcome> outcomes;
  for (const FormProof& form : forms)
    outcomes.push_back(decided.outcomes[form.form]);
  if (options.json)
    printJson(**proof, outcomes, decided.made);
  else
    printFoot(outcomes, decided.made);
  if (auto done = writeSarif(options.sarif, decided); !done)
    return badInput("", done.error());
  return codeOf(exitCodeOf(outcomes));
}

Action setupProve(Subcommand& command) {
  const auto options = std::make_shared<ProveOptions>();
  command.options({
      {"executor", options->executor.files,
       "FILE.c or FILE.cpp, which is compiled, or FILE.bc with bitcode "
       "(include/warplaw/executor.h, lane.h); several are linked",
       kFile.required()},
  });
  addSourceOptions(command, options->executor);
  command.options({
      {"--family", options->family, fmt::format("only this family: {}", fmt::join(check::kFamilyNames, ", "))},
      {"--timeout", options->timeout, "how many seconds each answer of a solver may take (default 60)",
       numberIn(0.01, 1e6)},
      {"--seconds", options->seconds,
       "how many seconds the whole run may take; forms that are undecided then are UNKNOWN (default 1800)",
       numberIn(0.01, 1e9)},
      {"--turns", options->turns,
       "how many turns of each loop to examine; a case that takes more is UNKNOWN (default 64)",
       wholeNumberIn(1, 1 << 20)},
      {"--jobs,-j", options->jobs, "how many processes work at a time (default: one for each core)",
       wholeNumberIn(1, 1024)},
      {"--cache", options->cache, "use the cache of earlier answers (default), or turn it off", oneOf("use off")},
      {"--output,-o", options->output,
       "folder for case files of counterexamples and queries that solvers leave undecided (default: counterexamples)"},
      {"--sarif", options->sarif,
       "also write a SARIF report to this file, with the findings that have a place in the source "
       "(undefined behaviour, code that cannot be lifted)"},
      {"--json", options->json, "print the result as a JSON object"},
  });
  command.footer(
      "Examples:\n"
      "  warplaw prove examples/shfl_lane.c\n"
      "  warplaw prove examples/vote.c --family vote --json\n"
      "  warplaw prove examples/wrong/lane_any_distance.c --sarif found.sarif # exit 1\n"
      "Exit codes: 0 proved, 1 refuted, 2 no executor or no domain, 3 unknown, or code that cannot be lifted.");
  return [options] { return prove(*options); };
}

} // namespace

const Command kProve{"prove", "prove an executor that you wrote, for its domain", setupProve};

} // namespace warplaw::tools
