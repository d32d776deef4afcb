// What one turn of ATOMS's loop is given and leaves, as the encoding says.
#include "proofs/theorems/atoms_turn.h"

namespace warplaw::proofs::atoms {
namespace rows = spec::atoms_rows;
using spec::kLanes;
using spec::kResultRows;

Turn::Turn(Terms& terms, Pair p)
    : pair(p), imm24(terms.variable(32, "imm24")), baseIsZero(terms.variable(32, "baseIsZero")),
      allocated(terms.variable(32, "allocated")), operands(symbolic::variables<symbolic::OperandTerms>(terms)),
      choices(symbolic::variables<symbolic::AtomsChoiceTerms>(terms)),
      before(symbolic::variables<symbolic::ResultTerms>(terms, "before.")),
      checked(symbolic::variables<symbolic::ResultTerms>(terms, "checked.")), admitted(terms.variable(32, "admitted")),
      winners(terms.variable(32, "winners")), count(terms.variable(32, "count")), k(terms.variable(5, "k")),
      laneByte(terms.variable(8, "order[k]")), address(terms.variable(32, "address")),
      offset(terms.variable(32, "offset")), place(address + offset), byte(terms.variable(8, "byte")),
      old(terms.variable(bitsOf(p.size), "old")) {
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    word[r] = terms.variable(32, fmt::format("word{}", r));
  for (unsigned i = 0; i < kLanes; ++i)
    listed[i] = terms.variable(5, fmt::format("listed[{}]", i));
  checked.predicate = before.predicate;
  checked.predicateWritten = terms.constant(32, 0);
  row = symbolic::variables<symbolic::ResultTerms>(terms, "turn.").row;
}

Term Turn::returnsHigh() const { return symbolic::atomsReturnsHigh(pair.op, pair.size, choices.castPair); }

Term Turn::operand() const {
  return pair.size == AtomsSize::U64 ? word[rows::kOperandHigh].concat(word[rows::kOperand]) : word[rows::kOperand];
}

Term Turn::swap() const {
  return pair.size == AtomsSize::U64 ? word[rows::kSwapHigh].concat(word[rows::kSwap]) : word[rows::kSwap];
}

symbolic::AtomsStep Turn::step() const { return symbolic::atomsStep(pair.op, pair.size, old, operand(), swap()); }

AtomsFunction functionOf(const Turn& turn) {
  return {symbolOf(turn.pair),
          modifiersTable(turn.imm24, turn.baseIsZero),
          turn.operands,
          turn.choices,
          turn.allocated,
          turn.before,
          turn.checked,
          turn.admitted,
          turn.winners,
          turn.listed,
          turn.count,
          turn.k,
          {turn.laneByte, turn.word, turn.address, turn.offset, turn.byte, turn.old, turn.row}};
}

TurnOutcome outcomeOf(const Turn& turn, const symbolic::AtomsStep& step, Term to) {
  Terms& terms = turn.k.terms();
  TurnOutcome outcome;
  outcome.memory = symbolic::byteAfter(turn.place, turn.byte, step.stores, turn.address, step.newValue);
  const Term high = turn.pair.size == AtomsSize::U64 ? step.returned.extract(63, 32) : terms.constant(32, 0);
  for (unsigned i = 0; i < kLanes; ++i) {
    const Term isThis = to.eq(Bits(i));
    outcome.row[0][i] = isThis.ite(step.returned.extract(31, 0), turn.row[0][i]);
    outcome.row[1][i] = (isThis & turn.returnsHigh()).ite(high, turn.row[1][i]);
  }
  return outcome;
}

std::array<symbolic::PerLane<Term>, kResultRows> entryOf(const Turn& turn) {
  Terms& terms = turn.k.terms();
  std::array<symbolic::PerLane<Term>, kResultRows> entry;
  for (unsigned r = 0; r < kResultRows; ++r)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const Term has = r == 0 ? terms.truth(true) : turn.returnsHigh();
      const Term loses = turn.admitted.bit(lane) & ~turn.attempting().bit(lane) & has;
      entry[r][lane] = loses.ite(terms.constant(32, 0), turn.checked.row[r][lane]);
    }
  return entry;
}

TurnOutcome encoded(const Turn& turn) { return outcomeOf(turn, turn.step(), turn.lane()); }

} // namespace warplaw::proofs::atoms
