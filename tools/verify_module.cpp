#include "tools/verify_module.h"
#include "fuzz/lane_table.h"
#include "proofs/kernels/statement.h"
#include "spec/counted.h"
#include "tools/cuda_names.h"
#include "tools/interrupt.h"
#include "tools/json_line.h"
#include "tools/numbers.h"
#include "tools/run_result.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <unistd.h>

namespace warplaw::tools {
namespace {
using namespace proofs;
using proofs::kernels::KernelProof;
using proofs::kernels::PlaceVerdict;

constexpr unsigned kRuns = 64; ///< random inputs on which both machines must agree

std::string rejectedName(const std::string& name) { return fmt::format("--keep: no array is {}", name); }

} // namespace

spec::Result<kernels::AnyLaunch> anyLaunch(const PreparedModule& module, const KernelQuestions& questions) {
  kernels::AnyLaunch any;
  any.launch = module.bound.launch;
  any.unroll = questions.unroll;
  std::vector<bool> isKept = module.isZero;
  isKept.resize(module.parameters.size());
  for (const std::string& name : questions.kept) {
    const auto number = parameterNamed(name, module.parameters);
    if (!number)
      return number.error();
    if (any.launch.arguments[*number].array < 0)
      return spec::Rejection{"usage", rejectedName(name), listOf(module.parameters)};
    isKept[*number] = true;
  }
  any.isInput.resize(any.launch.arrays.size());
  any.elementBytes.assign(any.launch.arrays.size(), 1);
  any.holdsFloats.assign(any.launch.arrays.size(), false);
  for (std::size_t i = 0; i < module.parameters.size(); ++i) {
    any.isParameterInput.push_back(i < module.isAny.size() && module.isAny[i] && any.launch.arguments[i].array < 0);
    const int number = any.launch.arguments[i].array;
    if (number < 0)
      continue;
    const auto at = static_cast<std::size_t>(number);
    const ptx::Array& array = any.launch.arrays[at];
    any.elementBytes[at] = std::max(1u, module.bound.types[at].width() / 8);
    any.holdsFloats[at] = module.bound.types[at].isFloat();
    any.isInput[at].assign(array.bytes.size(), false);
    for (std::size_t byte = 0; byte < array.bytes.size(); ++byte)
      any.isInput[at][byte] = !isKept[i] && (module.isAny[i] || array.isDefined.empty() || array.isDefined[byte]);
  }
  return any;
}

std::string launchText(const PreparedModule& module, const kernels::AnyLaunch& any) {
  const auto sizes = [](const ptx::Dimensions& d) {
    return d[1] == 1 && d[2] == 1 ? fmt::format("{}", d[0]) : fmt::format("{},{},{}", d[0], d[1], d[2]);
  };
  std::string text = fmt::format("grid {}, block {}", sizes(any.launch.grid), sizes(any.launch.block));
  for (std::size_t i = 0; i < module.parameters.size(); ++i) {
    const ptx::Argument& argument = any.launch.arguments[i];
    const std::string& name = module.parameters[i].shown();
    if (argument.array < 0) {
      std::uint64_t value = 0;
      for (std::size_t byte = std::min<std::size_t>(argument.bytes.size(), 8); byte-- > 0;)
        value = value << 8 | argument.bytes[byte];
      text += any.isParameterInput[i] ? fmt::format("; {} any", name) : fmt::format("; {} = {:#x}", name, value);
      continue;
    }
    const auto at = static_cast<std::size_t>(argument.array);
    const ptx::Array& array = any.launch.arrays[at];
    const bool isAny = std::ranges::count(any.isInput[at], true) != 0;
    const bool isUndefined = std::ranges::count(array.isDefined, false) != 0 && !isAny;
    text += fmt::format("; {}: {}[{}] {}", name, spec::scalar::nameOf(module.bound.types[at]),
                        array.bytes.size() / any.elementBytes[at],
                        isAny         ? "holds anything"
                        : isUndefined ? "was not written"
                                      : "as the launch says");
  }
  return text;
}

void addKernelOptions(Subcommand& command, KernelQuestions& questions) {
  command.options({
      {"--shared", questions.shared, "of a module: bytes of dynamic shared memory", wholeNumberIn(0, 1 << 20)},
      {"--unroll", questions.unroll,
       "of a module: turns of a loop whose end depends on inputs; after more of them verdicts are CHECKED",
       wholeNumberIn(1, 4096).showsDefault()},
      {"--keep", questions.kept, "of a module: this array holds what the launch says, not anything (repeatable)"},
  });
}

namespace {

/// A finding with what shows it: the sentence, the step as a table, the command.
std::string refutedText(const KernelVerdicts& all, const PlaceVerdict& one, bool colour) {
  const Shown& shown = all.shown(one);
  std::string text =
      fmt::format("{}: {} REFUTED: {}{}\n", all.placeOf(one), all.nameOf(one), shown.what, all.alsoOf(one));
  for (const std::string& command : shown.commands)
    text += fmt::format("    {}\n", command);
  return text + all.tableOf(shown, colour);
}

std::string textOf(const KernelVerdicts& all, bool colour) {
  std::string text = fmt::format("{}: {}\n", plainKernelName(all.module.kernel.name), all.launch);
  std::set<std::string> limits;
  for (std::size_t i = 0; i < all.verdicts.size();) {
    const PlaceVerdict& first = all.verdicts[i];
    std::size_t end = i, proved = 0, checked = 0;
    std::string rest;
    std::map<std::string, std::pair<std::string, std::size_t>> open; // by reason: the first place, how many
    for (; end < all.verdicts.size() && all.nameOf(all.verdicts[end]) == all.nameOf(first); ++end) {
      const PlaceVerdict& one = all.verdicts[end];
      if (one.verdict == Verdict::Proved) {
        ++proved;
      } else if (one.verdict == Verdict::Checked) {
        ++checked;
        limits.insert(one.reason);
      } else if (one.verdict == Verdict::Refuted) {
        rest += refutedText(all, one, colour);
        for (const std::string& tree : one.trees)
          rest += fmt::format("    {}\n", tree);
      } else {
        const std::string why = fmt::format("{}: {}", proofs::textOf(one.verdict), one.reason);
        ++open.try_emplace(why, all.placeOf(one), 0).first->second.second;
      }
    }
    for (const auto& [why, where] : open) {
      rest +=
          fmt::format("{}: {} {}{}\n", where.first, all.nameOf(first), why,
                      where.second == 1 ? "" : fmt::format(" [and {}]", spec::counted(where.second - 1, "more place")));
      for (const std::string& tree : first.trees)
        rest += fmt::format("    {}\n", tree);
    }
    const std::string absent = first.kind ? " absent" : "";
    const auto places = [&](std::size_t count) {
      return first.kind ? fmt::format(", {} place{}", count, count == 1 ? "" : "s") : std::string();
    };
    if (proved != 0)
      text += fmt::format("  {} PROVED{}{}\n", all.nameOf(first), absent, places(proved));
    if (checked != 0)
      text += fmt::format("  {} CHECKED{}{}\n", all.nameOf(first), absent, places(checked));
    text += rest;
    i = end;
  }
  for (const auto& [name, tree] : all.trees)
    text += fmt::format("tree {}:\n{}\n", name, tree);
  for (const std::string& one : limits)
    text += fmt::format("CHECKED holds for: {}\n", one);
  return text + fmt::format("{:.1f} s\n", all.seconds);
}

boost::json::object jsonOf(const KernelVerdicts& all) {
  boost::json::array verdicts;
  for (const PlaceVerdict& one : all.verdicts) {
    boost::json::object object{
        {"finding", all.nameOf(one)}, {"place", all.placeOf(one)}, {"verdict", proofs::textOf(one.verdict)}};
    if (!one.reason.empty())
      object["reason"] = one.reason;
    if (one.verdict == Verdict::Refuted) {
      const Shown& shown = all.shown(one);
      object["what"] = shown.what;
      boost::json::object& inputs = object["input"].emplace_object();
      for (const auto& [name, value] : shown.inputs)
        inputs[name] = value;
      object["replay"] = fmt::format("{}", fmt::join(shown.commands, "\n"));
      if (shown.step)
        object["step"] = jsonOf(*shown.step, (all.second ? *all.second : all.module).places);
    }
    if (!one.trees.empty())
      object["trees"] = boost::json::array(one.trees.begin(), one.trees.end());
    verdicts.push_back(std::move(object));
  }
  boost::json::object trees;
  for (const auto& [name, tree] : all.trees)
    trees[name] = tree;
  return {{"kernel", all.module.kernel.name},
          {"launch", all.launch},
          {"verdicts", std::move(verdicts)},
          {"trees", std::move(trees)},
          {"seconds", all.seconds},
          {"run", objectOf(all.made)},
          {"exit", static_cast<int>(all.exitCode())}};
}

/// What names of statements stand for.
std::vector<kernels::SaidName> saidNames(symbolic::Terms& terms, const PreparedModule& module,
                                         const kernels::AnyLaunch& any) {
  std::vector<kernels::SaidName> names;
  for (std::size_t i = 0; i < module.parameters.size(); ++i) {
    const ParameterText& parameter = module.parameters[i];
    const ptx::Argument& argument = any.launch.arguments[i];
    kernels::SaidName name{parameter.shown(), argument.array, {}, parameter.type};
    if (argument.array >= 0) {
      name.type = module.bound.types[static_cast<std::size_t>(argument.array)];
    } else if (any.isParameterInput[i]) {
      name.value = terms.variable(8 * parameter.bytes, kernels::inputName(module.kernel.parameters[i]));
    } else {
      symbolic::Bits value = 0;
      for (std::size_t byte = std::min<std::size_t>(argument.bytes.size(), 8); byte-- > 0;)
        value = value << 8 | argument.bytes[byte];
      name.value = terms.constant(8 * std::min(parameter.bytes, 8u), value);
    }
    names.push_back(name);
    for (const std::string& other : {parameter.name, fmt::format("p{}", i)})
      if (other != name.name) {
        names.push_back(name);
        names.back().name = other;
      }
  }
  return names;
}

/// What is said of the launch by this word, as terms.
spec::Result<std::vector<kernels::SaidOfKernel>> saidOf(symbolic::Terms& terms, kernels::FloatFunctions& functions,
                                                        const PreparedModule& module, const kernels::AnyLaunch& any,
                                                        std::string_view word, std::string& where) {
  const std::vector<kernels::SaidName> names = saidNames(terms, module, any);
  std::vector<kernels::SaidOfKernel> all;
  for (const Assigned& one : module.said) {
    if (one.name != word)
      continue;
    where = one.where;
    const auto holds = kernels::meaningOf(one.value, terms, functions, any, names, word == "ensures");
    if (!holds)
      return holds.error();
    all.push_back({one.value, one.where, *holds});
  }
  return all;
}

/// Trees of the elements that were asked for: out[0].
spec::Result<void> addTrees(KernelVerdicts& shown, const KernelProof& proof, const std::vector<std::string>& asked) {
  for (const std::string& one : asked) {
    const std::size_t open = one.find('[');
    const auto index = one.ends_with("]") && open != one.npos
                           ? wholeNumber(std::string_view(one).substr(open + 1, one.size() - open - 2))
                           : std::nullopt;
    if (!index)
      return spec::Rejection{"PTX-51", fmt::format("--tree: {} is no element of an array", one), "out[0]"};
    const auto number = parameterNamed(one.substr(0, open), shown.module.parameters);
    if (!number)
      return number.error();
    const int array = proof.any().launch.arguments[*number].array;
    const std::size_t count = array < 0 ? 0
                                        : proof.any().launch.arrays[static_cast<std::size_t>(array)].bytes.size() /
                                              proof.any().elementBytes[static_cast<std::size_t>(array)];
    if (*index >= count)
      return spec::Rejection{"PTX-51", fmt::format("--tree: {} has {} elements", one.substr(0, open), count), "out[0]"};
    shown.trees.emplace_back(one, proof.outcome().stopped
                                      ? "not known: " + proof.outcome().stopped->reason
                                      : kernels::treeText(proof.elementAfter(static_cast<std::size_t>(array), *index)));
  }
  return {};
}

} // namespace

int show(const KernelVerdicts& verdicts, const KernelReports& reports, bool json) {
  if (json)
    printJsonLine(jsonOf(verdicts));
  else
    fmt::print("{}", textOf(verdicts, fuzz::wantsColour(STDOUT_FILENO)));
  if (const auto written = reports.write(verdicts); !written)
    return badInput(written.error());
  return codeOf(verdicts.exitCode());
}

boost::system::result<KernelVerdicts, BadCase> verdictsOf(const PreparedModule& module, const ModuleOptions& options,
                                                          const KernelQuestions& questions, const Solving& solving,
                                                          const Interrupt& interrupt) {
  auto any = anyLaunch(module, questions);
  if (!any)
    return BadCase{"", any.error()};
  KernelVerdicts shown{module, nullptr, launchText(module, *any), compilerOptions(options)};
  shown.made = madeByThisProgram();
  const auto terms = std::make_shared<symbolic::Terms>();
  kernels::FloatFunctions functions;
  std::string where, error;
  const auto required = saidOf(*terms, functions, module, *any, "requires", where);
  if (!required)
    return BadCase{where, required.error()};
  for (const kernels::SaidOfKernel& one : *required)
    any->assumed.push_back(one.holds);
  KernelProof proof(terms, module.kernel.name, module.kernel, *any);
  proof.functions().insert(functions.begin(), functions.end());
  std::ranges::for_each(*required, [&](const auto& one) { proof.require(one); });
  const auto ensured = saidOf(*terms, proof.functions(), module, *any, "ensures", where);
  if (!ensured)
    return BadCase{where, ensured.error()};
  std::ranges::for_each(*ensured, [&](const auto& one) { proof.ensure(one); });
  if (const auto trees = addTrees(shown, proof, questions.trees); !trees)
    return BadCase{"", trees.error()};
  if (!proof.simulate(kRuns, error)) {
    shown.verdicts = {{{}, 0, "both machines agree", module.places.path, Verdict::Error, error, "", 0}};
  } else {
    const auto undecided = runTheorems(
        {proof.theorem()}, solving, interrupt, [&](const Record& record) { proof.answer(record); }, shown.made);
    if (!undecided)
      return BadCase{"", undecided.error()};
    shown.verdicts = proof.verdicts();
  }
  shown.launch += fmt::format("; both machines agree on {} random inputs", proof.simulated());
  return shown;
}

int verifyModule(const std::string& path, const ModuleOptions& options, const KernelQuestions& questions,
                 const Solving& solving) {
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt;
  if (const auto writable = questions.reports.prepare({path}); !writable)
    return badInput(writable.error());
  const auto module = prepareModule(path, options, questions.shared);
  if (!module)
    return codeOf(ExitCode::BadInput);
  auto shown = verdictsOf(*module, options, questions, solving, interrupt);
  if (!shown)
    return shown.error().where.empty() ? badInput(shown.error().rejection)
                                       : badInput(shown.error().where, shown.error().rejection);
  shown->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return show(*shown, questions.reports, questions.json);
}

} // namespace warplaw::tools
