#include "symbolic/runs/atoms.h"
#include "symbolic/encodings/wording.h"
#include "symbolic/native/described.h"
#include <cstddef>

namespace warplaw::symbolic {
namespace {
using native::LateFunction;
using native::Slot;
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace rows = spec::atoms_rows;

/// Operand, swap, returned.
using StepWords = std::array<std::uint64_t, 3>;
/// Taken, winners, lane, admitted, bank.
using SpinWords = std::array<std::uint32_t, 5>;

/// All lanes before any access.
LateFunction checksOf(const AtomsPieces& pieces, AtomsOp op, AtomsSize size) {
  auto owned = std::make_unique<Terms>();
  const auto modifiers = variables<AtomsModifierTerms>(*owned);
  const auto operands = variables<OperandTerms>(*owned);
  const auto choices = variables<AtomsChoiceTerms>(*owned);
  const auto before = variables<ResultTerms>(*owned, "before.");
  const Term allocated = owned->variable(32, "allocated");
  std::vector<Slot> inputs = {{allocated, 4}}, outputs;
  native::addSlots(inputs, modifiers, 0);
  native::addSlots(inputs, operands, 1);
  native::addSlots(inputs, choices, 2);
  native::addSlots(inputs, before, 3);
  const Term returnsHigh = atomsReturnsHigh(op, size, choices.castPair);
  ResultTerms after = before;
  PerLane<Term> performs, written[spec::kResultRows];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const AtomsAccess access =
        pieces.access({size, operands.exec.bit(lane), operands.row[rows::kBase][lane], modifiers.imm24,
                       modifiers.baseIsZero, allocated, choices.misalignedFirst.bit(lane)});
    const AtomsChecked checked = pieces.checked(access, returnsHigh, choices.errorWrites.bit(lane),
                                                {choices.errorValueLow[lane], choices.errorValueHigh[lane]},
                                                {before.row[0][lane], before.row[1][lane]});
    for (unsigned r = 0; r < spec::kResultRows; ++r) {
      written[r][lane] = checked.written[r];
      after.row[r][lane] = checked.word[r];
    }
    after.error[lane] = access.error;
    performs[lane] = access.performs;
    outputs.push_back({access.address, 0, offsetof(AtomsAttempts, address) + 4 * lane, 4});
    if (op == AtomsOp::CastSpin)
      outputs.push_back({pieces.bank(size, access.address, choices.bank64[lane], choices.bank64IsDefault), 0,
                         offsetof(AtomsAttempts, bank) + lane, 1});
  }
  after.written = {assembled(written[0]), assembled(written[1])};
  after.predicateWritten = owned->constant(32, 0);
  outputs.push_back({assembled(performs), 0, offsetof(AtomsAttempts, admitted), 4});
  native::addSlots(outputs, after, 1, &before);
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

/// One lane's step on the bytes of its location.
LateFunction stepOf(const AtomsPieces& pieces, AtomsOp op, AtomsSize size) {
  auto owned = std::make_unique<Terms>();
  const unsigned bytes = spec::bytesOf(size);
  const auto word = [&](const char* name) { return owned->variable(8 * bytes, name); };
  const Term memory = word("memory"), operand = word("operand"), swap = word("swap");
  const AtomsStep step = pieces.step({op, size, memory, operand, swap});
  Term after;
  for (unsigned i = 0; i < bytes; ++i) {
    const Term byte = pieces.byteAfter(owned->constant(32, i), memory.extract(8 * i + 7, 8 * i), step.stores,
                                       owned->constant(32, 0), step.newValue);
    after = i == 0 ? byte : byte.concat(after);
  }
  std::vector<Slot> inputs = {{memory, 0, 0, bytes}, {operand, 1, 0, bytes}, {swap, 1, 8, bytes}},
                    outputs = {{after, 0, 0, bytes}, {step.returned, 1, 16, bytes}};
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

/// .SPIN's choice as it meets one lane.
LateFunction spinOf(const AtomsPieces& pieces) {
  auto owned = std::make_unique<Terms>();
  std::vector<Slot> inputs;
  for (const unsigned width : {32, 32, 5, 1, 5})
    inputs.push_back({owned->variable(width, std::to_string(inputs.size())), 0, 4 * inputs.size()});
  const AtomsSpin after = pieces.spin({inputs[0].term, inputs[1].term}, inputs[2].term, inputs[3].term, inputs[4].term);
  return {std::move(owned), std::move(inputs), {{after.taken, 0, 0}, {after.winners, 0, 4}}};
}

} // namespace

AtomsOnWords::AtomsOnWords(AtomsPieces pieces) : pieces_(std::move(pieces)), spin_(spinOf(pieces_)) {}

AtomsAttempts AtomsOnWords::operator()(const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                                       const spec::AtomsChoices& choices, std::span<std::uint8_t> memory,
                                       spec::Results& results) {
  const auto op = static_cast<AtomsOp>(modifiers.op);
  const auto size = static_cast<AtomsSize>(modifiers.size);
  const bool isSpin = op == AtomsOp::CastSpin;
  auto& checks = checks_[isSpin ? 2 : op == AtomsOp::Cast][modifiers.size];
  if (!checks)
    checks = checksOf(pieces_, op, size);
  auto& step = step_[modifiers.op][modifiers.size];
  if (!step)
    step = stepOf(pieces_, op, size);

  AtomsAttempts attempts{};
  const auto allocated = static_cast<std::uint32_t>(memory.size());
  const void* const given[] = {&modifiers, &operands, &choices, &results, &allocated};
  void* const checked[] = {&attempts, &results};
  (*checks)(given, checked);
  std::uint8_t turns[kLanes]; // who may attempt, in order; made without a branch that nobody can predict
  unsigned count = 0;
  for (const std::uint8_t place : choices.order) {
    turns[count] = place & 31; // of a cell's 8 bits the 5 of a lane's number
    count += isSpin || (attempts.admitted >> turns[count] & 1);
  }
  const auto give = [&](unsigned lane, std::uint64_t value) {
    results.row[0][lane] = static_cast<std::uint32_t>(value);
    if (results.written[1] >> lane & 1)
      results.row[1][lane] = static_cast<std::uint32_t>(value >> 32);
  };
  const auto words = [&](unsigned row, unsigned lane) {
    return operands.row[row][lane] | std::uint64_t{operands.row[row + 1][lane]} << 32;
  };
  SpinWords spin{};
  for (const unsigned lane : std::span(turns).first(count)) {
    if (isSpin) {
      const std::uint32_t winners = spin[1];
      spin = {spin[0], winners, lane, attempts.admitted >> lane & 1, attempts.bank[lane]};
      void* const words[] = {&spin};
      spin_(words, words);
      if (spin[1] == winners) {
        if (spin[3])
          give(lane, 0); // ATOMS-10
        continue;
      }
    }
    attempts.attempting |= 1u << lane;
    const std::uint32_t address = attempts.address[lane];
    if (std::uint64_t{address} + spec::bytesOf(size) > allocated)
      continue; // only a misreading lets a lane perform there
    StepWords one{words(rows::kOperand, lane), words(rows::kSwap, lane), 0};
    void* const buffers[] = {memory.data() + address, &one};
    (*step)(buffers, buffers);
    give(lane, one[2]);
  }
  return attempts;
}

} // namespace warplaw::symbolic
