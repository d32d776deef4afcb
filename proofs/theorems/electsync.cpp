// elect.sync's theorems: the code against its encoding (SYNC-1, SYNC-7), and that one member leads.
#include "symbolic/encodings/electsync.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/sync_theorems.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace electsync {
namespace {
using namespace sync;
using symbolic::leaderOf;
WARPLAW_PROOF(Electsync, electsync, Encoding, Reads<spec::ExitedLanesIn>)

/// Another lane leads.
WrongEffect leaderBut(const char* name, const char* output,
                      std::function<Term(const Synced<Proof>&, unsigned lane)> leader) {
  return outcomeBut<Proof>(name, output, {"SYNC-7"}, [leader](Synced<Proof>& s) {
    s.outcome.word = eachLane([&](unsigned lane) { return leader(s, lane); });
    s.outcome.predicate = laneMask([&](unsigned lane) { return s.outcome.word[lane].eq(Bits(lane)); });
  });
}
/// p is true elsewhere.
WrongEffect predicateBut(const char* name, const char* output,
                         std::function<Term(const Synced<Proof>&, unsigned lane)> leads) {
  return outcomeBut<Proof>(name, output, {"SYNC-7"}, [leads](Synced<Proof>& s) {
    s.outcome.predicate = laneMask([&](unsigned lane) { return leads(s, lane); });
  });
}

/// The lane of the other end.
Term mirrored(Term mask) {
  Term all = mask.bit(0);
  for (unsigned lane = 1; lane < spec::kLanes; ++lane)
    all = all.concat(mask.bit(lane));
  return all;
}

std::vector<WrongEffect> twins() {
  return {leaderBut("the-highest-leads", "row[0][4]",
                    [](const Synced<Proof>& s, unsigned lane) {
                      const Term last = s.defined.terms().constant(32, spec::kLanes - 1);
                      return last - leaderOf(mirrored(s.groups.mask[lane]), mirrored(s.choices.preferred));
                    }),
          predicateBut("true-in-every-member", "predicate[9]",
                       [](const Synced<Proof>& s, unsigned) { return s.defined.terms().truth(true); }),
          inputsBut<Proof>("exited-lanes-may-be-named", "row[0][7]", {"SYNC-7"},
                           [](Inputs<Proof>& given) {
                             given.choices.exitedIsDefined = given.choices.exitedIsDefined.terms().constant(32, 1);
                           }),
          leaderBut("the-least-executing-lane-leads", "row[0][0]",
                    [](const Synced<Proof>& s, unsigned) { return leaderOf(s.groups.exec, s.choices.preferred); }),
          alwaysDefined<Proof>("row[0][2]"),
          laneOutsideExecWritten<Proof>()};
}

std::vector<WrongEffect> misreadings() {
  std::vector<WrongEffect> all = misreadGroups<Proof>();
  const std::vector<WrongEffect> more = {
      leaderBut(
          "always-the-least", "",
          [](const Synced<Proof>& s, unsigned lane) { return leaderOf(s.groups.mask[lane], s.groups.mask[lane]); }),
      leaderBut("no-member-need-lead", "",
                [](const Synced<Proof>& s, unsigned) { return leaderOf(s.choices.preferred, s.choices.preferred); }),
      leaderBut(
          "a-lane-that-has-exited-never-leads", "",
          [](const Synced<Proof>& s, unsigned lane) { return leaderOf(s.groups.part[lane], s.choices.preferred); }),
      leaderBut("each-lane-leads", "",
                [](const Synced<Proof>& s, unsigned lane) { return s.defined.terms().constant(32, lane); }),
      outcomeBut<Proof>("its-mask-for-its-number", "", {"SYNC-7"},
                        [](Synced<Proof>& s) {
                          s.outcome.word = eachLane([&](unsigned lane) {
                            return s.defined.terms().constant(32, 1).shl(s.outcome.word[lane]);
                          });
                        }),
      outcomeBut<Proof>("its-place-among-the-members", "", {"SYNC-7"},
                        [](Synced<Proof>& s) {
                          s.outcome.word = eachLane([&](unsigned lane) {
                            const Term below = s.defined.terms().constant(32, 1).shl(s.outcome.word[lane]) - Bits(1);
                            return symbolic::populationOf(s.groups.mask[lane] & below);
                          });
                        }),
      predicateBut("false-in-the-leader-alone", "",
                   [](const Synced<Proof>& s, unsigned lane) { return ~s.outcome.predicate.bit(lane); })};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Proof proofOf() {
  Proof proof = encoded({"SYNC-1", "SYNC-7"}, {"SYNC-1", "SYNC-7", "MACH-3"});
  proof.hints = {.shares = Proof::ofTerms(shares<Proof>),
                 .examples = examples<Proof>(),
                 .general = Proof::ofTerms(general<Proof>)};
  proof.wrongDatapaths = twins();
  proof.misreadDatapaths = misreadings();
  proof.wrongPlans = {predicateDropped(proof, "SYNC-7"), membermaskOf16Bits(proof)};
  proof.misreadPlans = {
      proof.planBut("register-dropped", "", {"SYNC-7"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.destination[0] = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
      })};
  return proof;
}

/// What a witness says of the portable machine code, where all members of a mask execute: which leads?
Replay moreThanTheLeastLead(const Subject& subject, const Assignment& witness) {
  using Code = void(const spec::ElectsyncModifiers*, const spec::Operands*, const spec::ElectsyncChoices*,
                    const spec::ExitedLanes*, spec::Results*);
  auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_electsync_portable"));
  if (!code)
    return {.reproduced = false, .report = "no machine code for warplaw_electsync_portable", .counterexample = {}};
  const auto value = [&](std::string_view name) { return static_cast<std::uint32_t>(valueOf(witness, name)); };
  spec::Operands operands;
  operands.exec = value("membermask");
  std::ranges::fill(operands.row[spec::sync_rows::kMask], operands.exec);
  spec::ElectsyncChoices choices;
  choices.preferred = value("preferred");
  const spec::ExitedLanes exited;
  spec::Results results;
  code({}, &operands, &choices, &exited, &results);
  const std::uint32_t leads = results.predicate & operands.exec, least = operands.exec & (0u - operands.exec);
  return {.reproduced = operands.exec != 0 && leads != least,
          .report =
              fmt::format("membermask {:#x}, preferred {:#x}: {:#x} leads", operands.exec, choices.preferred, leads),
          .counterexample = {}};
}

/// SYNC-7's f, for every membermask with a member.
Theorem laws(const Subject& subject) {
  const std::string name = "electsync/laws";
  return instructionTheorem(
      name, "elect.sync", "", {"SYNC-7"},
      "the leader of a membermask is one of its members, whatever the implementation prefers; and each member leads "
      "under some implementation",
      "", [name, subject](Terms& terms) -> Obligations {
        const Term mask = terms.variable(32, "membermask"), preferred = terms.variable(32, "preferred"),
                   lane = terms.variable(5, "lane").zext(32);
        const auto has = [&](Term number) { return mask.lshr(number).bit(0); };
        const Term leader = leaderOf(mask, preferred), some = mask.ne(terms.constant(32, 0));
        return std::vector<Obligation>{
            implied(name + "/is-a-member", {some}, leader.ult(Bits(spec::kLanes)) & has(leader)),
            implied(name + "/is-any-member", {has(lane)}, leaderOf(mask, terms.constant(32, 1).shl(lane)).eq(lane)),
            refuted(name + "/twin/is-the-least", {some}, leader.eq(leaderOf(mask, mask)),
                    [subject](const Assignment& witness) { return moreThanTheLeastLead(subject, witness); })};
      });
}

} // namespace
} // namespace electsync

WARPLAW_THEOREMS(electsync, laws(subject))

} // namespace warplaw::proofs
