// `warplaw manual`: manual pages (roff, section 1) made of the same options and examples as --help.
#include "tools/command.h"
#include "tools/input.h"
#include "tools/option_text.h"
#include "tools/output.h"
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

struct Options {
  std::string command, folder;
};

/// As roff shows it and does not read it: no escapes, no typographic quotes or dashes, no requests.
std::string plain(std::string text) {
  boost::replace_all(text, "\\", "\\e");
  boost::replace_all(text, "-", "\\-");
  boost::replace_all(text, "'", "\\(aq");
  boost::replace_all(text, "`", "\\(ga");
  boost::replace_all(text, "^", "\\(ha");
  boost::replace_all(text, "~", "\\(ti");
  boost::replace_all(text, "\n.", "\n\\&.");
  return text.starts_with('.') ? "\\&" + text : text;
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }

/// "warplaw-verify": of a page.
std::string pageOf(const CLI::App& command) {
  std::string name = fullName(command);
  boost::replace_all(name, " ", "-");
  return name;
}

void addOptions(std::string& page, const CLI::App& command, bool byPlace) {
  std::string rows;
  for (const OptionText& option : optionsOf(command))
    if ((option.shortNames.empty() && option.longNames.empty()) == byPlace)
      rows += fmt::format(".TP\n{}{}\n{}\n", bold(option.name), plain(option.value), plain(option.about));
  if (!rows.empty())
    page += fmt::format(".SH {}\n{}", byPlace ? "ARGUMENTS" : "OPTIONS", rows);
}

void addFooter(std::string& page, const CLI::App& command) {
  const FooterText footer = footerOf(command);
  if (!footer.examples.empty()) {
    page += ".SH EXAMPLES\n.nf\n";
    for (const std::string& example : footer.examples)
      page += plain(example) + "\n";
    page += ".fi\n";
  }
  if (!footer.more.empty())
    page += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", plain(footer.more));
  if (!footer.exitCodes.empty())
    page += fmt::format(".SH EXIT STATUS\n{}\n", plain(footer.exitCodes));
}

/// "warplaw: what ... do" of the program itself says its name again.
std::string purposeOf(const CLI::App& command) {
  std::string text = command.get_description();
  const std::string own = command.get_name() + ": ";
  if (text.starts_with(own))
    text.erase(0, own.size());
  return text.substr(0, text.find('\n'));
}

std::string manualOf(const CLI::App& command) {
  const std::string page = pageOf(command);
  const bool isProgram = !command.get_parent();
  std::string title = page;
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string text = fmt::format(".TH {} 1 \"\" \"warplaw {}\" \"warplaw\"\n.SH NAME\n{} \\- {}\n", plain(title),
                                 WARPLAW_VERSION, plain(page), plain(purposeOf(command)));
  text += fmt::format(".SH SYNOPSIS\n{} [OPTIONS]", bold(fullName(command)));
  for (const OptionText& option : optionsOf(command))
    if (option.shortNames.empty() && option.longNames.empty())
      text += fmt::format(" [{}]", plain(option.name));
  text += isProgram ? " SUBCOMMAND\n" : "\n";
  addOptions(text, command, true);
  addOptions(text, command, false);
  std::string also;
  if (isProgram) {
    text += ".SH SUBCOMMANDS\n";
    for (const CLI::App* sub : subcommandsOf(command)) {
      text += fmt::format(".TP\n{}\n{}\n", bold(sub->get_name()), plain(purposeOf(*sub)));
      also += fmt::format("{}.BR {} (1)", also.empty() ? "" : ",\n", plain(pageOf(*sub)));
    }
  }
  addFooter(text, command);
  return text + fmt::format(".SH SEE ALSO\n{}\n", isProgram ? also : ".BR warplaw (1)");
}

spec::Result<void> write(const CLI::App& command, const std::string& folder) {
  return writeReportFile(fmt::format("{}/{}.1", folder, pageOf(command)), manualOf(command));
}

int all(const CLI::App& program, const std::string& folder) {
  if (auto writable = checkOutputFolder(folder, "--to"); !writable)
    return badInput("", writable.error());
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::vector<const CLI::App*> pages = subcommandsOf(program);
  pages.push_back(&program);
  for (const CLI::App* page : pages)
    if (auto written = write(*page, folder); !written)
      return badInput("", written.error());
  return codeOf(ExitCode::AsExpected);
}

int show(const CLI::App& program, const Options& options) {
  if (!options.folder.empty())
    return options.command.empty() ? all(program, options.folder) : badUsage("--to writes all pages", "--to alone");
  if (options.command.empty()) {
    fmt::print("{}", manualOf(program));
    return codeOf(ExitCode::AsExpected);
  }
  std::vector<std::string> names;
  for (const CLI::App* command : subcommandsOf(program)) {
    names.push_back(command->get_name());
    if (names.back() != options.command)
      continue;
    fmt::print("{}", manualOf(*command));
    return codeOf(ExitCode::AsExpected);
  }
  return badUsage(fmt::format("no subcommand is called {}", printable(options.command)),
                  fmt::format("{}", fmt::join(names, ", ")));
}

void setup(CLI::App& command, Run& run) {
  const auto options = std::make_shared<Options>();
  command.add_option("subcommand", options->command,
                     "print the page about this subcommand (default: the page about the program)");
  command.add_option("--to", options->folder, "write the pages of all subcommands into this folder, over old ones");
  command.footer("Examples:\n  warplaw manual check >warplaw-check.1\n  warplaw manual --to pages\n"
                 "Exit codes: 0 printed or written, 2 bad usage, or a folder that cannot be written.");
  run = [options, program = command.get_parent()] { return show(*program, *options); };
}

} // namespace

const Command kManual{"manual", "print manual pages, made from the texts of --help", setup};

} // namespace warplaw::tools
