#include "tools/run_result.h"
#include "proofs/engine/hash.h"
#include "proofs/statements/bitcode.h"
#include "tools/certificates.h"
#include "tools/say.h"
#include "tools/since.h"
#include "tools/theorem_run.h"
#include <boost/json.hpp>
#include <fmt/format.h>
#include <map>

namespace warplaw::tools {
using namespace proofs;
namespace {

std::string hashOfAllBitcode() {
  std::string hashes;
  for (const concrete::Bitcode& bitcode : embeddedBitcode())
    hashes += sha256(bitcode.bytes);
  return sha256(hashes);
}

namespace json = boost::json;

std::string jsonOf(const RunResult& result, const Since* since) {
  json::object o = json::parse(result.summary().json(result.seconds)).as_object();
  o["exit"] = static_cast<int>(result.exitCode());
  o["run"] = objectOf(result.made);
  const std::vector<std::string> gaps = result.allGaps();
  o["gaps"] = json::array(gaps.begin(), gaps.end());
  if (result.program)
    o["program"] = toJson(*result.program);
  if (makesCertificates(result.made))
    o["certificates"] = certificatesJson(result.records);
  if (since)
    o["since"] = json::parse(toJson(*since));
  return json::serialize(o);
}

} // namespace

std::vector<std::string> RunResult::allGaps() const {
  std::vector<std::string> all;
  for (const std::string& line : inventory.missing)
    all.push_back("MISSING " + line);
  for (const std::string& name : inventory.removed)
    all.push_back("REMOVED " + name);
  for (const std::string& line : inventory.changed)
    all.push_back("CHANGED " + line);
  std::ranges::copy(gaps, std::back_inserter(all));
  if (!undecided.empty())
    all.push_back(interruptedText(undecided.size(), theorems));
  std::ranges::copy(certificateGaps(made, records), std::back_inserter(all));
  return all;
}

Shortfall RunResult::shortfall() const {
  const std::size_t uncertified = certificateGaps(made, records).size();
  return {allGaps().size() - uncertified - !undecided.empty(), uncertified, undecided.size()};
}

Summary RunResult::summary() const {
  Summary summary;
  for (const Record& record : records)
    summary.add(record);
  return summary;
}

ExitCode RunResult::exitCode() const {
  ExitCode code = allGaps().empty() && inventory.complete() ? ExitCode::AsExpected : ExitCode::Inconclusive;
  for (const Record& record : records)
    code = combine(code, record.exitCode());
  if (program) // one that nothing was asked of has no record
    for (const StatementVerdict& statement : program->statements)
      code = combine(code, exitCodeOf(statement.verdict, statement.expected));
  return code;
}

std::function<std::size_t(const std::string&)> placesOf(const std::vector<Theorem>& theorems) {
  std::map<std::string, std::size_t> places;
  for (const Theorem& theorem : theorems)
    places.try_emplace(theorem.name, places.size());
  return [places = std::move(places)](const std::string& name) {
    const auto found = places.find(name);
    return found == places.end() ? places.size() : found->second;
  };
}

void sortAsStated(std::vector<Record>& records, const std::vector<Theorem>& theorems) {
  const auto placeOf = placesOf(theorems);
  std::ranges::sort(records, [&](const Record& a, const Record& b) {
    const std::size_t placeA = placeOf(a.theorem), placeB = placeOf(b.theorem);
    return placeA != placeB ? placeA < placeB : a.name < b.name;
  });
}

Provenance madeByThisProgram() {
  Provenance made;
  made.warplaw = WARPLAW_VERSION;
  made.program = provingHash();
  made.bitcode = hashOfAllBitcode();
  made.compiler = "clang " __clang_version__; // one compiler for the program and what is embedded (CMakeLists.txt)
  return made;
}

std::string solversText(std::string_view policyName, const SolverPolicy& policy) {
  std::string text;
  for (const auto& solver : policy.solvers)
    text +=
        fmt::format("{} {} {}", text.empty() ? fmt::format("{}:", policyName) : ",", solver->name(), solver->version());
  return text;
}

std::string limitsText(const RunOptions& options) {
  return fmt::format("{} s and {} MiB an answer", options.timeout, options.memoryBytes >> 20);
}

std::string textOf(const Provenance& made) {
  std::string text = fmt::format("warplaw {}, bitcode {}, {}", made.warplaw, made.bitcode.substr(0, 12), made.compiler);
  if (!made.solvers.empty()) // else nothing was run
    text += fmt::format(", {}; {}, {}", made.solvers, made.options, made.limits);
  return text;
}

json::object objectOf(const Provenance& made) {
  json::object o = json::parse(toJson(made)).as_object();
  o.erase("theorems");
  return o;
}

std::vector<std::pair<std::string, std::string>> propertiesOf(const Provenance& made) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [name, value] : objectOf(made))
    if (const json::string* text = value.if_string(); text && !text->empty())
      all.emplace_back(name, *text);
  return all;
}

void show(const RunResult& result, const Since* since, bool json) {
  if (json)
    fmt::print("{}\n", jsonOf(result, since));
  else
    fmt::print("{}{}{}{}\n{}", result.program ? textOf(*result.program) : "",
               result.summary().text(Screen::of(stdout).colour, result.seconds, result.shortfall()),
               certificateTable(result.records), textOf(result.made), since ? textOf(*since) : "");
  std::string rest = textOf(result.inventory);
  for (const std::string& line : result.gaps)
    rest += line + "\n";
  if (!result.undecided.empty())
    rest += interruptedText(result.undecided.size(), result.theorems) + "\n";
  for (const std::string& line : certificateGaps(result.made, result.records))
    rest += line + "\n";
  fmt::print(json ? stderr : stdout, "{}", rest);
}

std::vector<JunitSuite> suitesOf(const RunResult& result) {
  std::vector<JunitSuite> suites;
  std::map<std::string, std::size_t> place;
  const auto suiteOf = [&](const std::string& name) -> JunitSuite& {
    const auto [at, fresh] = place.try_emplace(name, suites.size());
    if (fresh)
      suites.push_back({"verify " + name, 0, {}, propertiesOf(result.made)});
    return suites[at->second];
  };
  for (const Record& record : result.records) {
    JunitSuite& suite = suiteOf(record.instruction);
    suite.seconds += record.seconds;
    JunitCase& c = suite.cases.emplace_back(JunitCase{record.theorem, record.name, record.seconds, JunitOutcome::Passed,
                                                      std::string(textOf(record.verdict)), "", ""});
    if (record.exitCode() == ExitCode::AsExpected)
      continue;
    c.outcome = record.exitCode() == ExitCode::Counterexample ? JunitOutcome::Failed : JunitOutcome::Error;
    c.message = fmt::format("{}, not {}", textOf(record.verdict), textOf(record.expected));
    c.text = record.reason + (record.counterexample.empty() ? "" : "\n" + record.counterexample);
  }
  for (const std::string& gap : result.allGaps())
    suiteOf("inventory").cases.push_back({"inventory", gap, 0, JunitOutcome::Error, "MISSING", gap, ""});
  return suites;
}

} // namespace warplaw::tools
