// Where compiled encodings find operands, choices and results: the offsets of spec/datapath.h as slots.
#pragma once
#include "spec/datapath.h"
#include "symbolic/encodings/machine.h"
#include "symbolic/native/native.h"
#include <vector>

namespace warplaw::fuzz {

/// Every word of OperandTerms, read from buffer `buffer` that holds a spec::Operands.
std::vector<native::Slot> operandSlots(const symbolic::OperandTerms& operands, unsigned buffer);
/// Every field of ResultTerms, in buffer `buffer` that holds a spec::Results. With `unless` given, only fields that
/// differ from it.
std::vector<native::Slot> resultSlots(const symbolic::ResultTerms& results, unsigned buffer,
                                      const symbolic::ResultTerms* unless = nullptr);
/// 32 lanes of `bytes` bytes each from `offset`.
void appendRow(std::vector<native::Slot>& slots, const symbolic::PerLane<symbolic::Term>& row, unsigned buffer,
               std::size_t offset, unsigned bytes);

} // namespace warplaw::fuzz
