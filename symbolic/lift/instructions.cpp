// Instructions on values: operands and constants, operations lane by lane, casts, comparisons, select, freeze,
// loads and stores.
#include "symbolic/lift/lifter.h"
#include <cassert>
#include <llvm/IR/Constants.h>

namespace warplaw::lift {
namespace {
using symbolic::Bits;

Bits bitsOf(const llvm::APInt& value) {
  Bits bits = value.getRawData()[0];
  if (value.getNumWords() > 1)
    bits |= Bits{value.getRawData()[1]} << 64;
  return bits;
}

std::optional<Binary> binaryOf(unsigned opcode) {
  using llvm::Instruction;
  switch (opcode) {
  case Instruction::Add:
    return Binary::Add;
  case Instruction::Sub:
    return Binary::Sub;
  case Instruction::Mul:
    return Binary::Mul;
  case Instruction::UDiv:
    return Binary::Udiv;
  case Instruction::SDiv:
    return Binary::Sdiv;
  case Instruction::URem:
    return Binary::Urem;
  case Instruction::SRem:
    return Binary::Srem;
  case Instruction::Shl:
    return Binary::Shl;
  case Instruction::LShr:
    return Binary::Lshr;
  case Instruction::AShr:
    return Binary::Ashr;
  case Instruction::And:
    return Binary::And;
  case Instruction::Or:
    return Binary::Or;
  case Instruction::Xor:
    return Binary::Xor;
  default:
    return std::nullopt;
  }
}

std::optional<Comparison> comparisonOf(llvm::CmpInst::Predicate predicate) {
  using llvm::CmpInst;
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return Comparison::Eq;
  case CmpInst::ICMP_NE:
    return Comparison::Ne;
  case CmpInst::ICMP_UGT:
    return Comparison::Ugt;
  case CmpInst::ICMP_UGE:
    return Comparison::Uge;
  case CmpInst::ICMP_ULT:
    return Comparison::Ult;
  case CmpInst::ICMP_ULE:
    return Comparison::Ule;
  case CmpInst::ICMP_SGT:
    return Comparison::Sgt;
  case CmpInst::ICMP_SGE:
    return Comparison::Sge;
  case CmpInst::ICMP_SLT:
    return Comparison::Slt;
  case CmpInst::ICMP_SLE:
    return Comparison::Sle;
  default:
    return std::nullopt;
  }
}

std::optional<FloatComparison> floatComparisonOf(llvm::CmpInst::Predicate predicate) {
  using llvm::CmpInst;
  switch (predicate) {
  case CmpInst::FCMP_UNO:
    return FloatComparison::Uno;
  case CmpInst::FCMP_ORD:
    return FloatComparison::Ord;
  case CmpInst::FCMP_OEQ:
    return FloatComparison::Oeq;
  case CmpInst::FCMP_UNE:
    return FloatComparison::Une;
  case CmpInst::FCMP_UEQ:
    return FloatComparison::Ueq;
  case CmpInst::FCMP_ONE:
    return FloatComparison::One;
  case CmpInst::FCMP_OLT:
    return FloatComparison::Olt;
  case CmpInst::FCMP_OLE:
    return FloatComparison::Ole;
  case CmpInst::FCMP_OGT:
    return FloatComparison::Ogt;
  case CmpInst::FCMP_OGE:
    return FloatComparison::Oge;
  case CmpInst::FCMP_ULT:
    return FloatComparison::Ult;
  case CmpInst::FCMP_ULE:
    return FloatComparison::Ule;
  case CmpInst::FCMP_UGT:
    return FloatComparison::Ugt;
  case CmpInst::FCMP_UGE:
    return FloatComparison::Uge;
  default:
    return std::nullopt;
  }
}

Flags flagsOf(const llvm::Instruction& instruction) {
  Flags flags;
  if (const auto* overflowing = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
    flags.nuw = overflowing->hasNoUnsignedWrap();
    flags.nsw = overflowing->hasNoSignedWrap();
  }
  if (const auto* narrowing = llvm::dyn_cast<llvm::TruncInst>(&instruction)) {
    flags.nuw = narrowing->hasNoUnsignedWrap();
    flags.nsw = narrowing->hasNoSignedWrap();
  }
  if (const auto* exact = llvm::dyn_cast<llvm::PossiblyExactOperator>(&instruction))
    flags.exact = exact->isExact();
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
    flags.disjoint = disjoint->isDisjoint();
  if (llvm::isa<llvm::PossiblyNonNegInst>(instruction))
    flags.nneg = instruction.hasNonNeg();
  return flags;
}

/// A function of scalars, lane by lane where the operands are vectors.
template <class Function> Value lanewise(const Value& a, const Value& b, Function function) {
  if (a.kind != Value::Kind::Aggregate)
    return function(a, b);
  std::vector<Value> lanes;
  lanes.reserve(a.elements.size());
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    lanes.push_back(function(a.elements[i], b.elements[i]));
  return aggregate(std::move(lanes));
}

} // namespace

Value Lifter::unsupported(const std::string& what, const llvm::Type* type) {
  context_.reject(what);
  return type->isVoidTy() ? Value{} : poisonOf(context_.terms, type);
}

Value Lifter::operand(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value))
    return constantValue(constant);
  const auto& values = frames_.back()->values;
  if (auto known = values.find(value); known != values.end())
    return known->second;
  // Never lifted on this path: only code that cannot be reached asks for it.
  return poisonOf(context_.terms, value->getType());
}

Value Lifter::constantValue(const llvm::Constant* constant) {
  const llvm::Type* type = constant->getType();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant); number && !type->isVectorTy()) {
    if (number->getBitWidth() > 128)
      return unsupported("an integer of more than 128 bits", type);
    return integer(context_.constant(number->getBitWidth(), bitsOf(number->getValue())), context_.truth(false));
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(constant); number && isNumber(type))
    return integer(context_.constant(bitsOf(type), bitsOf(number->getValueAPF().bitcastToAPInt())),
                   context_.truth(false));
  if (llvm::isa<llvm::UndefValue>(constant)) // poison too; undef is taken as poison
    return poisonOf(context_.terms, type);
  if (llvm::isa<llvm::ConstantPointerNull>(constant))
    return pointer(context_.terms, {Target::Kind::Null, 0}, 0);
  if (const auto* function = llvm::dyn_cast<llvm::Function>(constant))
    return pointer(context_.terms, {Target::Kind::Function, functionTarget(function, "")}, 0);
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    const std::optional<unsigned> object = globalObject(variable);
    return object ? pointer(context_.terms, {Target::Kind::Object, *object}, 0) : poisonOf(context_.terms, type);
  }
  if (type->isVectorTy() || type->isAggregateType()) {
    std::vector<Value> elements;
    for (unsigned i = 0; llvm::Constant* element = constant->getAggregateElement(i); ++i)
      elements.push_back(constantValue(element));
    return aggregate(std::move(elements));
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(constant))
    return elementPointer(*gep);
  std::string kind = "a constant";
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant))
    kind = std::string("constant expression ") + expression->getOpcodeName();
  return unsupported(kind, type);
}

/// The bits of the result that were never stored, if they are known: for the operations that code uses on bit-fields.
static Term unsetAfter(Binary operation, Flags flags, const Value& a, const Value& b) {
  const auto isKnown = [](const Value& v) { return v.unset || v.poison.isFalse(); };
  if (flags.any() || WARPLAW_FAULT(unset_other_poison, !isKnown(a) || !isKnown(b), false))
    return {};
  switch (operation) {
  case Binary::And:
    if (!a.unset || !b.unset)
      // a 0 makes it 0, whatever the other one is
      return WARPLAW_FAULT(unset_and, a.unset ? a.unset & b.bits : b.unset & a.bits,
                           a.unset ? a.unset & ~a.unset : b.unset & ~b.unset);
    return a.unset | b.unset;
  case Binary::Or:
  case Binary::Xor:
    return WARPLAW_FAULT(unset_or, a.unset && b.unset, false) ? a.unset | b.unset : a.unset ? a.unset : b.unset;
  case Binary::Shl:
  case Binary::Lshr:
  case Binary::Ashr:
    if (b.unset || !b.bits.isConstant() || b.bits.value() >= b.bits.width())
      return {};
    return operation == Binary::Shl                                             ? a.unset.shl(b.bits)
           : operation == WARPLAW_FAULT(unset_ashr, Binary::Lshr, Binary::Ashr) ? a.unset.lshr(b.bits)
                                                                                : a.unset.ashr(b.bits);
  default:
    return {};
  }
}

Value Lifter::binaryInstruction(const llvm::BinaryOperator& instruction) {
  if (instruction.getOpcode() == llvm::Instruction::FAdd)
    return integer(
        floatAdd(context_, operand(instruction.getOperand(0)).cell(), operand(instruction.getOperand(1)).cell()));
  const std::optional<Binary> operation = binaryOf(instruction.getOpcode());
  if (!operation)
    return unsupported(std::string("opcode ") + instruction.getOpcodeName(), instruction.getType());
  const Flags flags = flagsOf(instruction);
  return lanewise(operand(instruction.getOperand(0)), operand(instruction.getOperand(1)),
                  [&](const Value& a, const Value& b) {
                    const Cell result = binary(context_, *operation, flags, a.cell(), b.cell());
                    const Term unset = a.unset || b.unset ? unsetAfter(*operation, flags, a, b) : Term();
                    return unset ? partlySet(result.bits, unset) : integer(result);
                  });
}

Value Lifter::bitcast(const Value& value, const llvm::Type* to) {
  if (to->isPointerTy())
    return value;
  // All bits from the lowest lane up, then cut anew. A lane is poison if any bit of it is.
  std::vector<Cell> from;
  if (value.kind == Value::Kind::Integer)
    from.push_back(value.cell());
  for (const Value& lane : value.elements) {
    if (lane.kind != Value::Kind::Integer)
      return unsupported("bitcast of a vector of pointers", to);
    from.push_back(lane.cell());
  }
  const unsigned width = to->getScalarSizeInBits();
  const std::uint64_t total = to->getPrimitiveSizeInBits().getFixedValue();
  std::vector<Value> lanes;
  std::size_t source = 0;
  unsigned skip = 0;
  for (std::uint64_t done = 0; done < total; done += width) {
    Term bits;
    Term poison = context_.truth(false);
    for (unsigned have = 0; have < width;) {
      const Cell& part = from[source];
      const unsigned take = std::min(part.bits.width() - skip, width - have);
      const Term piece = part.bits.extract(skip + take - 1, skip);
      bits = bits ? piece.concat(bits) : piece;
      poison = poison | WARPLAW_FAULT(bitcast_poison, part.poison, context_.truth(false));
      have += take;
      skip += take;
      if (skip == part.bits.width()) {
        skip = 0;
        ++source;
      }
    }
    lanes.push_back(integer(bits, poison));
  }
  return to->isVectorTy() ? aggregate(std::move(lanes)) : lanes.front();
}

Value Lifter::castInstruction(const llvm::CastInst& instruction) {
  const Value value = operand(instruction.getOperand(0));
  const llvm::Type* to = instruction.getType();
  if (llvm::isa<llvm::BitCastInst>(instruction)) {
    if (to->getScalarSizeInBits() > 128 || (to->isVectorTy() && to->getScalarType()->isPointerTy()))
      return unsupported("bitcast to a type of more than 128 bits a lane, or to pointers", to);
    return bitcast(value, to);
  }
  Cast operation = Cast::Trunc;
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Trunc:
    operation = Cast::Trunc;
    break;
  case llvm::Instruction::ZExt:
    operation = Cast::Zext;
    break;
  case llvm::Instruction::SExt:
    operation = Cast::Sext;
    break;
  default:
    return unsupported(std::string("opcode ") + instruction.getOpcodeName(), to);
  }
  const Flags flags = flagsOf(instruction);
  const unsigned width = to->getScalarSizeInBits();
  if (width > 128)
    return unsupported("an integer of more than 128 bits", to);
  return lanewise(value, value, [&](const Value& a, const Value&) {
    const Cell result = cast(context_, operation, flags, a.cell(), width);
    if (!a.unset || flags.any() || operation == Cast::Sext)
      return integer(result);
    return partlySet(result.bits, operation == Cast::Trunc ? a.unset.extract(width - 1, 0) : a.unset.zext(width));
  });
}

Value Lifter::compareInstruction(const llvm::ICmpInst& instruction) {
  const std::optional<Comparison> predicate = comparisonOf(instruction.getPredicate());
  assert(predicate);
  return lanewise(operand(instruction.getOperand(0)), operand(instruction.getOperand(1)),
                  [&](const Value& a, const Value& b) {
                    return integer(a.kind == Value::Kind::Pointer ? comparePointers(*predicate, a, b)
                                                                  : compare(context_, *predicate, a.cell(), b.cell()));
                  });
}

Value Lifter::compareInstruction(const llvm::FCmpInst& instruction) {
  const std::optional<FloatComparison> predicate = floatComparisonOf(instruction.getPredicate());
  if (!predicate)
    return unsupported("fcmp " + llvm::CmpInst::getPredicateName(instruction.getPredicate()).str(),
                       instruction.getType());
  return integer(compareFloats(context_, *predicate, operand(instruction.getOperand(0)).cell(),
                               operand(instruction.getOperand(1)).cell()));
}

Value Lifter::selectInstruction(const llvm::SelectInst& instruction) {
  const Value condition = operand(instruction.getCondition());
  const Value a = operand(instruction.getTrueValue());
  const Value b = operand(instruction.getFalseValue());
  const auto choose = [&](const Value& c, const Value& x, const Value& y) {
    return poisonedIf(merge(c.bits, x, y), WARPLAW_FAULT(select_poison, c.poison, context_.truth(false)));
  };
  if (condition.kind != Value::Kind::Aggregate)
    return choose(condition, a, b);
  std::vector<Value> lanes;
  lanes.reserve(condition.elements.size());
  for (std::size_t i = 0; i < condition.elements.size(); ++i)
    lanes.push_back(choose(condition.elements[i], a.elements[i], b.elements[i]));
  return aggregate(std::move(lanes));
}

Value Lifter::freezeValue(const Value& value) {
  if (value.kind == Value::Kind::Integer)
    return integer(freeze(context_, value.cell()));
  if (value.kind == Value::Kind::Pointer) {
    if (!value.poison.isFalse())
      context_.reject("freeze of a pointer that may be poison");
    return value;
  }
  std::vector<Value> elements;
  elements.reserve(value.elements.size());
  for (const Value& element : value.elements)
    elements.push_back(freezeValue(element));
  return aggregate(std::move(elements));
}

Value Lifter::loadMetadata(const llvm::LoadInst& load, Value value) {
  if (const llvm::MDNode* ranges = load.getMetadata(llvm::LLVMContext::MD_range)) {
    std::vector<Term> inside;
    for (unsigned i = 0; i + 1 < ranges->getNumOperands(); i += 2) {
      const auto bound = [&](unsigned k) {
        return context_.constant(value.bits.width(),
                                 bitsOf(llvm::mdconst::extract<llvm::ConstantInt>(ranges->getOperand(k))->getValue()));
      };
      const Term low = bound(i);
      inside.push_back((value.bits - low).ult(bound(i + 1) - low)); // ranges may wrap around
    }
    value = breaking(value, WARPLAW_FAULT(range_metadata, ~context_.terms.any(inside), context_.truth(false)),
                     "reads a value outside of the range of its type");
  }
  if (load.hasMetadata(llvm::LLVMContext::MD_nonnull))
    for (const Alternative& alternative : value.targets)
      if (alternative.target.kind == Target::Kind::Null)
        value = breaking(value, WARPLAW_FAULT(nonnull_metadata, alternative.condition, context_.truth(false)),
                         "reads a pointer that must not be null and is");
  if (const llvm::MDNode* align = load.getMetadata(llvm::LLVMContext::MD_align)) {
    const std::uint64_t alignment = llvm::mdconst::extract<llvm::ConstantInt>(align->getOperand(0))->getZExtValue();
    value = breaking(value,
                     WARPLAW_FAULT(align_metadata, objects_.misalignedPointer(value, alignment), context_.truth(false)),
                     "reads a pointer that is not aligned as it must be");
  }
  if (load.hasMetadata(llvm::LLVMContext::MD_noundef))
    context_.undefinedIf(WARPLAW_FAULT(noundef_metadata, anyPoison(context_.terms, value), context_.truth(false)),
                         [] { return Cause::use("reads a value that is poison and must not be"); });
  return value;
}

Value Lifter::memoryInstruction(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->isSimple())
      return unsupported(load->isVolatile() ? "volatile load" : "atomic load", load->getType());
    return loadMetadata(*load, objects_.load(point_.memory, operand(load->getPointerOperand()), load->getType(),
                                             load->getAlign().value()));
  }
  const auto& store = llvm::cast<llvm::StoreInst>(instruction);
  if (!store.isSimple())
    return unsupported(store.isVolatile() ? "volatile store" : "atomic store", store.getType());
  const llvm::Value* value = store.getValueOperand();
  objects_.store(point_.memory, operand(store.getPointerOperand()), value->getType(), operand(value),
                 store.getAlign().value());
  return {};
}

Value Lifter::evaluate(const llvm::Instruction& instruction) {
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return binaryInstruction(*binary);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return castInstruction(*cast);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return compareInstruction(*compare);
  if (const auto* compareFloat = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return compareInstruction(*compareFloat);
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return selectInstruction(*select);
  if (llvm::isa<llvm::FreezeInst>(instruction))
    return freezeValue(operand(instruction.getOperand(0)));
  if (llvm::isa<llvm::LoadInst>(instruction) || llvm::isa<llvm::StoreInst>(instruction))
    return memoryInstruction(instruction);
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return alloca(*local);
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return elementPointer(*gep);
  if (llvm::isa<llvm::ExtractElementInst>(instruction))
    return extractElement(operand(instruction.getOperand(0)), operand(instruction.getOperand(1)));
  if (llvm::isa<llvm::InsertElementInst>(instruction))
    return insertElement(operand(instruction.getOperand(0)), operand(instruction.getOperand(1)),
                         operand(instruction.getOperand(2)));
  if (const auto* shuffled = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return shuffle(*shuffled);
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return aggregateElement(operand(extract->getAggregateOperand()), extract->getIndices());
  if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return withAggregateElement(operand(insert->getAggregateOperand()), insert->getIndices(),
                                operand(insert->getInsertedValueOperand()));
  if (const auto* called = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return callInstruction(*called);
  return unsupported(std::string("opcode ") + instruction.getOpcodeName(), instruction.getType());
}

} // namespace warplaw::lift
