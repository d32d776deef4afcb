// The oracle of RED: where lanes go, their steps and their NaNs are the encoding's machine code (RED-2..7); the orders
// of the lanes, of F16x2 one for each half (RED-6), are stated here over plain bytes (MACH-4).
#include "fuzz/instructions/red.h"
#include <cassert>
#include <cstddef>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedOp;
using spec::RedSize;
namespace rows = spec::red_rows;

struct ReachRows {
  std::uint32_t place[kLanes], performs;
  std::uint8_t error[kLanes];
};
struct StepInput {
  std::uint64_t memory, operand, nan;
  std::uint32_t unlikeZeros;
};

constexpr unsigned bytesOfElement(RedSize size) { return size == RedSize::F16x2 ? 2 : spec::bytesOf(size); }

native::Function compileReach() {
  Terms terms;
  const auto modifiers = symbolic::variables<symbolic::RedModifierTerms>(terms, "modifiers.");
  const auto operands = symbolic::variables<symbolic::OperandTerms>(terms);
  const auto choices = symbolic::variables<symbolic::RedChoiceTerms>(terms, "choices.");
  const auto regions = symbolic::variables<symbolic::GenericRegionTerms>(terms, "regions.");
  const auto around = symbolic::variables<symbolic::SpecialInputTerms>(terms, "inputs.");
  std::vector<native::Slot> inputs, outputs;
  addSlots(inputs, modifiers, 0);
  addSlots(inputs, operands, 1);
  addSlots(inputs, choices, 2);
  addSlots(inputs, regions, 3);
  addSlots(inputs, around, 4);
  Term performs = terms.constant(32, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const symbolic::RedReach reach =
        symbolic::redReach(modifiers, choices, terms.constant(5, lane), operands.exec.bit(lane),
                           operands.row[rows::kBase][lane], operands.row[rows::kBaseHigh][lane], regions, around);
    performs = performs | reach.performs.zext(32).shl(terms.constant(32, lane));
    outputs.push_back({reach.place, 0, offsetof(ReachRows, place) + 4 * lane, 4});
    outputs.push_back({reach.error, 0, offsetof(ReachRows, error) + lane, 1});
  }
  outputs.push_back({performs, 0, offsetof(ReachRows, performs), 4});
  return native::compile(inputs, outputs);
}

native::Function compileNans() {
  Terms terms;
  const auto choices = symbolic::variables<symbolic::RedChoiceTerms>(terms, "choices.");
  std::vector<native::Slot> inputs, outputs;
  addSlots(inputs, choices, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    outputs.push_back({symbolic::redNan(choices, terms.constant(5, lane)), 0, 8 * lane, 8});
  return native::compile(inputs, outputs);
}

native::Function compileStep(RedOp op, RedSize size) {
  Terms terms;
  const unsigned bytes = bytesOfElement(size);
  const Term memory = terms.variable(8 * bytes, "memory"), operand = terms.variable(8 * bytes, "operand"),
             unlikeZeros = terms.variable(32, "unlikeZeros"), nan = terms.variable(64, "nan");
  const native::Slot inputs[] = {{memory, 0, offsetof(StepInput, memory), bytes},
                                 {operand, 0, offsetof(StepInput, operand), bytes},
                                 {nan, 0, offsetof(StepInput, nan), 8},
                                 {unlikeZeros, 0, offsetof(StepInput, unlikeZeros), 4}};
  const native::Slot output{symbolic::redStep(op, size, memory, operand, unlikeZeros, nan), 0, 0, bytes};
  return native::compile(inputs, std::span(&output, 1));
}

/// Sizes that the compiler knows: no call, 64 times a run.
void copyElement(void* to, const void* from, unsigned bytes) {
  if (bytes == 8)
    std::memcpy(to, from, 8);
  else if (bytes == 4)
    std::memcpy(to, from, 4);
  else
    std::memcpy(to, from, 2);
}

} // namespace

const native::Function& RedEncoding::stepOf(RedOp op, RedSize size) {
  auto& function = step_[static_cast<unsigned>(op)][static_cast<unsigned>(size)];
  if (!function)
    function = compileStep(op, size);
  return *function;
}

void RedEncoding::operator()(const spec::RedModifiers& modifiers, const spec::Operands& operands,
                             const spec::RedChoices& choices, std::span<std::uint8_t> memory,
                             const decltype(RedTrial::around)& around, spec::Results& results) {
  const auto op = static_cast<RedOp>(modifiers.op);
  const auto size = static_cast<RedSize>(modifiers.size);
  if (!reach_)
    reach_ = compileReach();
  ReachRows reach;
  const void* const reachInputs[] = {&modifiers, &operands, &choices, &std::get<spec::GenericRegions>(around),
                                     &std::get<spec::SpecialInputs>(around)};
  void* const reachOutputs[] = {&reach};
  (*reach_)(reachInputs, reachOutputs);
  std::uint64_t nans[kLanes] = {}; // of F64 alone
  if (size == RedSize::F64) {
    if (!nans_)
      nans_ = compileNans();
    const void* const nanInputs[] = {&choices};
    void* const nanOutputs[] = {nans};
    (*nans_)(nanInputs, nanOutputs);
  }
  // masks and errors are set whole (spec/datapath.h)
  results.written[0] = results.written[1] = results.predicateWritten = 0;
  std::memcpy(results.error, reach.error, sizeof results.error); // none outside exec

  const native::Function& step = stepOf(op, size);
  const unsigned bytes = bytesOfElement(size);
  StepInput in{};
  in.unlikeZeros = choices.unlikeZeros;
  const void* const stepInputs[] = {&in};
  /// Lanes take their turns on the element that lies so many bytes into their access.
  const auto turns = [&](const auto& order, unsigned into) {
    for (const std::uint8_t lane : order) {
      if (!(reach.performs >> lane & 1))
        continue;
      assert(reach.place[lane] + spec::bytesOf(size) <= memory.size() && "an access that performs is in its region");
      std::uint8_t* const element = memory.data() + reach.place[lane] + into;
      const std::uint64_t operand =
          operands.row[rows::kOperand][lane] | std::uint64_t{operands.row[rows::kOperandHigh][lane]} << 32;
      in.operand = operand >> 8 * into;
      copyElement(&in.memory, element, bytes);
      in.nan = nans[lane];
      std::uint64_t after;
      void* const stepOutputs[] = {&after};
      step(stepInputs, stepOutputs);
      copyElement(element, &after, bytes);
    }
  };
  turns(choices.order, 0);
  if (size == RedSize::F16x2)
    turns(choices.orderHigh, 2);
}

} // namespace warplaw::fuzz
