// `warplaw explain FORM`: one form's syntax, its rules, an example that is executed now, and the theorems that speak of
// it.
#include "fuzz/lane_table.h"
#include "proofs/theorems/published.h"
#include "spec/cuda_call.h"
#include "spec/described.h"
#include "spec/listing.h"
#include "spec/rules.h"
#include "tools/command.h"
#include "tools/corpus.h"
#include "tools/example_case.h"
#include "tools/exec_operation.h"
#include "tools/forms.h"
#include "tools/idiom_files.h"
#include "tools/input.h"
#include "tools/kept_verdicts.h"
#include "tools/listed_theorems.h"
#include "tools/nearest.h"
#include "tools/places.h"
#include "tools/scalar_operations.h"
#include "tools/target_option.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace warplaw::tools {
namespace {

struct ExplainOptions {
  std::string form, corpus = places().corpus, results;
  spec::Target target;
  bool sass = false;
};

// ---- syntax

struct FieldText {
  std::string name;
  spec::About about;
  std::uint64_t allowed = 0; ///< of a modifier: values that are legal beside the others
  bool stands = false;       ///< the text of this form has it
  bool isNumber = false;     ///< an operand that is a number, never a register
  bool mayBeNumber = false;  ///< a register or a number
  bool isAddress = false;    ///< a register or none, and an offset
};

/// The form with another value in one cell; nothing where that is illegal.
std::optional<spec::Form> with(const spec::Form& form, std::string_view cell, std::uint64_t value) {
  const spec::InstructionRow& row = spec::rowOf(form.mnemonic());
  spec::Form other = row.mapForm(
      form, [&](const spec::CellPlace& place, std::uint64_t old) { return place.name == cell ? value : old; });
  return row.check(other) ? std::optional(std::move(other)) : std::nullopt;
}

std::vector<FieldText> fieldsOf(const spec::Form& form) {
  const spec::InstructionRow& row = spec::rowOf(form.mnemonic());
  const std::string text = row.print(form);
  std::vector<FieldText> fields;
  row.mapForm(form, [&](const spec::CellPlace& place, std::uint64_t value) {
    if (fields.empty() || fields.back().name != place.field)
      fields.push_back({std::string(place.field), place.about});
    FieldText& field = fields.back();
    field.isNumber = place.name == place.field && !place.about.isPtx; // of PTX's operands only what may be both is such
    field.mayBeNumber |= place.name.ends_with(".isImmediate");
    field.isAddress |= place.name.ends_with(".offset");
    const std::size_t values = place.about.names.size();
    for (std::uint64_t other = 0; other < values; ++other)
      if (other == value || with(form, place.name, other))
        field.allowed |= std::uint64_t{1} << other;
    for (const std::uint64_t other : {value + 1, value + 2, value + 4, value + 8, value ^ 1})
      if (const auto changed = values ? std::nullopt : with(form, place.name, other))
        field.stands |= row.print(*changed) != text;
    field.stands |= values && (field.allowed & (field.allowed - 1));
    return value;
  });
  std::erase_if(fields, [](const FieldText& field) { return !field.stands; });
  return fields;
}

std::string saidOf(const FieldText& field) {
  const spec::About& about = field.about;
  std::string said = about.role == spec::Role::Destination ? "written" : about.role == spec::Role::Source ? "read" : "";
  if (!about.names.empty())
    said += (said.empty() ? "" : ": ") + spec::wordsOf(about, field.allowed) +
            (about.names.front().empty() ? ", or none" : "");
  const std::string_view registers = field.mayBeNumber ? "a register or "
                                     : field.isAddress ? "a register or none, and an offset of "
                                                       : "";
  if (field.mayBeNumber || field.isAddress || (field.isNumber && about.immediateBits))
    said += fmt::format("{}{}{} bits{}", said.empty() ? "" : ": ", registers, about.immediateBits,
                        about.isSigned ? " with a sign" : "");
  return said;
}

void printSyntax(const spec::Form& form) {
  fmt::print("{}\n\nsyntax\n  {}\n", spec::nameOf(form), spec::rowOf(form.mnemonic()).print(form));
  for (const FieldText& field : fieldsOf(form)) {
    const bool isOperand = field.about.role == spec::Role::Destination || field.about.role == spec::Role::Source;
    fmt::print("    {:<12} {}{}\n", isOperand ? spec::roleOf(field.name) : field.name, saidOf(field),
               field.about.rule.empty() ? "" : fmt::format("  [{}]", field.about.rule));
  }
}

/// What an implementation chooses, and the rule that leaves it open.
void printChoices(const spec::Form& form) {
  std::string shown, last;
  spec::rowOf(form.mnemonic())
      .mapChoices(spec::defaultChoices(form), [&](const spec::CellPlace& place, std::uint64_t value) {
        if (place.field != last) {
          last = place.field;
          shown += fmt::format("    {:<12} {}\n", place.field,
                               place.about.rule.empty() ? "" : fmt::format("[{}]", place.about.rule));
        }
        return value;
      });
  if (!shown.empty())
    fmt::print("  left to the implementation (`exec --choice`)\n{}", shown);
}

// ---- rules and theorems

std::vector<ListedTheorem> theoremsAbout(const spec::Form& form) {
  std::vector<ListedTheorem> theorems = listedTheorems();
  const std::string name = spec::nameOf(form);
  std::erase_if(theorems, [&](const ListedTheorem& theorem) {
    return theorem.instruction != spec::textOf(form.mnemonic()) || !(theorem.form.empty() || theorem.form == name);
  });
  return theorems;
}

std::vector<const spec::Rule*> rulesOf(const spec::Form& form, const std::vector<ListedTheorem>& theorems) {
  std::set<std::string, std::less<>> named;
  for (const ListedTheorem& theorem : theorems)
    named.insert(theorem.rules.begin(), theorem.rules.end());
  for (const FieldText& field : fieldsOf(form))
    if (!field.about.rule.empty())
      named.emplace(field.about.rule);
  std::vector<const spec::Rule*> inOrder;
  for (const spec::Rule& rule : spec::rules())
    if (named.contains(rule.name))
      inOrder.push_back(&rule);
  return inOrder;
}

void printRules(const spec::Form& form, const std::vector<ListedTheorem>& theorems) {
  fmt::print("\nrules\n");
  for (const spec::Rule* rule : rulesOf(form, theorems))
    fmt::print("  {:<9} {}{}\n", rule->name, rule->statement,
               rule->disputed ? " [a published claim about it is false]" : "");
}

void printTheorems(const std::vector<ListedTheorem>& theorems, const KeptVerdicts& verdicts) {
  fmt::print("\ntheorems\n");
  for (const ListedTheorem& theorem : theorems)
    fmt::print("  {:<34} {}\n    {}\n", theorem.name, theorem.statement, verdicts.of(theorem.name));
  if (!std::ranges::all_of(theorems, [&](const ListedTheorem& theorem) { return verdicts.knows(theorem.name); }))
    fmt::print("  not run: no verdict is known here; `warplaw verify {}` proves these theorems\n",
               theorems.front().instruction);
}

// ---- an example

/// By the executor that ships, now.
using Text = spec::Result<std::string>;
Text exampleText(const spec::Form& form, const std::string& corpus) {
  const auto cases = readCorpus(corpus);
  if (!cases)
    return cases.error();
  const auto example = exampleOf(form, *cases);
  if (!example)
    return Text(boost::system::in_place_value, "  no case of this form was found\n");
  fuzz::ShippedReaders readers;
  const auto outcome = fuzz::execute(example->c);
  if (!outcome)
    return outcome.error();
  return Text(boost::system::in_place_value,
              fmt::format("  ({})\n  {}", example->source,
                          fuzz::laneTable(readers, example->c, *outcome, *outcome, {.colour = fuzz::wantsColour(1)})));
}

// ---- idioms

/// Idioms with a function of CUDA that is the form, and where they break.
std::string idiomsWith(const spec::Form& form, const std::vector<Idiom>& idioms) {
  const std::string name = spec::nameOf(form);
  const auto isOfForm = [&](const spec::CudaFunction& function) {
    const std::string_view text = function.instruction;
    return name.starts_with(text.substr(0, text.find_first_of(" $")));
  };
  std::string shown;
  for (const Idiom& idiom : idioms) {
    const auto calls = [&](const spec::CudaFunction& function) {
      return std::ranges::any_of(idiom.kernels, [&](const IdiomKernel& kernel) {
        return kernel.source.find(fmt::format("{}(", function.name)) != std::string::npos;
      });
    };
    if (std::ranges::none_of(spec::cudaFunctions(),
                             [&](const spec::CudaFunction& one) { return isOfForm(one) && calls(one); }))
      continue;
    shown += fmt::format("  {:<34} {}\n", idiom.name, idiom.title);
    for (const IdiomKernel& kernel : idiom.kernels)
      if (!kernel.holds())
        shown += fmt::format("    breaks: {}\n", kernel.summary());
  }
  return shown;
}

void printIdioms(const spec::Form& form, const std::vector<Idiom>& idioms) {
  const std::string shown = idiomsWith(form, idioms);
  if (!shown.empty())
    fmt::print("\nidioms and pitfalls (`warplaw idioms NAME`)\n{}", shown);
}

// ---- a form, an instruction, a file of them

spec::Result<proofs::EarlierResults> resultsOf(const ExplainOptions& options) {
  return options.results.empty() ? KeptVerdicts::results(proofs::Cache::defaultDirectory())
                                 : proofs::readResults(options.results);
}

int explainForm(const spec::Form& form, const ExplainOptions& options) {
  const auto results = resultsOf(options);
  if (!results && !options.results.empty())
    return badInput(results.error());
  const auto example = exampleText(form, options.corpus);
  if (!example)
    return badInput("", example.error());
  const auto idioms = idiomsBelow(options.corpus);
  if (!idioms)
    return badInput("", idioms.error());
  const std::vector<ListedTheorem> theorems = theoremsAbout(form);
  printSyntax(form);
  if (options.sass) {
    spec::Instruction instruction;
    instruction.form = form;
    fmt::print("  NVIDIA's assembler: {}\n", sassOf(instruction));
  }
  printChoices(form);
  printRules(form, theorems);
  fmt::print("\nexample, executed now\n{}", *example);
  printIdioms(form, *idioms);
  printTheorems(theorems, results ? KeptVerdicts::from(*results) : KeptVerdicts());
  return codeOf(ExitCode::AsExpected);
}

int explainSteps(const std::vector<spec::Form>& steps, const ExplainOptions& options) {
  const char* separator = "";
  for (const spec::Form& form : steps) {
    fmt::print("{}", separator);
    if (const int code = explainForm(form, options); code != codeOf(ExitCode::AsExpected))
      return code;
    separator = "\n";
  }
  return codeOf(ExitCode::AsExpected);
}

int explainScalar(const spec::scalar::Spelled& spelled, const ExplainOptions& options) {
  const auto results = resultsOf(options);
  if (!results && !options.results.empty())
    return badInput(results.error());
  printScalar(spelled, results ? KeptVerdicts::from(*results) : KeptVerdicts());
  return codeOf(ExitCode::AsExpected);
}

int explainLine(const std::string& text, const ExplainOptions& options) {
  const auto line = spec::readLine(text, options.target);
  if (const auto operation = line ? std::nullopt : operationIn(text))
    return explainScalar(*operation, options);
  if (!line)
    return badInput("", line.error());
  std::vector<spec::Form> steps;
  for (const spec::Instruction& instruction : line->instructions)
    steps.push_back(instruction.form);
  return explainSteps(steps, options);
}

/// Without those that hold of every instruction.
std::string ownRulesOf(const spec::Form& form) {
  std::vector<std::string_view> names;
  for (const spec::Rule* rule : rulesOf(form, theoremsAbout(form)))
    if (!rule->name.starts_with("MACH-"))
      names.push_back(rule->name);
  return fmt::format("{}", fmt::join(names, " "));
}

/// A line an instruction: what it is and by which rules, or that it is none of the project's.
int explainFile(const ExplainOptions& options) {
  const auto text = readText(options.form, spec::kMaxCaseBytes);
  if (!text)
    return badInput(options.form, text.error());
  std::map<std::string, std::string> rulesOfForms;
  std::size_t known = 0;
  const spec::Listing listing = spec::readListing(*text, options.target);
  if (!listing.noTargets.empty()) {
    spec::Rejection rejection = listing.noTargets.front();
    const std::string where = placeIn(options.form, *text, std::exchange(rejection.position, 0));
    return badInput(where, rejection);
  }
  for (const spec::ListedLine& line : listing.lines) {
    fmt::print("{}: {}\n", placeIn(options.form, *text, line.position), printable(line.text));
    if (!line.read) {
      fmt::print("  {}\n", line.isKnown ? fmt::format("rejected: {}: {}", line.read.error().rule,
                                                      printable(line.read.error().message))
                                        : "none of the project's instructions");
      continue;
    }
    ++known;
    for (const spec::Instruction& instruction : *line.read) {
      std::string& rules = rulesOfForms[spec::nameOf(instruction.form)];
      if (rules.empty())
        rules = ownRulesOf(instruction.form);
      fmt::print("  {} by {}\n", spec::nameOf(instruction.form), rules);
      if (options.sass)
        fmt::print("  NVIDIA's assembler: {}\n", sassOf(instruction));
    }
  }
  fmt::print("{} of {} instructions are the project's\n", known, listing.lines.size());
  return codeOf(ExitCode::AsExpected);
}

int explain(const ExplainOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(options.form, ignored))
    return explainFile(options);
  if (const auto spelled = spec::scalar::formSpelled(options.form))
    return explainScalar(*spelled, options);
  if (options.form.find_first_of(" (") != std::string::npos)
    return explainLine(options.form, options);
  if (const spec::CudaFunction* const function = spec::findCudaFunction(options.form)) {
    printCudaFunction(options.form);
    return explainLine(spec::exampleCall(*function), options);
  }
  const auto lone = loneMnemonic(options.form);
  if (lone && hasSeveralForms(*lone, options.form)) {
    printForms(*lone, options.form, options.sass);
    return codeOf(ExitCode::AsExpected);
  }
  const auto named = formsNamed(options.form);
  if (named && named->isOne)
    return explainSteps(named->forms.front().steps, options);
  if (isScalarMnemonic(options.form)) {
    printScalarRows(options.form);
    return codeOf(ExitCode::AsExpected);
  }
  if (named) {
    printForms(*named, options.sass);
    return codeOf(ExitCode::AsExpected);
  }
  const bool isLikeScalar = isScalarMnemonic(options.form.substr(0, options.form.find('.')));
  return badInput("", isLikeScalar ? noForm(options.form) : named.error());
}

Action setupExplain(Subcommand& command) {
  const auto options = std::make_shared<ExplainOptions>();
  command.options({
      {"form", options->form,
       "a form, such as SHFL.UP or VADD.U32.U32.U32.SAT; the text of an instruction; a mnemonic, whose forms "
       "are listed; the name of a CUDA function; the opcode of one of PTX's operations of one thread, such as "
       "add.s32; or a file that a disassembler or a compiler wrote",
       kFile.required()},
      {"--sass", options->sass, "also show the text that NVIDIA's assembler has for it"},
      targetRow(options->target),
      {"--corpus", options->corpus, "folder of case files, whose seeds serve as examples", kReadableFolder},
      {"--results", options->results,
       "take verdicts from this results file (default: those that this program's last runs of verify kept)",
       kReadableFile},
  });
  command.footer("Examples:\n  warplaw explain SHFL.UP\n  warplaw explain vadd.u32.u32.u32.sat\n"
                 "  warplaw explain 'ATOMS.CAST.SPIN.U64 R0, [R2], R4, R6'\n"
                 "  warplaw explain __shfl_down_sync\n  warplaw explain add.s32\n  warplaw explain 'bar.red.popc.u32 "
                 "%r9, 0, %p1' --sass\n"
                 "Exit codes: 0 explained, 2 there is no such form.");
  return [options] { return explain(*options); };
}

} // namespace

const Command kExplain{"explain", "explain a form: syntax, rules, an executed example, theorems with verdicts",
                       setupExplain};

} // namespace warplaw::tools
