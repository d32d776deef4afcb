// `warplaw list`: instructions, their forms and the paths of their executors.
#include "concrete/execute.h"
#include "tools/command.h"
#include "tools/input.h"
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {

void printText(spec::Mnemonic mnemonic) {
  fmt::print("{}\n  paths:", spec::textOf(mnemonic));
  for (const concrete::Path& path : concrete::paths(mnemonic))
    fmt::print(" {}{}{}", path.name, path.evidence == concrete::Evidence::Proved ? "" : " (TESTED)",
               path.supported ? "" : " (not on this processor)");
  fmt::print("\n  forms:\n");
  for (const spec::FormFamily& family : spec::families(mnemonic)) {
    spec::Instruction instruction;
    instruction.form = family.form;
    fmt::print("    {:<22} {}", family.name, spec::print(instruction));
    if (family.count > 1)
      fmt::print(" and {} more", family.count - 1);
    fmt::print("\n");
  }
}

void printJson(spec::Mnemonic mnemonic) {
  std::string forms, paths;
  for (const spec::FormFamily& family : spec::families(mnemonic))
    forms += (forms.empty() ? "" : ",") + jsonText(family.name);
  for (const concrete::Path& path : concrete::paths(mnemonic))
    paths +=
        fmt::format(R"({}{{"name":{},"supported":{},"evidence":"{}"}})", paths.empty() ? "" : ",", jsonText(path.name),
                    path.supported, path.evidence == concrete::Evidence::Proved ? "proved" : "tested");
  fmt::print(R"({{"instruction":{},"forms":[{}],"paths":[{}]}})", jsonText(spec::textOf(mnemonic)), forms, paths);
  fmt::print("\n");
}

void setup(CLI::App& command, Run& run) {
  struct Options {
    std::string instruction;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  command.add_option("instruction", options->instruction, "only this one");
  command.add_flag("--json", options->json, "one JSON object an instruction");
  command.footer("Examples:\n  warplaw list\n  warplaw list ATOMS --json");
  run = [options] {
    std::vector<spec::Mnemonic> wanted = spec::allMnemonics();
    if (!options->instruction.empty()) {
      const auto only = mnemonicOf(options->instruction);
      if (!only)
        return badInput("", only.error());
      wanted = {*only};
    }
    for (const spec::Mnemonic mnemonic : wanted)
      options->json ? printJson(mnemonic) : printText(mnemonic);
    return codeOf(ExitCode::AsExpected);
  };
}

} // namespace

const Command kList{"list", "instructions, forms and code paths", setup};

} // namespace warplaw::tools
