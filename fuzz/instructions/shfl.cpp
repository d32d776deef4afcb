#include "fuzz/instructions/shfl.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
namespace rows = spec::shfl_rows;

/// Sc as programs write it: `width` lanes a segment (a power of two) and a clamp.
std::uint32_t rangeOfWidth(std::uint32_t word) {
  const std::uint32_t width = 1u << (word % 6), clamp = (word >> 8) & 1 ? 31 : 0;
  return (32 - width) << 8 | clamp;
}

} // namespace

void Shfl::bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
  if (record.byte(kRowStyles + rows::kRange) / 8 % 2)
    for (std::uint32_t& range : trial.operands.row[rows::kRange])
      range = rangeOfWidth(range);
}

spec::ShflForm Shfl::formOf(const Modifiers& modifiers) {
  return {static_cast<spec::ShflMode>(modifiers.mode), {0}, {0}, {1}, {false, 2}, {false, 3}};
}

spec::Plan Shfl::planOf(const Form& form, const Choices&) {
  spec::Plan plan;
  plan.source[rows::kValue] = {spec::SourceKind::Register, form.ra.index};
  plan.source[rows::kLane] = plainSource(form.sb);
  plan.source[rows::kRange] = plainSource(form.sc);
  plan.destination[0] = form.rd.index;
  plan.destinationPredicate = form.pu.index;
  return plan; // MACH-7: helpers are left out of RED and SURED alone
}

std::vector<std::uint32_t> Shfl::smallValues(unsigned row) {
  switch (row) {
  case rows::kLane:
    return {1, 32};
  case rows::kRange:
    return {1, 256};
  default:
    return {1};
  }
}

template class DescribedFuzzer<Shfl>;
std::unique_ptr<InstructionFuzzer> makeShflFuzzer() { return std::make_unique<ShflFuzzer>(); }

} // namespace warplaw::fuzz
