// `warplaw idioms`: what published programs of shuffles, votes and matches compute, for exactly which lanes, and where
// they break; also as docs/idioms.md.
#include "proofs/theorems/programs.h"
#include "proofs/theorems/theorems.h"
#include "spec/counted.h"
#include "tools/claims.h"
#include "tools/command.h"
#include "tools/input.h"
#include "tools/places.h"
#include "tools/prose.h"
#include "tools/theorem_run.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace warplaw::tools {
namespace {
using namespace proofs;

struct IdiomsOptions {
  std::string prefix, corpus = places().corpus;
  bool markdown = false, prove = false;
};

/// The worst that was found of any question of a theorem.
struct Settled {
  Verdict verdict = Verdict::Proved;
  ExitCode code = ExitCode::AsExpected;
  std::size_t questions = 0;
};
using Verdicts = std::map<std::string, Settled>;

struct Decided {
  Verdicts verdicts;
  std::string known;       ///< LookedUp's
  std::string interrupted; ///< how many theorems an interrupt left undecided, if it did
};

spec::Result<Decided> decide(std::string_view prefix, bool prove, const Interrupt& interrupt) {
  std::vector<Theorem> theorems = programsTheorems();
  std::erase_if(theorems, [&](const Theorem& theorem) { return !theorem.form.starts_with(prefix); });
  Decided decided;
  const auto ran = lookUp(theorems, {.prove = prove, .keep = true}, interrupt, [&](const Record& record) {
    Settled& settled = decided.verdicts[record.theorem];
    ++settled.questions;
    if (settled.questions == 1 || combine(settled.code, record.exitCode()) != settled.code) {
      settled.verdict = record.verdict;
      settled.code = record.exitCode();
    }
  });
  if (!ran)
    return ran.error();
  decided.known = ran->known;
  if (ran->undecided)
    decided.interrupted = interruptedText(ran->undecided, theorems.size());
  return decided;
}

constexpr std::string_view kAbout =
    "What code that everybody writes computes, for exactly which lanes, and the smallest warp in which it breaks. This "
    "page is generated. Every sentence stands beside the statement that the solvers decided, for all words, all sets "
    "of lanes and whatever an implementation may choose. A claim that is false stands beside its witness. The programs "
    "are [corpus/programs](../corpus/programs)/NAME.wl, and their language is that of [programs.md](programs.md): "
    "`active[k]` holds of lanes that are there, and `old R1[k]` is what lane k holds before. `A <==> B` says: for "
    "every set of active lanes A holds exactly if B holds for all words. Write the page anew with";

std::string head() {
  return fmt::format(
      "# Idioms of shuffles, votes and matches\n\n{}\n    ./warplaw idioms --markdown > docs/idioms.md\n",
      wrapped(kAbout));
}

std::string verdictOf(const Verdicts& verdicts, const std::string& theorem) {
  const auto found = verdicts.find(theorem);
  if (found == verdicts.end())
    return "not decided";
  const Settled& settled = found->second;
  return fmt::format("{}{}", proofs::textOf(settled.verdict),
                     settled.questions == 1 ? "" : fmt::format(", {} questions", settled.questions));
}

/// The lines that a reader needs to check a statement: instructions, definitions, what is assumed.
std::string linesOf(const PublishedProgram& program) {
  std::string code;
  for (std::size_t begin = 0; begin < program.text.size();) {
    const std::size_t end = std::min(program.text.find('\n', begin), program.text.size());
    const std::string_view line = program.text.substr(begin, end - begin);
    begin = end + 1;
    const auto is = [&](std::string_view keyword) { return line.starts_with(keyword); };
    if (!line.empty() && !is("//") && !is("rules:") && !is("ensures:") && !is("claim:") && !is("exactly:"))
      code += fmt::format("{}\n", line);
  }
  return code;
}

class Page {
public:
  Page(const Verdicts& verdicts, const Contradictions& claims) : verdicts_(verdicts), claims_(claims) {}

  std::string of(const PublishedProgram& program) const {
    const ReadContract read = contractOf(program);
    const ProgramContract& contract = read.contract;
    const std::vector<std::string> head = spec::programFromText(program.text)->head;
    std::string text = fmt::format("\n## {}\n\n", head.front());
    for (std::size_t i = 1; i < head.size(); ++i)
      text += fmt::format("    {}\n", head[i]);
    text += fmt::format("\n`{}.wl`:\n\n```\n{}```\n", program.name, linesOf(program));
    for (const ExactClause& exact : contract.exact)
      text += holds(contract, exact.clause);
    for (const Clause& clause : contract.ensured)
      text += holds(contract, clause);
    for (const Clause& claim : contract.claimed)
      text += breaks(contract, claim);
    return text;
  }

private:
  std::string holds(const ProgramContract& contract, const Clause& clause) const {
    const std::string theorem = theoremOf(contract, clause);
    return fmt::format("\n{}\n    {}\n\n{}", wrapped(fmt::format("**{}**", clause.comment)), clause.text,
                       wrapped(fmt::format("{}: `{}`.", verdictOf(verdicts_, theorem), theorem)));
  }
  std::string breaks(const ProgramContract& contract, const Clause& claim) const {
    const std::string theorem = theoremOf(contract, claim);
    const std::string text = fmt::format("\n{}\n    {}\n\n", wrapped("*False:* " + claim.comment), claim.text);
    std::string settledBy = fmt::format("{}: `{}`.", verdictOf(verdicts_, theorem), theorem);
    const auto settled =
        std::ranges::find(claims_.claims, theorem, [](const SettledClaim& one) { return one.claim.obligation; });
    if (settled == claims_.claims.end())
      return text + wrapped(settledBy);
    settledBy += fmt::format(" [Witness](../corpus/contradictions/{}.json).", settled->claim.witness);
    return fmt::format("{}{}\n```\n{}```\n", text, wrapped(settledBy), settled->table);
  }

  const Verdicts& verdicts_;
  const Contradictions& claims_;
};

int show(const IdiomsOptions& options) {
  const Interrupt interrupt;
  const auto decided = decide(options.prefix, options.prove, interrupt);
  if (!decided)
    return badInput("", decided.error());
  const Verdicts& verdicts = decided->verdicts;
  if (verdicts.empty())
    return badUsage(fmt::format("no published program's name begins with {}", printable(options.prefix)),
                    "`warplaw idioms` shows them");
  const auto claims = contradictions(options.corpus, "SYNC-", options.prove, interrupt);
  if (!claims)
    return badInput("", claims.error());
  const Page page(verdicts, *claims);
  std::size_t shown = 0, faults = 0;
  ExitCode code = ExitCode::AsExpected;
  if (options.markdown)
    fmt::print("{}", head());
  for (const PublishedProgram& program : publishedPrograms())
    if (program.name.starts_with(options.prefix)) {
      fmt::print("{}", page.of(program));
      ++shown;
    }
  for (const auto& [theorem, settled] : verdicts) {
    code = combine(code, settled.code);
    if (settled.code == ExitCode::AsExpected || (settled.verdict == Verdict::Unknown && interrupt.requested()))
      continue;
    say("{} is {}\n", theorem, proofs::textOf(settled.verdict));
    ++faults;
  }
  say("{}, {}, {}\n", spec::counted(shown, "program"), spec::counted(verdicts.size(), "theorem"),
      spec::counted(faults, "fault"));
  if (!decided->known.empty())
    say("{}\n", decided->known);
  for (const std::string& line : {decided->interrupted, claims->interrupted})
    if (!line.empty()) {
      say("warplaw: {}\n", line);
      code = combine(code, ExitCode::Inconclusive);
    }
  return codeOf(code);
}

Run setup(Subcommand& command) {
  const auto options = std::make_shared<IdiomsOptions>();
  command.options({
      {"program", options->prefix, "only programs whose names begin with this, such as idiom_butterfly or law"},
      {"--corpus", options->corpus, "folder of case files", kReadableFolder},
      {"--markdown", options->markdown, "print docs/idioms.md"},
      {"--prove", options->prove, kProveHelp},
  });
  command.footer("Examples:\n  warplaw idioms\n  warplaw idioms idiom_scan\n"
                 "  warplaw idioms --markdown > docs/idioms.md\n"
                 "Exit codes: 0 as expected, 1 something is not, 2 bad usage, 3 something is unknown, or interrupted.");
  return [options] { return show(*options); };
}

} // namespace

const Command kIdioms{"idioms", "show what shuffles, votes and matches compute together, and for which lanes", setup};

} // namespace warplaw::tools
