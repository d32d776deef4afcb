// ATOMS's code, a theorem a form: the checks, .SPIN's winners and the list of who attempts by contract
// (proofs/theorems/atoms_checks.cpp, atoms_winners.cpp, atoms_list.cpp), one arbitrary turn of the shipped loop equal
// to the encoding's step for lane list[k], the frame included (ATOMS-2, -5..7, -9, MACH-1, -4, -5); the turns are 0 to
// the list's count, and what the last one leaves is what the function leaves. Any path's list: it is a parameter.
#include "proofs/theorems/atoms_turn.h"

namespace warplaw::proofs::atoms {
namespace {
/// Another operation's step: what a twin says instead.
symbolic::AtomsStep wrongStep(const Turn& turn) {
  const Term old = turn.old, operand = turn.operand();
  symbolic::AtomsStep step = turn.step();
  switch (turn.pair.op) {
  case AtomsOp::Min:
    return symbolic::atomsStep(AtomsOp::Max, turn.pair.size, old, operand, turn.swap());
  case AtomsOp::Max:
    return symbolic::atomsStep(AtomsOp::Min, turn.pair.size, old, operand, turn.swap());
  case AtomsOp::Inc: // starts again one too late
    step.newValue = operand.ult(old).ite(step.newValue.terms().constant(32, 0), old + Bits(1));
    return step;
  case AtomsOp::Dec: // 0 does not start again
    step.newValue = operand.ult(old).ite(operand, old - Bits(1));
    return step;
  case AtomsOp::Cas: // ATOMS-7's claim
  case AtomsOp::Cast:
  case AtomsOp::CastSpin:
    return symbolic::atomsStep(turn.pair.op, turn.pair.size, old, turn.swap(), operand);
  default: // a carry or a bit that the operation does not have
    step.newValue = step.newValue ^ old.extract(0, 0).zext(old.width());
    return step;
  }
}

struct FormTwin {
  const char* name;
  const char* mustDiffer;
  OutcomeBuilder builder;
};
std::vector<FormTwin> twins() {
  return {{"result-to-lane-k", "row[0][5]", [](const Turn& turn) { return outcomeOf(turn, turn.step(), turn.k); }},
          {"another-step", "memory", [](const Turn& turn) { return outcomeOf(turn, wrongStep(turn), turn.lane()); }}};
}

Obligations obligations(Terms& terms, const Subject& subject, Pair pair, const std::string& name) {
  const Turn turn(terms, pair);
  const AskedOfLoop loop = askAtoms(terms, subject, functionOf(turn));
  if (const Problem* problem = std::get_if<Problem>(&loop))
    return *problem;
  const LoopAsked& asked = std::get<LoopAsked>(loop);
  const auto replay = [=](const OutcomeBuilder& builder, const std::string& mustDiffer) {
    return [=](const Assignment& witness) { return replayTurn(subject, pair, builder, mustDiffer, witness); };
  };
  std::vector<Obligation> twinsOfIt;
  for (const auto& [twin, output, builder] : twins()) {
    const TurnOutcome outcome = builder(turn);
    std::vector<Term> after;
    for (const auto& row : outcome.row)
      after.insert(after.end(), row.begin(), row.end());
    after.push_back(outcome.memory);
    twinsOfIt.push_back(asked.twin(terms, subject, twin, after, output, replay(builder, output)));
  }
  std::vector<Obligation> all = asObligations(asked.asked, name, replay(encoded, ""));
  for (Obligation& twin : twinsOfIt) {
    twin.name = name + "/" + twin.name;
    all.push_back(std::move(twin));
  }
  return all;
}

Theorem formTheorem(const Subject& subject, Pair pair) {
  const std::string name = "atoms/portable/" + nameOf(pair);
  std::vector<std::string> rules = {
      "ATOMS-1", "ATOMS-2",
      "ATOMS-5", pair.op == AtomsOp::Cas ? "ATOMS-7" : returnsFlag(pair.op) ? "ATOMS-9" : "ATOMS-6",
      "MACH-1",  "MACH-4",
      "MACH-5"};
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
