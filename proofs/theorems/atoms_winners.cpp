// .SPIN's winners in code (ATOMS-10): one arbitrary turn of the shipped loop over the order is the encoding's step of
// the choice, turns are 0..31, and what is returned is what turn 31 leaves.
#include "proofs/theorems/atoms_turn.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>
#include <bit>
#include <random>

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
namespace rows = spec::atoms_rows;
constexpr const char* kSymbol = "warplaw_atoms_spin_winners";
using Code = std::uint32_t(const spec::AtomsModifiers*, const spec::Operands*, const spec::AtomsChoices*,
                           std::uint32_t admitted, std::uint32_t chosenBanks);

/// What the function is given, and the state before turn k, as variables.
SpinFunction choiceOf(Terms& terms) {
  return {kSymbol,
          modifiersTable(terms.variable(32, "imm24"), terms.variable(32, "baseIsZero")),
          symbolic::variables<symbolic::OperandTerms>(terms),
          symbolic::variables<symbolic::AtomsChoiceTerms>(terms),
          {terms.variable(5, "k"), terms.variable(32, "admitted"), terms.variable(32, "chosenBanks"),
           terms.variable(32, "taken"), terms.variable(32, "winners")}};
}

/// One call.
struct WinnersCall {
  AtomsRun run;
  std::uint32_t admitted, chosenBanks;
};

/// The call that a model tells of. `led`: with lanes that have won banks before turn k as the model says that they
/// have; otherwise it is handed over as it is.
WinnersCall told(const Assignment& witness, bool led) {
  WinnersCall call{{}, wordOf(witness, "admitted"), wordOf(witness, "chosenBanks")};
  call.run.modifiers = valueFrom<spec::AtomsModifiers>(witness);
  call.run.operands = valueFrom<spec::Operands>(witness);
  call.run.choices = valueFrom<spec::AtomsChoices>(witness);
  if (!led)
    return call;
  auto& [modifiers, operands, choices, memory, results] = call.run;
  const unsigned k = wordOf(witness, "k") % kLanes, lane = choices.order[k] % kLanes;
  std::uint32_t winners = wordOf(witness, "winners") & ~(1u << lane), taken = wordOf(witness, "taken");
  const std::uint32_t imm24 = modifiers.imm24, extended = modifiers.baseIsZero ? imm24 : (imm24 ^ 0x800000) - 0x800000;
  unsigned turn = 0;
  for (; turn < k && winners != 0 && taken != 0; ++turn, winners &= winners - 1, taken &= taken - 1) {
    const auto winner = static_cast<unsigned>(std::countr_zero(winners)),
               bank = static_cast<unsigned>(std::countr_zero(taken));
    choices.order[turn] = static_cast<std::uint8_t>(winner);
    choices.bank64[winner] = static_cast<std::uint8_t>(bank);
    if (!modifiers.baseIsZero)
      operands.row[rows::kBase][winner] = 4 * bank - extended;
    call.admitted |= 1u << winner;
  }
  const std::uint32_t others = ~call.admitted & ~(1u << lane);
  for (; turn < k && others != 0; ++turn)
    choices.order[turn] = static_cast<std::uint8_t>(std::countr_zero(others));
  return call;
}

/// Calls that could show what a witness shows: the one that it tells of; its lane in its turn, everybody like it or as
/// the witness says, in one bank or each in one of its own; and with everything that it does not name chosen at random,
/// the same every time.
std::vector<WinnersCall> callsLike(const Assignment& witness) {
  const unsigned k = wordOf(witness, "k") & 31, lane = wordOf(witness, fmt::format("order[{}]", k)) & 31;
  std::vector<WinnersCall> calls = {told(witness, false), told(witness, true)};
  for (unsigned attempt = 0; attempt < 16; ++attempt) {
    const bool together = attempt & 1, reversed = attempt & 2, asSaid = attempt & 4, apart = attempt & 8;
    const std::uint32_t others = apart ? ~0u : together ? 1u << (lane ^ 1) | 1u << (lane ^ 31) : 0;
    WinnersCall call{{},
                     asSaid ? wordOf(witness, "admitted") : (wordOf(witness, "admitted") & 1u << lane) | others,
                     wordOf(witness, "chosenBanks")};
    call.run.modifiers = valueFrom<spec::AtomsModifiers>(witness);
    std::swap(call.run.choices.order[k], call.run.choices.order[lane]);
    if (reversed)
      std::reverse(call.run.choices.order.begin(), call.run.choices.order.end());
    for (unsigned i = 0; i < kLanes; ++i) {
      const unsigned from = asSaid ? i : lane, step = apart ? i ^ lane : 0;
      const std::uint32_t base = wordOf(witness, fmt::format("row[0][{}]", from));
      call.run.operands.row[rows::kBase][i] = call.run.modifiers.baseIsZero ? base : base + 4 * step;
      call.run.choices.bank64[i] =
          static_cast<std::uint8_t>((wordOf(witness, fmt::format("bank64[{}]", from)) + step) & 31);
    }
    calls.push_back(call);
  }
  std::mt19937 random(1); // its numbers are the same everywhere
  for (unsigned attempt = 0; attempt < 32; ++attempt) {
    WinnersCall call{{}, static_cast<std::uint32_t>(random()), wordOf(witness, "chosenBanks")};
    call.run.modifiers = {0, 0, static_cast<std::uint32_t>(random() & 0xfffffc), wordOf(witness, "baseIsZero")};
    for (unsigned i = 0; i < kLanes; ++i) {
      std::swap(call.run.choices.order[i], call.run.choices.order[random() % (i + 1)]);
      call.run.operands.row[rows::kBase][i] = call.run.modifiers.baseIsZero ? 0 : random() & ~3u;
      call.run.choices.bank64[i] = random() & 31;
    }
    calls.push_back(call);
  }
  return calls;
}

/// What a turn is given, otherwise by a twin.
using Spoil = std::function<void(SpinFunction&)>;
void encoded(SpinFunction&) {}

/// What it leaves by the oracle.
symbolic::SpinTurned turned(SpinFunction given, const Spoil& spoil) {
  spoil(given);
  const std::vector<lift::Table> read = readBy(given);
  return symbolic::encodedSpin(cellsIn(read), given.turn);
}

/// The calls by machine code, and by the outcome folded over the turns.
Replay replayWinners(const Subject& subject, const Spoil& spoil, const Assignment& witness) {
  auto* code = reinterpret_cast<Code*>(subject.machineCode(kSymbol));
  if (!code)
    return {.reproduced = false, .report = std::string("no machine code for ") + kSymbol, .counterexample = {}};
  Terms terms;
  const symbolic::SpinTurned after = turned(choiceOf(terms), spoil);
  const Term roots[] = {subject.encode("taken", after.taken), subject.encode("winners", after.winners)};
  for (const auto& [run, admitted, chosenBanks] : callsLike(witness)) {
    Assignment values = assignmentOf(run.modifiers);
    values.merge(assignmentOf(run.operands));
    values.merge(assignmentOf(run.choices));
    values.insert({{"chosenBanks", chosenBanks}, {"admitted", admitted}, {"taken", 0}, {"winners", 0}});
    const std::uint32_t got = code(&run.modifiers, &run.operands, &run.choices, admitted, chosenBanks);
    for (unsigned turn = 0; turn < kLanes; ++turn) {
      values["k"] = turn;
      const std::vector<Bits> left = symbolic::evaluate(roots, values);
      values["taken"] = left[0];
      values["winners"] = left[1];
    }
    const auto expected = static_cast<std::uint32_t>(values["winners"]);
    if (got != expected)
      return {.reproduced = true,
              .report = fmt::format("admitted {:#x}: machine code lets {:#x} attempt, the encoding {:#x}", admitted,
                                    got, expected),
              .counterexample = {}};
  }
  return {.reproduced = false,
          .report = "machine code and encoding agree on every run made from the witness",
          .counterexample = {}};
}

Obligations obligations(Terms& terms, const Subject& subject, const std::string& name) {
  const SpinFunction choice = choiceOf(terms);
  const auto replay = [=](const Spoil& spoil) {
    return [=](const Assignment& witness) { return replayWinners(subject, spoil, witness); };
  };
  const auto twin = [&](const char* twinName, const Spoil& spoil) {
    const symbolic::SpinTurned after = turned(choice, spoil);
    return LoopTwin{twinName, "winners", {after.taken, after.winners}, replay(spoil)};
  };
  const auto twins = [&](const LoopAsked&) -> std::vector<LoopTwin> {
    return {twin("lanes-in-lane-order",
                 [](SpinFunction& f) {
                   for (unsigned lane = 0; lane < kLanes; ++lane)
                     f.choices.order[lane] = f.turn.k.terms().constant(8, lane);
                 }),
            twin("lanes-in-error-take-part",
                 [](SpinFunction& f) { f.turn.admitted = f.turn.k.terms().constant(32, ~0u); })};
  };
  return asObligations(terms, subject, askSpin(terms, subject, choice), name, replay(encoded), twins);
}

} // namespace

std::vector<Theorem> choiceTheorems(const Subject& subject) {
  const std::string name = "atoms/winners";
  return {instructionTheorem(
      name, "ATOMS", "portable", {"ATOMS-10", "ATOMS-5"},
      ".SPIN, portable path: no undefined behaviour; each turn of the loop over the order is the encoding's step of "
      "the choice for lane order[k]",
      kSymbol, [=](Terms& terms) { return obligations(terms, subject, name); })};
}

} // namespace warplaw::proofs::atoms
