// Destinations that are a source's register, or predicate (MACH-2): which there are (Adapter::kResultMayBe and
// kPredicateMayBe), how cases say it (result_is and predicate_is of include/warplaw/executor.h), how they are drawn,
// what the destination holds then, and which registers of a case file get the same number. What is right never hangs on
// it: an executor that writes a destination before it has read all sources is wrong where they are one register.
#pragma once
#include "check/described_family.h"

namespace warplaw::check {

template <class Adapter> struct Registers {
  using Traits = typename Adapter::Traits;
  using Wire = typename Adapter::Wire;
  using Domain = typename Adapter::Domain;
  using Form = typename Traits::Form;
  using Sample = check::Sample<Traits>;
  using Unknown = SampleTerms<Traits>;

  static constexpr auto kResults = Adapter::kResultMayBe;
  static constexpr auto kPredicates = Adapter::kPredicateMayBe;
  static constexpr bool kHasResult = !kResults.empty(), kHasPredicate = !kPredicates.empty();
  static constexpr bool kAny = kHasResult || kHasPredicate;
  /// Where the structure's first version ended.
  static constexpr std::size_t kOutputsEnd = [] {
    if constexpr (kHasResult)
      return offsetof(Wire, result_is);
    else if constexpr (kHasPredicate)
      return offsetof(Wire, predicate_is);
    else
      return sizeof(Wire);
  }();

  // ---- numbers for the minimiser: 0 none, then the sources in their order

  static std::uint32_t numberOf(std::span<const SourceRow> sources, std::uint32_t source) {
    for (std::uint32_t k = 0; k < sources.size(); ++k)
      if (sources[k].source == source)
        return k + 1;
    return 0;
  }
  static std::uint32_t numbered(std::span<const SourceRow> sources, std::uint32_t number) {
    return number == 0 || number > sources.size() ? std::uint32_t{WARPLAW_IS_ITS_OWN} : sources[number - 1].source;
  }

  // ---- what the executor's structure can say

  static bool tellsResult(const Domain& domain) {
    if constexpr (kHasResult)
      return domain.structure >= offsetof(Wire, result_is) + sizeof(Wire::result_is);
    return false;
  }
  static bool tellsPredicate(const Domain& domain) {
    if constexpr (kHasPredicate)
      return domain.structure >= offsetof(Wire, predicate_is) + sizeof(Wire::predicate_is);
    return false;
  }
  /// SHFL said of the first one from the beginning (same_register).
  static std::size_t toldResults(const Domain& domain) {
    return tellsResult(domain) ? kResults.size() : Adapter::kHasSameRegister ? 1 : 0;
  }
  static std::size_t toldPredicates(const Domain& domain) { return tellsPredicate(domain) ? kPredicates.size() : 0; }

  /// The sources that a destination of this sample may be.
  static std::vector<SourceRow> resultsOf(const Sample& sample, const Domain& domain) {
    return those(std::span(kResults).first(toldResults(domain)),
                 [&](std::uint32_t source) { return Adapter::resultMayBe(sample, source); });
  }
  static std::vector<SourceRow> predicatesOf(const Sample& sample, const Domain& domain) {
    return those(std::span(kPredicates).first(toldPredicates(domain)),
                 [&](std::uint32_t source) { return Adapter::predicateMayBe(sample, source); });
  }

  // ---- cases

  static constexpr unsigned kOneIn = 4; ///< cases in which a destination is a source

  static void draw(Sample& sample, const Domain& domain, fuzz::Dice& dice) {
    if (WARPLAW_CHECK_FAULT(registers_apart, !domain.sameRegisters, true))
      return;
    const auto one = [&](const auto& sources, std::uint32_t& is) {
      if (!sources.empty() && dice.oneIn(kOneIn))
        is = sources[dice.below(static_cast<std::uint32_t>(sources.size()))].source;
    };
    one(resultsOf(sample, domain), sample.resultIs);
    one(predicatesOf(sample, domain), sample.predicateIs);
  }
  static bool contains(const Sample& sample, const Domain& domain) {
    const auto isOf = [&](const auto& sources, std::uint32_t is) {
      return is == WARPLAW_IS_ITS_OWN || (domain.sameRegisters && numberOf(sources, is) != 0);
    };
    return isOf(resultsOf(sample, domain), sample.resultIs) && isOf(predicatesOf(sample, domain), sample.predicateIs);
  }
  /// What the destinations hold then; of others nothing.
  static void setBefore(Sample& sample) {
    const spec::Operands& operands = sample.trial.operands;
    for (const SourceRow& source : kResults)
      if (source.source == sample.resultIs)
        std::copy_n(operands.row[source.row], spec::kLanes, sample.before.begin());
    if (sample.predicateIs == WARPLAW_IS_VOTES)
      sample.predicateBefore = operands.predicate;
    else if (sample.predicateIs == WARPLAW_IS_GUARD)
      sample.predicateBefore = operands.exec;
  }
  /// Visits where the structure holds what the destinations hold.
  template <class S, class Visit> static void eachDestination(S& sample, Visit&& visit) {
    if constexpr (Adapter::kHasWord)
      visit(Adapter::kOutputs[0], outputsOf<Wire>(), sample.before);
    if constexpr (Adapter::kHasWord && Adapter::kHasPredicate)
      visit("predicate", offsetof(Wire, predicate), sample.predicateBefore);
  }
  static void pack(const Sample& sample, Wire& wire) {
    eachDestination(sample, Pack{reinterpret_cast<std::byte*>(&wire)});
    if constexpr (kHasResult)
      wire.result_is = sample.resultIs;
    if constexpr (kHasPredicate)
      wire.predicate_is = sample.predicateIs;
    if constexpr (Adapter::kHasSameRegister)
      wire.same_register = sample.resultIs == kResults[0].source;
  }
  static void unpack(const Wire& wire, Sample& sample) {
    eachDestination(sample, Unpack{reinterpret_cast<const std::byte*>(&wire)});
    if constexpr (kHasResult)
      sample.resultIs = static_cast<std::uint32_t>(wire.result_is);
    if constexpr (kHasPredicate)
      sample.predicateIs = wire.predicate_is;
  }

  // ---- case files

  template <class Fuzzer> static void name(const Sample& sample, const Fuzzer& fuzzer, spec::Case& c) {
    auto& form = c.instruction.form.template as<Form>();
    const Form plain = Traits::formOf(sample.trial.modifiers);
    const spec::Plan plan = Traits::planOf(plain, sample.trial.choices);
    for (const SourceRow& source : kResults)
      if (source.source == sample.resultIs) {
        const auto reg = static_cast<std::uint8_t>(plan.source[source.row].value);
        keepRegister(form, plain, reg);
        fuzz::fillRegister(c.warp, reg, sample.trial.operands.row[source.row]);
        fuzzer.setRegister(c.instruction.form, spec::Role::Destination, reg);
      }
    if (sample.predicateIs == WARPLAW_IS_VOTES)
      setPredicate(form, plan.sourcePredicate);
    else if (sample.predicateIs == WARPLAW_IS_GUARD) {
      c.instruction.guard = {{static_cast<std::uint8_t>(plan.destinationPredicate)}, false};
      c.warp.active = ~c.cells.exited.lanes;
      c.warp.predicates[plan.destinationPredicate] = sample.trial.operands.exec;
    }
  }
  /// What the structure cannot say is a register that holds so by chance.
  static void take(const spec::Case& c, const Domain& domain, Sample& sample) {
    const spec::Plan plan = Traits::planOf(c.instruction.form.template as<Form>(), sample.trial.choices);
    const auto isDestination = [&](const SourceRow& source) {
      const spec::Source& read = plan.source[source.row];
      return read.kind == spec::SourceKind::Register && read.value == plan.destination[0] &&
             read.value != spec::kZeroRegister;
    };
    for (const SourceRow& source : resultsOf(sample, domain))
      if (sample.resultIs == WARPLAW_IS_ITS_OWN && isDestination(source))
        sample.resultIs = source.source;
    const std::uint32_t predicate = plan.destinationPredicate;
    if (predicate == spec::kTruePredicate)
      return;
    const spec::Guard& guard = c.instruction.guard;
    const bool isVotes = predicate == plan.sourcePredicate && !plan.sourcePredicateNegated;
    const bool isGuard = predicate == guard.predicate.index && !guard.negated &&
                         c.warp.active == ~c.cells.exited.lanes &&
                         c.warp.predicates[predicate] == sample.trial.operands.exec;
    for (const SourceRow& told : predicatesOf(sample, domain))
      if (told.source == WARPLAW_IS_VOTES ? isVotes : isGuard && sample.predicateIs == WARPLAW_IS_ITS_OWN)
        sample.predicateIs = told.source;
  }

  // ---- the same as terms

  /// Words of the structure where it has them; what it cannot say is as it says.
  static void places(Unknown& sample, const Domain& domain, MemberVariables& visit) {
    eachDestination(sample, visit);
    Terms& terms = sample.trial.operands.exec.terms();
    sample.resultIs = sample.predicateIs = terms.constant(32, WARPLAW_IS_ITS_OWN);
    if constexpr (Adapter::kHasSameRegister)
      sample.resultIs = sample.sameRegister.eq(Bits{1}).ite(terms.constant(32, kResults[0].source), sample.resultIs);
    if constexpr (kHasResult)
      if (tellsResult(domain))
        visit("result_is", offsetof(Wire, result_is), sample.resultIs);
    if constexpr (kHasPredicate)
      if (tellsPredicate(domain))
        visit("predicate_is", offsetof(Wire, predicate_is), sample.predicateIs);
  }
  /// That it is one of the domain's, and what follows for what the destinations hold.
  static void assume(const Unknown& sample, const Domain& domain, std::vector<Term>& holds) {
    const auto& operands = sample.trial.operands;
    Terms& terms = operands.exec.terms();
    std::vector<Term> results = {sample.resultIs.eq(Bits{WARPLAW_IS_ITS_OWN})},
                      predicates = {sample.predicateIs.eq(Bits{WARPLAW_IS_ITS_OWN})};
    for (std::size_t k = 0; domain.sameRegisters && k < toldResults(domain); ++k) {
      const Term is = sample.resultIs.eq(Bits{kResults[k].source});
      results.push_back(is & Adapter::resultMayBe(sample, kResults[k].source));
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        holds.push_back(is.implies(sample.before[lane].eq(operands.row[kResults[k].row][lane])));
    }
    for (std::size_t k = 0; domain.sameRegisters && k < toldPredicates(domain); ++k) {
      const std::uint32_t source = kPredicates[k].source;
      const Term is = sample.predicateIs.eq(Bits{source});
      predicates.push_back(is & Adapter::predicateMayBe(sample, source));
      holds.push_back(
          is.implies(sample.predicateBefore.eq(source == WARPLAW_IS_VOTES ? operands.predicate : operands.exec)));
    }
    holds.push_back(terms.any(results));
    holds.push_back(terms.any(predicates));
    if constexpr (Adapter::kHasSameRegister)
      holds.push_back(sample.sameRegister.eq(sample.resultIs.eq(Bits{kResults[0].source}).zext(32)));
  }

private:
  template <class MayBe> static std::vector<SourceRow> those(std::span<const SourceRow> told, MayBe&& mayBe) {
    std::vector<SourceRow> all;
    std::ranges::copy_if(told, std::back_inserter(all), mayBe, &SourceRow::source);
    return all;
  }
  /// An operand that became a number, as all lanes hold the same, is a register again.
  static void keepRegister(Form& form, const Form& plain, std::uint8_t reg) {
    const auto keep = [&](auto& operand, const auto& inPlain) {
      if constexpr (std::same_as<std::remove_cvref_t<decltype(operand)>, spec::RegisterOrImmediate>)
        if (!inPlain.isImmediate && inPlain.value == reg)
          operand = inPlain;
    };
    spec::withFields<Form>([&](const auto&... field) { (keep(form.*field.member, plain.*field.member), ...); });
  }
  static void setPredicate(Form& form, std::uint32_t predicate) {
    const auto set = [&](auto& operand, const spec::About& about) {
      if constexpr (std::same_as<std::remove_cvref_t<decltype(operand)>, spec::Predicate>)
        if (about.role == spec::Role::Destination)
          operand.index = static_cast<std::uint8_t>(predicate);
    };
    spec::withFields<Form>([&](const auto&... field) { (set(form.*field.member, field.about), ...); });
  }
};

} // namespace warplaw::check
