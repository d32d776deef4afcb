// ATOMS's code, a theorem a form: the checks, .SPIN's winners and the list of who attempts by contract
// (proofs/theorems/atoms_checks.cpp, atoms_winners.cpp, atoms_list.cpp), one arbitrary turn of the shipped loop equal
// to the encoding's step for lane list[k], the frame included (ATOMS-2, -5..7, -9, MACH-1, -4, -5); the turns are 0 to
// the list's count, and what the last one leaves is what the function leaves. Any path's list: it is a parameter.
#include "proofs/theorems/atoms_turn.h"

namespace warplaw::proofs::atoms {

TurnOfForm::TurnOfForm(Terms& terms, Pair p)
    : AtomsFunction{.symbol = symbolOf(p),
                    .modifiers = modifiersTable(terms.variable(32, "imm24"), terms.variable(32, "baseIsZero")),
                    .operands = symbolic::variables<symbolic::OperandTerms>(terms),
                    .choices = symbolic::variables<symbolic::AtomsChoiceTerms>(terms),
                    .allocated = terms.variable(32, "allocated"),
                    .before = symbolic::variables<symbolic::ResultTerms>(terms, "before."),
                    .checked = symbolic::variables<symbolic::ResultTerms>(terms, "checked."),
                    .admitted = terms.variable(32, "admitted"),
                    .winners = terms.variable(32, "winners"),
                    .listed = {},
                    .count = terms.variable(32, "count"),
                    .k = terms.variable(5, "k"),
                    .turn = {terms.variable(8, "order[k]"),
                             {},
                             terms.variable(32, "address"),
                             terms.variable(32, "offset"),
                             terms.variable(8, "byte"),
                             terms.variable(bitsOf(p.size), "old"),
                             symbolic::variables<symbolic::ResultTerms>(terms, "turn.").row}},
      pair(p) {
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    turn.word[r] = terms.variable(32, fmt::format("word{}", r));
  for (unsigned i = 0; i < spec::kLanes; ++i)
    listed[i] = terms.variable(5, fmt::format("listed[{}]", i));
  checked.predicate = before.predicate;
  checked.predicateWritten = terms.constant(32, 0);
}

symbolic::LaneTurned TurnOfForm::after(const symbolic::LaneTurn& from) const {
  const std::vector<lift::Table> read = readBy(*this);
  return symbolic::encodedTurn(nameOf(pair), cellsIn(read), from).value();
}

std::array<symbolic::PerLane<Term>, spec::kResultRows> TurnOfForm::entry() const {
  const std::vector<lift::Table> read = readBy(*this);
  return symbolic::encodedWaiting(nameOf(pair), cellsIn(read), {admitted, winners, checked.row}).value().row;
}

namespace {
namespace rows = spec::atoms_rows;

/// What a twin says instead: with the operands exchanged (ATOMS-7's claim); of operations that do not compare, one bit
/// more or less where memory holds Rb, or, as DEC starts again there, 0. Everywhere else it is the very step.
symbolic::LaneTurned anotherStep(const TurnOfForm& form) {
  symbolic::LaneTurn turn = form.turn;
  if (compares(form.pair.op)) {
    std::swap(turn.word[rows::kOperand], turn.word[rows::kSwap]);
    std::swap(turn.word[rows::kOperandHigh], turn.word[rows::kSwapHigh]);
    return form.after(turn);
  }
  symbolic::LaneTurned after = form.after();
  const Term old = turn.old.extract(31, 0), zero = old.terms().constant(32, 0),
             isThere = old.eq(form.pair.op == AtomsOp::Dec ? zero : turn.word[rows::kOperand]);
  after.memory = after.memory ^ (isThere & turn.offset.eq(zero)).zext(8);
  return after;
}
symbolic::LaneTurned resultToLaneK(const TurnOfForm& form) {
  symbolic::LaneTurn turn = form.turn;
  turn.lane = form.k.zext(8);
  return form.after(turn);
}

Obligations obligations(Terms& terms, const Subject& subject, Pair pair, const std::string& name) {
  const TurnOfForm turn(terms, pair);
  const auto replay = [=](const OutcomeBuilder& builder, const std::string& mustDiffer) {
    return [=](const Assignment& witness) { return replayTurn(subject, pair, builder, mustDiffer, witness); };
  };
  const auto twin = [&](const char* twinName, const char* output, const OutcomeBuilder& builder) {
    const symbolic::LaneTurned outcome = builder(turn);
    LoopTwin twin{twinName, output, {}, replay(builder, output)};
    for (const auto& row : outcome.row)
      twin.after.insert(twin.after.end(), row.begin(), row.end());
    twin.after.push_back(outcome.memory);
    return twin;
  };
  const OutcomeBuilder encoded = [](const TurnOfForm& form) { return form.after(); };
  return asObligations(terms, subject, askAtoms(terms, subject, turn), name, replay(encoded, ""),
                       [&](const LoopAsked&) -> std::vector<LoopTwin> {
                         return {twin("result-to-lane-k", "row[0][5]", resultToLaneK),
                                 twin("another-step", "memory", anotherStep)};
                       });
}

Theorem formTheorem(const Subject& subject, Pair pair) {
  const std::string name = "atoms/portable/" + nameOf(pair);
  std::vector<std::string> rules = {"ATOMS-1", "ATOMS-2", "ATOMS-5", ruleOf(pair.op), "MACH-1", "MACH-4", "MACH-5"};
  if (isSpin(pair))
    rules.emplace_back("ATOMS-10");
  Theorem theorem = instructionTheorem(
      name, "ATOMS", "portable", std::move(rules), // and any other path
      formOf(pair) + ", any path: no undefined behaviour; each turn of the loop over the listed lanes is the "
                     "encoding's step for lane list[k], turns are those of the list, the frame included",
      symbolOf(pair), [=](Terms& terms) { return obligations(terms, subject, pair, name); });
  theorem.form = formOf(pair);
  return theorem;
}

} // namespace

std::vector<Theorem> executorTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const Pair pair : pairs())
    theorems.push_back(formTheorem(subject, pair));
  return theorems;
}

} // namespace warplaw::proofs::atoms
