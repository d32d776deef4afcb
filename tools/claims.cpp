// Published claims: see claims.h.
#include "tools/claims.h"
#include "fuzz/oracle.h"
#include "proofs/engine/runner.h"
#include "proofs/theorems/theorems.h"
#include "spec/rules.h"
#include "tools/html.h"
#include "tools/program.h"
#include "tools/theorem_run.h"
#include "tools/third_statement.h"
#include "tools/warp_picture.h"
#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::tools {
namespace {
namespace fs = std::filesystem;
using namespace proofs;

constexpr std::string_view kFolder = "contradictions";

/// Theorems that have claims. Whole: what is kept of them serves others.
std::vector<Theorem> settling(std::string_view prefix) {
  std::vector<Theorem> theorems = allTheorems(Subject::shipped());
  for (Theorem& theorem : theorems)
    std::erase_if(theorem.claims,
                  [&](const Claim& claim) { return !boost::algorithm::istarts_with(claim.rule, prefix); });
  std::erase_if(theorems, [](const Theorem& theorem) { return theorem.claims.empty(); });
  return theorems;
}

struct DecidedClaims {
  std::map<std::string, Verdict> verdicts; ///< by obligation
  std::set<std::string> undecided;         ///< theorems that an interrupt left open
  std::string known;                       ///< LookedUp's
};

spec::Result<DecidedClaims> decide(const std::vector<Theorem>& theorems, bool prove, const Interrupt& interrupt) {
  DecidedClaims decided;
  const auto ran = lookUp(theorems, {.prove = prove, .keep = true}, interrupt, [&](const Record& record) {
    if (isInterrupted(record)) { // a theorem that is one obligation has its name, and would be taken for decided
      decided.undecided.insert(record.theorem);
      return;
    }
    // a refutation whose witness did not replay is no refutation
    decided.verdicts[record.name] = record.verdict == Verdict::Refuted && record.exitCode() != ExitCode::AsExpected
                                        ? Verdict::Error
                                        : record.verdict;
  });
  if (!ran)
    return ran.error();
  decided.known = ran->known;
  return decided;
}

/// Witnesses, run by everything that knows what comes of them.
class RunWitnesses {
public:
  explicit RunWitnesses(std::string corpus)
      : folder_(fs::path(std::move(corpus)) / kFolder), readings_(allReadings()) {}

  /// Fills in comment and table; what is wrong with the witness, if anything.
  std::string look(SettledClaim& settled) {
    const Claim& claim = settled.claim;
    if (claim.witness.empty())
      return "";
    named_.insert(claim.witness);
    const auto read = spec::readProgramCase(fileOf(claim.witness));
    if (!read)
      return read.error().message;
    if (std::ranges::find(read->rules, claim.rule) == read->rules.end())
      return fmt::format("{} does not name {}", claim.witness, claim.rule);
    if (!read->expected)
      return fmt::format("{} expects nothing", claim.witness);
    settled.comment = read->comment;
    auto replayed = replayProgram(oracle_, *read, "");
    if (!replayed)
      return fmt::format("{}: {}", claim.witness, replayed.error().message);
    if (!replayed->differs.empty())
      return fmt::format("{}: {}", claim.witness, replayed->differs);
    if (const auto c = spec::asSingle(*read))
      return believe(settled, *c);
    const auto ran = execProgram(oracle_, *read, "", {}, nullptr);
    if (!ran)
      return fmt::format("{}: {}", claim.witness, ran.error().message);
    settled.table = tablesOf(oracle_, *read, *ran, {});
    settled.picture = programPictures(oracle_, *read);
    return claim.misreading.empty() ? "" : fmt::format("{} is a program, no instruction", claim.witness);
  }

  /// Case files that no claim names.
  std::vector<std::string> others() const {
    std::vector<std::string> files;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, none))
      if (!named_.contains(entry.path().stem()))
        files.push_back(entry.path().filename());
    std::ranges::sort(files);
    return files;
  }

private:
  std::string fileOf(const std::string& witness) const { return folder_ / (witness + ".json"); }

  /// The table: what holds, and what the claim would give.
  std::string believe(SettledClaim& settled, const spec::Case& c) {
    const auto holds = oracle_.encode(c);
    if (!holds)
      return holds.error().message;
    settled.table = fuzz::laneTable(oracle_, c, *holds, *holds, {});
    settled.picture = wide(warpPicture(oracle_, c, *holds, *holds));
    if (settled.claim.misreading.empty())
      return "";
    const auto of =
        std::ranges::find(readings_, c.instruction.mnemonic(), [](const Readings& r) { return r.mnemonic; });
    const auto wrong = std::ranges::find(of->wrong, settled.claim.misreading, &Misreading::name);
    if (wrong == of->wrong.end())
      return fmt::format("{} has no misreading {}", settled.instruction, settled.claim.misreading);
    if (std::ranges::find(wrong->breaks, settled.claim.rule) == wrong->breaks.end())
      return fmt::format("{} does not break {}", wrong->name, settled.claim.rule);
    const fuzz::Outcome claimed = outcomeOf(c, wrong->reading);
    if (fuzz::compareExpected(c, claimed).empty())
      return fmt::format("{} does not contradict {}", settled.claim.witness, wrong->name);
    settled.table = fuzz::laneTable(oracle_, c, *holds, claimed, {});
    settled.picture = wide(warpPicture(oracle_, c, *holds, claimed));
    return "";
  }

  fs::path folder_;
  std::vector<Readings> readings_;
  std::set<std::string> named_;
  fuzz::Oracle oracle_;
};

void addMissing(Contradictions& all, const RunWitnesses& witnesses) {
  for (const spec::Rule& rule : spec::rules())
    if (rule.disputed && std::ranges::find(all.claims, rule.name, [](const SettledClaim& s) {
                           return std::string_view(s.claim.rule);
                         }) == all.claims.end())
      all.faults.push_back(fmt::format("{}: is disputed, and no theorem has the claim", rule.name));
  for (const std::string& file : witnesses.others())
    all.faults.push_back(fmt::format("{}/{} is no claim's witness", kFolder, file));
}

} // namespace

spec::Result<Contradictions> contradictions(const std::string& corpus, std::string_view prefix, bool prove,
                                            const Interrupt& interrupt) {
  const std::vector<Theorem> theorems = settling(prefix);
  const auto decided = decide(theorems, prove, interrupt);
  if (!decided)
    return decided.error();
  Contradictions all;
  all.known = decided->known;
  if (!decided->undecided.empty())
    all.interrupted = interruptedText(decided->undecided.size(), theorems.size());
  RunWitnesses witnesses(corpus);
  for (const spec::Rule& rule : spec::rules())
    for (const Theorem& theorem : theorems)
      for (const Claim& claim : theorem.claims) {
        if (claim.rule != rule.name)
          continue;
        SettledClaim settled{claim, theorem.instruction, std::string(rule.statement)};
        const auto known = decided->verdicts.find(claim.obligation);
        const bool isKnown = known != decided->verdicts.end(), isOpen = decided->undecided.contains(theorem.name);
        settled.verdict = isKnown ? known->second : isOpen ? Verdict::Unknown : Verdict::Error;
        if (settled.verdict != Verdict::Refuted && (isKnown || !isOpen))
          all.faults.push_back(fmt::format("{}: {} is {}", claim.rule, claim.obligation,
                                           isKnown ? textOf(settled.verdict) : "no obligation"));
        if (!rule.disputed)
          all.faults.push_back(fmt::format("{}: has a claim, and is not marked as disputed", claim.rule));
        if (const std::string fault = witnesses.look(settled); !fault.empty())
          all.faults.push_back(fmt::format("{}: {}", claim.rule, fault));
        all.claims.push_back(std::move(settled));
      }
  for (const Theorem& theorem : theorems)
    for (const Claim& claim : theorem.claims)
      if (!spec::findRule(claim.rule))
        all.faults.push_back(fmt::format("{}: there is no such rule", claim.rule));
  if (prefix.empty())
    addMissing(all, witnesses);
  return all;
}

} // namespace warplaw::tools
