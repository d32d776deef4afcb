#include "fuzz/slots.h"
#include <cstddef>

namespace warplaw::fuzz {
using native::Slot;
using symbolic::Term;

void appendRow(std::vector<Slot>& slots, const symbolic::PerLane<Term>& row, unsigned buffer, std::size_t offset,
               unsigned bytes) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    slots.push_back({row[lane], buffer, offset + lane * bytes, bytes});
}

std::vector<Slot> operandSlots(const symbolic::OperandTerms& operands, unsigned buffer) {
  std::vector<Slot> slots = {{operands.exec, buffer, offsetof(spec::Operands, exec), 4},
                             {operands.predicate, buffer, offsetof(spec::Operands, predicate), 4}};
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    appendRow(slots, operands.row[r], buffer, offsetof(spec::Operands, row) + r * 4 * spec::kLanes, 4);
  return slots;
}

std::vector<Slot> resultSlots(const symbolic::ResultTerms& results, unsigned buffer,
                              const symbolic::ResultTerms* unless) {
  std::vector<Slot> slots;
  const auto add = [&](Term term, Term same, std::size_t offset, unsigned bytes) {
    if (!unless || !term.same(same))
      slots.push_back({term, buffer, offset, bytes});
  };
  const symbolic::ResultTerms& other = unless ? *unless : results;
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    add(results.written[r], other.written[r], offsetof(spec::Results, written) + 4 * r, 4);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      add(results.row[r][lane], other.row[r][lane], offsetof(spec::Results, row) + 4 * (r * spec::kLanes + lane), 4);
  }
  add(results.predicateWritten, other.predicateWritten, offsetof(spec::Results, predicateWritten), 4);
  add(results.predicate, other.predicate, offsetof(spec::Results, predicate), 4);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    add(results.error[lane], other.error[lane], offsetof(spec::Results, error) + lane, 1);
  return slots;
}

} // namespace warplaw::fuzz
