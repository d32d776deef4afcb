// `warplaw linearize`: could these observed outcomes have come from some serial order (ATOMS-5, RED-6)? One answer a
// history.
#include "linearize/check.h"
#include "linearize/history_binary.h"
#include "linearize/reason.h"
#include "linearize/svg.h"
#include "tools/command.h"
#include "tools/graphviz.h"
#include "tools/history_lines.h"
#include "tools/input.h"
#include "tools/output.h"
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <memory>

namespace warplaw::tools {
namespace {

namespace json = boost::json;
using linearize::Answer;
using linearize::History;
using linearize::Verdict;

struct LinearizeOptions {
  std::string file, svg, convert, columns;
  bool json = false, witness = false, quiet = false;
  bool force = false;
  std::size_t svgLine = 0;
  double seconds = 0;
  std::uint64_t states = linearize::Budget{}.states, mebibytes = linearize::Budget{}.bytes >> 20;
};

/// Another kind of file, which may have a million lines.
constexpr std::size_t kMostBadAtFirst = 20;

struct Counts {
  std::size_t legal = 0, illegal = 0, unknown = 0, bad = 0;
};

json::object stepJson(const History& history, const linearize::WitnessStep& step) {
  const linearize::Access& access = history.accesses[step.access];
  const linearize::Instruction& instruction = history.instructions[access.instruction];
  json::object one{{whoIn(history), instruction.warp}, {"number", instruction.number}};
  if (!history.isOfThreads)
    one["lane"] = access.lane;
  if (step.half != 0)
    one["half"] = step.half - 1;
  if (!step.performs)
    one["performs"] = false;
  return one;
}

std::string witnessText(const History& history, const Verdict& verdict) {
  std::string text;
  for (const linearize::WitnessStep& step : verdict.order) {
    const linearize::Access& access = history.accesses[step.access];
    const linearize::Instruction& i = history.instructions[access.instruction];
    text += text.empty() ? "" : " ";
    if (history.instructions.size() > 1 || history.isOfThreads)
      text += fmt::format("{}.{}", i.warp, i.number);
    if (!history.isOfThreads)
      text += fmt::format("{}{}", history.instructions.size() > 1 ? "." : "", access.lane);
    text += fmt::format("{}{}", step.half == 0 ? "" : step.half == 1 ? "l" : "h", step.performs ? "" : "-");
  }
  return text;
}

/// UTF-8 (the parser has seen to that), without control characters, and not endless.
std::string oneLine(std::string_view text) {
  std::string shown;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    if (shown.size() >= 200 && (c & 0xc0) != 0x80)
      return shown + "...";
    const bool control = c < 0x20 || c == 0x7f || (c == 0xc2 && static_cast<unsigned char>(text[k + 1]) < 0xa0);
    shown += control ? '?' : text[k];
    k += c == 0xc2 && control;
  }
  return shown;
}

/// As a history's initial memory, so that the two together are the memory that the order starts from.
json::array assumedJson(const Verdict& verdict) {
  json::array list;
  for (const linearize::KnownBytes& known : verdict.assumed) {
    std::string bytes;
    for (const std::uint8_t byte : known.bytes)
      bytes += fmt::format("{:02x}", byte);
    list.push_back({{"address", known.address}, {"bytes", bytes}});
  }
  return list;
}
std::string assumedText(const Verdict& verdict) {
  std::string text;
  for (const linearize::KnownBytes& known : verdict.assumed) {
    std::uint64_t value = 0;
    for (std::size_t k = known.bytes.size(); k-- > 0;)
      value = value << 8 | known.bytes[k];
    text +=
        fmt::format("{}{} bytes at {:#x} = {:#x}", text.empty() ? "" : ", ", known.bytes.size(), known.address, value);
  }
  return text.empty() ? text : " (assumed at first: " + text + ")";
}

std::string label(const HistoryLines& lines) {
  const std::string& name = lines.history().name;
  return fmt::format("{} {}{}", lines.what(), lines.line(), name.empty() ? "" : fmt::format(" ({})", oneLine(name)));
}

/// Why there is no answer, and the option that allows more of what ran out.
std::string unknownText(const History& history, const Verdict& verdict) {
  const std::string_view limit = verdict.spent.limit;
  const char* option = limit == "states"   ? "--states"
                       : limit == "memory" ? "--memory"
                       : limit == "time"   ? "--seconds"
                                           : nullptr;
  const std::string reason = explain(history, verdict);
  return option ? fmt::format("{}; {} allows more", reason, option) : reason;
}

std::string reasonOf(const History& history, const Verdict& verdict) {
  return verdict.answer == Answer::Unknown ? unknownText(history, verdict) : explain(history, verdict);
}

json::array coreJson(const History& history, const linearize::Fault& fault) {
  json::array core;
  for (const std::uint32_t access : fault.core)
    core.push_back(stepJson(history, {access, 0, true}));
  return core;
}

void print(const LinearizeOptions& options, const HistoryLines& lines, const Verdict& verdict) {
  const History& history = lines.history();
  if (!options.json) {
    if (options.quiet && verdict.answer == Answer::Legal)
      return;
    fmt::print("{}: {}", label(lines), textOf(verdict.answer));
    if (verdict.answer != Answer::Legal)
      fmt::print(": {}", reasonOf(history, verdict));
    else if (options.witness)
      fmt::print(": {}{}", witnessText(history, verdict), assumedText(verdict));
    fmt::print("\n");
    return;
  }
  json::object out{{"line", lines.line()}};
  if (!history.name.empty())
    out["name"] = history.name;
  out["verdict"] = textOf(verdict.answer);
  if (verdict.answer != Answer::Legal)
    out["reason"] = reasonOf(history, verdict);
  if (verdict.answer == Answer::Illegal && !verdict.fault.core.empty()) {
    out["core"] = coreJson(history, verdict.fault);
    out["minimal"] = verdict.fault.coreIsMinimal;
  }
  if (options.witness && verdict.answer == Answer::Legal) {
    json::array order;
    for (const linearize::WitnessStep& step : verdict.order)
      order.push_back(stepJson(history, step));
    out["order"] = std::move(order);
    if (!verdict.assumed.empty())
      out["assumed"] = assumedJson(verdict);
  }
  if (verdict.answer == Answer::Unknown)
    out["spent"] = {{"states", verdict.spent.states},
                    {"milliseconds", static_cast<double>(verdict.spent.nanoseconds) / 1e6},
                    {"bytes", verdict.spent.bytes},
                    {"limit", verdict.spent.limit}};
  fmt::print("{}\n", json::serialize(out));
}

void printBad(const LinearizeOptions& options, const HistoryLines& lines) {
  const spec::Rejection& rejection = lines.result().error();
  if (options.json)
    fmt::print("{}\n", json::serialize(json::object{{"line", lines.line()},
                                                    {"verdict", "bad"},
                                                    {"rule", rejection.rule},
                                                    {"reason", printable(rejection.message)}}));
  badInput(fmt::format("{}:{}", options.file, lines.line()), rejection);
}

/// Large ones by Graphviz, where it is installed.
spec::Result<void> writeSvg(const LinearizeOptions& options, const History& history, const Verdict& verdict) {
  if (linearize::isLarge(history, verdict) && layOut(linearize::dotOf(history, verdict), options.svg))
    return {};
  return writeReportFile(options.svg, linearize::svgOf(history, verdict));
}

linearize::Budget budgetOf(const LinearizeOptions& options) {
  linearize::Budget budget;
  budget.states = options.states;
  budget.bytes = options.mebibytes << 20;
  if (options.seconds > 0)
    budget.nanoseconds = static_cast<std::uint64_t>(options.seconds * 1e9);
  return budget;
}

/// Draws the chosen line, or the first illegal one, or the first.
class Picture {
public:
  explicit Picture(const LinearizeOptions& options) : options_(options) {}
  spec::Result<void> draw(std::size_t line, const History& history, const Verdict& verdict) {
    const int worth = options_.svgLine ? (line == options_.svgLine ? 3 : 0) : verdict.answer == Answer::Illegal ? 2 : 1;
    if (options_.svg.empty() || worth <= drawn_)
      return {};
    drawn_ = worth;
    return writeSvg(options_, history, verdict);
  }
  bool isMissing() const { return options_.svgLine && drawn_ == 0 && !options_.svg.empty(); }

private:
  const LinearizeOptions& options_;
  int drawn_ = 0;
};

/// What cannot be read at all, if anything.
std::string inputProblem(const LinearizeOptions& options, const HistoryLines& lines, const std::istream& in) {
  if (in.bad())
    return "cannot read " + options.file;
  return lines.fatal().empty() ? "" : fmt::format("{}: {}", printable(options.file), lines.fatal());
}

/// A table, if columns are said or the file is called so; else lines or records.
HistoryLines linesOf(const LinearizeOptions& options, std::istream& in) {
  const auto extension = std::filesystem::path(options.file).extension();
  if (!options.columns.empty())
    return {in, *linearize::columnsFrom(options.columns)};
  return extension == ".csv" || extension == ".tsv" ? HistoryLines(in, std::nullopt) : HistoryLines(in);
}

/// The same histories in the other form, not checked.
int convert(const LinearizeOptions& options, std::istream& in) {
  HistoryLines lines = linesOf(options, in);
  WholeFile out(options.convert);
  std::string text;
  std::size_t count = 0, bad = 0;
  while (lines.next()) {
    if (!lines.result()) {
      ++bad;
      printBad(options, lines);
      continue;
    }
    text = lines.isBinary() || count > 0 ? "" : linearize::kBinaryMagic;
    ++count;
    if (lines.isBinary())
      text = toJson(lines.history()) + '\n';
    else
      appendBinary(lines.history(), text);
    out.write(text);
  }
  if (const std::string problem = inputProblem(options, lines, in); !problem.empty())
    return badInput(problem);
  if (const auto written = out.finish(); !written)
    return badInput("", written.error());
  say("{} written, {} bad\n", count, bad);
  return codeOf(bad ? ExitCode::BadInput : ExitCode::AsExpected);
}

int check(const LinearizeOptions& options, std::istream& in) {
  HistoryLines lines = linesOf(options, in);
  linearize::Checker checker;
  Picture picture(options);
  // "legal" is said of an order that was found and replayed, printed or not
  const linearize::CheckerOptions how{.witness = true, .core = true, .budget = budgetOf(options)};
  Counts counts;
  while (lines.next()) {
    if (!lines.result()) {
      ++counts.bad;
      printBad(options, lines);
      std::fflush(stdout);
      if (counts.bad == kMostBadAtFirst && counts.legal + counts.illegal + counts.unknown == 0) {
        say("none of the first {} lines is a history: the rest is not read\n", kMostBadAtFirst);
        break;
      }
      continue;
    }
    lines.sortIfLong();
    const Verdict& verdict = checker.check(lines.history(), how);
    ++(verdict.answer == Answer::Legal     ? counts.legal
       : verdict.answer == Answer::Illegal ? counts.illegal
                                           : counts.unknown);
    print(options, lines, verdict);
    std::fflush(stdout); // what is answered stays answered, whatever comes next
    if (const auto drawn = picture.draw(lines.line(), lines.history(), verdict); !drawn)
      return badInput("", drawn.error());
  }
  if (const std::string problem = inputProblem(options, lines, in); !problem.empty())
    return badInput(problem);
  say("{} legal, {} illegal, {} unknown, {} bad\n", counts.legal, counts.illegal, counts.unknown, counts.bad);
  if (picture.isMissing())
    return badInput(fmt::format("line {} is no history: nothing was drawn", options.svgLine));
  // bad input outweighs the rest: the caller asked something that was not answered
  return codeOf(counts.bad       ? ExitCode::BadInput
                : counts.illegal ? ExitCode::Counterexample
                : counts.unknown ? ExitCode::Inconclusive
                                 : ExitCode::AsExpected);
}

Action setupLinearize(Subcommand& command) {
  const auto options = std::make_shared<LinearizeOptions>();
  command.options({
      {"HISTORY", options->file,
       "histories: a line of JSON for each, the binary form, or a table (docs/history_format.md); - is standard input",
       kFile.required()},
      {"--columns", options->columns,
       "HISTORY is a table, a row for each access, with these columns: op,address and of operand,swap,returned,"
       "number,history what there is; warp,lane or thread; - is skipped. Of .csv and .tsv the first row names them "
       "(docs/history_format.md)"},
      {"--json", options->json, "print a JSON object for each history"},
      {"--witness", options->witness,
       "print the canonical serial order of each legal history (docs/linearizability.md)"},
      {"--quiet", options->quiet, "do not print legal histories"},
      {"--svg", options->svg, "draw the first illegal history, or else the first one, to this file"},
      {"--svg-line", options->svgLine, "draw the history of this line instead",
       wholeNumberIn(1, std::uint64_t{1} << 40)},
      {"--convert", options->convert,
       "write the histories to this file instead of checking them: lines and tables as binary, and binary as lines"},
      {"--force", options->force, "write over an existing picture or converted file without asking"},
      {"--states", options->states,
       "how many states the search of one history may try (default 2097152); the limit does not depend on "
       "the machine",
       wholeNumberIn(1, std::uint64_t{1} << 31)},
      {"--memory", options->mebibytes, "how many MiB the search of one history may use (default 256)",
       wholeNumberIn(1, 1 << 20)},
      {"--seconds", options->seconds, "how many seconds one history may take (default: no limit)", numberIn(0, 1e6)},
  });
  command.footer(
      "Examples:\n  warplaw linearize docs/observed.jsonl\n  warplaw linearize docs/observed.jsonl --witness --svg "
      "trail.svg\n  warplaw linearize docs/observed.jsonl --convert observed.bin\n"
      "  warplaw linearize docs/observed.csv --columns warp,lane,op,address,operand,returned"
      " # exit 1: two lanes got one ticket\n"
      "Exit codes: 0 all are legal, 1 some are illegal, 2 bad input (the other histories are still answered), 3 some "
      "are unknown.");
  return [options] {
    std::ios::sync_with_stdio(false);
    const auto go = options->convert.empty() ? check : convert;
    if (!options->columns.empty())
      if (const auto columns = linearize::columnsFrom(options->columns); !columns)
        return badUsage("--columns: " + columns.error().message, columns.error().accepted);
    for (const auto& [output, option] : {std::pair(options->svg, "--svg"), std::pair(options->convert, "--convert")})
      if (!output.empty())
        if (auto writable = checkOutputFile(output, option, options->force); !writable)
          return badInput("", writable.error());
    if (options->file == "-")
      return go(*options, std::cin);
    if (std::error_code none; std::filesystem::is_directory(options->file, none))
      return badInput(printable(options->file) + " is a directory");
    std::ifstream in(options->file, std::ios::binary);
    if (!in)
      return badInput("cannot open " + options->file);
    return go(*options, in);
  };
}

} // namespace

const Command kLinearize{"linearize", "say whether some serial order gives an observed outcome of atomics",
                         setupLinearize};

} // namespace warplaw::tools
