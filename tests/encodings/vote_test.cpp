// VOTE's encoding against a count of votes, and by its laws (VOTE-1..4, MACH-1, -3, -5).
#include "symbolic/encodings/vote.h"
#include "tests/encodings/compiled.h"
#include <bit>

namespace warplaw::symbolic {
namespace {
using spec::VoteMode;

constexpr VoteMode kModes[] = {VoteMode::All, VoteMode::Any, VoteMode::Eq};

class CompiledVote {
public:
  spec::Results operator()(VoteMode mode, const spec::Operands& operands, const spec::Results& before) const {
    return encoding_({static_cast<std::uint32_t>(mode)}, operands, before);
  }

private:
  CompiledWarp<voteEncoding, VoteModifierTerms> encoding_;
};

/// The lanes that execute, and how they vote: all masks have some weight in which nobody, all, or one lane differs.
spec::Operands anyVotes(std::mt19937& random) {
  spec::Operands operands{};
  const auto anyMask = [&]() -> std::uint32_t {
    const std::uint32_t masks[] = {0, ~0u, 1u << random() % 32, ~(1u << random() % 32), std::uint32_t(random())};
    return masks[random() % 5];
  };
  operands.exec = anyMask();
  operands.predicate = random() % 2 ? anyMask() : operands.exec ^ anyMask();
  return operands;
}

TEST(Vote, ExecutingLanesAreCounted_VOTE_1_2_3_MACH_1_5) {
  const CompiledVote encoding;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 30000; ++round) {
    const VoteMode mode = kModes[round % 3];
    const spec::Operands operands = anyVotes(random);
    const auto before = anyCells<spec::Results>(random);
    unsigned voters = 0, votes = 0;
    std::uint32_t ballot = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (operands.exec >> lane & 1) {
        ++voters;
        if (operands.predicate >> lane & 1)
          ++votes, ballot += 1u << lane;
      }
    const bool quantifier = mode == VoteMode::All   ? votes == voters
                            : mode == VoteMode::Any ? votes > 0
                                                    : votes == 0 || votes == voters;
    spec::Results wanted = before;
    wanted.written[0] = wanted.predicateWritten = operands.exec;
    wanted.written[1] = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      wanted.error[lane] = 0;
      if (operands.exec >> lane & 1) {
        wanted.row[0][lane] = ballot;
        wanted.predicate = (wanted.predicate & ~(1u << lane)) | std::uint32_t(quantifier) << lane;
      }
    }
    expectEqual(encoding(mode, operands, before), wanted);
    ASSERT_FALSE(HasFailure()) << "mode " << int(mode) << " exec " << operands.exec << " votes " << operands.predicate;
  }
}

TEST(Vote, OneLaneWithThePredicateOff_VOTE_2) {
  // of lanes 0 and 1 only lane 0 executes, and it votes no: lane 1's yes is not heard
  Terms terms;
  const auto holds = [&](VoteMode mode, std::uint32_t exec, std::uint32_t votes) {
    return voteOutcome(terms.constant(32, Bits(mode)), terms.constant(32, exec), terms.constant(32, votes))
        .quantifier.isTrue();
  };
  EXPECT_FALSE(holds(VoteMode::Any, 1, 2));
  EXPECT_TRUE(holds(VoteMode::All, 2, 2));
  EXPECT_TRUE(holds(VoteMode::Eq, 1, 2));
  EXPECT_FALSE(holds(VoteMode::Eq, 3, 2));
}

TEST(Vote, Laws_VOTE_4) {
  const CompiledVote encoding;
  std::mt19937 random(2);
  const spec::Results before{};
  for (unsigned round = 0; round < 10000; ++round) {
    spec::Operands votes = anyVotes(random), negated = votes;
    votes.exec = negated.exec |= 1u << random() % 32; // somebody receives the outcome
    negated.predicate = ~votes.predicate;
    const unsigned lane = std::countr_zero(votes.exec);
    const auto ballot = [&](const spec::Operands& of) { return encoding(VoteMode::Any, of, before).row[0][lane]; };
    const auto holds = [&](VoteMode mode, const spec::Operands& of) {
      return (encoding(mode, of, before).predicate >> lane & 1) != 0;
    };
    ASSERT_EQ(holds(VoteMode::All, votes), !holds(VoteMode::Any, negated));
    ASSERT_EQ(ballot(negated), votes.exec & ~ballot(votes));
    ASSERT_EQ(holds(VoteMode::Eq, votes), holds(VoteMode::All, votes) || holds(VoteMode::All, negated));
  }
}

TEST(Vote, FormsAndPlans_VOTE_1_2_3_MACH_3) {
  compareForms<VoteFormTerms, VoteModifierTerms, VoteChoiceTerms, voteModifiers, votePlan>(
      [](const spec::VoteForm& form) { return int(form.mode) < 3 && form.pu.index < 8 && form.pp.predicate.index < 8; },
      [](const spec::VoteModifiers& modifiers) { return modifiers.mode < 3; },
      [](const spec::VoteForm& form) { return spec::VoteModifiers{std::uint32_t(form.mode)}; },
      [](const spec::VoteForm& form, const spec::Plan& before) {
        spec::Plan plan = planOver(before, {}, form.rd.index);
        plan.sourcePredicate = form.pp.predicate.index;
        plan.sourcePredicateNegated = form.pp.negated;
        plan.destinationPredicate = form.pu.index;
        return plan;
      });
}

} // namespace
} // namespace warplaw::symbolic
