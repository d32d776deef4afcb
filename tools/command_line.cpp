#include "tools/command_line.h"
#include "tools/command.h"
#include "tools/hand_over.h"
#include "tools/input.h"
#include "tools/nearest.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace warplaw::tools {
namespace {

/// The library holds which options exclude each other in the order of their addresses; --help shows that of the
/// options.
class Formatter : public CLI::Formatter {
public:
  explicit Formatter(const CLI::App& command) : command_(command) {}
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    text.resize(std::min({text.size(), text.find(kNeeds), text.find(kExcludes)}));
    return text + among(kNeeds, option->get_needs()) + among(kExcludes, option->get_excludes());
  }

private:
  static constexpr const char *kNeeds = " Needs:", *kExcludes = " Excludes:";

  std::string among(const char* label, const std::set<CLI::Option*>& others) const {
    std::string text;
    for (const CLI::Option* option : command_.get_options())
      if (std::find(others.begin(), others.end(), option) != others.end())
        text += " " + option->get_name();
    return text.empty() ? text : label + text;
  }
  const CLI::App& command_;
};

std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  for (const Command* command : commands())
    names.emplace_back(command->name);
  return names;
}

/// `chosen`: what the subcommand does that is read from a command line.
void setUp(CLI::App& app, Action& chosen) {
  app.set_version_flag("--version,-v", "warplaw " WARPLAW_VERSION);
  app.require_subcommand(1);
  app.footer("Examples:\n"
             "  warplaw verify\n"
             "  warplaw exec 'SHFL.UP P0, R0, R1, 1, 0' --reg R1=lane\n"
             "  warplaw replay corpus\n"
             "  warplaw exec --help\n"
             "  warplaw help exec\n"
             "Exit codes: 0 as expected, 1 a counterexample or mismatch, 2 bad usage or bad input, 3 inconclusive.");
  for (const Command* command : commands()) {
    CLI::App* const sub = app.add_subcommand(command->name, command->help);
    sub->formatter(std::make_shared<Formatter>(*sub));
    Subcommand told(*sub);
    const Action run = command->setup(told);
    told.relate();
    sub->callback([&chosen, run] { chosen = run; });
  }
}

constexpr const char* kPurpose = "warplaw: what NVIDIA's warp-level instructions do, executed, encoded and proved.\n";

/// What the library has to say about the arguments, in our words' order.
int rejectArguments(const CLI::ParseError& error, const std::string& command) {
  std::string message = error.what(), accepted;
  message.resize(std::min(message.size(), message.find('\n')));
  constexpr std::string_view kAccepted = "; accepted: "; // of tools/options.h
  if (const auto at = message.find(kAccepted); at != std::string::npos) {
    accepted = message.substr(at + kAccepted.size());
    message.resize(at);
  } else {
    accepted = fmt::format("what `warplaw {}{}--help` shows", command, command.empty() ? "" : " ");
  }
  return badUsage(message, accepted);
}

/// The values in a type as --help has it: "TEXT:{z3,cvc5,any,both}".
std::vector<std::string> valuesIn(const std::string& type) {
  std::vector<std::string> values;
  const auto begin = type.find('{'), end = type.find('}');
  if (begin != std::string::npos && end != std::string::npos && begin < end) {
    const std::string list = type.substr(begin + 1, end - begin - 1);
    boost::split(values, list, boost::is_any_of(","));
  }
  return values;
}

OptionText textOf(const CLI::Option& option, const CLI::App& command) {
  OptionText text;
  text.shortNames = option.get_snames();
  text.longNames = option.get_lnames();
  text.name = text.isByPlace() ? option.get_name(true) : option.get_name(false, true);
  text.value = Formatter(command).make_option_opts(&option);
  text.about = option.get_description();
  text.takesValue = option.get_items_expected_max() > 0;
  const std::string type = option.get_type_name();
  text.isNumber = type.starts_with("NUMBER"); // as tools/options.cpp names them
  text.values = valuesIn(type);
  return text;
}

void addLine(std::string& text, const std::string& line) { text += (text.empty() ? "" : "\n") + line; }

void addFooter(CommandText& text, const std::string& footer) {
  std::istringstream lines(footer);
  bool ofExitCodes = false;
  for (std::string line; std::getline(lines, line);) {
    ofExitCodes = line.starts_with("Exit code") || (ofExitCodes && !line.starts_with(' '));
    if (ofExitCodes)
      addLine(text.exitCodes, line);
    else if (line.starts_with("  warplaw "))
      text.examples.push_back(line.substr(2));
    else if (line != "Examples:")
      addLine(text.more, line);
  }
}

CommandText textOf(const CLI::App& command) {
  CommandText text{command.get_name(), command.get_description(), {}, {}, {}, {}};
  for (const CLI::Option* option : command.get_options())
    text.options.push_back(textOf(*option, command));
  addFooter(text, command.get_footer());
  return text;
}

} // namespace

int runCommandLine(std::vector<std::string> arguments) {
  CLI::App app(kPurpose, "warplaw");
  Action chosen;
  setUp(app, chosen);
  const std::string command = !arguments.empty() && !arguments.front().starts_with('-') ? arguments.front() : "";
  const std::vector<std::string> names = commandNames();
  if (!command.empty() && std::ranges::find(names, command) == names.end()) {
    std::vector<std::string> near = names;
    near.emplace_back("help"); // which is no subcommand of the library's
    return badUsage(fmt::format("no subcommand is called {}{}", command, nearestSaid(near, command)),
                    fmt::format("{}", fmt::join(names, ", ")));
  }
  try {
    std::ranges::reverse(arguments); // the library takes them from the end
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    for (const Command* part : commands())
      if (part->isPart && part->name == command)
        throw HandsOver{fmt::format("a larger program has more options of `{}`", command)};
    if (error.get_exit_code() != 0)
      return rejectArguments(error, command);
    app.exit(error); // help, version
    return codeOf(ExitCode::AsExpected);
  }
  return chosen();
}

ProgramText programText() {
  CLI::App app(kPurpose, "warplaw");
  Action chosen;
  setUp(app, chosen);
  ProgramText text{textOf(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    text.subcommands.push_back(textOf(*command));
  return text;
}

} // namespace warplaw::tools
