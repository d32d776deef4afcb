// The oracle of ATOMS: accesses and steps are the encoding's (ATOMS-2, -4, -6, -7, -9); the order of the
// lanes (ATOMS-5), the groups of .SPIN (ATOMS-10) and what is written (ATOMS-4, -9) are stated here over plain bytes
// (MACH-4).
#include "fuzz/instructions/atoms.h"
#include "symbolic/encodings/atoms.h"
#include <bit>
#include <cassert>
#include <cstddef>

namespace warplaw::fuzz {
namespace {
using spec::AtomsOp;
using spec::AtomsSize;
using spec::kLanes;
namespace rows = spec::atoms_rows;

struct AccessRows {
  std::uint32_t address[kLanes], performs;
  std::uint8_t error[kLanes], bank[kLanes]; ///< bank: of .SPIN alone
};
struct StepInput {
  std::uint64_t memory, operand, swap;
};
struct StepOutput {
  std::uint64_t newValue, returned, stores;
};

native::LateFunction accessFunction(AtomsSize size, bool withBanks) {
  auto owned = std::make_unique<symbolic::Terms>();
  symbolic::Terms& terms = *owned;
  const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
  const auto modifiers = symbolic::variables<symbolic::AtomsModifierTerms>(terms);
  const auto choices = symbolic::variables<symbolic::AtomsChoiceTerms>(terms);
  const Term allocated = terms.variable(32, "allocated");
  std::vector<native::Slot> inputs = {{allocated, 3, 0, 4}};
  addSlots(inputs, operands, 0);
  addSlots(inputs, modifiers, 1);
  addSlots(inputs, choices, 2);
  std::vector<native::Slot> outputs;
  Term performs = terms.constant(32, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto access =
        symbolic::atomsAccess(size, operands.exec.bit(lane), operands.row[rows::kBase][lane], modifiers.imm24,
                              modifiers.baseIsZero, allocated, choices.misalignedFirst.bit(lane));
    performs = performs | access.performs.zext(32).shl(terms.constant(32, lane));
    outputs.push_back({access.address, 0, offsetof(AccessRows, address) + 4 * lane, 4});
    outputs.push_back({access.error, 0, offsetof(AccessRows, error) + lane, 1});
    if (withBanks)
      outputs.push_back({symbolic::atomsBank(size, access.address, choices.bank64[lane], choices.bank64IsDefault), 0,
                         offsetof(AccessRows, bank) + lane, 1});
  }
  outputs.push_back({performs, 0, offsetof(AccessRows, performs), 4});
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

native::LateFunction stepFunction(AtomsOp op, AtomsSize size) {
  auto owned = std::make_unique<symbolic::Terms>();
  symbolic::Terms& terms = *owned;
  const unsigned bytes = spec::bytesOf(size);
  const Term memory = terms.variable(8 * bytes, "memory"), operand = terms.variable(8 * bytes, "operand"),
             swap = terms.variable(8 * bytes, "swap");
  const symbolic::AtomsStep step = symbolic::atomsStep(op, size, memory, operand, swap);
  std::vector<native::Slot> inputs = {{memory, 0, offsetof(StepInput, memory), bytes},
                                      {operand, 0, offsetof(StepInput, operand), bytes},
                                      {swap, 0, offsetof(StepInput, swap), bytes}};
  std::vector<native::Slot> outputs = {{step.newValue, 0, offsetof(StepOutput, newValue), bytes},
                                       {step.returned, 0, offsetof(StepOutput, returned), bytes},
                                       {step.stores, 0, offsetof(StepOutput, stores), 1}};
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

/// Sizes that the compiler knows: no call, 64 times a run.
void copyWord(void* to, const void* from, bool wide) {
  if (wide)
    std::memcpy(to, from, 8);
  else
    std::memcpy(to, from, 4);
}

/// Does Rd's second register receive anything? 64-bit old values: yes; CAST's flag: one or two registers, [param]
/// (ATOMS-9).
bool writesHigh(AtomsOp op, AtomsSize size, const spec::AtomsChoices& choices) {
  return isWide(size) && (!isCast(op) || choices.castPair);
}

void write(spec::Results& results, bool high, unsigned lane, std::uint32_t lowWord, std::uint32_t highWord) {
  results.written[0] |= 1u << lane;
  results.row[0][lane] = lowWord;
  if (!high)
    return;
  results.written[1] |= 1u << lane;
  results.row[1][lane] = highWord;
}

} // namespace

const native::LateFunction& AtomsEncoding::accessOf(AtomsOp op, AtomsSize size) {
  const bool spins = op == AtomsOp::CastSpin;
  auto& function = access_[spins][static_cast<unsigned>(size)];
  if (!function)
    function = accessFunction(size, spins);
  return *function;
}

const native::LateFunction& AtomsEncoding::stepOf(AtomsOp op, AtomsSize size) {
  auto& function = step_[static_cast<unsigned>(op)][static_cast<unsigned>(size)];
  if (!function)
    function = stepFunction(op, size);
  return *function;
}

void AtomsEncoding::operator()(const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                               const spec::AtomsChoices& choices, std::span<std::uint8_t> memory,
                               spec::Results& results) {
  const auto op = static_cast<AtomsOp>(modifiers.op);
  const auto size = static_cast<AtomsSize>(modifiers.size);
  AccessRows access;
  const auto allocated = static_cast<std::uint32_t>(memory.size());
  const void* const accessInputs[] = {&operands, &modifiers, &choices, &allocated};
  void* const accessOutputs[] = {&access};
  accessOf(op, size)(accessInputs, accessOutputs);

  const native::LateFunction& step = stepOf(op, size);
  const bool wide = isWide(size), high = writesHigh(op, size, choices);
  // masks and errors are set whole (spec/datapath.h)
  results.written[0] = results.written[1] = results.predicateWritten = 0;
  std::memcpy(results.error, access.error, sizeof results.error); // none outside exec
  for (std::uint32_t left = operands.exec & ~access.performs & choices.errorWrites; left; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    write(results, high, lane, choices.errorValueLow[lane], choices.errorValueHigh[lane]);
  }
  std::uint8_t turns[kLanes]; // who performs, in order; made without a branch that nobody can predict
  unsigned count = 0;
  for (const std::uint8_t lane : choices.order) {
    turns[count] = lane;
    count += access.performs >> lane & 1;
  }
  StepInput in{};
  StepOutput out{};
  const void* const stepInputs[] = {&in};
  void* const stepOutputs[] = {&out};
  std::uint32_t takenBanks = 0; // .SPIN: groups whose one performing lane has come
  for (const unsigned lane : std::span(turns).first(count)) {
    if (op == AtomsOp::CastSpin) {
      const std::uint32_t bank = 1u << access.bank[lane];
      if (takenBanks & bank) {
        write(results, high, lane, 0, 0);
        continue;
      }
      takenBanks |= bank;
    }
    assert(access.address[lane] + (wide ? 8u : 4u) <= memory.size() && "an access that performs is in range");
    std::uint8_t* const cell = memory.data() + access.address[lane];
    in.memory = 0;
    copyWord(&in.memory, cell, wide);
    in.operand = given(operands, rows::kOperand, size, lane);
    in.swap = given(operands, rows::kSwap, size, lane);
    step(stepInputs, stepOutputs);
    if (out.stores & 1)
      copyWord(cell, &out.newValue, wide);
    write(results, high, lane, static_cast<std::uint32_t>(out.returned),
          static_cast<std::uint32_t>(out.returned >> 32));
  }
}

} // namespace warplaw::fuzz
