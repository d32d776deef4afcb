#include "tools/markdown.h"
#include "spec/counted.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace warplaw::tools {
using namespace proofs;

std::string markdownBlock(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos)
    fence += '`';
  return fmt::format("{}\n{}{}{}\n", fence, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string plainMarkdown(std::string_view text) {
  std::string all;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (std::string_view("\\`*_{}[]<>#|!~&").find(c) != std::string_view::npos)
      all += '\\';
    all += c;
  }
  return all;
}

namespace {

std::string heading(const RunResult& result, const Summary& summary) {
  return fmt::format("## warplaw verify: {}\n\n{}, {:.1f} s. {}\n", summary.conclusion(result.shortfall()),
                     spec::counted(result.records.size(), "obligation"), result.seconds,
                     plainMarkdown(textOf(result.made)));
}

std::string tableOf(const RunResult& result, const Summary& summary) {
  std::string text = "\n| instruction | forms | obligations | proved | checked | refuted as expected | anything else | "
                     "from the cache | seconds |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  InstructionSummary all{};
  for (const InstructionSummary& row : summary.rows()) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {:.1f} |\n", plainMarkdown(row.instruction),
                        row.forms.size(), row.obligations, row.proved, row.checked, row.refutedAsExpected,
                        row.other ? fmt::format("**{}**", row.other) : "0", row.cached, row.seconds);
    all.obligations += row.obligations;
    all.proved += row.proved;
    all.checked += row.checked;
    all.refutedAsExpected += row.refutedAsExpected;
    all.other += row.other;
    all.cached += row.cached;
    all.seconds += row.seconds;
  }
  return text + fmt::format("| all | | {} | {} | {} | {} | {} | {} | {:.1f} |\n", all.obligations, all.proved,
                            all.checked, all.refutedAsExpected, all.other, all.cached, all.seconds);
}

/// Each counterexample once: what else it refutes says so.
std::string failuresOf(const Summary& summary) {
  if (summary.notAsExpected().empty())
    return "";
  std::string text = "\n### Not as expected\n";
  std::map<std::string_view, std::string_view> shown; ///< counterexamples, and whose they are
  std::size_t left = 0;
  for (const Record& record : summary.notAsExpected()) {
    if (text.size() > kMostMarkdown / 2) {
      ++left;
      continue;
    }
    text += fmt::format("\n`{}`: **{}**, not {} ({}, {:.2f} s). {}\n", record.name, textOf(record.verdict),
                        textOf(record.expected), record.solver.empty() ? "no answer" : record.solver, record.seconds,
                        plainMarkdown(record.reason));
    if (record.counterexample.empty())
      continue;
    const auto [at, fresh] = shown.try_emplace(record.counterexample, record.name);
    text += fresh ? "\n" + markdownBlock(record.counterexample.substr(0, kMostMarkdown / 10))
                  : fmt::format("The same case as `{}`.\n", at->second);
  }
  return left ? text + fmt::format("\nAnd {} more.\n", left) : text;
}

std::string list(std::string_view title, const std::vector<std::string>& lines) {
  constexpr std::size_t kShown = 100;
  if (lines.empty())
    return "";
  std::string text = fmt::format("\n### {}\n\n", title);
  for (std::size_t i = 0; i < std::min(kShown, lines.size()); ++i)
    text += fmt::format("- {}\n", lines[i]);
  return lines.size() > kShown ? text + fmt::format("- and {} more\n", lines.size() - kShown) : text;
}

std::string slowestOf(const RunResult& result) {
  constexpr std::size_t kShown = 10;
  std::set<std::tuple<double, std::string, std::string>> slowest; // seconds below 0, name, solver
  for (const Record& record : result.records)
    if (record.seconds >= 0.01) {
      slowest.emplace(-record.seconds, record.name, record.solver);
      if (slowest.size() > kShown)
        slowest.erase(std::prev(slowest.end()));
    }
  if (slowest.empty())
    return "";
  std::string text =
      "\n<details><summary>What took longest</summary>\n\n| obligation | by | seconds |\n|---|---|--:|\n";
  for (const auto& [seconds, name, solver] : slowest)
    text += fmt::format("| `{}` | {} | {:.2f} |\n", name, plainMarkdown(solver), -seconds);
  return text + "\n</details>\n";
}

std::string changesOf(const Since& since) {
  std::vector<std::string> failures, verdicts, slower, made;
  for (const Changed& changed : since.failures)
    failures.push_back(fmt::format("`{}`: {}", changed.now.name, verdictOf(changed)));
  for (const Changed& changed : since.verdicts)
    verdicts.push_back(fmt::format("`{}`: {}", changed.now.name, verdictOf(changed)));
  for (const Changed& changed : since.slower)
    slower.push_back(fmt::format("`{}`: {}", changed.now.name, timeOf(changed)));
  for (const std::string& line : since.made)
    made.push_back(plainMarkdown(line));
  std::string text = fmt::format("\n## Since {}\n\n{} in both, {} new, {} gone.\n", plainMarkdown(since.path),
                                 spec::counted(since.both, "obligation"), since.fresh, since.gone);
  if (failures.empty() && verdicts.empty() && slower.empty())
    text += "Nothing fails anew, no verdict is another, nothing is much slower.\n";
  return text + list("New failures", failures) + list("Other verdicts", verdicts) +
         list(fmt::format("{} times slower", kSlower), slower) + list("Made otherwise", made);
}

} // namespace

std::string markdownOf(const RunResult& result, const Since* since) {
  const Summary summary = result.summary();
  std::vector<std::string> gaps = result.allGaps();
  for (std::string& gap : gaps)
    gap = plainMarkdown(gap);
  return heading(result, summary) + tableOf(result, summary) + failuresOf(summary) + list("Missing", gaps) +
         slowestOf(result) + (since ? changesOf(*since) : "");
}

} // namespace warplaw::tools
