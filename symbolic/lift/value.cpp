// Building and merging the lifter's values.
#include "symbolic/lift/value.h"
#include <algorithm>
#include <cassert>
#include <llvm/IR/DerivedTypes.h>

namespace warplaw::lift {

Term Offset::term(Terms& terms) const {
  Term sum = terms.constant(64, constant);
  for (const auto& [index, scale] : scaled)
    sum = scale == 1 ? sum + index : sum + index * terms.constant(64, scale);
  return sum;
}

Value integer(Term bits, Term poison) {
  Value v;
  v.bits = bits;
  v.poison = poison;
  return v;
}

Value integer(Cell cell) { return integer(cell.bits, cell.poison); }

Value partlySet(Term bits, Term unset) {
  Value v = integer(bits, unset.ne(unset.terms().constant(unset.width(), 0)));
  if (!v.poison.isFalse())
    v.unset = unset;
  return v;
}

Value extract(const Value& value, unsigned high, unsigned low) {
  if (low == 0 && high + 1 == value.bits.width())
    return value;
  const Term bits = value.bits.extract(high, low);
  return value.unset ? partlySet(bits, value.unset.extract(high, low)) : integer(bits, value.poison);
}

Value pointer(Terms& terms, Target target, std::uint64_t offset) {
  Value v;
  v.kind = Value::Kind::Pointer;
  v.poison = terms.truth(false);
  v.targets.push_back({terms.truth(true), target, {offset, {}}});
  return v;
}

Value aggregate(std::vector<Value> elements) {
  Value v;
  v.kind = Value::Kind::Aggregate;
  v.elements = std::move(elements);
  return v;
}

namespace {

std::uint64_t elementCount(const llvm::Type* type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getNumElements();
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getNumElements();
  return llvm::cast<llvm::StructType>(type)->getNumElements();
}

const llvm::Type* elementType(const llvm::Type* type, unsigned i) {
  if (const auto* record = llvm::dyn_cast<llvm::StructType>(type))
    return record->getElementType(i);
  return type->getContainedType(0);
}

bool same(const Offset& a, const Offset& b) {
  return a.constant == b.constant &&
         std::equal(a.scaled.begin(), a.scaled.end(), b.scaled.begin(), b.scaled.end(),
                    [](const auto& x, const auto& y) { return x.first.same(y.first) && x.second == y.second; });
}

const Alternative* find(const Value& v, const Alternative& like) {
  for (const Alternative& alternative : v.targets)
    if (alternative.target == like.target && alternative.through == like.through)
      return &alternative;
  return nullptr;
}

Value mergePointers(Term condition, const Value& a, const Value& b) {
  Terms& terms = condition.terms();
  Value result;
  result.kind = Value::Kind::Pointer;
  result.poison = condition.ite(a.poison, b.poison);
  if (a.targets.empty() || b.targets.empty()) { // one side is poison: any target will do for it
    result.targets = a.targets.empty() ? b.targets : a.targets;
    return result;
  }
  for (const Alternative& left : a.targets) {
    const Alternative* right = find(b, left);
    if (right)
      result.targets.push_back({condition.ite(left.condition, right->condition), left.target,
                                merge(condition, left.offset, right->offset), left.through});
    else
      result.targets.push_back({condition & left.condition, left.target, left.offset, left.through});
  }
  for (const Alternative& right : b.targets)
    if (!find(a, right))
      result.targets.push_back({~condition & right.condition, right.target, right.offset, right.through});
  std::erase_if(result.targets, [](const Alternative& x) { return x.condition.isFalse(); });
  if (result.targets.empty())
    result.poison = terms.truth(true);
  return result;
}

} // namespace

Offset merge(Term condition, const Offset& a, const Offset& b) {
  if (same(a, b))
    return a;
  Terms& terms = condition.terms();
  Term merged = condition.ite(a.term(terms), b.term(terms));
  if (merged.isConstant())
    return {static_cast<std::uint64_t>(merged.value()), {}};
  return {0, {{merged, 1}}};
}

bool isNumber(const llvm::Type* type) { return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy(); }

unsigned bitsOf(const llvm::Type* type) {
  return type->isIntegerTy() ? type->getIntegerBitWidth() : isNumber(type) ? type->getPrimitiveSizeInBits() : 0;
}

Value poisonOf(Terms& terms, const llvm::Type* type) {
  if (const unsigned width = bitsOf(type))
    return integer(terms.constant(width, 0), terms.truth(true));
  if (type->isPointerTy()) {
    Value v;
    v.kind = Value::Kind::Pointer;
    v.poison = terms.truth(true);
    return v;
  }
  std::vector<Value> elements;
  if (type->isAggregateType() || llvm::isa<llvm::FixedVectorType>(type))
    for (std::uint64_t i = 0, n = elementCount(type); i < n; ++i)
      elements.push_back(poisonOf(terms, elementType(type, static_cast<unsigned>(i))));
  return aggregate(std::move(elements));
}

Cell merge(Term condition, Cell a, Cell b) {
  if (a.bits.same(b.bits) && a.poison.same(b.poison))
    return a;
  Term poison = condition.ite(a.poison, b.poison);
  if (a.poison.isTrue())
    return {b.bits, poison};
  if (b.poison.isTrue())
    return {a.bits, poison};
  return {condition.ite(a.bits, b.bits), poison};
}

bool same(const Value& a, const Value& b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case Value::Kind::Integer:
    return a.bits.same(b.bits) && a.poison.same(b.poison) && a.unset.same(b.unset);
  case Value::Kind::Pointer:
    return a.poison.same(b.poison) && std::equal(a.targets.begin(), a.targets.end(), b.targets.begin(), b.targets.end(),
                                                 [](const Alternative& x, const Alternative& y) {
                                                   return x.target == y.target && x.condition.same(y.condition) &&
                                                          same(x.offset, y.offset) && x.through == y.through;
                                                 });
  case Value::Kind::Aggregate:
    return std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                      [](const Value& x, const Value& y) { return same(x, y); });
  }
  return false;
}

/// Merges two words of which at least one is partly set. The other one must not be poison for any other reason, either.
static Value mergePartlySet(Term condition, const Value& a, const Value& b) {
  Terms& terms = condition.terms();
  const auto isKnown = [](const Value& v) { return v.unset || v.poison.isFalse(); };
  if (!isKnown(a) || !isKnown(b))
    return integer(condition.ite(a.bits, b.bits), condition.ite(a.poison, b.poison));
  const Term all = terms.constant(a.bits.width(), symbolic::onesOf(a.bits.width()));
  const auto unset = [&](const Value& v) { return v.unset ? v.unset : terms.constant(v.bits.width(), 0); };
  Value merged;
  merged.bits = unset(a).same(all) ? b.bits : unset(b).same(all) ? a.bits : condition.ite(a.bits, b.bits);
  merged.poison = condition.ite(a.poison, b.poison);
  merged.unset = condition.ite(unset(a), unset(b));
  return merged;
}

Value merge(Term condition, const Value& a, const Value& b) {
  assert(a.kind == b.kind);
  if (condition.isTrue())
    return a;
  if (condition.isFalse())
    return b;
  switch (a.kind) {
  case Value::Kind::Integer:
    return a.unset || b.unset ? same(a, b) ? a : mergePartlySet(condition, a, b)
                              : integer(merge(condition, a.cell(), b.cell()));
  case Value::Kind::Pointer:
    return same(a, b) ? a : mergePointers(condition, a, b);
  case Value::Kind::Aggregate:
    break;
  }
  assert(a.elements.size() == b.elements.size());
  std::vector<Value> elements;
  elements.reserve(a.elements.size());
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    elements.push_back(merge(condition, a.elements[i], b.elements[i]));
  return aggregate(std::move(elements));
}

Term anyPoison(Terms& terms, const Value& value) {
  if (value.kind != Value::Kind::Aggregate)
    return value.poison;
  std::vector<Term> parts;
  parts.reserve(value.elements.size());
  for (const Value& element : value.elements)
    parts.push_back(anyPoison(terms, element));
  return terms.any(parts);
}

Value poisonedIf(const Value& value, Term condition) {
  if (condition.isFalse())
    return value;
  Value result = value;
  if (value.kind != Value::Kind::Aggregate)
    result.poison = value.poison | condition;
  result.unset = Term();
  for (Value& element : result.elements)
    element = poisonedIf(element, condition);
  return result;
}

} // namespace warplaw::lift
