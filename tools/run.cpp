// `warplaw run`: runs a straight-line program, from its text or from a case file, and shows the lanes before and after
// it; or the calculation that it is. Whole modules of PTX, and CUDA source, go to run_module.h.
#include "tools/command.h"
#include "tools/forms.h"
#include "tools/input.h"
#include "tools/launch_case.h"
#include "tools/output.h"
#include "tools/program.h"
#include "tools/program_proof.h"
#include "tools/program_text.h"
#include "tools/run_module.h"
#include "tools/target_option.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {

struct RunProgramOptions {
  std::string input, path, tree;
  StateText state;
  spec::Target target;
  ShownOptions shown;
  ModuleOptions module;
  bool strict = false;
};

struct Read {
  spec::ProgramCase c;
  std::string names; ///< a line that says which registers they are
};
boost::system::result<Read, BadCase> read(const RunProgramOptions& options) {
  if (!options.input.ends_with(".json")) {
    auto file = readProgramText(options.input, options.state, options.shown.shared, options.target);
    if (!file)
      return file.error();
    return Read{std::move(file->state), namesLine(file->program.names)};
  }
  if (!options.state.empty() || options.shown.shared)
    return BadCase{"",
                   {"usage", "a case file holds its own state",
                    "--reg, --pred, --active, --shared and --mem with a program's text"}};
  auto c = readProgramFile(options.input);
  if (!c)
    return c.error();
  return Read{std::move(*c), {}};
}

/// Names every line of a disassembler's text that is no instruction here, each with its place; of other texts what was
/// found first.
int reject(const RunProgramOptions& options, const BadCase& first) {
  const std::vector<BadCase> others = othersIn(options.input, options.target);
  for (const BadCase& other : others)
    badInput(other.where, other.rejection);
  return others.empty() ? badInput(first.where, first.rejection) : codeOf(ExitCode::BadInput);
}

int showTrees(const RunProgramOptions& options) {
  const auto trees = readTrees(options.input, options.tree, options.target);
  if (!trees)
    return badInput(trees.error().where, trees.error().rejection);
  for (const std::string& lane : *trees)
    fmt::print("{}\n", lane);
  return codeOf(ExitCode::AsExpected);
}

/// The first option that only programs have; empty: none is given.
std::string_view givenOfPrograms(const RunProgramOptions& options) {
  const std::pair<bool, std::string_view> all[] = {{!options.state.registers.empty(), "--reg"},
                                                   {!options.state.predicates.empty(), "--pred"},
                                                   {!options.state.active.empty(), "--active"},
                                                   {!options.state.memory.empty(), "--mem"},
                                                   {!options.path.empty(), "--path"},
                                                   {options.strict, "--strict"},
                                                   {!options.tree.empty(), "--tree"}};
  const auto* const first = std::ranges::find(all, true, &std::pair<bool, std::string_view>::first);
  return first == std::end(all) ? std::string_view() : first->second;
}

int runProgram(const RunProgramOptions& options) {
  if (const std::string_view module = options.module.given(); !module.empty())
    return badUsage(fmt::format("{} is of a module, and {} is a program", module, options.input),
                    "FILE.ptx, FILE.cu, or a text that begins with .version (docs/ptx.md)");
  if (!options.shown.trace.empty() && options.shown.trace != "all")
    return badUsage("--trace of a program shows every step", "--trace");
  if (!options.tree.empty())
    return showTrees(options);
  if (!options.shown.output.empty())
    if (const auto writable = checkOutputFile(options.shown.output, "--output", options.shown.force); !writable)
      return badInput("", writable.error());
  std::error_code ignored;
  if (!std::filesystem::exists(options.input, ignored) && printedAsLoneName(options.input))
    return codeOf(ExitCode::AsExpected);
  const auto program = read(options);
  if (!program)
    return reject(options, program.error());
  const spec::ProgramCase* const c = &program->c;
  fuzz::Oracle oracle;
  const fuzz::TableOptions table{fuzz::wantsColour(1), options.shown.allLanes};
  std::string steps;
  const auto done = execProgram(oracle, *c, options.path, table, !options.shown.trace.empty() ? &steps : nullptr);
  if (!done)
    return badInput(options.input, done.error());
  if (!options.shown.output.empty())
    if (const auto written = spec::writeCase(done->answered, options.shown.output, options.shown.force); !written)
      return badInput("", written.error());
  if (options.shown.json)
    fmt::print("{}\n", inOneLine(*done));
  else
    fmt::print("{}{}{}", program->names, steps, tablesOf(oracle, *c, *done, table));
  return codeOf(options.strict && !done->undefined.empty() ? ExitCode::Counterexample : ExitCode::AsExpected);
}

int runFile(const RunProgramOptions& options) {
  const bool isLaunch = isLaunchFile(options.input);
  if (!isLaunch && !isModuleFile(options.input))
    return runProgram(options);
  if (const std::string_view program = givenOfPrograms(options); !program.empty())
    return badUsage(fmt::format("{} is of a program, and {} is a module", program, options.input),
                    "options of modules (docs/ptx.md)");
  const std::string_view said = options.shown.shared         ? "--shared"
                                : options.target && isLaunch ? "--target"
                                                             : options.module.saidOfLaunch();
  if (isLaunch && !said.empty())
    return badUsage(fmt::format("{} beside a case, which says all of its launch", said), "--trace, --all, --json");
  ModuleOptions module = options.module;
  module.target = options.target;
  return runModule(options.input, module, options.shown);
}

Action setupRun(Subcommand& command) {
  const auto options = std::make_shared<RunProgramOptions>();
  command.options({
      {"FILE", options->input,
       "a program's text (docs/programs.md) or a disassembler's (docs/text.md), a case file (.json), or a module of "
       "PTX (.ptx) or CUDA (.cu; docs/ptx.md)",
       kFile.required()},
  });
  addStateOptions(command, options->state, options->shown.shared);
  command.options({
      targetRow(options->target),
      {"--path", options->path, "run this code path of the executor"},
      {"--trace", options->shown.trace, "show each step, too; in modules, =WARP or =X,Y,Z:WARP: those of one warp",
       kText.orAlone("all")},
      {"--output,-o", options->shown.output,
       "write the case to this file, with its outcome as expected values; of a module, with what was expected"},
      {"--force", options->shown.force, "write over an existing file"},
      {"--json", options->shown.json, "print the case in one line, with its outcome as expected values"},
      {"--all-lanes", options->shown.allLanes, "show lanes that are not active, too"},
      {"--strict", options->strict, "exit with 1 if some step is undefined for some lanes"},
      {"--tree", options->tree,
       "run nothing, but show for each lane of this register how its value is calculated from the registers before",
       kText.excludes("--trace --strict --json --output")},
  });
  addModuleOptions(command, options->module);
  command.footer(
      "Examples:\n"
      "  warplaw run corpus/programs/inclusive_scan.wl --reg R1=lane+1\n"
      "  warplaw run corpus/programs/butterfly.wl --trace\n"
      "  warplaw run corpus/programs/butterfly_float.wl --tree R1\n"
      "  warplaw run corpus/programs/butterfly.wl --active 0xffff # lanes that read from an inactive lane get any\n"
      "  warplaw run corpus/seeds/program-ballot.json --json\n"
      "  warplaw run examples/kernels/vector_add.ptx --arg n=100\n"
      "  warplaw run examples/kernels/divergent_shuffle.ptx # exit 1\n"
      "  warplaw run corpus/ptx/findings/race.json # exit 1\n"
      "Exit codes: 0 executed, 1 with --strict if a step is undefined for some lanes, 1 of a module with an error "
      "among "
      "its findings or an array that is not as expected, 2 bad usage or bad input.");
  return [options] { return runFile(*options); };
}

} // namespace

const Command kRun{"run", "run a program and show the lanes before and after it, or a whole module of PTX or CUDA",
                   setupRun};

} // namespace warplaw::tools
