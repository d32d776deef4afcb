#include "tools/check_page.h"
#include "check/entries.h"
#include "spec/shell_word.h"
#include "tools/grouped.h"
#include "tools/html.h"
#include "tools/output.h"
#include "tools/pictured_cases.h"
#include "tools/warp_picture.h"
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::tools {
namespace {
using check::Entry;
using check::FamilyReport;
using check::Finding;
using check::FormReport;
using check::Status;

std::string statusOf(Status status) {
  const std::string_view colour = status == Status::Ok               ? "passed"
                                  : status == Status::NotImplemented ? "soft"
                                                                     : "failed";
  return fmt::format("<span class=\"{}\">{}</span>", colour, nameOf(status));
}

/// Counts the forms that the executor has.
std::string sumOf(const check::Report& report) {
  std::uint64_t good = 0, all = 0;
  for (const FamilyReport& family : report.families)
    for (const FormReport& form : family.forms) {
      all += form.status != Status::NotImplemented;
      good += form.status == Status::Ok;
    }
  return sumLine(good == all && all > 0 && !report.interrupted,
                 fmt::format("{} of {} forms as expected{}", grouped(good), grouped(all),
                             report.interrupted ? ", interrupted" : ""));
}

std::string tableOf(const check::Report& report) {
  std::string rows;
  for (const FamilyReport& family : report.families)
    for (const FormReport& form : family.forms)
      if (family.implemented)
        rows += fmt::format(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}"
            "</td></tr>\n",
            html(form.form), statusOf(form.status), grouped(form.cases), grouped(form.wrong), html(form.remark));
  return rows.empty()
             ? ""
             : wide(fmt::format("<table><thead><tr><th>form</th><th>verdict</th><th class=\"n\">cases</th><th "
                                "class=\"n\">wrong</th><th>remark</th></tr></thead><tbody>\n{}</tbody></table>",
                                rows));
}

std::string mistakesOf(const check::Report& report, const CheckPageOptions& options) {
  PicturedCases cases;
  std::string text;
  for (const FamilyReport& family : report.families)
    for (const Entry& entry : check::entriesOf(family)) {
      const Finding& finding = *entry.findings.front();
      const bool isOfWarp = finding.operation.empty();
      std::string body = isOfWarp ? cases.shown(finding.smallest, finding.got)
                                  : pre(fmt::format("{}: {}", finding.operation, finding.what));
      if (!entry.behavesLike.empty())
        body +=
            fmt::format("<p>behaves like: {}{}</p>\n", html(fmt::format("{}", fmt::join(entry.behavesLike, ", or "))),
                        entry.isInPart ? ", in part" : "");
      if (!entry.others.empty())
        body += fmt::format("<p>the same in {}</p>\n", html(fmt::format("{}", fmt::join(entry.others, ", "))));
      const std::string path = isOfWarp ? options.paths.at(&finding) : "";
      if (isOfWarp)
        body += fmt::format("<p class=\"soft\">case file: {}</p>\n", html(path)) +
                pre(fmt::format("warplaw replay {} {}", options.executor.replayOptions(), spec::shellPath(path)));
      text += article("", fmt::format("{} {}", html(entry.form->form), statusOf(finding.status)), body);
    }
  return text;
}

} // namespace

spec::Result<void> writeCheckPage(const std::string& folder, const check::Report& report,
                                  const CheckPageOptions& options) {
  const std::string by = report.table.by(),
                    source = options.executor.files.empty() ? options.executor.command : options.executor.name();
  const std::string body =
      fmt::format("<p class=\"soft\">{}: {}</p>\n<main id=\"main\">\n", html(by), html(source)) +
      std::string(warpPictureHead()) + section("forms", "Forms", tableOf(report), "It implements nothing.") +
      std::string(warpPictureLegend()) +
      section("mistakes", "Mistakes", mistakesOf(report, options), "None was found.") + "</main>\n";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return writeReportFile(folder + "/index.html", pageOf("warplaw check: " + by, sumOf(report), body));
}

} // namespace warplaw::tools
