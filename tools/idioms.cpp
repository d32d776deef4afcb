// `warplaw idioms`: what people write with shuffles, votes and matches, as CUDA source: what it guarantees for all
// inputs, and where it breaks, with the smallest warp; also as docs/idioms.md.
#include "proofs/engine/hash.h"
#include "spec/counted.h"
#include "tools/command.h"
#include "tools/idiom_files.h"
#include "tools/input.h"
#include "tools/json_line.h"
#include "tools/output.h"
#include "tools/places.h"
#include "tools/prose.h"
#include "tools/verify_module.h"
#include <algorithm>
#include <boost/json.hpp>
#include <ctime>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace warplaw::tools {
namespace {
using namespace proofs;

constexpr std::size_t kMostKept = 1 << 20; ///< bytes

struct IdiomsOptions {
  std::string prefix, corpus = places().corpus;
  bool markdown = false, prove = false;
};

/// One verdict of a launch, as it is kept: texts that say the same in every folder.
struct KeptVerdict {
  std::string finding, verdict, what, table;
  std::vector<std::string> inputs; ///< "members = 0x1"
  std::int64_t line = 0;
};
struct KeptLaunch {
  std::string launch, decided; ///< when: "2026-11-27 01:44 UTC"
  std::vector<KeptVerdict> verdicts;
  bool isKnown = false; ///< it was decided before
};

// ---- deciding, and what was decided before

/// The name of the file that keeps an idiom's verdicts: everything that they depend on has a part in it.
std::string keptFile(const IdiomKernel& kernel, const std::string& argument) {
  std::string all = ownHash() + kernel.path + kernel.source + kernel.entry + '\n' + argument;
  for (const char* header : {"/warplaw/cuda_device.h", "/warplaw/cuda_host.h", "/warplaw/cuda_functions.def"})
    if (const auto text = readText(places().include + header, kMostKept))
      all += *text;
  return fmt::format("{}/idioms/{}.json", Cache::defaultDirectory(), sha256(all));
}

boost::json::object keptJson(const KeptLaunch& launch) {
  boost::json::array verdicts;
  for (const KeptVerdict& one : launch.verdicts)
    verdicts.push_back({{"finding", one.finding},
                        {"verdict", one.verdict},
                        {"what", one.what},
                        {"table", one.table},
                        {"inputs", boost::json::array(one.inputs.begin(), one.inputs.end())},
                        {"line", one.line}});
  return {{"launch", launch.launch}, {"decided", launch.decided}, {"verdicts", std::move(verdicts)}};
}

/// Nothing where nobody kept it, or the file is no longer whole.
std::optional<KeptLaunch> readKept(const std::string& file) try {
  const auto text = readText(file, kMostKept);
  if (!text)
    return std::nullopt;
  const boost::json::value value = boost::json::parse(*text);
  const auto textAt = [](const boost::json::value& of, const char* key) {
    return boost::json::value_to<std::string>(of.at(key));
  };
  KeptLaunch launch{textAt(value, "launch"), textAt(value, "decided"), {}, true};
  for (const boost::json::value& one : value.at("verdicts").as_array())
    launch.verdicts.push_back({textAt(one, "finding"), textAt(one, "verdict"), textAt(one, "what"),
                               textAt(one, "table"), boost::json::value_to<std::vector<std::string>>(one.at("inputs")),
                               one.at("line").as_int64()});
  return launch;
} catch (const std::exception&) {
  return std::nullopt;
}

/// "corpus/.." of what names the folder that it was read from.
std::string inCorpus(std::string text, const std::string& corpus) {
  for (std::size_t at = 0; (at = text.find(corpus + "/", at)) != std::string::npos; at += 6)
    text.replace(at, corpus.size(), "corpus");
  return text;
}

KeptVerdict keptVerdict(const KernelVerdicts& all, const kernels::PlaceVerdict& one, const std::string& corpus) {
  const std::string place = all.placeOf(one);
  KeptVerdict kept{all.nameOf(one),
                   std::string(textOf(one.verdict)),
                   one.reason,
                   "",
                   {},
                   std::atoll(place.c_str() + place.rfind(':') + 1)};
  if (one.verdict != Verdict::Refuted)
    return kept;
  const Shown& shown = all.shown(one);
  kept.what = inCorpus(shown.what, corpus);
  kept.table = inCorpus(all.tableOf(shown, false), corpus);
  for (const auto& [name, value] : shown.inputs)
    if (value.find('[') == std::string::npos || value.find(':') != std::string::npos) // not what was never written
      kept.inputs.push_back(fmt::format("{} = {}", name, value));
  return kept;
}

/// Nothing: what was wrong was said, or it was interrupted.
std::optional<KeptLaunch> decide(const IdiomKernel& kernel, const std::string& argument, const IdiomsOptions& options,
                                 const Interrupt& interrupt) {
  ModuleOptions launch;
  launch.entry = kernel.entry;
  launch.clangArgs = {"-O2"}; // clang, whoever else is there: the page is the same everywhere
  if (!argument.empty())
    launch.arguments = {argument};
  const auto module = prepareModule(kernel.path, launch, std::nullopt);
  if (!module)
    return std::nullopt;
  Solving solving;
  if (!kernel.holds())
    solving.solver = "z3"; // whoever answers first finds another witness each time
  auto verdicts = verdictsOf(*module, launch, {}, solving, interrupt);
  if (!verdicts) {
    badInput(verdicts.error().where, verdicts.error().rejection);
    return std::nullopt;
  }
  if (interrupt.requested())
    return std::nullopt;
  KeptLaunch decided{verdicts->launch, fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr))), {}};
  for (const kernels::PlaceVerdict& one : verdicts->verdicts)
    decided.verdicts.push_back(keptVerdict(*verdicts, one, options.corpus));
  const std::string file = keptFile(kernel, argument);
  std::error_code none;
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(), none);
  (void)writeReportFile(file, jsonLine(keptJson(decided))); // whoever cannot keep it decides it again
  return decided;
}

// ---- what was expected

bool isSaidBy(const KeptVerdict& one, const ExpectedVerdict& expected) {
  return one.finding.substr(0, one.finding.find(' ')) == expected.finding;
}
bool isError(const KeptVerdict& one) {
  return !std::ranges::count(std::array{"depends-on-schedule", "depends-on-order", "not-judged"}, one.finding);
}
/// A statement is to blame itself.
bool isToBlame(const KeptVerdict& one, const IdiomKernel& kernel) {
  return one.finding.starts_with("ensures") || one.line == kernel.here;
}

/// Empty: as expected.
std::string faultOf(const KeptLaunch& launch, const IdiomKernel& kernel, const ExpectedVerdict& expected) {
  const auto is = [&](const KeptVerdict& one) { return one.verdict == expected.verdict; };
  if (expected.finding.empty()) {
    const auto other = std::ranges::find_if(launch.verdicts, [&](const auto& one) { return !is(one) && isError(one); });
    if (other != launch.verdicts.end())
      return fmt::format("line {}: {} is {}: {}", other->line, other->finding, other->verdict, other->what);
    const bool states =
        std::ranges::any_of(launch.verdicts, [](const auto& one) { return one.finding.starts_with("ensures"); });
    return states ? "" : "nothing is stated";
  }
  const auto meant = [&](const KeptVerdict& one) { return isSaidBy(one, expected) && isToBlame(one, kernel); };
  if (expected.verdict == "PROVED"
          ? std::ranges::all_of(launch.verdicts, [&](const auto& o) { return !meant(o) || is(o); }) &&
                std::ranges::any_of(launch.verdicts, meant)
          : std::ranges::any_of(launch.verdicts, [&](const auto& o) { return meant(o) && is(o); }))
    return "";
  return fmt::format("{} is not {} at its line", expected.finding, expected.verdict);
}

std::vector<ExpectedVerdict> expectedOf(const IdiomKernel& kernel) {
  return kernel.expected.empty() ? std::vector<ExpectedVerdict>{{"PROVED", ""}} : kernel.expected;
}

// ---- the page

constexpr std::string_view kAboutIdioms =
    "Idioms that people write with shuffles, votes and matches: what each one guarantees, where it breaks, and the "
    "smallest warp in which it does. This page is generated. Each idiom is CUDA source below "
    "[corpus/idioms](../corpus/idioms); the last ones are bugs that many projects had "
    "([kernel_bugs.md](kernel_bugs.md)). `warplaw verify` decides each kernel for all inputs of the launch that "
    "stands above it: `any` is every number, and `ensures` is what the kernel guarantees ([ptx.md](ptx.md)). `ensures "
    "0 == 1` says that no input ends without an error. A REFUTED statement stands beside its smallest input, which "
    "`warplaw run` shows. A sentence in bold says more: all findings, such as races and lanes that are awaited and do "
    "not come, are PROVED absent, too. You can ask about each kernel yourself:";
constexpr std::string_view kAsked = R"(
    $ ./warplaw verify corpus/idioms/neutral.cu --entry down
    ...
      ensures out[0] == sum(t, 0, 31, in[t] * (p[t] != 0)) PROVED
    ...

Write the page anew with

    ./warplaw idioms --markdown > docs/idioms.md
)";

std::string aboutIdioms() {
  return fmt::format("# Idioms of shuffles, votes and matches\n\n{}{}", wrapped(kAboutIdioms), kAsked);
}

/// Where it breaks: the input, and the step at which it shows.
std::string refutedIdiomText(const KeptVerdict& one) {
  std::string text = wrapped(
      fmt::format("REFUTED at line {}: `{}`, {}.", one.line, one.finding.substr(0, one.finding.find(' ')), one.what));
  std::string block;
  for (const std::string& input : one.inputs)
    block += input + "\n";
  block += one.table;
  return block.empty() ? text : fmt::format("{}\n```\n{}```\n", text, block);
}

std::string verdictText(const KeptLaunch& launch, const IdiomKernel& kernel, const ExpectedVerdict& expected) {
  if (!expected.finding.empty() && expected.verdict == "REFUTED") {
    const auto found = std::ranges::find_if(launch.verdicts, [&](const KeptVerdict& one) {
      return isSaidBy(one, expected) && isToBlame(one, kernel) && one.verdict == expected.verdict;
    });
    if (found != launch.verdicts.end())
      return refutedIdiomText(*found);
  }
  const bool isStatement = expected.finding.empty() || expected.finding == "ensures";
  const auto decides = [&](const KeptVerdict& one) {
    return isStatement ? one.finding.starts_with("ensures ") : isSaidBy(one, expected) && isToBlame(one, kernel);
  };
  const auto found = std::ranges::find_if(launch.verdicts, decides);
  if (found == launch.verdicts.end())
    return "";
  const std::string of = launch.launch.substr(0, launch.launch.find("; both machines"));
  if (isStatement && found->what.empty())
    return wrapped(fmt::format("{} for all inputs of {}.", found->verdict, of));
  return wrapped(fmt::format("{} at line {}: `{}`, {}.", found->verdict, found->line,
                             found->finding.substr(0, found->finding.find(' ')), found->what));
}

std::string said(const IdiomKernel& kernel) {
  if (!kernel.holds())
    return fmt::format("{}{}", kernel.expects("REFUTED") ? "*Breaks:* " : "*Not PROVED:* ", kernel.prose);
  return fmt::format("**{}**", std::string_view(kernel.prose).substr(0, kernel.prose.find_last_not_of(" \n") + 1));
}

std::string kernelText(const IdiomKernel& kernel, const std::vector<KeptLaunch>& launches) {
  std::string text = fmt::format("\n{}\n```cuda\n{}```\n", wrapped(said(kernel)), kernel.code);
  for (const ExpectedVerdict& expected : expectedOf(kernel)) {
    const std::string said = verdictText(launches.front(), kernel, expected);
    text += "\n" + said;
  }
  if (!kernel.arguments.empty())
    text += "\n" + wrapped(fmt::format("The same with {}.", fmt::join(kernel.arguments, ", ")));
  return text;
}

std::string idiomHead(const Idiom& idiom) {
  std::string text = fmt::format("\n## {}\n\n", idiom.title);
  text += wrapped(fmt::format("`warplaw idioms {}`. {}", idiom.name, idiom.prose));
  if (!idiom.theorems.empty())
    text += "\n" + wrapped(fmt::format("Solvers decided the same for the instructions alone, whatever an "
                                       "implementation may choose: `warplaw verify programs` with `{}`.",
                                       fmt::join(idiom.theorems, "`, `")));
  if (!idiom.code.empty())
    text += fmt::format("\n```cuda\n{}```\n", idiom.code);
  return text;
}

// ---- the subcommand

/// What was counted.
struct Count {
  std::size_t kernels = 0, launches = 0, statements = 0, faults = 0, known = 0;
  std::string since; ///< the oldest date of what was known
};

/// False: it goes no further.
bool showKernel(const IdiomKernel& kernel, const IdiomsOptions& options, const Interrupt& interrupt, Count& count) {
  std::vector<std::string> arguments{""};
  std::ranges::copy(kernel.arguments, std::back_inserter(arguments));
  std::vector<KeptLaunch> launches;
  for (const std::string& argument : arguments) {
    std::optional<KeptLaunch> launch = options.prove ? std::nullopt : readKept(keptFile(kernel, argument));
    if (!launch)
      launch = decide(kernel, argument, options, interrupt);
    if (!launch)
      return false;
    ++count.launches;
    count.statements += launch->verdicts.size();
    if (launch->isKnown) {
      ++count.known;
      count.since = count.since.empty() ? launch->decided : std::min(count.since, launch->decided);
    }
    for (const ExpectedVerdict& expected : expectedOf(kernel))
      if (const std::string fault = faultOf(*launch, kernel, expected); !fault.empty()) {
        say("{}: {}{}{}: {}\n", inCorpus(kernel.path, options.corpus), kernel.entry, argument.empty() ? "" : " ",
            argument, fault);
        ++count.faults;
      }
    launches.push_back(std::move(*launch));
  }
  ++count.kernels;
  fmt::print("{}", kernelText(kernel, launches));
  return true;
}

int showIdioms(const IdiomsOptions& options) {
  const Interrupt interrupt;
  auto idioms = idiomsBelow(options.corpus);
  if (!idioms)
    return badInput("", idioms.error());
  std::erase_if(*idioms, [&](const Idiom& idiom) { return !idiom.name.starts_with(options.prefix); });
  if (idioms->empty())
    return badUsage(fmt::format("no idiom's name begins with {}", printable(options.prefix)),
                    "`warplaw idioms` shows them");
  if (options.markdown)
    fmt::print("{}", aboutIdioms());
  Count count;
  for (const Idiom& idiom : *idioms) {
    fmt::print("{}", idiomHead(idiom));
    for (const IdiomKernel& kernel : idiom.kernels)
      if (!showKernel(kernel, options, interrupt, count)) {
        if (!interrupt.requested())
          return codeOf(ExitCode::BadInput);
        return interrupted(fmt::format("{} of the kernels are decided", count.kernels));
      }
  }
  say("{}, {}, {}, {}\n", spec::counted(idioms->size(), "idiom"), spec::counted(count.kernels, "kernel"),
      spec::counted(count.statements, "verdict"), spec::counted(count.faults, "fault"));
  if (count.known)
    say("{} of {} launches were decided since {}; --prove decides them again\n", count.known, count.launches,
        count.since);
  return codeOf(count.faults ? ExitCode::Counterexample : ExitCode::AsExpected);
}

Action setupIdioms(Subcommand& command) {
  const auto options = std::make_shared<IdiomsOptions>();
  command.options({
      {"idiom", options->prefix, "only idioms whose names begin with this, such as butterfly or scan"},
      {"--corpus", options->corpus, "folder of case files", kReadableFolder},
      {"--markdown", options->markdown, "print docs/idioms.md"},
      {"--prove", options->prove, kProveHelp},
  });
  command.footer("Examples:\n  warplaw idioms\n  warplaw idioms scan\n"
                 "  warplaw idioms --markdown > docs/idioms.md\n"
                 "Exit codes: 0 as expected, 1 something is not, 2 bad usage, 3 interrupted.");
  return [options] { return showIdioms(*options); };
}

} // namespace

const Command kIdioms{"idioms", "show idioms of shuffles, votes and matches: what each guarantees and where it breaks",
                      setupIdioms};

} // namespace warplaw::tools
