// SHFL-4: UP compares with the greatest lane of the range. The claim that it is the least one, refuted; for each
// segment mask and clamp exactly when the two agree; and in how many of all cases they do not.
#include "proofs/theorems/shfl_theorems.h"
#include <fmt/format.h>

namespace warplaw::proofs::shfl {
namespace {
using spec::ShflMode;

/// UP, with both comparisons. lane, b, clamp, segment: 5 bits each.
struct Comparison {
  Term real, claimed; ///< width 1

  Comparison(Term lane, Term b, Term clamp, Term segment) {
    Terms& terms = lane.terms();
    const Term c = terms.constant(19, 0).concat(segment).concat(terms.constant(3, 0)).concat(clamp);
    const symbolic::ShflSource source = symbolic::shflSource(lane, modeTerm(terms, ShflMode::Up), b.zext(32), c);
    real = source.inRange;
    claimed = (lane & segment).zext(8).sle(source.candidate);
  }
};

Replay disagreement(const Subject& subject, const Assignment& witness) {
  Assignment whole = witness;
  whole["c"] = valueOf(witness, "segment") << 8 | valueOf(witness, "clamp");
  return replayGlance(subject, ShflMode::Up, [](const Glance& g, const Seen& seen) {
    return seen.inRange == (static_cast<int>(g.lane) - static_cast<int>(g.b) >= leastLane(g));
  })(whole);
}

/// All 2^20 (b, segment, clamp, lane) on machine code: pairs that agree are those without a clamp bit outside the
/// segment; 162,368 cases differ.
Obligation::Evidence countDisagreements(const Subject& subject) {
  auto* code = reinterpret_cast<Code*>(subject.machineCode("warplaw_shfl_portable"));
  if (!code)
    return {Verdict::Error, "", "no machine code for warplaw_shfl_portable"};
  const spec::ShflChoices choices;
  unsigned cases = 0, wrongPairs = 0;
  for (unsigned segment = 0; segment < 32; ++segment)
    for (unsigned clamp = 0; clamp < 32; ++clamp) {
      unsigned inPair = 0;
      for (unsigned b = 0; b < 32; ++b) {
        spec::Operands operands;
        operands.exec = ~0u;
        for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
          operands.row[spec::shfl_rows::kLane][lane] = b;
          operands.row[spec::shfl_rows::kRange][lane] = segment << 8 | clamp;
        }
        const spec::ShflModifiers modifiers{static_cast<std::uint32_t>(ShflMode::Up)};
        spec::Results results;
        code(&modifiers, &operands, &choices, &results);
        for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
          const bool claimed =
              static_cast<int>(lane) - static_cast<int>(b) >= leastLane({ShflMode::Up, lane, b, clamp, segment});
          inPair += claimed != ((results.predicate >> lane & 1) != 0);
        }
      }
      cases += inPair;
      wrongPairs += (inPair == 0) != ((clamp & ~segment & 31) == 0);
    }
  const bool asStated = cases == 162368 && wrongPairs == 0;
  return {asStated ? Verdict::Checked : Verdict::Refuted, "all 1,048,576 (b, segment, clamp, lane)",
          fmt::format("{} cases differ; {} of 1,024 (segment, clamp) pairs break the condition", cases, wrongPairs)};
}

Obligations build(const Subject& subject, Terms& terms) {
  const Term lane = terms.variable(5, "lane"), b = terms.variable(5, "b"), clamp = terms.variable(5, "clamp"),
             segment = terms.variable(5, "segment");
  const Term free = clamp & ~segment; // clamp bits that the segment mask leaves
  const Term none = terms.constant(5, 0);
  const Comparison any(lane, b, clamp, segment), chosen(free, free, clamp, segment);
  const auto replay = [subject](const Assignment& witness) { return disagreement(subject, witness); };

  std::vector<Obligation> obligations(5);
  obligations[0] = refuted("shfl/up-comparison/claim-least-lane", {}, any.real.eq(any.claimed), replay);
  obligations[1] =
      implied("shfl/up-comparison/agree-without-free-clamp-bits", {free.eq(none)}, any.real.eq(any.claimed));
  // for every other pair a lane and a b where they differ, given as functions of the pair: both are the free clamp bits
  obligations[2] = implied("shfl/up-comparison/differ-otherwise", {free.ne(none)}, chosen.claimed & ~chosen.real);
  obligations[3] = refuted("shfl/up-comparison/twin/condition-on-segment-bits", {(clamp & segment).eq(none)},
                           any.real.eq(any.claimed), replay);
  obligations[4].name = "shfl/up-comparison/count";
  obligations[4].expected = Verdict::Checked;
  obligations[4].check = [subject] { return countDisagreements(subject); };
  return obligations;
}

} // namespace

std::vector<Theorem> comparisonTheorems(const Subject& subject) {
  Theorem theorem = instructionTheorem(
      "shfl/up-comparison", "SHFL", "", {"SHFL-4"},
      "claim: UP compares with the least lane of its range; for one segment mask and clamp that agrees for all lanes "
      "and b exactly if clamp & ~segment = 0",
      "warplaw_shfl_portable", [subject](Terms& terms) { return build(subject, terms); });
  theorem.form = "SHFL.UP";
  theorem.laneLevel = true;
  theorem.claims = {
      {"SHFL-4", "UP is in range where the lane that it names is at or above the least lane of the range.",
       theorem.name + "/claim-least-lane", "shfl-4-up-compares-with-max-lane", "up-in-range-from-the-least-lane"}};
  return {theorem};
}

} // namespace warplaw::proofs::shfl
