// Which lane SHFL reads and whether that is in range, stated by sets of lanes and sums of digits instead of masks
// (SHFL-1..6, -8), and what follows for lanes and segments (SHFL-10, -11, -12).
#include "proofs/theorems/shfl_theorems.h"
#include <bit>
#include <fmt/format.h>

namespace warplaw::proofs::shfl {
namespace {
using spec::ShflMode;
using symbolic::ShflSource;

/// One reading lane, as variables lane (5 bits), b and c (32 bits: the ignored bits are there too).
struct Look {
  Term lane, mode, b, c;
  Term delta, clamp, segment; ///< 5 bits
  ShflSource source;

  Look(Terms& terms, Term which, Term sc = {})
      : lane(terms.variable(5, "lane")), mode(which), b(terms.variable(32, "b")), c(sc ? sc : terms.variable(32, "c")),
        delta(b.extract(4, 0)), clamp(c.extract(4, 0)), segment(c.extract(12, 8)),
        source(symbolic::shflSource(lane, mode, b, c)) {}
  Term staysInSegment() const { return (source.lane & segment).eq(lane & segment); }
};

/// Does lane `other` belong to the reader's range: reader's own digits where the segment mask has ones, at most the
/// clamp's elsewhere?
Term belongs(unsigned other, Term lane, Term clamp, Term segment) {
  Terms& terms = lane.terms();
  std::vector<Term> digits;
  for (unsigned t = 0; t < 5; ++t) {
    const Term digit = terms.truth(other >> t & 1);
    digits.push_back(segment.bit(t).ite(lane.bit(t).eq(digit), digit.ule(clamp.bit(t))));
  }
  return terms.all(digits);
}

/// The sum of 2^t over the digits that are 1, as an integer of 8 bits.
template <class Digit> Term sumOfDigits(Terms& terms, Digit digit) {
  Term sum = terms.constant(8, 0);
  for (unsigned t = 0; t < 5; ++t)
    sum = sum + digit(t).ite(terms.constant(8, 1u << t), terms.constant(8, 0));
  return sum;
}

/// j before SHFL-6, as an integer (SHFL-2..5).
Term target(ShflMode mode, Term lane, Term delta, Term segment) {
  Terms& terms = lane.terms();
  switch (mode) {
  case ShflMode::Idx:
    return sumOfDigits(terms, [&](unsigned t) { return segment.bit(t).ite(lane.bit(t), delta.bit(t)); });
  case ShflMode::Up:
    return lane.zext(8) - delta.zext(8);
  case ShflMode::Down:
    return lane.zext(8) + delta.zext(8);
  case ShflMode::Bfly:
    break;
  }
  return sumOfDigits(terms, [&](unsigned t) { return lane.bit(t).ne(delta.bit(t)); });
}

/// In range: UP: no lane of the range lies above j; other modes: some lane of the range is not below j.
Term inRange(ShflMode mode, Term lane, Term j, Term clamp, Term segment) {
  Terms& terms = lane.terms();
  std::vector<Term> parts;
  for (unsigned other = 0; other < spec::kLanes; ++other) {
    const Term member = belongs(other, lane, clamp, segment), number = terms.constant(8, other);
    parts.push_back(mode == ShflMode::Up ? member.implies(number.sle(j)) : member & j.sle(number));
  }
  return mode == ShflMode::Up ? terms.all(parts) : terms.any(parts);
}

Theorem about(const std::string& name, std::string form, std::vector<std::string> rules, std::string statement) {
  Theorem theorem = instructionTheorem(name, "SHFL", "", std::move(rules), std::move(statement), "", {});
  theorem.form = std::move(form);
  theorem.laneLevel = true;
  return theorem;
}

/// SHFL-8: the predicate of every lane of the datapath is the range predicate.
Theorem rangeTheorem(const Subject& subject, ShflMode mode) {
  Theorem theorem = about(
      fmt::format("shfl/range/{}", nameOf(mode)), formOf(mode), {"SHFL-1", "SHFL-6", "SHFL-8"},
      mode == ShflMode::Up ? "an executing lane's Pu holds exactly if no lane of its range lies above its target"
                           : "an executing lane's Pu holds exactly if some lane of its range is not below its target");
  theorem.build = [subject, mode, name = theorem.name](Terms& terms) -> Obligations {
    const Situation s(terms, modeTerm(terms, mode));
    std::vector<Term> lanes;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Term b = s.operands.row[spec::shfl_rows::kLane][lane], c = s.operands.row[spec::shfl_rows::kRange][lane],
                 self = terms.constant(5, lane);
      const Term j = target(mode, self, b.extract(4, 0), c.extract(12, 8));
      lanes.push_back(s.executes(lane).implies(
          s.after.predicate.bit(lane).eq(inRange(mode, self, j, c.extract(4, 0), c.extract(12, 8)))));
    }
    const Look look(terms, modeTerm(terms, mode));
    const Term j = target(mode, look.lane, look.delta, look.segment);
    const Term p = inRange(mode, look.lane, j, look.clamp, look.segment);
    // the twin forgets that the segment keeps the reader's digits: the range then starts at lane 0
    const Term forgetful = inRange(mode, terms.constant(5, 0), j, look.clamp, look.segment);
    return std::vector<Obligation>{
        implied(name + "/predicate", {}, terms.all(lanes)),
        implied(name + "/lane", {}, look.source.lane.zext(8).eq(p.ite(j, look.lane.zext(8)))),
        refuted(name + "/twin/range-of-lane-zero", {}, look.source.inRange.eq(forgetful),
                replayGlance(subject, mode, [](const Glance& g, const Seen& seen) {
                  Glance zero = g;
                  zero.lane = 0;
                  const int lane = static_cast<int>(g.lane), b = static_cast<int>(g.b);
                  const int j = g.mode == ShflMode::Idx
                                    ? static_cast<int>((g.lane & g.segment) +
                                                       (g.b & ~g.segment & 31)) // the digits do not overlap
                                : g.mode == ShflMode::Up   ? lane - b
                                : g.mode == ShflMode::Down ? lane + b
                                                           : (lane ^ b);
                  return seen.inRange == (g.mode == ShflMode::Up ? j >= greatestLane(zero) : j <= greatestLane(zero));
                }))};
  };
  return theorem;
}

/// SHFL-5, -6: small laws of one glance.
Theorem sourceTheorem(const Subject& subject) {
  Theorem theorem = about("shfl/source", "", {"SHFL-5", "SHFL-6"},
                          "out of range a lane reads itself; BFLY's target sees the reader as its own target");
  theorem.build = [subject](Terms& terms) -> Obligations {
    const Look any(terms, anyMode(terms)), crossed(terms, modeTerm(terms, ShflMode::Bfly));
    const ShflSource back =
        symbolic::shflSource(crossed.source.candidate.extract(4, 0), crossed.mode, crossed.b, crossed.c);
    return std::vector<Obligation>{
        implied("shfl/source/itself-out-of-range", {~any.source.inRange}, any.source.lane.eq(any.lane)),
        implied("shfl/source/butterfly-returns", {}, back.candidate.eq(crossed.lane.zext(8))),
        refuted("shfl/source/twin/always-itself", {}, any.source.lane.eq(any.lane),
                replayGlance(subject, {}, [](const Glance& g, const Seen& seen) { return seen.source == g.lane; }))};
  };
  return theorem;
}

/// SHFL-10.
Theorem lanesTheorem(const Subject& subject) {
  Theorem theorem = about("shfl/in-range-is-a-lane", "", {"SHFL-10"},
                          "a target in range is one of the 32 lanes; IDX stays in its segment, in range or not");
  theorem.build = [subject](Terms& terms) -> Obligations {
    const Look any(terms, anyMode(terms)), indexed(terms, modeTerm(terms, ShflMode::Idx));
    const auto isLane = [&](Term j) { return terms.constant(8, 0).sle(j) & j.sle(terms.constant(8, 31)); };
    const Term j = indexed.source.candidate.extract(4, 0);
    return std::vector<Obligation>{
        implied("shfl/in-range-is-a-lane/all-modes", {any.source.inRange}, isLane(any.source.candidate)),
        implied("shfl/in-range-is-a-lane/idx-stays", {},
                (j & indexed.segment).eq(indexed.lane & indexed.segment) & indexed.staysInSegment()),
        refuted("shfl/in-range-is-a-lane/twin/without-in-range", {}, isLane(any.source.candidate),
                replayGlance(subject, {}, [](const Glance& g, const Seen& seen) {
                  const int lane = static_cast<int>(g.lane), b = static_cast<int>(g.b),
                            j = g.mode == ShflMode::Up     ? lane - b
                                : g.mode == ShflMode::Down ? lane + b
                                                           : 0;
                  return (j >= 0 && j <= 31) || seen.inRange; // the machine refuses what is no lane
                }))};
  };
  return theorem;
}

bool isPrefixMask(unsigned segment) { return std::countl_one(segment << 27) == std::popcount(segment); }

Replay leavesSegment(const Subject& subject, std::optional<ShflMode> mode, const Assignment& witness) {
  return replayGlance(subject, mode, [](const Glance& g, const Seen& seen) {
    return !seen.inRange || (seen.source & g.segment) == (g.lane & g.segment);
  })(witness);
}

/// SHFL-11, one obligation a segment mask.
Theorem segmentTheorem(const Subject& subject, ShflMode mode) {
  Theorem theorem = about(fmt::format("shfl/segment/{}", nameOf(mode)), formOf(mode), {"SHFL-11"},
                          "the target in range lies in the reader's segment for the 6 prefix masks, and for each of "
                          "the 26 others it need not");
  theorem.claims = {{"SHFL-11", fmt::format("{} never leaves its segment.", formOf(mode)), theorem.name + "/00001",
                     fmt::format("shfl-11-{}-leaves-its-segment", nameOf(mode)), ""}};
  theorem.build = [subject, mode, name = theorem.name](Terms& terms) -> Obligations {
    std::vector<Obligation> obligations;
    for (unsigned segment = 0; segment < 32; ++segment) {
      const Term c = terms.constant(19, 0)
                         .concat(terms.constant(5, segment))
                         .concat(terms.constant(3, 0))
                         .concat(terms.variable(5, "clamp"));
      const Look look(terms, modeTerm(terms, mode), c);
      const Term goal = look.source.inRange.implies(look.staysInSegment());
      const std::string part = fmt::format("{}/{:05b}", name, segment);
      if (isPrefixMask(segment)) {
        obligations.push_back(implied(part, {}, goal));
        continue;
      }
      obligations.push_back(refuted(part, {}, goal, [subject, mode, segment](const Assignment& witness) {
        Assignment whole = witness;
        whole["c"] = segment << 8 | valueOf(witness, "clamp");
        return leavesSegment(subject, mode, whole);
      }));
    }
    return obligations;
  };
  return theorem;
}

/// SHFL-12's claim, and the least way to break it.
Theorem ownSegmentClaim(const Subject& subject) {
  Theorem theorem = about("shfl/claim/own-segment-only", "SHFL.BFLY", {"SHFL-12"},
                          "claim: a lane in range only ever reads its own segment, at least for prefix masks");
  theorem.claims = {{"SHFL-12", "A lane only ever reads lanes of its own segment.", theorem.name + "/least-witness",
                     "shfl-12-bfly-leaves-its-segment", "butterfly-within-its-segment"}};
  theorem.build = [subject](Terms& terms) -> Obligations {
    const Look look(terms, modeTerm(terms, ShflMode::Bfly));
    const Term isPrefix =
        (look.segment | (terms.constant(5, 0) - look.segment)).eq(look.segment); // only ones above the lowest one
    Obligation published =
        refuted("shfl/claim/own-segment-only/published-witness",
                {look.segment.eq(16), look.clamp.eq(31), look.lane.eq(16), look.delta.eq(16)},
                look.source.inRange.implies(look.staysInSegment()),
                [subject](const Assignment& witness) { return leavesSegment(subject, ShflMode::Bfly, witness); });
    Obligation claim = refuted(
        "shfl/claim/own-segment-only/prefix-masks", {isPrefix}, look.source.inRange.implies(look.staysInSegment()),
        [subject](const Assignment& witness) { return leavesSegment(subject, ShflMode::Bfly, witness); });
    // smaller: fewer bits set in lane, b, clamp and segment together. One bit alone cannot leave a segment: that needs
    // b and a segment bit.
    const auto bitsSet = [&](Term field) {
      Term sum = terms.constant(8, 0);
      for (unsigned t = 0; t < 5; ++t)
        sum = sum + field.bit(t).zext(8);
      return sum;
    };
    const Term size = bitsSet(look.lane) + bitsSet(look.delta) + bitsSet(look.clamp) + bitsSet(look.segment);
    return std::vector<Obligation>{
        claim, published,
        implied("shfl/claim/own-segment-only/holds-below-three-bits", {isPrefix, size.ult(3)},
                look.source.inRange.implies(look.staysInSegment())),
        refuted("shfl/claim/own-segment-only/least-witness", {isPrefix, size.ule(terms.constant(8, 3))},
                look.source.inRange.implies(look.staysInSegment()),
                [subject](const Assignment& witness) { return leavesSegment(subject, ShflMode::Bfly, witness); })};
  };
  return theorem;
}

/// SHFL-13's claim: the published comment beside BFLY 2 on quads.
Theorem neighbourClaim(const Subject& subject) {
  Theorem theorem = about("shfl/claim/butterfly-of-2", "SHFL.BFLY", {"SHFL-13", "SHFL-5"},
                          "claim: on quads (c = 0x1c03) BFLY 2 exchanges with the neighbour along x, lane ^ 1; it is "
                          "the one along y, lane ^ 2");
  theorem.claims = {{"SHFL-13", "BFLY 2 on quads exchanges with the lane whose number differs in bit 0.",
                     theorem.name + "/lane-xor-1", "shfl-13-quad-bfly-2", "butterfly-of-2-exchanges-neighbours"}};
  theorem.build = [subject, name = theorem.name](Terms& terms) -> Obligations {
    const Look look(terms, modeTerm(terms, ShflMode::Bfly));
    const std::vector<Term> published = {look.b.eq(Bits(2)), look.c.eq(Bits(0x1c03))};
    return std::vector<Obligation>{
        implied(name + "/lane-xor-2", published,
                look.source.inRange & look.source.lane.eq(look.lane ^ terms.constant(5, 2))),
        refuted(name + "/lane-xor-1", published, look.source.lane.eq(look.lane ^ terms.constant(5, 1)),
                replayGlance(subject, ShflMode::Bfly,
                             [](const Glance& g, const Seen& seen) { return seen.source == (g.lane ^ 1); }))};
  };
  return theorem;
}

} // namespace

std::vector<Theorem> rangeTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (ShflMode mode : kModes)
    theorems.push_back(rangeTheorem(subject, mode));
  theorems.push_back(sourceTheorem(subject));
  theorems.push_back(lanesTheorem(subject));
  theorems.push_back(segmentTheorem(subject, ShflMode::Up));
  theorems.push_back(segmentTheorem(subject, ShflMode::Down));
  theorems.push_back(ownSegmentClaim(subject));
  theorems.push_back(neighbourClaim(subject));
  return theorems;
}

} // namespace warplaw::proofs::shfl
