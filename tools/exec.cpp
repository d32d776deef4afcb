// `warplaw exec`: runs case files, or an instruction text on a state given on the command line, and shows what comes of
// it.
#include "fuzz/lane_table.h"
#include "spec/case_parts.h"
#include "tools/command.h"
#include "tools/exec_operation.h"
#include "tools/forms.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/lines.h"
#include "tools/output.h"
#include "tools/program.h"
#include "tools/program_text.h"
#include "tools/state_text.h"
#include "tools/target_option.h"
#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace warplaw::tools {
namespace {

struct ExecOptions {
  std::vector<std::string> inputs;
  std::string path, output, shader = "compute";
  StateText state;
  std::optional<std::uint32_t> shared;
  spec::Target target;
  bool json = false, allLanes = false, force = false, strict = false;
};

spec::Result<spec::ShaderKind> shaderOf(std::string_view name) {
  if (const auto kind = spec::findShaderKind(name))
    return *kind;
  return spec::Rejection{"usage", fmt::format("no shader kind is called {}", name), spec::acceptedShaderKinds()};
}

bool isInstruction(const std::string& input) {
  std::error_code ignored;
  return input != "-" && !input.ends_with(".json") && !input.ends_with(".jsonl") &&
         (input.find_first_of(" \t@") != std::string::npos || !std::filesystem::exists(input, ignored));
}

class Exec {
public:
  explicit Exec(const ExecOptions& options) : options_(options) {}

  int run() {
    if (auto good = checkUsage(); !good)
      return badInput("", good.error());
    for (const std::string& input : options_.inputs)
      if (isInstruction(input))
        text(input);
      else
        cases(input);
    return codeOf(bad_                         ? ExitCode::BadInput
                  : options_.strict && isOpen_ ? ExitCode::Counterexample
                                               : ExitCode::AsExpected);
  }

private:
  spec::Result<void> checkUsage() const {
    const bool anyText = std::ranges::any_of(options_.inputs, isInstruction);
    if (anyText && options_.inputs.size() > 1)
      return spec::Rejection{"usage", "an instruction text stands alone", "one instruction text, or case files and -"};
    if (!anyText && (!options_.state.empty() || options_.shared))
      return spec::Rejection{"usage", "a case file holds its own state",
                             "--reg, --pred, --mem, --shared, --choice and --active with an instruction text"};
    if (options_.output.empty())
      return {};
    if (options_.inputs.size() > 1)
      return spec::Rejection{"usage", "--output is for one case", "--json for several, one line each"};
    return checkOutputFile(options_.output, "--output", options_.force);
  }

  void text(const std::string& input) {
    if (printedAsLoneName(input))
      return;
    const auto c = fromText(input);
    if (!c && c.error().rule != "usage" && isOperation(input))
      operation(input);
    else if (!c)
      one("", BadCase{"", c.error()});
    else
      one("", *c);
  }

  /// What is an instruction of a warp, too (popc.b32, mov.u32 of a special register), is shown as such.
  void operation(const std::string& input) {
    if (!options_.output.empty() || options_.shared)
      return reject(
          "", "",
          {"usage", "an operation of one thread has no case file and no memory", "--reg, --pred, --active, --json"});
    auto run = execOperation(input, options_.state, options_.allLanes, fuzz::wantsColour(1));
    if (!run) {
      spec::Rejection rejection = run.error();
      rejection.message = fmt::format("{}: {}", printable(input), rejection.message);
      return reject("", "", rejection);
    }
    isOpen_ = isOpen_ || run->isOpen;
    if (options_.json)
      printJsonLine(run->json);
    else
      fmt::print("{}", run->table);
  }

  /// A case of one instruction, or of the two that PTX writes as one.
  spec::Result<spec::ProgramCase> fromText(const std::string& input) {
    const auto line = spec::readLine(input, options_.target, naming(options_.state));
    if (!line) {
      spec::Rejection rejection = withNearestForm(line.error(), input);
      rejection.message = fmt::format("{}: {}", printable(input), rejection.message);
      return rejection;
    }
    names_ = namesLine(line->names);
    spec::Case c;
    c.instruction = line->instructions.front();
    if (auto done = setState(withoutNames(options_.state, line->names), c); !done)
      return done.error();
    spec::ProgramCase program = spec::asProgram(c);
    std::vector<spec::ProgramStep>& steps = program.warps.front().program;
    for (std::size_t i = 1; i < line->instructions.size(); ++i)
      steps.push_back({line->instructions[i], spec::defaultChoices(line->instructions[i].form)});
    program.schedule = spec::defaultSchedule(program.warps);
    return program;
  }

  spec::Result<void> setState(const StateText& state, spec::Case& c) {
    c.choices = spec::defaultChoices(c.instruction.form);
    const auto shader = shaderOf(options_.shader);
    if (!shader)
      return shader.error();
    c.shader = *shader;
    const spec::Mnemonic mnemonic = c.instruction.mnemonic();
    if (!options_.shared && readers_.hasMemory(mnemonic))
      return noMemory(mnemonic);
    c.memory.resize(options_.shared.value_or(0));
    return apply(state, c);
  }

  /// One case over any number of lines, or one a line: what --json prints can be read again. `file`: "-" is standard
  /// input.
  void cases(const std::string& file) {
    std::string whole;               // what is no case a line
    std::optional<std::string> only; // the line that --output is for
    std::size_t number = 0;
    bool isLines = false, isBad = false;
    bool isFirst = true; // of those that are not blank: it says which of the two the file is
    const auto line = [&](const std::string& text) {
      const std::string json = boost::trim_right_copy_if(text, boost::is_any_of(" \t\r"));
      if (!json.empty() && std::exchange(isFirst, false))
        isLines = json.starts_with('{') && json.ends_with('}');
      if (++number > 1 && !isLines)
        whole += "\n";
      if (!isLines) {
        whole += text;
        return whole.size() <= spec::kMaxCaseBytes;
      }
      if (json.empty())
        return true;
      if (options_.output.empty()) {
        oneLine(file, number, json);
        return true;
      }
      isBad = only.has_value();
      only = json;
      return !isBad;
    };
    if (const auto read = eachLine(file, spec::kMaxCaseBytes, line); !read)
      return one(file, BadCase{file, read.error()});
    if (isBad)
      return reject(file, file, {"usage", "--output is for one case", "--json for several, one line each"});
    if (only)
      return oneLine(file, 1, *only);
    if (whole.size() > spec::kMaxCaseBytes)
      return one(file, BadCase{file, {"file", fmt::format("is larger than {} bytes", spec::kMaxCaseBytes), ""}});
    if (!isLines)
      oneText(file, whole, {});
  }
  void oneLine(const std::string& file, std::size_t number, const std::string& json) {
    oneText(file, json, fmt::format("{}:{}", file, number));
  }
  /// place: empty where a message is to say its line.
  void oneText(const std::string& file, const std::string& json, const std::string& place) {
    auto c = spec::programCaseFromJson(json);
    if (c)
      one(file, std::move(*c));
    else
      one(file, BadCase{place.empty() ? placeIn(file, json, c.error().position) : place, c.error()});
  }

  void reject(const std::string& file, const std::string& where, const spec::Rejection& rejection) {
    bad_ = true;
    if (options_.json)
      printJsonLine(badFile(file, rejection));
    badInput(where, rejection);
  }

  fuzz::TableOptions tableOptions() const { return {fuzz::wantsColour(1), options_.allLanes}; }

  /// `answered`: the case with its outcome as expected values; `shown`: it as JSON in one line, or its table.
  template <class AnyCase> void show(const std::string& file, const AnyCase& answered, const std::string& shown) {
    if (!options_.output.empty())
      if (auto written = spec::writeCase(answered, options_.output, options_.force); !written)
        return reject(file, "", written.error());
    if (options_.json)
      fmt::print("{}\n", shown);
    else
      fmt::print("{}{}{}", options_.inputs.size() > 1 ? file + ": " : "", names_, shown);
  }

  /// Where nobody said in which order the lanes come, and more than one outcome is right.
  std::optional<fuzz::RightOutcomes> rightOf(const spec::Case& c, const fuzz::Outcome& outcome) {
    const bool isSaid = std::ranges::any_of(options_.state.choices, [](const std::string& choice) {
      return choice.substr(0, choice.find('=')) == "order";
    });
    if (isSaid || !fuzz::isOrderOpen(c))
      return {};
    const auto executes = [&](const spec::Case& ordered) { return fuzz::execute(ordered, options_.path); };
    fuzz::RightOutcomes right = fuzz::rightOutcomes(readers_, executes, c, outcome);
    return right.isOne() ? std::nullopt : std::optional(std::move(right));
  }

  void oneInstruction(const std::string& file, const spec::Case& c) {
    if (auto known = checkPath(c.instruction.mnemonic(), options_.path); !known)
      return reject(file, "", known.error());
    const auto outcome = fuzz::execute(c, options_.path);
    if (!outcome)
      return reject(file, file, outcome.error());
    spec::Case answered = c;
    answered.expected = fuzz::expectedOf(c, *outcome);
    const fuzz::AnyInStep any = fuzz::anyInStep(readers_, c, options_.path);
    isOpen_ = isOpen_ || !any.own.empty();
    const std::optional<fuzz::RightOutcomes> right = rightOf(c, *outcome);
    if (options_.json)
      return show(file, answered, inOneLine(answered, any, right));
    std::string table = fuzz::laneTable(readers_, c, *outcome, *outcome, tableOptions(), &any);
    if (right)
      table += fuzz::rightTable(c, readers_.planOf(c.instruction.form, c.choices), *right, tableOptions().colour);
    show(file, answered, table);
  }

  void one(const std::string& file, const boost::system::result<spec::ProgramCase, BadCase>& c) {
    if (!c)
      return reject(file, c.error().where, c.error().rejection);
    if (const auto single = spec::asSingle(*c))
      return oneInstruction(file, *single);
    std::string shown;
    const auto run = execProgram(readers_, *c, options_.path, tableOptions(), &shown);
    if (!run)
      return reject(file, file, run.error());
    isOpen_ = isOpen_ || !run->undefined.empty();
    show(file, run->answered, options_.json ? inOneLine(*run) : shown);
  }

  const ExecOptions& options_;
  fuzz::ShippedReaders readers_;
  std::string names_; ///< a line that says which registers names of PTX are
  bool bad_ = false;
  bool isOpen_ = false; ///< something that was shown may be anything
};

Action setupExec(Subcommand& command) {
  const auto options = std::make_shared<ExecOptions>();
  StateText& state = options->state;
  command.options({
      {"input", options->inputs,
       "case files (-: standard input), with one case in a file or one in each line; or the "
       "text of one instruction; or of one of PTX's operations of one thread; or a call of a CUDA function with "
       "registers as arguments",
       kFile.required()},
  });
  addStateOptions(command, state, options->shared);
  command.options({
      targetRow(options->target),
      {"--choice,-c", state.choices,
       "NAME=VALUE: what the implementation chooses (docs/case_format.md), with values as for --reg (repeatable)"},
      {"--shader", options->shader, "shader kind (default compute)"},
      {"--path", options->path, "run this code path of the executor"},
      {"--output,-o", options->output, "write the case to this file, with its outcome as expected values"},
      {"--force", options->force, "write over an existing file"},
      {"--json", options->json, "print each case in a line, with its outcome as expected values"},
      {"--all-lanes", options->allLanes, "show lanes that do not execute, too"},
      {"--strict", options->strict, "exit with 1 if a value may be anything, because no rule promises it"},
  });
  command.footer(
      "Examples:\n"
      "  warplaw exec 'SHFL.UP P0, R0, R1, 1, 0' --reg R1=lane*10\n"
      "  warplaw exec 'ATOMS.ADD R0, [R1], R2' -r R1=0 -r R2=lane+1 --shared 64 -m 0=100 -c order=31,"
      "30,29,28,27,26,25,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0\n"
      "  warplaw exec '@!P1 SHFL.BFLY P0, R0, R1, 16, 31' -r R1=3:5,7:0x10 -p P1=0xff -c inactive=-1 --json\n"
      "  warplaw exec '__shfl_down_sync(0xffffffff, R1, 16, 8)' -r R1=lane\n"
      "  warplaw exec 'shfl.sync.bfly.b32 %r300, %r1, 16, 0x1f, 0xffffffff' -r %r1=lane\n"
      "  warplaw exec 'mad.wide.s32 %rd1, %r2, 4, %rd3' -r %r2=lane -r %rd3=0x7f0000000000\n"
      "  warplaw exec corpus/contradictions/shfl-4-up-compares-with-max-lane.json --path portable\n"
      "  warplaw exec 'SHFL.IDX P0, R0, R1, 16, 31' --active 0xffff --strict # exit 1\n"
      "  warplaw exec corpus/seeds/*.json --json\n"
      "Exit codes: 0 executed, 1 with --strict if a value may be anything, 2 bad usage or bad input.");
  return [options] { return Exec(*options).run(); };
}

} // namespace

const Command kExec{"exec", "run an instruction or case files and show the outcome", setupExec};

} // namespace warplaw::tools
