#include "proofs/kernels/equal.h"
#include "proofs/engine/witness.h"
#include "proofs/kernels/for_all_orders.h"
#include "proofs/kernels/simplified.h"
#include "proofs/kernels/sweep.h"
#include "ptx/machine/run.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::proofs::kernels {
namespace {

const ptx::Finding* errorOf(const ptx::Outcome& outcome) {
  const auto found = std::ranges::find_if(outcome.findings, [](const ptx::Finding& one) { return isError(one.kind); });
  return found == outcome.findings.end() ? nullptr : &*found;
}

} // namespace

KernelPair::KernelPair(std::shared_ptr<Terms> terms, const ptx::Kernel& a, const ptx::Kernel& b, const AnyLaunch& any,
                       const std::vector<SaidOfKernel>& required, const FloatFunctions& functions)
    : a_(terms, "a/" + a.name, a, any), b_(terms, "b/" + b.name, b, any) {
  for (KernelProof* const one : {&a_, &b_}) {
    one->functions().insert(functions.begin(), functions.end());
    std::ranges::for_each(required, [&](const SaidOfKernel& said) { one->require(said); });
  }
  const AnyOutcome &first = a_.outcome(), &second = b_.outcome();
  Term noNew = first.isFine.implies(second.isFine);
  for (const Question& question : first.questions)
    if (question.hides)
      noNew = noNew & ~question.bad;
  asked_.push_back({"equal/findings", "no new finding", noNew});
  for (std::size_t i = 0; i < first.arrays.size(); ++i) {
    std::vector<Term> all;
    const unsigned size = any.elementBytes[i];
    const auto areDefined = [&](const AnyOutcome& outcome, std::size_t at) {
      return std::all_of(outcome.undefined[i].begin() + static_cast<std::ptrdiff_t>(at),
                         outcome.undefined[i].begin() + static_cast<std::ptrdiff_t>(at + size),
                         [](Term one) { return one.isFalse(); });
    };
    for (std::size_t at = 0; at < first.arrays[i].size(); at += size) {
      if (at + size <= first.arrays[i].size() && areDefined(first, at) && areDefined(second, at)) {
        all.push_back(a_.elementAfter(i, at / size).eq(b_.elementAfter(i, at / size)));
        continue;
      }
      for (std::size_t byte = at; byte < std::min(at + size, first.arrays[i].size()); ++byte)
        all.push_back(first.undefined[i][byte] |
                      (~second.undefined[i][byte] & first.arrays[i][byte].eq(second.arrays[i][byte])));
    }
    asked_.push_back({fmt::format("equal/{}", any.launch.arrays[i].name),
                      fmt::format("the same {}", any.launch.arrays[i].name),
                      (first.isFine & second.isFine).implies(terms->all(all)), static_cast<int>(i)});
  }
  askForVariables();
  for (Asked& asked : asked_)
    asked.goal = terms->all(any.assumed).implies(asked.goal);
}

/// Variables of the modules are global memory too. One that a single module has must be left as it was.
void KernelPair::askForVariables() {
  const auto& terms = a_.terms_;
  const Term areFine = a_.outcome().isFine & b_.outcome().isFine;
  const auto named = [](const AnyOutcome& outcome, const AnyOutcome::Variable& like) {
    const auto found = std::ranges::find_if(outcome.variables, [&](const AnyOutcome::Variable& one) {
      return one.name == like.name && one.bytes.size() == like.bytes.size();
    });
    return found == outcome.variables.end() ? nullptr : &*found;
  };
  const auto ask = [&](const std::string& name, const std::string& text, const std::vector<Term>& all, bool isOfBoth) {
    asked_.push_back({"equal/variable/" + name, text, areFine.implies(terms->all(all)), -1, name, isOfBoth});
  };
  for (const AnyOutcome::Variable& one : a_.outcome().variables)
    if (const AnyOutcome::Variable* const other = named(b_.outcome(), one)) {
      std::vector<Term> all;
      for (std::size_t byte = 0; byte < one.bytes.size(); ++byte)
        all.push_back(one.undefined[byte] | (~other->undefined[byte] & one.bytes[byte].eq(other->bytes[byte])));
      ask(one.name, "the same " + one.name, all, true);
    }
  for (const auto& [own, others] : {std::pair(&a_, &b_), std::pair(&b_, &a_)}) {
    const std::vector<ptx::Region> before = ptx::globalRegions(own->kernel_, own->any_.launch);
    for (const AnyOutcome::Variable& one : own->outcome().variables) {
      if (named(others->outcome(), one))
        continue;
      const ptx::Region& first = *std::ranges::find(before, one.name, &ptx::Region::name);
      std::vector<Term> all;
      for (std::size_t byte = 0; byte < one.bytes.size(); ++byte)
        all.push_back(one.bytes[byte].eq(Bits(first.bytes[byte])));
      ask(one.name, fmt::format("{}, which one module has, as it was", one.name), all, false);
    }
  }
}

bool KernelPair::differs(const Asked& asked, const Assignment& inputs, std::string& what) const {
  if (!asked.isOfBoth)
    throw Inconclusive("only one of the modules has it, and writes it");
  if (!a_.fulfils(inputs))
    return false;
  const ptx::Launch launch = a_.launchOf(inputs);
  const ptx::Outcome first = a_.run(launch), second = b_.run(launch);
  if (errorOf(first))
    return false;
  const ptx::Finding* const error = errorOf(second);
  if (asked.array < 0 && asked.variable.empty()) {
    if (error)
      what = fmt::format("{} at {} of the second: {}\n{}", ptx::nameOf(error->kind), placeInSecond_(error->place),
                         error->what, a_.asOptions(launch));
    return error != nullptr;
  }
  if (error)
    return false;
  const auto at = [&](const ptx::Outcome& outcome) {
    if (asked.array >= 0)
      return &outcome.arrays[static_cast<std::size_t>(asked.array)];
    return &*std::ranges::find(outcome.variables, asked.variable, &ptx::Array::name);
  };
  const ptx::Array &x = *at(first), &y = *at(second);
  for (std::size_t byte = 0; byte < x.bytes.size(); ++byte)
    if (x.isDefined[byte] && (!y.isDefined[byte] || x.bytes[byte] != y.bytes[byte])) {
      const std::size_t element = asked.array < 0 ? 0 : a_.any().elementBytes[static_cast<std::size_t>(asked.array)];
      const bool isWhole = element != 0 && valueAt(x, byte / element, element);
      const std::size_t size = isWhole ? element : 1;
      const auto other = valueAt(y, byte / size, size);
      what = fmt::format(
          "{} is {:#x}, and {} of the second\n{}",
          isWhole ? fmt::format("{}[{}]", x.name, byte / size) : fmt::format("byte {} of {}", byte, x.name),
          *valueAt(x, byte / size, size), other ? fmt::format("{:#x}", *other) : "anything", a_.asOptions(launch));
      return true;
    }
  return false;
}

/// As differs, of an input that is as small as may be.
bool KernelPair::differsLeast(const Asked& asked, const Assignment& inputs, std::string& what) const {
  return differs(asked, inputs, what) &&
         differs(asked, a_.smallest(inputs, [&](const Assignment& fewer) { return differs(asked, fewer, what); }),
                 what);
}

bool KernelPair::simulate(unsigned runs, std::string& error) {
  if (!a_.simulate(runs, error) || !b_.simulate(runs, error))
    return false;
  const Watch watch(a_.any().patience);
  for (std::uint64_t seed = 1; seed <= runs && watch.over().empty(); ++seed)
    for (const Asked& asked : asked_) {
      std::string what;
      if (asked.isOfBoth && !answers_.contains(asked.name) && differsLeast(asked, a_.randomInputs(seed), what))
        answers_[asked.name] = {{}, 0, asked.text, "", Verdict::Refuted, "", what, 0};
    }
  return true;
}

/// The trees of operations of the element that is shown to differ, else of the first one in which they do.
std::vector<std::string> KernelPair::treesOf(const Asked& asked, std::string_view shown) const {
  if (asked.array < 0 || a_.outcome().stopped || b_.outcome().stopped)
    return {};
  const auto array = static_cast<std::size_t>(asked.array);
  const std::size_t count = a_.outcome().arrays[array].size() / a_.any().elementBytes[array];
  std::vector<std::string> trees;
  for (std::size_t element = 0; element < count; ++element) {
    const Term first = a_.elementAfter(array, element), second = b_.elementAfter(array, element);
    if (first.same(second) || (first.op() != symbolic::Op::Apply && second.op() != symbolic::Op::Apply))
      continue;
    const std::string name = inputName(a_.any().launch.arrays[array], element);
    const bool isShown = shown.starts_with(name + " is ");
    if (!isShown && !trees.empty())
      continue;
    const auto [cutFirst, cutSecond] = cutTrees(first, second);
    trees = {fmt::format("{} of the first: {}", name, cutFirst), fmt::format("{} of the second: {}", name, cutSecond)};
    if (isShown)
      break;
  }
  return trees;
}

/// What a question compares: in the question itself, equal trees have gone.
std::vector<Term> KernelPair::comparedBy(const Asked& asked) const {
  std::vector<Term> all{asked.goal};
  for (const AnyOutcome* const one : {&a_.outcome(), &b_.outcome()}) {
    if (asked.array >= 0)
      std::ranges::copy(one->arrays[static_cast<std::size_t>(asked.array)], std::back_inserter(all));
    for (const AnyOutcome::Variable& variable : one->variables)
      if (variable.name == asked.variable)
        std::ranges::copy(variable.bytes, std::back_inserter(all));
  }
  return all;
}

/// One of either kernel that may hold where nothing goes wrong; null: there is none.
const Question* KernelPair::hidingQuestion() const {
  for (const KernelProof* const one : {&a_, &b_})
    for (const Question& question : one->outcome().questions)
      if (question.hides && !question.bad.isFalse())
        return &question;
  return nullptr;
}

Theorem KernelPair::theorem() const {
  Theorem theorem;
  theorem.name = "equal";
  theorem.instruction = "kernel";
  theorem.rules = {"PTX-52"};
  theorem.statement = "two kernels leave the same memory";
  theorem.build = [this](Terms&) -> Obligations {
    std::vector<Obligation> all;
    if (a_.simulated_ == 0)
      all.push_back(implied(a_.nameOfRequired(), a_.any().assumed, {}));
    if (a_.outcome().stopped || b_.outcome().stopped)
      return all;
    const auto ask = [&](const Asked& asked, Term goal, const std::optional<ForAllOrders>& orders) {
      all.push_back(implied(asked.name, {}, goal));
      all.back().isOfRulesAlone = false;
      all.back().replay = [this, &asked, orders](const Assignment& model) {
        const Assignment given = orders ? orders->widened(model) : model;
        std::string what;
        if (differsLeast(asked, given, what))
          return Replay{true, what, {}};
        if (const Question* const hiding = hidingQuestion(); hiding && &asked == &asked_.front())
          throw Inconclusive(hiding->loose);
        if (!a_.outcome().functions.empty() || !b_.outcome().functions.empty())
          throw Inconclusive("the witness rests on an operation that is taken as a function (PTX-34)");
        return Replay{false, "the machine of words makes no difference with " + a_.asOptions(a_.launchOf(given)), {}};
      };
    };
    std::vector<const Asked*> open;
    std::vector<Term> goals;
    for (const Asked& asked : asked_) {
      if (answers_.contains(asked.name))
        continue;
      if (const auto orders = forAllOrders(asked.goal); orders && orders->isOfBits) {
        ask(asked, orders->holds, orders);
        continue;
      }
      open.push_back(&asked);
      goals.push_back(asked.goal);
    }
    const symbolic::Functions functions = [this](std::string_view name, std::span<const Bits> args) {
      const AnyOutcome& outcome = a_.outcome().functions.contains(name) ? a_.outcome() : b_.outcome();
      return outcome.evaluation()(name, args);
    };
    const Alike alike = madeAlike(*a_.terms_, goals, a_.guessedFrom(), functions, "equal");
    Obligation::Stated stated;
    for (const Obligation& step : alike.steps)
      stated.steps.push_back(step.name);
    all.insert(all.end(), alike.steps.begin(), alike.steps.end());
    for (std::size_t i = 0; i < open.size(); ++i) {
      ask(*open[i], simplified(alike.roots[i]), std::nullopt);
      if (!alike.roots[i].same(open[i]->goal))
        all.back().ask([&](Obligation::Asking& asking) {
          asking.stated = stated;
          asking.stated->query = {{}, open[i]->goal};
        });
    }
    return all;
  };
  return theorem;
}

void KernelPair::answer(const Record& record) {
  if (record.name == a_.nameOfRequired())
    a_.answer(record);
  answers_[record.name] = {{}, 0, "", "", record.verdict, record.reason, record.counterexample, record.seconds};
}

std::vector<PlaceVerdict> KernelPair::verdicts() const {
  std::vector<std::string> limits;
  for (const KernelProof* const one : {&a_, &b_}) {
    limits.insert(limits.end(), one->outcome().holdsFor.begin(), one->outcome().holdsFor.end());
    for (const Question& question : one->outcome().questions)
      if (question.kind == ptx::FindingKind::Bound && !question.bad.isFalse())
        limits.push_back(fmt::format("bound {} of loops", one->any().unroll));
  }
  std::ranges::sort(limits);
  limits.erase(std::ranges::unique(limits).begin(), limits.end());
  std::vector<PlaceVerdict> all;
  for (const Asked& asked : asked_) {
    PlaceVerdict verdict;
    verdict.verdict = Verdict::Unknown;
    verdict.reason = "no answer before the run ended";
    if (const auto found = answers_.find(asked.name); found != answers_.end())
      verdict = found->second;
    for (const auto& [one, name] : {std::pair(&a_, &placeInFirst_), std::pair(&b_, &placeInSecond_)})
      if (const auto& stopped = one->outcome().stopped; stopped && verdict.verdict != Verdict::Refuted)
        verdict.reason = stopped->step < one->kernel_.steps.size()
                             ? fmt::format("{} ({})", stopped->reason, (*name)(one->kernel_.steps[stopped->step].place))
                             : stopped->reason;
    verdict.text = asked.text;
    if (verdict.verdict != Verdict::Proved)
      verdict.trees = treesOf(asked, verdict.counterexample);
    if (verdict.verdict == Verdict::Proved && !(a_.outcome().functions.empty() && b_.outcome().functions.empty()))
      verdict.functions = functionsIn(comparedBy(asked));
    if (verdict.verdict == Verdict::Proved && !limits.empty()) {
      verdict.verdict = Verdict::Checked;
      verdict.reason = fmt::format("{}", fmt::join(limits, "; "));
    }
    all.push_back(verdict);
  }
  // the first one asks whether anything is hidden
  if (const Question* const hiding = hidingQuestion(); hiding && !isShown(all.front().verdict))
    withdraw(all, *hiding, Verdict::Unknown);
  if (const auto unmet = a_.requiredNotMet()) {
    std::erase_if(all, [](const PlaceVerdict& one) { return one.verdict != Verdict::Refuted; });
    all.push_back(*unmet);
  }
  return all;
}

} // namespace warplaw::proofs::kernels
