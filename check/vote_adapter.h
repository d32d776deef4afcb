// How a trial of VOTE lies in the structures that cross the border (VOTE-1..3).
#pragma once
#include "check/word_family.h"
#include "fuzz/instructions/vote.h"
#include "spec/instructions/vote_fields.h"

namespace warplaw::check {
static_assert(WARPLAW_VOTE_EQ == static_cast<int>(spec::VoteMode::Eq));

struct Vote : PlainAdapter<fuzz::Vote, warplaw_vote, Domain> {
  static constexpr std::array kPredicateMayBe = {SourceRow{WARPLAW_IS_VOTES}, SourceRow{WARPLAW_IS_GUARD}};

  static std::span<const std::string_view> forms() { return spec::kVoteModes; }
  static std::string formName(std::string_view name) { return fmt::format("VOTE.{}", name); }
  static unsigned formOf(const spec::VoteModifiers& modifiers) { return modifiers.mode; }

  template <class Sample, class Visit> static void places(Sample& sample, Visit&& visit) {
    visit("mode", offsetof(Wire, mode), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), sample.trial.operands.exec);
    visit("votes", offsetof(Wire, votes), sample.trial.operands.predicate);
  }
  static void bend(Sample& sample, const Domain& domain, fuzz::Dice&) {
    std::uint32_t& votes = sample.trial.operands.predicate;
    votes = domain.uniform ? 0 - (votes & 1) : votes;
  }
  static bool contains(const Sample& sample, const Domain& domain) {
    return !domain.uniform || sample.trial.operands.predicate + 1 <= 1;
  }

  static Term isInDomain(const SampleTerms<fuzz::Vote>& sample, const Domain& domain) {
    const Term votes = sample.trial.operands.predicate;
    return domain.uniform ? votes.eq(Bits{0}) | votes.eq(Bits{~0u}) : votes.terms().truth(true);
  }

  static constexpr std::array<std::string_view, 3> kCounters = {"of some lanes", "answer 0", "answer 1"};
  static void observe(const Sample& sample, const Domain&, Coverage& coverage) {
    const std::uint32_t exec = sample.trial.operands.exec, yes = exec & sample.trial.operands.predicate;
    const auto mode = static_cast<spec::VoteMode>(sample.trial.modifiers.mode);
    const bool answer = mode == spec::VoteMode::Any   ? yes != 0
                        : mode == spec::VoteMode::All ? yes == exec
                                                      : yes == 0 || yes == exec;
    coverage.count[0] += exec && exec != ~0u;
    coverage.count[1 + answer] += exec != 0;
  }
  static std::string lacking(unsigned, const Domain&, const Coverage& coverage) {
    return coverage.count[1] && coverage.count[2] ? "" : "every answer is the same";
  }
};

} // namespace warplaw::check
