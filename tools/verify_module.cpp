#include "tools/verify_module.h"
#include "proofs/kernels/verify.h"
#include "ptx/machine/run.h"
#include "spec/shell_word.h"
#include "tools/interrupt.h"
#include "tools/theorem_run.h"
#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
using namespace proofs;
using proofs::kernels::KernelProof;
using proofs::kernels::PlaceVerdict;

constexpr unsigned kRuns = 64; ///< random inputs on which both machines must agree

std::string rejectedName(const std::string& name) { return fmt::format("--keep: no array is {}", name); }

/// Which bytes of the launch may be anything: arrays that are defined, but for `zero` and what is kept.
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
  for (std::size_t i = 0; i < module.parameters.size(); ++i) {
    any.isParameterInput.push_back(i < module.isAny.size() && module.isAny[i] && any.launch.arguments[i].array < 0);
    const int number = any.launch.arguments[i].array;
    if (number < 0)
      continue;
    const auto at = static_cast<std::size_t>(number);
    const ptx::Array& array = any.launch.arrays[at];
    any.elementBytes[at] = std::max(1u, module.bound.types[at].width() / 8);
    any.isInput[at].assign(array.bytes.size(), false);
    for (std::size_t byte = 0; byte < array.bytes.size(); ++byte)
      any.isInput[at][byte] =
          !isKept[i] && (module.isAny[i] || array.isDefined.empty() || array.isDefined[byte]);
  }
  return any;
}

/// "in: any u32[256]; out: u32[8], not written yet; n = 200"
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
                        isAny ? "holds anything" : isUndefined ? "was not written" : "as the launch says");
  }
  return text;
}

struct Shown {
  const PreparedModule& module;
  const std::string& path;
  std::vector<PlaceVerdict> verdicts;
  std::string launch;
  double seconds = 0;

  std::string placeOf(const PlaceVerdict& one) const {
    return one.kind ? module.places.first(module.kernel.steps[one.step].place) : one.where;
  }
  static std::string nameOf(const PlaceVerdict& one) {
    return one.kind ? std::string(ptx::nameOf(*one.kind)) : "ensures " + one.text;
  }
  /// The finding's sentence, and the command that shows it.
  static std::pair<std::string, std::string> parts(const std::string& counterexample) {
    const std::size_t end = counterexample.find('\n');
    return {counterexample.substr(0, end), end == std::string::npos ? "" : counterexample.substr(end + 1)};
  }
  std::string replay(const PlaceVerdict& one) const {
    return fmt::format("warplaw run {} {}", spec::shellPath(path), parts(one.counterexample).second);
  }
};

ExitCode exitCodeOf(const PlaceVerdict& one) {
  if (one.kind && !ptx::isError(*one.kind))
    return ExitCode::AsExpected; // of these verdicts on errors say what they are limited to
  if (one.verdict == Verdict::Proved || one.verdict == Verdict::Checked)
    return ExitCode::AsExpected;
  return one.verdict == Verdict::Refuted ? ExitCode::Counterexample : ExitCode::Inconclusive;
}
ExitCode exitCodeOf(const Shown& shown) {
  ExitCode code = ExitCode::AsExpected;
  for (const PlaceVerdict& one : shown.verdicts)
    code = combine(code, exitCodeOf(one));
  return code;
}

std::string textOf(const Shown& shown) {
  std::string text = fmt::format("{}: {}\n", shown.module.kernel.name, shown.launch);
  for (std::size_t i = 0; i < shown.verdicts.size();) {
    const PlaceVerdict& first = shown.verdicts[i];
    std::size_t end = i, proved = 0, checked = 0;
    std::string rest, limits;
    for (; end < shown.verdicts.size() && Shown::nameOf(shown.verdicts[end]) == Shown::nameOf(first); ++end) {
      const PlaceVerdict& one = shown.verdicts[end];
      if (one.verdict == Verdict::Proved) {
        ++proved;
      } else if (one.verdict == Verdict::Checked) {
        ++checked;
        limits = one.reason;
      } else if (one.verdict == Verdict::Refuted) {
        rest += fmt::format("{}: {} REFUTED: {}\n    {}\n", shown.placeOf(one), Shown::nameOf(one),
                            Shown::parts(one.counterexample).first, shown.replay(one));
      } else {
        rest += fmt::format("{}: {} {}: {}\n", shown.placeOf(one), Shown::nameOf(one), proofs::textOf(one.verdict),
                            one.reason);
      }
    }
    const std::string absent = first.kind ? " absent" : "";
    const auto places = [&](std::size_t count) {
      return first.kind ? fmt::format(", {} place{}", count, count == 1 ? "" : "s") : std::string();
    };
    if (proved != 0)
      text += fmt::format("  {} PROVED{}{}\n", Shown::nameOf(first), absent, places(proved));
    if (checked != 0)
      text += fmt::format("  {} CHECKED{}{}: for {}\n", Shown::nameOf(first), absent, places(checked), limits);
    text += rest;
    i = end;
  }
  return text + fmt::format("{:.1f} s\n", shown.seconds);
}

boost::json::object jsonOf(const Shown& shown) {
  boost::json::array all;
  for (const PlaceVerdict& one : shown.verdicts) {
    boost::json::object object{{"finding", Shown::nameOf(one)}, {"place", shown.placeOf(one)},
                               {"verdict", proofs::textOf(one.verdict)}};
    if (!one.reason.empty())
      object["reason"] = one.reason;
    if (one.verdict == Verdict::Refuted) {
      object["what"] = Shown::parts(one.counterexample).first;
      object["replay"] = shown.replay(one);
    }
    all.push_back(std::move(object));
  }
  return {{"kernel", shown.module.kernel.name}, {"launch", shown.launch}, {"verdicts", std::move(all)},
          {"seconds", shown.seconds}, {"exit", static_cast<int>(exitCodeOf(shown))}};
}

} // namespace

int verifyModule(const std::string& path, const ModuleOptions& options, const KernelQuestions& questions) {
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt;
  const auto module = prepareModule(path, options, questions.shared);
  if (!module)
    return codeOf(ExitCode::BadInput);
  auto any = anyLaunch(*module, questions);
  if (!any)
    return badInput(any.error());
  Shown shown{*module, path, {}, launchText(*module, *any), 0};
  KernelProof proof(std::make_shared<symbolic::Terms>(), module->kernel.name, module->kernel, std::move(*any));
  std::string error;
  if (!proof.simulate(kRuns, error)) {
    shown.verdicts = {{{}, 0, "both machines agree", path, Verdict::Error, error, "", 0}};
  } else {
    const auto undecided = runTheorems({proof.theorem()}, interrupt, [&](const Record& record) { proof.answer(record); });
    if (!undecided)
      return badInput(undecided.error());
    shown.verdicts = proof.verdicts();
  }
  shown.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (questions.json)
    fmt::print("{}\n", boost::json::serialize(jsonOf(shown)));
  else
    fmt::print("{}", textOf(shown));
  return codeOf(exitCodeOf(shown));
}

} // namespace warplaw::tools
