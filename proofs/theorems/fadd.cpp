// FADD's theorems: the code against its encoding (FADD-1, FADD-2), laws of its sums, and that sums of several numbers
// depend on their tree (SHFL-13).
#include "symbolic/encodings/fadd.h"
#include "proofs/statements/program.h"
#include "proofs/theorems/plain_lanes.h"
#include "spec/program_text.h"

namespace warplaw::proofs {
namespace fadd {
namespace {
using symbolic::Bits;
using symbolic::PlanTerms;
namespace rows = spec::fadd_rows;
WARPLAW_LANE_PROOF(Fadd, fadd)

constexpr Bits kMagnitude = 0x7fffffff, kInfinity = 0x7f800000, kLeastNormal = 0x00800000;

Term word(Term like, Bits value) { return like.terms().constant(32, value); }
Term isNan(Term number) { return word(number, kInfinity).ult(number & kMagnitude); }
Term isFinite(Term number) { return (number & kMagnitude).ult(kInfinity); }
Term negative(Term number) { return number ^ word(number, Bits{1} << 31); }

/// What becomes of the two numbers, and the right sum of them.
Proof::WrongLane wrong(const char* name, std::vector<std::string> breaks,
                       std::function<Term(Term a, Term b, Term sum)> result) {
  return {name,
          [result](const Modifiers& m, const Choices&, Term, const LaneWords& words) {
            const Term a = symbolic::faddOperand(m.negatesA, words[rows::kA]);
            const Term b = symbolic::faddOperand(m.negatesB, words[rows::kB]);
            return result(a, b, a.floatAdd(b));
          },
          std::move(breaks)};
}

Term flushed(Term number) { return (number & kMagnitude).ult(kLeastNormal).ite(number & (Bits{1} << 31), number); }

/// One step back where the sum was rounded away from zero: what is missing in it is found by sums that are exact.
Term towardsZero(Term a, Term b, Term sum) {
  const Term ofB = sum.floatAdd(negative(a)), ofA = sum.floatAdd(negative(ofB));
  const Term missing = a.floatAdd(negative(ofA)).floatAdd(b.floatAdd(negative(ofB)));
  const Term isLess = isFinite(sum) & (missing & kMagnitude).ne(word(sum, 0)) & missing.bit(31).ne(sum.bit(31));
  return isLess.ite(sum - Bits{1}, sum);
}

void addMisreadings(Proof& proof) {
  const std::string sums = "FADD-1", nans = "FADD-2";
  proof.misreadLanes = {
      wrong("denormals-flushed", {sums}, [](Term a, Term b, Term) { return flushed(flushed(a).floatAdd(flushed(b))); }),
      wrong("rounded-towards-zero", {sums}, towardsZero),
      wrong("sum-of-integers", {sums}, [](Term a, Term b, Term) { return a + b; }),
      wrong("greatest-instead-of-infinity", {sums},
            [](Term a, Term b, Term sum) {
              const Term overflows = (sum & kMagnitude).eq(kInfinity) & isFinite(a) & isFinite(b);
              return overflows.ite(sum - Bits{1}, sum);
            }),
      wrong("payload-kept", {nans}, [](Term a, Term b, Term sum) { return isNan(a).ite(a, isNan(b).ite(b, sum)); }),
      wrong("difference-of-equals-is-minus-zero", {nans}, [](Term a, Term b, Term sum) {
        return (sum.eq(Bits{0}) & a.eq(negative(b))).ite(word(sum, Bits{1} << 31), sum);
      })};
  proof.misreadLanes.push_back(
      Proof::WrongLane("negated-as-a-difference-from-zero",
                       [](const Modifiers& m, const Choices&, Term, const LaneWords& words) {
                         const auto operand = [](Term flag, Term number) {
                           return flag.eq(Bits{0}).ite(number, word(number, 0).floatAdd(negative(number)));
                         };
                         return operand(m.negatesA, words[rows::kA]).floatAdd(operand(m.negatesB, words[rows::kB]));
                       },
                       {sums}));
}

Proof proofOf() {
  Proof proof = encoded({"FADD-1", "FADD-2"}, {"FADD-1"});
  proof.hints.laneCuts = Proof::ofTerms([](const Modifiers& m, const Choices&, Term, const LaneWords& words) {
    return std::vector<Term>{symbolic::faddOperand(m.negatesA, words[rows::kA]),
                             symbolic::faddOperand(m.negatesB, words[rows::kB])};
  });
  proof.wrongLanes = {
      always("sign-of-a-dropped", "FADD-1", &Modifiers::negatesA, 0),
      always("sign-of-b-dropped", "FADD-1", &Modifiers::negatesB, 0),
      wrong("another-nan", {"FADD-2"}, [](Term, Term, Term sum) { return isNan(sum).ite(word(sum, 0x7fc00000), sum); }),
      wrong("minus-zero-lost", {"FADD-2"},
            [](Term, Term, Term sum) { return sum.eq(Bits{1} << 31).ite(word(sum, 0), sum); })};
  proof.wrongPlans = {proof.planBut("ra-twice", "source[1].value", {"FADD-1"}, [](PlanTerms& plan, const auto&...) {
    plan.source[rows::kB].value = plan.source[rows::kA].value;
  })};
  proof.wrongModifiers = {
      proof.modifiersBut("negations-exchanged", "negatesA", {"FADD-1"}, [](Modifiers& modifiers, const auto&...) {
        std::swap(modifiers.negatesA, modifiers.negatesB);
      })};
  addMisreadings(proof);
  return proof;
}

/// FADD-1 and FADD-2, for any two words.
Theorem laws() {
  return lawsOf(
      kMnemonic, {"FADD-1", "FADD-2"},
      "sums commute; -0 added to a number leaves it; what is finite less itself is +0; and a sum is one NaN or none",
      [](Terms& terms) -> std::vector<Law> {
        const Term a = terms.variable(32, "a"), b = terms.variable(32, "b");
        const auto sum = [&](Bits negatesA, Bits negatesB, Term x, Term y) {
          return symbolic::faddLane({terms.constant(32, negatesA), terms.constant(32, negatesB)}, {}, {},
                                    laneOf({x, y}));
        };
        return {{"commutes", {}, sum(0, 0, a, b).eq(sum(0, 0, b, a))},
                {"minus-zero-is-neutral", {~isNan(a)}, sum(0, 1, a, terms.constant(32, 0)).eq(a)},
                {"opposites", {isFinite(a)}, sum(0, 1, a, a).eq(Bits{0})},
                {"one-nan", {isNan(sum(0, 0, a, b))}, sum(0, 0, a, b).eq(Bits{spec::kFaddNan})}};
      });
}

// ---- SHFL-13: sums by programs

/// The first two steps of the inclusive scan, after which lane 3 has the sum of lanes 0 to 3.
constexpr std::string_view kScan = "SHFL.UP P1, R2, R1, 1, 0\n"
                                   "@P1 FADD R1, R2, R1\n"
                                   "SHFL.UP P1, R2, R1, 2, 0\n"
                                   "@P1 FADD R1, R2, R1\n";
constexpr std::string_view kOwnTree = "R1[3] == (old R1[0] +f old R1[1]) +f (old R1[2] +f old R1[3])";
constexpr std::string_view kLeftToRight = "R1[3] == ((old R1[0] +f old R1[1]) +f old R1[2]) +f old R1[3]";
/// 1, 0, 2^24, -2^24.
constexpr std::string_view kWitness = "R1[0] == 0x3f800000 && R1[1] == 0 && R1[2] == 0x4b800000 && R1[3] == 0xcb800000";

Clause clauseOf(std::string_view text) { return {"sum", std::string(text), spec::parseStatement(text).value()}; }

/// SHFL-13's claim: a sum is a sum, whatever the tree of its additions.
Theorem leftToRightClaim() {
  const std::string name = "fadd/claim/left-to-right";
  Theorem theorem = instructionTheorem(
      name, "FADD", "", {"SHFL-13", "FADD-1"},
      "claim: what an inclusive scan leaves is the sum from left to right; in lane 3 it is (0 + 1) + (2 + 3)", "",
      [name](Terms& terms) -> Obligations {
        ProgramContract contract;
        contract.name = "fadd";
        contract.program = spec::programFromText(kScan).value().program;
        const Encodings encodings = encodingsOf(allReadings());
        ProgramContract ofWitness = contract;
        ofWitness.assumed = {clauseOf(kWitness)};
        std::vector<Obligation> all;
        const auto add = [&](const ProgramContract& of, const char* what, std::string_view says, bool isClaim) {
          for (Obligation& one : clauseObligations(terms, name + what, of, encodings, clauseOf(says), isClaim))
            all.push_back(std::move(one));
        };
        add(contract, "/own-tree", kOwnTree, false);
        add(contract, "/any-numbers", kLeftToRight, true);
        add(ofWitness, "/published-witness", kLeftToRight, true);
        return all;
      });
  theorem.claims = {{"SHFL-13", "The sums that scans and butterflies give over FADD are those from left to right.",
                     name + "/published-witness", "shfl-13-tree-of-additions", ""}};
  return theorem;
}

} // namespace
} // namespace fadd

WARPLAW_THEOREMS(fadd, laws(), leftToRightClaim())

} // namespace warplaw::proofs
