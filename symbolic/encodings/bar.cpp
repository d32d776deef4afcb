// BAR as terms: who counts (BAR-1), what an arrival does (BAR-2, -3), what is misuse (BAR-4); its plan.
#include "symbolic/encodings/bar.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::BarOp;
using spec::BarrierUse;
namespace {

constexpr Bits kIds = spec::kBarriers - 1;
Term word(Terms& terms, Bits value) { return terms.constant(32, value); }
Term isReduction(Term op) { return is(op, BarOp::RedPopc) | is(op, BarOp::RedAnd) | is(op, BarOp::RedOr); }
Term bitOfWarp(Term warp) { return word(warp.terms(), 1).shl(warp); }

/// `votes` joined to what stands in the accumulator (BAR-3).
Term joined(const BarrierTermsOf& barrier, Term op, Term votes) {
  Terms& terms = op.terms();
  const Term nobodyYet = ~isSet(barrier.arrived), all = votes.eq(word(terms, 0xffffffff));
  const Term soFarAll = nobodyYet | isSet(barrier.accumulator), soFarSome = isSet(barrier.accumulator);
  return is(op, BarOp::RedPopc)
      .ite(barrier.accumulator + populationOf(votes),
           is(op, BarOp::RedAnd)
               .ite((soFarAll & all).zext(32),
                    is(op, BarOp::RedOr).ite((soFarSome | isSet(votes)).zext(32), word(terms, 0))));
}

/// The cell of barrier `id` (4 bits) replaced.
void put(std::array<Term, spec::kBarriers>& cells, Term id, Term value) {
  for (unsigned b = 0; b < spec::kBarriers; ++b)
    cells[b] = id.eq(Bits(b)).ite(value, cells[b]);
}
Term numberOf(Term id) { return id.extract(3, 0); }

/// A number of threads that an instruction can say: 0 is all of the CTA.
Term isCount(Term threads) { return atMost(threads, spec::kMostBarrierThreads) & threads.extract(4, 0).eq(Bits(0)); }

/// What the lowest executing lane holds; 0 where none executes.
Term lowestOf(const OperandTerms& operands, unsigned row) {
  Term word = operands.exec.terms().constant(32, 0);
  for (unsigned lane = spec::kLanes; lane-- > 0;)
    word = operands.exec.bit(lane).ite(operands.row[row][lane], word);
  return word;
}
/// Every executing lane holds that word.
Term allHold(const OperandTerms& operands, unsigned row, Term word) {
  std::vector<Term> all;
  all.reserve(spec::kLanes);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    all.push_back(operands.exec.bit(lane).implies(operands.row[row][lane].eq(word)));
  return operands.exec.terms().all(all);
}

} // namespace

NamedTerms namedBy(const BarModifierTerms& modifiers, const OperandTerms& operands) {
  const Term id = lowestOf(operands, spec::bar_rows::kId), threads = lowestOf(operands, spec::bar_rows::kThreads);
  const Term isOne = allHold(operands, spec::bar_rows::kId, id) & allHold(operands, spec::bar_rows::kThreads, threads);
  const Term isSaid = isSet(threads) | ~is(modifiers.op, BarOp::Arrive);
  const Term isThere = isOne & atMost(id, kIds) & isCount(threads) & isSaid, none = word(id.terms(), 0);
  return {isThere, isThere.ite(id, none), isThere.ite(threads, none)};
}

BarrierTermsOf barrierAt(const BarrierTerms& barriers, Term id) {
  const auto at = [&](const std::array<Term, spec::kBarriers>& cells) {
    return id.terms().select(numberOf(id), cells);
  };
  return {at(barriers.arrived), at(barriers.expected), at(barriers.use), at(barriers.accumulator),
          at(barriers.waiting)};
}

Term useOf(Term op) {
  Terms& terms = op.terms();
  const auto use = [&](BarrierUse which) { return word(terms, static_cast<Bits>(which)); };
  return is(op, BarOp::RedPopc)
      .ite(use(BarrierUse::Popc),
           is(op, BarOp::RedAnd)
               .ite(use(BarrierUse::And), is(op, BarOp::RedOr).ite(use(BarrierUse::Or), use(BarrierUse::Sync))));
}

Term isMisuse(const BarrierTermsOf& barrier, const ArrivalTerms& arrival) {
  return isSet(barrier.arrived) & (barrier.use.ne(useOf(arrival.op)) | barrier.expected.ne(arrival.expected));
}

ArrivedTerms arrive(const BarrierTermsOf& barrier, const ArrivalTerms& arrival) {
  Terms& terms = arrival.op.terms();
  const Term zero = word(terms, 0), arrived = barrier.arrived + Bits(spec::kLanes);
  const Term completes = arrived.eq(arrival.expected), result = joined(barrier, arrival.op, arrival.votes);
  const Term waits = barrier.waiting | is(arrival.op, BarOp::Arrive).ite(zero, bitOfWarp(arrival.warp));
  const auto open = [&](Term value) { return completes.ite(zero, value); };
  return {{open(arrived), open(arrival.expected), open(useOf(arrival.op)), open(result), open(waits)},
          completes,
          result,
          waits};
}

Term warpsThatArrive(const BarChoiceTerms& choices, const SpecialInputTerms& inputs, const BarrierTerms& barriers) {
  Terms& terms = inputs.warp.terms();
  const Term warps = warpsOf(inputs), ones = word(terms, 0xffffffff);
  const Term ofCta = warps.eq(Bits(spec::kCtaWarps)).ite(ones, word(terms, 1).shl(warps) - Bits(1));
  const Term others = barriers.exited & ~bitOfWarp(inputs.warp);
  return ofCta & ~isSet(choices.exitedArrive).ite(others, word(terms, 0));
}

ArrivalTerms arrivalOf(const BarModifierTerms& modifiers, const OperandTerms& operands, const BarChoiceTerms& choices,
                       const SpecialInputTerms& inputs, const BarrierTerms& barriers) {
  Terms& terms = operands.exec.terms();
  const Term ones = word(terms, 0xffffffff), zero = word(terms, 0);
  const Term all = populationOf(warpsThatArrive(choices, inputs, barriers)) * word(terms, spec::kLanes);
  const Term neutral = is(modifiers.op, BarOp::RedAnd).ite(ones, zero);
  const Term outside = isSet(choices.outsideIsNeutral).ite(neutral, choices.outside);
  const Term threads = namedBy(modifiers, operands).threads;
  return {modifiers.op, isSet(threads).ite(threads, all),
          (operands.predicate & operands.exec) | (outside & ~operands.exec), inputs.warp};
}

Term isMisuse(const NamedTerms& named, const BarrierTerms& barriers, const ArrivalTerms& arrival) {
  return ~named.isThere | isMisuse(barrierAt(barriers, named.id), arrival);
}

BarrierTerms arrivedAt(const BarrierTerms& barriers, Term id, const ArrivalTerms& arrival) {
  const Term number = numberOf(id);
  const ArrivedTerms arrived = arrive(barrierAt(barriers, id), arrival);
  BarrierTerms after = barriers;
  put(after.arrived, number, arrived.barrier.arrived);
  put(after.expected, number, arrived.barrier.expected);
  put(after.use, number, arrived.barrier.use);
  put(after.accumulator, number, arrived.barrier.accumulator);
  put(after.waiting, number, arrived.barrier.waiting);
  const Term zero = word(id.terms(), 0);
  const Term latched = (arrived.completes & isReduction(arrival.op)).ite(arrived.released, zero);
  for (unsigned warp = 0; warp < spec::kCtaWarps; ++warp)
    after.latch[warp] = latched.bit(warp).ite(arrived.result, barriers.latch[warp]);
  after.latchIsCount =
      is(arrival.op, BarOp::RedPopc).ite(barriers.latchIsCount | latched, barriers.latchIsCount & ~latched);
  return after;
}

ResultTerms barEncoding(const BarModifierTerms& modifiers, const OperandTerms& operands, const BarChoiceTerms& choices,
                        const ResultTerms& before, const SpecialInputTerms& inputs, BarrierTerms& barriers) {
  const ArrivalTerms arrival = arrivalOf(modifiers, operands, choices, inputs, barriers);
  const NamedTerms named = namedBy(modifiers, operands);
  const Term misuse = isMisuse(named, barriers, arrival);
  const Term happens = isSet(operands.exec) & ~misuse;
  const BarrierTerms arrived = arrivedAt(barriers, named.id, arrival), old = barriers;
  const spec::BarriersIn<spec::Words> layout{};
  spec::eachCell([&](const spec::CellPlace&, const auto&, Term& cell, const Term& whenArrived,
                     const Term& otherwise) { cell = happens.ite(whenArrived, otherwise); },
                 layout, barriers, arrived, old);
  ResultTerms after = writesNothing(before);
  const auto error = [&](spec::ErrorKind kind) { return misuse.terms().constant(8, static_cast<Bits>(kind)); };
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    after.error[lane] =
        (operands.exec.bit(lane) & misuse).ite(error(spec::ErrorKind::BarrierMisuse), error(spec::ErrorKind::None));
  return after;
}

Term isLegal(const BarFormTerms& form) {
  const Term threads = form.threads.value, isNumber = form.threads.isImmediate;
  const Term counts = isNumber.ite(isCount(threads), atMost(threads, spec::kZeroRegister));
  const Term isZero = threads.eq(isNumber.ite(word(threads.terms(), 0), word(threads.terms(), spec::kZeroRegister)));
  const Term named = ~isZero | ~is(form.op, BarOp::Arrive);
  const Term noPredicate = form.pp.predicate.index.eq(Bits(spec::kTruePredicate)) & ~form.pp.negated;
  const Term predicate = atMost(form.pp.predicate.index, spec::kTruePredicate) & (isReduction(form.op) | noPredicate);
  return atMost(form.op, static_cast<Bits>(BarOp::RedOr)) & isLegalOperand(form.id, 4) & counts & named & predicate;
}

Term isLegal(const BarModifierTerms& modifiers) { return atMost(modifiers.op, static_cast<Bits>(BarOp::RedOr)); }

Term isAllowed(const BarChoiceTerms& choices) {
  return atMost(choices.outsideIsNeutral, 1) & atMost(choices.exitedArrive, 1);
}

BarModifierTerms barModifiers(const BarFormTerms& form) { return {form.op.zext(32)}; }

PlanTerms barPlan(const BarFormTerms& form, const BarChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[spec::bar_rows::kId] = readOperand(form.id);
  plan.source[spec::bar_rows::kThreads] = readOperand(form.threads);
  plan.sourcePredicate = form.pp.predicate.index.zext(32);
  plan.sourcePredicateNegated = form.pp.negated.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
