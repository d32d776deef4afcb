// The program `warplaw`: finds the subcommand, reads its options, turns what goes wrong into one line and an exit code.
#include "tools/command.h"
#include "tools/input.h"
#include "tools/nearest.h"
#include <algorithm>
#include <boost/system/system_error.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace warplaw::tools {
namespace {

std::vector<const Command*> commands() {
  return {
#define WARPLAW_COMMAND(Name) &k##Name,
#include "tools/commands.def"
#undef WARPLAW_COMMAND
  };
}

std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  for (const Command* command : commands())
    names.emplace_back(command->name);
  return names;
}

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// A stream that the caller has closed would give its number to the next file that is opened, and messages would go
/// into that: it stays closed for writing, but taken.
void keepStandardStreams() {
  for (const int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) == -1)
      (void)open("/dev/null", O_RDONLY);
}

/// What CLI11 has to say about the arguments, in our words' order.
int rejectArguments(const CLI::ParseError& error, const std::string& command) {
  std::string message = firstLine(error.what()), accepted;
  constexpr std::string_view kAccepted = "; accepted: "; // of tools/numbers.h
  if (const auto at = message.find(kAccepted); at != std::string::npos) {
    accepted = message.substr(at + kAccepted.size());
    message.resize(at);
  } else {
    accepted = fmt::format("what `warplaw {}{}--help` shows", command, command.empty() ? "" : " ");
  }
  return badUsage(message, accepted);
}

/// `help` is --help, and `help exec` is `exec --help`.
std::vector<std::string> argumentsOf(int argc, char** argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.resize(std::min<std::size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
  }
  return arguments;
}

/// Of options that take a number: what kind of number says the range beside it.
void nameNumbers(CLI::App& command) {
  for (CLI::Option* option : command.get_options())
    if (const std::string type = option->get_type_name(); type.starts_with("UINT") || type.starts_with("FLOAT"))
      option->type_name("NUMBER");
}

int run(std::vector<std::string> arguments) {
  CLI::App app("warplaw: what NVIDIA's warp-level instructions do, executed, encoded and proved.\n", "warplaw");
  app.set_version_flag("--version,-v", "warplaw " WARPLAW_VERSION);
  app.require_subcommand(1);
  app.footer("Examples:\n"
             "  warplaw verify\n"
             "  warplaw exec 'SHFL.UP P0, R0, R1, 1, 0' --reg R1=lane\n"
             "  warplaw replay corpus\n"
             "  warplaw exec --help\n"
             "  warplaw help exec\n"
             "Exit codes: 0 as expected, 1 a counterexample or mismatch, 2 bad usage or bad input, 3 inconclusive.");
  Run chosen;
  for (const Command* command : commands()) {
    CLI::App* const sub = app.add_subcommand(command->name, command->help);
    const auto runThis = std::make_shared<Run>();
    command->setup(*sub, *runThis);
    nameNumbers(*sub);
    sub->callback([&chosen, runThis] { chosen = *runThis; });
  }
  const std::string command = !arguments.empty() && !arguments.front().starts_with('-') ? arguments.front() : "";
  const std::vector<std::string> names = commandNames();
  if (!command.empty() && std::ranges::find(names, command) == names.end())
    return badUsage(fmt::format("no subcommand is called {}{}", command, nearestSaid(names, command)),
                    fmt::format("{}", fmt::join(names, ", ")));
  try {
    std::ranges::reverse(arguments); // CLI11 takes them from the end
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0)
      return rejectArguments(error, command);
    app.exit(error); // help, version
    return codeOf(ExitCode::AsExpected);
  }
  return chosen();
}

int cannotWriteOutput() {
  return badInput("", {"file", "standard output could not be written", "a stream that takes it"});
}

int runSafely(int argc, char** argv) {
  std::string what;
  try {
    const int code = run(argumentsOf(argc, argv));
    return std::fflush(stdout) != 0 || std::ferror(stdout) ? cannotWriteOutput() : code;
  } catch (const boost::system::system_error& error) {
    what = error.code().message(); // its what() names the place in Boost's source
  } catch (const std::exception& error) {
    what = firstLine(error.what());
  }
  if (std::ferror(stdout)) // fmt::print throws then
    return cannotWriteOutput();
  badInput("", {"error", what, ""});
  return codeOf(ExitCode::Inconclusive);
}

} // namespace
} // namespace warplaw::tools

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is said like a full disk
  warplaw::tools::keepStandardStreams();
  return warplaw::tools::runSafely(argc, argv);
}
