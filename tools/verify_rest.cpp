// What `warplaw verify` does besides theorems of instructions, and what becomes of a counterexample.
#include "fuzz/check.h"
#include "proofs/certificates/certify.h"
#include "proofs/theorems/theorems.h"
#include "tools/certificates.h"
#include "tools/launch_file.h"
#include "tools/output.h"
#include "tools/program_proof.h"
#include "tools/target_option.h"
#include "tools/temporary_folder.h"
#include "tools/verify.h"
#include "tools/verify_module.h"
#include "tools/verify_mutants.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

using namespace proofs;

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

class Rest final : public VerifyRest {
public:
  void addOptions(Subcommand& command) override {
    command.options({
        {"--certify", certify_,
         "let CaDiCaL write a proof for each unsatisfiable query behind a PROVED, and check that proof. "
         "--timeout limits CaDiCaL, too, and the checker has three times as long. A wrong proof, or a model, "
         "is an ERROR. The exit code is 3 if a query stays without a certificate, floats excepted. What "
         "folding or a model decides has no such query, and is not certified"},
    });
    mutants_.addOptions(command);
    addLaunchOptions(command, module_);
    addCompilerOptions(command, module_);
    addKernelOptions(command, kernel_);
    kernel_.reports.addOptions(command, false);
    command.options({
        {"--tree", kernel_.trees,
         "modules: show the tree of operations that an element holds afterwards, as out[0] (repeatable)"},
    });
  }

  void addProgramOptions(Subcommand& command, std::string& program) override {
    command.options({
        {"--program", program, "prove the statements about this straight-line program instead (docs/programs.md)",
         kReadableFile.excludes("INSTRUCTION --instruction --theorem --path --mutants --write-golden --shard")},
        {"--ensures", ensures_, "an expression that must hold in every lane after the program (repeatable)",
         kText.needs("--program")},
        {"--requires", requires_, "an expression that is assumed of every lane before the program (repeatable)",
         kText.needs("--program")},
        targetRow(target_),
        {"--all", everyLane_, "print a line for each lane of each statement", kFlag.needs("--program")},
    });
  }

  std::optional<int> verifyKernel(const VerifyOptions& options) override {
    if (options.positional.size() == 1 && isModuleFile(options.positional[0]))
      return verifyIt(options);
    if (!kernel_.reports.sarif.empty() || !kernel_.reports.html.empty())
      return badInput(spec::Rejection{"usage", "--sarif and --html are of a kernel",
                                      "FILE.ptx or FILE.cu; of instructions `warplaw report --html`", 0});
    if (std::ranges::any_of(options.positional, isModuleFile))
      return badInput(spec::Rejection{"usage", "one kernel at a time, and no instruction beside it",
                                      "FILE.ptx or FILE.cu; two kernels: warplaw equal", 0});
    if (target_ && options.program.empty())
      return badInput(
          spec::Rejection{"usage", "--target is of a program or of CUDA source", "--program FILE, FILE.cu", 0});
    return {};
  }

  std::optional<int> verifyProgram(const VerifyOptions& options, Interrupt& interrupt) override {
    if (options.program.empty())
      return {};
    const auto proof = readProgramProof(options.program, requires_, ensures_, target_);
    if (!proof)
      return badInput(proof.error().where, proof.error().rejection);
    Prepared prepared;
    if (const auto shared = share(options, programTheorems(proof->contract, proof->encodings), prepared); !shared)
      return badInput(shared.error());
    prepared.made.scope = Scope::Part;
    if (options.list)
      return tools::list(options, prepared);
    if (const auto ready = tools::prepare(options, interrupt, this, prepared); !ready)
      return interrupt.requested() ? interrupted("nothing is decided yet") : badInput(ready.error());
    prepared.made.options +=
        fmt::format(", program {}", proof->asked.substr(0, 12)); // theorems have the file's name alone
    prepared.run.onCounterexample = programCounterexamples(*proof, options.counterexamples);
    prepared.program = {[&proof](const Record& record) { return inWords(*proof, record); },
                        [&proof](const std::vector<Record>& records, const std::set<std::string>& undecided) {
                          return verdictsOf(*proof, records, undecided);
                        },
                        everyLane_};
    prepared.run.stopAtRefuted = true; // one lane in which a statement fails is enough
    return verifyTheorems(options, prepared, interrupt);
  }

  std::optional<int> runPaired(const std::vector<Theorem>& theorems, const Interrupt& interrupt) override {
    return mutants_.isPaired() ? std::optional(mutants_.runPaired(theorems, interrupt)) : std::nullopt;
  }

  spec::Result<void> prepare(const VerifyOptions& options, Prepared& prepared) override {
    prepared.run.onCounterexample = counterexamples(options.counterexamples);
    if (!certify_)
      return {};
    const auto cadical = certificates::cadicalVersion();
    if (!cadical)
      return cadical.error();
    if (const auto folder = TemporaryFolder::make(); !folder) // proofs are long
      return folder.error();
    prepared.made.options += certificatesBy(*cadical);
    prepared.run.certify = [limits = certificates::Limits{options.timeout, options.memoryMiB << 20}](
                               const Query& query) { return certificates::certify(query, limits); };
    return {};
  }

  std::optional<int> runMutants(const VerifyOptions& options, Prepared& prepared) override {
    if (!mutants_.isChosen())
      return {};
    return mutants_.run(options.which, prepared.theorems, std::move(prepared.run));
  }

private:
  /// The first option that is given and says nothing of a kernel; empty: none is.
  std::string_view notOfModules(const VerifyOptions& o) const {
    const TheoremFilter& which = o.which;
    const std::pair<bool, std::string_view> all[] = {{!which.instructions.empty(), "--instruction"},
                                                     {!which.names.empty(), "--theorem"},
                                                     {!which.path.empty(), "--path"},
                                                     {!o.results.empty(), "--results"},
                                                     {!o.resume.empty(), "--resume"},
                                                     {!o.reports.since().empty(), "--since"},
                                                     {!o.shard.empty(), "--shard"},
                                                     {o.noFold, "--no-fold"},
                                                     {certify_, "--certify"},
                                                     {mutants_.isChosen() || mutants_.isPaired(), "--mutants"},
                                                     {o.writeGolden, "--write-golden"},
                                                     {o.list, "--list"}};
    const auto* const first = std::ranges::find(all, true, &std::pair<bool, std::string_view>::first);
    return first == std::end(all) ? std::string_view() : first->second;
  }

  int verifyIt(const VerifyOptions& options) const {
    if (const std::string_view name = notOfModules(options); !name.empty())
      return badInput(spec::Rejection{"usage", fmt::format("{} says nothing of a kernel", name),
                                      "for FILE.ptx and FILE.cu, the options that docs/ptx.md names", 0});
    KernelQuestions kernel = kernel_;
    kernel.json = options.json;
    kernel.reports.junit = options.reports.junit();
    kernel.reports.markdown = options.reports.markdown();
    ModuleOptions module = module_;
    module.target = target_;
    return verifyModule(options.positional[0], module, kernel, options);
  }

  MutantsMode mutants_;
  ModuleOptions module_; ///< of a file whose kernel is proved
  KernelQuestions kernel_;
  std::vector<std::string> requires_, ensures_;
  spec::Target target_; ///< that the program's text is for
  bool certify_ = false, everyLane_ = false;
};

} // namespace

std::shared_ptr<VerifyRest> makeVerifyRest() { return std::make_shared<Rest>(); }

} // namespace warplaw::tools
