// `warplaw report`: what is known, as one page to be looked at: results, contradictions and counterexamples as pictures
// of the warp, theorems, rules.
#include "proofs/theorems/theorems.h"
#include "spec/counted.h"
#include "spec/rules.h"
#include "tools/certificates.h"
#include "tools/claims.h"
#include "tools/command.h"
#include "tools/grouped.h"
#include "tools/html.h"
#include "tools/input.h"
#include "tools/kept_verdicts.h"
#include "tools/merged.h"
#include "tools/output.h"
#include "tools/places.h"
#include "tools/reported_files.h"
#include "tools/rule_index.h"
#include "tools/run_result.h"
#include "tools/since.h"
#include "tools/warp_picture.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sstream>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;
using namespace proofs;

struct ReportOptions {
  std::string folder, results, since, counterexamples = "counterexamples", corpus = places().corpus;
};

std::string linkTo(std::string_view kind, const std::string& name) {
  return fmt::format("<a href=\"#{}\">{}</a>", idOf(kind, name), html(name));
}

std::string spanOf(const Record& record) {
  return fmt::format("<span class=\"{}\">{}</span>", record.exitCode() == ExitCode::AsExpected ? "passed" : "failed",
                     textOf(record.verdict));
}

// ---- sections

std::string resultsTable(const RunResult& result) {
  if (result.records.empty())
    return "";
  std::string rows;
  const Summary summary = result.summary();
  for (const InstructionSummary& row : summary.rows())
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
                        "class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n{}\">{}</td><td "
                        "class=\"n\">{:.1f}</td></tr>\n",
                        html(row.instruction), row.obligations, row.proved, row.checked, row.refutedAsExpected,
                        row.other ? " failed" : "", row.other, row.seconds);
  const std::string certificates = certificateTable(result.records);
  return wide(fmt::format("<table><thead><tr><th>instruction</th><th class=\"n\">obligations</th><th "
                          "class=\"n\">proved</th><th class=\"n\">checked</th><th class=\"n\">refuted as "
                          "expected</th><th class=\"n\">anything else</th><th "
                          "class=\"n\">seconds</th></tr></thead><tbody>\n{}</tbody></table>",
                          rows)) +
         (certificates.empty() ? "" : pre(certificates));
}

/// The case file that a counterexample's text names.
std::string fileIn(const std::string& counterexample) {
  std::istringstream words(counterexample);
  for (std::string word; words >> word;)
    if (const std::size_t end = word.rfind(".json"); end != word.npos)
      return word.substr(0, end + 5);
  return "";
}

std::string failuresOf(const RunResult& result, ReportedFiles& files) {
  std::string text;
  for (const Record& record : result.records) {
    if (record.exitCode() == ExitCode::AsExpected)
      continue;
    std::string body = fmt::format("<p>{}, not {}. {}</p>\n{}", spanOf(record), textOf(record.expected),
                                   html(record.reason), pre(record.counterexample));
    if (const std::string file = fileIn(record.counterexample); !file.empty())
      body += files.shown(file);
    text += article("", html(record.name), body);
  }
  return text;
}

std::string changesOf(const Since& since) {
  std::string text = fmt::format("<p class=\"soft\">{}: {} in both, {} new, {} gone</p>\n<ul>\n", html(since.path),
                                 spec::counted(since.both, "obligation"), since.fresh, since.gone);
  const auto add = [&](std::string_view what, const std::vector<Changed>& all, const auto& said) {
    for (const Changed& changed : all)
      text += fmt::format("<li>{} {}: {}</li>\n", what, html(changed.now.name), html(said(changed)));
  };
  add("<span class=\"failed\">new failure</span>", since.failures, verdictOf);
  add("other verdict", since.verdicts, verdictOf);
  add("slower", since.slower, timeOf);
  for (const std::string& line : since.made)
    text += fmt::format("<li>{}</li>\n", html(line));
  return text + "<li class=\"soft\">nothing else</li></ul>\n";
}

std::string claimsOf(const Contradictions& all) {
  std::string text;
  for (const SettledClaim& s : all.claims) {
    std::string body =
        fmt::format("<p>Published: {}</p>\n<p>What holds: {} ({})</p>\n<p>Settled: <span class=\"{}\">{}</span>, "
                    "<code>{}</code></p>\n",
                    html(s.claim.says), html(s.holds), linkTo("rule", s.claim.rule),
                    s.verdict == Verdict::Refuted ? "passed" : "failed", textOf(s.verdict), html(s.claim.obligation));
    if (!s.comment.empty())
      body += fmt::format("<p>Witness: {}</p>\n", html(s.comment));
    body += s.picture;
    if (!s.table.empty() && !s.claim.misreading.empty())
      body += "<p class=\"soft\">expected: what holds; got: what the claim would give</p>\n";
    text += article("", html(s.claim.witness.empty() ? s.claim.rule : s.claim.witness), body + pre(s.table));
  }
  for (const std::string& fault : all.faults)
    text += fmt::format("<p class=\"failed\">{}</p>\n", html(fault));
  return text;
}

std::string counterexamplesOf(const std::string& folder, ReportedFiles& files) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none))
    if (ReportedFiles::takes(entry.path()))
      paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::string text;
  for (const std::string& path : paths)
    text += article("", html(path), files.shown(path));
  return text;
}

std::string rulesOf(const ByRule& byRule, const Contradictions& claims) {
  std::string text;
  const auto list = [&](std::string_view what, const std::vector<std::string>& names, bool areTheorems) {
    std::string all;
    for (const std::string& name : names)
      all += (all.empty() ? "" : ", ") + (areTheorems ? linkTo("theorem", name) : html(name));
    return all.empty() ? ""
                       : fmt::format("<details><summary>{}: {}</summary><p>{}</p></details>\n", what,
                                     grouped(names.size()), all);
  };
  for (const spec::Rule& rule : spec::rules()) {
    std::string body = fmt::format("<p>{}</p>\n", html(rule.statement));
    for (const SettledClaim& s : claims.claims)
      if (s.claim.rule == rule.name)
        body += fmt::format("<p>False, and published: {}</p>\n", html(s.claim.says));
    if (const auto found = byRule.find(rule.name); found != byRule.end())
      body += list("Theorems", found->second.theorems, true) + list("Properties", found->second.properties, false) +
              list("Cases", found->second.cases, false);
    text += article(idOf("rule", rule.name), html(rule.name), body);
  }
  return text;
}

std::string theoremsOf(const std::vector<Theorem>& theorems, const KeptVerdicts& verdicts) {
  std::string text;
  for (const Theorem& theorem : theorems) {
    std::string rules;
    for (const std::string& rule : theorem.rules)
      rules += " " + linkTo("rule", rule);
    text += article(idOf("theorem", theorem.name), html(theorem.name),
                    fmt::format("<p>{}</p>\n<p>{}</p>\n<p class=\"soft\">Rules:{}</p>\n", html(theorem.statement),
                                html(verdicts.of(theorem.name)), rules));
  }
  return text;
}

// ---- the page

/// How many obligations are as expected: the page's first line, unless nothing was run.
std::string sumOf(const RunResult& result, std::size_t gaps) {
  if (result.records.empty())
    return "";
  const auto good = std::ranges::count(result.records, ExitCode::AsExpected, &Record::exitCode);
  const bool isAll = static_cast<std::size_t>(good) == result.records.size() && gaps == 0;
  return sumLine(
      isAll,
      fmt::format("{} of {} as expected", grouped(static_cast<std::uint64_t>(good)), grouped(result.records.size())) +
          (gaps ? fmt::format(", and {} more that {} below", grouped(gaps), gaps == 1 ? "line stands" : "lines stand")
                : ""));
}

/// What the page shows: a run that a file holds, or what is known by several.
struct Known {
  RunResult result;
  std::vector<std::string> makers; ///< one line for each that is not like another
  KeptVerdicts verdicts;
};

spec::Result<Known> knownFrom(const std::string& path, const std::vector<Theorem>& theorems) {
  FiledRecords file;
  if (const auto read = file.read(path); !read)
    return read.error();
  const auto all = readResults(path);
  if (!all)
    return all.error();
  auto one = merged(std::move(file), theorems, places().golden);
  if (!one)
    return one.error();
  Known known{std::move(*one), {}, KeptVerdicts::from(*all)};
  std::ranges::copy(all->notes, std::back_inserter(known.result.gaps));
  if (known.result.made.program != madeByThisProgram().program) { // of its names and theorems nothing is known here
    known.result.inventory = {};
    known.result.gaps.push_back("another program made these results: the rules and theorems below are this one's");
  }
  known.makers.push_back(textOf(known.result.made));
  return known;
}

/// Says of each run that kept something what it was, how much of it there is, and what has no certificate.
Known knownByKeptVerdicts(const std::vector<Theorem>& theorems) {
  Known known;
  known.result.made = madeByThisProgram();
  const auto kept = KeptVerdicts::results(Cache::defaultDirectory());
  if (!kept) {
    known.makers.push_back(textOf(known.result.made));
    return known;
  }
  known.result.gaps = kept->notes;
  std::vector<Record> all;
  for (const WrittenRun& run : kept->runs) {
    std::vector<Record> records;
    for (const std::string& name : run.names)
      if (kept->runOf(name) == &run)
        records.push_back(kept->records.at(name));
    known.makers.push_back(fmt::format("{}: {}", spec::counted(records.size(), "obligation"), textOf(run.made)));
    std::ranges::copy(certificateGaps(run.made, records), std::back_inserter(known.result.gaps));
    std::ranges::move(records, std::back_inserter(all));
  }
  sortAsStated(all, theorems);
  known.result.records = std::move(all);
  known.verdicts = KeptVerdicts::from(*kept);
  return known;
}

int report(const ReportOptions& options) {
  const Interrupt interrupt;
  if (auto writable = checkOutputFolder(options.folder, "--html"); !writable)
    return badInput("", writable.error());
  const std::vector<Theorem> theorems = allTheorems(Subject::shipped());
  const auto known = options.results.empty() ? spec::Result<Known>(knownByKeptVerdicts(theorems))
                                             : knownFrom(options.results, theorems);
  if (!known)
    return badInput(known.error());
  const RunResult& result = known->result;
  std::optional<Since> since;
  if (!options.since.empty()) {
    const auto earlier = readResults(options.since);
    if (!earlier)
      return badInput(earlier.error());
    since = changesSince(options.since, *earlier, result.made, result.records);
  }
  const auto byRule = witnessesByRule(options.corpus);
  if (!byRule)
    return badInput("", byRule.error());
  const auto claims = contradictions(options.corpus, "", false, interrupt);
  if (!claims)
    return badInput("", claims.error());
  ReportedFiles files;
  std::string makers;
  for (const std::string& maker : known->makers)
    makers += fmt::format("<p class=\"soft\">{}</p>\n", html(maker));
  std::vector<std::string> gaps = result.allGaps();
  if (!claims->interrupted.empty())
    gaps.push_back(fmt::format("of contradictions, {}", claims->interrupted));
  std::string body =
      fmt::format("{}<nav aria-label=\"Sections\"><a href=\"#results\">Results</a><a "
                  "href=\"#failures\">Not as expected</a><a href=\"#contradictions\">Contradictions</a><a "
                  "href=\"#counterexamples\">Counterexamples</a><a href=\"#rules\">Rules</a><a "
                  "href=\"#theorems\">Theorems</a></nav>\n<main id=\"main\">\n",
                  makers);
  body += warpPictureHead();
  for (const std::string& gap : gaps)
    body += fmt::format("<p class=\"failed\">{}</p>\n", html(gap));
  body += section("results", "Results", resultsTable(result), "Not run by this program yet: `warplaw verify`.");
  if (since)
    body += section("since", "Since an earlier run", changesOf(*since), "");
  body += warpPictureLegend();
  body += section("failures", "Not as expected", failuresOf(result, files), "Nothing.");
  body += section("contradictions", "Contradictions: published, and false", claimsOf(*claims), "None.");
  body += section("counterexamples", "Counterexamples, and histories beside them",
                  counterexamplesOf(options.counterexamples, files),
                  "No cases or histories in the folder of counterexamples.");
  body += section("rules", "Rules", rulesOf(*byRule, *claims), "");
  body += section("theorems", "Theorems", theoremsOf(theorems, known->verdicts), "");
  std::error_code failed;
  fs::create_directories(options.folder, failed);
  const std::string path = options.folder + "/index.html";
  if (auto written =
          writeReportFile(path, pageOf("warplaw: what is known", sumOf(result, gaps.size()), body + "</main>\n"));
      !written)
    return badInput("", written.error());
  fmt::print("{}\n", path);
  if (claims->interrupted.empty())
    return codeOf(ExitCode::AsExpected);
  say("warplaw: {}\n", claims->interrupted);
  return codeOf(ExitCode::Inconclusive);
}

Action setupReport(Subcommand& command) {
  const auto options = std::make_shared<ReportOptions>();
  command.options({
      {"--html", options->folder, "write the page, index.html, into this folder; an older page is written over",
       kText.required()},
      {"--results", options->results,
       "show this results file of a run (default: the verdicts that this program's last runs of verify kept)",
       kReadableFile},
      {"--since", options->since, "also show what differs from this earlier results file", kReadableFile},
      {"--counterexamples", options->counterexamples, "folder of case files and histories (.jsonl) to show",
       kReadableFolder.showsDefault()},
      {"--corpus", options->corpus, "folder of case files that rules and claims name", kReadableFolder},
  });
  command.footer("Examples:\n  warplaw report --html page\n"
                 "Exit codes: 0 whatever the page shows, 2 bad usage or bad input, 3 interrupted; the page then shows "
                 "what is known.");
  return [options] { return report(*options); };
}

} // namespace

const Command kReport{"report", "write a page of results, rules, theorems and contradictions, with pictures",
                      setupReport};

} // namespace warplaw::tools
