#include "tools/reported_files.h"
#include "linearize/check.h"
#include "linearize/reason.h"
#include "linearize/svg.h"
#include "ptx/machine/run.h"
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
  return got ? cases_.shown(*one, *got) : failed(got.error().message);
}

std::string ReportedFiles::program(const spec::ProgramCase& c) {
  fuzz::Oracle& oracle = cases_.oracle();
  const auto ran = execProgram(oracle, c, "", {}, nullptr);
  if (!ran)
    return failed(ran.error().message);
  const auto replayed = replayProgram(oracle, c, "");
  return programPictures(oracle, c) +
         (replayed && replayed->differs.empty() ? soft("executor, encoding and expected values agree")
                                                : failed(replayed ? replayed->differs : replayed.error().message)) +
         pre(tablesOf(oracle, c, *ran, {}));
}

} // namespace warplaw::tools
