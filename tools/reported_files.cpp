#include "tools/reported_files.h"
#include "concrete/execute.h"
#include "fuzz/lane_table.h"
#include "fuzz/right_outcomes.h"
#include "linearize/check.h"
#include "linearize/reason.h"
#include "linearize/svg.h"
#include "ptx/machine/run.h"
#include "tools/expectation.h"
#include "tools/history_lines.h"
#include "tools/html.h"
#include "tools/launch_case.h"
#include "tools/program.h"
#include "tools/warp_picture.h"
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace warplaw::tools {
namespace {

constexpr std::size_t kMostHistories = 20;

std::string soft(std::string_view text) { return fmt::format("<p class=\"soft\">{}</p>\n", html(text)); }
std::string failed(std::string_view text) { return fmt::format("<p class=\"failed\">{}</p>\n", html(text)); }

bool isHistories(const std::filesystem::path& path) { return path.extension() == ".jsonl"; }

/// A picture of its own, so that no style or name of it meets the page's.
std::string image(const std::string& svg, const std::string& inWords) {
  std::string address = "data:image/svg+xml,";
  for (const char c : svg)
    address += std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c)
                                                           : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return wide(fmt::format("<img class=\"trail\" src=\"{}\" alt=\"{}\"/>", address, html(inWords)));
}

/// One after another, the first ones with their picture.
struct Drawn {
  std::string text = {};
  std::size_t count = 0;

  void add(const std::string& where, std::string_view answer, const linearize::History& history,
           const linearize::Verdict& verdict) {
    if (++count > kMostHistories)
      return;
    const std::string why = explain(history, verdict);
    text += soft(fmt::format("{}: {}", where, answer)) + image(svgOf(history, verdict), why);
  }
  std::string withRest(std::string_view answer) const {
    return count == 0 ? ""
                      : text + soft(fmt::format("{} {}{}", count, answer,
                                                count > kMostHistories ? ", of which the first are drawn" : ""));
  }
};

std::string histories(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  HistoryLines lines(in);
  linearize::Checker checker;
  std::map<linearize::Answer, Drawn> drawn;
  std::string text;
  std::size_t bad = 0;
  while (lines.next()) {
    const std::string where = fmt::format("{} {}", lines.what(), lines.line());
    if (!lines.result()) {
      if (++bad <= kMostHistories)
        text += failed(fmt::format("{}: {}", where, lines.result().error().message));
      continue;
    }
    const linearize::Verdict& verdict = checker.check(lines.history(), {.witness = true, .core = true, .budget = {}});
    drawn[verdict.answer].add(where, textOf(verdict.answer), lines.history(), verdict);
  }
  if (bad > kMostHistories)
    text += failed(fmt::format("{} that cannot be read", bad));
  if (!lines.fatal().empty())
    text += failed(lines.fatal());
  for (const linearize::Answer answer :
       {linearize::Answer::Illegal, linearize::Answer::Unknown, linearize::Answer::Legal})
    text += drawn[answer].withRest(textOf(answer));
  return text;
}

/// A whole launch: what comes of it, and its module.
std::string launch(const std::string& path) {
  const auto c = readLaunchFile(path);
  if (!c)
    return failed(c.error().rejection.message);
  const auto prepared = prepare(*c, path);
  if (!prepared)
    return failed(prepared.error().rejection.message);
  ModuleRun& run = (*prepared)->run;
  run.outcome = ptx::run((*prepared)->kernel, run.bound.launch);
  std::string text;
  for (const std::string& one : c->expected ? differencesFrom(*c->expected, run) : std::vector<std::string>())
    text += failed(one);
  return text + pre(textOf(run, false)) + pre(c->module);
}

} // namespace

bool ReportedFiles::takes(const std::filesystem::path& path) {
  return path.extension() == ".json" || isHistories(path);
}

std::string ReportedFiles::shown(const std::string& path) {
  if (isHistories(path))
    return histories(path);
  if (isLaunchFile(path))
    return launch(path);
  const auto read = spec::readProgramCase(path);
  if (!read)
    return failed(read.error().message);
  const auto one = spec::asSingle(*read);
  if (!one)
    return program(*read);
  const auto got = spec::readGot(path, *one);
  return got ? shown(*one, *got) : failed(got.error().message);
}

std::string ReportedFiles::shown(const spec::Case& c, const std::optional<spec::Got>& got) {
  return got ? answered(c, *got) : single(c);
}

std::string ReportedFiles::pictured(const spec::Case& c, const fuzz::Outcome& expected, const fuzz::Outcome& got,
                                    const std::string& legend) {
  return wide(warpPicture(oracle_, c, expected, got)) + soft(legend) + pre(fuzz::laneTable(oracle_, c, expected, got));
}

std::string ReportedFiles::answered(const spec::Case& c, const spec::Got& got) {
  spec::Case chosen = c;
  if (got.isAnswer)
    chosen.choices = got.choices;
  const auto encoded = oracle_.encode(chosen);
  if (!encoded)
    return failed(encoded.error().message);
  if (!got.isAnswer)
    return failed(fmt::format("{} gave no answer: {}", got.by, got.what)) +
           pictured(chosen, *encoded, *encoded, "what the encoding gives");
  chosen.expected = got.outcome;
  fuzz::Outcome is = *encoded;
  for (const fuzz::Difference& d : fuzz::compareExpected(chosen, *encoded))
    apply(is, d);
  chosen.expected.reset();
  const std::string legend = fmt::format("expected: the encoding; got: {}", got.by),
                    what = got.what.empty() ? "" : failed(got.what);
  if (!got.anyOrder)
    return what + pictured(chosen, *encoded, is, legend);
  const fuzz::RightOutcomes right = fuzz::rightOutcomes(oracle_, chosen, is);
  const spec::Plan plan = oracle_.of(c.instruction.mnemonic()).planOf(chosen.instruction.form, chosen.choices);
  return what + pictured(chosen, fuzz::expectedBeside(right, *encoded, is), is, legend) +
         pre(fuzz::rightTable(chosen, plan, right, is, false));
}

std::string ReportedFiles::single(const spec::Case& c) {
  const auto encoded = oracle_.encode(c);
  if (!encoded)
    return pre(fuzz::laneTable(oracle_, c));
  const spec::Plan plan = oracle_.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  for (const concrete::Path& path : concrete::paths(c.instruction.mnemonic()))
    if (path.supported)
      if (const auto executed = fuzz::execute(c, path.name);
          executed && !fuzz::compare(c, plan, *encoded, *executed).empty())
        return pictured(c, *encoded, *executed,
                        fmt::format("expected: the encoding; got: the executor, {}", path.name));
  fuzz::Outcome claimed = *encoded;
  const std::vector<fuzz::Difference> differences = fuzz::compareExpected(c, *encoded);
  for (const fuzz::Difference& d : differences)
    apply(claimed, d);
  return pictured(c, claimed, *encoded,
                  differences.empty() ? "executor and encoding agree"
                                      : "expected: the case file; got: executor and encoding");
}

std::string ReportedFiles::program(const spec::ProgramCase& c) {
  const auto ran = execProgram(oracle_, c, "", {}, nullptr);
  if (!ran)
    return failed(ran.error().message);
  const auto replayed = replayProgram(oracle_, c, "");
  return programPictures(oracle_, c) +
         (replayed && replayed->differs.empty() ? soft("executor, encoding and expected values agree")
                                                : failed(replayed ? replayed->differs : replayed.error().message)) +
         pre(tablesOf(oracle_, c, *ran, {}));
}

} // namespace warplaw::tools
