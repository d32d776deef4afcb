#include "tools/verify_module.h"
#include "fuzz/lane_table.h"
#include "proofs/kernels/statement.h"
#include "spec/counted.h"
#include "tools/cuda_names.h"
#include "tools/element.h"
#include "tools/interrupt.h"
#include "tools/json_line.h"
#include "tools/numbers.h"
#include "tools/run_result.h"
#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <ranges>
#include <set>
#include <unistd.h>

namespace warplaw::tools {
namespace {
using namespace proofs;
using proofs::kernels::KernelProof;
using proofs::kernels::PlaceVerdict;

/// A parameter that is no array; of a larger one its first 8 bytes.
std::uint64_t numberOf(const ptx::Argument& argument) {
  return readLittle(std::span(argument.bytes).first(std::min<std::size_t>(argument.bytes.size(), 8)));
}

constexpr double kReachedSeconds = 5;           ///< of the question whether some input comes to a place
constexpr std::size_t kMostTermBytes = 1 << 20; ///< of all arrays: each of them is a term

std::string rejectedName(const std::string& name) { return fmt::format("--keep: no array is {}", name); }

} // namespace

spec::Result<kernels::AnyLaunch> anyLaunch(const PreparedModule& module, const KernelQuestions& questions) {
  kernels::AnyLaunch any;
  any.launch = module.bound.launch;
  any.unroll = questions.unroll.value_or(kTurns);
  any.patience = questions.patience;
  any.isBlockFree = !module.isBlockSaid;
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
  std::size_t bytes = 0;
  for (const ptx::Array& array : any.launch.arrays)
    bytes += array.bytes.size();
  if (bytes > kMostTermBytes)
    return spec::Rejection{"usage", fmt::format("arrays of {} bytes", bytes),
                           fmt::format("at most {} for all inputs; `run` takes more", kMostTermBytes)};
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

spec::Result<void> sizeAssumed(PreparedModule& module, KernelQuestions& questions) {
  std::vector<std::size_t> arrays;
  for (std::size_t i = 0; i < module.parameters.size(); ++i)
    if (module.assumes(i) && module.bound.launch.arguments[i].array >= 0)
      arrays.push_back(i);
  if (arrays.empty() && !module.isSharedAssumed)
    return {};
  auto any = anyLaunch(module, questions);
  if (!any)
    return any.error();
  any->measures = true;
  any->measuresShared = module.isSharedAssumed;
  any->isMeasured.resize(module.bound.launch.arrays.size());
  for (const std::size_t i : arrays)
    any->isMeasured[static_cast<std::size_t>(module.bound.launch.arguments[i].array)] = true;
  bool goesOn = false;
  const auto measured = [&](unsigned turns) {
    any->unroll = turns;
    symbolic::Terms terms; // no term of the outcome is read any more
    kernels::AnyOutcome outcome = kernels::runAny(terms, module.kernel, *any);
    goesOn = std::ranges::any_of(outcome.questions, [](const kernels::Question& one) {
      return one.kind == ptx::FindingKind::Bound && !one.bad.isFalse();
    });
    return outcome;
  };
  kernels::AnyOutcome outcome = measured(questions.unroll.value_or(kFewTurns));
  if (goesOn && !questions.unroll) {
    const bool isRequired = std::ranges::count(module.said, "requires", &Assigned::name) != 0;
    const kernels::AnyOutcome longer = measured(kFewTurns + 1);
    if (isRequired || (longer.extents == outcome.extents && longer.shared == outcome.shared))
      outcome = measured(kTurns);
    else
      questions.unroll = kFewTurns;
  }
  const auto rejected = [&](const std::string& name, const std::string& why) {
    return spec::Rejection{"usage",
                           fmt::format("parameter {} has no value, and its size does not follow: {}", name, why),
                           fmt::format("--arg {}=u32[32]:any", name)};
  };
  ptx::Launch& launch = module.bound.launch;
  if (outcome.stopped && outcome.stopped->reason != kernels::kAllMeetErrors) {
    const std::string why = fmt::format("{} ({})", outcome.stopped->reason,
                                        module.places.first(module.kernel.steps[outcome.stopped->step].place));
    if (!arrays.empty() && outcome.shared.bytes != UINT64_MAX)
      return rejected(module.parameters[arrays.front()].shown(), why);
    return spec::Rejection{
        "usage", fmt::format("the size of dynamic shared memory is not given, and it does not follow: {}", why),
        "--shared 4096"};
  }
  if (module.isSharedAssumed)
    launch.dynamicSharedBytes =
        static_cast<std::uint32_t>(std::max<std::uint64_t>(outcome.shared.bytes, module.kernel.staticSharedBytes) -
                                   module.kernel.staticSharedBytes);
  for (const std::size_t i : arrays | std::views::reverse) { // as they are numbered
    const int number = launch.arguments[i].array;
    const auto at = static_cast<std::size_t>(number);
    const kernels::Extent& extent = outcome.extents[at];
    if (extent.bytes == 0 && !module.kernel.parameters[i].isPointer) { // no address: a number
      launch.arrays.erase(launch.arrays.begin() + number);
      module.bound.types.erase(module.bound.types.begin() + number);
      for (ptx::Argument& argument : launch.arguments)
        argument.array = argument.array == number ? -1 : argument.array - (argument.array > number ? 1 : 0);
      continue;
    }
    const std::uint64_t size = std::max(1u, extent.type.width() / 8);
    if (extent.bytes > kMostAssumed)
      return rejected(module.parameters[i].shown(), fmt::format("more than {} bytes are indexed", kMostAssumed));
    launch.arrays[at].bytes.resize(std::max(size, (extent.bytes + size - 1) / size * size));
    module.bound.types[at] = extent.type;
  }
  return {};
}

std::string launchText(const PreparedModule& module, const kernels::AnyLaunch& any) {
  const auto sizes = [](const ptx::Dimensions& d) {
    return d[1] == 1 && d[2] == 1 ? fmt::format("{}", d[0]) : fmt::format("{},{},{}", d[0], d[1], d[2]);
  };
  const auto assumed = [&](std::size_t i) { return module.assumes(i) ? " (assumed)" : ""; };
  std::string text = fmt::format("grid {}, block {}{}", sizes(any.launch.grid), sizes(any.launch.block),
                                 any.isBlockFree ? " (assumed)" : "");
  if (module.isSharedAssumed)
    text += fmt::format(", shared {} (assumed)", any.launch.dynamicSharedBytes);
  if (!module.choice.empty())
    text += fmt::format(", choice {}", module.choice);
  for (std::size_t i = 0; i < module.parameters.size(); ++i) {
    const ptx::Argument& argument = any.launch.arguments[i];
    const std::string& name = module.parameters[i].shown();
    if (argument.array < 0) {
      const std::uint64_t value = numberOf(argument);
      text += any.isParameterInput[i] ? fmt::format("; {} any{}", name, assumed(i))
                                      : fmt::format("; {} = {:#x}", name, value);
      continue;
    }
    const auto at = static_cast<std::size_t>(argument.array);
    const ptx::Array& array = any.launch.arrays[at];
    const bool isAny = std::ranges::count(any.isInput[at], true) != 0;
    const bool isUndefined = std::ranges::count(array.isDefined, false) != 0 && !isAny;
    text += fmt::format("; {}: {}[{}] {}{}", name, spec::scalar::nameOf(module.bound.types[at]),
                        array.bytes.size() / any.elementBytes[at],
                        isAny         ? "holds anything"
                        : isUndefined ? "was not written"
                                      : "as the launch says",
                        assumed(i));
  }
  return text;
}

std::string agreedText(unsigned runs) { return fmt::format("; both machines agree on {} random inputs", runs); }

void addKernelOptions(Subcommand& command, KernelQuestions& questions) {
  command.options({
      {"--shared", questions.shared, "modules: bytes of dynamic shared memory (default: as many as the kernel indexes)",
       wholeNumberIn(0, 1 << 20)},
      {"--unroll", questions.unroll,
       fmt::format("modules: turns to follow of a loop whose end depends on inputs; beyond them verdicts are CHECKED "
                   "({}; {} where arrays whose size is not given grow with them)",
                   kTurns, kFewTurns),
       wholeNumberIn(1, 4096)},
      {"--keep", questions.kept, "modules: this array holds what the launch gives, and not anything (repeatable)"},
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

std::string kernelsText(const KernelVerdicts& all, bool colour) {
  std::string text = fmt::format("{}: {}\n", plainKernelName(all.module.kernel.name), all.launch);
  std::set<std::string> limits;
  std::map<std::string, std::set<std::string>> after; // by where the machine of terms ended: what it left open
  for (const PlaceVerdict& one : all.verdicts)
    if (one.endedAt && one.verdict == Verdict::Unknown)
      after[one.reason].insert(all.nameOf(one));
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
      } else if (!one.endedAt || after[one.reason].size() == 1) {
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
    if (!first.kind && first.verdict == Verdict::Proved && !first.reason.empty())
      text += fmt::format("    {}\n", first.reason);
    i = end;
  }
  for (const auto& [why, names] : after)
    if (names.size() > 1)
      text += fmt::format("UNKNOWN: {}: {}\n", why, fmt::join(names, ", "));
  for (const auto& [name, tree] : all.trees)
    text += fmt::format("tree {}:\n{}\n", name, tree);
  for (const std::string& one : limits)
    text += fmt::format("CHECKED holds for: {}\n", one);
  for (const std::string& one : all.notes())
    text += one + "\n";
  return text + fmt::format("{:.1f} s\n", all.seconds);
}

boost::json::object kernelsJson(const KernelVerdicts& all) {
  boost::json::array verdicts;
  for (const PlaceVerdict& one : all.verdicts) {
    boost::json::object object{
        {"finding", all.nameOf(one)}, {"place", all.placeOf(one)}, {"verdict", proofs::textOf(one.verdict)}};
    if (!one.reason.empty())
      object["reason"] = one.reason;
    if (one.reached != PlaceVerdict::Reached::Yes)
      object["reached"] = one.reached == PlaceVerdict::Reached::Never ? "never" : "unknown";
    if (kernels::isShown(one.verdict) && !one.functions.empty())
      object["functions"] = boost::json::array(one.functions.begin(), one.functions.end());
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
    if (parameter.isSigned.value_or(false))
      name.type.kind = spec::scalar::Kind::Signed;
    if (argument.array >= 0) {
      name.type = module.bound.types[static_cast<std::size_t>(argument.array)];
    } else if (any.isParameterInput[i]) {
      name.value = terms.variable(8 * parameter.bytes, kernels::inputName(module.kernel.parameters[i]));
    } else {
      name.value = terms.constant(8 * std::min(parameter.bytes, 8u), numberOf(argument));
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
                                                        const std::vector<kernels::SaidName>& names,
                                                        const kernels::Ghosts& ghosts, std::string_view word,
                                                        std::string& where) {
  std::vector<kernels::SaidOfKernel> all;
  for (const Assigned& one : module.said) {
    if (one.name != word)
      continue;
    where = one.where;
    const auto holds = kernels::meaningOf(one.value, terms, functions, any, names, word == "ensures", ghosts);
    if (!holds)
      return holds.error();
    all.push_back({one.value, one.where, *holds});
  }
  return all;
}

using Objection = std::optional<BadCase>; ///< nothing: it is well

std::uint32_t lineOf(const PreparedModule& module, const ptx::Step& step) {
  return module.places.isCuda ? step.place.sourceLine : step.place.line;
}

/// Where a label of the entry is bound.
std::optional<ptx::Place> labelNamed(const ptx::Block& block, std::string_view name) {
  for (const ptx::Statement& statement : block.statements) {
    if (const auto* const label = std::get_if<ptx::Label>(&statement); label && label->name == name)
      return label->place;
    if (const auto* const inner = std::get_if<std::unique_ptr<ptx::Block>>(&statement))
      if (const auto found = labelNamed(**inner, name))
        return found;
  }
  return std::nullopt;
}

/// The head of the loop that begins at a label, or of the smallest one whose lines a line is among.
std::optional<std::uint32_t> headNamed(const PreparedModule& module, std::string_view label) {
  for (const ptx::Global& global : module.module.globals) {
    const auto* const function = std::get_if<ptx::Function>(&global);
    if (!function || function->name != module.kernel.name || !function->body)
      continue;
    const auto place = labelNamed(*function->body, label);
    if (!place)
      return std::nullopt;
    const auto at = [](const ptx::Place& one) { return std::pair(one.line, one.column); };
    std::optional<std::uint32_t> head;
    for (std::uint32_t step = 0; step < module.kernel.steps.size(); ++step) {
      const ptx::Place& own = module.kernel.steps[step].place;
      if (at(own) >= at(*place) && (!head || at(own) < at(module.kernel.steps[*head].place)))
        head = step;
    }
    return head;
  }
  return std::nullopt;
}
std::optional<std::uint32_t> headAround(const PreparedModule& module, std::uint32_t line) {
  const std::vector<ptx::Step>& steps = module.kernel.steps;
  std::set<std::uint32_t> heads;
  for (const ptx::Step& step : steps) {
    if (step.kind == ptx::StepKind::Branch)
      heads.insert(step.target);
    heads.insert(step.targets.begin(), step.targets.end());
  }
  std::optional<std::uint32_t> best;
  std::uint32_t fewest = ~0u;
  for (const std::uint32_t head : heads) {
    const auto shape = head < steps.size() ? kernels::loopAt(module.kernel, head) : std::nullopt;
    if (!shape)
      continue;
    std::uint32_t first = ~0u, last = 0;
    for (std::uint32_t step = 0; step < steps.size(); ++step)
      if (const std::uint32_t own = lineOf(module, steps[step]); shape->isInside[step] && own != 0) {
        first = std::min(first, own);
        last = std::max(last, own);
      }
    if (first <= line && line <= last && last - first < fewest) {
      best = head;
      fewest = last - first;
    }
  }
  return best;
}

/// `invariant LABEL: EXPRESSION`, or without a label inside the loop; `decreases` likewise.
Objection addInvariants(symbolic::Terms& terms, kernels::FloatFunctions& functions, const PreparedModule& module,
                        kernels::AnyLaunch& any, const std::vector<kernels::SaidName>& names,
                        const kernels::Ghosts& ghosts) {
  kernels::LaneState example;
  const auto no = terms.truth(false);
  example.named = [&](std::string_view name) -> std::pair<kernels::AnyValue, spec::scalar::Type> {
    const auto variable = [&](spec::scalar::Type type) {
      return std::pair(kernels::AnyValue{terms.variable(type.width(), "example " + std::string(name)), no, no}, type);
    };
    static constexpr std::string_view kSpecial[] = {"left",      "%tid.x",    "%tid.y",    "%tid.z",   "%ntid.x",
                                                    "%ntid.y",   "%ntid.z",   "%ctaid.x",  "%ctaid.y", "%ctaid.z",
                                                    "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid",  "%warpid"};
    if (std::ranges::find(kSpecial, name) != std::end(kSpecial))
      return variable(spec::scalar::kU32);
    for (const ptx::Register& reg : module.kernel.registers)
      if (reg.name == name)
        return variable(reg.type);
    return {{}, spec::scalar::kU32};
  };
  example.now = example.atEntry = [&](std::size_t array, std::size_t element) {
    return std::pair(terms.variable(8 * any.elementBytes[array], kernels::inputName(any.launch.arrays[array], element)),
                     no);
  };
  for (const bool isMeasure : {false, true})
    for (const Assigned& one : module.said) {
      if (one.name != (isMeasure ? "decreases" : "invariant"))
        continue;
      const auto bad = [&](std::string what) {
        return BadCase{one.where, {"PTX-51", std::move(what), one.name + " LABEL: EXPRESSION"}};
      };
      const std::size_t colon = one.value.find(':');
      std::string label = one.value.substr(0, colon == one.value.npos ? 0 : colon);
      label.erase(label.find_last_not_of(' ') + 1);
      std::string text = one.value.substr(colon == one.value.npos ? 0 : colon + 1);
      text.erase(0, text.find_first_not_of(' '));
      std::optional<std::uint32_t> head;
      if (colon != one.value.npos) {
        head = headNamed(module, label);
        if (!head)
          return bad(fmt::format("no label of the entry is {}", label));
        if (!kernels::loopAt(module.kernel, *head))
          return bad(fmt::format("no loop begins at {}", label));
      } else {
        std::uint32_t line = 0;
        const std::size_t at = one.where.rfind(':') + 1;
        std::from_chars(one.where.data() + at, one.where.data() + one.where.size(), line);
        head = headAround(module, line);
        if (!head)
          return bad("no loop is around it: it stands in a loop, or names the label that a loop begins at");
      }
      const auto known = std::ranges::find(any.invariants, *head, &kernels::AnyInvariant::header);
      const auto meaning = kernels::meaningAtHead(text, terms, functions, any, names, ghosts, example, isMeasure);
      if (!meaning)
        return BadCase{one.where, meaning.error()};
      if (!isMeasure && known != any.invariants.end())
        return bad(fmt::format("this loop has an invariant, at {}; one is joined with &&", known->where));
      if (!isMeasure) {
        any.invariants.push_back({*head, text, one.where, *meaning, {}});
        continue;
      }
      if (known == any.invariants.end())
        return bad("this loop has no invariant");
      if (known->decreases)
        return bad(fmt::format("this loop has a measure, at {}", known->measureWhere));
      known->decreases = *meaning;
      known->measure = text;
      known->measureWhere = one.where;
    }
  return {};
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
    printJsonLine(kernelsJson(verdicts));
  else
    fmt::print("{}", kernelsText(verdicts, fuzz::wantsColour(STDOUT_FILENO)));
  if (const auto written = reports.write(verdicts); !written)
    return badInput(written.error());
  return codeOf(verdicts.exitCode());
}

void Early::tellAll(const KernelVerdicts& names, const std::vector<PlaceVerdict>& verdicts) {
  for (const PlaceVerdict& one : verdicts) {
    if (one.verdict != Verdict::Refuted)
      continue;
    const std::string line = fmt::format("{}: {} REFUTED", names.placeOf(one), names.nameOf(one));
    if (told_.insert(line).second)
      say("found: {}: {}\n", line, one.counterexample.substr(0, one.counterexample.find('\n')));
  }
}

boost::system::result<std::vector<kernels::SaidOfKernel>, BadCase>
requiredOf(symbolic::Terms& terms, kernels::FloatFunctions& functions, const PreparedModule& module,
           kernels::AnyLaunch& any, kernels::Ghosts& ghosts) {
  const std::vector<kernels::SaidName> names = saidNames(terms, module, any);
  for (const Assigned& one : module.said)
    if (one.name == "ghost")
      if (const auto added = ghosts.add(one.value, names); !added)
        return BadCase{one.where, added.error()};
  std::string where;
  auto required = saidOf(terms, functions, module, any, names, ghosts, "requires", where);
  if (!required)
    return BadCase{where, required.error()};
  for (const kernels::SaidOfKernel& one : *required)
    any.assumed.push_back(one.holds);
  return std::move(*required);
}

boost::system::result<KernelVerdicts, BadCase> verdictsOf(const PreparedModule& module, const ModuleOptions& options,
                                                          const KernelQuestions& questions, const Solving& solving,
                                                          const Interrupt& interrupt) {
  auto any = anyLaunch(module, questions);
  if (!any)
    return BadCase{"", any.error()};
  any->patience = {interrupt.flag(), solving.timeout};
  KernelVerdicts shown{module, nullptr, launchText(module, *any), compilerOptions(options)};
  shown.made = madeByThisProgram();
  const auto terms = std::make_shared<symbolic::Terms>();
  kernels::FloatFunctions functions;
  std::string where, error;
  const std::vector<kernels::SaidName> names = saidNames(*terms, module, *any);
  kernels::Ghosts ghosts;
  const auto required = requiredOf(*terms, functions, module, *any, ghosts);
  if (!required)
    return required.error();
  if (const Objection bad = addInvariants(*terms, functions, module, *any, names, ghosts))
    return *bad;
  KernelProof proof(terms, module.kernel.name, module.kernel, *any);
  proof.functions().insert(functions.begin(), functions.end());
  std::ranges::for_each(*required, [&](const auto& one) { proof.require(one); });
  const auto ensured = saidOf(*terms, proof.functions(), module, *any, names, ghosts, "ensures", where);
  if (!ensured)
    return BadCase{where, ensured.error()};
  std::ranges::for_each(*ensured, [&](const auto& one) { proof.ensure(one); });
  if (const auto trees = addTrees(shown, proof, questions.trees); !trees)
    return BadCase{"", trees.error()};
  if (!proof.simulate(kernels::kAgreedRuns, error)) {
    shown.verdicts = {{{}, 0, "both machines agree", module.places.path, Verdict::Error, error, "", 0}};
  } else {
    Early early(!questions.json);
    early.tell(shown, proof);
    const auto undecided = runTheorems(
        {proof.theorem()}, solving, interrupt,
        [&](const Record& record) {
          proof.answer(record);
          if (record.verdict == Verdict::Refuted)
            early.tell(shown, proof);
        },
        shown.made);
    if (!undecided)
      return BadCase{"", undecided.error()};
    if (const auto reachability = proof.reachability()) {
      Solving brief = solving;
      brief.timeout = std::min(brief.timeout, kReachedSeconds);
      Provenance made;
      if (const auto asked = runTheorems(
              {*reachability}, brief, interrupt, [&](const Record& record) { proof.answer(record); }, made);
          !asked)
        return BadCase{"", asked.error()};
    }
    shown.verdicts = proof.verdicts();
    for (PlaceVerdict& one : shown.verdicts)
      if (one.endedAt && *one.endedAt < module.kernel.steps.size())
        one.reason += fmt::format(" ({})", module.places.first(module.kernel.steps[*one.endedAt].place));
  }
  shown.launch += agreedText(proof.simulated());
  return shown;
}

namespace {

/// What is worse is said of all of several launches.
void addWorse(KernelVerdicts& all, KernelVerdicts& one, std::uint32_t threads) {
  const auto isSame = [&](const PlaceVerdict& a, const PlaceVerdict& b) {
    return a.kind == b.kind && (a.kind ? a.step == b.step : a.text == b.text);
  };
  const auto isOpen = [](const PlaceVerdict& verdict) {
    return verdict.verdict != Verdict::Proved && verdict.verdict != Verdict::Checked;
  };
  const auto isWorse = [&](const PlaceVerdict& a, const PlaceVerdict& b) {
    return isOpen(a) ? !isOpen(b) : a.verdict == Verdict::Checked && b.verdict == Verdict::Proved;
  };
  for (PlaceVerdict& verdict : one.verdicts) {
    if (isOpen(verdict) && !verdict.reason.empty())
      verdict.reason += fmt::format(" (block {})", threads);
    const auto known = std::ranges::find_if(all.verdicts, [&](const auto& other) { return isSame(verdict, other); });
    if (known == all.verdicts.end()) {
      all.verdicts.push_back(verdict);
      continue;
    }
    const auto reached = std::min(verdict.reached, known->reached); // it may be in one of the launches
    std::set<std::string> functions(verdict.functions.begin(), verdict.functions.end());
    functions.insert(known->functions.begin(), known->functions.end());
    if (isWorse(verdict, *known))
      *known = verdict;
    known->reached = reached;
    known->functions.assign(functions.begin(), functions.end());
  }
}

/// One launch for each number of threads. The first with a counterexample is shown, which has the fewest threads.
class Launches {
public:
  Launches(const std::string& path, const ModuleOptions& options, const KernelQuestions& questions,
           const Solving& solving, const Interrupt& interrupt)
      : path_(path), options_(options), questions_(questions), solving_(solving), interrupt_(interrupt) {}

  int verify() {
    const auto blocks = blocksOf(options_.block);
    const auto [first, last] = blocks.value_or(std::pair<std::uint32_t, std::uint32_t>());
    for (std::uint32_t threads = first; threads <= last; ++threads) {
      ModuleOptions one = options_;
      if (blocks)
        one.block = fmt::format("{}", threads);
      if (const auto bad = verifyOne(one))
        return interrupt_.requested() ? interrupted(kNothingKnown) : *bad;
      const bool isLast = now_->exitCode() == ExitCode::Counterexample || interrupt_.requested();
      if (isLast || !all_)
        all_ = std::move(now_);
      else
        addWorse(*all_, *now_, threads);
      if (isLast)
        break;
      if (threads == last && first != last)
        all_->launch = fmt::format("block {} to {}; of the first: {}", first, last, all_->launch);
    }
    all_->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return show(*all_, questions_.reports, questions_.json);
  }

private:
  /// The exit code of bad input, which was said, unless the user ended it.
  std::optional<int> verifyOne(const ModuleOptions& options) {
    modules_.push_back(prepareModule(path_, options, questions_.shared, &interrupt_));
    if (!modules_.back())
      return codeOf(ExitCode::BadInput);
    PreparedModule& module = *modules_.back();
    const auto bad = [&](const BadCase& what) {
      if (interrupt_.requested())
        return codeOf(ExitCode::BadInput);
      return what.where.empty() ? badInput(what.rejection) : badInput(what.where, what.rejection);
    };
    KernelQuestions questions = questions_;
    if (const auto sized = sizeAssumed(module, questions); !sized)
      return bad({"", sized.error()});
    auto shown = verdictsOf(module, options, questions, solving_, interrupt_);
    if (!shown)
      return bad(shown.error());
    now_ = std::make_unique<KernelVerdicts>(std::move(*shown));
    return std::nullopt;
  }

  const std::string& path_;
  const ModuleOptions& options_;
  const KernelQuestions& questions_;
  const Solving& solving_;
  const Interrupt& interrupt_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<PreparedModule>> modules_; ///< that verdicts speak of
  std::unique_ptr<KernelVerdicts> now_, all_;
};

} // namespace

int verifyModule(const std::string& path, const ModuleOptions& options, const KernelQuestions& asked,
                 const Solving& solving) {
  const Interrupt interrupt;
  KernelQuestions questions = asked;
  questions.patience = {interrupt.flag(), solving.timeout};
  if (const auto writable = questions.reports.prepare({path}); !writable)
    return badInput(writable.error());
  return Launches(path, options, questions, solving, interrupt).verify();
}

} // namespace warplaw::tools
