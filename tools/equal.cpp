// `warplaw equal`: two kernels leave the same memory for all inputs of a launch (PTX-52).
#include "proofs/kernels/equal.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/interrupt.h"
#include "tools/run_result.h"
#include "tools/target_option.h"
#include "tools/verify_module.h"
#include <chrono>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using namespace proofs;

struct EqualOptions {
  std::string first, second;
  ModuleOptions module;
  std::vector<std::string> secondClangArgs;
  std::optional<unsigned> target;
  KernelQuestions kernel;
  Solving solving;
};

/// The second kernel's parameters are named as the first one's. Rejected: they are not alike.
spec::Result<void> makeAlike(const ptx::Kernel& first, ptx::Kernel& second) {
  const auto& from = first.parameters;
  auto& to = second.parameters;
  bool areAlike = from.size() == to.size();
  for (std::size_t i = 0; areAlike && i < from.size(); ++i) {
    areAlike = from[i].bytes == to[i].bytes;
    to[i].name = from[i].name;
  }
  if (areAlike)
    return {};
  return spec::Rejection{"PTX-52", fmt::format("{} and {} have other parameters", first.name, second.name),
                         "two kernels with parameters of the same sizes"};
}

int equal(EqualOptions options) {
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt;
  options.kernel.patience = {interrupt.flag(), options.solving.timeout};
  options.module.target = options.target;
  const auto failed = [&](int code) { return interrupt.requested() ? interrupted(kNothingKnown) : code; };
  if (const auto writable = options.kernel.reports.prepare({options.first, options.second}); !writable)
    return badInput(writable.error());
  const auto first = prepareModule(options.first, options.module, options.kernel.shared, &interrupt);
  if (!first)
    return failed(codeOf(ExitCode::BadInput));
  if (const auto sized = sizeAssumed(*first, options.kernel); !sized)
    return failed(badInput(sized.error()));
  ModuleOptions secondModule = options.module;
  secondModule.choice = first->choice.empty() ? kChoices[0] : first->choice;
  secondModule.clangArgs.insert(secondModule.clangArgs.end(), options.secondClangArgs.begin(),
                                options.secondClangArgs.end());
  const auto second = prepareModule(options.second, secondModule, options.kernel.shared, &interrupt);
  if (!second)
    return failed(codeOf(ExitCode::BadInput));
  if (const auto done = makeAlike(first->kernel, second->kernel); !done)
    return badInput(done.error());
  if (second->isSharedAssumed && !first->isSharedSaid) { // as much as one of them needs
    const std::uint32_t own = first->bound.launch.dynamicSharedBytes;
    second->bound = first->bound;
    second->bound.launch.dynamicSharedBytes = kMostSharedAssumed;
    second->isAssumed.clear();
    second->isAny = first->isAny;
    second->isZero = first->isZero;
    if (const auto sized = sizeAssumed(*second, options.kernel); !sized)
      return failed(badInput(sized.error()));
    first->bound.launch.dynamicSharedBytes = std::max(own, second->bound.launch.dynamicSharedBytes);
    first->isSharedAssumed = true;
  }
  auto any = anyLaunch(*first, options.kernel);
  if (!any)
    return badInput(any.error());
  const auto terms = std::make_shared<symbolic::Terms>();
  kernels::FloatFunctions functions;
  kernels::Ghosts ghosts;
  const auto required = requiredOf(*terms, functions, *first, *any, ghosts);
  if (!required)
    return badInput(required.error().where, required.error().rejection);
  kernels::KernelPair pair(terms, first->kernel, second->kernel, *any, *required, functions);
  pair.callPlaces([&](const ptx::Place& place) { return first->places.first(place); },
                  [&](const ptx::Place& place) { return second->places.first(place); });
  KernelVerdicts shown{*first, second.get(), launchText(*first, *any), compilerOptions(options.module)};
  shown.secondCompiler = compilerOptions(secondModule);
  shown.made = madeByThisProgram();
  std::string error;
  if (!pair.simulate(kernels::kAgreedRuns, error)) {
    shown.verdicts = {{{}, 0, "both machines agree", options.first, Verdict::Error, error, "", 0}};
  } else {
    Early early(!options.kernel.json);
    early.tell(shown, pair);
    const auto undecided = runTheorems(
        {pair.theorem()}, options.solving, interrupt,
        [&](const Record& record) {
          pair.answer(record);
          if (record.verdict == Verdict::Refuted)
            early.tell(shown, pair);
        },
        shown.made);
    if (!undecided)
      return badInput(undecided.error());
    shown.verdicts = pair.verdicts();
  }
  shown.launch += agreedText(pair.simulated());
  shown.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return show(shown, options.kernel.reports, options.kernel.json);
}

Action setupEqual(Subcommand& command) {
  const auto options = std::make_shared<EqualOptions>();
  command.options({
      {"FIRST", options->first, "FILE.ptx or FILE.cu, whose comments say the launch", kFile.required()},
      {"SECOND", options->second, "another", kFile.required()},
  });
  addLaunchOptions(command, options->module);
  addCompilerOptions(command, options->module);
  command.options({
      {"--second-clang-arg", options->secondClangArgs,
       "SECOND.cu: compile it by clang, with this argument besides (repeatable)", kText.excludes("--nvcc")},
      targetRow(options->target),
  });
  addKernelOptions(command, options->kernel);
  addSolvingOptions(command, options->solving);
  options->kernel.reports.addOptions(command, true);
  command.options({{"--json", options->kernel.json, "print verdicts as one JSON object"}});
  command.footer("Examples:\n"
                 "  warplaw equal corpus/ptx/kernels_nvcc13_sm80.ptx corpus/ptx/kernels_clang19_sm80.ptx "
                 "--entry k_width16 --block 64 --arg '0=s32[64]:any' --arg '1=s32[64]'\n"
                 "  warplaw equal corpus/ptx/bugs/activemask_right.cu corpus/ptx/bugs/activemask_right.cu "
                 "--clang-arg=-O0 --second-clang-arg=-O3\n"
                 "Exit codes: 0 equal, 1 a difference, 2 bad usage, 3 not decided.");
  return [options] { return equal(*options); };
}

} // namespace

const Command kEqual{"equal", "prove that two kernels leave the same memory for all inputs of a launch", setupEqual};

} // namespace warplaw::tools
