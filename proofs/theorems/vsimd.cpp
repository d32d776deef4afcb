// SIMD video: the code against its encoding (VID-9..11), misreadings, that each lane is what scalar video gives, and
// the claim that it is clamped (VID-10).
#include "symbolic/encodings/vsimd.h"
#include "proofs/statements/witness.h"
#include "proofs/theorems/plain_lanes.h"
#include "symbolic/encodings/video.h"
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/video_result.h"
#include "symbolic/terms/evaluate.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace vsimd {
namespace {
using spec::VideoOp;
using symbolic::Bits;
namespace rows = spec::video_rows;
WARPLAW_LANE_PROOF(Vsimd, vsimd)
constexpr unsigned kCounts[] = {2, 4}; ///< of lanes
constexpr unsigned kWidth = symbolic::kVsimdWidth;

/// As it is of four lanes, or of two.
Term ofCount(const Modifiers& m, Bits four, Bits two) {
  return isSet(m.fourLanes).ite(number(m.mask, four), number(m.mask, two));
}

/// VID-9..11's steps as somebody may misread them: each may be another's.
struct Steps {
  /// Is the lane that `digit` names extended with its sign?
  std::function<Term(Term ofOperand, Term ofOther, Term isOfOther)> extends = [](Term own, Term, Term) { return own; };
  /// Is a result clamped, of an instruction with .SAT or without?
  std::function<Term(Term saturates)> clamps = [](Term saturates) { return saturates; };
  /// What .ADD sums up of a result, exact and as it is clamped, given what would be written of it.
  std::function<Term(Term exact, Term clamped, Term written)> sums = [](Term exact, Term, Term) {
    return exact.sext(32);
  };
  /// A lane that is not named, where nothing is summed up.
  std::function<Term(Term c)> remains = [](Term c) { return c; };
  /// How wide a result is clamped to.
  std::function<unsigned(unsigned bits)> clampsTo = [](unsigned bits) { return bits; };
};

Term ofLanes(unsigned count, const Modifiers& m, const LaneWords& words, const Steps& steps) {
  const unsigned bits = 32 / count;
  const Term a = words[rows::kA], b = words[rows::kB], c = words[rows::kC];
  const Term aSigned = isSet(m.aSigned), bSigned = isSet(m.bSigned);
  Term merged, sum = c;
  for (unsigned lane = 0; lane < count; ++lane) {
    const auto isOfB = [&](Term selector) { return selector.bit(4 * lane + (count == 2 ? 1 : 2)); };
    const Term exact = symbolic::exactResult(
        m.op, m.condition,
        symbolic::selectedLane(m.aLanes, lane, count, a, b, steps.extends(aSigned, bSigned, isOfB(m.aLanes)))
            .sext(kWidth),
        symbolic::selectedLane(m.bLanes, lane, count, a, b, steps.extends(bSigned, aSigned, ~isOfB(m.bLanes)))
            .sext(kWidth));
    const auto range = symbolic::videoRange(steps.clampsTo(bits), isSet(m.dSigned), kWidth);
    const Term clamped = symbolic::clamped(exact, range);
    const Term written = steps.clamps(isSet(m.saturates)).ite(clamped, exact).extract(bits - 1, 0);
    const Term named = m.mask.bit(lane);
    const Term one = named.ite(written, steps.remains(c.extract(bits * lane + bits - 1, bits * lane)));
    merged = merged ? one.concat(merged) : one;
    sum = sum + named.ite(steps.sums(exact, clamped, written), number(c, 0));
  }
  return isSet(m.adds).ite(sum, merged);
}

Term withSteps(const Modifiers& m, const LaneWords& words, const Steps& steps) {
  return isSet(m.fourLanes).ite(ofLanes(4, m, words, steps), ofLanes(2, m, words, steps));
}

Proof::WrongLane misread(const char* name, const char* rule, const Steps& steps) {
  return {
      name,
      [steps](const Modifiers& m, const Choices&, Term, const LaneWords& words) { return withSteps(m, words, steps); },
      {rule}};
}

/// VID-10's claim: whatever is written or summed up is clamped first.
Steps alwaysClamped() {
  Steps steps;
  steps.clamps = [](Term saturates) { return saturates.terms().truth(true); };
  steps.sums = [](Term, Term clamped, Term) { return clamped.sext(32); };
  return steps;
}

/// Digits of a selector in the other order.
Term reversed(const Modifiers& m, Term selector) {
  const auto digit = [&](unsigned lane) { return selector.extract(4 * lane + 3, 4 * lane); };
  const Term four = digit(0).concat(digit(1)).concat(digit(2)).concat(digit(3)).zext(32);
  return isSet(m.fourLanes).ite(four, digit(0).concat(digit(1)).zext(32));
}

/// Rules that executor and encoding might both misread.
void addMisreadings(Proof& proof) {
  Steps extendedAsOrigin, cutSummands, intoZero, clampedToByte;
  extendedAsOrigin.extends = [](Term own, Term other, Term isOther) { return isOther.ite(other, own); };
  cutSummands.sums = [](Term, Term, Term written) { return written.zext(32); };
  intoZero.remains = [](Term c) { return number(c, 0); };
  clampedToByte.clampsTo = [](unsigned) { return 8u; };
  proof.misreadLanes = {misread("extended-as-the-register-it-comes-from", "VID-9", extendedAsOrigin),
                        misread("sum-of-lanes-cut-to-their-width", "VID-11", cutSummands),
                        misread("other-lanes-cleared", "VID-11", intoZero),
                        misread("halves-clamped-to-bytes", "VID-10", clampedToByte),
                        misread("always-clamped", "VID-10", alwaysClamped()), // the claim
                        wrongInput("selector-of-b-ignored", "VID-9",
                                   [](Modifiers& m, LaneWords&) { m.bLanes = ofCount(m, 0x7654, 0x32); }),
                        wrongInput("registers-of-the-pair-exchanged", "VID-9",
                                   [](Modifiers& m, LaneWords&) {
                                     m.aLanes = m.aLanes ^ ofCount(m, 0x4444, 0x22);
                                     m.bLanes = m.bLanes ^ ofCount(m, 0x4444, 0x22);
                                   }),
                        wrongInput("clamped-as-the-operands-are-signed", "VID-10",
                                   [](Modifiers& m, LaneWords&) { m.dSigned = m.aSigned | m.bSigned; }),
                        wrongInput("mask-from-the-top-lane-down", "VID-9",
                                   [](Modifiers& m, LaneWords&) {
                                     const auto backwards = [&](unsigned count) {
                                       Term all = m.mask.bit(0);
                                       for (unsigned lane = 1; lane < count; ++lane)
                                         all = all.concat(m.mask.bit(lane));
                                       return all.zext(32);
                                     };
                                     m.mask = isSet(m.fourLanes).ite(backwards(4), backwards(2));
                                   }),
                        wrongInput("sum-of-all-lanes", "VID-11", [](Modifiers& m, LaneWords&) {
                          m.mask = isSet(m.adds).ite(ofCount(m, 0xf, 0x3), m.mask);
                        })};
  proof.misreadPlans = {
      proof.planBut("rest-from-the-destination", "", {"VID-11"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.source[rows::kC].value = plan.destination[0];
      })};
}

std::vector<InstructionTable::WrongLane> twins() {
  return {wrongInput("selector-from-the-lowest-lane-up", "VID-9",
                     [](Modifiers& m, LaneWords&) { m.aLanes = reversed(m, m.aLanes); }),
          wrongInput("never-clamped", "VID-10", [](Modifiers& m, LaneWords&) { m.saturates = number(m.saturates, 0); }),
          wrongInput("operands-taken-unsigned", "VID-10",
                     [](Modifiers& m, LaneWords&) { m.bSigned = number(m.bSigned, 0); }),
          wrongInput("mask-ignored", "VID-11", [](Modifiers& m, LaneWords&) { m.mask = ofCount(m, 0xf, 0x3); }),
          wrongInput("sum-without-c", "VID-11", [](Modifiers& m, LaneWords& words) {
            words[rows::kC] = isSet(m.adds).ite(number(words[rows::kC], 0), words[rows::kC]);
          })};
}

Proof proofOf() {
  Proof proof = encoded({"VID-9", "VID-10", "VID-11"}, {"VID-9", "VID-10", "VID-11"});
  proof.hints.laneCases = Proof::ofTerms([](const Modifiers& m) {
    std::vector<Term> cases;
    for (const Bits four : {0, 1})
      for (const auto& [adds, saturates] : {std::pair<Bits, Bits>{0, 0}, {0, 1}, {1, 0}})
        cases.push_back(m.fourLanes.eq(four) & m.adds.eq(adds) & m.saturates.eq(saturates));
    return cases;
  });
  proof.hints.laneCuts = Proof::ofTerms([](const Modifiers& m, const auto&, Term, const LaneWords& words) {
    std::vector<Term> cuts;
    for (const unsigned count : kCounts)
      for (unsigned lane = 0; lane < count; ++lane) {
        const auto selected = [&](Term selector, Term isSigned) {
          return symbolic::selectedLane(selector, lane, count, words[rows::kA], words[rows::kB], isSet(isSigned));
        };
        cuts.push_back(selected(m.aLanes, m.aSigned));
        cuts.push_back(selected(m.bLanes, m.bSigned));
        const Term exact = symbolic::exactResult(m.op, m.condition, selected(m.aLanes, m.aSigned).sext(kWidth),
                                                 selected(m.bLanes, m.bSigned).sext(kWidth));
        cuts.push_back(exact);
        cuts.push_back((isSet(m.adds) & m.mask.bit(lane)).ite(exact.sext(32), number(m.mask, 0))); // what .ADD sums up
      }
    return cuts;
  });
  proof.hints.vectorPaths = {"portable", "avx512"};
  proof.wrongLanes = twins();
  proof.wrongPlans = {
      proof.planBut("rest-from-b", "source[2].value", {"VID-11"}, [](symbolic::PlanTerms& plan, const auto&...) {
        plan.source[rows::kC].value = plan.source[rows::kB].value;
      })};
  proof.wrongModifiers = {
      proof.modifiersBut("selectors-exchanged", "aLanes", {"VID-9"},
                         [](Modifiers& modifiers, const auto&) { std::swap(modifiers.aLanes, modifiers.bLanes); })};
  addMisreadings(proof);
  return proof;
}

/// Any legal instruction of so many lanes, on variables "a", "b", "c".
struct AnyInstruction {
  Modifiers modifiers;
  LaneWords words;
  Term thread;
  std::vector<Term> legal;

  AnyInstruction(Terms& terms, unsigned count)
      : modifiers(symbolic::variables<Modifiers>(terms)), thread(terms.constant(5, 0)),
        legal{isLegal(modifiers), modifiers.fourLanes.eq(Bits(count == 4))} {
    words.fill(terms.constant(32, 0));
    for (const auto& [row, named] : {std::pair{rows::kA, "a"}, std::pair{rows::kB, "b"}, std::pair{rows::kC, "c"}})
      words[row] = terms.variable(32, named);
    words.predicate = terms.truth(false);
  }
  Term word() const { return symbolic::vsimdLane(modifiers, {}, thread, words); }
};

/// VID-10: with a mask of one lane and without .ADD an operation on the operands themselves is the scalar one on their
/// parts, merged into c.
Obligation asScalar(Terms& terms, unsigned count, unsigned lane, VideoOp op, const std::string& name) {
  AnyInstruction any(terms, count);
  const auto fixed = [&](std::uint32_t value) { return terms.constant(32, value); };
  const auto part = fixed(lane + static_cast<unsigned>(count == 4 ? spec::Part::B0 : spec::Part::H0));
  Modifiers& m = any.modifiers;
  m.fourLanes = fixed(count == 4);
  m.op = fixed(static_cast<unsigned>(op));
  m.adds = fixed(0);
  m.mask = fixed(1u << lane);
  m.aLanes = fixed(count == 4 ? 0x3210 : 0x10);
  m.bLanes = fixed(count == 4 ? 0x7654 : 0x32);
  symbolic::VideoModifierTerms scalar = symbolic::constants(terms, spec::VideoModifiers{});
  scalar.aPart = scalar.bPart = scalar.dPart = part;
  scalar.op = m.op;
  scalar.condition = m.condition;
  scalar.saturates = m.saturates;
  scalar.dSigned = m.dSigned;
  scalar.aSigned = m.aSigned;
  scalar.bSigned = m.bSigned;
  return implied(fmt::format("{}/op-{}-in-lane-{}-of-{}-is-scalar", name, static_cast<unsigned>(op), lane, count),
                 {isLegal(m)},
                 any.word().eq(symbolic::videoLane(scalar, symbolic::constants(terms, spec::VideoChoices{}), any.thread,
                                                   any.words)));
}

/// VID-11: what several lanes leave is what each of them leaves alone, side by side or summed up.
std::vector<Obligation> asLanesAlone(Terms& terms, unsigned count, const std::string& name) {
  const AnyInstruction any(terms, count);
  const Modifiers& m = any.modifiers;
  const Term c = any.words[rows::kC];
  Term changed = number(c, 0), sum = c;
  for (unsigned lane = 0; lane < count; ++lane) {
    AnyInstruction alone = any;
    alone.modifiers.mask = number(m.mask, Bits(1) << lane);
    const Term named = m.mask.bit(lane);
    changed = changed | named.ite(alone.word() ^ c, number(c, 0));
    sum = sum + named.ite(alone.word() - c, number(c, 0));
  }
  const auto assume = [&](Term more) {
    std::vector<Term> all = any.legal;
    all.push_back(more);
    return all;
  };
  return {
      implied(fmt::format("{}/{}-lanes-side-by-side", name, count), assume(~isSet(m.adds)), any.word().eq(c ^ changed)),
      implied(fmt::format("{}/{}-lanes-summed-up", name, count), assume(isSet(m.adds)), any.word().eq(sum))};
}

Theorem laws() {
  const std::string name = "vsimd/laws";
  return instructionTheorem(
      name, "VADD2", "", {"VID-9", "VID-10", "VID-11"},
      "one lane alone is the scalar instruction on parts, merged into c; several lanes are those side by "
      "side, or with .ADD summed up",
      "", [name](Terms& terms) -> Obligations {
        std::vector<Obligation> made;
        for (const unsigned count : kCounts) {
          for (unsigned lane = 0; lane < count; ++lane)
            for (unsigned op = 0; op <= static_cast<unsigned>(VideoOp::Set); ++op)
              made.push_back(asScalar(terms, count, lane, static_cast<VideoOp>(op), name));
          for (Obligation& o : asLanesAlone(terms, count, name))
            made.push_back(std::move(o));
        }
        return made;
      });
}

// ---- VID-10: what is clamped

/// The witness on machine code in lane 0: what it gives is not what is claimed. Shown as VOPn R0, R1, R2, R3.
Replay replayClaim(const Subject& subject, const Assignment& witness) {
  using Code = void(const spec::VsimdModifiers*, const spec::Operands*, const spec::VsimdChoices*, spec::Results*);
  auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_vsimd_portable"));
  if (!code)
    return {.reproduced = false, .report = "no machine code for warplaw_vsimd_portable", .counterexample = {}};
  const auto m = valueFrom<spec::VsimdModifiers>(witness);
  const spec::VsimdChoices choices;
  spec::Operands operands;
  operands.exec = 1;
  spec::Case shown;
  for (const auto& [row, named] : {std::pair{rows::kA, "a"}, std::pair{rows::kB, "b"}, std::pair{rows::kC, "c"}}) {
    operands.row[row][0] = static_cast<std::uint32_t>(valueOf(witness, named));
    shown.warp.registers[1 + row][0] = operands.row[row][0];
  }
  spec::Results results;
  code(&m, &operands, &choices, &results);
  Terms own;
  const AnyInstruction any(own, m.fourLanes ? 4 : 2);
  const Term claimed = withSteps(any.modifiers, any.words, alwaysClamped());
  const auto said = static_cast<std::uint32_t>(symbolic::evaluate(std::span(&claimed, 1), witness)[0]);

  const auto type = [](std::uint32_t isSigned) { return isSigned ? spec::VideoType::S32 : spec::VideoType::U32; };
  const auto first = static_cast<std::uint32_t>(m.fourLanes ? spec::VsimdOp::Add4 : spec::VsimdOp::Add2);
  shown.comment = "a witness against what is claimed";
  shown.instruction.form = spec::VsimdForm{.op = static_cast<spec::VsimdOp>(first + m.op),
                                           .dtype = type(m.dSigned),
                                           .atype = type(m.aSigned),
                                           .btype = type(m.bSigned),
                                           .saturates = m.saturates != 0,
                                           .condition = static_cast<spec::VideoCondition>(m.condition),
                                           .adds = m.adds != 0,
                                           .rd = {{0}, static_cast<std::uint8_t>(m.mask)},
                                           .ra = {{1}, static_cast<std::uint16_t>(m.aLanes)},
                                           .rb = {{2}, static_cast<std::uint16_t>(m.bLanes)},
                                           .rc = {3}};
  shown.warp.active = 1;
  return {.reproduced = results.row[0][0] != said,
          .report = fmt::format("machine code gives {:#x}, the claim {:#x}", results.row[0][0], said),
          .counterexample = shown};
}

std::vector<Obligation> claimObligations(Terms& terms, const Subject& subject, const std::string& name) {
  const AnyInstruction any(terms, 2);
  const Modifiers& m = any.modifiers;
  const Term agree = any.word().eq(withSteps(m, any.words, alwaysClamped()));
  const auto with = [&](std::vector<Term> more) {
    more.insert(more.begin(), any.legal.begin(), any.legal.end());
    return more;
  };
  /// The plainest instruction, of words whose sum is so large: that of 1 and 0xffff is the least that is clamped.
  const auto plain = [&](Bits adds, Bits greatest) {
    const spec::VsimdModifiers published = {.adds = static_cast<std::uint32_t>(adds)};
    std::vector<Term> assumptions;
    spec::eachCell(
        [&](const spec::CellPlace&, std::uint32_t value, Term cell) { assumptions.push_back(cell.eq(Bits(value))); },
        published, m);
    const Term size = any.words[rows::kA].zext(64) + any.words[rows::kB].zext(64);
    assumptions.push_back(size.ule(terms.constant(64, greatest)));
    assumptions.push_back(any.words[rows::kC].eq(Bits(0)));
    return assumptions;
  };
  const auto replay = [subject](const Assignment& witness) { return replayClaim(subject, witness); };
  return {implied(name + "/holds-where-sat-is-written", with({isSet(m.saturates)}), agree),
          refuted(name + "/any-form", any.legal, agree, replay),
          implied(name + "/holds-below", plain(0, 0xffff), agree),
          refuted(name + "/least-witness", plain(0, 0x10000), agree, replay),
          implied(name + "/holds-of-sums-below", plain(1, 0xffff), agree),
          refuted(name + "/least-witness-of-a-sum", plain(1, 0x10000), agree, replay)};
}

Theorem clampedClaim(const Subject& subject) {
  const std::string name = "vsimd/claim/always-clamped";
  Theorem theorem = instructionTheorem(
      name, "VADD2", "", {"VID-10", "VID-11"},
      "claim: results of lanes are clamped; without .SAT, and so of all that .ADD sums up, they are not: what a lane "
      "holds already is the same either way",
      "", [=](Terms& terms) -> Obligations { return claimObligations(terms, subject, name); });
  theorem.claims = {{"VID-10", "The result of each lane is clamped to the range of dtype.", name + "/least-witness",
                     "vid-10-no-lane-is-clamped-unasked", "always-clamped"},
                    {"VID-10", "What is summed up is clamped to the range of dtype first.",
                     name + "/least-witness-of-a-sum", "vid-10-what-is-summed-up-is-not-clamped", "always-clamped"}};
  return theorem;
}

} // namespace
} // namespace vsimd

WARPLAW_THEOREMS(vsimd, laws(), clampedClaim(subject))

} // namespace warplaw::proofs
