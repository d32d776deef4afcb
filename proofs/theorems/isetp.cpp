// ISETP's theorems: the code against its encoding (ISETP-1..3), and the laws of an order of words.
#include "symbolic/encodings/isetp.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace isetp {
namespace {
using spec::IsetpCombine;
using spec::IsetpCompare;
using symbolic::Bits;
using symbolic::isetpBit;
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
namespace rows = spec::isetp_rows;
WARPLAW_PROOF(Isetp, isetp, Encoding)

/// One where another is said.
template <class Enum> Term instead(Term value, Enum said, Enum taken) {
  return is(value, said).ite(number(value, static_cast<Bits>(taken)), value);
}

/// Executing lanes get another bit than they should.
WrongEffect wrong(const char* name, const char* output,
                  std::function<Term(const Modifiers&, Term a, Term b, Term p)> bit) {
  return {name,
          output,
          [bit](Given& g) {
            const auto modifiers = g.as<Modifiers>(0);
            const auto operands = g.as<OperandTerms>(1);
            const auto before = g.as<ResultTerms>(3);
            ResultTerms after = symbolic::isetpEncoding(modifiers, operands, {}, before);
            Term predicate;
            for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
              const Term made = bit(modifiers, operands.row[rows::kA][lane], operands.row[rows::kB][lane],
                                    operands.predicate.bit(lane));
              const Term kept = operands.exec.bit(lane).ite(made, before.predicate.bit(lane));
              predicate = lane ? kept.concat(predicate) : kept;
            }
            after.predicate = predicate;
            g.set(3, after);
          },
          {"ISETP-1"}};
}

/// The right bit of what is misread.
WrongEffect misread(const char* name, const char* output,
                    std::function<void(Modifiers&, Term& a, Term& b, Term& p)> spoil) {
  return wrong(name, output, [spoil](Modifiers modifiers, Term a, Term b, Term p) {
    spoil(modifiers, a, b, p);
    return isetpBit(modifiers, a, b, p);
  });
}

std::vector<WrongEffect> twins() {
  return {misread("always-signed", "predicate[4]",
                  [](Modifiers& m, Term&, Term&, Term&) { m.isUnsigned = number(m.isUnsigned, 0); }),
          misread("equal-is-not-less-or-equal", "predicate[9]",
                  [](Modifiers& m, Term&, Term&, Term&) {
                    m.compare = instead(m.compare, IsetpCompare::Le, IsetpCompare::Lt);
                  }),
          misread("operands-exchanged", "predicate[0]", [](Modifiers&, Term& a, Term& b, Term&) { std::swap(a, b); }),
          misread("source-predicate-holds", "predicate[30]",
                  [](Modifiers&, Term&, Term&, Term& p) { p = p.terms().truth(true); }),
          {"lanes-outside-exec-cleared",
           "predicate[31]",
           [](Given& g) {
             ResultTerms after =
                 symbolic::isetpEncoding(g.as<Modifiers>(0), g.as<OperandTerms>(1), {}, g.as<ResultTerms>(3));
             after.predicate = after.predicate & g.as<OperandTerms>(1).exec;
             g.set(3, after);
           },
           {"ISETP-1"}}};
}

void addMisreadings(Proof& proof) {
  proof.misreadDatapaths = {misread("difference-against-zero", "", // which overflows
                                    [](Modifiers& m, Term& a, Term& b, Term&) {
                                      const Term isSigned = m.isUnsigned.eq(Bits(0));
                                      a = isSigned.ite(a - b, a);
                                      b = isSigned.ite(number(b, 0), b);
                                    }),
                            wrong("answer-of-the-second-destination", "",
                                  [](Modifiers m, Term a, Term b, Term p) {
                                    m.compare = m.compare ^ number(m.compare, 7); // the opposite comparison
                                    return isetpBit(m, a, b, p);
                                  }),
                            wrong("constants-are-not-combined", "",
                                  [](const Modifiers& m, Term a, Term b, Term p) {
                                    const Term always = is(m.compare, IsetpCompare::Always),
                                               never = is(m.compare, IsetpCompare::Never);
                                    return always | (~never & isetpBit(m, a, b, p));
                                  }),
                            misread("xor-read-as-or", "",
                                    [](Modifiers& m, Term&, Term&, Term&) {
                                      m.combine = instead(m.combine, IsetpCombine::Xor, IsetpCombine::Or);
                                    }),
                            misread("greater-and-greater-or-equal-alike", "", [](Modifiers& m, Term&, Term&, Term&) {
                              m.compare = instead(m.compare, IsetpCompare::Ge, IsetpCompare::Gt);
                            })};
  proof.misreadPlans = {
      immediateOf19Bits(proof, rows::kB, "ISETP-2"),
      proof.planBut("unsigned-immediates-zero-extended", "", {"ISETP-2"},
                    [](PlanTerms& plan, const auto& form, const auto&) {
                      Term& value = plan.source[rows::kB].value;
                      value = (form.isUnsigned & form.rb.isImmediate).ite(form.rb.value, value);
                    }),
      guardForSourcePredicate(proof, "ISETP-1"),
      proof.planBut("second-destination-instead", "", {"ISETP-3"}, [](PlanTerms& plan, const auto&...) {
        plan.destinationPredicate = number(plan.destinationPredicate, spec::kTruePredicate);
      })};
}

Proof proofOf() {
  Proof proof = encoded({"ISETP-1"}, {"ISETP-1", "ISETP-2", "ISETP-3"});
  proof.wrongDatapaths = twins();
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "ISETP-2"), negationDropped(proof, "ISETP-1"),
                      proof.planBut("register-written", "destination[0]", {"ISETP-1"},
                                    [](PlanTerms& plan, const auto& form, const auto&) {
                                      plan.destination[0] = form.pu.index.zext(32);
                                    })};
  proof.wrongModifiers = {
      proof.modifiersBut("comparisons-of-two-bits", "compare", {"ISETP-1"},
                         [](Modifiers& m, const auto&) { m.compare = m.compare.extract(1, 0).zext(32); })};
  addMisreadings(proof);
  return proof;
}

/// ISETP-1, for any two words, signed and unsigned.
std::vector<Law> ofComparisons(Terms& terms) {
  const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), flag = terms.variable(32, "isUnsigned");
  const Term compare = terms.variable(32, "compare"), yes = terms.truth(true);
  const Term conjunction = terms.constant(32, static_cast<Bits>(IsetpCombine::And));
  const auto any = [&](Term which, Term isUnsigned, Term x, Term y) {
    return isetpBit({which, isUnsigned, conjunction}, x, y, yes);
  };
  const auto of = [&](IsetpCompare which, Term x, Term y) {
    return any(terms.constant(32, static_cast<Bits>(which)), flag, x, y);
  };
  const Term less = of(IsetpCompare::Lt, a, b), equal = of(IsetpCompare::Eq, a, b);
  const Term greater = of(IsetpCompare::Gt, a, b), c = terms.variable(32, "c");
  const Term top = terms.constant(32, Bits{1} << 31), asUnsigned = terms.constant(32, 1);
  return {
      {"one-of-three", {}, (less | equal | greater) & ~(less & equal) & ~(less & greater) & ~(equal & greater)},
      {"or-equal", {}, of(IsetpCompare::Le, a, b).eq(less | equal) & of(IsetpCompare::Ge, a, b).eq(greater | equal)},
      {"not-equal", {}, of(IsetpCompare::Ne, a, b).eq(~equal)},
      {"never-and-always", {}, ~of(IsetpCompare::Never, a, b) & of(IsetpCompare::Always, a, b)},
      {"exchanged",
       {},
       less.eq(of(IsetpCompare::Gt, b, a)) & of(IsetpCompare::Le, a, b).eq(of(IsetpCompare::Ge, b, a)) &
           equal.eq(of(IsetpCompare::Eq, b, a))},
      {"an-order", {less, of(IsetpCompare::Lt, b, c)}, of(IsetpCompare::Lt, a, c)},
      {"signed-is-unsigned-of-the-top-bit-flipped",
       {compare.ult(Bits(8))},
       any(compare, terms.constant(32, 0), a, b).eq(any(compare, asUnsigned, a ^ top, b ^ top))}};
}

/// What becomes of the answer and Pp.
std::vector<Law> ofCombinations(Terms& terms) {
  const Term a = terms.variable(32, "a"), b = terms.variable(32, "b"), flag = terms.variable(32, "isUnsigned");
  const Term compare = terms.variable(32, "compare"), p = terms.variable(1, "p");
  const Term yes = terms.truth(true), no = terms.truth(false);
  const auto of = [&](IsetpCombine how, Term which, Term with) {
    return isetpBit({which, flag, terms.constant(32, static_cast<Bits>(how))}, a, b, with);
  };
  const std::vector<Term> legal = {compare.ult(Bits(8))};
  const Term answer = of(IsetpCombine::And, compare, yes), opposite = terms.constant(32, 7) - compare;
  return {
      {"the-answer-alone", legal,
       answer.eq(of(IsetpCombine::Or, compare, no)) & answer.eq(of(IsetpCombine::Xor, compare, no))},
      {"the-opposite", legal,
       of(IsetpCombine::And, opposite, yes).eq(~answer) & of(IsetpCombine::Xor, compare, yes).eq(~answer)},
      {"both-and-neither", legal, of(IsetpCombine::And, compare, p).eq(~of(IsetpCombine::Or, opposite, ~p))},
      {"either-is-not-both", legal,
       of(IsetpCombine::Xor, compare, p).eq(of(IsetpCombine::Or, compare, p) & ~of(IsetpCombine::And, compare, p))}};
}

Theorem laws() {
  return lawsOf(
      kMnemonic, {"ISETP-1"},
      "of LT, EQ and GT one holds; LE and GE are that or equal, and NE is not equal; exchanged operands turn a "
      "comparison around; LT goes on from one pair to the next; signed numbers compare as unsigned ones whose top bits "
      "are flipped; the opposite comparison gives the opposite answer; and AND and OR are each other's opposites",
      [](Terms& terms) -> std::vector<Law> {
        std::vector<Law> all = ofComparisons(terms);
        std::ranges::copy(ofCombinations(terms), std::back_inserter(all));
        return all;
      });
}

} // namespace
} // namespace isetp
WARPLAW_THEOREMS(isetp, laws())
} // namespace warplaw::proofs
