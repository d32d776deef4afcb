// shfl.sync's theorems: the code against its encoding (SYNC-1, SYNC-2).
#include "symbolic/encodings/shflsync.h"
#include "proofs/theorems/datapath_contracts.h"
#include "proofs/theorems/sync_theorems.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace shflsync {
namespace {
using namespace sync;
using spec::ShflsyncMode;
using symbolic::PerLane;
using symbolic::ShflSource;
using symbolic::ShflsyncChoiceTerms;
using symbolic::ShflsyncModifierTerms;
WARPLAW_PROOF(Shflsync, shflsync, Encoding, Reads<spec::ExitedLanesIn>)
namespace rows = spec::shflsync_rows;

Term is(const ShflsyncModifierTerms& m, ShflsyncMode mode) { return m.mode.eq(static_cast<Bits>(mode)); }

/// One lane's b and c as SHFL takes them apart, 8 bits each.
struct Range {
  Term lane, delta, least, greatest;
};
Range rangeOf(const Synced<Proof>& s, unsigned lane) {
  const Term c = s.operands.row[rows::kRange][lane], own = c.terms().constant(5, lane);
  const Term clamp = c.extract(4, 0), segment = c.extract(12, 8), least = own & segment;
  return {own.zext(8), s.operands.row[rows::kLane][lane].extract(4, 0).zext(8), least.zext(8),
          (least | (clamp & ~segment)).zext(8)};
}

/// Each lane reads elsewhere, and p may be another.
WrongEffect sourceBut(const char* name, const char* output,
                      std::function<void(ShflSource&, const Synced<Proof>&, unsigned lane)> spoil) {
  return outcomeBut<Proof>(name, output, {"SYNC-2"}, [spoil](Synced<Proof>& s) {
    PerLane<ShflSource> sources = symbolic::shflsyncSources(s.modifiers, s.operands);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      spoil(sources[lane], s, lane);
    s.outcome = symbolic::outcomeFrom(sources, s.operands, s.choices, s.groups);
  });
}
/// A source lane outside the part gives something else.
WrongEffect outsideBut(const char* name, const char* output,
                       std::function<Term(const ShflSource&, const Synced<Proof>&, unsigned lane)> word) {
  return outcomeBut<Proof>(name, output, {"SYNC-2"}, [word](Synced<Proof>& s) {
    const PerLane<ShflSource> sources = symbolic::shflsyncSources(s.modifiers, s.operands);
    s.outcome.word = eachLane([&](unsigned lane) {
      const Term isInPart = symbolic::isInPart(sources[lane], s.groups.part[lane]);
      return isInPart.ite(s.outcome.word[lane], word(sources[lane], s, lane));
    });
  });
}

std::vector<WrongEffect> twins() {
  return {
      outsideBut("a-lane-outside-the-part-gives-0", "row[0][4]",
                 [](const ShflSource&, const Synced<Proof>& s, unsigned) { return s.defined.terms().constant(32, 0); }),
      groupsBut<Proof>("all-executing-lanes-are-read", "row[0][9]", {"SYNC-2"},
                       [](SyncGroups& groups, const auto&) { groups.part.fill(groups.exec); }),
      groupsBut<Proof>("members-that-have-exited-are-read", "row[0][7]", {"SYNC-1"},
                       [](SyncGroups& groups, const auto&) { groups.part = groups.mask; }),
      sourceBut("up-compares-with-the-segment", "predicate[6]",
                [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                  const Term isUp = is(s.modifiers, ShflsyncMode::Up);
                  source.inRange = isUp.ite(rangeOf(s, lane).least.sle(source.candidate), source.inRange);
                }),
      alwaysDefined<Proof>("row[0][2]"),
      laneOutsideExecWritten<Proof>()};
}

/// Misreadings of where a lane reads.
std::vector<WrongEffect> misreadSources() {
  return {sourceBut("p-of-the-lane-that-is-read", "", // where none is in range that is its own
                    [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                      const Term read = source.lane.zext(8), greatest = rangeOf(s, lane).greatest;
                      source.inRange = is(s.modifiers, ShflsyncMode::Up).ite(greatest.sle(read), read.sle(greatest));
                    }),
          sourceBut("up-compares-as-down-does", "",
                    [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                      source.inRange = source.candidate.sle(rangeOf(s, lane).greatest);
                      const Term own = source.lane.terms().constant(5, lane);
                      source.lane = source.inRange.ite(source.candidate.extract(4, 0), own);
                    }),
          sourceBut("high-bits-of-b-count", "",
                    [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                      const Term isSmall = s.operands.row[rows::kLane][lane].ult(Bits(spec::kLanes));
                      source.inRange = source.inRange & isSmall;
                      source.lane = isSmall.ite(source.lane, isSmall.terms().constant(5, lane));
                    }),
          sourceBut("out-of-range-the-edge-is-read", "",
                    [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                      source.lane = source.inRange.ite(source.lane, rangeOf(s, lane).greatest.extract(4, 0));
                    }),
          sourceBut(
              "out-of-range-the-segment-begins-again", "",
              [](ShflSource& source, const Synced<Proof>&, unsigned) { source.lane = source.candidate.extract(4, 0); }),
          sourceBut("p-only-where-the-part-has-the-lane", "",
                    [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                      source.inRange = source.inRange & symbolic::isInPart(source, s.groups.part[lane]);
                    }),
          sourceBut("a-lane-outside-the-part-counts-as-out-of-range", "",
                    [](ShflSource& source, const Synced<Proof>& s, unsigned lane) {
                      source.inRange = source.inRange & symbolic::isInPart(source, s.groups.part[lane]);
                      source.lane = source.inRange.ite(source.lane, source.lane.terms().constant(5, lane));
                    })};
}

std::vector<WrongEffect> misreadings() {
  std::vector<WrongEffect> all = misreadGroups<Proof>();
  const std::vector<WrongEffect> more = {
      outsideBut("a-lane-outside-the-part-gives-the-own-word", "",
                 [](const ShflSource&, const Synced<Proof>& s, unsigned lane) {
                   return s.operands.row[spec::sync_rows::kValue][lane];
                 }),
      outsideBut("a-lane-outside-the-part-gives-its-word", "",
                 [](const ShflSource& source, const Synced<Proof>& s, unsigned) {
                   return source.lane.terms().select(source.lane, s.operands.row[spec::sync_rows::kValue]);
                 }),
      outsideBut("the-same-any-word-for-all-that-read-a-lane", "",
                 [](const ShflSource& source, const Synced<Proof>& s, unsigned) {
                   return source.lane.terms().select(source.lane, s.choices.any);
                 }),
      inputsBut<Proof>("b-and-c-of-the-least-executing-lane", "", {"SYNC-2"},
                       [](Inputs<Proof>& given) {
                         for (const unsigned row : {rows::kLane, rows::kRange}) {
                           Term first = given.operands.row[row][spec::kLanes - 1];
                           for (unsigned lane = spec::kLanes - 1; lane-- > 0;)
                             first = given.operands.exec.bit(lane).ite(given.operands.row[row][lane], first);
                           given.operands.row[row].fill(first);
                         }
                       }),
      inputsBut<Proof>("up-and-down-exchanged", "", {"SYNC-2"},
                       [](Inputs<Proof>& given) {
                         Term& mode = given.modifiers.mode;
                         const Term isUp = is(given.modifiers, ShflsyncMode::Up),
                                    isDown = is(given.modifiers, ShflsyncMode::Down);
                         const auto named = [&](ShflsyncMode other) {
                           return mode.terms().constant(32, static_cast<Bits>(other));
                         };
                         mode = isUp.ite(named(ShflsyncMode::Down), isDown.ite(named(ShflsyncMode::Up), mode));
                       }),
      outcomeBut<Proof>("no-predicate-but-false", "", {"SYNC-2"},
                        [](Synced<Proof>& s) { s.outcome.predicate = s.outcome.predicate.terms().constant(32, 0); })};
  for (const std::vector<WrongEffect>& some : {more, misreadSources()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

/// Lanes that read near ones, within segments such as CUDA's and any others.
void fill(spec::Operands& operands, std::mt19937_64& random) {
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  const std::uint32_t width = 1u << random() % 6, segment = (spec::kLanes - width) << 8;
  const auto anyLane = [&] { return random() % 4 == 0 ? word() : word() % (random() % 2 ? 5 : spec::kLanes); };
  const auto anyRange = [&] {
    const std::uint32_t ranges[] = {segment | 31, segment, word(), word() & 0x1f1f};
    return ranges[random() % std::size(ranges)];
  };
  for (std::uint32_t& value : operands.row[spec::sync_rows::kValue])
    value = word();
  const std::uint32_t lane = anyLane(), range = anyRange();
  const bool isSame = random() % 2 == 0; // in all lanes
  for (unsigned i = 0; i < spec::kLanes; ++i) {
    operands.row[rows::kLane][i] = isSame ? lane : anyLane();
    operands.row[rows::kRange][i] = isSame ? range : anyRange();
  }
}

/// Besides what all build on: where lanes read.
std::vector<Term> sharesOf(const ShflsyncModifierTerms& modifiers, const OperandTerms& operands,
                           const ShflsyncChoiceTerms& choices, const symbolic::ExitedLaneTerms& exited) {
  std::vector<Term> all = shares<Proof>(modifiers, operands, choices, exited);
  const PerLane<ShflSource> sources = symbolic::shflsyncSources(modifiers, operands);
  for (const ShflSource& source : sources)
    all.push_back(source.inRange);
  for (const ShflSource& source : sources)
    all.push_back(source.lane);
  const SyncOutcome outcome = outcomeOf(modifiers, operands, choices, symbolic::syncGroups(operands, exited));
  all.push_back(outcome.predicate);
  all.insert(all.end(), outcome.word.begin(), outcome.word.end());
  return all;
}

Proof proofOf() {
  Proof proof = encoded({"SYNC-1", "SYNC-2"}, {"SYNC-1", "SYNC-2", "MACH-3"});
  proof.hints = {
      .shares = Proof::ofTerms(sharesOf), .examples = examples<Proof>(fill), .general = Proof::ofTerms(general<Proof>)};
  proof.wrongDatapaths = twins();
  proof.misreadDatapaths = misreadings();
  proof.wrongPlans = {proof.planBut("b-of-5-bits", "source[2].value", {"SYNC-2"},
                                    [](symbolic::PlanTerms& plan, const auto& form, const auto&) {
                                      Term& value = plan.source[rows::kLane].value;
                                      value = form.rb.isImmediate.ite(value.extract(4, 0).zext(32), value);
                                    }),
                      predicateDropped(proof, "SYNC-2")};
  proof.misreadPlans = {
      proof.planBut("b-and-c-exchanged", "", {"SYNC-2"},
                    [](symbolic::PlanTerms& plan, const auto&...) {
                      std::swap(plan.source[rows::kLane], plan.source[rows::kRange]);
                    }),
      proof.planBut("membermask-is-the-value", "", {"SYNC-2"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.source[spec::sync_rows::kMask] = plan.source[spec::sync_rows::kValue];
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("two-modes-alike", "mode", {"SYNC-2"},
                         [](ShflsyncModifierTerms& m, const auto&) { m.mode = m.mode.extract(0, 0).zext(32); })};
  return proof;
}

} // namespace
} // namespace shflsync

Contract shflsyncDatapath() { return shflsync::proofOf().datapathContract("portable"); }

WARPLAW_THEOREMS(shflsync)

} // namespace warplaw::proofs
