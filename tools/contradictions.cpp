// `warplaw contradictions`: what published sources say and is false, what holds instead, and who settled it; also as
// docs/contradictions.md.
#include "spec/counted.h"
#include "tools/claims.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/places.h"
#include "tools/prose.h"
#include "tools/theorem_run.h"
#include <fmt/format.h>
#include <memory>

namespace warplaw::tools {
namespace {

struct ContradictionsOptions {
  std::string prefix, corpus = places().corpus;
  bool json = false, markdown = false, prove = false;
};

std::string settledText(const SettledClaim& s) {
  std::string text = fmt::format("{}\n  published: {}\n  holds:     {}\n  settled:   {}, {}\n", s.claim.rule,
                                 s.claim.says, s.holds, proofs::textOf(s.verdict), s.claim.obligation);
  if (!s.claim.witness.empty())
    text += fmt::format("  witness:   corpus/contradictions/{}.json\n", s.claim.witness);
  if (!s.table.empty() && !s.claim.misreading.empty())
    text += "  expected is what holds, got what the claim would give:\n";
  return text + s.table;
}

boost::json::object jsonOfClaim(const SettledClaim& s) {
  return {{"rule", s.claim.rule},
          {"published", s.claim.says},
          {"holds", s.holds},
          {"verdict", proofs::textOf(s.verdict)},
          {"obligation", s.claim.obligation},
          {"witness", s.claim.witness},
          {"table", s.table}};
}

constexpr std::string_view kAboutContradictions =
    "Published sentences about these instructions that are false, or false in general. This page is generated. Each "
    "claim's sentence stands beside the theorem that refutes it. *What holds* is the rule. The witness is a case file "
    "that executor and encoding have run. Write the page anew with";

std::string aboutContradictions() {
  return fmt::format("# Contradictions\n\n{}\n    ./warplaw contradictions --markdown > docs/contradictions.md\n",
                     wrapped(kAboutContradictions));
}

std::string markdownOf(const SettledClaim& s) {
  std::string text = fmt::format(
      "\n## {}\n\n{}\n{}\n{}", s.claim.rule, wrapped("Published: " + s.claim.says), wrapped("What holds: " + s.holds),
      wrapped(fmt::format("Settled by `{}`: {}.", s.claim.obligation, proofs::textOf(s.verdict))));
  if (s.claim.witness.empty())
    return text;
  std::string witness = fmt::format("[Witness](../corpus/contradictions/{}.json): {}", s.claim.witness, s.comment);
  if (!s.table.empty() && !s.claim.misreading.empty())
    witness += " Below, *expected* is what holds, *got* what the claim would give.";
  text += "\n" + wrapped(witness);
  if (s.table.empty())
    return text;
  return text + fmt::format("\n```\n{}```\n", s.table);
}

int showContradictions(const ContradictionsOptions& options) {
  const Interrupt interrupt;
  const auto all = contradictions(options.corpus, options.prefix, options.prove, interrupt);
  if (!all)
    return badInput("", all.error());
  if (all->claims.empty())
    return badUsage(fmt::format("no claim is about a rule whose name begins with {}", printable(options.prefix)),
                    "`warplaw contradictions` shows them");
  if (options.markdown)
    fmt::print("{}", aboutContradictions());
  for (const SettledClaim& settled : all->claims)
    fmt::print("{}{}",
               options.markdown ? markdownOf(settled)
               : options.json   ? jsonLine(jsonOfClaim(settled))
                                : settledText(settled),
               options.markdown ? "" : "\n");
  for (const std::string& fault : all->faults)
    say("{}\n", fault);
  say("{}, {}\n", spec::counted(all->claims.size(), "claim"), spec::counted(all->faults.size(), "fault"));
  if (!all->known.empty())
    say("{}\n", all->known);
  if (!all->interrupted.empty())
    say("warplaw: {}\n", all->interrupted);
  const ExitCode open = all->interrupted.empty() ? ExitCode::AsExpected : ExitCode::Inconclusive;
  return codeOf(all->faults.empty() ? open : ExitCode::Counterexample);
}

Action setupContradictions(Subcommand& command) {
  const auto options = std::make_shared<ContradictionsOptions>();
  command.options({
      {"rule", options->prefix, "only claims about rules whose names begin with this, such as SHFL or ATOMS-13"},
      {"--corpus", options->corpus, "folder of case files", kReadableFolder},
      {"--json", options->json, "print a JSON object for each claim"},
      {"--markdown", options->markdown, "print docs/contradictions.md", kFlag.excludes("--json")},
      {"--prove", options->prove, kProveHelp},
  });
  command.footer("Examples:\n  warplaw contradictions\n  warplaw contradictions SHFL-4\n"
                 "  warplaw contradictions --markdown > docs/contradictions.md\n"
                 "Exit codes: 0 each claim is settled and its witness holds, 1 a claim is not refuted, or its "
                 "witness does not hold, 2 bad usage, 3 interrupted.");
  return [options] { return showContradictions(*options); };
}

} // namespace

const Command kContradictions{"contradictions", "show published claims that are false, each with its smallest witness",
                              setupContradictions};

} // namespace warplaw::tools
