// What SHFL and shfl.sync have alike where a structure crosses the border: a range of CUDA's widths, lanes below the
// width, and what a lane gives whose source is nobody's (SHFL-1..8, CSHFL-1, SYNC-2). From says in which rows operands
// stand, which lanes a lane may read, From::members(sample, lane), a mask, and which choice says what it gives
// otherwise, From::given(choices); in both worlds.
#pragma once
#include "check/word_family.h"
#include "fuzz/instructions/shfl.h"

namespace warplaw::check {

/// Sc of segments of 2^k lanes (CSHFL-1).
inline std::uint32_t rangeOf(std::uint32_t mode, unsigned k) {
  return (spec::kLanes - (1u << k)) << 8 | (mode == WARPLAW_SHFL_UP ? 0 : 31);
}

template <class T, class W, class D, class From> struct ShflWords : PlainAdapter<T, W, D> {
  using typename PlainAdapter<T, W, D>::Sample;
  using typename PlainAdapter<T, W, D>::Unknown;
  static constexpr std::array kPredicateMayBe = {SourceRow{WARPLAW_IS_GUARD}};

  static D defaultsOf(Profile profile) {
    D domain = PlainAdapter<T, W, D>::defaultsOf(profile);
    if (profile == Profile::Cuda) {
      domain.range = Ranges::Cuda;
      domain.predicate = false;
    }
    return domain;
  }
  static void widen(D& domain) {
    domain.range = Ranges::Any;
    domain.distance = Distances::Any;
  }

  /// SHFL-7. Given and any: as the structure says.
  template <class Sample> static void decide(Sample& sample, const D& domain) {
    auto& inactive = From::given(sample.trial.choices);
    if (domain.inactive == InactiveSources::Zero)
      inactive.fill(numberIn(sample, 0));
    else if (domain.inactive == InactiveSources::Stale)
      inactive = sample.before;
    else if (domain.inactive == InactiveSources::Own)
      std::copy_n(std::begin(sample.trial.operands.row[From::kValue]), spec::kLanes, inactive.begin());
    else if (domain.inactive == InactiveSources::Register)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        inactive[lane] = heldBySource(sample, lane);
  }
  /// What the register holds that a lane would read, be its lane off or not.
  static std::uint32_t heldBySource(const Sample& sample, unsigned lane) {
    return sample.trial.operands.row[From::kValue][static_cast<unsigned>(source(sample, lane).lane)];
  }
  static Term heldBySource(const Unknown& sample, unsigned lane) {
    const PerLane<Term>& values = sample.trial.operands.row[From::kValue];
    return values[0].terms().select(source(sample, lane), values);
  }
  static std::uint32_t comparedLanes(const Sample& sample, const D& domain) {
    if (domain.inactive != InactiveSources::Any)
      return ~0u;
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      lanes |= (From::members(sample, lane) >> source(sample, lane).lane & 1) << lane;
    return lanes | ~sample.trial.operands.exec;
  }
  static fuzz::ShflSourcePlain source(const Sample& sample, unsigned lane) {
    const spec::Operands& operands = sample.trial.operands;
    return fuzz::shflSourcePlainly(static_cast<spec::ShflMode>(sample.trial.modifiers.mode), static_cast<int>(lane),
                                   operands.row[From::kLane][lane], operands.row[From::kRange][lane]);
  }

  // ---- the same as terms
  static Term compares(const Unknown& sample, const D& domain, unsigned lane) {
    Terms& terms = sample.trial.operands.exec.terms();
    if (domain.inactive != InactiveSources::Any)
      return terms.truth(true);
    const Term members = From::members(sample, lane);
    PerLane<Term> isMember;
    for (unsigned k = 0; k < spec::kLanes; ++k)
      isMember[k] = members.bit(k);
    return terms.select(source(sample, lane), isMember);
  }
  static Term source(const Unknown& sample, unsigned lane) {
    const symbolic::OperandTerms& operands = sample.trial.operands;
    return symbolic::shflSource(operands.exec.terms().constant(5, lane), sample.trial.modifiers.mode,
                                operands.row[From::kLane][lane], operands.row[From::kRange][lane])
        .lane;
  }
  static Term isInDomain(const Unknown& sample, const D& domain) {
    const auto& [modifiers, operands, choices, around] = sample.trial;
    std::vector<Term> holds;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      holds.push_back(
          isInDomain(modifiers.mode, operands.row[From::kLane][lane], operands.row[From::kRange][lane], domain));
    return operands.exec.terms().all(holds);
  }
  static Term isInDomain(Term mode, Term b, Term c, const D& domain) {
    Terms& terms = mode.terms();
    std::vector<Term> holds;
    if (domain.range == Ranges::Cuda) {
      std::vector<Term> isWidth;
      for (const Bits value : rangesIn(mode, domain))
        isWidth.push_back(c.eq(value));
      holds.push_back(terms.any(isWidth));
    }
    if (domain.distance == Distances::Max31)
      holds.push_back(b.ult(Bits{32}));
    else if (domain.distance == Distances::BelowWidth)
      holds.push_back(b.ult(terms.constant(32, spec::kLanes) - c.extract(31, 8).zext(32)));
    return terms.all(holds);
  }
  static void fewValues(const Unknown& sample, const D& domain, Demand& demand) {
    const auto& [modifiers, operands, choices, around] = sample.trial;
    if (domain.range == Ranges::Cuda)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        demand.fewValues.emplace_back(operands.row[From::kRange][lane], rangesIn(modifiers.mode, domain));
    if (modifiers.mode.value() != WARPLAW_SHFL_IDX) // which lane is read hangs on nothing else, or on its own number
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        demand.lowBits.emplace_back(operands.row[From::kLane][lane], 5);
  }
  /// mode: a constant
  static std::vector<Bits> rangesIn(Term mode, const D& domain) {
    std::vector<Bits> ranges;
    for (const unsigned k : widths(domain))
      ranges.push_back(rangeOf(static_cast<std::uint32_t>(mode.value()), k));
    return ranges;
  }

  /// The widths that there are, in the order of what is simple: all 32 lanes first. Bit k: segments of 2^k lanes.
  static std::vector<unsigned> widths(const D& domain) {
    std::vector<unsigned> all;
    for (unsigned k = 6; k-- > 0;)
      if (domain.widths >> k & 1)
        all.push_back(k);
    return all;
  }
  /// A lane's Sb and Sc from two words, by construction; false: the second is too large.
  static bool set(Sample& sample, unsigned lane, std::uint32_t b, std::uint32_t c, const D& domain,
                  std::span<const unsigned> widths) {
    spec::Operands& operands = sample.trial.operands;
    unsigned k = 5;
    if (domain.range == Ranges::Cuda) {
      if (c >= widths.size())
        return false;
      k = widths[c];
      c = rangeOf(sample.trial.modifiers.mode, k);
    }
    operands.row[From::kRange][lane] = c;
    operands.row[From::kLane][lane] = domain.distance == Distances::Any     ? b
                                      : domain.distance == Distances::Max31 ? b & 31
                                                                            : b & ((1u << k) - 1);
    return true;
  }
  static void bend(Sample& sample, const D& domain, fuzz::Dice&) {
    if (domain.range == Ranges::Any && domain.distance == Distances::Any)
      return;
    const std::vector<unsigned> all = widths(domain);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const spec::Operands& operands = sample.trial.operands;
      const std::uint32_t word = operands.row[From::kRange][lane];
      const std::uint32_t c =
          domain.range == Ranges::Cuda ? (word >> 8 ^ word >> 3) % static_cast<std::uint32_t>(all.size()) : word;
      set(sample, lane, operands.row[From::kLane][lane], c, domain, all);
    }
  }
  static bool contains(const Sample& sample, const D& domain) {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint32_t b = sample.trial.operands.row[From::kLane][lane],
                          c = sample.trial.operands.row[From::kRange][lane];
      const std::uint32_t width = spec::kLanes - (c >> 8);
      if (domain.range == Ranges::Cuda) {
        const bool isWidth = c >> 8 < spec::kLanes && std::has_single_bit(width) && (domain.widths & width);
        if (!isWidth || (c & 0xff) != (sample.trial.modifiers.mode == WARPLAW_SHFL_UP ? 0u : 31u))
          return false;
      }
      if ((domain.distance == Distances::Max31 && b > 31) || (domain.distance == Distances::BelowWidth && b >= width))
        return false;
    }
    return true;
  }

  // ---- the minimiser's words: of a CUDA range the number of its width
  static void reduce(Sample& sample, const D& domain) {
    if (domain.range != Ranges::Cuda)
      return;
    const std::vector<unsigned> all = widths(domain);
    for (std::uint32_t& c : sample.trial.operands.row[From::kRange]) {
      const auto k = static_cast<unsigned>(std::countr_zero(spec::kLanes - (c >> 8)));
      c = static_cast<std::uint32_t>(std::ranges::find(all, k) - all.begin());
    }
  }
  static bool expand(Sample& sample, const D& domain) {
    if (domain.range == Ranges::Any && domain.distance == Distances::Any)
      return true;
    const std::vector<unsigned> all = widths(domain);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (!set(sample, lane, sample.trial.operands.row[From::kLane][lane],
               sample.trial.operands.row[From::kRange][lane], domain, all))
        return false;
    return true;
  }
  static bool isFree(unsigned row, const D&) { return row != From::kValue; }
  static std::uint32_t maskOf(unsigned row, const D& domain) {
    if (row == From::kRange && domain.range == Ranges::Cuda)
      return 7;
    return row == From::kLane && domain.distance != Distances::Any ? 31 : ~0u;
  }
  static std::vector<std::uint32_t> smallValues(unsigned row, const D& domain) {
    switch (row) {
    case From::kLane:
      return {1, 2, 16, 31, 32};
    case From::kRange:
      return domain.range == Ranges::Cuda ? std::vector<std::uint32_t>{1, 2, 3, 4, 5}
                                          : std::vector<std::uint32_t>{1, 0x1f, 0x100, 0x1f00};
    default:
      return {1};
    }
  }
  static constexpr unsigned kSmallWords = 3;

  static constexpr std::array<std::string_view, 4> kCounters = {"reads across lanes", "sources off", "p = 0", "p = 1"};
  static void observe(const Sample& sample, const D&, Coverage& coverage) {
    const std::uint32_t exec = sample.trial.operands.exec;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(exec >> lane & 1))
        continue;
      const auto [from, inRange] = source(sample, lane);
      const bool isOn = From::members(sample, lane) >> from & 1;
      coverage.count[0] += static_cast<unsigned>(from) != lane && isOn;
      coverage.count[1] += !isOn;
      ++coverage.count[2 + inRange];
      coverage.kinds |= std::uint64_t{1} << (sample.trial.operands.row[From::kRange][lane] >> 8 & 31);
    }
  }
  static void takeGiven(const std::uint32_t* result, Sample& sample, const D& domain) {
    if (domain.inactive == InactiveSources::Any)
      std::copy_n(result, spec::kLanes, From::given(sample.trial.choices).begin());
  }
  /// What lanes give whose source is off: what the domain might say.
  static void observeAnswer(const Sample& sample, const std::uint32_t* result, const D& domain, Coverage& coverage) {
    for (unsigned lane = 0; lane < spec::kLanes && domain.inactive == InactiveSources::Any; ++lane) {
      const auto from = static_cast<unsigned>(source(sample, lane).lane);
      if (!(sample.trial.operands.exec >> lane & 1) || (From::members(sample, lane) >> from & 1))
        continue;
      const std::uint32_t own = sample.trial.operands.row[From::kValue][lane];
      const std::uint32_t given = From::given(sample.trial.choices)[lane];
      const std::uint32_t may[kInactiveSources] = {~result[lane],       given, 0,
                                                   sample.before[lane], own,   heldBySource(sample, lane)};
      ++coverage.off;
      for (unsigned k = 0; k < kInactiveSources; ++k)
        if (may[k] != result[lane])
          coverage.offGives &= ~(1u << k);
    }
  }
  static std::string lacking(unsigned, const D& domain, const Coverage& coverage) {
    if (coverage.count[0] < kEnough)
      return "no lane reads another one";
    const bool noWord = !domain.word && !(coverage.count[2] && coverage.count[3]);
    return noWord ? "the predicate is always the same" : "";
  }
};

} // namespace warplaw::check
