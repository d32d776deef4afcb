// Pointers: locals, constant globals, getelementptr with its flags, comparisons.
#include "symbolic/lift/lifter.h"
#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace warplaw::lift {
namespace {
using symbolic::Bits;
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
} // namespace

Value Lifter::alloca(const llvm::AllocaInst& instruction) {
  if (instruction.isArrayAllocation() && !llvm::isa<llvm::ConstantInt>(instruction.getArraySize()))
    return unsupported("alloca of variable size", instruction.getType());
  llvm::Type* type = instruction.getAllocatedType();
  if (instruction.isArrayAllocation())
    type = llvm::ArrayType::get(type, llvm::cast<llvm::ConstantInt>(instruction.getArraySize())->getZExtValue());
  if (instruction.isUsedWithInAlloca() || instruction.isSwiftError() || !type->isSized())
    return unsupported("alloca with inalloca or swifterror", instruction.getType());
  Frame& frame = *frames_.back();
  ObjectInfo info;
  info.name = instruction.hasName() ? instruction.getName().str() : "local";
  info.bytes = layout_.getTypeAllocSize(type);
  info.alignment = instruction.getAlign().value();
  info.depth = frame.depth;
  TableState table = objects_.emptyTable(type, info.fields);
  table.alive = context_.truth(!frame.analysis->scoped.count(&instruction));
  const unsigned object = objects_.add(std::move(info));
  point_.memory.add(object, std::move(table));
  frame.locals.push_back(object);
  return pointer(context_.terms, {Target::Kind::Object, object}, 0);
}

unsigned Lifter::functionTarget(const llvm::Function* function, std::string contract) {
  for (unsigned i = 0; i < functions_.size(); ++i)
    if (functions_[i].function == function && functions_[i].contract == contract)
      return i;
  functions_.push_back({function, std::move(contract)});
  return static_cast<unsigned>(functions_.size() - 1);
}

std::optional<unsigned> Lifter::globalObject(const llvm::GlobalVariable* variable) {
  if (auto known = globals_.find(variable); known != globals_.end())
    return known->second;
  const std::string name = variable->getName().str();
  if (!variable->isConstant() || !variable->hasDefinitiveInitializer() || variable->isThreadLocal()) {
    context_.reject("global variable " + name + " that is not constant");
    return std::nullopt;
  }
  ObjectInfo info;
  info.name = name;
  info.bytes = layout_.getTypeAllocSize(variable->getValueType());
  info.alignment = variable->getAlign().value_or(layout_.getABITypeAlign(variable->getValueType())).value();
  info.argument = true;
  info.isConstant = true;
  TableState table = objects_.emptyTable(variable->getValueType(), info.fields);
  const unsigned object = objects_.add(std::move(info));
  globals_[variable] = object;
  // Filled through a state of its own, so that initialising is no store of the program.
  Memory filling;
  filling.add(object, std::move(table));
  const Value to = pointer(context_.terms, {Target::Kind::Object, object}, 0);
  Effects none(context_, objects_);
  objects_.tell(none);
  objects_.store(filling, to, variable->getValueType(), constantValue(variable->getInitializer()), 1);
  objects_.tell(effects_);
  objects_.info(object).writable = false;
  objects_.addConstant(object, *filling.find(object));
  return object;
}

Value Lifter::elementPointer(const llvm::GEPOperator& instruction) {
  if (instruction.getType()->isVectorTy())
    return unsupported("getelementptr on vectors", instruction.getType());
  if (instruction.getInRange())
    return unsupported("getelementptr inrange", instruction.getType());
  Value result = operand(instruction.getPointerOperand());
  const llvm::GEPNoWrapFlags flags = instruction.getNoWrapFlags();
  const bool inbounds = flags.isInBounds();
  const bool nusw = flags.hasNoUnsignedSignedWrap();
  const bool nuw = flags.hasNoUnsignedWrap();
  for (auto step = llvm::gep_type_begin(instruction), end = llvm::gep_type_end(instruction); step != end; ++step) {
    Offset add;
    Term poison = context_.truth(false);
    if (llvm::StructType* record = step.getStructTypeOrNull()) {
      const auto member = llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue();
      add.constant = layout_.getStructLayout(record)->getElementOffset(static_cast<unsigned>(member)).getFixedValue();
    } else {
      const std::uint64_t stride = step.getSequentialElementStride(layout_).getFixedValue();
      const Value index = operand(step.getOperand());
      if (index.kind != Value::Kind::Integer)
        return unsupported("getelementptr with a vector index", instruction.getType());
      poison = WARPLAW_FAULT(gep_index_poison, index.poison, context_.truth(false));
      if (index.bits.width() > 64 && (nusw || nuw))
        return unsupported("getelementptr with an index of more than 64 bits", instruction.getType());
      const Term wide = signedIndex(context_, index.bits);
      const Shape shape = context_.shapes.of(wide);
      const std::uint64_t limit = stride == 0 ? ~std::uint64_t{0} : (kSignBit - 1) / stride;
      if (nusw && shape.max > limit) { // the product must fit 64 signed bits
        const Term bound = context_.constant(64, limit);
        const Term fits = (wide + bound).ule(bound + bound);
        poison = poison | WARPLAW_FAULT(gep_product, ~fits, context_.truth(false));
      }
      if (nuw && stride != 0 && shape.max > ~std::uint64_t{0} / stride)
        poison = poison | context_.constant(64, ~std::uint64_t{0} / stride).ult(wide);
      add.scaled.emplace_back(wide, stride);
      add = objects_.simplified(add);
    }
    const bool nothing = add.isConstant() && add.constant == 0;
    std::vector<Term> wrong{poison};
    for (Alternative& alternative : result.targets) {
      Offset& offset = alternative.offset;
      const Offset before = offset;
      offset.constant += add.constant;
      offset.scaled.insert(offset.scaled.end(), add.scaled.begin(), add.scaled.end());
      offset = objects_.simplified(offset);
      if (nothing || (!inbounds && !nusw && !nuw))
        continue;
      wrong.push_back(alternative.condition & stepWraps(alternative.target, before, offset, add, nuw));
      context_.poisonIf(wrong.back(), [&] {
        return objects_.find(point_.memory, alternative.target)
                   ? objects_.accessed(Cause::Kind::Step, alternative.target.index, offset, 0, 1)
                   : Cause::other("moves a pointer that points at nothing");
      });
    }
    result = poisonedIf(result, context_.terms.any(wrong));
  }
  return result;
}

Term Lifter::stepWraps(const Target& target, const Offset& before, const Offset& after, const Offset& add, bool nuw) {
  const ObjectState* state = objects_.find(point_.memory, target);
  Terms& terms = context_.terms;
  if (!state) // null, a function or a dead local: no step but 0 is in bounds of anything
    return WARPLAW_FAULT(gep_null, add.term(terms).ne(terms.constant(64, 0)), context_.truth(false));
  // Both ends in [0, size] is inbounds, and the sum cannot have wrapped: an object is smaller than half the address
  // space. The base of an object may be any address, so nusw and nuw, without inbounds, hold for every base only if the
  // step stays in the object too: they are taken as inbounds. nuw besides admits no step back.
  const auto outside = [&](const Offset& offset) {
    if (const auto* bytes = std::get_if<ByteMemory>(state))
      return bytes->size.zext(64).ult(offset.term(terms));
    return objects_.exceeds(offset, objects_.info(target.index).bytes);
  };
  Term wrong = WARPLAW_FAULT(gep_base, outside(before), context_.truth(false)) |
               WARPLAW_FAULT(gep_inbounds, outside(after), context_.truth(false));
  if (nuw && objects_.shapeOf(add).max >= kSignBit)
    wrong = wrong | WARPLAW_FAULT(gep_nuw, add.term(terms).bit(63), context_.truth(false));
  return wrong;
}

Cell Lifter::comparePointers(Comparison predicate, const Value& a, const Value& b) {
  Terms& terms = context_.terms;
  Term bits = terms.truth(false);
  const bool equality = predicate == Comparison::Eq || predicate == Comparison::Ne;
  for (const Alternative& x : a.targets)
    for (const Alternative& y : b.targets) {
      const Term both = x.condition & y.condition;
      if (both.isFalse())
        continue;
      const bool objects = x.target.kind == Target::Kind::Object && y.target.kind == Target::Kind::Object;
      if (objects)
        effects_.compare(x, y, both);
      if (x.target == y.target && x.target.kind != Target::Kind::Function) {
        // Addresses of one object keep the order of offsets as long as neither lies outside it.
        if (!equality && objects)
          context_.undefinedIf(
              WARPLAW_FAULT(compare_outside, both & (beyondEnd(x) | beyondEnd(y)), context_.truth(false)),
              [] { return Cause::other("compares a pointer that lies outside of its object"); });
        bits = bits | (both & compare(predicate, x.offset.term(terms), y.offset.term(terms)));
        continue;
      }
      const bool againstNull = x.target.kind == Target::Kind::Null || y.target.kind == Target::Kind::Null;
      if (!equality || !againstNull ||
          (x.target.kind == Target::Kind::Function || y.target.kind == Target::Kind::Function)) {
        if (equality && x.target == y.target) { // one function
          bits = bits | (both & terms.truth(predicate == Comparison::Eq));
          continue;
        }
        context_.reject("comparison of pointers to different objects");
        continue;
      }
      // No object lies at address 0; a pointer past its object's end might, and null with an offset is no null.
      const Alternative& object = x.target.kind == Target::Kind::Null ? y : x;
      const Alternative& null = x.target.kind == Target::Kind::Null ? x : y;
      context_.undefinedIf(both & (beyondEnd(object) | null.offset.term(terms).ne(terms.constant(64, 0))),
                           [] { return Cause::other("compares a pointer that lies outside of its object with null"); });
      bits = bits | (both & terms.truth(predicate == Comparison::Ne));
    }
  return {bits, a.poison | b.poison};
}

Term Lifter::beyondEnd(const Alternative& alternative) {
  const ObjectState* state = objects_.find(point_.memory, alternative.target);
  if (!state)
    return context_.truth(true);
  if (const auto* bytes = std::get_if<ByteMemory>(state))
    return bytes->size.zext(64).ult(alternative.offset.term(context_.terms));
  return objects_.exceeds(alternative.offset, objects_.info(alternative.target.index).bytes);
}

} // namespace warplaw::lift
