// The program `warplaw`: finds the subcommand, reads its options, turns what goes wrong into one line and an exit code.
#include "tools/command.h"
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <vector>

namespace {
using warplaw::proofs::ExitCode;

std::vector<const warplaw::tools::Command*> commands() {
  return {
#define WARPLAW_COMMAND(Name) &warplaw::tools::k##Name,
#include "tools/commands.def"
#undef WARPLAW_COMMAND
  };
}

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

int run(int argc, char** argv) {
  CLI::App app("warplaw: what NVIDIA's warp-level instructions do, executed, encoded and proved.\n", "warplaw");
  app.require_subcommand(1);
  app.footer("Examples:\n"
             "  warplaw verify\n"
             "  warplaw exec 'SHFL.UP P0, R0, R1, 1, 0' --reg R1=lane\n"
             "  warplaw replay corpus\n"
             "  warplaw SUBCOMMAND --help\n"
             "Exit codes: 0 as expected, 1 a counterexample or mismatch, 2 bad usage or bad input, 3 inconclusive.");
  warplaw::tools::Run chosen;
  for (const warplaw::tools::Command* command : commands()) {
    CLI::App* const sub = app.add_subcommand(command->name, command->help);
    const auto runThis = std::make_shared<warplaw::tools::Run>();
    command->setup(*sub, *runThis);
    sub->callback([&chosen, runThis] { chosen = *runThis; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0)
      return app.exit(error); // help
    fmt::print(stderr, "warplaw: {} (see warplaw --help)\n", firstLine(error.what()));
    return static_cast<int>(ExitCode::BadInput);
  }
  const int code = chosen();
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    fmt::print(stderr, "warplaw: standard output could not be written\n");
    return static_cast<int>(ExitCode::BadInput);
  }
  return code;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "warplaw: {}\n", firstLine(error.what()));
    return static_cast<int>(ExitCode::Inconclusive);
  }
}
