#include "tools/kernel_verdicts.h"
#include "ptx/machine/run.h"
#include "spec/counted.h"
#include "spec/shell_word.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace warplaw::tools {
using namespace proofs;
using kernels::PlaceVerdict;
namespace {

constexpr std::uint64_t kMostTraced = 2'000'000; ///< steps
constexpr std::size_t kMostPlaces = 8;           ///< of a note

bool isSame(const ptx::Place& a, const ptx::Place& b) { return a.line == b.line && a.column == b.column; }

/// What a counterexample says first, and the launch's options in the line below.
std::pair<std::string, std::string> parts(const std::string& counterexample) {
  const std::size_t end = counterexample.find('\n');
  return {counterexample.substr(0, end), end == std::string::npos ? "" : counterexample.substr(end + 1)};
}

/// The launch that options say, each with one value that has no space in it.
LaunchText launchIn(const std::string& options) {
  LaunchText launch;
  std::istringstream words(options);
  for (std::string option, value; words >> option >> value;)
    if (option == "--entry")
      launch.entry = value;
    else if (option == "--grid")
      launch.grid = dimensionsOf(value);
    else if (option == "--block")
      launch.block = dimensionsOf(value);
    else if (option == "--shared")
      launch.shared = static_cast<std::uint32_t>(std::stoul(value));
    else if (const auto argument = assignedIn(value); argument && option == "--arg")
      launch.arguments.push_back(*argument);
  return launch;
}

/// For each finding of a launch, the step that showed it, and the last step at `place` before it.
struct Traces {
  ptx::Place place;
  std::vector<ptx::Traced> steps;
  std::vector<std::optional<ptx::Traced>> before;
  std::optional<ptx::Traced> last = {};
  void see(const ptx::Traced& step) {
    if (isSame(step.place, place))
      last = step;
    while (steps.size() < step.findings) {
      steps.push_back(step);
      before.push_back(last);
    }
  }
};

} // namespace

namespace {

/// "invariant step: ..": what else is said than what a kernel ensures.
bool saysWhatItIs(const PlaceVerdict& one) {
  static constexpr std::string_view kWords[] = {"invariant ", "decreases ", "requires "};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return one.text.starts_with(word); });
}

} // namespace

std::string compilerOptions(const ModuleOptions& options) {
  std::string text = options.nvcc.empty() ? "" : " --nvcc " + spec::shellPath(options.nvcc);
  for (const std::string& one : options.clangArgs)
    text += " " + spec::shellWord("--clang-arg=" + one);
  return text;
}

std::string KernelVerdicts::ruleOf(const PlaceVerdict& one) const {
  if (one.kind)
    return std::string(ptx::nameOf(*one.kind));
  return second ? "equal" : saysWhatItIs(one) ? one.text.substr(0, one.text.find(' ')) : "ensures";
}

std::string KernelVerdicts::nameOf(const PlaceVerdict& one) const {
  if (one.kind)
    return ruleOf(one);
  return second || saysWhatItIs(one) ? one.text : "ensures " + one.text;
}

std::string KernelVerdicts::placeOf(const PlaceVerdict& one) const {
  if (one.kind)
    return module.places.first(module.kernel.steps[one.step].place);
  if (second && !second->kernel.steps.empty())
    return second->places.first(second->kernel.steps.front().place);
  return one.where;
}

std::string KernelVerdicts::alsoOf(const PlaceVerdict& one) const {
  const std::string also = one.kind ? module.places.second(module.kernel.steps[one.step].place) : "";
  return also.empty() ? "" : fmt::format(" [{}]", also);
}

std::vector<std::string> KernelVerdicts::notes() const {
  using Reached = PlaceVerdict::Reached;
  std::set<std::string> functions;
  std::map<Reached, std::vector<std::pair<std::string, std::string>>> places; // with the findings there
  std::set<std::pair<std::string, std::string>> isReached; // of several instructions on a line one may be
  for (const PlaceVerdict& one : verdicts)
    if (one.kind && one.reached == Reached::Yes)
      isReached.emplace(placeOf(one), nameOf(one));
  for (const PlaceVerdict& one : verdicts) {
    if (!kernels::isShown(one.verdict))
      continue;
    functions.insert(one.functions.begin(), one.functions.end());
    const std::string place = placeOf(one);
    if (one.reached == Reached::Yes || isReached.contains({place, nameOf(one)}))
      continue;
    const auto known = std::ranges::find(places[one.reached], place, [](const auto& pair) { return pair.first; });
    if (known == places[one.reached].end())
      places[one.reached].emplace_back(place, nameOf(one));
    else if (!known->second.ends_with(nameOf(one)))
      known->second += ", " + nameOf(one);
  }
  std::vector<std::string> all;
  if (!functions.empty())
    all.push_back(fmt::format("Of these operations it is only known that equal operands give equal results, and that "
                              "sums, products, minima and maxima have no order of operands: {}",
                              fmt::join(functions, ", ")));
  for (const auto& [reached, text] : {std::pair(Reached::Never, "No input comes, without an error before, to"),
                                      std::pair(Reached::Unknown, "It is not known whether an input comes to")}) {
    const auto& found = places[reached];
    std::vector<std::string> said;
    for (std::size_t i = 0; i < std::min(found.size(), kMostPlaces); ++i)
      said.push_back(fmt::format("{} ({})", found[i].first, found[i].second));
    if (found.size() > kMostPlaces)
      said.push_back(spec::counted(found.size() - kMostPlaces, "more place"));
    if (!said.empty())
      all.push_back(fmt::format("{}: {}", text, fmt::join(said, "; ")));
  }
  return all;
}

const Shown& KernelVerdicts::shown(const PlaceVerdict& one) const {
  const auto found = kept.find(&one);
  return found != kept.end() ? found->second : kept.emplace(&one, runAgain(one)).first->second;
}

Shown KernelVerdicts::runAgain(const PlaceVerdict& one) const {
  const auto [what, options] = parts(one.counterexample);
  Shown shown{what, {}, {}, {}, 0, ""};
  LaunchText said = launchIn(options);
  for (const Assigned& argument : said.arguments)
    if (const auto number = parameterNamed(argument.name, module.parameters))
      shown.inputs.emplace_back(module.parameters[*number].shown(), argument.value);
  const PreparedModule& last = second ? *second : module;
  std::string others = options;
  if (second && !said.entry.empty()) {
    others.replace(others.find(said.entry), said.entry.size(), second->kernel.name);
    said.entry = second->kernel.name;
  }
  const auto command = [&](const PreparedModule& of, const std::string& with) {
    shown.commands.push_back(fmt::format("warplaw run {}{}{} {}", spec::shellPath(of.places.path),
                                         of.places.isCuda ? (&of == second ? secondCompiler : compiler) : "",
                                         of.choice.empty() ? "" : " --choice " + of.choice, with));
  };
  command(module, options);
  if (second)
    command(last, others);
  if (one.kind == ptx::FindingKind::Bound) // after so many steps that nobody waits for them again
    return shown;
  auto bound = bindTo(said, last.parameters);
  if (!bound)
    return shown;
  ModuleRun run;
  run.places = last.places;
  run.kernel = &last.kernel;
  run.bound = std::move(*bound);
  if (run.bound.types.size() == last.bound.types.size())
    run.bound.types = last.bound.types;
  run.bound.launch.mostSteps = std::min(run.bound.launch.mostSteps, kMostTraced);
  Traces traces{one.kind ? last.kernel.steps[one.step].place : ptx::Place(), {}, {}};
  run.outcome = ptx::run(last.kernel, run.bound.launch, [&](const ptx::Traced& step) { traces.see(step); });
  const std::vector<ptx::Finding>& findings = run.outcome.findings;
  const auto numberOf = [&](const auto& isIt) {
    return static_cast<std::size_t>(std::ranges::find_if(findings, isIt) - findings.begin());
  };
  const auto isError = [](const ptx::Finding& found) { return ptx::isError(found.kind); };
  const std::size_t number = numberOf([&](const ptx::Finding& found) {
    return one.kind ? found.kind == *one.kind && isSame(found.place, traces.place) : second && isError(found);
  });
  if (number < traces.steps.size()) {
    shown.step = traces.steps[number];
    shown.lanes = findings[number].lanes;
  } else if (!one.kind && !second) { // of two the sentence says where they differ
    shown.arrays = arraysText(run);
  } else if (const std::size_t error = numberOf(isError); error < traces.steps.size()) {
    // lanes that are missing may be gone instead, and something else is found later: it begins where they are missed
    const ptx::Traced step = traces.before[error].value_or(traces.steps[error]);
    shown.step = step;
    shown.lanes = step.lanes;
  }
  return shown;
}

std::string KernelVerdicts::tableOf(const Shown& shown, bool colour) const {
  return shown.step ? foundTable(*shown.step, (second ? *second : module).places, shown.lanes, colour) : shown.arrays;
}

ExitCode KernelVerdicts::exitCodeOf(const PlaceVerdict& one) {
  if (one.kind && !ptx::isError(*one.kind) && one.verdict != Verdict::Error)
    return ExitCode::AsExpected; // of these verdicts on errors say what they are limited to
  if (one.verdict == Verdict::Proved)
    return ExitCode::AsExpected;
  return one.verdict == Verdict::Refuted ? ExitCode::Counterexample : ExitCode::Inconclusive;
}

ExitCode KernelVerdicts::exitCode() const {
  ExitCode code = ExitCode::AsExpected;
  for (const PlaceVerdict& one : verdicts)
    code = combine(code, exitCodeOf(one));
  return code;
}

std::string KernelVerdicts::conclusion() const {
  const auto count = [&](ExitCode code) {
    return std::ranges::count_if(verdicts, [&](const PlaceVerdict& one) { return exitCodeOf(one) == code; });
  };
  const auto refuted = count(ExitCode::Counterexample), open = count(ExitCode::Inconclusive);
  if (refuted == 0 && open == 0)
    return "everything as expected";
  return fmt::format("{}{}{}", refuted ? fmt::format("{} refuted", refuted) : "", refuted && open ? ", " : "",
                     open ? fmt::format("{} not decided", open) : "");
}

} // namespace warplaw::tools
