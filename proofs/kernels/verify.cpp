#include "proofs/kernels/verify.h"
#include "plain/machine.h"
#include "proofs/engine/witness.h"
#include "proofs/kernels/counts.h"
#include "proofs/kernels/for_all_orders.h"
#include "proofs/kernels/for_all_summands.h"
#include "proofs/kernels/simplified.h"
#include "proofs/kernels/stages.h"
#include "ptx/machine/run.h"
#include "symbolic/terms/evaluator.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <random>
#include <set>

namespace warplaw::proofs::kernels {
using ptx::Finding;
using ptx::FindingKind;
using ptx::StepKind;
using symbolic::Evaluator;
namespace {

constexpr unsigned kMostRuns = 3000;            ///< of the machine of words, to make a witness smaller
constexpr std::uint64_t kMostWords = 5'000'000; ///< steps of the machine of words, to make a witness smaller
constexpr std::uint64_t kFewSteps = 10'000;
constexpr std::uint64_t kMostBehindError = 640'000; ///< more than terms follow (AnyLaunch::mostSteps)
constexpr unsigned kMostFollowed = 1 << 20;         ///< turns of a loop, on one input
constexpr unsigned kMostShown = 24;                 ///< words of a state that an invariant admits
constexpr std::uint64_t kMostOtherwise = 4'000'000; ///< steps of threads under other schedules
constexpr std::uint64_t kOtherSeed = 1;             ///< of those schedules
constexpr std::uint64_t kGuessedFrom = 64;          ///< random inputs that show what may be so
constexpr unsigned kSmallest = 8;                   ///< up to here each number is tried
constexpr unsigned kCountBits = 16;                 ///< of a number that may be a count
constexpr const char* kBiasNames[] = {"any thread", "each as long as it can", "round robin", "the newest"};
static_assert(std::size(kBiasNames) == plain::kBiases);

std::uint64_t valueIn(const Assignment& inputs, const std::string& name) {
  const auto found = inputs.find(name);
  return found == inputs.end() ? 0 : static_cast<std::uint64_t>(found->second);
}

const Finding* errorIn(const ptx::Outcome& outcome) {
  const auto found = std::ranges::find_if(outcome.findings, [](const Finding& one) { return ptx::isError(one.kind); });
  return found == outcome.findings.end() ? nullptr : &*found;
}
bool isErrorIn(const ptx::Outcome& outcome) { return errorIn(outcome) != nullptr; }

/// A variable of a loop's turn from any state (loops.cpp), and no input.
bool isOfTurn(std::string_view name) { return name.starts_with("turn ") || name.starts_with("last turn "); }

bool isSame(const ptx::Place& a, const ptx::Place& b) { return a.line == b.line && a.column == b.column; }

bool isDependence(FindingKind kind) {
  return kind == FindingKind::DependsOnSchedule || kind == FindingKind::DependsOnOrder;
}

/// What comes of lanes that a .sync awaits, and that do not come.
bool isOfWaiting(FindingKind kind) { return kind == FindingKind::Deadlock || kind == FindingKind::UndefinedSync; }

} // namespace

std::string afterName(const ptx::Array& array, std::size_t element) {
  return fmt::format("after {}[{}]", array.name, element);
}

std::string anythingName(const ptx::Array& array, std::size_t element) {
  return fmt::format("{}{}[{}]", kAnything, array.name, element);
}
std::optional<std::uint64_t> valueAt(const ptx::Array& array, std::size_t element, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t at = (element + 1) * size; at-- > element * size;) {
    if (at >= array.bytes.size() || !array.isDefined[at])
      return std::nullopt;
    value = value << 8 | array.bytes[at];
  }
  return value;
}

std::vector<FindingKind> demandedOf(const ptx::Kernel& kernel, std::uint32_t index,
                                    const std::vector<AnyInvariant>& invariants) {
  const ptx::Step& step = kernel.steps[index];
  const bool isIndependent = kernel.target >= ptx::kIndependent;
  std::vector<FindingKind> all;
  const auto add = [&](std::initializer_list<FindingKind> kinds) {
    for (const FindingKind kind : kinds)
      if (std::ranges::find(all, kind) == all.end()) // a guard's may be an operand's
        all.push_back(kind);
  };
  if (step.guard != ptx::kNoRegister)
    add({FindingKind::Uninitialised, FindingKind::UndefinedLane});
  switch (step.kind) {
  case StepKind::Scalar:
    if (step.divides)
      add({FindingKind::DivideByZero});
    break;
  case StepKind::Load:
  case StepKind::Store:
  case StepKind::Atomic:
    add({FindingKind::OutOfBounds, FindingKind::Uninitialised, FindingKind::UndefinedLane});
    if (unsigned{step.width} * step.vector > 1)
      add({FindingKind::Misaligned});
    if (mayRace(step))
      add({FindingKind::Race});
    if (mayRace(step) && step.kind == StepKind::Atomic)
      add({FindingKind::DependsOnOrder});
    if (step.isVolatile && step.kind != StepKind::Atomic)
      add({FindingKind::NotJudged});
    break;
  case StepKind::Fence:
    add({FindingKind::NotJudged});
    break;
  case StepKind::Trap:
    add({FindingKind::Trap});
    break;
  case StepKind::Branch:
    if (step.isUniform && step.guard != ptx::kNoRegister)
      add({FindingKind::UndefinedSync});
    if (step.guard != ptx::kNoRegister && comesAgain(kernel, index, invariants))
      add({FindingKind::Bound});
    break;
  case StepKind::BranchIndexed:
    add({FindingKind::Uninitialised, FindingKind::UndefinedLane});
    if (comesAgain(kernel, index, invariants))
      add({FindingKind::Bound});
    break;
  case StepKind::Barrier:
    if (step.isAligned || isNamedLate(step))
      add({FindingKind::DivergentBarrier});
    if (ptx::barrierKindOf(step) != ptx::BarrierKind::Arrive)
      add({FindingKind::Deadlock});
    if (isNamedLate(step) || ptx::isBarrierReduction(step))
      add({FindingKind::Uninitialised, FindingKind::UndefinedLane});
    add({FindingKind::DependsOnSchedule});
    break;
  case StepKind::Activemask:
  case StepKind::Shuffle:
  case StepKind::Vote:
    if (!step.isSync && isIndependent)
      add({FindingKind::DependsOnSchedule});
    if (!step.isSync)
      break;
    [[fallthrough]];
  case StepKind::Match:
  case StepKind::Redux:
  case StepKind::Elect:
  case StepKind::WarpBarrier:
    if (step.kind == StepKind::Elect)
      add({FindingKind::DependsOnSchedule});
    add({FindingKind::UndefinedSync, FindingKind::Deadlock, FindingKind::Uninitialised, FindingKind::UndefinedLane});
    break;
  default:
    break;
  }
  return all;
}

KernelProof::KernelProof(std::shared_ptr<Terms> terms, std::string name, const ptx::Kernel& kernel, AnyLaunch any)
    : terms_(std::move(terms)), name_(std::move(name)), kernel_(kernel), any_(std::move(any)),
      outcome_(runAny(*terms_, kernel_, any_)) {}

KernelProof::KernelProof(std::shared_ptr<Terms> terms, std::string name, const ptx::Kernel& kernel, AnyLaunch any,
                         AnyOutcome outcome)
    : terms_(std::move(terms)), name_(std::move(name)), kernel_(kernel), any_(std::move(any)),
      outcome_(std::move(outcome)) {}

std::string KernelProof::nameOf(const Question& question) const {
  return fmt::format("kernel/{}/{}/step-{}", name_, ptx::nameOf(question.kind), question.step);
}
std::string KernelProof::nameOfRequired() const { return fmt::format("kernel/{}/requires", name_); }
std::string KernelProof::nameOf(std::size_t ensured) const {
  return fmt::format("kernel/{}/ensures-{}", name_, ensured + 1);
}

std::string KernelProof::nameOf(InvariantPart::Kind kind, std::size_t number) const {
  static constexpr const char* kParts[] = {"entry", "step", "after", "decreases"};
  return fmt::format("kernel/{}/invariant-{}/{}", name_, number + 1, kParts[static_cast<unsigned>(kind)]);
}

Assignment KernelProof::randomInputs(std::uint64_t seed) const {
  std::mt19937_64 dice(seed);
  Assignment inputs;
  const auto value = [&](unsigned bytes, unsigned style) {
    const std::uint64_t bits = dice(), kept = spec::scalar::onesOf(bytes * 8);
    const std::uint64_t bounds[] = {0, 1, ~std::uint64_t{0}, kept >> 1, (kept >> 1) + 1, 2, bits, bits};
    switch (style) {
    case 0:
      return bits & kept;
    case 1:
      return bits % 8;
    case 2:
      return bounds[bits >> 32 & 7] & kept;
    case 3:
      return (bits % 7 - 3) & kept;
    case 4:
      return bits % 300;
    default: // none above 0: of these the greatest is wrong that began with 0
      return seed % 3 == 0 ? ~(bits % 300) & kept : 0;
    }
  };
  /// If floats are from 1/16 to 16, each bit of a sum depends on its order. Exponentials of floats from 1 to 256 are
  /// sometimes denormal or too large. In some inputs all floats are below 0.
  const std::uint64_t sign = seed % 16 == 6;
  const unsigned least = seed % 4 == 0 ? 0 : 4;
  const auto nearOne = [&](unsigned bytes) {
    const unsigned fraction = bytes == 8 ? 52 : bytes == 4 ? 23 : 10;
    const std::uint64_t bits = dice(), one = (bytes == 8 ? 1023u : bytes == 4 ? 127u : 15u) - least + (bits >> 56 & 7);
    return (bits & spec::scalar::onesOf(fraction)) | one << fraction | (sign | (bits >> 55 & 1)) << (8 * bytes - 1);
  };
  for (std::size_t i = 0; i < any_.launch.arrays.size(); ++i) {
    const ptx::Array& array = any_.launch.arrays[i];
    const unsigned size = any_.elementBytes[i], style = static_cast<unsigned>(dice() % 6);
    const bool areFloats = i < any_.holdsFloats.size() && any_.holdsFloats[i] && seed % 2 == 0;
    for (std::size_t at = 0; at + size <= array.bytes.size(); at += size)
      if (any_.isInput[i][at])
        inputs[inputName(array, at / size)] = areFloats ? nearOne(size) : value(size, style);
  }
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i)
    if (any_.isParameterInput[i])
      inputs[inputName(kernel_.parameters[i])] = value(kernel_.parameters[i].bytes, static_cast<unsigned>(dice() % 6));
  return inputs;
}

ptx::Launch KernelProof::launchOf(const Assignment& inputs) const {
  ptx::Launch launch = any_.launch;
  for (std::size_t i = 0; i < launch.arrays.size(); ++i) {
    ptx::Array& array = launch.arrays[i];
    const unsigned size = any_.elementBytes[i];
    for (std::size_t at = 0; at < array.bytes.size(); ++at)
      if (any_.isInput[i][at]) {
        array.bytes[at] = static_cast<std::uint8_t>(valueIn(inputs, inputName(array, at / size)) >> at % size * 8);
        if (!array.isDefined.empty())
          array.isDefined[at] = true;
      }
  }
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i)
    if (any_.isParameterInput[i])
      for (unsigned at = 0; at < kernel_.parameters[i].bytes; ++at)
        launch.arguments[i].bytes[at] =
            static_cast<std::uint8_t>(valueIn(inputs, inputName(kernel_.parameters[i])) >> 8 * at);
  launch.mostSteps = any_.mostSteps * 4;
  return launch;
}

bool KernelProof::fulfils(const Assignment& inputs) const {
  std::vector<Term> all;
  for (const SaidOfKernel& said : required_)
    all.push_back(said.holds);
  return symbolic::evaluate(std::vector{terms_->all(all)}, inputs, outcome_.evaluation())[0] == 1;
}

Assignment KernelProof::withAfter(Assignment inputs, const ptx::Outcome& outcome) const {
  for (std::size_t i = 0; i < outcome.arrays.size(); ++i) {
    const unsigned size = any_.elementBytes[i];
    const ptx::Array &array = any_.launch.arrays[i], &after = outcome.arrays[i];
    for (std::size_t element = 0; (element + 1) * size <= after.bytes.size(); ++element)
      inputs[afterName(array, element)] =
          valueAt(after, element, size).value_or(valueIn(inputs, anythingName(array, element)));
  }
  return inputs;
}

/// A kernel that has met an error may run for long, which shows little more: first few steps, then four times as many,
/// and not for ever if what is looked for does not come.
ptx::Outcome KernelProof::run(ptx::Launch launch, const Question* wanted) const {
  const auto isWanted = [&](const Finding& one) {
    return one.kind == wanted->kind && isSame(one.place, kernel_.steps[wanted->step].place);
  };
  const std::uint64_t most = launch.mostSteps;
  for (launch.mostSteps = std::min(most, kFewSteps);; launch.mostSteps = std::min(most, launch.mostSteps * 4)) {
    ptx::Outcome outcome = ptx::run(kernel_, launch);
    steps_ += outcome.counters.warpInstructions;
    const auto bound = std::ranges::find(outcome.findings, FindingKind::Bound, &Finding::kind);
    if (bound == outcome.findings.end() || launch.mostSteps == most)
      return outcome;
    outcome.findings.erase(bound);
    const bool isOver = // what runs for ever behind an error, is not the first
        !wanted || wanted->kind == FindingKind::Bound || launch.mostSteps >= kMostBehindError ||
        std::ranges::any_of(outcome.findings, isWanted);
    if (isErrorIn(outcome) && isOver)
      return outcome;
  }
}

std::optional<Witness> KernelProof::shownIn(const ptx::Outcome& outcome, const Question& question,
                                            const ptx::Launch& launch) const {
  const ptx::Place& place = kernel_.steps[question.step].place;
  for (const Finding& one : outcome.findings)
    if (one.kind == question.kind && isSame(one.place, place))
      return Witness{launch, one.what, one};
  return std::nullopt;
}

std::optional<Witness> KernelProof::shows(const Question& question, const Assignment& inputs) const {
  const ptx::Launch launch = launchOf(inputs);
  const ptx::Outcome outcome = run(launch, &question);
  if (auto shown = shownIn(outcome, question, launch))
    return shown;
  // Lanes that a membermask names and that are missing, as terms say for this very input, wait for ever or leave.
  if (!isOfWaiting(question.kind) || !ptx::waitsForOthers(kernel_.steps[question.step]))
    return std::nullopt;
  const auto other = std::ranges::find_if(outcome.findings, [](const Finding& one) { return isOfWaiting(one.kind); });
  if (other == outcome.findings.end() ||
      symbolic::evaluate(std::vector{question.bad}, inputs, outcome_.evaluation())[0] == 0)
    return std::nullopt;
  return Witness{launch, fmt::format("{}: {}", ptx::nameOf(other->kind), other->what), *other};
}

std::optional<Witness> KernelProof::shows(const SaidOfKernel& said, const Assignment& inputs) const {
  const ptx::Launch launch = launchOf(inputs);
  const ptx::Outcome outcome = run(launch);
  if (isErrorIn(outcome) ||
      symbolic::evaluate(std::vector{said.holds}, withAfter(inputs, outcome), outcome_.evaluation())[0] == 1)
    return std::nullopt;
  return Witness{launch, "it does not hold", {}};
}

/// The launch as options of `run`.
std::string KernelProof::asOptions(const ptx::Launch& launch) const {
  const auto sizes = [](const ptx::Dimensions& d) { return fmt::format("{},{},{}", d[0], d[1], d[2]); };
  std::string text =
      fmt::format("--entry {} --grid {} --block {}", kernel_.name, sizes(launch.grid), sizes(launch.block));
  if (launch.dynamicSharedBytes != 0)
    text += fmt::format(" --shared {}", launch.dynamicSharedBytes);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const ptx::Argument& argument = launch.arguments[i];
    const auto numbers = [](const std::vector<std::uint8_t>& bytes, unsigned size, const std::vector<bool>& isDefined) {
      std::vector<std::uint64_t> all;
      for (std::size_t at = 0; at + size <= bytes.size() && (isDefined.empty() || isDefined[at]); at += size) {
        all.push_back(0);
        for (unsigned byte = size; byte-- > 0;)
          all.back() = all.back() << 8 | bytes[at + byte];
      }
      return all;
    };
    if (argument.array < 0) {
      const auto size = static_cast<unsigned>(argument.bytes.size());
      if (size == 1 || size == 2 || size == 4 || size == 8)
        text += fmt::format(" --arg {}=u{}:{}", i, size * 8, numbers(argument.bytes, size, {})[0]);
      else
        text += fmt::format(" --arg {}=u8[{}]:{}", i, size, fmt::join(argument.bytes, ","));
      continue;
    }
    const auto number = static_cast<std::size_t>(argument.array);
    const ptx::Array& array = launch.arrays[number];
    const unsigned size = any_.elementBytes[number];
    const std::vector<std::uint64_t> all = numbers(array.bytes, size, array.isDefined);
    const bool isZero = std::ranges::all_of(all, [](std::uint64_t one) { return one == 0; });
    const std::size_t count = array.bytes.size() / size;
    text += fmt::format(" --arg {}=u{}[{}]", i, size * 8, count);
    if (isZero && all.size() == count)
      text += ":zero";
    else if (!all.empty())
      text += fmt::format(":{}", fmt::join(all, ","));
  }
  return text;
}

/// Every word that may be 0 is made 0: first all, then halves, then one by one. Each other word is made small.
Assignment KernelProof::smallest(Assignment inputs, const std::function<bool(const Assignment&)>& isShown) const {
  std::vector<std::string> names;
  for (const auto& [name, value] : inputs)
    if (value != 0 && !name.starts_with("$") && !isOfTurn(name))
      names.push_back(name);
  unsigned runs = 0;
  const std::uint64_t before = steps_;
  const Watch watch(any_.patience);
  const auto isOver = [&] { return runs >= kMostRuns || steps_ - before > kMostWords || !watch.over().empty(); };
  const auto take = [&](Assignment fewer) {
    ++runs;
    if (!fulfils(fewer) || !isShown(fewer))
      return false;
    inputs = std::move(fewer);
    return true;
  };
  for (std::size_t chunk = std::max<std::size_t>(names.size(), 1); chunk > 0; chunk /= 2)
    for (std::size_t from = 0; from < names.size() && !isOver(); from += chunk) {
      Assignment fewer = inputs;
      for (std::size_t i = from; i < std::min(from + chunk, names.size()); ++i)
        fewer[names[i]] = 0;
      if (fewer != inputs)
        take(std::move(fewer));
    }
  for (const std::string& name : names)
    for (Bits small = 1; small < inputs[name] && small <= kSmallest && !isOver(); ++small) {
      Assignment fewer = inputs;
      fewer[name] = small;
      if (take(std::move(fewer)))
        break;
    }
  // of greater ones as few bits are set, which are easier to read; what may be a count is made smaller, too
  for (const std::string& name : names)
    for (unsigned bit = 64 + kCountBits; inputs[name] > kSmallest && bit-- > 0 && !isOver();) {
      const Bits value = inputs[name], one = Bits{1} << (bit < kCountBits ? bit : bit - kCountBits);
      Assignment fewer = inputs;
      if (bit >= kCountBits)
        fewer[name] = value & ~one;
      else if (value >> kCountBits == 0)
        fewer[name] = value - std::min(one, value);
      if (fewer != inputs)
        take(std::move(fewer));
    }
  return inputs;
}

template <class What> Witness KernelProof::smallestWitness(const What& what, Assignment inputs) const {
  inputs = smallest(std::move(inputs), [&](const Assignment& fewer) { return shows(what, fewer).has_value(); });
  return *shows(what, inputs);
}

/// With the fewest threads that show the same, where nobody said how many there are.
std::optional<Witness> KernelProof::inSmallestBlock(const Question& question, const Assignment& inputs) const {
  if (!any_.isBlockFree)
    return std::nullopt;
  for (std::uint32_t threads = 1; threads < any_.launch.block[0]; ++threads) {
    const auto showsOne = [&](const Assignment& given) {
      ptx::Launch launch = launchOf(given);
      launch.block = {threads, 1, 1};
      return shownIn(run(launch, &question), question, launch);
    };
    if (showsOne(inputs))
      return showsOne(smallest(inputs, [&](const Assignment& fewer) { return showsOne(fewer).has_value(); }));
  }
  return std::nullopt;
}

std::string KernelProof::textOf(const Witness& witness) const {
  std::string text = witness.what;
  if (const auto& finding = witness.finding)
    text += fmt::format(" [block {},{},{}, warp {}, lanes {:#010x}]", finding->block[0], finding->block[1],
                        finding->block[2], finding->warp, finding->lanes);
  return text + "\n" + asOptions(witness.launch);
}

PlaceVerdict KernelProof::refuted(const Question& question, const Assignment& inputs) const {
  Witness witness = smallestWitness(question, inputs);
  if (auto smaller = inSmallestBlock(question, inputs))
    witness = std::move(*smaller);
  PlaceVerdict verdict{question.kind, question.step, "", "", Verdict::Refuted, "", textOf(witness), 0};
  const ptx::Place& place = kernel_.steps[question.step].place;
  if (const auto& finding = witness.finding; finding->kind != question.kind || !isSame(finding->place, place)) {
    witness.what = finding->what;
    verdict.byOther = std::make_shared<const Witness>(std::move(witness));
  }
  return verdict;
}

Replay KernelProof::replay(const Question& question, const Assignment& inputs) const {
  if (shows(question, inputs))
    return {true, refuted(question, inputs).counterexample, {}};
  if (!question.loose.empty())
    throw Inconclusive(question.loose);
  if (!outcome_.functions.empty())
    throw Inconclusive("the witness rests on an operation that is taken as a function (PTX-34)");
  const ptx::Outcome outcome = ptx::run(kernel_, launchOf(inputs));
  for (const Finding& one : outcome.findings)
    if (ptx::isError(one.kind))
      throw Inconclusive(fmt::format("its witness shows another finding first: {}", ptx::nameOf(one.kind)));
  return {false, "the machine of words does not show it with " + asOptions(launchOf(inputs)), {}};
}

/// A model of what decides does not say what is summed: numbers that tell sums apart.
Assignment KernelProof::withSome(const std::vector<Term>& summands, Assignment model) {
  std::mt19937_64 dice(summands.size());
  for (const Term& summand : summands)
    model[std::string(summand.node()->name)] = (dice() | 1) & spec::scalar::onesOf(summand.width());
  return model;
}

Replay KernelProof::replay(const SaidOfKernel& said, const Assignment& inputs) const {
  if (fulfils(inputs) && shows(said, inputs))
    return {true, textOf(smallestWitness(said, inputs)), {}};
  if (!outcome_.functions.empty())
    throw Inconclusive("the witness rests on an operation that is taken as a function (PTX-34)");
  if (outcome_.isAbstract)
    throw Inconclusive("it fails in a state that an invariant admits, perhaps never reached");
  return {false, "it holds in the machine of words with " + asOptions(launchOf(inputs)), {}};
}

/// A state that the invariant admits: of the lane that it fails for.
Replay KernelProof::replay(const InvariantPart& part, const Assignment& model) const {
  const std::vector<Bits> fails = symbolic::evaluate(part.bad, model, outcome_.evaluation());
  const auto first = std::ranges::find_if(fails, [](Bits one) { return one != 0; });
  if (first == fails.end())
    return {false, "it holds in that state", {}};
  const auto lane = first - fails.begin();
  std::string text = fmt::format("lane {}", lane);
  const std::string own = fmt::format(" of lane {}", lane);
  unsigned shown = 0;
  for (const auto& [name, value] : model) {
    std::string_view what = name;
    if (isOfTurn(what))
      what.remove_prefix(std::min(what.size(), what.find(": ") + 2));
    const bool isOther = what.find(" of lane ") != what.npos && !what.ends_with(own);
    if (isOther || what.starts_with("$") || (value == 0 && !what.ends_with(own)) || ++shown > kMostShown)
      continue;
    text += fmt::format(", {} = {:#x}", what.ends_with(own) ? what.substr(0, what.size() - own.size()) : what,
                        static_cast<std::uint64_t>(value));
  }
  return {true, text, {}};
}

/// The machine of terms on one input: every turn of loops, and whether their invariants hold there.
AnyOutcome KernelProof::followed(const ptx::Launch& launch, unsigned unroll) const {
  AnyLaunch one = any_;
  one.launch = launch;
  for (std::vector<bool>& array : one.isInput)
    array.assign(array.size(), false);
  one.isParameterInput.assign(one.isParameterInput.size(), false);
  one.assumed.clear();
  one.followsLoops = true;
  one.unroll = unroll;
  AnyOutcome own = runAny(*terms_, kernel_, one);
  own.functions.insert(outcome_.functions.begin(), outcome_.functions.end());
  return own;
}

std::string KernelProof::invariantNotProved() const {
  for (const InvariantPart& part : outcome_.parts)
    if (!isProved(nameOf(part.kind, part.number)))
      return fmt::format("it rests on the invariant at {}, which is not PROVED", any_.invariants[part.number].where);
  return "";
}

bool KernelProof::isProved(const std::string& obligation) const {
  const auto found = answers_.find(obligation);
  return found != answers_.end() && found->second.verdict == Verdict::Proved;
}

Term KernelProof::elementAfter(std::size_t array, std::size_t element) const {
  const unsigned size = any_.elementBytes[array];
  const std::size_t at = element * size;
  const Term word = wordOf(std::span(outcome_.arrays[array]).subspan(at, size));
  const auto bytes = std::span(outcome_.undefined[array]).subspan(at, size);
  const bool areAlike = std::ranges::all_of(bytes, [&](Term one) { return one.same(bytes[0]); });
  const Term undefined = areAlike ? bytes[0] : terms_->any(bytes);
  if (undefined.isFalse())
    return word;
  // behind what was stored, so that cells are chosen alike (withoutSelects): where it is undefined nothing was
  std::vector<Term> rest = symbolic::conjunctsOf(std::array{undefined}), stored;
  Term last = word;
  const auto isNever = [&](Term one) { return one.same(~last.arg(0)); };
  for (; last.op() == symbolic::Op::Ite && std::erase_if(rest, isNever) != 0; last = last.arg(2))
    stored.push_back(last);
  Term whole =
      terms_->all(rest).ite(terms_->variable(8 * size, anythingName(any_.launch.arrays[array], element)), last);
  for (; !stored.empty(); stored.pop_back())
    whole = stored.back().arg(0).ite(stored.back().arg(1), whole);
  return whole;
}

/// The statement, of inputs alone.
Term KernelProof::meaning(const SaidOfKernel& said) const {
  std::map<std::string_view, Term> known;
  for (std::size_t i = 0; i < outcome_.arrays.size(); ++i) {
    const unsigned size = any_.elementBytes[i];
    for (std::size_t element = 0; (element + 1) * size <= outcome_.arrays[i].size(); ++element)
      known[terms_->variable(8 * size, afterName(any_.launch.arrays[i], element)).node()->name] =
          elementAfter(i, element);
  }
  return symbolic::rebuild(std::vector{said.holds}, [&](const symbolic::Node& node, std::span<const Term> args) {
    if (node.op == symbolic::Op::Apply)
      return functionOf(*terms_, node.width, node.name, args);
    const auto found = node.op == symbolic::Op::Variable ? known.find(node.name) : known.end();
    return found == known.end() ? Term() : found->second;
  })[0];
}

/// Does it say what stands afterwards at an index that is no constant?
bool KernelProof::readsAtIndex(const SaidOfKernel& said) const {
  const symbolic::Walk walk(std::array{said.holds});
  return std::ranges::any_of(walk.nodes(), [&](const symbolic::Node* node) {
    return node->op == symbolic::Op::Select && std::ranges::any_of(any_.launch.arrays, [&](const ptx::Array& array) {
             const Term first(node->args[1]);
             return first.op() == symbolic::Op::Variable && first.node()->name == afterName(array, 0);
           });
  });
}

/// "out[0]", where that is what it holds afterwards.
std::string KernelProof::nameOfElement(Term term) const {
  for (std::size_t i = 0; i < outcome_.arrays.size(); ++i)
    for (std::size_t element = 0; (element + 1) * any_.elementBytes[i] <= outcome_.arrays[i].size(); ++element)
      if (elementAfter(i, element).same(term))
        return inputName(any_.launch.arrays[i], element);
  return "";
}

/// For a statement that is not proved: both sides of the first equation between operations of floats.
std::vector<std::string> KernelProof::treesOf(const SaidOfKernel& said) const {
  std::vector<std::string> trees;
  if (outcome_.functions.empty() || outcome_.stopped)
    return trees;
  const auto visit = [&](auto& self, Term term) -> bool {
    if (term.op() == symbolic::Op::And)
      return self(self, term.arg(0)) || self(self, term.arg(1));
    if (term.op() != symbolic::Op::Eq ||
        (term.arg(0).op() != symbolic::Op::Apply && term.arg(1).op() != symbolic::Op::Apply))
      return false;
    const std::string name = nameOfElement(term.arg(0)), other = nameOfElement(term.arg(1));
    const auto [first, second] = cutTrees(term.arg(0), term.arg(1));
    trees = {fmt::format("{}: {}", name.empty() ? "stated" : name, first),
             fmt::format("{}: {}", other.empty() ? "stated" : other, second)};
    return true;
  };
  visit(visit, meaning(said));
  return trees;
}

/// What the machine of words shows behind the place where that of terms ended. False: on this input alone terms do not
/// end before, and show nothing.
bool KernelProof::refute(const Finding& shown, const Assignment& inputs) {
  const auto isAt = [&](std::uint32_t step) { return isSame(kernel_.steps[step].place, shown.place); };
  std::optional<std::uint32_t> at;
  for (const Question& one : outcome_.questions)
    if (!at && one.kind == shown.kind && isAt(one.step))
      at = one.step;
  const bool isAsked = at.has_value();
  for (std::uint32_t step = 0; !at && step < kernel_.steps.size(); ++step)
    if (isAt(step) && std::ranges::count(demandedOf(kernel_, step, any_.invariants), shown.kind) != 0)
      at = step;
  for (std::uint32_t step = 0; !at && step < kernel_.steps.size(); ++step)
    if (isAt(step))
      at = step;
  if (!at)
    return true;
  const Question question{shown.kind, *at, terms_->truth(false), ""};
  const std::string name = nameOf(question);
  if (answers_.contains(name))
    return true;
  const AnyOutcome own = followed(launchOf(inputs), any_.unroll);
  std::vector<Term> bad;
  for (const Question& one : own.questions)
    if (ptx::isError(one.kind) || one.kind == FindingKind::Bound)
      bad.push_back(one.bad);
  if (!own.stopped && symbolic::evaluate(std::vector{terms_->any(bad)}, inputs, own.evaluation())[0] == 0)
    return false;
  answers_[name] = refuted(question, inputs);
  if (!isAsked)
    shownBehind_.push_back(question);
  return true;
}

/// Do terms say that this input's outcome depends on the schedule, or on the order of atomics?
bool KernelProof::isOneOfSeveral(const Assignment& inputs) const {
  if (!any_.invariants.empty())
    return true; // of states: whoever simulates asks of the input itself
  std::vector<Term> depends;
  for (const Question& question : outcome_.questions)
    if (isDependence(question.kind))
      depends.push_back(question.bad);
  return symbolic::evaluate(std::vector{terms_->any(depends)}, inputs, outcome_.evaluation())[0] == 1;
}

/// Where threads take turns in another way, each by itself: an array that shows it.
std::optional<std::string> KernelProof::failsOtherwise(const SaidOfKernel& said, const Assignment& inputs,
                                                       unsigned bias) const {
  const ptx::Launch launch = launchOf(inputs);
  ptx::Outcome reference = ptx::run(kernel_, launch);
  const plain::Outcome threads = plain::run(kernel_, launch, {static_cast<plain::Bias>(bias), kOtherSeed});
  stepsOtherwise_ += threads.steps;
  if (isErrorIn(reference) || threads.end != plain::End::Finished || threads.undefined)
    return std::nullopt;
  const auto holds = [&] {
    return symbolic::evaluate(std::vector{said.holds}, withAfter(inputs, reference), outcome_.evaluation())[0] == 1;
  };
  std::string differs;
  for (std::size_t i = 0; i < reference.arrays.size() && differs.empty(); ++i) {
    const auto& [own, other] = std::pair(reference.arrays[i].bytes, threads.arrays[i].bytes);
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(own, other).in1 - own.begin());
    if (at < own.size())
      differs = inputName(launch.arrays[i], at / any_.elementBytes[i]);
  }
  if (differs.empty() || !holds() || !isOneOfSeveral(inputs))
    return std::nullopt;
  reference.arrays = threads.arrays;
  if (holds())
    return std::nullopt;
  return fmt::format("it does not hold where threads take turns otherwise than in `run`: {} is another number then "
                     "(turns: {}, seed {})",
                     differs, kBiasNames[bias], kOtherSeed);
}

/// What verdicts are limited to is one schedule, or one order of atomics: does the statement fail under another one?
void KernelProof::refuteOtherwise(std::size_t ensured, const Assignment& inputs) {
  const SaidOfKernel& said = ensured_[ensured];
  for (unsigned bias = 0; bias < plain::kBiases && stepsOtherwise_ < kMostOtherwise; ++bias)
    if (failsOtherwise(said, inputs, bias)) {
      // with invariants only this input is known to depend on the schedule
      const Assignment small =
          any_.invariants.empty()
              ? smallest(inputs, [&](const Assignment& fewer) { return failsOtherwise(said, fewer, bias).has_value(); })
              : inputs;
      answers_[nameOf(ensured)] = {{},
                                   0,
                                   said.text,
                                   said.where,
                                   Verdict::Refuted,
                                   "",
                                   *failsOtherwise(said, small, bias) + "\n" + asOptions(launchOf(small)),
                                   0};
      return;
    }
}

bool KernelProof::simulate(unsigned runs, std::string& error) {
  const auto evaluatorOf = [](const AnyOutcome& of) {
    std::vector<Term> roots;
    for (const Question& question : of.questions)
      roots.push_back(question.bad);
    for (const auto* all : {&of.arrays, &of.undefined})
      for (const std::vector<Term>& array : *all)
        roots.insert(roots.end(), array.begin(), array.end());
    for (const auto steps : {&AnyOutcome::reached, &AnyOutcome::comes})
      for (const auto& [step, some] : of.*steps)
        roots.push_back(some);
    for (const InvariantPart& part : of.parts)
      roots.push_back(part.bad[0].terms().any(part.bad));
    return Evaluator(roots);
  };
  const Evaluator evaluator = evaluatorOf(outcome_);
  unsigned done = 0;
  simulated_ = 0;
  std::uint64_t steps = 0;
  const Watch watch(any_.patience);
  const auto isEnough = [&] {
    return done >= runs || (done >= kFewest && steps > kMostTried) || watch.isInterrupted() ||
           (done >= 1 && !watch.over().empty());
  };
  for (std::uint64_t seed = 1; !isEnough() && seed < 50ull * runs; ++seed) {
    const Assignment inputs = randomInputs(seed);
    if (!fulfils(inputs))
      continue;
    ++done;
    const std::uint64_t before = steps_;
    const ptx::Outcome words = run(launchOf(inputs));
    steps += steps_ - before;
    // where invariants stand for turns, each input is followed by itself
    const std::optional<AnyOutcome> own =
        any_.invariants.empty() ? std::nullopt : std::optional(followed(launchOf(inputs), kMostFollowed));
    const AnyOutcome& terms = own ? *own : outcome_;
    const std::vector<Bits> values =
        own ? evaluatorOf(*own)(inputs, own->evaluation()) : evaluator(inputs, outcome_.evaluation());
    const auto failed = [&](const std::string& what) {
      error = fmt::format("the machines do not agree: {}, with {}", what, asOptions(launchOf(inputs)));
      return false;
    };
    std::size_t total = 0;
    for (const std::vector<Term>& array : terms.arrays)
      total += array.size();
    std::size_t place = terms.questions.size() + 2 * total;
    for (const auto steps : {&AnyOutcome::reached, &AnyOutcome::comes})
      for (const auto& [step, some] : terms.*steps)
        if (values[place++] != 0)
          came_.emplace(steps == &AnyOutcome::comes, step);
    bool asksError = false, isLoose = false;
    for (std::size_t i = 0; i < terms.questions.size(); ++i) {
      const Question& question = terms.questions[i];
      const std::string name = nameOf(question);
      if (values[i] == 0 || !ptx::isError(question.kind))
        continue;
      asksError = true;
      isLoose |= !question.loose.empty();
      if (!answers_.contains(name) && shows(question, inputs))
        answers_[name] = refuted(question, inputs);
    }
    const bool findsError = isErrorIn(words);
    if (asksError && !findsError && !isLoose)
      return failed("terms have an error, words have none");
    if (findsError && !asksError && !terms.stopped)
      return failed(fmt::format("words have {} at line {}, terms have no error", ptx::nameOf(words.findings[0].kind),
                                words.findings[0].place.line));
    if (findsError && !asksError && !own && !refute(*errorIn(words), inputs))
      return failed(fmt::format("words have {} at line {}, terms of this input have no error",
                                ptx::nameOf(errorIn(words)->kind), errorIn(words)->place.line));
    // where a barrier is missing, what nobody wrote yet may decide something before the race shows
    if (findsError && terms.stopped && !own)
      for (const Finding& one : words.findings)
        if (one.kind == FindingKind::Race)
          refute(one, inputs);
    for (std::size_t i = 0; own && i < own->parts.size(); ++i) {
      const InvariantPart& part = own->parts[i];
      const std::string name = nameOf(part.kind, part.number);
      if (values[values.size() - own->parts.size() + i] == 0 || findsError || answers_.contains(name))
        continue;
      PlaceVerdict& broken = answers_[name];
      broken.verdict = Verdict::Refuted;
      broken.counterexample =
          fmt::format("a run breaks it {}\n{}",
                      part.kind == InvariantPart::Kind::Entry ? "when it comes to the loop" : "after a turn",
                      asOptions(launchOf(inputs)));
    }
    if (findsError || asksError || terms.stopped) {
      simulated_ += findsError && asksError ? 1 : 0;
      continue;
    }
    std::size_t at = terms.questions.size();
    for (std::size_t i = 0; i < terms.arrays.size(); ++i)
      for (std::size_t byte = 0; byte < terms.arrays[i].size(); ++byte, ++at) {
        const bool isUndefined = values[at + total] != 0;
        if (isUndefined == words.arrays[i].isDefined[byte])
          return failed(fmt::format("byte {} of {} is defined in one of them", byte, any_.launch.arrays[i].name));
        if (!isUndefined && values[at] != words.arrays[i].bytes[byte])
          return failed(fmt::format("byte {} of {} is {:#x} in words, {:#x} in terms", byte, any_.launch.arrays[i].name,
                                    words.arrays[i].bytes[byte], static_cast<unsigned>(values[at])));
      }
    ++simulated_;
    for (std::size_t i = 0; i < ensured_.size(); ++i)
      if (!answers_.contains(nameOf(i)) && shows(ensured_[i], inputs))
        answers_[nameOf(i)] = {{},
                               0,
                               ensured_[i].text,
                               ensured_[i].where,
                               Verdict::Refuted,
                               "",
                               textOf(smallestWitness(ensured_[i], inputs)),
                               0};
    const auto depends = [&](std::size_t i) { return values[i] != 0 && isDependence(terms.questions[i].kind); };
    bool isOneOfSeveral = false; // below sm_70 lanes take no turns by themselves
    for (std::size_t i = 0; i < terms.questions.size(); ++i)
      isOneOfSeveral |= depends(i);
    isOneOfSeveral &= kernel_.target >= ptx::kIndependent;
    for (std::size_t i = 0; isOneOfSeveral && i < ensured_.size(); ++i)
      if (!answers_.contains(nameOf(i)))
        refuteOtherwise(i, inputs);
  }
  outcome_.questions.insert(outcome_.questions.end(), shownBehind_.begin(), shownBehind_.end());
  shownBehind_.clear();
  isInterrupted_ = watch.isInterrupted();
  return true;
}

std::vector<Assignment> KernelProof::guessedFrom() const {
  std::vector<Assignment> all;
  for (std::uint64_t seed = 1; seed <= kGuessedFrom; ++seed)
    all.push_back(randomInputs(seed));
  return all;
}

/// A parameter that the statement reads, and how many values it has, if what is required leaves few.
std::optional<std::pair<Term, unsigned>> KernelProof::fewValues(Term holds, const std::vector<Term>& required) const {
  const std::vector<Term> read = symbolic::variablesOf(std::array{holds});
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
    const auto input =
        std::ranges::find_if(read, [&](Term one) { return one.node()->name == inputName(kernel_.parameters[i]); });
    if (input == read.end() || !any_.isParameterInput[i])
      continue;
    if (const auto count = valuesOf(*input, required))
      return std::pair(*input, *count);
  }
  return std::nullopt;
}

Theorem KernelProof::theorem() const {
  Theorem theorem;
  theorem.name = "kernel/" + name_;
  theorem.instruction = "kernel";
  theorem.rules = {"PTX-50", "PTX-51"};
  theorem.statement = "no finding, and what is ensured";
  theorem.build = [this](Terms&) -> Obligations {
    std::vector<Term> assumed;
    for (const SaidOfKernel& said : required_)
      assumed.push_back(said.holds);
    std::vector<Obligation> all;
    if (simulated_ == 0)
      all.push_back(implied(nameOfRequired(), assumed, {}));
    for (const Question& question : outcome_.questions) {
      if (answers_.contains(nameOf(question)))
        continue;
      const Term isAbsent = simplified(~question.bad);
      const auto counted = isAbsent.isConstant() ? std::nullopt : byCounts(withoutSelects(~question.bad));
      const auto orders = counted ? forAllOrders(terms_->all(assumed).implies(counted->holds)) : std::nullopt;
      all.push_back(orders    ? implied(nameOf(question), {}, orders->holds)
                    : counted ? implied(nameOf(question), assumed, counted->holds)
                              : implied(nameOf(question), assumed, isAbsent));
      all.back().isOfRulesAlone = false;
      if (counted)
        all.back().ask(
            [&](Obligation::Asking& asking) { asking.stated = Obligation::Stated{{assumed, isAbsent}, {}, {}, {}}; });
      all.back().replay = [this, &question, orders](const Assignment& model) {
        return replay(question, orders ? orders->widened(model) : model);
      };
    }
    std::map<std::string, std::vector<const InvariantPart*>> parts;
    for (const InvariantPart& part : outcome_.parts)
      if (!answers_.contains(nameOf(part.kind, part.number)))
        parts[nameOf(part.kind, part.number)].push_back(&part);
    for (const auto& [name, of] : parts) {
      std::vector<Term> bad;
      for (const InvariantPart* const part : of)
        bad.insert(bad.end(), part->bad.begin(), part->bad.end());
      all.push_back(implied(name, assumed, ~terms_->any(bad)));
      all.back().isOfRulesAlone = false;
      all.back().replay = [this, of](const Assignment& model) {
        for (const InvariantPart* const part : of)
          if (const Replay shown = replay(*part, model); shown.reproduced)
            return shown;
        return Replay{false, "it holds in that state", {}};
      };
    }
    const std::vector<Assignment> inputs =
        outcome_.stopped || ensured_.empty() ? std::vector<Assignment>() : guessedFrom();
    if (!outcome_.stopped)
      for (std::size_t i = 0; i < ensured_.size(); ++i) {
        if (answers_.contains(nameOf(i)))
          continue;
        const Term holds = meaning(ensured_[i]);
        std::vector<Term> others = assumed;
        others.push_back(outcome_.isFine);
        const Term stated = outcome_.isFine.implies(holds);
        const Staged staged = byStages(holds, inputs, outcome_.evaluation(), nameOf(i));
        all.insert(all.end(), staged.steps.begin(), staged.steps.end());
        const auto few = fewValues(holds, assumed);
        const Term left = outcome_.isFine.implies(staged.left);
        const bool isPlaced = !few && staged.steps.empty() && readsAtIndex(ensured_[i]);
        auto counted = isPlaced ? byCounts(withoutSelects(staged.left, true)) : std::nullopt;
        const auto freed = staged.steps.empty() && !counted ? forAllSummands(holds, others) : std::nullopt;
        Term whole;
        if (!counted) {
          const Term asked = freed ? outcome_.isFine.implies(freed->holds) : left;
          const Term chosen = withoutSelects(few ? forEachValue(asked, assumed, few->first, few->second) : asked);
          whole = simplified(chosen);
          if (staged.steps.empty() && !freed && !few && !whole.isConstant())
            counted = byCounts(chosen);
        }
        if (counted)
          whole = counted->holds;
        const auto orders = forAllOrders(terms_->all(assumed).implies(whole), true);
        const Term once = orders || !assumed.empty() ? whole : oncePerShape(whole);
        all.push_back(orders ? implied(nameOf(i), {}, orders->holds) : implied(nameOf(i), assumed, once));
        all.back().isOfRulesAlone = false;
        if (few || counted || (freed && freed->isStronger) || (orders && orders->isStronger) || !once.same(whole) ||
            !staged.steps.empty()) // what is asked implies it
          all.back().ask([&](Obligation::Asking& asking) {
            asking.stated = Obligation::Stated{{assumed, stated}, {}, {}, {}};
            for (const Obligation& step : staged.steps)
              asking.stated->steps.push_back(step.name);
          });
        all.back().replay = [this, i, orders, few,
                             summands = freed ? freed->summands : std::vector<Term>()](const Assignment& model) {
          const Assignment given = orders ? orders->widened(model) : model;
          std::vector<Assignment> tried{withSome(summands, given), given};
          for (unsigned value = 0; few && value < few->second; ++value) { // the model may be of any of them
            tried.push_back(tried.front());
            tried.back()[std::string(few->first.node()->name)] = value;
          }
          const auto found = std::ranges::find_if(
              tried, [&](const Assignment& inputs) { return fulfils(inputs) && shows(ensured_[i], inputs); });
          return replay(ensured_[i], found == tried.end() ? given : *found);
        };
      }
    return all;
  };
  return theorem;
}

/// Places with one condition are one question.
std::string KernelProof::nameOfReached(Term reached) const {
  return fmt::format("kernel/{}/reached-{}", name_, reached.node()->id);
}

/// All that come to an instruction read its guard; what else it may show is of those that execute it. True: a random
/// input did. Null: nobody does.
Term KernelProof::someComesTo(FindingKind kind, std::uint32_t step) const {
  const bool isOfGuard = kernel_.steps[step].guard != ptx::kNoRegister &&
                         (kind == FindingKind::Uninitialised || kind == FindingKind::UndefinedLane);
  if (came_.contains({isOfGuard, step}))
    return terms_->truth(true);
  const std::map<std::uint32_t, Term>& steps = isOfGuard ? outcome_.comes : outcome_.reached;
  const auto found = steps.find(step);
  return found == steps.end() ? Term() : found->second;
}

std::optional<Theorem> KernelProof::reachability() const {
  std::map<std::string, Term> asked;
  for (const Question& question : outcome_.questions) {
    const Term some = someComesTo(question.kind, question.step);
    // that nobody comes to a trap is what was asked of it
    if (question.kind != FindingKind::Trap && some && !some.isTrue())
      asked.emplace(nameOfReached(some), some);
  }
  if (asked.empty() || outcome_.stopped || isInterrupted_)
    return std::nullopt;
  Theorem theorem;
  theorem.name = fmt::format("kernel/{}/reached", name_);
  theorem.instruction = "kernel";
  theorem.rules = {"PTX-50"};
  theorem.statement = "some input comes to each place that was asked about";
  theorem.build = [this, asked](Terms&) -> Obligations {
    std::vector<Obligation> all;
    for (const auto& [name, reached] : asked) {
      std::vector<Term> together{reached};
      for (const SaidOfKernel& said : required_)
        together.push_back(said.holds);
      all.push_back(implied(name, together, {}));
    }
    return all;
  };
  return theorem;
}

PlaceVerdict::Reached KernelProof::reached(const PlaceVerdict& verdict) const {
  using Reached = PlaceVerdict::Reached;
  if (!isShown(verdict.verdict) || verdict.kind == FindingKind::Trap)
    return Reached::Yes;
  const Term some = someComesTo(*verdict.kind, verdict.step);
  if (!some)
    return Reached::Never;
  if (some.isTrue())
    return Reached::Yes;
  const auto answer = answers_.find(nameOfReached(some));
  if (answer != answers_.end() && answer->second.verdict == Verdict::Vacuous)
    return Reached::Never;
  const bool isState = outcome_.isAbstract; // which perhaps no input leads to
  return answer != answers_.end() && answer->second.verdict == Verdict::Proved && !isState ? Reached::Yes
                                                                                           : Reached::Unknown;
}

/// The model was replayed in a process of its own, of which text came and no finding.
std::shared_ptr<const Witness> KernelProof::otherShownIn(const Record& record, const Question& question) const {
  const auto given =
      std::ranges::find_if(record.answers, [](const KeptAnswer& one) { return one.raw.kind == RawAnswer::Kind::Sat; });
  const bool hasModel = given != record.answers.end() && !given->raw.detail.empty();
  const auto model = hasModel ? symbolic::parseModel(given->raw.detail) : Assignment{};
  return model && shows(question, *model) ? refuted(question, *model).byOther : nullptr;
}

/// Operations that a question takes as functions.
std::vector<std::string> KernelProof::functionsIn(const std::string& obligation) const {
  if (outcome_.functions.empty())
    return {};
  std::vector<Term> roots;
  for (const SaidOfKernel& said : required_)
    roots.push_back(said.holds);
  for (const Question& question : outcome_.questions)
    if (nameOf(question) == obligation)
      roots.push_back(question.bad);
  for (const InvariantPart& part : outcome_.parts)
    if (nameOf(part.kind, part.number) == obligation)
      roots.insert(roots.end(), part.bad.begin(), part.bad.end());
  for (std::size_t i = 0; i < ensured_.size() && !outcome_.stopped; ++i)
    if (nameOf(i) == obligation) { // not its meaning, where equal trees have gone
      roots.insert(roots.end(), {outcome_.isFine, ensured_[i].holds});
      std::set<std::string_view> read;
      for (const Term variable : symbolic::variablesOf(std::array{ensured_[i].holds}))
        read.insert(variable.node()->name);
      for (std::size_t array = 0; array < outcome_.arrays.size(); ++array)
        for (std::size_t at = 0; (at + 1) * any_.elementBytes[array] <= outcome_.arrays[array].size(); ++at)
          if (read.contains(afterName(any_.launch.arrays[array], at)))
            roots.push_back(elementAfter(array, at));
    }
  return kernels::functionsIn(roots);
}

void KernelProof::answer(const Record& record) {
  PlaceVerdict verdict{{}, 0, "", "", record.verdict, record.reason, record.counterexample, record.seconds};
  const auto asked =
      std::ranges::find_if(outcome_.questions, [&](const Question& one) { return nameOf(one) == record.name; });
  if (record.verdict == Verdict::Refuted && asked != outcome_.questions.end() && isOfWaiting(asked->kind))
    verdict.byOther = otherShownIn(record, *asked);
  if (record.verdict == Verdict::Proved)
    verdict.functions = functionsIn(record.name);
  answers_[record.name] = verdict;
}

/// The verdict on what is required, if no input is known that fulfils it: all else would be said of nothing.
std::optional<PlaceVerdict> KernelProof::requiredNotMet() const {
  const auto asked = answers_.find(nameOfRequired());
  if (simulated_ != 0 || isInterrupted_ || required_.empty() || isProved(nameOfRequired()))
    return std::nullopt;
  PlaceVerdict unmet{};
  unmet.verdict = asked == answers_.end() ? Verdict::Unknown : asked->second.verdict;
  unmet.reason = unmet.verdict == Verdict::Vacuous ? "no input fulfils it"
                 : asked == answers_.end()         ? "no input is known that fulfils it"
                                                   : "no input is known that fulfils it: " + asked->second.reason;
  unmet.where = required_.front().where;
  unmet.text = "requires " + required_.front().text;
  for (std::size_t i = 1; i < required_.size(); ++i)
    unmet.text += " && " + required_[i].text;
  return unmet;
}

bool isShown(Verdict verdict) { return verdict == Verdict::Proved || verdict == Verdict::Checked; }

void withdraw(std::vector<PlaceVerdict>& all, const Question& hiding, Verdict verdict,
              std::optional<std::uint32_t> endedAt) {
  for (PlaceVerdict& own : all)
    if (isShown(own.verdict)) {
      own.verdict = Verdict::Unknown;
      own.reason = fmt::format("a {} is {}; where there is none, what comes after was not asked",
                               ptx::nameOf(hiding.kind), proofs::textOf(verdict));
      own.endedAt = endedAt;
    }
}

std::vector<PlaceVerdict> KernelProof::verdicts() const {
  std::vector<PlaceVerdict> all;
  std::string bound; // why what is not refuted is said of fewer inputs
  for (const Question& question : outcome_.questions)
    if (question.kind == FindingKind::Bound && !isProved(nameOf(question)))
      bound = fmt::format("bound {} of loops", any_.unroll);
  const std::string rests = invariantNotProved();
  std::vector<std::string> holdsFor = outcome_.holdsFor;
  if (std::ranges::all_of(outcome_.questions, [&](const Question& one) {
        return one.kind != FindingKind::DependsOnOrder || isProved(nameOf(one));
      }))
    std::erase(holdsFor, kOrderOfAtomics);
  const auto limited = [&](PlaceVerdict& verdict, bool isInvariant = false) {
    if (verdict.verdict != Verdict::Proved)
      return;
    if (isInterrupted_) {
      verdict.verdict = Verdict::Unknown;
      verdict.reason = kInterrupted;
      return;
    }
    if (outcome_.stopped) {
      verdict.verdict = Verdict::Unknown;
      verdict.reason = outcome_.stopped->reason;
      verdict.endedAt = outcome_.stopped->step;
      return;
    }
    if (!rests.empty() && !isInvariant) {
      verdict.verdict = Verdict::Unknown;
      verdict.reason = rests;
      return;
    }
    std::vector<std::string> limits = holdsFor;
    if (!bound.empty())
      limits.push_back(bound);
    if (limits.empty())
      return;
    verdict.verdict = Verdict::Checked;
    verdict.reason = fmt::format("{}", fmt::join(limits, "; "));
  };
  const auto answered = [&](const std::string& name) {
    const auto found = answers_.find(name);
    if (found != answers_.end())
      return found->second;
    const auto theorem = answers_.find("kernel/" + name_); // interrupted, or not stated
    PlaceVerdict open{};
    open.verdict = theorem != answers_.end() ? theorem->second.verdict : Verdict::Unknown;
    open.reason = theorem != answers_.end() ? theorem->second.reason : "not asked";
    if (open.verdict == Verdict::Proved)
      open.verdict = Verdict::Error;
    return open;
  };
  for (const Question& question : outcome_.questions) {
    PlaceVerdict verdict = answered(nameOf(question));
    verdict.kind = question.kind;
    verdict.step = question.step;
    limited(verdict);
    all.push_back(verdict);
  }
  // the inventory: what an instruction may show is asked about wherever some lane may execute it
  for (std::uint32_t step = 0; step < kernel_.steps.size(); ++step)
    for (const FindingKind kind : demandedOf(kernel_, step, any_.invariants)) {
      const bool isAsked = std::ranges::any_of(
          outcome_.questions, [&](const Question& one) { return one.kind == kind && one.step == step; });
      if (isAsked)
        continue;
      PlaceVerdict verdict;
      verdict.kind = kind;
      verdict.step = step;
      verdict.verdict = outcome_.reached.contains(step) && !outcome_.stopped ? Verdict::Error : Verdict::Proved;
      verdict.reason = verdict.verdict == Verdict::Error ? "it was not asked about" : "no lane comes there";
      limited(verdict);
      all.push_back(verdict);
    }
  // Who awaits lanes that do not come may be shown as lanes that leave: then that is not absent either. What was proved
  // of it is of inputs that no lane is missing for; where terms leave no room for another end, the machines disagree.
  for (std::size_t i = 0; i < outcome_.questions.size(); ++i) {
    if (all[i].verdict != Verdict::Refuted || !all[i].byOther)
      continue;
    const Witness& other = *all[i].byOther;
    for (PlaceVerdict& own : all) {
      if (own.kind != other.finding->kind || !isSame(kernel_.steps[own.step].place, other.finding->place) ||
          own.verdict == Verdict::Refuted)
        continue;
      const bool contradicts = isShown(own.verdict) && outcome_.questions[i].loose.empty();
      own.verdict = contradicts ? Verdict::Error : Verdict::Refuted;
      own.reason = contradicts ? fmt::format("the machine of words shows it: {}", other.what) : "";
      own.endedAt.reset();
      own.counterexample = contradicts ? "" : textOf(other);
    }
  }
  for (std::size_t i = 0; i < ensured_.size(); ++i) {
    PlaceVerdict verdict = outcome_.stopped && !answers_.contains(nameOf(i))
                               ? PlaceVerdict{{}, 0, "", "", Verdict::Proved, "", "", 0}
                               : answered(nameOf(i));
    verdict.kind.reset();
    verdict.step = static_cast<std::uint32_t>(i);
    verdict.text = ensured_[i].text;
    verdict.where = ensured_[i].where;
    limited(verdict);
    if (verdict.verdict != Verdict::Proved && verdict.verdict != Verdict::Checked)
      verdict.trees = treesOf(ensured_[i]);
    all.push_back(verdict);
  }
  for (std::size_t i = 0; i < any_.invariants.size(); ++i) {
    const AnyInvariant& said = any_.invariants[i];
    for (const auto kind : {InvariantPart::Kind::Entry, InvariantPart::Kind::Step, InvariantPart::Kind::After,
                            InvariantPart::Kind::Decreases}) {
      const bool isMeasure = kind == InvariantPart::Kind::Decreases;
      if (isMeasure && !said.decreases)
        continue;
      static constexpr const char* kNames[] = {"on entry", "step", "after the loop", ""};
      const bool isAsked = std::ranges::any_of(
          outcome_.parts, [&](const InvariantPart& part) { return part.kind == kind && part.number == i; });
      PlaceVerdict verdict{};
      verdict.verdict = Verdict::Proved; // nobody comes to the loop
      if (isAsked || answers_.contains(nameOf(kind, i)))
        verdict = answered(nameOf(kind, i));
      verdict.kind.reset();
      verdict.step = static_cast<std::uint32_t>(10 * i + static_cast<unsigned>(kind) + ensured_.size());
      verdict.text = isMeasure ? fmt::format("decreases {}", said.measure)
                               : fmt::format("invariant {}: {}", kNames[static_cast<unsigned>(kind)], said.text);
      verdict.where = isMeasure ? said.measureWhere : said.where;
      if (verdict.verdict == Verdict::Refuted && verdict.counterexample.find("\n") == std::string::npos) {
        verdict.verdict = Verdict::Unknown;
        verdict.reason = fmt::format("REFUTED of a state that the invariant admits, perhaps never reached: {}",
                                     verdict.counterexample);
        verdict.counterexample.clear();
      }
      if (verdict.verdict == Verdict::Proved && !said.decreases)
        verdict.reason = "for runs in which the loop ends";
      limited(verdict, true);
      all.push_back(verdict);
    }
  }
  for (std::size_t i = 0; i < outcome_.questions.size(); ++i) {
    const Question& question = outcome_.questions[i];
    // beside a REFUTED one others are about what happens before
    if (question.hides && !isShown(all[i].verdict) && all[i].verdict != Verdict::Refuted)
      withdraw(all, question, all[i].verdict, question.step);
  }
  using Reached = PlaceVerdict::Reached;
  for (PlaceVerdict& one : all)
    if (one.kind) { // one may come there in a turn that was not followed, or by another order or schedule
      const bool isLimited = !bound.empty() || !holdsFor.empty();
      one.reached = reached(one) == Reached::Never && isLimited ? Reached::Unknown : reached(one);
    }
  if (const auto unmet = requiredNotMet()) {
    std::erase_if(all, [](const PlaceVerdict& one) { return one.verdict != Verdict::Refuted; });
    all.push_back(*unmet);
  }
  std::ranges::sort(all, {}, [](const PlaceVerdict& one) {
    return std::pair(one.kind ? static_cast<int>(*one.kind) : 1000, one.step);
  });
  return all;
}

} // namespace warplaw::proofs::kernels
