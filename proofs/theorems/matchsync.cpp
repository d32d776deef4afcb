// match.sync's theorems: the code against its encoding (SYNC-1, SYNC-4).
#include "symbolic/encodings/matchsync.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/sync_theorems.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace matchsync {
namespace {
using namespace sync;
using spec::MatchsyncMode;
using spec::MatchsyncType;
using symbolic::MatchsyncModifierTerms;
WARPLAW_PROOF(Matchsync, matchsync, Encoding, Reads<spec::ExitedLanesIn>)
namespace rows = spec::sync_rows;

Term isAll(const Synced<Proof>& s) { return s.modifiers.mode.eq(static_cast<Bits>(MatchsyncMode::All)); }

/// Each lane receives another word in d.
WrongEffect wordBut(const char* name, const char* output,
                    std::function<Term(const Synced<Proof>&, unsigned lane)> word) {
  return outcomeBut<Proof>(name, output, {"SYNC-4"}, [word](Synced<Proof>& s) {
    s.outcome.word = eachLane([&](unsigned lane) { return word(s, lane); });
  });
}

std::vector<WrongEffect> twins() {
  return {wordBut("the-own-lane-left-out", "row[0][4]",
                  [](const auto& s, unsigned lane) {
                    return s.outcome.word[lane] & ~s.groups.exec.terms().constant(32, Bits{1} << lane);
                  }),
          groupsBut<Proof>("all-executing-lanes-compared", "predicate[9]", {"SYNC-4"},
                           [](SyncGroups& groups, const auto&) { groups.part.fill(groups.exec); }),
          inputsBut<Proof>("high-word-ignored", "row[0][7]", {"SYNC-4"},
                           [](Inputs<Proof>& given) {
                             given.modifiers.type =
                                 given.modifiers.type.terms().constant(32, static_cast<Bits>(MatchsyncType::B32));
                           }),
          groupsBut<Proof>("members-that-have-exited-match", "row[0][0]", {"SYNC-1"},
                           [](SyncGroups& groups, const auto&) { groups.part = groups.mask; }),
          alwaysDefined<Proof>("row[0][2]"),
          laneOutsideExecWritten<Proof>()};
}

std::vector<WrongEffect> misreadings() {
  std::vector<WrongEffect> all = misreadGroups<Proof>();
  const std::vector<WrongEffect> more = {
      inputsBut<Proof>("low-word-ignored", "", {"SYNC-4"},
                       [](Inputs<Proof>& given) {
                         const Term isWide = given.modifiers.type.eq(static_cast<Bits>(MatchsyncType::B64));
                         for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
                           Term& low = given.operands.row[rows::kValue][lane];
                           low = isWide.ite(given.operands.row[rows::kHigh][lane], low);
                         }
                       }),
      inputsBut<Proof>("zeros-of-floats-are-alike", "", {"SYNC-4"},
                       [](Inputs<Proof>& given) {
                         for (Term& word : given.operands.row[rows::kValue])
                           word = word.eq(Bits(0x80000000)).ite(word.terms().constant(32, 0), word);
                       }),
      wordBut("match-all-names-those-that-are-alike", "",
              [](const auto& s, unsigned lane) {
                const auto alike = symbolic::alikeLanes(s.operands.row[rows::kValue]);
                return isAll(s).ite(alike[lane] & s.groups.part[lane], s.outcome.word[lane]);
              }),
      wordBut("match-all-names-the-part-anyway", "",
              [](const auto& s, unsigned lane) { return isAll(s).ite(s.groups.part[lane], s.outcome.word[lane]); }),
      wordBut("match-any-means-that-some-other-is-alike", "",
              [](const auto& s, unsigned lane) {
                const Term word = s.outcome.word[lane], own = word.terms().constant(32, Bits{1} << lane);
                return (word & ~own).eq(Bits(0)).ite(word.terms().constant(32, 0), word);
              }),
      outcomeBut<Proof>(
          "match-any-has-a-predicate", "", {"SYNC-4"},
          [](Synced<Proof>& s) { s.outcome.givesPredicate = s.outcome.givesPredicate.terms().truth(true); }),
      outcomeBut<Proof>("true-in-the-least-member-alone", "", {"SYNC-4"}, [](Synced<Proof>& s) {
        s.outcome.predicate = laneMask([&](unsigned lane) {
          const Term below = s.defined.terms().constant(32, (Bits{1} << lane) - 1);
          return s.outcome.predicate.bit(lane) & (s.groups.part[lane] & below).eq(Bits(0));
        });
      })};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Lanes that hold one of few values, many of them the same.
void fill(spec::Operands& operands, std::mt19937_64& random) {
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  const std::uint32_t values[] = {0, 0x80000000, word(), word()};
  const unsigned count = 1 + static_cast<unsigned>(random() % std::size(values));
  for (const unsigned row : {rows::kValue, rows::kHigh}) {
    const unsigned usual = static_cast<unsigned>(random() % count);
    for (std::uint32_t& value : operands.row[row])
      value = values[random() % 4 ? usual : random() % count];
    if (random() % 2) // all alike, or all but one
      std::ranges::fill(operands.row[row], values[usual]);
    if (random() % 2)
      operands.row[row][random() % spec::kLanes] = values[random() % count];
  }
}

Proof proofOf() {
  Proof proof = encoded({"SYNC-1", "SYNC-4"}, {"SYNC-1", "SYNC-4", "MACH-3"});
  proof.hints = {.shares = Proof::ofTerms(shares<Proof>),
                 .examples = examples<Proof>(fill),
                 .general = Proof::ofTerms(general<Proof>)};
  proof.wrongDatapaths = twins();
  proof.misreadDatapaths = misreadings();
  proof.wrongPlans = {proof.planBut("high-word-is-the-low-one", "source[2].value", {"SYNC-4"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.source[rows::kHigh].value = plan.source[rows::kValue].value;
                                    }),
                      predicateDropped(proof, "SYNC-4")};
  proof.misreadPlans = {
      proof.planBut("high-word-first", "", {"SYNC-4"}, [](symbolic::PlanTerms& plan, const auto& form, const auto&) {
        const Term isWide = form.type.eq(static_cast<Bits>(MatchsyncType::B64));
        Term &low = plan.source[rows::kValue].value, &high = plan.source[rows::kHigh].value;
        const Term first = low;
        low = isWide.ite(high, low);
        high = isWide.ite(first, high);
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("any-for-all", "mode", {"SYNC-4"},
                         [](MatchsyncModifierTerms& m, const auto&) { m.mode = m.mode.terms().constant(32, 0); }),
      proof.modifiersBut("always-32-bits", "type", {"SYNC-4"},
                         [](MatchsyncModifierTerms& m, const auto&) { m.type = m.type.terms().constant(32, 0); })};
  return proof;
}

} // namespace
} // namespace matchsync

Contract matchsyncDatapath() { return matchsync::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(matchsync)

} // namespace warplaw::proofs
