#include "tools/check_report.h"
#include "check/entries.h"
#include "fuzz/counterexample.h"
#include "spec/counted.h"
#include "spec/shell_word.h"
#include "tools/check_page.h"
#include "tools/grouped.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/junit.h"
#include "tools/outcome_json.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>

namespace warplaw::tools {
namespace {
using check::Entry;
using check::FamilyReport;
using check::Finding;
using check::FormReport;
using check::Status;

constexpr std::uint64_t kFewAnswers = 32; ///< tell nothing of all

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// What lanes whose source is off give, where they always give the same and no rule promises it.
std::vector<std::string_view> inactiveOf(const FormReport& form) {
  std::vector<std::string_view> gives;
  for (unsigned k = 0; k < check::kInactiveSources && form.coverage.off >= kFewAnswers; ++k)
    if (form.coverage.offGives >> k & 1)
      gives.push_back(nameOf(static_cast<check::InactiveSources>(k)));
  return gives;
}

std::string coverageText(const FamilyReport& family, const FormReport& form) {
  if (!form.looked)
    return "";
  std::string text = form.looked == form.cases ? "; " : fmt::format("; in {} of them ", grouped(form.looked));
  for (std::size_t k = 0; k < family.counters.size(); ++k)
    text += fmt::format("{}{}: {}", k ? ", " : "", family.counters[k], grouped(form.coverage.count[k]));
  if (form.coverage.same)
    text += fmt::format(", a destination is a source: {}", grouped(form.coverage.same));
  const std::vector<std::string_view> gives = inactiveOf(form);
  if (!gives.empty())
    text += fmt::format(", inactive: {}", fmt::join(gives, " or "));
  if (form.coverage.kinds)
    text += fmt::format(", segment masks: {}", std::popcount(form.coverage.kinds));
  return text;
}

class Printer {
public:
  Printer(const check::Report& report, const ReportOptions& options) : report_(report), options_(options) {}

  spec::Result<void> run() {
    for (const FamilyReport& family : report_.families)
      for (const FormReport& form : family.forms)
        for (const Finding& finding : form.findings)
          if (auto kept = keep(finding); !kept)
            return kept.error();
    options_.json ? json() : text();
    if (!options_.html.empty())
      if (auto written = writeCheckPage(options_.html, report_, {options_.executor, paths_}); !written)
        return written.error();
    return options_.junit.empty() ? spec::Result<void>() : writeJunit(options_.junit, suites());
  }

private:
  /// The case file, and what is shown of it.
  spec::Result<void> keep(const Finding& finding) {
    if (!finding.operation.empty())
      return {}; // of one thread: the line says it all
    auto path = fuzz::writeCounterexample({"", finding.smallest, finding.got}, options_.folder);
    if (!path)
      return path.error();
    paths_[&finding] = *path;
    return {};
  }

  void text() {
    const check::Table& table = report_.table;
    fmt::print("{}{}{}: {}\n", table.name.empty() ? "executor" : printable(table.name),
               table.version.empty() ? "" : " ", printable(table.version),
               printable(options_.executor.files.empty() ? options_.executor.command : options_.executor.name()));
    for (const FamilyReport& family : report_.families)
      lines(family);
    notImplemented();
    std::vector<Entry> entries;
    for (const FamilyReport& family : report_.families)
      std::ranges::move(check::entriesOf(family), std::back_inserter(entries));
    std::ranges::for_each(entries, [&](const Entry& entry) { found(entry); });
    unlike(entries);
    for (const FamilyReport& family : report_.families)
      if (family.implemented)
        summary(family);
    notDone();
  }

  void lines(const FamilyReport& family) {
    if (!family.implemented)
      return;
    sharedLines(family);
    for (const FormReport& form : family.forms) {
      if (isShared(form))
        continue;
      std::string more = groupedCount(form.cases, "case");
      if (form.wrong)
        more += fmt::format(", {} of them wrong", grouped(form.wrong));
      if (form.status == Status::Ok)
        more += coverageText(family, form);
      if (!form.remark.empty())
        more += "; " + form.remark;
      line(form.form, nameOf(form.status), more);
    }
  }
  static bool isShared(const FormReport& form) {
    return !form.isAsked ||
           (!form.mnemonic.empty() && (form.status == Status::Ok || form.status == Status::NotImplemented));
  }
  /// Opcodes that are right, a line for each mnemonic.
  static void sharedLines(const FamilyReport& family) {
    for (const auto& [mnemonic, sum] : sumsOf(family, Status::Ok))
      line(mnemonic, nameOf(Status::Ok),
           fmt::format("{}, {}", spec::counted(sum.forms, "opcode"), groupedCount(sum.cases, "case")));
  }
  struct Sum {
    std::size_t forms = 0;
    std::uint64_t cases = 0;
  };
  static std::map<std::string_view, Sum> sumsOf(const FamilyReport& family, Status status) {
    std::map<std::string_view, Sum> sums;
    for (const FormReport& form : family.forms)
      if (isShared(form) && form.status == status) {
        ++sums[form.mnemonic].forms;
        sums[form.mnemonic].cases += form.cases;
      }
    return sums;
  }
  void notImplemented() const {
    std::vector<std::string> names;
    for (const FamilyReport& family : report_.families)
      if (!family.implemented)
        names.push_back(upper(family.name));
      else
        for (const auto& [mnemonic, sum] : sumsOf(family, Status::NotImplemented))
          names.push_back(fmt::format("{} ({})", mnemonic, sum.forms));
    if (!names.empty())
      line(nameOf(Status::NotImplemented), fmt::format("{}", fmt::join(names, ", ")), "");
    std::vector<std::string> notAsked;
    for (const FamilyReport& family : report_.families)
      if (const auto count = std::ranges::count(family.forms, false, &FormReport::isAsked))
        notAsked.push_back(fmt::format("{} ({})", upper(family.name), count));
    if (!notAsked.empty())
      line(nameOf(Status::Vacuous), fmt::format("{}: {}", fmt::join(notAsked, ", "), check::kNotAnswered), "");
  }
  static void line(std::string_view form, std::string_view status, std::string_view more) {
    fmt::print("{:<15} {:<{}}{}\n", form, status, more.empty() ? 0 : 10, more);
  }

  void found(const Entry& entry) {
    const Finding& finding = *entry.findings.front();
    fmt::print("\n{} {}: {}\n{}", entry.form->form, nameOf(finding.status), finding.what, shown(finding));
    if (!entry.behavesLike.empty())
      fmt::print("{}", behavesLike(*entry.form, finding, entry.behavesLike, entry.isInPart));
    fmt::print("{}", othersText(entry));
    if (const std::string& path = paths_[&finding]; !path.empty())
      fmt::print("  case file: {}\n  replay:    warplaw replay {} {}\n", path, options_.executor.replayOptions(),
                 spec::shellPath(path));
  }

  /// The lanes, or what one thread was asked.
  static std::string shown(const Finding& finding) {
    return finding.operation.empty() ? finding.table : fmt::format("  {}\n", finding.operation);
  }

  /// What the time was too short for.
  void notDone() const {
    const auto [forms, cases] = leftUndone();
    if (forms || cases)
      fmt::print("\nnot done, as the time was up: {} not asked, {} not made small; a longer --seconds, or --family\n",
                 spec::counted(forms, "form"), spec::counted(cases, "case"));
  }
  std::pair<std::size_t, std::size_t> leftUndone() const {
    std::size_t forms = 0, cases = 0;
    for (const FamilyReport& family : report_.families)
      for (const FormReport& form : family.forms) {
        forms += !form.isAsked;
        cases += static_cast<std::size_t>(
            std::ranges::count_if(form.findings, [](const Finding& finding) { return !finding.isSmall; }));
      }
    return {forms, cases};
  }

  /// Said once, after all that is found.
  static void unlike(const std::vector<Entry>& entries) {
    std::vector<std::string_view> forms;
    for (const Entry& entry : entries)
      if (entry.behavesLike.empty() && entry.findings.front()->status == Status::Mismatch) {
        forms.push_back(entry.form->form);
        forms.insert(forms.end(), entry.others.begin(), entry.others.end());
      }
    std::ranges::sort(forms);
    forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
    if (!forms.empty())
      fmt::print("\nwithout `behaves like`: no wrong reading that is stated explains what is wrong in {}\n",
                 fmt::join(forms, ", "));
  }

  /// That a mistake is like no reading is told where it stands beside others.
  static std::string behavesLike(const FormReport& form, const Finding& finding, const std::vector<std::string>& names,
                                 bool isInPart) {
    if (finding.status != Status::Mismatch)
      return "";
    if (names.empty())
      return form.findings.size() > 1 ? "  behaves like: no wrong reading that is stated\n" : "";
    return fmt::format("  behaves like: {}{}\n", fmt::join(names, ", or "), isInPart ? ", in part" : "");
  }

  static void summary(const FamilyReport& family) {
    const double rate = family.seconds > 0 ? static_cast<double>(family.cases) / family.seconds : 0;
    fmt::print("\n{}: {}{}, {:.2f} million a second", upper(family.name),
               family.corpus ? groupedCount(family.corpus, "case") + " of the corpus, then " : "",
               groupedCount(family.cases, "case"), 1e-6 * rate);
    const auto& outside = family.outside;
    if (!outside.ended.empty())
      fmt::print("\n  outside its domain (no fault): it ends there: {}", outside.ended);
    else if (outside.cases)
      fmt::print("\n  outside its domain (no fault): {} of {} differ", grouped(outside.differ), grouped(outside.cases));
    fmt::print("\n");
  }

  /// A suite a family; a form that it leaves out of its domain is none of its cases.
  std::vector<JunitSuite> suites() {
    std::vector<JunitSuite> all;
    for (const FamilyReport& family : report_.families) {
      JunitSuite& suite = all.emplace_back(JunitSuite{"check " + family.name, family.seconds, {}});
      const double perCase = family.cases ? family.seconds / static_cast<double>(family.cases) : 0;
      for (const FormReport& form : family.forms)
        suite.cases.push_back(junit(family, form, perCase * static_cast<double>(form.cases)));
    }
    return all;
  }
  JunitCase junit(const FamilyReport& family, const FormReport& form, double seconds) {
    JunitCase c{family.name, form.form, seconds, outcomeOf(form.status), std::string(nameOf(form.status)),
                form.remark, ""};
    if (form.status == Status::NotImplemented)
      c.message = "not implemented";
    for (const Finding& finding : form.findings) {
      if (c.text.empty())
        c.message = finding.what.empty() ? c.kind : finding.what;
      c.text += shown(finding) + behavesLike(form, finding, finding.behavesLike, finding.isInPart);
      if (const std::string& path = paths_[&finding]; !path.empty())
        c.text += fmt::format("  case file: {}\n", path);
    }
    if (!form.findings.empty() && !form.remark.empty())
      c.text += "  " + form.remark + "\n";
    return c;
  }
  static JunitOutcome outcomeOf(Status status) {
    switch (status) {
    case Status::Ok:
      return JunitOutcome::Passed;
    case Status::NotImplemented:
      return JunitOutcome::Skipped;
    case Status::Vacuous:
      return JunitOutcome::Error;
    case Status::Mismatch:
    case Status::Crash:
    case Status::Timeout:
      break;
    }
    return JunitOutcome::Failed;
  }

  void json() {
    boost::json::array families;
    for (const FamilyReport& family : report_.families) {
      const std::vector<Entry> entries = check::entriesOf(family);
      boost::json::array forms;
      for (const FormReport& form : family.forms)
        forms.push_back(json(family, form, entries));
      families.push_back(
          {{"family", family.name},
           {"implemented", family.implemented},
           {"corpus", family.corpus},
           {"cases", family.cases},
           {"seconds", family.seconds},
           {"outside",
            {{"cases", family.outside.cases}, {"differ", family.outside.differ}, {"ended", family.outside.ended}}},
           {"forms", std::move(forms)}});
    }
    const auto [notAsked, notSmall] = leftUndone();
    printJsonLine({{"executor", report_.table.name},
                   {"version", report_.table.version},
                   {"interrupted", report_.interrupted},
                   {"notDone", {{"forms", notAsked}, {"cases", notSmall}}},
                   {"families", std::move(families)}});
  }
  boost::json::object json(const FamilyReport& family, const FormReport& form, const std::vector<Entry>& entries) {
    boost::json::object out{{"form", form.form},   {"status", nameOf(form.status)}, {"cases", form.cases},
                            {"wrong", form.wrong}, {"remark", form.remark},         {"looked", form.looked}};
    boost::json::object& coverage = out["coverage"].emplace_object();
    for (std::size_t k = 0; k < family.counters.size(); ++k)
      coverage[family.counters[k]] = form.coverage.count[k];
    if (const auto gives = inactiveOf(form); !gives.empty())
      out["inactive"] = jsonTexts(gives);
    boost::json::array& findings = out["findings"].emplace_array();
    for (const Finding& finding : form.findings) {
      boost::json::object one{{"status", nameOf(finding.status)},
                              {"what", finding.what},
                              {"behavesLike", fmt::format("{}", fmt::join(finding.behavesLike, ", or "))},
                              {"inPart", finding.isInPart},
                              {"entry", check::entryOf(entries, finding)},
                              {"case", paths_[&finding]}};
      if (!finding.operation.empty())
        one["operation"] = finding.operation;
      else
        addOutcomes(one, finding.smallest, finding.got, finding.right);
      findings.push_back(std::move(one));
    }
    return out;
  }

  const check::Report& report_;
  const ReportOptions& options_;
  std::map<const Finding*, std::string> paths_;
};

} // namespace

spec::Result<void> printReport(const check::Report& report, const ReportOptions& options) {
  return Printer(report, options).run();
}

} // namespace warplaw::tools
