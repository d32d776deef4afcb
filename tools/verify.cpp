// `warplaw verify`: states every theorem that is asked for, has it decided, and shows what came of it.
#include "tools/verify.h"
#include "proofs/certificates/refuter.h"
#include "proofs/engine/report.h"
#include "proofs/theorems/theorems.h"
#include "tools/command.h"
#include "tools/hand_over.h"
#include "tools/input.h"
#include "tools/kept_verdicts.h"
#include "tools/launch_file.h"
#include "tools/output.h"
#include "tools/query_file.h"
#include "tools/shards.h"
#include "tools/theorem_list.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

using namespace proofs;

spec::Result<Costs> costsOf(const VerifyOptions& options) {
  return options.costs.empty() ? Costs() : readCosts(options.costs);
}

} // namespace

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

spec::Result<void> prepare(const VerifyOptions& options, const Interrupt& interrupt, VerifyRest* rest,
                           Prepared& prepared) {
  if (auto writable = checkOutputFolder(options.counterexamples, "--counterexamples"); !writable)
    return writable;
  if (auto writable = checkOutputFolder(options.golden, "--golden"); options.writeGolden && !writable)
    return writable;
  prepared.reports = options.reports;
  if (auto ready = prepared.reports.prepare({options.results, options.resume, options.program, options.costs}); !ready)
    return ready;
  auto policy = certificates::policyWithCadical(options.solver);
  if (!policy)
    return policy.error();
  auto cache = Cache::open(options.cacheDirectory, options.mode());
  if (!cache)
    return cache.error();
  prepared.cache = std::make_unique<Cache>(std::move(*cache));
  prepared.made.options = options.noFold ? "no-fold" : "fold";
  if (rest)
    if (auto ready = rest->prepare(options, prepared); !ready)
      return ready;
  if (prepared.run.certify) // CaDiCaL gives the certificate: who answers is another one, by another translation
    std::erase_if(policy->solvers, [](const auto& solver) { return solver->takesTerms(); });
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
  run.onUndecided = queryWriter(options.counterexamples);
  run.bitcodeHash = shippedBitcodeHash();
  return {};
}

int verifyTheorems(const VerifyOptions& options, Prepared& prepared, Interrupt& interrupt) {
  const auto start = Clock::now();
  if (!prepared.program)
    prepared.run.program = provingHash;
  // Certificates are made anew, what a file says is judged again, a shard may have a part of a theorem, and a list is
  // written of what was judged.
  if (!prepared.program && !prepared.run.certify && !prepared.made.shard && !options.writeGolden &&
      options.resume.empty() && prepared.cache->mode() == CacheMode::Use)
    prepared.run.loaded = loadedHash();
  bool handsOver = false; // a counterexample is made small and shown by what this program lacks
  LiveReport live(Screen::of(stderr));
  RunResult result;
  std::vector<Record> records;
  RunObserver observer;
  RunFiles& files = prepared.files;
  if (const auto begun = files.begin(prepared.made); !begun)
    return badInput(begun.error());
  observer.onRecord = [&](const Record& given) {
    if (isInterrupted(given)) {
      result.undecided.insert(given.theorem);
      return;
    }
    const Record record = prepared.program ? prepared.program->inWords(given) : given;
    files.add(record, prepared.run.earlier); // before anybody is told: what was said is not lost by a kill
    if (!prepared.program || prepared.program->everyLane || record.exitCode() != ExitCode::AsExpected)
      live.record(record);
    records.push_back(record);
    if (!makeVerifyRest && record.exitCode() == ExitCode::Counterexample && !interrupt.requested()) {
      handsOver = true;
      interrupt.request();
    }
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
  if (handsOver)
    throw HandsOver{"what is refuted is made small and shown by a larger program", true};
  result.seconds = secondsSince(start);
  result.theorems = prepared.theorems.size();
  const bool isWhole = result.undecided.empty();
  if (isWhole) // else the file is that of a run that was killed, for --resume
    files.end({records.size(), result.seconds});
  if (!files.written())
    result.gaps.push_back("the results file could not be written to its end");
  sortAsStated(records, prepared.theorems);
  if (prepared.program)
    result.program = prepared.program->verdicts(records, result.undecided);
  result.records = std::move(records);
  // what a part of the theorems leaves out is not missing
  if (isWhole && prepared.made.scope != Scope::Part && !prepared.made.shard)
    result.inventory = takeInventory(prepared.theorems, result.records, options.writeGolden ? "" : options.golden,
                                     prepared.made.scope == Scope::Everything);
  if (isWhole && prepared.cache->keeps() && !prepared.program && !options.noFold && !prepared.made.shard)
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

namespace {

/// What the names are held against, unless they are written.
spec::Result<void> checkGolden(const VerifyOptions& options) {
  if (options.writeGolden || options.golden.empty() || options.golden == places().golden ||
      std::filesystem::is_directory(options.golden))
    return {};
  return spec::Rejection{"file", fmt::format("--golden: {} is no folder that can be read", options.golden), "a folder",
                         0};
}

int verify(const VerifyOptions& options, VerifyRest* rest) {
  if (const auto readable = checkGolden(options); !readable)
    return badInput(readable.error());
  Interrupt interrupt;
  if (rest)
    if (const auto code = rest->verifyProgram(options, interrupt))
      return *code;
  auto theorems = chosenOrRejected(allTheorems(Subject::shipped()), options.which);
  if (!theorems)
    return badInput(theorems.error());
  if (rest)
    if (const auto code = rest->runPaired(*theorems, interrupt))
      return *code;
  Prepared prepared;
  if (const auto shared = share(options, std::move(*theorems), prepared); !shared)
    return badInput(shared.error());
  if (options.list)
    return list(options, prepared);
  if (options.writeGolden && !options.which.wholeInstructions())
    return badInput(spec::Rejection{"usage", "--write-golden lists whole instructions, and this is a part of one",
                                    "--write-golden without --theorem, --path and --no-fold", 0});
  if (const auto ready = prepare(options, interrupt, rest, prepared); !ready)
    return interrupt.requested() ? interrupted("nothing is decided yet") : badInput(ready.error());
  if (rest)
    if (const auto code = rest->runMutants(options, prepared))
      return *code;
  return verifyTheorems(options, prepared, interrupt);
}

std::string whyNoShard(const std::string& text) {
  return shardNumber(text) ? std::string()
                           : fmt::format("{} is no shard; accepted: I/N, 1 <= I <= N <= {}", text, kMaxShards);
}

Action setupVerify(Subcommand& command) {
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
  });
  const std::shared_ptr<VerifyRest> rest = makeVerifyRest ? makeVerifyRest() : nullptr;
  if (rest)
    rest->addOptions(command);
  command.options({
      {"--golden", options->golden,
       "folder with the names of the obligations that a run over whole instructions must have, and "
       "the questions that laws ask",
       kFolder.showsDefault()},
      {"--write-golden", options->writeGolden, "rewrite the lists of those instructions that were proved completely",
       kFlag.excludes("--shard")},
  });
  if (rest)
    rest->addProgramOptions(command, options->program);
  command.options({
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
  return [options, rest] {
    if (rest) {
      if (const auto code = rest->verifyKernel(*options))
        return *code;
    } else if (!options->results.empty() || !options->resume.empty()) { // a run that hands over would leave the file
      throw HandsOver{"a file of results is written by a larger program"};
    } else if (std::ranges::any_of(options->positional, isModuleFile)) {
      throw HandsOver{"kernels are proved by a larger program"};
    }
    TheoremFilter& which = options->which;
    which.instructions.insert(which.instructions.end(), options->positional.begin(), options->positional.end());
    for (std::string& name : which.instructions) // VSUB's theorems are listed under VADD
      if (const auto mnemonic = mnemonicOf(name))
        name = spec::textOf(*mnemonic);
    which.laneLevelOnly = options->noFold;
    return verify(*options, rest.get());
  };
}

} // namespace

const Command kVerify{"verify", "prove every executor equal to its encoding, and every theorem", setupVerify,
                      !makeVerifyRest};

} // namespace warplaw::tools
