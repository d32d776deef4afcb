// `warplaw list`: instructions, their forms and the paths of their executors.
#include "concrete/execute.h"
#include "proofs/theorems/names.h"
#include "spec/row.h"
#include "spec/spellings/spelling.h"
#include "tools/command.h"
#include "tools/forms.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/scalar_operations.h"
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {

void printJson(spec::Mnemonic mnemonic, bool sass) {
  boost::json::array forms, paths, texts;
  for (const spec::FormFamily& family : spec::families(mnemonic)) {
    forms.emplace_back(family.name);
    spec::Instruction instruction;
    instruction.form = family.form;
    const auto text = spec::printSass(instruction);
    texts.push_back(text ? boost::json::value(*text) : nullptr); // in the order of the forms
  }
  for (const concrete::Path& path : concrete::paths(mnemonic))
    paths.push_back({{"name", path.name},
                     {"supported", path.supported},
                     {"evidence", path.evidence == concrete::Evidence::Proved ? "proved" : "tested"}});
  boost::json::object out{
      {"instruction", spec::textOf(mnemonic)}, {"forms", std::move(forms)}, {"paths", std::move(paths)}};
  if (sass)
    out["sass"] = std::move(texts);
  printJsonLine(out);
}

/// Lists the forms of a mnemonic with modifiers.
int listForms(const std::string& name, bool json, bool sass) {
  const auto named = formsNamed(name);
  if (!named) {
    if (const auto spelled = spec::scalar::formSpelled(name)) {
      const std::string_view mnemonic = spelled->form.operation->mnemonic();
      json ? printScalarRowsJson(mnemonic) : printScalarRows(mnemonic);
      return codeOf(ExitCode::AsExpected);
    }
    spec::Rejection rejection = mnemonicOf(name).error();
    rejection.message = fmt::format("no instruction is called {}{}", printable(name), nearestFormSaid(name));
    return badInput("", rejection);
  }
  if (json)
    for (const NamedForms::One& one : named->forms) {
      boost::json::array texts;
      for (const spec::Form& step : one.steps)
        texts.emplace_back(spec::rowOf(step.mnemonic()).print(step));
      printJsonLine({{"form", one.name}, {"instructions", std::move(texts)}, {"count", one.count}});
    }
  else
    printForms(*named, sass);
  return codeOf(ExitCode::AsExpected);
}

Action setupList(Subcommand& command) {
  struct ListOptions {
    std::string instruction;
    bool json = false, sass = false;
  };
  const auto options = std::make_shared<ListOptions>();
  command.options({
      {"instruction", options->instruction,
       "only this instruction: a mnemonic, with or without modifiers, or the name of a CUDA function; ptx: PTX's "
       "operations of one thread"},
      {"--json", options->json, "print a JSON object for each instruction"},
      {"--sass", options->sass, "also show the text that NVIDIA's assembler has for each form"},
  });
  command.footer(
      "Examples:\n  warplaw list\n  warplaw list ATOMS --json\n  warplaw list bar --sass\n"
      "  warplaw list __ballot_sync\n  warplaw list ptx\nExit codes: 0 listed, 2 there is no such instruction.");
  return [options] {
    const bool isPtx = options->instruction == proofs::kScalarName;
    if (isPtx || (isScalarMnemonic(options->instruction) && !loneMnemonic(options->instruction))) {
      const std::string mnemonic = isPtx ? "" : options->instruction;
      options->json ? printScalarRowsJson(mnemonic) : printScalarRows(mnemonic);
      return codeOf(ExitCode::AsExpected);
    }
    std::vector<spec::Mnemonic> wanted = spec::allMnemonics();
    if (!options->instruction.empty()) {
      const auto only = loneMnemonic(options->instruction);
      if (!only)
        return listForms(options->instruction, options->json, options->sass);
      wanted = {*only};
      if (!options->json)
        printCudaFunction(options->instruction);
    }
    for (const spec::Mnemonic mnemonic : wanted)
      options->json ? printJson(mnemonic, options->sass) : printForms(mnemonic, {}, options->sass);
    return codeOf(ExitCode::AsExpected);
  };
}

} // namespace

const Command kList{"list", "list instructions, forms and code paths", setupList};

} // namespace warplaw::tools
