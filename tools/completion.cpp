// `warplaw completion`: what bash, zsh and fish complete, made of the same subcommands and options as --help.
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/input.h"
#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {

constexpr std::string_view kMade = "made by `warplaw completion {}` of warplaw " WARPLAW_VERSION;

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// "--jobs -j", without a line's comma.
std::vector<std::string> dashed(const OptionText& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.longNames)
    names.push_back("--" + name);
  for (const std::string& name : option.shortNames)
    names.push_back("-" + name);
  return names;
}

/// The beginning of what is said of an option or a subcommand: one line of a menu.
std::string brief(const std::string& about) { return about.substr(0, about.find_first_of(";\n")); }

std::string withoutQuotes(std::string text) {
  boost::replace_all(text, "'", "");
  return text;
}

// ---- bash

std::string bashWords(const CommandText& command) {
  std::vector<std::string> words;
  for (const OptionText& option : command.options)
    for (const std::string& name : dashed(option))
      words.push_back(name);
  return joined(words);
}

/// Rows of a `case` over "subcommand:word before". What is neither there nor an option is a file, which readline
/// completes itself.
std::string bashValues(const CommandText& command) {
  std::string rows;
  for (const OptionText& option : command.options) {
    std::vector<std::string> places;
    for (const std::string& name : dashed(option))
      places.push_back(fmt::format("{}:{}", command.name, name));
    if (!places.empty() && (!option.values.empty() || option.takesValue))
      rows += fmt::format("  {}) values='{}' ;;\n", fmt::join(places, " | "), joined(option.values));
  }
  return rows;
}

std::string bash(const ProgramText& program) {
  std::vector<std::string> names;
  std::string options, values, arguments;
  for (const CommandText& command : program.subcommands) {
    names.push_back(command.name);
    options += fmt::format("  {}) options='{}' ;;\n", command.name, bashWords(command));
    values += bashValues(command);
    for (const OptionText& option : command.options)
      if (option.isByPlace() && !option.values.empty())
        arguments += fmt::format("  {}) values='{}' ;;\n", command.name, joined(option.values));
  }
  return fmt::format(R"(# bash; {}
_warplaw() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}} options= values=
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W '{} {}' -- "$word")
    return
  fi
  case "$command" in
{}  esac
  case "$word" in -*)
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    return
    ;;
  esac
  [ "$word" = = ] && word= # `--option=` is two words
  [ "$before" = = ] && before=${{COMP_WORDS[COMP_CWORD - 2]}}
  case "$command:$before" in
{}  *) case "$command" in
{}    esac ;;
  esac
  [ -z "$values" ] || mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
}}
complete -o default -F _warplaw warplaw
)",
                     fmt::format(fmt::runtime(kMade), "bash"), joined(names), bashWords(program.program), options,
                     values, arguments);
}

// ---- zsh

/// In single quotes, inside the brackets of _arguments.
std::string zshText(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"})
    boost::replace_all(text, special, std::string("\\") + special);
  boost::replace_all(text, "'", "'\\''");
  return text;
}

std::string zshValue(const OptionText& option) {
  if (!option.values.empty())
    return fmt::format(":value:({})", joined(option.values));
  return option.isNumber ? ":number: " : ":file:_files";
}

std::string zshArguments(const CommandText& command) {
  std::string rows;
  for (const OptionText& option : command.options) {
    const std::vector<std::string> names = dashed(option);
    if (names.empty())
      rows += fmt::format(" \\\n      '*:{}{}'", zshText(option.name),
                          option.values.empty() ? ":_files" : fmt::format(":({})", joined(option.values)));
    for (const std::string& name : names)
      rows += fmt::format(" \\\n      '*{}{}[{}]{}'", name, option.takesValue && name.starts_with("--") ? "=" : "",
                          zshText(brief(option.about)), option.takesValue ? zshValue(option) : "");
  }
  return rows;
}

std::string zsh(const ProgramText& program) {
  std::string commands, arguments;
  for (const CommandText& command : program.subcommands) {
    commands += fmt::format("      '{}:{}'\n", command.name, zshText(withoutQuotes(command.about)));
    arguments += fmt::format("  {})\n    _arguments -S{}\n    ;;\n", command.name, zshArguments(command));
  }
  return fmt::format(R"(#compdef warplaw
# zsh; {}
_warplaw() {{
  if (( CURRENT == 2 )); then
    local -a commands=(
{}    )
    _describe command commands
    _arguments -S{}
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{}  esac
}}
if [ "$funcstack[1]" = _warplaw ]; then _warplaw "$@"; else compdef _warplaw warplaw; fi
)",
                     fmt::format(fmt::runtime(kMade), "zsh"), commands, zshArguments(program.program), arguments);
}

// ---- fish

std::string fishText(std::string text) {
  boost::replace_all(text, "\\", "\\\\");
  boost::replace_all(text, "'", "\\'");
  return text;
}

std::string fishOptions(const CommandText& command, const std::string& when) {
  std::string rows;
  for (const OptionText& option : command.options) {
    const std::vector<std::string> names = dashed(option);
    if (names.empty() && option.values.empty())
      continue; // files, which fish completes itself
    std::string row = fmt::format("complete -c warplaw -n '{}'", when);
    for (const std::string& name : option.longNames)
      row += " -l " + name;
    for (const std::string& name : option.shortNames)
      row += " -s " + name;
    if (!option.values.empty())
      row += fmt::format(" {} -a '{}'", names.empty() ? "-f" : "-x", joined(option.values));
    else if (option.takesValue)
      row += option.isNumber ? " -x" : " -r";
    rows += fmt::format("{} -d '{}'\n", row, fishText(brief(option.about)));
  }
  return rows;
}

std::string fish(const ProgramText& program) {
  std::string text = fmt::format("# fish; {}\n", fmt::format(fmt::runtime(kMade), "fish"));
  for (const CommandText& command : program.subcommands)
    text += fmt::format("complete -c warplaw -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                        fishText(command.about));
  text += fishOptions(program.program, "__fish_use_subcommand");
  for (const CommandText& command : program.subcommands)
    text += fishOptions(command, "__fish_seen_subcommand_from " + command.name);
  return text;
}

struct Shell {
  const char* name;
  std::string (*script)(const ProgramText& program);
};
constexpr Shell kShells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

int showCompletion(const std::string& name) {
  for (const Shell& shell : kShells)
    if (name == shell.name)
      fmt::print("{}", shell.script(programText()));
  return codeOf(ExitCode::AsExpected);
}

Action setupCompletion(Subcommand& command) {
  const auto name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const Shell& shell : kShells)
    names.emplace_back(shell.name);
  command.options({{"shell", *name, "the shell whose script is printed", oneOf(joined(names)).required()}});
  command.footer("Examples:\n  warplaw completion bash >completion.bash\n  warplaw completion zsh >_warplaw\n"
                 "  warplaw completion fish >warplaw.fish\nExit codes: 0 printed, 2 there is no such shell.");
  return [name] { return showCompletion(*name); };
}

} // namespace

const Command kCompletion{"completion", "print a script that completes commands in bash, zsh or fish", setupCompletion};

} // namespace warplaw::tools
