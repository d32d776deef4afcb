// elect.sync and activemask for users' executors (SYNC-6, SYNC-7).
#include "check/sync_adapter.h"
#include "fuzz/instructions/activemask.h"
#include "fuzz/instructions/electsync.h"
#include <map>

namespace warplaw::check {
namespace {

// ---- elect.sync

struct ElectSync : PlainAdapter<fuzz::Electsync, warplaw_elect_sync, ElectDomain> {
  static constexpr unsigned kFormWords = 0;
  static constexpr bool kNamesExited = false;
  static constexpr std::string_view kOnly[] = {"elect"};
  static constexpr unsigned kMask = spec::sync_rows::kMask;
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_MEMBERMASK, kMask}};
  static constexpr std::array kPredicateMayBe = {SourceRow{WARPLAW_IS_GUARD}};

  static std::span<const std::string_view> forms() { return kOnly; }
  static std::string formName(std::string_view name) { return fmt::format("{}.sync", name); }
  static unsigned formOf(const spec::ElectsyncModifiers&) { return 0; }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, ElectDomain& domain) {
    readLeader(reader, fields, domain.leader);
  }
  template <class S, class Visit> static void places(S& sample, Visit&& visit) {
    visit("exec", offsetof(Wire, exec), sample.trial.operands.exec);
    visit("exited", offsetof(Wire, exited), std::get<0>(sample.trial.around).lanes);
    visit("membermask", offsetof(Wire, membermask), sample.trial.operands.row[kMask]);
  }
  /// The least of its members, unless an answer tells another one.
  template <class S> static void decide(S& sample, const ElectDomain&) {
    sample.trial.choices.preferred = numberIn(sample, 0);
  }

  /// Calls f(its lanes, the leader that it tells) for each group, by its least lane. The leader is the member that most
  /// of its lanes name; where no member is named, the least one.
  template <class F> static void eachLeader(const Wire& answer, F&& f) {
    for (std::uint32_t left = answer.exec; left;) {
      const auto first = static_cast<unsigned>(std::countr_zero(left));
      const std::uint32_t mask = answer.membermask[first], group = (mask & left) | 1u << first;
      std::array<unsigned, spec::kLanes> named{};
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (group >> lane & 1) {
          named[lane] += answer.predicate >> lane & 1;
          if (answer.result[lane] < spec::kLanes)
            named[answer.result[lane]] += 2;
        }
      auto leader = static_cast<unsigned>(std::countr_zero(group));
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (group >> lane & 1 && named[lane] > named[leader])
          leader = lane;
      f(group, leader);
      left &= ~group;
    }
  }
  /// Groups are apart: that the leaders are preferred makes each that of its own group.
  static void takeTold(const Wire& answer, Sample& sample, const ElectDomain& domain) {
    if (domain.leader == Leaders::Any)
      eachLeader(answer, [&](std::uint32_t, unsigned leader) { sample.trial.choices.preferred |= 1u << leader; });
  }

  static constexpr std::array<std::string_view, 2> kCounters = {"groups of many", "of one"};
  static void observe(const Sample& sample, const ElectDomain&, Coverage& coverage) {
    const spec::Operands& operands = sample.trial.operands;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const std::uint32_t mask = operands.row[kMask][lane];
      if (operands.exec >> lane & 1 && !(mask & ((1u << lane) - 1)))
        ++coverage.count[mask & (mask - 1) ? 0 : 1];
    }
  }
  static std::string lacking(unsigned, const ElectDomain&, const Coverage& coverage) {
    return coverage.count[0] < kEnough ? "hardly a group has two members" : "";
  }
};

class ElectFamily final : public WordFamily<Synced<ElectSync>> {
public:
  using WordFamily::WordFamily;
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<ElectFamily>(widest()); }

  std::optional<Demand> demand(Terms& terms, unsigned form) override {
    if (domain_.leader == Leaders::Any)
      return {};
    return WordFamily::demand(terms, form);
  }
  std::string whyUnstated() const override {
    return R"(that some function gives the leaders is no statement about one case: "leader" in the domain may say which)";
  }

  bool isAsShipped(Bytes asked, Bytes answered) override {
    return noted(asked, answered, WordFamily::isAsShipped(asked, answered));
  }
  fuzz::Kinds judge(Bytes asked, Bytes answered) override {
    const fuzz::Kinds wrong = WordFamily::judge(asked, answered);
    noted(asked, answered, wrong == 0);
    return wrong;
  }
  bool takeChoices(Bytes answered, spec::Case& c) const override {
    Sample sample = sampleOf(answered);
    takeTold(answered, sample);
    c.choices = sample.trial.choices;
    return true;
  }
  const std::optional<Contradiction>& contradiction() const override { return contradiction_; }

private:
  /// A right answer's leaders must be those of right answers before, of the same membermask.
  bool noted(Bytes asked, Bytes answered, bool isRight) {
    if (!isRight || contradiction_ || domain_.leader != Leaders::Any || !domain_.word ||
        !Synced<ElectSync>::isPromised(sample_, domain_))
      return isRight;
    ElectSync::eachLeader(wireIn<warplaw_elect_sync>(answered), [&](std::uint32_t group, unsigned leader) {
      if (leaders_.size() >= kMostKept && !leaders_.contains(group))
        return;
      const auto [known, isNew] = leaders_.try_emplace(group, leader);
      if (isNew || known->second == leader || contradiction_)
        return;
      contradiction_ = Contradiction{
          {asked.begin(), asked.end()},
          {answered.begin(), answered.end()},
          fmt::format(
              "of membermask {:#x} lane {} leads, in another case lane {}: no function of the membermask (SYNC-7)",
              group, leader, known->second)};
    });
    return isRight;
  }
  static constexpr std::size_t kMostKept = 1 << 12; ///< membermasks
  std::map<std::uint32_t, unsigned> leaders_;
  std::optional<Contradiction> contradiction_;
};

// ---- activemask

struct Activemask : PlainAdapter<fuzz::Activemask, warplaw_activemask, Domain> {
  static constexpr unsigned kFormWords = 0;
  static constexpr std::string_view kOnly[] = {"activemask"};

  static std::span<const std::string_view> forms() { return kOnly; }
  static std::string formName(std::string_view name) { return std::string(name); }
  static unsigned formOf(const spec::ActivemaskModifiers&) { return 0; }
  template <class S, class Visit> static void places(S& sample, Visit&& visit) {
    visit("exec", offsetof(Wire, exec), sample.trial.operands.exec);
  }
  static constexpr std::array<std::string_view, 1> kCounters = {"of some lanes"};
  static void observe(const Sample& sample, const Domain&, Coverage& coverage) {
    const std::uint32_t exec = sample.trial.operands.exec;
    coverage.count[0] += exec && exec != ~0u;
  }
  static std::string lacking(unsigned, const Domain&, const Coverage& coverage) {
    return coverage.count[0] < kEnough ? "every answer is the same" : "";
  }
};

} // namespace

std::unique_ptr<Family> makeElectSyncFamily(Profile profile) { return std::make_unique<ElectFamily>(profile); }
std::unique_ptr<Family> makeActivemaskFamily(Profile profile) {
  return std::make_unique<WordFamily<Activemask>>(profile);
}

} // namespace warplaw::check
