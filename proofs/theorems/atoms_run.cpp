// ATOMS on concrete values: by shipped machine code, and by the encoding evaluated lane after lane (ATOMS-5, -10); what
// replays and exhaustive checks compare.
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>

namespace warplaw::proofs::atoms {
namespace {
namespace rows = spec::atoms_rows;
using spec::kLanes;

Bits valueOfTerm(Term term) { return symbolic::evaluate(std::span(&term, 1), {})[0]; }

/// The encoding on constants: terms that evaluate to themselves.
class EncodedRun {
public:
  EncodedRun(Pair pair, AtomsRun& run, const Pieces& pieces)
      : pieces_(pieces), pair_(pair), run_(run), before_(run.results), castPair_(word(run.choices.castPair)) {}

  Attempts execute() {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      check(lane);
    attempts_.attempting = attempts_.admitted;
    if (isSpin(pair_))
      attempts_.attempting = 0;
    symbolic::AtomsSpin spin{word(0), word(0)};
    for (const std::uint8_t place : run_.choices.order) {
      const unsigned lane = place & 31; // as the code has it; in a permutation of lanes it is the same
      if (!isSpin(pair_)) {
        step(lane, valueOfTerm(access_[lane].performs) != 0);
        continue;
      }
      const Term bank = pieces_.bank(pair_.size, access_[lane].address, terms_.constant(8, run_.choices.bank64[lane]),
                                     word(run_.choices.bank64IsDefault));
      const symbolic::AtomsSpin next = pieces_.spin(spin, terms_.constant(5, lane), access_[lane].performs, bank);
      const bool wins = valueOfTerm(next.winners) != valueOfTerm(spin.winners);
      if (!wins && valueOfTerm(access_[lane].performs))
        give(lane, 0); // ATOMS-10
      attempts_.attempting |= wins ? 1u << lane : 0;
      step(lane, wins);
      spin = next;
    }
    return attempts_;
  }

private:
  Term word(std::uint32_t value) { return terms_.constant(32, value); }
  Term bit(std::uint32_t mask, unsigned lane) { return terms_.truth(mask >> lane & 1); }

  void check(unsigned lane) {
    const auto& c = run_.choices;
    access_[lane] =
        pieces_.access({pair_.size, bit(run_.operands.exec, lane), word(run_.operands.row[rows::kBase][lane]),
                        word(run_.modifiers.imm24), word(run_.modifiers.baseIsZero),
                        word(static_cast<std::uint32_t>(run_.memory.size())), bit(c.misalignedFirst, lane)});
    const symbolic::AtomsChecked checked =
        pieces_.checked(access_[lane], symbolic::atomsReturnsHigh(pair_.op, pair_.size, castPair_),
                        bit(c.errorWrites, lane), {word(c.errorValueLow[lane]), word(c.errorValueHigh[lane])},
                        {word(before_.row[0][lane]), word(before_.row[1][lane])});
    for (unsigned r = 0; r < spec::kResultRows; ++r) {
      run_.results.written[r] &= ~(1u << lane);
      run_.results.written[r] |= static_cast<std::uint32_t>(valueOfTerm(checked.written[r])) << lane;
      run_.results.row[r][lane] = static_cast<std::uint32_t>(valueOfTerm(checked.word[r]));
    }
    run_.results.predicateWritten = 0;
    attempts_.admitted |= static_cast<std::uint32_t>(valueOfTerm(access_[lane].performs)) << lane;
    attempts_.address[lane] = static_cast<std::uint32_t>(valueOfTerm(access_[lane].address));
    run_.results.error[lane] = static_cast<std::uint8_t>(valueOfTerm(access_[lane].error));
  }

  void give(unsigned lane, std::uint64_t value) {
    run_.results.row[0][lane] = static_cast<std::uint32_t>(value);
    if (run_.results.written[1] >> lane & 1)
      run_.results.row[1][lane] = static_cast<std::uint32_t>(value >> 32);
  }

  std::uint64_t words(unsigned low, unsigned high, unsigned lane) const {
    const std::uint64_t upper = pair_.size == AtomsSize::U64 ? run_.operands.row[high][lane] : 0;
    return run_.operands.row[low][lane] | upper << 32;
  }

  void step(unsigned lane, bool performs) {
    if (!performs)
      return;
    const auto address = static_cast<std::uint32_t>(valueOfTerm(access_[lane].address));
    const unsigned width = bitsOf(pair_.size);
    if (std::uint64_t{address} + width / 8 > run_.memory.size())
      return; // only a misreading lets a lane perform there
    const auto constant = [&](std::uint64_t value) { return terms_.constant(width, value); };
    const symbolic::AtomsStep step = pieces_.step({pair_.op, pair_.size, constant(run_.word(pair_.size, address)),
                                                   constant(words(rows::kOperand, rows::kOperandHigh, lane)),
                                                   constant(words(rows::kSwap, rows::kSwapHigh, lane))});
    for (std::uint32_t i = 0; i < width / 8; ++i) {
      const Term byte = pieces_.byteAfter(word(address + i), terms_.constant(8, run_.memory[address + i]), step.stores,
                                          word(address), step.newValue);
      bytes_[i] = static_cast<std::uint8_t>(valueOfTerm(byte));
    }
    std::copy_n(bytes_, width / 8, run_.memory.begin() + address);
    give(lane, static_cast<std::uint64_t>(valueOfTerm(step.returned)));
  }

  const Pieces& pieces_;
  symbolic::Terms terms_;
  Pair pair_;
  AtomsRun& run_;
  spec::Results before_;
  Term castPair_;
  std::array<symbolic::AtomsAccess, kLanes> access_;
  std::uint8_t bytes_[8] = {};
  Attempts attempts_;
};

} // namespace

AtomsRun::AtomsRun() : memory(512) { modifiers.baseIsZero = 0; }

void AtomsRun::place(unsigned lane, std::uint32_t address) {
  operands.exec |= 1u << lane;
  operands.row[rows::kBase][lane] = address;
}

void AtomsRun::give(unsigned lane, std::uint64_t operand, std::uint64_t swap) {
  operands.row[rows::kOperand][lane] = static_cast<std::uint32_t>(operand);
  operands.row[rows::kOperandHigh][lane] = static_cast<std::uint32_t>(operand >> 32);
  operands.row[rows::kSwap][lane] = static_cast<std::uint32_t>(swap);
  operands.row[rows::kSwapHigh][lane] = static_cast<std::uint32_t>(swap >> 32);
}

std::uint64_t AtomsRun::word(AtomsSize size, std::uint32_t address) const {
  std::uint64_t value = 0;
  for (unsigned i = spec::bytesOf(size); i-- != 0;)
    value = value << 8 | memory.at(address + i);
  return value;
}

void AtomsRun::setWord(AtomsSize size, std::uint32_t address, std::uint64_t value) {
  for (unsigned i = 0; i < spec::bytesOf(size); ++i)
    memory.at(address + i) = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t AtomsRun::returned(AtomsSize size, unsigned lane) const {
  const bool high = size == AtomsSize::U64 && (results.written[1] >> lane & 1);
  return results.row[0][lane] | (high ? std::uint64_t(results.row[1][lane]) << 32 : 0);
}

void AtomsRun::order(std::span<const unsigned> first) {
  unsigned k = 0;
  for (unsigned lane : first)
    choices.order[k++] = static_cast<std::uint8_t>(lane);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (std::find(first.begin(), first.end(), lane) == first.end())
      choices.order.at(k++) = static_cast<std::uint8_t>(lane);
}

bool runMachine(const Subject& subject, Pair pair, AtomsRun& run) {
  auto* code = reinterpret_cast<Code*>(subject.machineCode(symbolOf(pair)));
  auto* listing = reinterpret_cast<Listing*>(subject.machineCode(kPortableListing));
  if (!code || !listing)
    return false;
  code(&run.modifiers, &run.operands, &run.choices, {run.memory.data(), static_cast<std::uint32_t>(run.memory.size())},
       &run.results, listing);
  return true;
}

Attempts runEncoding(Pair pair, AtomsRun& run, const Pieces& pieces) { return EncodedRun(pair, run, pieces).execute(); }

void runOnWords(const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                const spec::AtomsChoices& choices, std::span<std::uint8_t> memory, spec::Results& results,
                const Pieces& pieces) {
  AtomsRun run;
  run.modifiers = modifiers;
  run.operands = operands;
  run.choices = choices;
  run.memory.assign(memory.begin(), memory.end());
  run.results = results;
  runEncoding({static_cast<AtomsOp>(modifiers.op), static_cast<AtomsSize>(modifiers.size)}, run, pieces);
  std::copy(run.memory.begin(), run.memory.end(), memory.begin());
  results = run.results;
}

std::string difference(const AtomsRun& a, const AtomsRun& b) {
  std::string text;
  const Assignment results = assignmentOf(b.results);
  for (const auto& [name, value] : assignmentOf(a.results))
    if (const std::uint64_t other = valueOf(results, name); value != other)
      text += fmt::format("{}: {:#x} and {:#x}\n", name, static_cast<std::uint64_t>(value), other);
  if (a.memory == b.memory) // at once: hundreds of runs may be compared for one witness
    return text;
  for (std::size_t place = 0; place < a.memory.size(); ++place)
    if (a.memory[place] != b.memory[place])
      text += fmt::format("memory[{:#x}]: {:#x} and {:#x}\n", place, a.memory[place], b.memory[place]);
  return text;
}

spec::Case caseOf(Pair pair, const AtomsRun& run) {
  spec::Case c;
  c.comment = "a solver's witness";
  // the code is proved for any 24 bits, but a form's immediate is a multiple of 4: the rest goes to the base
  const std::uint32_t rest = run.modifiers.imm24 & 3, immediate = run.modifiers.imm24 - rest;
  const bool signExtends = run.modifiers.baseIsZero && rest != 0 && immediate >> 23;
  spec::AtomsForm form{pair.op, pair.size, {0}, {true, {2}, immediate}, {4}, {}};
  if (run.modifiers.baseIsZero && rest == 0)
    form.address.base = {};
  if (compares(pair.op))
    form.rc.index = pair.size == AtomsSize::U64 ? 6 : 5;
  c.instruction.form = form;
  c.warp.active = run.operands.exec;
  const unsigned swapHigh = 7, swap = pair.size == AtomsSize::U64 ? 6 : 5;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    c.warp.registers[2][lane] = run.operands.row[rows::kBase][lane] + rest + (signExtends ? 1u << 24 : 0);
    c.warp.registers[4][lane] = run.operands.row[rows::kOperand][lane];
    if (pair.size == AtomsSize::U64) {
      c.warp.registers[5][lane] = run.operands.row[rows::kOperandHigh][lane];
      c.warp.registers[swapHigh][lane] = run.operands.row[rows::kSwapHigh][lane];
    }
    if (compares(pair.op))
      c.warp.registers[swap][lane] = run.operands.row[rows::kSwap][lane];
  }
  c.memory = run.memory;
  c.choices = run.choices;
  return c;
}

Replay replayed(const Subject& subject, const Demonstration& demonstration) {
  const auto& [pair, before, shows, report] = demonstration;
  AtomsRun machine = before, encoding = before;
  if (!runMachine(subject, pair, machine))
    return {.reproduced = false, .report = "no machine code for " + symbolOf(pair), .counterexample = {}};
  runEncoding(pair, encoding);
  const std::string differs = difference(machine, encoding);
  if (!differs.empty())
    return {.reproduced = false,
            .report = "machine code and encoding differ: " + differs,
            .counterexample = caseOf(pair, before)};
  return {.reproduced = shows(machine), .report = report, .counterexample = caseOf(pair, before)};
}

AtomsLane laneOf(const Assignment& witness, std::string_view suffix) {
  const auto word = [&](std::string_view name) { return valueOf(witness, fmt::format("{}{}", name, suffix)); };
  return {static_cast<std::uint32_t>(word("address")), word("operand"), word("swap"), word("old")};
}

AtomsRun runOf(AtomsSize size, const std::vector<AtomsLane>& lanes) {
  AtomsRun run;
  for (unsigned lane = 0; lane < lanes.size(); ++lane) {
    const auto& [address, operand, swap, held] = lanes[lane];
    run.place(lane, address);
    run.give(lane, operand, swap);
    if (!held)
      continue;
    run.memory.resize(std::max<std::size_t>(run.memory.size(), address + 8));
    run.setWord(size, address, *held);
  }
  return run;
}

} // namespace warplaw::proofs::atoms
