#include "tools/forms.h"
#include "concrete/execute.h"
#include "spec/cuda_call.h"
#include "spec/source_reader.h"
#include "spec/spellings/spelling.h"
#include "tools/input.h"
#include "tools/nearest.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {
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

} // namespace

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
  fmt::print("  {} is {}\n  rules: {}\n\n", call, text, function->rules);
}

bool printedAsLoneName(const std::string& text) {
  const auto lone = loneMnemonic(text);
  if (!lone)
    return false;
  printCudaFunction(text);
  printForms(*lone, text, false);
  return true;
}

} // namespace warplaw::tools
