// vote.sync's theorems: the code against its encoding (SYNC-1, SYNC-3).
#include "symbolic/encodings/votesync.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/sync_theorems.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/vote.h"

namespace warplaw::proofs {
namespace votesync {
namespace {
using namespace sync;
using spec::VotesyncMode;
using symbolic::VotesyncModifierTerms;
WARPLAW_PROOF(Votesync, votesync, Encoding, Reads<spec::ExitedLanesIn>)

Term is(const VotesyncModifierTerms& m, VotesyncMode mode) { return m.mode.eq(static_cast<Bits>(mode)); }
Term named(const VotesyncModifierTerms& m, VotesyncMode mode) {
  return m.mode.terms().constant(32, static_cast<Bits>(mode));
}

/// The lanes' ballots are others.
WrongEffect ballotBut(const char* name, std::function<Term(const Synced<Proof>&, unsigned lane)> ballot) {
  return outcomeBut<Proof>(name, "", {"SYNC-3"}, [ballot](Synced<Proof>& s) {
    s.outcome.word = eachLane([&](unsigned lane) { return ballot(s, lane); });
  });
}

std::vector<WrongEffect> twins() {
  return {groupsBut<Proof>("members-that-have-exited-vote", "row[0][4]", {"SYNC-1"},
                           [](SyncGroups& groups, const auto&) { groups.part = groups.mask; }),
          groupsBut<Proof>("all-executing-lanes-vote", "predicate[9]", {"SYNC-3"},
                           [](SyncGroups& groups, const auto&) { groups.part.fill(groups.exec); }),
          inputsBut<Proof>(
              "uni-needs-a-yes", "predicate[0]", {"SYNC-3"},
              [](Inputs<Proof>& g) {
                g.modifiers.mode =
                    is(g.modifiers, VotesyncMode::Uni).ite(named(g.modifiers, VotesyncMode::All), g.modifiers.mode);
              }),
          alwaysDefined<Proof>("row[0][7]"), laneOutsideExecWritten<Proof>()};
}

std::vector<WrongEffect> misreadings() {
  std::vector<WrongEffect> all = misreadGroups<Proof>();
  const std::vector<WrongEffect> more = {
      inputsBut<Proof>("all-and-any-exchanged", "", {"SYNC-3"},
                       [](Inputs<Proof>& g) {
                         const VotesyncModifierTerms m = g.modifiers;
                         g.modifiers.mode = is(m, VotesyncMode::All)
                                                .ite(named(m, VotesyncMode::Any),
                                                     is(m, VotesyncMode::Any).ite(named(m, VotesyncMode::All), m.mode));
                       }),
      ballotBut("ballot-of-all-32-lanes", [](const auto& s, unsigned) { return s.operands.predicate; }),
      ballotBut("ballot-of-the-noes",
                [](const auto& s, unsigned lane) { return s.groups.part[lane] & ~s.operands.predicate; }),
      ballotBut("silent-lanes-vote-yes",
                [](const auto& s, unsigned lane) { return s.operands.predicate | ~s.groups.part[lane]; }),
      ballotBut("ballot-is-the-mask-of-those-who-voted",
                [](const auto& s, unsigned lane) { return s.groups.part[lane]; }),
      outcomeBut<Proof>("ballot-and-predicate-at-once", "", {"SYNC-3"}, [](Synced<Proof>& s) {
        s.outcome.givesPredicate = s.outcome.givesPredicate.terms().truth(true);
      })};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Lanes that mostly vote alike.
void fill(spec::Operands& operands, std::mt19937_64& random) {
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  operands.predicate = random() % 3 == 0 ? word() : (random() % 2 ? ~0u : 0u) ^ (1u << random() % spec::kLanes);
}

Proof proofOf() {
  Proof proof = encoded({"SYNC-1", "SYNC-3"}, {"SYNC-1", "SYNC-3", "MACH-3"});
  proof.hints = {.shares = Proof::ofTerms(shares<Proof>),
                 .examples = examples<Proof>(fill),
                 .general = Proof::ofTerms(general<Proof>)};
  proof.wrongDatapaths = twins();
  proof.misreadDatapaths = misreadings();
  proof.wrongPlans = {proof.planBut("negation-dropped", "sourcePredicateNegated", {"SYNC-3"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.sourcePredicateNegated = plan.guardNegated.terms().constant(32, 0);
                                    }),
                      membermaskOf16Bits(proof)};
  proof.misreadPlans = {
      proof.planBut("answer-to-the-source-predicate", "", {"SYNC-3"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.destinationPredicate = plan.sourcePredicate;
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("two-modes-alike", "mode", {"SYNC-3"},
                         [](VotesyncModifierTerms& m, const auto&) { m.mode = m.mode.extract(0, 0).zext(32); })};
  return proof;
}

} // namespace
} // namespace votesync

Contract votesyncDatapath() { return votesync::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(votesync)

} // namespace warplaw::proofs
