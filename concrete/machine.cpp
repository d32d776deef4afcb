// The architectural level: guard, fetch and write-back over a warp's registers (MACH-1, -2, -3, -5, -7, -8).
#include "concrete/machine.h"

using namespace warplaw::spec;

namespace {
/// PT reads true in every lane (MACH-3).
std::uint32_t readPredicate(const Warp* warp, std::uint32_t index, std::uint32_t negated) {
  const std::uint32_t stored = warp->predicates[index < kPredicates ? index : 0];
  const std::uint32_t value = index < kPredicates ? stored : ~0u;
  return negated ? ~value : value;
}

/// RZ drops the write (MACH-3).
void writeRow(Warp* warp, std::uint32_t index, std::uint32_t lanes, const std::uint32_t* row) {
  if (index >= kRegisters)
    return;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t old = warp->registers[index][i];
    const std::uint32_t wanted = row[i];
    warp->registers[index][i] = (lanes >> i) & 1 ? wanted : old;
  }
}
} // namespace

extern "C" {

__attribute__((noinline)) void warplaw_fetch_row(const Warp* warp, const Source* source, std::uint32_t* row) {
  const std::uint32_t value = source->value;
  const bool stored = source->kind == SourceKind::Register && value < kRegisters;
  const std::uint32_t constant = source->kind == SourceKind::Immediate ? value : 0;
  const std::uint32_t* registerRow = warp->registers[stored ? value : 0];
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint32_t word = registerRow[i];
    row[i] = stored ? word : constant;
  }
}

__attribute__((noinline)) std::uint32_t warplaw_exec_lanes(const Warp* warp, const Plan* plan) {
  const std::uint32_t guard = readPredicate(warp, plan->guardPredicate, plan->guardNegated);
  const std::uint32_t helpers = plan->excludesHelpers ? warp->helpers : 0;
  return warp->active & guard & ~helpers;
}

__attribute__((noinline)) void warplaw_fetch(const Warp* warp, const Plan* plan, Operands* operands) {
  operands->exec = warplaw_exec_lanes(warp, plan);
  operands->predicate = readPredicate(warp, plan->sourcePredicate, plan->sourcePredicateNegated);
  for (std::uint32_t row = 0; row < kSourceRows; ++row)
    warplaw_fetch_row(warp, &plan->source[row], operands->row[row]);
}

__attribute__((noinline)) void warplaw_write_back(Warp* warp, const Plan* plan, std::uint32_t exec,
                                                  const Results* results) {
  for (std::uint32_t row = 0; row < kResultRows; ++row)
    writeRow(warp, plan->destination[row], results->written[row] & exec, results->row[row]);
  const std::uint32_t index = plan->destinationPredicate;
  if (index < kPredicates) { // PT drops the write (MACH-3)
    const std::uint32_t lanes = results->predicateWritten & exec;
    warp->predicates[index] = (warp->predicates[index] & ~lanes) | (results->predicate & lanes);
  }
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    const std::uint8_t error = results->error[i];
    warp->errors[i] = (exec >> i) & 1 ? error : static_cast<std::uint8_t>(ErrorKind::None);
  }
}
}
