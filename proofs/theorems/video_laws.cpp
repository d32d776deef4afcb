// Scalar video's rules said in another way (VID-2..7), and what is published about them and false (VID-2, VID-6).
#include "proofs/statements/witness.h"
#include "proofs/theorems/video_theorems.h"
#include "symbolic/encodings/video_operand.h"
#include "symbolic/encodings/video_result.h"
#include "symbolic/terms/evaluate.h"
#include <fmt/format.h>

namespace warplaw::proofs::video {
namespace {
using spec::VideoCondition;
using spec::VideoOp;
using spec::VideoSecond;
namespace rows = spec::video_rows;
constexpr unsigned kWidth = symbolic::kVideoWidth;

/// One lane of any legal instruction: variables are named after the cells of modifiers and choices, "a", "b", "c".
struct AnyLane {
  VideoModifierTerms modifiers;
  VideoChoiceTerms choices;
  LaneWords words;
  Term lane;
  std::vector<Term> legal;

  explicit AnyLane(Terms& terms)
      : modifiers(symbolic::variables<VideoModifierTerms>(terms)),
        choices(symbolic::variables<VideoChoiceTerms>(terms)), lane(terms.constant(5, 0)),
        legal{isLegal(modifiers), isAllowed(choices)} {
    words.fill(terms.constant(32, 0));
    words[rows::kA] = terms.variable(32, "a");
    words[rows::kB] = terms.variable(32, "b");
    words[rows::kC] = terms.variable(32, "c");
    words.predicate = terms.truth(false);
  }
  Term word() const { return symbolic::videoLane(modifiers, choices, lane, words); }
  Term exact() const { return symbolic::videoResult(modifiers, choices, symbolic::videoOperands(modifiers, words)); }
  std::vector<Term> legalAnd(std::initializer_list<Term> more) const {
    std::vector<Term> all = legal;
    all.insert(all.end(), more);
    return all;
  }
};

/// The operations on two numbers of 33 bits (VID-2..4).
std::vector<Obligation> ofResults(Terms& terms, const std::string& name) {
  constexpr unsigned kEnough = 36; // twice a sum has 35 bits
  const Term a = terms.variable(33, "a").sext(kEnough), b = terms.variable(33, "b").sext(kEnough), none = zero(a);
  const auto of = [&](VideoOp op, Term x, Term y) {
    return symbolic::exactResult(terms.constant(32, static_cast<Bits>(op)), terms.constant(32, 0), x, y);
  };
  const auto holds = [&](VideoCondition condition, Term x, Term y) {
    return symbolic::holds(terms.constant(32, static_cast<Bits>(condition)), x, y);
  };
  const Term sum = of(VideoOp::Add, a, b);
  const Term any = terms.variable(34, "sum").sext(kEnough), half = symbolic::halved(any), over = half + half - any;
  const Term less = holds(VideoCondition::Lt, a, b), equal = holds(VideoCondition::Eq, a, b);
  return {implied(name + "/distance-is-between-the-ends", {},
                  of(VideoOp::AbsDiff, a, b).eq(of(VideoOp::Max, a, b) - of(VideoOp::Min, a, b))),
          implied(name + "/ends-make-the-sum", {}, sum.eq(of(VideoOp::Max, a, b) + of(VideoOp::Min, a, b))),
          implied(name + "/difference-turns-its-sign", {}, of(VideoOp::Sub, a, b).eq(of(VideoOp::Sub, b, a).negated())),
          implied(name + "/average-is-half-of-the-sum", {}, of(VideoOp::Avrg, a, b).eq(symbolic::halved(sum))),
          implied(name + "/half-is-nearest-or-away-from-zero", {},
                  over.eq(none) | (none.slt(any) & over.eq(Bits(1))) | (any.slt(none) & over.eq(none - Bits(1)))),
          implied(name + "/conditions-exclude-each-other", {},
                  holds(VideoCondition::Ne, a, b).eq(~equal) & holds(VideoCondition::Ge, a, b).eq(~less) &
                      holds(VideoCondition::Gt, a, b).eq(~(less | equal)) &
                      holds(VideoCondition::Le, a, b).eq(less | equal) & ~(less & equal) &
                      holds(VideoCondition::Gt, a, b).eq(holds(VideoCondition::Lt, b, a)))};
}

/// VSHR goes down to the whole number below, VSHL is undone by it where all is kept (VID-5).
std::vector<Obligation> ofShifts(Terms& terms, const std::string& name) {
  const Term a = terms.variable(33, "a").sext(kWidth), b = terms.variable(32, "b").zext(kWidth);
  const auto of = [&](VideoOp op, Term x, std::uint32_t keepsAll) {
    VideoModifierTerms modifiers = symbolic::constants(terms, spec::VideoModifiers{.op = std::uint32_t(op)});
    modifiers.wraps = terms.variable(32, "wraps");
    return symbolic::videoResult(modifiers, symbolic::constants(terms, spec::VideoChoices{0, keepsAll}), {x, b});
  };
  const Term one = number(a, 1), atMost32 = b.ule(number(b, 32)), clamps = terms.variable(32, "wraps").eq(Bits(0));
  const Term right = of(VideoOp::Shr, a, 0), below = right.shl(b);
  return {implied(name + "/right-is-divided-downwards", {clamps, atMost32}, below.sle(a) & a.slt(below + one.shl(b))),
          implied(name + "/right-undoes-left", {}, of(VideoOp::Shr, of(VideoOp::Shl, a, 1), 1).eq(a)),
          implied(name + "/what-is-kept-is-the-low-part", {},
                  of(VideoOp::Shl, a, 0).extract(33, 0).eq(of(VideoOp::Shl, a, 1).extract(33, 0)))};
}

/// .SAT gives a number that the destination holds, and what it holds already stays (VID-6); a merge leaves the rest of
/// c, and without one or a second operation c does not matter (VID-7).
std::vector<Obligation> ofWhatIsWritten(Terms& terms, const std::string& name) {
  AnyLane any(terms), other(terms), saturating(terms);
  const VideoModifierTerms& m = any.modifiers;
  other.words[rows::kC] = terms.variable(32, "other c");
  saturating.modifiers.saturates = number(m.saturates, 1);
  const Term noSecond = is(m.second, VideoSecond::None), dSigned = m.dSigned.ne(zero(m.dSigned));
  const auto range = symbolic::videoRange(m.dPart, dSigned, kWidth);
  const Term exact = any.exact(), fits = range.least.sle(exact) & exact.sle(range.greatest);
  const Term field = symbolic::merged(zero(any.words[rows::kC]), m.dPart, zero(exact) - Bits(1)); // ones where it is
  return {implied(name + "/what-fits-is-not-clamped", any.legalAnd({fits}), saturating.word().eq(any.word())),
          implied(name + "/the-rest-is-of-c", any.legalAnd({noSecond}),
                  ((any.word() ^ any.words[rows::kC]) & ~field).eq(zero(field))),
          implied(name + "/the-field-is-not-of-c", any.legalAnd({noSecond}),
                  ((any.word() ^ other.word()) & field).eq(zero(field)))};
}

/// The wide result of VID-2's operations as the claim has it: 34 bits whose sign depends on dtype.
Term signedAsDtype(const AnyLane& any) {
  const Term dSigned = any.modifiers.dSigned.ne(zero(any.modifiers.dSigned));
  return symbolic::extended(any.exact().extract(33, 0), dSigned, kWidth);
}

/// 34 bits hold what VID-2's operations give of two numbers of 33, as a signed number; and as an unsigned one if it is
/// not negative.
std::vector<Obligation> whereSignsAgree(Terms& terms, const std::string& name) {
  const Term a = terms.variable(33, "wide a").sext(kWidth), b = terms.variable(33, "wide b").sext(kWidth);
  std::vector<Term> asSigned, asUnsigned;
  for (Bits op = 0; op <= static_cast<Bits>(VideoOp::Max); ++op) {
    const Term exact = symbolic::exactResult(terms.constant(32, op), terms.constant(32, 0), a, b);
    asSigned.push_back(exact.extract(33, 0).sext(kWidth).eq(exact));
    asUnsigned.push_back(zero(exact).sle(exact).implies(exact.extract(33, 0).zext(kWidth).eq(exact)));
  }
  return {implied(name + "/holds-of-signed", {}, terms.all(asSigned)),
          implied(name + "/holds-unless-negative", {}, terms.all(asUnsigned))};
}

/// The witness on machine code in lane 0: what it gives is what the encoding does, and not what is claimed. Shown as
/// VOP R0, R1, R2, R3.
Replay replayClaim(const Subject& subject, Term claimed, const Assignment& witness) {
  using Code = void(const spec::VideoModifiers*, const spec::Operands*, const spec::VideoChoices*, spec::Results*);
  auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_video_portable"));
  if (!code)
    return {.reproduced = false, .report = "no machine code for warplaw_video_portable", .counterexample = {}};
  const auto modifiers = valueFrom<spec::VideoModifiers>(witness);
  const auto choices = valueFrom<spec::VideoChoices>(witness);
  spec::Operands operands;
  operands.exec = 1;
  const std::pair<unsigned, const char*> inputs[] = {{rows::kA, "a"}, {rows::kB, "b"}, {rows::kC, "c"}};
  spec::Case shown;
  for (const auto& [row, named] : inputs) {
    operands.row[row][0] = static_cast<std::uint32_t>(valueOf(witness, named));
    shown.warp.registers[1 + row][0] = operands.row[row][0];
  }
  spec::Results results;
  code(&modifiers, &operands, &choices, &results);
  const auto said = static_cast<std::uint32_t>(symbolic::evaluate(std::span(&claimed, 1), witness)[0]);

  const auto type = [](std::uint32_t isSigned) { return isSigned ? spec::VideoType::S32 : spec::VideoType::U32; };
  const bool takesC = modifiers.second || modifiers.dPart;
  shown.comment = "a witness against what is claimed";
  shown.instruction.form = spec::VideoForm{.op = static_cast<VideoOp>(modifiers.op),
                                           .dtype = type(modifiers.dSigned),
                                           .atype = type(modifiers.aSigned),
                                           .btype = type(modifiers.bSigned),
                                           .saturates = modifiers.saturates != 0,
                                           .shift = static_cast<spec::VideoShift>(modifiers.wraps),
                                           .condition = static_cast<VideoCondition>(modifiers.condition),
                                           .second = static_cast<VideoSecond>(modifiers.second),
                                           .rd = {{0}, static_cast<spec::Part>(modifiers.dPart)},
                                           .ra = {{1}, static_cast<spec::Part>(modifiers.aPart)},
                                           .rb = {{2}, static_cast<spec::Part>(modifiers.bPart)},
                                           .rc = takesC ? spec::Register{3} : spec::Register{}};
  shown.choices = choices;
  shown.warp.active = 1;
  return {.reproduced = results.row[0][0] != said,
          .report = fmt::format("machine code gives {:#x}, the claim {:#x}", results.row[0][0], said),
          .counterexample = shown};
}

/// The claim; what restricts it to truth; and that the least witness of the plain form has a + b = 1.
Theorem claim(const Subject& subject, const std::string& name, const char* rule, const char* statement,
              std::function<Term(const AnyLane&)> claimedWord, spec::VideoModifiers published,
              std::function<std::vector<Obligation>(const AnyLane&, Term agree, const std::string& name)> truth) {
  return instructionTheorem(name, "VADD", "", {rule}, statement, "warplaw_video_portable",
                            [=](Terms& terms) -> Obligations {
                              const AnyLane any(terms);
                              const Term claimed = claimedWord(any), agree = any.word().eq(claimed);
                              std::vector<Term> plain = any.legal;
                              spec::eachCell([&](const spec::CellPlace&, std::uint32_t value,
                                                 Term cell) { plain.push_back(cell.eq(Bits(value))); },
                                             published, any.modifiers);
                              const Term size = any.words[rows::kA].zext(64) + any.words[rows::kB].zext(64);
                              const auto upTo = [&](Bits greatest) {
                                std::vector<Term> assumptions = plain;
                                assumptions.push_back(size.ule(terms.constant(64, greatest)));
                                return assumptions;
                              };
                              const auto refuted = [&](Obligation o) {
                                o.expected = Verdict::Refuted;
                                o.replay = [=](const Assignment& witness) {
                                  Terms own;
                                  return replayClaim(subject, claimedWord(AnyLane(own)), witness);
                                };
                                return o;
                              };
                              std::vector<Obligation> made = truth(any, agree, name);
                              made.push_back(refuted(implied(name + "/any-form", any.legal, agree)));
                              made.push_back(implied(name + "/holds-of-zeros", upTo(0), agree));
                              made.push_back(refuted(implied(name + "/least-witness", upTo(1), agree)));
                              return made;
                            });
}

} // namespace

std::vector<Theorem> laws() {
  const auto law = [](const std::string& name, std::vector<std::string> rules, std::string statement, auto&& make) {
    return instructionTheorem(name, "VADD", "", std::move(rules), std::move(statement), "",
                              [name, make](Terms& terms) -> Obligations { return make(terms, name); });
  };
  return {
      law("video/laws/results", {"VID-2", "VID-3", "VID-4"},
          "absdiff is max - min, their sum is a + b, sub turns its sign with its operands; twice the average is the "
          "sum, or off by one away from zero; the six conditions are three and their negations",
          ofResults),
      law("video/laws/shifts", {"VID-5"},
          "a shift to the right is a division rounded downwards and undoes one to the left of which all is kept",
          ofShifts),
      law("video/laws/written", {"VID-6", "VID-7"},
          "what the destination holds is not clamped; a merge changes the field alone, which c does not change",
          ofWhatIsWritten)};
}

std::vector<Theorem> claims(const Subject& subject) {
  const auto sub = static_cast<std::uint32_t>(VideoOp::Sub);
  std::vector<Theorem> all = {
      claim(
          subject, "video/claim/sign-depends-on-dtype", "VID-2",
          "claim: the sign of the 34-bit result depends on dtype; so it does not: with an unsigned dtype 0 - 1 "
          "saturates to 0, and only for results that are not negative, or where nothing follows, is that the same",
          [](const AnyLane& any) {
            return symbolic::videoFinished(any.modifiers, any.choices, any.words, signedAsDtype(any));
          },
          {.op = sub, .saturates = 1},
          [](const AnyLane& any, Term agree, const std::string& name) -> std::vector<Obligation> {
            const VideoModifierTerms& m = any.modifiers;
            std::vector<Obligation> made = whereSignsAgree(any.lane.terms(), name);
            made.push_back(implied(name + "/holds-where-nothing-follows",
                                   any.legalAnd({is(m.saturates, 0), is(m.second, VideoSecond::None)}), agree));
            return made;
          }),
      claim(
          subject, "video/claim/always-clamped", "VID-6",
          "claim: the result is clamped; without .SAT it is not: 0 - 1 is 0xffffffff, and only what the "
          "destination holds is the same either way",
          [](const AnyLane& any) {
            VideoModifierTerms clamps = any.modifiers;
            clamps.saturates = number(clamps.saturates, 1);
            return symbolic::videoLane(clamps, any.choices, any.lane, any.words);
          },
          {.op = sub},
          [](const AnyLane& any, Term agree, const std::string& name) -> std::vector<Obligation> {
            return {
                implied(name + "/holds-where-sat-is-written", any.legalAnd({is(any.modifiers.saturates, 1)}), agree)};
          })};
  all[0].claims = {{"VID-2", "The sign of the 34-bit result depends on dtype.", all[0].name + "/least-witness",
                    "vid-2-a-difference-is-signed", "signed-as-dtype-says"}};
  all[1].claims = {{"VID-6", "The result is clamped to the range of dtype.", all[1].name + "/least-witness",
                    "vid-6-nothing-clamps-unasked", "always-saturated"}};
  return all;
}

} // namespace warplaw::proofs::video
