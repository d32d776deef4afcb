#include "tools/forms.h"
#include "concrete/execute.h"
#include "spec/cuda_call.h"
#include "spec/row.h"
#include "spec/source_reader.h"
#include "spec/spellings/spelling.h"
#include "tools/input.h"
#include "tools/nearest.h"
#include "tools/scalar_operations.h"
#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <fmt/format.h>

namespace warplaw::tools {

std::string nearestFormSaid(const std::string& text) {
  std::vector<std::string> known;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const spec::FormFamily& family : spec::families(mnemonic))
      known.push_back(text.find('.') == std::string::npos ? family.name.substr(0, family.name.find('.')) : family.name);
  for (const spec::CudaFunction& function : spec::cudaFunctions())
    known.emplace_back(function.name);
  std::ranges::move(scalarNames(text.find('.') != std::string::npos), std::back_inserter(known));
  return nearestSaid(known, text);
}

spec::Rejection noForm(const std::string& text) {
  if (const std::string other = spec::insteadOf(text); !other.empty())
    return {"usage", printable(other), "`warplaw list` shows what there is"};
  return {"usage", fmt::format("no form is called {}{}", printable(text), nearestFormSaid(text)),
          "`warplaw list` shows them; or an instruction's text"};
}

spec::Rejection withNearestForm(spec::Rejection rejection, const std::string& text) {
  std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  if (const std::size_t equals = text.substr(0, text.find('(')).find('='); equals != text.npos) // a call's result
    begin = std::min(text.find_first_not_of(" \t", equals + 1), text.size());
  else if (text.substr(begin).starts_with('@')) // a guard
    begin = std::min(text.find_first_not_of(" \t", text.find_first_of(" \t", begin)), text.size());
  if (rejection.rule != "syntax" || rejection.position != begin) // a rule's doing: the name is known
    return rejection;
  const std::string name = text.substr(begin, text.find_first_of(" \t(;", begin) - begin);
  if (const std::string other = spec::insteadOf(name); !other.empty())
    return {"syntax", printable(other), "`warplaw list` shows what there is"};
  rejection.message += nearestFormSaid(name);
  return rejection;
}

namespace {

/// Forms of VSUB are not those of VADD, which is the same instruction here.
std::vector<spec::FormFamily> familiesOf(spec::Mnemonic mnemonic, std::string_view name) {
  std::vector<spec::FormFamily> all = spec::families(mnemonic), some;
  for (const spec::FormFamily& family : all)
    if (sameIgnoringCase(family.name.substr(0, name.size()), name) &&
        (family.name.size() == name.size() || family.name[name.size()] == '.'))
      some.push_back(family);
  return some.empty() ? all : some;
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

/// By a name of ours ("SHFL.UP", "VADD.U32.U32.U32.SAT"), whose operands are then those of a form like it.
spec::Result<spec::Form> formNamed(const std::string& text) {
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
    for (const std::string& modifiers :
         {boost::to_upper_copy(text), text}) { // F16x2 is no word in capitals, PTX's are none
      auto instruction = spec::parse(modifiers + operands);
      if (instruction)
        return instruction->form;
      if (!rejected || modifiers == text)
        rejected = instruction.error();
    }
  }
  if (!rejected)
    return spec::Rejection{"usage", fmt::format("{} is no form", printable(text)), all};
  rejected->message = fmt::format("{}: {}", printable(text), rejected->message);
  return *rejected;
}

/// As PTX and NVIDIA's assembler write it, in either case.
spec::SpelledHead spelledIn(const std::string& text) {
  spec::SpelledHead read = spec::readSpelledHead(text);
  for (const std::string& other : {boost::to_lower_copy(text), boost::to_upper_copy(text)})
    if (read.all.empty())
      read = spec::readSpelledHead(other);
  return read;
}

NamedForms namedBySpelling(const spec::SpelledHead& read) {
  NamedForms named{read.isWhole, {}};
  for (const spec::SpelledHead::Of& one : read.all) {
    named.forms.push_back({one.head, {one.spelled.form}, one.count});
    if (one.spelled.then)
      named.forms.back().steps.push_back(*one.spelled.then);
  }
  return named;
}

/// Forms whose names go on where this one ends: `redux.sync.add`, and its types.
NamedForms begunBy(const std::string& text) {
  NamedForms named;
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const spec::FormFamily& family : spec::families(mnemonic))
      if (beginsWith(family.name, text))
        named.forms.push_back({family.name, {family.form}, family.count});
  named.isOne = named.forms.size() == 1 && named.forms.front().count == 1;
  return named;
}

} // namespace

spec::Result<NamedForms> formsNamed(const std::string& text) {
  auto form = formNamed(text);
  if (form)
    return NamedForms{true, {{spec::nameOf(*form), {*form}, 1}}};
  if (const spec::SpelledHead spelled = spelledIn(text); !spelled.all.empty())
    return namedBySpelling(spelled);
  if (NamedForms begun = begunBy(text); !begun.forms.empty())
    return begun;
  spec::Rejection rejection = form.error();
  rejection.position = std::min(rejection.position, text.size()); // operands are ours, and nobody wrote them
  return rejection;
}

void printForms(const NamedForms& named, bool sass) {
  for (const NamedForms::One& one : named.forms) {
    fmt::print("    {:<22}", one.name);
    std::string texts;
    for (const spec::Form& step : one.steps) {
      spec::Instruction instruction;
      instruction.form = step;
      fmt::print(" {}", spec::print(instruction));
      texts += (texts.empty() ? "" : " ") + sassOf(instruction);
    }
    if (one.count > 1)
      fmt::print(" and {} more", one.count - 1);
    fmt::print("\n");
    if (sass)
      fmt::print("    {:<22} {}\n", "", texts);
  }
}

std::optional<spec::Mnemonic> loneMnemonic(const std::string& name) {
  if (const spec::CudaFunction* const function = spec::findCudaFunction(name)) {
    const auto line = spec::readLine(spec::exampleCall(*function));
    return line->instructions.front().mnemonic();
  }
  const auto mnemonic = mnemonicOf(name);
  return mnemonic ? std::optional(*mnemonic) : std::nullopt;
}

bool hasSeveralForms(spec::Mnemonic mnemonic, std::string_view name) {
  const std::vector<spec::FormFamily> families = familiesOf(mnemonic, name);
  return families.size() > 1 && std::ranges::none_of(families, [&](const spec::FormFamily& family) {
           return sameIgnoringCase(family.name, name);
         });
}

std::string sassOf(const spec::Instruction& instruction) {
  const auto text = spec::printSass(instruction);
  return text ? *text : fmt::format("none: {}", text.error().message);
}

void printForms(spec::Mnemonic mnemonic, std::string_view name, bool sass) {
  fmt::print("{}\n  paths:", spec::textOf(mnemonic));
  for (const concrete::Path& path : concrete::paths(mnemonic))
    fmt::print(" {}{}{}", path.name, path.evidence == concrete::Evidence::Proved ? "" : " (TESTED)",
               path.supported ? "" : " (not on this processor)");
  fmt::print("\n  forms:\n");
  for (const spec::FormFamily& family : familiesOf(mnemonic, name)) {
    spec::Instruction instruction;
    instruction.form = family.form;
    fmt::print("    {:<22} {}", family.name, spec::print(instruction));
    if (family.count > 1)
      fmt::print(" and {} more", family.count - 1);
    fmt::print("\n");
    if (sass)
      fmt::print("    {:<22} {}\n", "", sassOf(instruction));
  }
}

void printCudaFunction(std::string_view name) {
  const spec::CudaFunction* const function = spec::findCudaFunction(name);
  if (!function)
    return;
  fmt::print("{}({}){}\n  is {}\n", function->name, function->parameters,
             function->kinds.ends_with('w') ? ", where width may be left out: 32" : "", spec::instructionOf(*function));
  const std::string call = spec::exampleCall(*function);
  const auto line = spec::readLine(call);
  std::string text;
  for (const spec::Instruction& instruction : line->instructions)
    text += fmt::format("{}{}", text.empty() ? "" : " ", spec::print(instruction));
  fmt::print("  {} is {}\n", call, text);
  if (!function->note.empty())
    fmt::print("  {}\n", function->note);
  fmt::print("  rules: {}\n\n", function->rules);
}

bool printedAsLoneName(const std::string& text) {
  const auto lone = loneMnemonic(text);
  const bool mayBeForm = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
                         std::string::npos; // no operand
  const auto named = lone || !mayBeForm ? spec::Result<NamedForms>(spec::Rejection{}) : formsNamed(text);
  if (named)
    printForms(*named, false);
  else if (!lone && isScalarMnemonic(text))
    printScalarRows(text);
  if (!lone)
    return named.has_value() || isScalarMnemonic(text);
  printCudaFunction(text);
  printForms(*lone, text, false);
  return true;
}

} // namespace warplaw::tools
