// `warplaw explain FORM`: one form's syntax, its rules, an example that is executed now, and the theorems that speak of
// it.
#include "fuzz/lane_table.h"
#include "proofs/theorems/theorems.h"
#include "spec/described.h"
#include "spec/rules.h"
#include "tools/command.h"
#include "tools/corpus.h"
#include "tools/example_case.h"
#include "tools/input.h"
#include "tools/input_option.h"
#include "tools/kept_verdicts.h"
#include "tools/nearest.h"
#include "tools/places.h"
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <set>

namespace warplaw::tools {
namespace {

struct Options {
  std::string form, corpus = places().corpus, results;
};

// ---- which form is meant

std::string upperCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// What stands before the operands of a form's text, and the operands.
std::pair<std::string, std::string> halves(const spec::Form& form) {
  const std::string text = spec::rowOf(form.mnemonic()).print(form);
  const auto blank = text.find(' ');
  return {text.substr(0, blank), blank == std::string::npos ? "" : text.substr(blank)};
}

/// Whatever the case: the mnemonic alone, or with modifiers behind it.
bool beginsWith(std::string_view name, std::string_view mnemonic) {
  return sameIgnoringCase(name.substr(0, mnemonic.size()), mnemonic) &&
         (name.size() == mnemonic.size() || name[mnemonic.size()] == '.');
}

/// A name of the instruction, as far as it begins this one: `vote.sync` is not VOTE with a modifier.
struct Named {
  spec::Mnemonic mnemonic;
  std::string_view by;
};
std::optional<Named> instructionIn(std::string_view name) {
  std::optional<Named> longest;
  const auto consider = [&](spec::Mnemonic mnemonic, std::string_view by) {
    if (beginsWith(name, by) && (!longest || by.size() > longest->by.size()))
      longest = {mnemonic, by};
  };
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    consider(mnemonic, spec::textOf(mnemonic));
    for (const std::string_view word : spec::rowOf(mnemonic).mnemonics)
      consider(mnemonic, word);
  }
  return longest;
}

spec::Rejection noForm(const std::string& text) {
  std::vector<std::string> known;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const spec::FormFamily& family : spec::families(mnemonic))
      known.push_back(text.find('.') == std::string::npos ? family.name.substr(0, family.name.find('.')) : family.name);
  return {"usage", fmt::format("no form is called {}{}", printable(text), nearestSaid(known, text)),
          "`warplaw list` shows them; or an instruction's text"};
}

/// By a name ("SHFL.UP", "VADD.U32.U32.U32.SAT"), whose operands are then those of a form like it; or by a whole
/// instruction.
spec::Result<spec::Form> formNamed(const std::string& text) {
  if (text.find(' ') != std::string::npos) {
    auto instruction = spec::parse(text);
    return instruction ? spec::Result<spec::Form>(instruction->form) : instruction.error();
  }
  const auto named = instructionIn(text);
  if (!named)
    return noForm(text);
  const std::vector<spec::FormFamily> families = spec::families(named->mnemonic);
  if (families.size() == 1 && sameIgnoringCase(text, named->by))
    return families.front().form;
  std::optional<spec::Rejection> rejected;
  std::string all;
  for (const spec::FormFamily& family : families) {
    if (sameIgnoringCase(family.name, text))
      return family.form;
    all += (all.empty() ? "" : ", ") + family.name;
    const auto [before, operands] = halves(family.form);
    if (!beginsWith(before, named->by))
      continue;
    for (const std::string& modifiers : {upperCase(text), text}) { // F16x2 is no word in capitals, PTX's are none
      auto instruction = spec::parse(modifiers + operands);
      if (instruction)
        return instruction->form;
      if (!rejected || modifiers == text)
        rejected = instruction.error();
    }
  }
  if (!rejected)
    return spec::Rejection{"usage", fmt::format("{} has several forms", printable(text)), all};
  rejected->message = fmt::format("{}: {}", printable(text), rejected->message);
  return *rejected;
}

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

std::vector<proofs::Theorem> theoremsAbout(const spec::Form& form) {
  std::vector<proofs::Theorem> theorems = proofs::allTheorems(proofs::Subject::shipped());
  const std::string name = spec::nameOf(form);
  std::erase_if(theorems, [&](const proofs::Theorem& theorem) {
    return theorem.instruction != spec::textOf(form.mnemonic()) || !(theorem.form.empty() || theorem.form == name);
  });
  return theorems;
}

void printRules(const spec::Form& form, const std::vector<proofs::Theorem>& theorems) {
  std::set<std::string, std::less<>> named;
  for (const proofs::Theorem& theorem : theorems)
    named.insert(theorem.rules.begin(), theorem.rules.end());
  for (const FieldText& field : fieldsOf(form))
    if (!field.about.rule.empty())
      named.emplace(field.about.rule);
  fmt::print("\nrules\n");
  for (const spec::Rule& rule : spec::rules())
    if (named.contains(rule.name))
      fmt::print("  {:<9} {}{}\n", rule.name, rule.statement,
                 rule.disputed ? " [a published claim about it is false]" : "");
}

void printTheorems(const std::vector<proofs::Theorem>& theorems, const KeptVerdicts& verdicts) {
  fmt::print("\ntheorems\n");
  for (const proofs::Theorem& theorem : theorems)
    fmt::print("  {:<34} {}\n    {}\n", theorem.name, theorem.statement, verdicts.of(theorem.name));
}

// ---- an example

/// Executed now; what the encoding says of it must be the same.
using Text = spec::Result<std::string>;
Text exampleText(const spec::Form& form, const std::string& corpus) {
  const auto cases = readCorpus(corpus);
  if (!cases)
    return cases.error();
  fuzz::Oracle oracle;
  const auto example = exampleOf(form, *cases, oracle);
  if (!example)
    return Text(boost::system::in_place_value, "  no case of this form was found\n");
  return Text(boost::system::in_place_value,
              fmt::format("  ({})\n  {}", example->source,
                          fuzz::laneTable(oracle, example->c, {.colour = fuzz::wantsColour(1)})));
}

int explain(const Options& options) {
  const auto form = formNamed(options.form);
  if (!form)
    return badInput("", form.error());
  const auto results = options.results.empty() ? KeptVerdicts::results(proofs::Cache::defaultDirectory())
                                               : proofs::readResults(options.results);
  if (!results && !options.results.empty())
    return badInput(results.error());
  const auto example = exampleText(*form, options.corpus);
  if (!example)
    return badInput("", example.error());
  const std::vector<proofs::Theorem> theorems = theoremsAbout(*form);
  printSyntax(*form);
  printChoices(*form);
  printRules(*form, theorems);
  fmt::print("\nexample, executed now\n{}", *example);
  printTheorems(theorems, results ? KeptVerdicts::from(*results) : KeptVerdicts());
  return codeOf(ExitCode::AsExpected);
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command.add_option("form", options->form, "SHFL.UP, VADD.U32.U32.U32.SAT, or an instruction's text")->required();
  readsFolder(command.add_option("--corpus", options->corpus, "folder of case files, whose seeds are examples"));
  readsFile(
      command.add_option("--results", options->results,
                         "verdicts from this results file; else those that this program's last runs of verify kept"));
  command.footer("Examples:\n  warplaw explain SHFL.UP\n  warplaw explain vadd.u32.u32.u32.sat\n"
                 "  warplaw explain 'ATOMS.CAST.SPIN.U64 R0, [R2], R4, R6'\n"
                 "Exit code: 0, or 2 where there is no such form.");
  run = [options] { return explain(*options); };
}

} // namespace

const Command kExplain{"explain", "a form: syntax, rules, an executed example, theorems with verdicts", setup};

} // namespace warplaw::tools
