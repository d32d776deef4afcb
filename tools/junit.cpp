#include "tools/junit.h"
#include "tools/markup.h"
#include "tools/output.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

/// XML reads a line end of an attribute as a blank.
std::string escaped(std::string_view text) { return escapedMarkup(text, LineEnds::AsNumbers); }

std::string textOf(const JunitCase& c) {
  std::string text = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")", escaped(c.group),
                                 escaped(c.name), c.seconds);
  if (c.outcome == JunitOutcome::Passed)
    return text + "/>\n";
  const char* const element = c.outcome == JunitOutcome::Failed  ? "failure"
                              : c.outcome == JunitOutcome::Error ? "error"
                                                                 : "skipped";
  text += fmt::format(">\n      <{}", element);
  if (c.outcome != JunitOutcome::Skipped)
    text += fmt::format(R"( type="{}")", escaped(c.kind));
  text += fmt::format(R"( message="{}")", escaped(c.message));
  text += c.text.empty() ? "/>" : fmt::format(">{}</{}>", escaped(c.text), element);
  return text + "\n    </testcase>\n";
}

std::string countsOf(const JunitSuite& suite) {
  const auto count = [&](JunitOutcome outcome) {
    return std::ranges::count(suite.cases, outcome, &JunitCase::outcome);
  };
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")", suite.cases.size(),
                     count(JunitOutcome::Failed), count(JunitOutcome::Error), count(JunitOutcome::Skipped),
                     suite.seconds);
}

} // namespace

spec::Result<void> writeJunit(const std::string& path, std::span<const JunitSuite> suites) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warplaw " WARPLAW_VERSION "\">\n";
  for (const JunitSuite& suite : suites) {
    text +=
        fmt::format("  <testsuite name=\"warplaw {} {}\" {}>\n", WARPLAW_VERSION, escaped(suite.name), countsOf(suite));
    if (!suite.properties.empty()) {
      text += "    <properties>\n";
      for (const auto& [name, value] : suite.properties)
        text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", escaped(name), escaped(value));
      text += "    </properties>\n";
    }
    for (const JunitCase& c : suite.cases)
      text += textOf(c);
    text += "  </testsuite>\n";
  }
  text += "</testsuites>\n";
  return writeReportFile(path, text);
}

} // namespace warplaw::tools
