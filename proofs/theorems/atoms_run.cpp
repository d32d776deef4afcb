// ATOMS on concrete values: by shipped machine code, and by the encoding evaluated lane after lane (ATOMS-5, -10); what
// replays and exhaustive checks compare.
#include "proofs/theorems/atoms_theorems.h"
#include "symbolic/terms/evaluate.h"
#include <algorithm>

namespace warplaw::proofs::atoms {
namespace {
namespace rows = spec::atoms_rows;
using spec::kLanes;
} // namespace

AtomsRun::AtomsRun() : memory(512) { modifiers.baseIsZero = 0; }

void AtomsRun::set(Pair pair) {
  modifiers.op = static_cast<std::uint32_t>(pair.op);
  modifiers.size = static_cast<std::uint32_t>(pair.size);
}

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
  choices.order = spec::Words::laneNumbers();
  for (auto at = choices.order.begin(); const unsigned lane : first) {
    const auto there = std::ranges::find(choices.order, lane);
    std::rotate(at++, there, there + 1);
  }
}

bool runMachine(const Subject& subject, Pair pair, AtomsRun& run, std::uint8_t* elsewhere) {
  auto* code = reinterpret_cast<Code*>(subject.machineCode(symbolOf(pair)));
  auto* listing = reinterpret_cast<Listing*>(subject.machineCode(kPortableListing));
  if (!code || !listing)
    return false;
  code(&run.modifiers, &run.operands, &run.choices,
       {elsewhere ? elsewhere : run.memory.data(), static_cast<std::uint32_t>(run.memory.size())}, &run.results,
       listing);
  return true;
}

symbolic::AtomsAttempts runEncoding(Pair pair, AtomsRun& run, symbolic::AtomsOnWords& encoding) {
  run.set(pair);
  return encoding(run.modifiers, run.operands, run.choices, run.memory, run.results);
}

Proof::Words onWords(symbolic::AtomsPieces pieces, std::function<void(spec::AtomsChoices&)> change) {
  return [change, encoding = std::make_shared<symbolic::AtomsOnWords>(std::move(pieces))](
             const spec::AtomsModifiers& modifiers, const spec::Operands& operands, spec::AtomsChoices choices,
             std::span<std::uint8_t> memory, const spec::SurroundingCells&, spec::Results& results) {
    if (change)
      change(choices);
    (*encoding)(modifiers, operands, choices, memory, results);
  };
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

std::optional<spec::Case> caseOf(Pair pair, AtomsRun run) {
  run.set(pair);
  auto& [op, size, imm24, baseIsZero] = run.modifiers;
  // the code is proved for any 24 bits, but a form's immediate is a multiple of 4: the rest goes to the base
  const std::uint32_t rest = imm24 & 3, signExtended = rest != 0 && baseIsZero && imm24 >> 23 ? 1u << 24 : 0;
  imm24 -= rest;
  for (std::uint32_t& base : run.operands.row[rows::kBase])
    base += rest + signExtended;
  baseIsZero = baseIsZero && rest == 0;
  return proofs::caseOf(proofOf().writtenDown(), assignmentOf(run.modifiers),
                        {run.operands, run.choices, {}, run.results, run.memory});
}

Replay replayed(const Subject& subject, const Demonstration& demonstration) {
  const auto& [pair, before, shows, report] = demonstration;
  AtomsRun machine = before, encoding = before;
  if (!runMachine(subject, pair, machine))
    return {.reproduced = false, .report = "no machine code for " + symbolOf(pair), .counterexample = {}};
  symbolic::AtomsOnWords encoded;
  runEncoding(pair, encoding, encoded);
  const std::string differs = difference(machine, encoding);
  if (!differs.empty())
    return {.reproduced = false,
            .report = "machine code and encoding differ: " + differs,
            .counterexample = caseOf(pair, before)};
  return {.reproduced = shows(machine), .report = report, .counterexample = caseOf(pair, before)};
}

std::function<Demonstration(const Assignment&)>
inOneLane(Pair pair, std::function<bool(const AtomsRun&, const AtomsLane&)> shows, std::string what) {
  return [=](const Assignment& witness) -> Demonstration {
    const AtomsLane lane = laneOf(witness);
    AtomsRun run = runOf(pair.size, {lane});
    run.choices.castPair = 1;
    return {
        pair, run, [=](const AtomsRun& after) { return shows(after, lane); },
        fmt::format("{}: M {:#x}, Rb {:#x}, Rc {:#x}: {}", formOf(pair), *lane.held, lane.operand, lane.swap, what)};
  };
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
