// `warplaw verify`: states every theorem that is asked for, has it decided, and shows what came of it.
#include "fuzz/check.h"
#include "proofs/certificates/certify.h"
#include "proofs/engine/report.h"
#include "proofs/engine/runner.h"
#include "proofs/theorems/theorems.h"
#include "tools/certificates.h"
#include "tools/chosen_theorems.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/kept_verdicts.h"
#include "tools/output.h"
#include "tools/places.h"
#include "tools/program_proof.h"
#include "tools/query_file.h"
#include "tools/report_files.h"
#include "tools/run_files.h"
#include "tools/target_option.h"
#include "tools/temporary_folder.h"
#include "tools/theorem_list.h"
#include "tools/theorem_run.h"
#include "tools/verify_module.h"
#include "tools/verify_mutants.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace warplaw::tools {
namespace {

using namespace proofs;

struct VerifyOptions : Solving {
  TheoremFilter which;
  std::vector<std::string> positional; ///< more instructions
  std::string results, resume, counterexamples = "counterexamples";
  std::string golden = places().golden;
  std::string shard, costs = places().costs;
  std::string program; ///< a program's text, whose statements are proved instead
  std::vector<std::string> requires_, ensures;
  spec::Target target; ///< that the program's text is for
  ReportFiles reports;
  MutantsMode mutants;
  ModuleOptions module; ///< of a file whose kernel is proved instead
  KernelQuestions kernel;
  bool certify = false, noFold = false, json = false, list = false, writeGolden = false, everyLane = false;
};

/// A witness that is a case, minimised by replay, shown as a lane table with the command that replays it. One that no
/// machine meets, or on which executor and encoding agree as a whole instruction, is no case: what the replay of the
/// function saw, and why that is all.
CounterexampleHook counterexamples(const std::string& folder) {
  const bool colour = Screen::of(stdout).colour;
  return [folder, colour](const Obligation& obligation, const Assignment&, const Replay& replay) {
    if (!replay.counterexample)
      return replay.report;
    if (const auto read = spec::caseFromJson(spec::toJson(*replay.counterexample)); !read)
      return fmt::format("{}\nno machine meets it: {}", replay.report, read.error().message);
    fuzz::Oracle oracle;
    if (oracle.differences(*replay.counterexample).empty())
      return fmt::format("{}\n{} as a whole: executor and encoding agree", replay.report,
                         spec::print(replay.counterexample->instruction));
    fuzz::Failure failure{obligation.name, replay.counterexample};
    fuzz::shrink(oracle, failure);
    return fuzz::report(oracle, failure, folder, colour);
  };
}

spec::Result<Costs> costsOf(const VerifyOptions& options) {
  return options.costs.empty() ? Costs() : readCosts(options.costs);
}

// Everything that a run needs, checked before anything is made.
struct Prepared {
  std::vector<Theorem> theorems;
  Provenance made;
  std::unique_ptr<Cache> cache;
  RunFiles files;
  ReportFiles reports;
  RunOptions run;
  const ProgramProof* program = nullptr; ///< of --program
};

/// The theorems that are asked for: all that were chosen, or one shard of them.
spec::Result<void> share(const VerifyOptions& options, std::vector<Theorem> theorems, Prepared& prepared) {
  Provenance& made = prepared.made = madeByThisProgram();
  made.scope = options.which.all()                 ? Scope::Everything
               : options.which.wholeInstructions() ? Scope::Instructions
                                                   : Scope::Part;
  const auto number = shardNumber(options.shard);
  const auto costs =
      number || options.costs != places().costs ? costsOf(options) : Costs(); // read wherever it is named
  if (!costs)
    return costs.error();
  if (number) {
    Share share = shareOf(theorems, *costs, *number);
    prepared.theorems = std::move(share.theorems);
    made.theorems = std::move(share.names);
    made.shard = std::move(share.shard);
    return {};
  }
  for (const Theorem& theorem : theorems)
    made.theorems.push_back(theorem.name);
  prepared.theorems = std::move(theorems);
  return {};
}

spec::Result<void> prepare(const VerifyOptions& options, const Subject& subject, const Interrupt& interrupt,
                           Prepared& prepared) {
  if (auto writable = checkOutputFolder(options.counterexamples, "--counterexamples"); !writable)
    return writable;
  if (auto writable = checkOutputFolder(options.golden, "--golden"); options.writeGolden && !writable)
    return writable;
  prepared.reports = options.reports;
  if (auto ready = prepared.reports.prepare({options.results, options.resume, options.program, options.costs}); !ready)
    return ready;
  auto policy = solverPolicy(options.solver);
  if (!policy)
    return policy.error();
  auto cache = Cache::open(options.cacheDirectory, options.mode());
  if (!cache)
    return cache.error();
  prepared.cache = std::make_unique<Cache>(std::move(*cache));
  prepared.made.options = options.noFold ? "no-fold" : "fold";
  if (options.certify) {
    const auto cadical = certificates::cadicalVersion();
    if (!cadical)
      return cadical.error();
    if (const auto folder = TemporaryFolder::make(); !folder) // proofs are long
      return folder.error();
    prepared.made.options += certificatesBy(*cadical);
    prepared.run.certify = [limits = certificates::Limits{options.timeout, options.memoryMiB << 20}](
                               const Query& query) { return certificates::certify(query, limits); };
  }
  auto files = RunFiles::open(options.results, options.resume, true);
  if (!files)
    return files.error();
  prepared.files = std::move(*files);
  prepared.made.solvers = solversText(options.solver, *policy);
  RunOptions& run = prepared.run;
  run.policy = std::move(*policy);
  run.cache = prepared.cache.get();
  run.timeout = options.timeout;
  run.memoryBytes = options.memoryMiB << 20;
  prepared.made.limits = limitsText(run);
  run.jobs = options.jobs;
  run.fold = !options.noFold;
  run.stop = interrupt.flag();
  run.earlier = prepared.files.takeEarlier();
  run.onCounterexample = counterexamples(options.counterexamples);
  run.onUndecided = queryWriter(options.counterexamples);
  run.bitcodeHash = [subject](const Theorem& theorem) { return bitcodeHashOf(subject, theorem); };
  return {};
}

int verifyTheorems(const VerifyOptions& options, Prepared& prepared) {
  const auto start = Clock::now();
  LiveReport live(Screen::of(stderr));
  RunResult result;
  RunObserver observer;
  RunFiles& files = prepared.files;
  if (const auto begun = files.begin(prepared.made); !begun)
    return badInput(begun.error());
  observer.onRecord = [&](const Record& given) {
    if (isInterrupted(given)) {
      result.undecided.insert(given.theorem);
      return;
    }
    const Record record = prepared.program ? inWords(*prepared.program, given) : given;
    files.add(record, prepared.run.earlier); // before anybody is told: what was said is not lost by a kill
    if (!prepared.program || options.everyLane || record.exitCode() != ExitCode::AsExpected)
      live.record(record);
    result.records.push_back(record);
  };
  observer.onNote = [&](const std::string& line) { live.note(line); };
  observer.onProgress = [&](const Progress& progress) { live.progress(progress); };
  spec::Result<void> kept;
  observer.onNotKept = [&] {
    kept = spec::Rejection{"cache", fmt::format("{}: answers could not be kept", options.cacheDirectory),
                           "--cache-dir DIR, $WARPLAW_CACHE or --cache=off", 0};
  };
  for (const std::string& line : prepared.run.earlier.notes)
    live.note(line);
  proofs::run(prepared.theorems, prepared.run, observer);
  live.end();
  result.seconds = secondsSince(start);
  result.theorems = prepared.theorems.size();
  const bool isWhole = result.undecided.empty();
  if (isWhole) // else the file is that of a run that was killed, for --resume
    files.end({result.records.size(), result.seconds});
  if (!files.written())
    result.gaps.push_back("the results file could not be written to its end");
  sortAsStated(result.records, prepared.theorems);
  if (prepared.program)
    result.program = verdictsOf(*prepared.program, result.records, result.undecided);
  // what a part of the theorems leaves out is not missing
  if (isWhole && prepared.made.scope != Scope::Part && !prepared.made.shard)
    result.inventory = takeInventory(prepared.theorems, result.records, options.writeGolden ? "" : options.golden,
                                     prepared.made.scope == Scope::Everything);
  if (isWhole && options.cacheMode == "use" && options.program.empty() && !options.noFold && !prepared.made.shard)
    KeptVerdicts::keep(options.cacheDirectory, prepared.made, result.records);
  result.made = std::move(prepared.made);
  for (const auto& written : {prepared.reports.report(result, options.json), files.written(), kept})
    if (!written)
      return badInput(written.error());
  if (options.writeGolden && isWhole)
    if (const auto written = writeGolden(result.records, options.golden); !written)
      return badInput(written.error());
  return codeOf(result.exitCode());
}

int list(const VerifyOptions& options, const Prepared& prepared) {
  if (!options.json) {
    fmt::print("{}", textOf(prepared.theorems, prepared.made.theorems));
    return codeOf(ExitCode::AsExpected);
  }
  const auto costs = costsOf(options);
  if (!costs)
    return badInput(costs.error());
  fmt::print("{}", jsonLinesOf(prepared.theorems, *costs));
  return codeOf(ExitCode::AsExpected);
}

int verifyProgram(const VerifyOptions& options, const Interrupt& interrupt) {
  const auto proof = readProgramProof(options.program, options.requires_, options.ensures, options.target);
  if (!proof)
    return badInput(proof.error().where, proof.error().rejection);
  Prepared prepared;
  if (const auto shared = share(options, programTheorems(proof->contract, proof->encodings), prepared); !shared)
    return badInput(shared.error());
  prepared.made.scope = Scope::Part;
  if (options.list)
    return list(options, prepared);
  if (const auto ready = prepare(options, Subject::shipped(), interrupt, prepared); !ready)
    return interrupt.requested() ? interrupted("nothing is decided yet") : badInput(ready.error());
  prepared.made.options +=
      fmt::format(", program {}", proof->asked.substr(0, 12)); // theorems have the file's name alone
  prepared.run.onCounterexample = programCounterexamples(*proof, options.counterexamples);
  prepared.program = &*proof;
  prepared.run.stopAtRefuted = true; // one lane in which a statement fails is enough
  return verifyTheorems(options, prepared);
}

/// What the names are held against, unless they are written.
spec::Result<void> checkGolden(const VerifyOptions& options) {
  if (options.writeGolden || options.golden.empty() || options.golden == places().golden ||
      std::filesystem::is_directory(options.golden))
    return {};
  return spec::Rejection{"file", fmt::format("--golden: {} is no folder that can be read", options.golden), "a folder",
                         0};
}

int verify(const VerifyOptions& options) {
  if (const auto readable = checkGolden(options); !readable)
    return badInput(readable.error());
  const Interrupt interrupt;
  if (!options.program.empty())
    return verifyProgram(options, interrupt);
  const Subject subject = Subject::shipped();
  auto theorems = chosenOrRejected(allTheorems(subject), options.which);
  if (!theorems)
    return badInput(theorems.error());
  if (options.mutants.isPaired())
    return options.mutants.runPaired(*theorems, interrupt);
  Prepared prepared;
  if (const auto shared = share(options, std::move(*theorems), prepared); !shared)
    return badInput(shared.error());
  if (options.list)
    return list(options, prepared);
  if (options.writeGolden && !options.which.wholeInstructions())
    return badInput(spec::Rejection{"usage", "--write-golden lists whole instructions, and this is a part of one",
                                    "--write-golden without --theorem, --path and --no-fold", 0});
  if (const auto ready = prepare(options, subject, interrupt, prepared); !ready)
    return interrupt.requested() ? interrupted("nothing is decided yet") : badInput(ready.error());
  return options.mutants.isChosen() ? options.mutants.run(options.which, prepared.theorems, std::move(prepared.run))
                                    : verifyTheorems(options, prepared);
}

std::string whyNoShard(const std::string& text) {
  return shardNumber(text) ? std::string()
                           : fmt::format("{} is no shard; accepted: I/N, 1 <= I <= N <= {}", text, kMaxShards);
}

/// The first option that is given and says nothing of a kernel; empty: none is.
std::string_view notOfModules(const VerifyOptions& o) {
  const TheoremFilter& which = o.which;
  const std::pair<bool, std::string_view> all[] = {{!which.instructions.empty(), "--instruction"},
                                                   {!which.names.empty(), "--theorem"},
                                                   {!which.path.empty(), "--path"},
                                                   {!o.results.empty(), "--results"},
                                                   {!o.resume.empty(), "--resume"},
                                                   {!o.reports.since().empty(), "--since"},
                                                   {!o.shard.empty(), "--shard"},
                                                   {o.noFold, "--no-fold"},
                                                   {o.certify, "--certify"},
                                                   {o.mutants.isChosen() || o.mutants.isPaired(), "--mutants"},
                                                   {o.writeGolden, "--write-golden"},
                                                   {o.list, "--list"}};
  const auto* const first = std::ranges::find(all, true, &std::pair<bool, std::string_view>::first);
  return first == std::end(all) ? std::string_view() : first->second;
}

int verifyKernel(const VerifyOptions& options) {
  if (const std::string_view name = notOfModules(options); !name.empty())
    return badInput(spec::Rejection{"usage", fmt::format("{} says nothing of a kernel", name),
                                    "of FILE.ptx and FILE.cu what docs/ptx.md names", 0});
  KernelQuestions kernel = options.kernel;
  kernel.json = options.json;
  kernel.reports.junit = options.reports.junit();
  kernel.reports.markdown = options.reports.markdown();
  ModuleOptions module = options.module;
  module.target = options.target;
  return verifyModule(options.positional[0], module, kernel, options);
}

Action setup(Subcommand& command) {
  const auto options = std::make_shared<VerifyOptions>();
  command.options({
      {"INSTRUCTION", options->positional,
       "only the theorems of these instructions (SHFL, ATOMS, machine); or FILE.ptx, FILE.cu: a kernel for all "
       "inputs of a launch (docs/ptx.md)"},
      {"--instruction", options->which.instructions, "the same (repeatable)"},
      {"--theorem", options->which.names,
       "only theorems whose name fits this pattern, with * and ? as in a shell (repeatable)"},
      {"--path", options->which.path, "only theorems about this code path (portable, avx2, avx512, vbmi2)"},
  });
  addSolvingOptions(command, *options);
  command.options({
      {"--results", options->results, "write a JSON object for each obligation to this new file"},
  });
  options->reports.addOptions(command);
  command.options({
      {"--resume", options->resume,
       "continue this results file; answers of solvers in it are not asked for again, but judged again", kReadableFile},
      {"--counterexamples", options->counterexamples,
       "folder for case files of unexpected counterexamples, and for queries that solvers leave undecided",
       kText.showsDefault()},
      {"--shard", options->shard,
       "only the I-th of N shares of the theorems, of about equal cost; `warplaw merge` puts their results together",
       judgedBy(whyNoShard, "I/N")},
      {"--costs", options->costs,
       "balance shards by the costs in this file: a results file of a run without cache, or "
       "the output of --list --json; give all shards the same file",
       kReadableFile.showsDefault()},
      {"--no-fold", options->noFold, "prove the lane-level theorems again without trusting any folding rule"},
      {"--certify", options->certify,
       "let CaDiCaL write a proof for each unsatisfiable query behind a PROVED, and check that proof. "
       "--timeout limits CaDiCaL, too, and the checker has three times as long. A wrong proof, or a model, "
       "is an ERROR. The exit code is 3 if a query stays without a certificate, floats excepted. What "
       "folding or a model decides has no such query, and is not certified"},
  });
  options->mutants.addOptions(command);
  addLaunchOptions(command, options->module);
  addCompilerOptions(command, options->module);
  addKernelOptions(command, options->kernel);
  options->kernel.reports.addOptions(command, false);
  command.options({
      {"--tree", options->kernel.trees,
       "of a module: show the tree of operations that an element holds afterwards, as out[0] (repeatable)"},
      {"--golden", options->golden,
       "folder with the names of the obligations that a run over whole instructions must have, and "
       "the questions that laws ask",
       kFolder.showsDefault()},
      {"--write-golden", options->writeGolden, "rewrite the lists of those instructions that were proved completely",
       kFlag.excludes("--shard")},
      {"--program", options->program,
       "prove the statements about this straight-line program instead (docs/programs.md)",
       kReadableFile.excludes("INSTRUCTION --instruction --theorem --path --mutants --write-golden --shard")},
      {"--ensures", options->ensures, "an expression that must hold in every lane after the program (repeatable)",
       kText.needs("--program")},
      {"--requires", options->requires_, "an expression that is assumed of every lane before the program (repeatable)",
       kText.needs("--program")},
      targetRow(options->target),
      {"--all", options->everyLane, "print a line for each lane of each statement", kFlag.needs("--program")},
      {"--json", options->json, "print the summary as one JSON object; with --list an object for each theorem"},
      {"--list", options->list, "show the theorems and their rules (with --json also their costs); prove nothing"},
  });
  command.footer("Examples:\n"
                 "  warplaw verify\n"
                 "  warplaw verify SHFL --solver both\n"
                 "  warplaw verify --theorem 'atoms/*/cas*' --timeout 10\n"
                 "  warplaw verify --results run.jsonl\n"
                 "  warplaw verify --resume run.jsonl  # after a kill\n"
                 "  warplaw verify SEL --certify\n"
                 "  warplaw verify --shard 2/4 --results 2.jsonl\n"
                 "  warplaw verify --since run.jsonl --markdown summary.md\n"
                 "  warplaw verify SHFL --mutants\n"
                 "  warplaw verify --program corpus/programs/inclusive_scan.wl\n"
                 "  warplaw verify --program corpus/programs/butterfly.wl --ensures 'R1[lane] == R1[0]'\n"
                 "  warplaw verify --program corpus/programs/butterfly.wl --target sm_70\n"
                 "  warplaw verify corpus/ptx/proved/barrier_broken.ptx --sarif found.sarif # exit 1\n"
                 "Exit codes: 0 as expected, 1 a counterexample, 2 bad usage, 3 inconclusive, or interrupted; the "
                 "output then shows what is known so far.");
  return [options] {
    if (options->positional.size() == 1 && isModuleFile(options->positional[0]))
      return verifyKernel(*options);
    if (!options->kernel.reports.sarif.empty() || !options->kernel.reports.html.empty())
      return badInput(spec::Rejection{"usage", "--sarif and --html are of a kernel",
                                      "FILE.ptx or FILE.cu; of instructions `warplaw report --html`", 0});
    if (std::ranges::any_of(options->positional, isModuleFile))
      return badInput(spec::Rejection{"usage", "one kernel at a time, and no instruction beside it",
                                      "FILE.ptx or FILE.cu; two kernels: warplaw equal", 0});
    if (options->target && options->program.empty())
      return badInput(
          spec::Rejection{"usage", "--target is of a program or of CUDA source", "--program FILE, FILE.cu", 0});
    TheoremFilter& which = options->which;
    which.instructions.insert(which.instructions.end(), options->positional.begin(), options->positional.end());
    for (std::string& name : which.instructions) // VSUB's theorems are listed under VADD
      if (const auto mnemonic = mnemonicOf(name))
        name = spec::textOf(*mnemonic);
    which.laneLevelOnly = options->noFold;
    return verify(*options);
  };
}

} // namespace

const Command kVerify{"verify", "prove every executor equal to its encoding, and every theorem", setup};

} // namespace warplaw::tools
