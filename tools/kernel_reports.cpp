#include "tools/kernel_reports.h"
#include "fuzz/table.h"
#include "tools/cuda_names.h"
#include "tools/html.h"
#include "tools/junit.h"
#include "tools/markdown.h"
#include "tools/output.h"
#include "tools/run_result.h"
#include "tools/sarif.h"
#include "tools/say.h"
#include "tools/warp_picture.h"
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace warplaw::tools {
using namespace proofs;
using kernels::PlaceVerdict;
namespace {

bool isRefuted(const PlaceVerdict& one) { return one.verdict == Verdict::Refuted; }

std::string titleOf(const KernelVerdicts& all) {
  return all.second ? fmt::format("{} and {}: {} and {}", all.module.places.path, all.second->places.path,
                                  plainKernelName(all.module.kernel.name), plainKernelName(all.second->kernel.name))
                    : fmt::format("{}: {}", all.module.places.path, plainKernelName(all.module.kernel.name));
}

/// All that is said of one that is not PROVED.
std::string saidOf(const KernelVerdicts& all, const PlaceVerdict& one, const Shown& shown) {
  return isRefuted(one)
             ? fmt::format("{}\n{}{}\n", shown.what, all.tableOf(shown, false), fmt::join(shown.commands, "\n"))
             : one.reason + "\n";
}

// ---- JUnit

std::vector<JunitSuite> suitesOf(const KernelVerdicts& all) {
  JunitSuite suite{"verify " + titleOf(all), all.seconds, {}, {{"launch", all.launch}}};
  for (const std::string& note : all.notes())
    suite.properties.emplace_back("note", note);
  for (const auto& [name, value] : propertiesOf(all.made))
    suite.properties.emplace_back(name, value);
  for (const PlaceVerdict& one : all.verdicts) {
    JunitCase& c = suite.cases.emplace_back(JunitCase{all.nameOf(one), all.placeOf(one) + all.alsoOf(one), one.seconds,
                                                      JunitOutcome::Passed, std::string(textOf(one.verdict)), "", ""});
    const ExitCode code = KernelVerdicts::exitCodeOf(one);
    if (code == ExitCode::AsExpected)
      continue;
    c.outcome = code == ExitCode::Counterexample ? JunitOutcome::Failed : JunitOutcome::Error;
    const Shown shown = isRefuted(one) ? all.shown(one) : Shown();
    c.message = isRefuted(one) ? shown.what : one.reason;
    c.text = saidOf(all, one, shown);
  }
  return {suite};
}

// ---- SARIF

/// What is not PROVED, at its line. The rules are PTX-50's names.
std::string sarifText(const KernelVerdicts& all) {
  std::vector<Finding> findings;
  for (const PlaceVerdict& one : all.verdicts) {
    if (one.verdict == Verdict::Proved)
      continue;
    Finding finding{one.verdict, plainKernelName(all.module.kernel.name), one.reason, "", 0};
    const std::string place = all.placeOf(one);
    if (const std::size_t colon = place.rfind(':'); colon != std::string::npos) {
      std::from_chars(place.data() + colon + 1, place.data() + place.size(), finding.line);
      finding.file = finding.line ? place.substr(0, colon) : "";
    }
    const std::string also = all.alsoOf(one);
    finding.rule = all.ruleOf(one);
    finding.about = one.kind     ? fmt::format("{}: {}", ptx::ruleOf(*one.kind), ptx::wordsOf(*one.kind))
                    : all.second ? "PTX-52: Two kernels leave the same memory, and the second has no new finding."
                                 : "PTX-51: What is stated of the kernel holds afterwards.";
    finding.isNote = KernelVerdicts::exitCodeOf(one) == ExitCode::AsExpected;
    if (isRefuted(one)) {
      const Shown& shown = all.shown(one);
      for (const auto& [name, value] : shown.inputs)
        finding.properties["input"] +=
            fmt::format("{}{}={}", finding.properties["input"].empty() ? "" : " ", name, value);
      finding.properties["replay"] = fmt::format("{}", fmt::join(shown.commands, "\n"));
      finding.message = fmt::format("{}{}. Replay: {}", shown.what, also, fmt::join(shown.commands, "; "));
    } else {
      finding.message += also;
    }
    findings.push_back(std::move(finding));
  }
  const auto without = std::ranges::count(findings, "", &Finding::file);
  if (without)
    say("warplaw: {} of {} findings have no line and are not in the report\n", without, findings.size());
  return sarifOf(findings, all.made);
}

// ---- the table of Markdown and HTML: a finding a row

struct Counts {
  std::size_t proved = 0, checked = 0, refuted = 0, other = 0;
};
/// In the order of the verdicts.
std::vector<std::pair<std::string, Counts>> countsOf(const KernelVerdicts& all) {
  std::vector<std::pair<std::string, Counts>> rows;
  for (const PlaceVerdict& one : all.verdicts) {
    const std::string name = all.nameOf(one);
    if (rows.empty() || rows.back().first != name)
      rows.emplace_back(name, Counts());
    Counts& counts = rows.back().second;
    ++(one.verdict == Verdict::Proved    ? counts.proved
       : one.verdict == Verdict::Checked ? counts.checked
       : isRefuted(one)                  ? counts.refuted
                                         : counts.other);
  }
  return rows;
}

/// What CHECKED is limited to, each once.
std::vector<std::string> limitsOf(const KernelVerdicts& all) {
  std::vector<std::string> limits;
  for (const PlaceVerdict& one : all.verdicts)
    if (one.verdict == Verdict::Checked && std::ranges::find(limits, one.reason) == limits.end())
      limits.push_back(one.reason);
  return limits;
}

/// Those that a reader must look at: not PROVED, and not CHECKED, of which the limit is said once.
std::vector<const PlaceVerdict*> openOf(const KernelVerdicts& all) {
  std::vector<const PlaceVerdict*> open;
  for (const PlaceVerdict& one : all.verdicts)
    if (one.verdict != Verdict::Proved && one.verdict != Verdict::Checked)
      open.push_back(&one);
  return open;
}

std::string markdownText(const KernelVerdicts& all) {
  std::string text = fmt::format("## warplaw verify {}: {}\n\n{}. {}\n", plainMarkdown(titleOf(all)), all.conclusion(),
                                 plainMarkdown(all.launch), plainMarkdown(textOf(all.made)));
  text += "\n| finding | proved | checked | refuted | anything else |\n|---|--:|--:|--:|--:|\n";
  for (const auto& [name, counts] : countsOf(all))
    text += fmt::format("| {} | {} | {} | {} | {} |\n", plainMarkdown(name), counts.proved, counts.checked,
                        counts.refuted ? fmt::format("**{}**", counts.refuted) : "0", counts.other);
  for (const std::string& limit : limitsOf(all))
    text += fmt::format("\nCHECKED holds for: {}\n", plainMarkdown(limit));
  for (const std::string& note : all.notes())
    text += fmt::format("\n{}\n", plainMarkdown(note));
  std::size_t left = 0;
  for (const PlaceVerdict* const one : openOf(all)) {
    if (text.size() > kMostMarkdown / 2) {
      ++left;
      continue;
    }
    const std::string said = saidOf(all, *one, isRefuted(*one) ? all.shown(*one) : Shown());
    text += fmt::format("\n`{}`: **{}** {}{}\n\n{}", all.placeOf(*one), textOf(one->verdict),
                        plainMarkdown(all.nameOf(*one)), plainMarkdown(all.alsoOf(*one)),
                        markdownBlock(said.substr(0, kMostMarkdown / 10)));
  }
  return left ? text + fmt::format("\nAnd {} more.\n", left) : text;
}

// ---- HTML

/// A circle a lane: filled where it executes the step, red where the finding is about it.
std::string pictureOf(const ptx::Traced& step, std::uint32_t found) {
  constexpr unsigned kApart = 28, kRadius = 10, kHeight = 28;
  std::string lanes;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool isOn = step.lanes >> lane & 1, isFound = found >> lane & 1;
    const unsigned x = kApart * lane + kApart / 2;
    const std::vector<std::string> words = isOn ? wordsOf(step, lane) : std::vector<std::string>();
    lanes += fmt::format(
        R"(<g><title>lane {0}{1}{2}{3}</title><circle class="{4}{5}" cx="{6}" cy="{7}" r="{8}"/><text x="{6}" y="{9}">{0}</text></g>)",
        lane, isOn ? "" : ", off", words.empty() ? "" : "; ", html(fmt::format("{}", fmt::join(words, "; "))),
        isOn ? "on" : "off", isFound ? " differs" : "", x, kHeight / 2, kRadius, kHeight / 2 + 4);
  }
  return wide(fmt::format(
      R"(<svg class="warp" xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}: lanes {3} execute it, the finding is about {4}">{5}</svg>)",
      kApart * 32, kHeight, html(step.instruction), fuzz::laneList(step.lanes), fuzz::laneList(found), lanes));
}

std::string verdictSpan(const PlaceVerdict& one) {
  return fmt::format("<span class=\"{}\">{}</span>",
                     KernelVerdicts::exitCodeOf(one) == ExitCode::AsExpected ? "passed" : "failed",
                     textOf(one.verdict));
}

std::string articlesOf(const KernelVerdicts& all) {
  std::string text;
  for (const PlaceVerdict* const one : openOf(all)) {
    const Shown shown = isRefuted(*one) ? all.shown(*one) : Shown();
    std::string body = fmt::format("<p>{}</p>\n", html(isRefuted(*one) ? shown.what : one->reason));
    if (shown.step)
      body += pictureOf(*shown.step, shown.lanes);
    body += pre(all.tableOf(shown, false));
    for (const std::string& command : shown.commands)
      body += pre(command);
    text += article("",
                    fmt::format("{}: {} {}{}", html(all.placeOf(*one)), html(all.nameOf(*one)), verdictSpan(*one),
                                html(all.alsoOf(*one))),
                    body);
  }
  return text;
}

std::string pageText(const KernelVerdicts& all) {
  std::string rows;
  for (const auto& [name, counts] : countsOf(all))
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
                        "class=\"n{}\">{}</td><td class=\"n\">{}</td></tr>\n",
                        html(name), counts.proved, counts.checked, counts.refuted ? " failed" : "", counts.refuted,
                        counts.other);
  const std::string table =
      rows.empty() ? ""
                   : wide(fmt::format("<table><thead><tr><th>finding</th><th class=\"n\">proved</th><th "
                                      "class=\"n\">checked</th><th class=\"n\">refuted</th><th class=\"n\">anything "
                                      "else</th></tr></thead><tbody>\n{}</tbody></table>",
                                      rows));
  std::string limits;
  for (const std::string& limit : limitsOf(all))
    limits += fmt::format("<p>CHECKED holds for: {}</p>\n", html(limit));
  for (const std::string& note : all.notes())
    limits += fmt::format("<p>{}</p>\n", html(note));
  const std::string legend =
      "<p class=\"soft\">A picture has a warp's lanes, a circle each: <span class=\"key on\">&#9679;</span> executes "
      "the "
      "step, <span class=\"key off\">&#9675;</span> does not, <span class=\"key differs\">&#9679;</span> is what the "
      "finding is about. The registers of a lane stand beside the pointer over its circle.</p>\n";
  return pageOf("warplaw verify: " + titleOf(all), sumLine(all.exitCode() == ExitCode::AsExpected, all.conclusion()),
                fmt::format("<p class=\"soft\">{}</p>\n<p class=\"soft\">{}</p>\n<main id=\"main\">\n",
                            html(all.launch), html(textOf(all.made))) +
                    section("findings", "Findings", table + limits, "Nothing was asked.") + legend +
                    section("places", "Counterexamples, and what is not decided", articlesOf(all), "There are none.") +
                    "</main>\n");
}

} // namespace

void KernelReports::addOptions(Subcommand& command, bool whole) {
  if (whole)
    command.options({
        {"--junit", junit, "write a JUnit report to this file, with a case for each finding at each place"},
        {"--markdown", markdown,
         "write a summary to this file, as for GITHUB_STEP_SUMMARY: the table, and what is not proved"},
    });
  command.options({
      {"--sarif", sarif,
       "modules: write findings to this file as SARIF, for code scanning: each at its line, with the input and the "
       "command that shows it"},
      {"--html", html,
       "modules: write a page, index.html, into this folder, with the lanes of each counterexample; an older page "
       "is written over"},
  });
}

spec::Result<void> KernelReports::prepare(std::vector<std::string> others) const {
  for (const auto& [path, option] :
       {std::pair(junit, "--junit"), std::pair(markdown, "--markdown"), std::pair(sarif, "--sarif")}) {
    if (auto writable = checkReportFile(path, option, others); !writable)
      return writable;
    others.push_back(path);
  }
  return html.empty() ? spec::Result<void>() : checkOutputFolder(html, "--html");
}

spec::Result<void> KernelReports::write(const KernelVerdicts& verdicts) const {
  spec::Result<void> written;
  const auto keep = [&](const spec::Result<void>& done) {
    if (!done)
      written = done;
  };
  if (!junit.empty())
    keep(writeJunit(junit, suitesOf(verdicts)));
  if (!markdown.empty())
    keep(writeReportFile(markdown, markdownText(verdicts)));
  if (!sarif.empty())
    keep(writeReportFile(sarif, sarifText(verdicts)));
  if (!html.empty()) {
    std::error_code failed;
    std::filesystem::create_directories(html, failed);
    keep(writeReportFile(html + "/index.html", pageText(verdicts)));
  }
  return written;
}

} // namespace warplaw::tools
