// VADD, VSUB, VABSDIFF, VMIN, VMAX: the code against its encoding (VID-1, -2, -6, -7).
#include "symbolic/encodings/video.h"
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include "symbolic/encodings/video_operand.h"

namespace warplaw::proofs {
namespace {
using symbolic::Bits;
using symbolic::VideoChoiceTerms;
using symbolic::VideoModifierTerms;
namespace rows = spec::video_rows;

/// The lane with its modifiers or words changed first.
auto wrong(const char* name, std::function<void(VideoModifierTerms&, LaneWords&)> spoil) {
  using Proof = InstructionProof<spec::VideoFormIn, spec::VideoModifiersIn, spec::VideoChoicesIn>;
  return Proof::WrongLane{
      name, [spoil](VideoModifierTerms modifiers, const VideoChoiceTerms& choices, Term lane, LaneWords words) {
        spoil(modifiers, words);
        return symbolic::videoLane(modifiers, choices, lane, words);
      }};
}

Term zero(Term like) { return like.terms().constant(like.width(), 0); }

} // namespace

std::vector<Theorem> videoTheorems(const Subject& subject) {
  InstructionProof<spec::VideoFormIn, spec::VideoModifiersIn, spec::VideoChoicesIn> proof;
  proof.name = "video";
  proof.mnemonic = "VADD";
  proof.plan = symbolic::videoPlan;
  proof.modifiers = symbolic::videoModifiers;
  proof.lane = symbolic::videoLane;
  proof.rules = {"VID-1", "VID-2", "VID-6", "VID-7"};
  proof.planRules = {"VID-1", "VID-7"};
  proof.laneCuts = [](const VideoModifierTerms& m, const LaneWords& words) {
    return std::vector<Term>{symbolic::videoOperand(words[rows::kA], m.aPart, m.aSigned.ne(zero(m.aSigned))),
                             symbolic::videoOperand(words[rows::kB], m.bPart, m.bSigned.ne(zero(m.bSigned)))};
  };
  proof.wrongLanes = {
      wrong("selector-of-a-ignored", [](VideoModifierTerms& m, LaneWords&) { m.aPart = zero(m.aPart); }),       // VID-1
      wrong("operands-taken-unsigned", [](VideoModifierTerms& m, LaneWords&) { m.bSigned = zero(m.bSigned); }), // VID-2
      wrong("always-saturated", [](VideoModifierTerms& m,
                                   LaneWords&) { m.saturates = m.saturates.terms().constant(32, 1); }), // VID-6's claim
      wrong("second-operation-dropped", [](VideoModifierTerms& m, LaneWords&) { m.second = zero(m.second); }), // VID-7
      wrong("merged-into-a", [](VideoModifierTerms&, LaneWords& words) { words[rows::kC] = words[rows::kA]; })};
  proof.wrongPlans = {{"operands-exchanged", "source[0].value", [](Given& g) {
                         symbolic::PlanTerms plan =
                             symbolic::videoPlan(g.as<symbolic::VideoFormTerms>(0), g.as<VideoChoiceTerms>(1),
                                                 withGuardOf(g.terms, g.as<symbolic::PlanTerms>(2)));
                         std::swap(plan.source[rows::kA], plan.source[rows::kB]);
                         g.set(2, plan);
                       }}};
  proof.wrongModifiers = {{"selectors-exchanged", "aPart", [](Given& g) {
                             auto modifiers = symbolic::videoModifiers(g.as<symbolic::VideoFormTerms>(0));
                             std::swap(modifiers.aPart, modifiers.bPart);
                             g.set(1, modifiers);
                           }}};
  return proof.theorems(subject);
}

} // namespace warplaw::proofs
