#include "tools/option_text.h"
#include <boost/algorithm/string/split.hpp>
#include <sstream>

namespace warplaw::tools {
namespace {

/// Of a type as --help has it: "TEXT:{z3,cvc5,any,both}".
std::vector<std::string> valuesIn(const std::string& type) {
  std::vector<std::string> values;
  const auto begin = type.find('{'), end = type.find('}');
  if (begin != std::string::npos && end != std::string::npos && begin < end) {
    const std::string list = type.substr(begin + 1, end - begin - 1);
    boost::algorithm::split(values, list, [](char c) { return c == ','; });
  }
  return values;
}

OptionText textOf(const CLI::Option& option) {
  OptionText text;
  text.shortNames = option.get_snames();
  text.longNames = option.get_lnames();
  const bool byPlace = text.shortNames.empty() && text.longNames.empty();
  text.name = byPlace ? option.get_name(true) : option.get_name(false, true);
  text.value = CLI::Formatter().make_option_opts(&option);
  text.about = option.get_description();
  text.takesValue = option.get_items_expected_max() > 0;
  const std::string type = option.get_type_name();
  text.isNumber = type.starts_with("NUMBER"); // as main.cpp names them
  text.values = valuesIn(type);
  return text;
}

void addLine(std::string& text, const std::string& line) { text += (text.empty() ? "" : "\n") + line; }

} // namespace

std::vector<OptionText> optionsOf(const CLI::App& command) {
  std::vector<OptionText> all;
  for (const CLI::Option* option : command.get_options())
    all.push_back(textOf(*option));
  return all;
}

std::vector<const CLI::App*> subcommandsOf(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

FooterText footerOf(const CLI::App& command) {
  FooterText text;
  std::istringstream lines(command.get_footer());
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
  return text;
}

std::string fullName(const CLI::App& command) {
  return (command.get_parent() ? command.get_parent()->get_name() + " " : "") + command.get_name();
}

} // namespace warplaw::tools
