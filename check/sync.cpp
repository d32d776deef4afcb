// shfl.sync, vote.sync, match.sync and redux.sync for users' executors (SYNC-1..5).
#include "check/shfl_words.h"
#include "check/sync_adapter.h"
#include "fuzz/instructions/matchsync.h"
#include "fuzz/instructions/reduxsync.h"
#include "fuzz/instructions/shflsync.h"
#include "fuzz/instructions/votesync.h"

namespace warplaw::check {
namespace {
namespace rows = spec::sync_rows;

/// The members of a lane's group that execute: all of them, where anything is promised.
unsigned membersBeside(const spec::Operands& operands, unsigned lane) {
  return operands.row[rows::kMask][lane] & operands.exec & ~(1u << lane);
}

// ---- shfl.sync

static_assert(WARPLAW_SHFL_BFLY == static_cast<int>(spec::ShflsyncMode::Bfly) &&
              static_cast<int>(spec::ShflMode::Bfly) == static_cast<int>(spec::ShflsyncMode::Bfly));

/// The lanes that may be read are the group's members.
struct GroupOfShfl {
  static constexpr unsigned kValue = rows::kValue, kLane = spec::shflsync_rows::kLane,
                            kRange = spec::shflsync_rows::kRange;
  template <class S> static auto members(const S& sample, unsigned lane) {
    return sample.trial.operands.row[rows::kMask][lane] & ~std::get<0>(sample.trial.around).lanes;
  }
  template <class Choices> static auto& given(Choices& choices) { return choices.any; }
};

struct ShflSync : ShflWords<fuzz::Shflsync, warplaw_shfl_sync, SyncDomainOf<ShflDomain>, GroupOfShfl> {
  static constexpr std::array kResultMayBe = {
      SourceRow{WARPLAW_IS_VALUE, GroupOfShfl::kValue}, SourceRow{WARPLAW_IS_LANE, GroupOfShfl::kLane},
      SourceRow{WARPLAW_IS_RANGE, GroupOfShfl::kRange}, SourceRow{WARPLAW_IS_MEMBERMASK, rows::kMask}};

  static std::span<const std::string_view> forms() { return spec::kShflsyncModes; }
  static std::string formName(std::string_view name) { return fmt::format("shfl.sync.{}", name); }
  static unsigned formOf(const spec::ShflsyncModifiers& modifiers) { return modifiers.mode; }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, Domain& domain) {
    readShflSync(reader, fields, domain);
  }
  template <class S, class Visit> static void places(S& sample, Visit&& visit) {
    auto& operands = sample.trial.operands;
    visit("mode", offsetof(Wire, mode), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), operands.exec);
    visit("exited", offsetof(Wire, exited), std::get<0>(sample.trial.around).lanes);
    visit("membermask", offsetof(Wire, membermask), operands.row[rows::kMask]);
    visit("value", offsetof(Wire, value), operands.row[rows::kValue]);
    visit("lane", offsetof(Wire, lane), operands.row[GroupOfShfl::kLane]);
    visit("range", offsetof(Wire, range), operands.row[GroupOfShfl::kRange]);
    visit("inactive", offsetof(Wire, inactive), sample.trial.choices.any);
  }
};

// ---- vote.sync

static_assert(WARPLAW_VOTE_SYNC_BALLOT == static_cast<int>(spec::VotesyncMode::Ballot));

struct VoteSync : PlainAdapter<fuzz::Votesync, warplaw_vote_sync, SyncDomain> {
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_MEMBERMASK, rows::kMask}};
  static constexpr std::array kPredicateMayBe = {SourceRow{WARPLAW_IS_VOTES}, SourceRow{WARPLAW_IS_GUARD}};

  static std::span<const std::string_view> forms() { return spec::kVotesyncModes; }
  static std::string formName(std::string_view name) { return fmt::format("vote.sync.{}", name); }
  static unsigned formOf(const spec::VotesyncModifiers& modifiers) { return modifiers.mode; }
  template <class S, class Visit> static void places(S& sample, Visit&& visit) {
    auto& operands = sample.trial.operands;
    visit("mode", offsetof(Wire, mode), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), operands.exec);
    visit("exited", offsetof(Wire, exited), std::get<0>(sample.trial.around).lanes);
    visit("votes", offsetof(Wire, votes), operands.predicate);
    visit("membermask", offsetof(Wire, membermask), operands.row[rows::kMask]);
  }

  /// One of the two (SYNC-3).
  static bool givesWord(const Sample& sample) { return sample.trial.modifiers.mode == WARPLAW_VOTE_SYNC_BALLOT; }
  static bool givesPredicate(const Sample& sample) { return !givesWord(sample); }
  static Term givesWord(const Unknown& sample) {
    return sample.trial.modifiers.mode.eq(Bits{WARPLAW_VOTE_SYNC_BALLOT});
  }
  static Term givesPredicate(const Unknown& sample) { return ~givesWord(sample); }

  static constexpr std::array<std::string_view, 3> kCounters = {"groups that agree", "that do not", "of one"};
  static void observe(const Sample& sample, const SyncDomain&, Coverage& coverage) {
    const spec::Operands& operands = sample.trial.operands;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint32_t others = membersBeside(operands, lane), members = others | 1u << lane;
      if (!(operands.exec >> lane & 1) || (others & ((1u << lane) - 1)))
        continue; // each group by its least lane
      const std::uint32_t yes = members & operands.predicate;
      ++coverage.count[!others ? 2 : yes == 0 || yes == members ? 0 : 1];
    }
  }
  static std::string lacking(unsigned form, const SyncDomain& domain, const Coverage& coverage) {
    if (!(form == WARPLAW_VOTE_SYNC_BALLOT ? domain.word : domain.predicate))
      return "what it gives is not compared";
    return coverage.count[0] && coverage.count[1] >= kEnough ? "" : "every answer is the same";
  }
};

// ---- match.sync

static_assert(WARPLAW_MATCH_ALL == static_cast<int>(spec::MatchsyncMode::All));
static_assert(WARPLAW_B64 == static_cast<int>(spec::MatchsyncType::B64));

struct MatchSync : PlainAdapter<fuzz::Matchsync, warplaw_match_sync, SyncDomain> {
  static constexpr std::string_view kFormsKey = "operations";
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_VALUE, rows::kValue},
                                              SourceRow{WARPLAW_IS_MEMBERMASK, rows::kMask}};
  static constexpr std::array kPredicateMayBe = {SourceRow{WARPLAW_IS_GUARD}};
  static constexpr unsigned kFormWords = 2;
  static constexpr std::string_view kForms[] = {"any.b32", "any.b64", "all.b32", "all.b64"};

  static std::span<const std::string_view> forms() { return kForms; }
  static std::string formName(std::string_view name) {
    return fmt::format("match.{}.sync.{}", name.substr(0, 3), name.substr(4));
  }
  static unsigned formOf(const spec::MatchsyncModifiers& modifiers) { return modifiers.mode * 2 + modifiers.type; }
  static void aim(unsigned form, std::span<std::uint8_t> record) {
    aimAt(record, 0, form / 2);
    aimAt(record, 1, form % 2);
  }
  template <class S, class Visit> static void places(S& sample, Visit&& visit) {
    auto& operands = sample.trial.operands;
    visit("mode", offsetof(Wire, mode), sample.trial.modifiers.mode);
    visit("type", offsetof(Wire, type), sample.trial.modifiers.type);
    visit("exec", offsetof(Wire, exec), operands.exec);
    visit("exited", offsetof(Wire, exited), std::get<0>(sample.trial.around).lanes);
    visit("membermask", offsetof(Wire, membermask), operands.row[rows::kMask]);
    visit("value", offsetof(Wire, value), operands.row[rows::kValue]);
    visit("high", offsetof(Wire, high), operands.row[rows::kHigh]);
  }

  /// match.any has no p (SYNC-4).
  static bool givesPredicate(const Sample& sample) { return sample.trial.modifiers.mode == WARPLAW_MATCH_ALL; }
  static Term givesPredicate(const Unknown& sample) { return sample.trial.modifiers.mode.eq(Bits{WARPLAW_MATCH_ALL}); }
  /// d is no half of a pair (SYNC-4).
  template <class S> static auto resultMayBe(const S& sample, std::uint32_t source) {
    return source == WARPLAW_IS_VALUE ? isWord(sample) : truthIn(sample, true);
  }
  static bool isWord(const Sample& sample) { return sample.trial.modifiers.type == WARPLAW_B32; }
  static Term isWord(const Unknown& sample) { return sample.trial.modifiers.type.eq(Bits{WARPLAW_B32}); }
  /// 32 bits have no high word.
  static bool contains(const Sample& sample, const SyncDomain&) {
    const auto& high = sample.trial.operands.row[rows::kHigh];
    return sample.trial.modifiers.type != WARPLAW_B32 || (high[0] == 0 && isUniform(high));
  }
  static Term isInDomain(const Unknown& sample, const SyncDomain&) {
    const Term isWide = sample.trial.modifiers.type.eq(Bits{WARPLAW_B64});
    std::vector<Term> holds;
    for (const Term high : sample.trial.operands.row[rows::kHigh])
      holds.push_back(isWide | high.eq(Bits{0}));
    return isWide.terms().all(holds);
  }
  static bool isFree(unsigned row, const SyncDomain&) { return row == rows::kMask; }

  static constexpr std::array<std::string_view, 3> kCounters = {"alike", "unlike", "alike elsewhere"};
  static void observe(const Sample& sample, const SyncDomain&, Coverage& coverage) {
    const spec::Operands& operands = sample.trial.operands;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      for (unsigned other = 0; other < lane && (operands.exec >> lane & 1); ++other) {
        if (!(operands.exec >> other & 1))
          continue;
        const bool isAlike = operands.row[rows::kValue][lane] == operands.row[rows::kValue][other] &&
                             operands.row[rows::kHigh][lane] == operands.row[rows::kHigh][other];
        const bool isMember = membersBeside(operands, lane) >> other & 1;
        coverage.count[isMember && isAlike ? 0 : isMember ? 1 : 2] += isMember || isAlike;
      }
  }
  static std::string lacking(unsigned, const SyncDomain& domain, const Coverage& coverage) {
    if (coverage.count[0] < kEnough || coverage.count[1] < kEnough)
      return "no two members are alike, or all of them are";
    return !domain.uniform && coverage.count[2] < kEnough ? "no two lanes of other groups are alike" : "";
  }
};

// ---- redux.sync

static_assert(WARPLAW_REDUX_XOR == static_cast<int>(spec::ReduxsyncOp::Xor));
static_assert(WARPLAW_REDUX_F32 == static_cast<int>(spec::ReduxsyncType::F32));

struct ReduxSync : PlainAdapter<fuzz::Reduxsync, warplaw_redux_sync, SyncDomain> {
  static constexpr std::string_view kFormsKey = "operations";
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_VALUE, rows::kValue},
                                              SourceRow{WARPLAW_IS_MEMBERMASK, rows::kMask}};
  static constexpr unsigned kFormWords = 4;
  static constexpr unsigned kOps = std::size(spec::kReduxsyncOps), kTypes = std::size(spec::kReduxsyncTypes);

  /// The legal modifiers, each with its words: "min.abs.NaN.f32".
  struct Forms {
    std::vector<std::string> names;
    std::vector<std::string_view> views;
    std::vector<spec::ReduxsyncModifiers> modifiers;
    std::array<unsigned, kOps * kTypes * 4> number;
  };
  static unsigned placeOf(const spec::ReduxsyncModifiers& m) {
    return ((m.op * kTypes + m.type) * 2 + m.abs) * 2 + m.nan;
  }
  static const Forms& allForms() {
    static const Forms kForms = [] {
      Forms all;
      all.number.fill(63);
      for (std::uint32_t op = 0; op < kOps; ++op)
        for (std::uint32_t type = 0; type < kTypes; ++type)
          for (std::uint32_t nan = 0; nan < 2; ++nan)
            for (std::uint32_t abs = 0; abs < 2; ++abs) {
              const spec::ReduxsyncModifiers m{op, type, abs, nan};
              if (!spec::check(spec::Instruction{{}, fuzz::Reduxsync::formOf(m), {}}))
                continue;
              all.number[placeOf(m)] = static_cast<unsigned>(all.modifiers.size());
              all.modifiers.push_back(m);
              all.names.push_back(fmt::format("{}{}{}.{}", spec::kReduxsyncOps[op], abs ? ".abs" : "",
                                              nan ? ".NaN" : "", spec::kReduxsyncTypes[type]));
            }
      all.views.assign(all.names.begin(), all.names.end());
      return all;
    }();
    return kForms;
  }
  static std::span<const std::string_view> forms() { return allForms().views; }
  static std::string formName(std::string_view name) { return fmt::format("redux.sync.{}", name); }
  static unsigned formOf(const spec::ReduxsyncModifiers& modifiers) { return allForms().number[placeOf(modifiers)]; }
  static void aim(unsigned form, std::span<std::uint8_t> record) {
    const spec::ReduxsyncModifiers& m = allForms().modifiers[form];
    aimAt(record, 0, m.op);
    aimAt(record, 1, m.type);
    aimAt(record, 2, m.abs);
    aimAt(record, 3, m.nan);
  }
  template <class S, class Visit> static void places(S& sample, Visit&& visit) {
    auto& trial = sample.trial;
    visit("op", offsetof(Wire, op), trial.modifiers.op);
    visit("type", offsetof(Wire, type), trial.modifiers.type);
    visit("absolute", offsetof(Wire, absolute), trial.modifiers.abs);
    visit("nan", offsetof(Wire, nan), trial.modifiers.nan);
    visit("exec", offsetof(Wire, exec), trial.operands.exec);
    visit("exited", offsetof(Wire, exited), std::get<0>(trial.around).lanes);
    visit("membermask", offsetof(Wire, membermask), trial.operands.row[rows::kMask]);
    visit("value", offsetof(Wire, value), trial.operands.row[rows::kValue]);
  }
  static bool isFree(unsigned row, const SyncDomain&) { return row == rows::kMask; }
  /// Halves of the floats, too: zeros unlike, a NaN.
  static std::vector<std::uint32_t> smallValues(unsigned, const SyncDomain&) { return {1, 0x80000000, 0x7fc00000}; }

  static constexpr std::array<std::string_view, 2> kCounters = {"groups of many", "of one"};
  static void observe(const Sample& sample, const SyncDomain&, Coverage& coverage) {
    const spec::Operands& operands = sample.trial.operands;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint32_t others = membersBeside(operands, lane);
      if (operands.exec >> lane & 1 && !(others & ((1u << lane) - 1)))
        ++coverage.count[others ? 0 : 1];
    }
  }
  static std::string lacking(unsigned, const SyncDomain&, const Coverage& coverage) {
    return coverage.count[0] < kEnough ? "hardly a group has two members" : "";
  }
};

template <class Form> using SyncFamily = WordFamily<Synced<Form>>;

} // namespace

std::unique_ptr<Family> makeShflSyncFamily(Profile profile) { return std::make_unique<SyncFamily<ShflSync>>(profile); }
std::unique_ptr<Family> makeVoteSyncFamily(Profile profile) { return std::make_unique<SyncFamily<VoteSync>>(profile); }
std::unique_ptr<Family> makeMatchSyncFamily(Profile profile) {
  return std::make_unique<SyncFamily<MatchSync>>(profile);
}
std::unique_ptr<Family> makeReduxSyncFamily(Profile profile) {
  return std::make_unique<SyncFamily<ReduxSync>>(profile);
}

} // namespace warplaw::check
