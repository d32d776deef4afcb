// Elements of vectors, structs and arrays: extract, insert, shuffle.
#include "symbolic/lift/lifter.h"

namespace warplaw::lift {

Value Lifter::extractElement(const Value& vector, const Value& index) {
  const std::size_t count = vector.elements.size();
  if (index.bits.isConstant() && index.poison.isFalse() && index.bits.value() < count)
    return vector.elements[static_cast<std::size_t>(index.bits.value())];
  Value result = vector.elements.back();
  for (std::size_t i = count - 1; i-- > 0;)
    result = merge(index.bits.eq(symbolic::Bits{i}), vector.elements[i], result);
  Term outside = context_.truth(false); // an index type too narrow for the count cannot be outside
  if (index.bits.width() >= 64 || count < (std::uint64_t{1} << index.bits.width()))
    outside = ~index.bits.ult(symbolic::Bits{count});
  return poisonedIf(result, WARPLAW_FAULT(extractelement_index, index.poison | outside, index.poison));
}

Value Lifter::insertElement(const Value& vector, const Value& element, const Value& index) {
  Value result = vector;
  for (std::size_t i = 0; i < result.elements.size(); ++i)
    if (index.bits.width() >= 64 || i < (std::uint64_t{1} << index.bits.width()))
      result.elements[i] = merge(index.bits.eq(symbolic::Bits{i}), element, vector.elements[i]);
  Term outside = context_.truth(false);
  if (index.bits.width() >= 64 || result.elements.size() < (std::uint64_t{1} << index.bits.width()))
    outside = ~index.bits.ult(symbolic::Bits{result.elements.size()});
  return poisonedIf(result, index.poison | WARPLAW_FAULT(insertelement_index, outside, context_.truth(false)));
}

Value Lifter::shuffle(const llvm::ShuffleVectorInst& instruction) {
  const Value a = operand(instruction.getOperand(0));
  const Value b = operand(instruction.getOperand(1));
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (!type)
    return unsupported("scalable vector", instruction.getType());
  std::vector<Value> lanes;
  for (int from : instruction.getShuffleMask()) {
    if (from < 0) // a poison element of the mask
      lanes.push_back(WARPLAW_FAULT(shuffle_poison, poisonOf(context_.terms, type->getElementType()), a.elements[0]));
    else if (static_cast<std::size_t>(from) < a.elements.size())
      lanes.push_back(a.elements[static_cast<std::size_t>(from)]);
    else
      lanes.push_back(b.elements[static_cast<std::size_t>(from) - a.elements.size()]);
  }
  return aggregate(std::move(lanes));
}

Value Lifter::aggregateElement(const Value& value, llvm::ArrayRef<unsigned> indices) {
  const Value* part = &value;
  for (unsigned index : indices)
    part = &part->elements[index];
  return *part;
}

Value Lifter::withAggregateElement(Value value, llvm::ArrayRef<unsigned> indices, const Value& element) {
  Value* part = &value;
  for (unsigned index : indices)
    part = &part->elements[index];
  *part = element;
  return value;
}

} // namespace warplaw::lift
