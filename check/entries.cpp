#include "check/entries.h"
#include "spec/counted.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::check {
namespace {

/// Where it went wrong without what differs from process to process; an opcode that gives something wrong does so as
/// others of its row.
std::string_view causeOf(const Finding& finding) {
  if (finding.status == Status::Mismatch && !finding.row.empty())
    return finding.row;
  const std::string_view what = finding.what;
  return finding.status == Status::Timeout ? ""
                                           : what.substr(0, std::min(what.find(" at address "), what.find(kItSays)));
}

std::vector<std::string> inBoth(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  std::vector<std::string> both;
  std::ranges::copy_if(one, std::back_inserter(both),
                       [&](const std::string& name) { return std::ranges::find(other, name) != other.end(); });
  return both;
}

} // namespace

bool isSameMistake(const Finding& one, const Finding& other) {
  if (one.status != other.status || one.isAlone != other.isAlone)
    return false;
  if (one.behavesLike.empty() && other.behavesLike.empty())
    return causeOf(one) == causeOf(other);
  return !inBoth(one.behavesLike, other.behavesLike).empty();
}

std::vector<Entry> entriesOf(const FamilyReport& family) {
  std::vector<Entry> entries;
  for (const FormReport& form : family.forms)
    for (const Finding& finding : form.findings) {
      const auto known = std::ranges::find_if(entries, [&](const Entry& entry) {
        return isSameMistake(*entry.findings.front(), finding) &&
               (entry.behavesLike.empty() || !inBoth(entry.behavesLike, finding.behavesLike).empty());
      });
      if (known == entries.end()) {
        entries.push_back({&form, {&finding}, finding.behavesLike, finding.isInPart, {}});
        continue;
      }
      known->findings.push_back(&finding);
      known->isInPart |= finding.isInPart;
      known->behavesLike = inBoth(known->behavesLike, finding.behavesLike);
      if (known->form != &form)
        known->others.push_back(form.form);
    }
  return entries;
}

std::string othersText(const Entry& entry) {
  if (entry.others.empty())
    return "";
  return fmt::format("  the same in {}: {}\n", spec::counted(entry.others.size(), "other form"),
                     fmt::join(entry.others, ", "));
}

std::size_t entryOf(std::span<const Entry> entries, const Finding& finding) {
  const auto has = [&](const Entry& entry) {
    return std::ranges::find(entry.findings, &finding) != entry.findings.end();
  };
  return static_cast<std::size_t>(std::ranges::find_if(entries, has) - entries.begin());
}

} // namespace warplaw::check
