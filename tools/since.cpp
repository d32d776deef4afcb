#include "tools/since.h"
#include "spec/counted.h"
#include "tools/certificates.h"
#include <algorithm>
#include <boost/json.hpp>
#include <fmt/format.h>
#include <set>

namespace warplaw::tools {
using namespace proofs;
namespace {
namespace json = boost::json;

/// What it adds to its run's exit code.
ExitCode codeOf(const Provenance& made, const Record& record) {
  return combine(record.exitCode(),
                 whyUncertified(made, record).empty() ? ExitCode::AsExpected : ExitCode::Inconclusive);
}

bool failsAnew(ExitCode now, std::optional<ExitCode> then) {
  if (now == ExitCode::AsExpected)
    return false;
  return !then || *then == ExitCode::AsExpected || (now == ExitCode::Counterexample && *then != now);
}

// A run that made none is left out.
bool otherCertificate(const Record& now, const Record& then) {
  return now.certificate && then.certificate && now.certificate->status != then.certificate->status;
}

bool isOtherwise(const Record& now, const Record& then) {
  return now.verdict != then.verdict || now.expected != then.expected || otherCertificate(now, then);
}

/// What is said of one of the two, as far as it tells them apart.
std::string stateOf(const Record& record, const Changed& changed) {
  std::string text(textOf(record.verdict));
  if (changed.then && changed.now.expected != changed.then->expected)
    text += fmt::format(" where {} is expected", textOf(record.expected));
  const bool fallsShort = record.certificate && record.certificate->fallsShort();
  if (fallsShort || (changed.then && otherCertificate(changed.now, *changed.then)))
    text += fmt::format(" ({})", textOf(record.certificate->status));
  return text;
}

bool wasAsked(const Record& record) { return !record.cached && !record.resumed && record.seconds > 0; }

bool isSlower(const Record& now, const Record& then) {
  return wasAsked(now) && wasAsked(then) && now.seconds >= kLeastSeconds && now.seconds >= kSlower * then.seconds;
}

std::vector<std::string> madeOtherwise(const EarlierResults& earlier, const Provenance& now) {
  if (earlier.runs.empty())
    return {"the earlier results do not say what made them"};
  const Provenance& then = earlier.runs.back().made;
  std::vector<std::string> lines;
  const auto compare = [&](const char* what, const std::string& before, const std::string& after) {
    if (before != after && !after.empty()) // empty: several runs made what is known now
      lines.push_back(fmt::format("{}: {} then, {} now", what, before.substr(0, 60), after.substr(0, 60)));
  };
  compare("warplaw", then.warplaw, now.warplaw);
  compare("bitcode", then.bitcode.substr(0, 12), now.bitcode.substr(0, 12));
  compare("compiler", then.compiler, now.compiler);
  compare("solvers", then.solvers, now.solvers);
  compare("options", then.options, now.options);
  compare("limits", then.limits, now.limits);
  return lines;
}

json::object objectOf(const Record& record) {
  json::object o{
      {"verdict", textOf(record.verdict)}, {"expected", textOf(record.expected)}, {"seconds", record.seconds}};
  if (record.certificate)
    o["certificate"] = textOf(record.certificate->status);
  return o;
}

json::object objectOf(const Changed& changed) {
  json::object o = objectOf(changed.now);
  o["name"] = changed.now.name;
  if (changed.then)
    o["then"] = objectOf(*changed.then);
  return o;
}

json::array arrayOf(const std::vector<Changed>& all) {
  json::array array;
  for (const Changed& changed : all)
    array.push_back(objectOf(changed));
  return array;
}

} // namespace

Since changesSince(const std::string& path, const EarlierResults& earlier, const Provenance& made,
                   const Records& records) {
  Since since;
  since.path = path;
  since.made = madeOtherwise(earlier, made);
  const Provenance madeThen = earlier.runs.empty() ? Provenance() : earlier.runs.back().made;
  std::set<std::string> theorems, instructions; // a run of whole instructions has all of their theorems
  std::set<const Record*> there;                // of the earlier ones, those of both runs
  for (const Record& now : records) {
    theorems.insert(now.theorem);
    if (made.scope != Scope::Part)
      instructions.insert(now.instruction);
    const auto found = earlier.records.find(now.name);
    const Record* const then = found == earlier.records.end() ? nullptr : &found->second;
    ++(then ? since.both : since.fresh);
    there.insert(then);
    Changed changed{now, then ? std::optional(*then) : std::nullopt};
    if (failsAnew(codeOf(made, now), then ? std::optional(codeOf(madeThen, *then)) : std::nullopt))
      since.failures.push_back(changed);
    else if (then && isOtherwise(now, *then))
      since.verdicts.push_back(changed);
    if (then && isSlower(now, *then))
      since.slower.push_back(std::move(changed));
  }
  for (const auto& [name, then] : earlier.records)
    since.gone +=
        (theorems.contains(then.theorem) || instructions.contains(then.instruction)) && !there.contains(&then);
  std::ranges::sort(since.slower, {}, [](const Changed& c) { return std::pair(-c.now.seconds, c.now.name); });
  return since;
}

std::string verdictOf(const Changed& changed) {
  return fmt::format("{}, {}", stateOf(changed.now, changed),
                     changed.then ? fmt::format("was {}", stateOf(*changed.then, changed)) : "was not there");
}

std::string timeOf(const Changed& changed) {
  return fmt::format("{:.2f} s, was {:.2f} s", changed.now.seconds, changed.then->seconds);
}

std::string textOf(const Since& since) {
  using spec::counted;
  std::string text = fmt::format(
      "since {}: {}, {}, {} {} times slower; {} in both, {} new, {} gone\n", since.path,
      counted(since.failures.size(), "new failure"), counted(since.verdicts.size(), "other verdict"),
      counted(since.slower.size(), "obligation"), kSlower, counted(since.both, "obligation"), since.fresh, since.gone);
  for (const std::string& line : since.made)
    text += fmt::format("  {}\n", line);
  for (const Changed& changed : since.failures)
    text += fmt::format("  FAILURE  {}: {}\n", changed.now.name, verdictOf(changed));
  for (const Changed& changed : since.verdicts)
    text += fmt::format("  CHANGED  {}: {}\n", changed.now.name, verdictOf(changed));
  for (const Changed& changed : since.slower)
    text += fmt::format("  SLOWER   {}: {}\n", changed.now.name, timeOf(changed));
  return text;
}

std::string toJson(const Since& since) {
  return json::serialize(json::object{{"file", since.path},
                                      {"made", json::array(since.made.begin(), since.made.end())},
                                      {"failures", arrayOf(since.failures)},
                                      {"verdicts", arrayOf(since.verdicts)},
                                      {"slower", arrayOf(since.slower)},
                                      {"both", since.both},
                                      {"new", since.fresh},
                                      {"gone", since.gone}});
}

} // namespace warplaw::tools
