// One turn of ATOMS's loop over the lanes, as terms and on concrete runs (ATOMS-5..7, -9, -10).
#include "proofs/atoms_turn.h"
#include "symbolic/evaluate.h"
#include <algorithm>

namespace warplaw::proofs::atoms {
namespace {
namespace rows = spec::atoms_rows;
using spec::kLanes;
using spec::kResultRows;

/// An outcome's terms, with one copy of the memory byte for each byte of the access, evaluated turn after turn.
class Fold {
public:
  Fold(const Subject& subject, Pair pair, const OutcomeBuilder& builder) : turn_(terms_, pair) {
    const TurnOutcome outcome = builder(turn_);
    for (unsigned r = 0; r < kResultRows; ++r)
      for (unsigned lane = 0; lane < kLanes; ++lane)
        roots_.push_back(subject.encode(fmt::format("row[{}][{}]", r, lane), outcome.row[r][lane]));
    const Term memory = subject.encode("memory", outcome.memory);
    for (unsigned i = 0; i < spec::bytesOf(pair.size); ++i) {
      const std::pair<Term, Term> here[] = {{turn_.offset, terms_.constant(32, i)},
                                            {turn_.byte, terms_.variable(8, fmt::format("byte{}", i))}};
      roots_.push_back(symbolic::substitute(memory, here));
    }
  }

  /// The run after all turns; the checks and .SPIN's choice are the encoding's.
  void execute(Run& run) {
    Run whole = run;
    const Attempts attempts = runEncoding(turn_.pair, whole);
    const Run fresh = run;
    run.results = whole.results;
    for (unsigned r = 0; r < kResultRows; ++r) // what the attempting lanes return is still to come
      for (unsigned lane = 0; lane < kLanes; ++lane)
        if (attempts.attempting >> lane & 1)
          run.results.row[r][lane] = fresh.results.row[r][lane];
    Assignment values = {{"allocated", run.memory.size()},
                         {"exec", run.operands.exec},
                         {"castPair", run.choices.castPair},
                         {"admitted", attempts.admitted},
                         {"winners", attempts.attempting}};
    for (unsigned k = 0; k < kLanes; ++k)
      turn(k, attempts.address[run.choices.order[k] & 31], values, run);
  }

private:
  void turn(unsigned k, std::uint32_t at, Assignment& values, Run& run) {
    const unsigned lane = run.choices.order[k] & 31, bytes = spec::bytesOf(turn_.pair.size);
    const bool inside = std::uint64_t(at) + bytes <= run.memory.size();
    values["k"] = k;
    values["order[k]"] = run.choices.order[k];
    values["address"] = at;
    values["old"] = inside ? run.word(turn_.pair.size, at) : 0;
    for (unsigned r = 0; r < spec::kSourceRows; ++r)
      values[fmt::format("word{}", r)] = run.operands.row[r][lane];
    for (unsigned r = 0; r < kResultRows; ++r)
      for (unsigned i = 0; i < kLanes; ++i)
        values[fmt::format("turn.row{}[{}]", r, i)] = run.results.row[r][i];
    for (unsigned i = 0; i < bytes; ++i)
      values[fmt::format("byte{}", i)] = inside ? run.memory[at + i] : 0;
    const std::vector<Bits> after = symbolic::evaluate(roots_, values);
    for (unsigned cell = 0; cell < kResultRows * kLanes; ++cell)
      run.results.row[cell / kLanes][cell % kLanes] = static_cast<std::uint32_t>(after[cell]);
    for (unsigned i = 0; inside && i < bytes; ++i)
      run.memory[at + i] = static_cast<std::uint8_t>(after[kResultRows * kLanes + i]);
  }

  Terms terms_;
  Turn turn_;
  std::vector<Term> roots_;
};

std::uint32_t wordOf(const Assignment& witness, const std::string& name) {
  return static_cast<std::uint32_t>(valueOf(witness, name));
}

/// The lane of a witness alone, in its turn; its location holds `old`.
Run runFrom(Pair pair, const Assignment& witness, unsigned k, unsigned lane) {
  Run run;
  run.memory.assign(std::min(wordOf(witness, "allocated"), spec::kMaxSharedBytes), 0);
  run.choices.castPair = wordOf(witness, "castPair") & 1;
  std::swap(run.choices.order[k], run.choices.order[lane]);
  if (wordOf(witness, "exec") >> lane & 1)
    run.operands.exec = 1u << lane;
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    run.operands.row[r][lane] = wordOf(witness, fmt::format("word{}", r));
  if (witness.contains("imm24") || witness.contains("baseIsZero"))
    run.modifiers = {wordOf(witness, "imm24"), wordOf(witness, "baseIsZero")};
  else
    run.operands.row[rows::kBase][lane] = wordOf(witness, "address");
  const std::uint32_t at = wordOf(witness, "address");
  if (std::uint64_t(at) + spec::bytesOf(pair.size) <= run.memory.size())
    run.setWord(pair.size, at, valueOf(witness, "old"));
  for (unsigned r = 0; r < kResultRows; ++r)
    for (unsigned i = 0; i < kLanes; ++i)
      run.results.row[r][i] = wordOf(witness, fmt::format("turn.row{}[{}]", r, i));
  return run;
}

/// Runs that could show what a witness shows: its lane alone; with a second lane at the same place, before it or after
/// it.
std::vector<Run> candidates(Pair pair, const Assignment& witness) {
  const unsigned k = wordOf(witness, "k") & 31, lane = wordOf(witness, "order[k]") & 31;
  const Run alone = runFrom(pair, witness, k, lane);
  std::vector<Run> runs = {alone};
  for (const unsigned second : {lane ^ 1u, lane ^ 31u})
    for (const bool reversed : {false, true}) {
      Run run = alone;
      run.operands.exec |= 1u << second;
      for (auto& row : run.operands.row)
        row[second] = row[lane];
      if (reversed)
        std::reverse(run.choices.order.begin(), run.choices.order.end());
      runs.push_back(run);
      run.operands.row[rows::kOperand][second] += 1; // not the same step
      runs.push_back(std::move(run));
    }
  return runs;
}

bool differsAt(const std::string& output, const Run& a, const Run& b) {
  if (output.empty())
    return true;
  if (output == "memory")
    return a.memory != b.memory;
  for (unsigned r = 0; r < kResultRows; ++r)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (output == fmt::format("row[{}][{}]", r, lane))
        return a.results.row[r][lane] != b.results.row[r][lane];
  return false;
}

} // namespace

Turn::Turn(Terms& terms, Pair p)
    : pair(p), imm24(terms.variable(32, "imm24")), baseIsZero(terms.variable(32, "baseIsZero")),
      allocated(terms.variable(32, "allocated")), operands(symbolic::OperandTerms::variables(terms)),
      choices(symbolic::AtomsChoiceTerms::variables(terms)), before(symbolic::ResultTerms::variables(terms, "before.")),
      checked(symbolic::ResultTerms::variables(terms, "checked.")), admitted(terms.variable(32, "admitted")),
      winners(terms.variable(32, "winners")), k(terms.variable(5, "k")), laneByte(terms.variable(8, "order[k]")),
      address(terms.variable(32, "address")), offset(terms.variable(32, "offset")), place(address + offset),
      byte(terms.variable(8, "byte")), old(terms.variable(bitsOf(p.size), "old")) {
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    word[r] = terms.variable(32, fmt::format("word{}", r));
  checked.predicate = before.predicate;
  checked.predicateWritten = terms.constant(32, 0);
  row = symbolic::ResultTerms::variables(terms, "turn.").row;
}

Term Turn::returnsHigh() const { return symbolic::atomsReturnsHigh(pair.op, pair.size, choices.castPair); }

Term Turn::operand() const {
  return pair.size == AtomsSize::U64 ? word[rows::kOperandHigh].concat(word[rows::kOperand]) : word[rows::kOperand];
}

Term Turn::swap() const {
  return pair.size == AtomsSize::U64 ? word[rows::kSwapHigh].concat(word[rows::kSwap]) : word[rows::kSwap];
}

symbolic::AtomsStep Turn::step() const { return symbolic::atomsStep(pair.op, pair.size, old, operand(), swap()); }

Term Turn::addressIsEncoded() const {
  Terms& terms = k.terms();
  const Term yes = terms.truth(true);
  return address.eq(
      symbolic::atomsAccess(pair.size, yes, word[rows::kBase], imm24, baseIsZero, allocated, yes).address);
}

std::vector<Term> Turn::legal() const {
  Terms& terms = k.terms();
  const auto atMost = [&](Term value, Bits limit) { return value.ule(terms.constant(32, limit)); };
  return {atMost(imm24, 0xffffff), atMost(baseIsZero, 1),
          baseIsZero.eq(Bits(1)).implies(word[rows::kBase].eq(Bits(0)))};
}

std::vector<Term> Turn::facts() const {
  Terms& terms = k.terms();
  const Term zero = terms.constant(32, 0), no = terms.truth(false);
  // Which of two errors is reported changes no access; at this address, however it came about.
  const symbolic::AtomsAccess access =
      symbolic::atomsAccess(pair.size, inMask(operands.exec, lane()), address, zero, zero, allocated, no);
  const auto atMost = [&](Term value, Bits limit) { return value.ule(terms.constant(32, limit)); };
  std::vector<Term> facts = {atMost(allocated, spec::kMaxSharedBytes), atMost(choices.castPair, 1),
                             atMost(choices.bank64IsDefault, 1), inMask(admitted, lane()).eq(access.performs)};
  if (isSpin(pair))
    facts.push_back((winners & ~admitted).eq(Bits(0)));
  return facts;
}

TurnOutcome outcomeOf(const Turn& turn, const symbolic::AtomsStep& step, Term to) {
  Terms& terms = turn.k.terms();
  const Term steps = inMask(turn.attempting(), turn.lane());
  TurnOutcome outcome;
  outcome.memory = symbolic::atomsByteAfter(turn.place, turn.byte, steps & step.stores, turn.address, step.newValue);
  const Term high = turn.pair.size == AtomsSize::U64 ? step.returned.extract(63, 32) : terms.constant(32, 0);
  for (unsigned i = 0; i < kLanes; ++i) {
    const Term isThis = steps & to.eq(Bits(i));
    outcome.row[0][i] = isThis.ite(step.returned.extract(31, 0), turn.row[0][i]);
    outcome.row[1][i] = (isThis & turn.returnsHigh()).ite(high, turn.row[1][i]);
  }
  return outcome;
}

TurnOutcome encoded(const Turn& turn) { return outcomeOf(turn, turn.step(), turn.lane()); }

Replay replayTurn(const Subject& subject, Pair pair, const OutcomeBuilder& builder, const std::string& mustDiffer,
                  const Assignment& witness) {
  if (!subject.machineCode(symbolOf(pair)))
    return {.reproduced = false, .report = "no machine code for " + symbolOf(pair), .counterexample = {}};
  Fold fold(subject, pair, builder);
  for (const Run& run : candidates(pair, witness)) {
    Run machine = run, encoding = run;
    runMachine(subject, pair, machine);
    fold.execute(encoding);
    const std::string differs = difference(machine, encoding);
    if (differs.empty() || !differsAt(mustDiffer, machine, encoding))
      continue;
    return {.reproduced = true,
            .report = formOf(pair) + ", machine code and encoding: " + differs,
            .counterexample = caseOf(pair, run)};
  }
  return {.reproduced = false,
          .report = "machine code and encoding agree on every run made from the witness",
          .counterexample = {}};
}

} // namespace warplaw::proofs::atoms
