// What the structures of all .sync forms share at the border (SYNC-1): which lanes execute, which have exited, which
// lanes each one names; groups that the domain has; and no comparison where no result is promised. Base: an Adapter for
// the rest of the form, which says
//
//   givesWord, givesPredicate(sample)    in both worlds, where not each form writes all destinations; the other ones
//   stay
//
// and, where the rules leave more open, what WordFamily asks of an Adapter: comparedLanes, compares.
#pragma once
#include "check/sync_groups.h"
#include "check/word_family.h"
#include "fuzz/instructions/sync.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::check {

inline bool both(bool a, bool b) { return a && b; }
inline Term both(Term a, Term b) { return a & b; }

/// Counters, and others behind them.
template <std::size_t n> constexpr auto counted(std::array<std::string_view, n> own) {
  std::array<std::string_view, n + 2> all{};
  std::copy(own.begin(), own.end(), all.begin());
  all[n] = "several groups";
  all[n + 1] = "not promised";
  return all;
}

template <class Base> struct Synced : Base {
  using typename Base::Domain;
  using typename Base::Sample;
  using typename Base::Unknown;
  static constexpr unsigned kMask = spec::sync_rows::kMask;

  static SyncLanes lanesOf(Sample& sample) {
    return {sample.trial.operands.exec, std::get<0>(sample.trial.around).lanes, sample.trial.operands.row[kMask]};
  }
  static SyncLanes lanesOf(const Sample& sample) { return lanesOf(const_cast<Sample&>(sample)); }
  static MaskDomain masksIn(const Domain& domain) {
    return {domain.groups, domain.uniform, Base::kNamesExited && domain.groups != Groups::Living};
  }
  static void widen(Domain& domain) {
    Base::widen(domain);
    if (domain.groups == Groups::Living)
      domain.groups = Groups::Defined;
  }

  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, Domain& domain) {
    readGroups(reader, fields, Base::kNamesExited, domain.groups);
    Base::readMore(reader, fields, domain);
  }
  static std::vector<std::string> moreCells() { return {"lanes"}; }

  /// That masks which meet are defined is what Groups::Overlapping says; in other domains it decides nothing.
  template <class S> static void decide(S& sample, const Domain& domain) {
    sample.trial.choices.overlapIsDefined = numberIn(sample, domain.groups == Groups::Overlapping);
    Base::decide(sample, domain);
  }
  static void bend(Sample& sample, const Domain& domain, fuzz::Dice& dice) {
    Base::bend(sample, domain, dice);
    normalise(sample);
    drawGroups(lanesOf(sample), masksIn(domain), dice);
  }
  static bool contains(const Sample& sample, const Domain& domain) {
    return check::contains(lanesOf(sample), masksIn(domain)) && Base::contains(sample, domain);
  }
  /// What executes has not exited.
  static void normalise(Sample& sample) { std::get<0>(sample.trial.around).lanes &= ~sample.trial.operands.exec; }

  // ---- the answer

  using Base::givesPredicate;
  using Base::givesWord;
  /// A form that writes none of the two has no register there that could be a source's.
  template <class S> static auto resultMayBe(const S& sample, std::uint32_t source) {
    return both(givesWord(sample), Base::resultMayBe(sample, source));
  }
  template <class S> static auto predicateMayBe(const S& sample, std::uint32_t source) {
    return both(givesPredicate(sample), Base::predicateMayBe(sample, source));
  }
  static bool isPromised(const Sample& sample, const Domain& domain) {
    return WARPLAW_CHECK_FAULT(all_promised, arePromised(lanesOf(sample), masksIn(domain)), true);
  }
  static void takeTold(const typename Base::Wire& answer, Sample& sample, const Domain& domain) {
    if (WARPLAW_CHECK_FAULT(groups_ignored, false, true))
      std::fill_n(sample.trial.operands.row[kMask], spec::kLanes, sample.trial.operands.exec);
    Base::takeTold(answer, sample, domain);
  }
  static std::uint32_t comparedLanes(const Sample& sample, const Domain& domain) {
    if (givesWord(sample) && !isPromised(sample, domain))
      return ~sample.trial.operands.exec;
    return Base::comparedLanes(sample, domain);
  }
  static std::uint32_t comparedBits(const Sample& sample, const Domain& domain) {
    const bool isOpen = givesPredicate(sample) && !isPromised(sample, domain);
    return isOpen ? ~sample.trial.operands.exec : ~0u;
  }
  /// The destination that the form does not write stays.
  static void deliver(const Sample& sample, spec::Results& results) {
    if (!givesWord(sample) && !results.written[0])
      std::copy(sample.before.begin(), sample.before.end(), results.row[0]);
    if (!givesPredicate(sample) && !results.predicateWritten)
      results.predicate = sample.predicateBefore;
  }
  static void deliver(const Unknown&, symbolic::ResultTerms&) {}

  // ---- the same as terms

  static Term isInDomain(const Unknown& sample, const Domain& domain) {
    const auto& exited = std::get<0>(sample.trial.around);
    std::vector<Term> holds = {(sample.trial.operands.exec & exited.lanes).eq(Bits{0}),
                               Base::isInDomain(sample, domain)};
    if (domain.groups != Groups::Any)
      holds.push_back(areDefined(sample, domain.groups == Groups::Overlapping));
    const auto& operands = sample.trial.operands;
    for (unsigned lane = 0; lane < spec::kLanes && domain.groups == Groups::Living; ++lane)
      holds.push_back(~operands.exec.bit(lane) | (operands.row[kMask][lane] & exited.lanes).eq(Bits{0}));
    return exited.lanes.terms().all(holds);
  }
  static Term areDefined(const Unknown& sample, bool mayMeet) {
    const auto& [modifiers, operands, choices, around] = sample.trial;
    auto asked = choices;
    asked.overlapIsDefined = numberIn(sample, mayMeet);
    return isDefined(symbolic::syncGroups(operands, std::get<0>(around)), asked); // each form's own
  }
  static Term isPromised(const Unknown& sample, const Domain& domain) {
    return domain.groups == Groups::Any ? areDefined(sample, false) : sample.trial.operands.exec.terms().truth(true);
  }
  static Term compares(const Unknown& sample, const Domain& domain, unsigned lane) {
    return (~givesWord(sample) | isPromised(sample, domain)) & Base::compares(sample, domain, lane);
  }
  static Term comparesBit(const Unknown& sample, const Domain& domain, unsigned) {
    return ~givesPredicate(sample) | isPromised(sample, domain);
  }

  // ---- the minimiser's words

  static void reduce(Sample& sample, const Domain& domain) {
    Base::reduce(sample, domain);
    reduceMasks(lanesOf(sample), masksIn(domain));
  }
  static bool expand(Sample& sample, const Domain& domain) {
    normalise(sample);
    expandMasks(lanesOf(sample), masksIn(domain));
    return Base::expand(sample, domain);
  }
  static bool isFree(unsigned row, const Domain& domain) { return row == kMask || Base::isFree(row, domain); }
  static std::uint32_t maskOf(unsigned row, const Domain& domain) {
    return row == kMask ? bitsOfMaskWord(masksIn(domain)) : Base::maskOf(row, domain);
  }
  static std::vector<std::uint32_t> smallValues(unsigned row, const Domain& domain) {
    return row == kMask ? std::vector<std::uint32_t>{1, 2} : Base::smallValues(row, domain);
  }
  static constexpr unsigned kSmallWords = 3;

  // ---- coverage

  static constexpr std::size_t kOwn = Base::kCounters.size();
  static constexpr auto kCounters = counted(Base::kCounters);
  static void observe(const Sample& sample, const Domain& domain, Coverage& coverage) {
    const bool isOpen = !arePromised(lanesOf(sample), masksIn(domain));
    coverage.count[kOwn + 1] += isOpen;
    if (isOpen)
      return;
    coverage.count[kOwn] += areSeveral(lanesOf(sample));
    Base::observe(sample, domain, coverage);
  }
  static void observeAnswer(const Sample& sample, const std::uint32_t* result, const Domain& domain,
                            Coverage& coverage) {
    if (arePromised(lanesOf(sample), masksIn(domain)))
      Base::observeAnswer(sample, result, domain, coverage);
  }
  static std::string lacking(unsigned form, const Domain& domain, const Coverage& coverage) {
    if (std::string lacks = Base::lacking(form, domain, coverage); !lacks.empty())
      return lacks;
    return !domain.uniform && coverage.count[kOwn] < kEnough ? "there is hardly ever more than one group" : "";
  }
};

} // namespace warplaw::check
