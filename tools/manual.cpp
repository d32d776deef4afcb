// `warplaw manual`: manual pages (roff, section 1) made of the same options and examples as --help.
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/input.h"
#include "tools/nearest.h"
#include "tools/output.h"
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;

struct ManualOptions {
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

/// What a page is about: the program, or a subcommand of it.
struct ManualSubject {
  const CommandText& about;
  const ProgramText* program = nullptr; ///< of the program's own page

  std::string words() const { return program ? about.name : "warplaw " + about.name; }
  std::string page() const { return program ? about.name : "warplaw-" + about.name; }
  /// "warplaw: what ... do" of the program itself says its name again.
  std::string purpose() const {
    const std::string own = about.name + ": ";
    const std::string text = about.about.starts_with(own) ? about.about.substr(own.size()) : about.about;
    return text.substr(0, text.find('\n'));
  }
};

void addOptions(std::string& page, const CommandText& command, bool byPlace) {
  std::string rows;
  for (const OptionText& option : command.options)
    if (option.isByPlace() == byPlace)
      rows += fmt::format(".TP\n{}{}\n{}\n", bold(option.name), plain(option.value), plain(option.about));
  if (!rows.empty())
    page += fmt::format(".SH {}\n{}", byPlace ? "ARGUMENTS" : "OPTIONS", rows);
}

void addFooter(std::string& page, const CommandText& command) {
  if (!command.examples.empty()) {
    page += ".SH EXAMPLES\n.nf\n";
    for (const std::string& example : command.examples)
      page += plain(example) + "\n";
    page += ".fi\n";
  }
  if (!command.more.empty())
    page += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", plain(command.more));
  if (!command.exitCodes.empty())
    page += fmt::format(".SH EXIT STATUS\n{}\n", plain(command.exitCodes));
}

std::string manualOf(const ManualSubject& subject) {
  const std::string page = subject.page();
  std::string title = page;
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string text = fmt::format(".TH {} 1 \"\" \"warplaw {}\" \"warplaw\"\n.SH NAME\n{} \\- {}\n", plain(title),
                                 WARPLAW_VERSION, plain(page), plain(subject.purpose()));
  text += fmt::format(".SH SYNOPSIS\n{} [OPTIONS]", bold(subject.words()));
  for (const OptionText& option : subject.about.options)
    if (option.isByPlace())
      text += fmt::format(" [{}]", plain(option.name));
  text += subject.program ? " SUBCOMMAND\n" : "\n";
  addOptions(text, subject.about, true);
  addOptions(text, subject.about, false);
  std::string also;
  if (subject.program) {
    text += ".SH SUBCOMMANDS\n";
    for (const CommandText& command : subject.program->subcommands) {
      const ManualSubject sub{command};
      text += fmt::format(".TP\n{}\n{}\n", bold(command.name), plain(sub.purpose()));
      also += fmt::format("{}.BR {} (1)", also.empty() ? "" : ",\n", plain(sub.page()));
    }
  }
  addFooter(text, subject.about);
  return text + fmt::format(".SH SEE ALSO\n{}\n", subject.program ? also : ".BR warplaw (1)");
}

int all(const ProgramText& program, const std::string& folder) {
  if (auto writable = checkOutputFolder(folder, "--to"); !writable)
    return badInput("", writable.error());
  std::error_code failed;
  fs::create_directories(folder, failed);
  std::vector<ManualSubject> subjects;
  for (const CommandText& command : program.subcommands)
    subjects.push_back({command});
  subjects.push_back({program.program, &program});
  for (const ManualSubject& subject : subjects)
    if (auto written = writeReportFile(fmt::format("{}/{}.1", folder, subject.page()), manualOf(subject)); !written)
      return badInput("", written.error());
  return codeOf(ExitCode::AsExpected);
}

int showManual(const ManualOptions& options) {
  const ProgramText program = programText();
  if (!options.folder.empty())
    return options.command.empty() ? all(program, options.folder) : badUsage("--to writes all pages", "--to alone");
  if (options.command.empty()) {
    fmt::print("{}", manualOf({program.program, &program}));
    return codeOf(ExitCode::AsExpected);
  }
  std::vector<std::string> names;
  for (const CommandText& command : program.subcommands) {
    names.push_back(command.name);
    if (names.back() != options.command)
      continue;
    fmt::print("{}", manualOf({command}));
    return codeOf(ExitCode::AsExpected);
  }
  return badUsage(
      fmt::format("no subcommand is called {}{}", printable(options.command), nearestSaid(names, options.command)),
      fmt::format("{}", fmt::join(names, ", ")));
}

Action setupManual(Subcommand& command) {
  const auto options = std::make_shared<ManualOptions>();
  command.options({
      {"subcommand", options->command, "print the page about this subcommand (default: the page about the program)"},
      {"--to", options->folder, "write the pages of all subcommands into this folder, over old ones"},
  });
  command.footer("Examples:\n  warplaw manual check >warplaw-check.1\n  warplaw manual --to pages\n"
                 "Exit codes: 0 printed or written, 2 bad usage, or a folder that cannot be written.");
  return [options] { return showManual(*options); };
}

} // namespace

const Command kManual{"manual", "print manual pages, made from the texts of --help", setupManual};

} // namespace warplaw::tools
