// Calls: functions of the module are inlined, contracts are asked, everything else is rejected by name. Attributes of
// arguments and results become poison or undefined behaviour.
#include "symbolic/lift/lifter.h"
#include <algorithm>

namespace warplaw::lift {
namespace {
using llvm::Attribute;

symbolic::Bits bitsOf(const llvm::APInt& value) { return value.getRawData()[0]; }

bool same(const Table& a, const Table& b) {
  for (std::size_t f = 0; f < a.fields.size(); ++f)
    for (std::size_t c = 0; c < a.fields[f].cells.size(); ++c) {
      const Cell &x = a.fields[f].cells[c], &y = b.fields[f].cells[c];
      if (!x.bits.same(y.bits) || !x.poison.same(y.poison))
        return false;
    }
  return true;
}

/// Are the contents the same terms? Byte memory that a contract could have stored to counts by its stores' number.
bool same(const Object& a, const Object& b) {
  if (const auto* table = std::get_if<Table>(&a))
    return same(*table, std::get<Table>(b));
  const auto &x = std::get<ByteMemory>(a), &y = std::get<ByteMemory>(b);
  return x.name == y.name && x.stores.size() == y.stores.size();
}

} // namespace

void Context::note(const std::string& text) {
  if (std::find(notes.begin(), notes.end(), text) == notes.end())
    notes.push_back(text);
}

/// What breaks an attribute is poison; noundef makes that undefined behaviour.
Value Lifter::withArgumentAttributes(Value value, const llvm::AttributeSet& attributes, const llvm::Type* type,
                                     const std::string& what) {
  if (attributes.hasAttribute(Attribute::Range) && value.kind == Value::Kind::Integer) {
    const llvm::ConstantRange range = attributes.getAttribute(Attribute::Range).getRange();
    const unsigned width = value.bits.width();
    if (width > 64)
      return unsupported("attribute range of more than 64 bits on " + what, type);
    if (!range.isFullSet()) {
      const Term low = context_.constant(width, bitsOf(range.getLower()));
      const Term inside = (value.bits - low).ult(context_.constant(width, bitsOf(range.getUpper())) - low);
      value = poisonedIf(value, WARPLAW_FAULT(range_attribute, ~inside, context_.truth(false)));
    }
  }
  Term isNull = context_.truth(false);
  for (const Alternative& alternative : value.targets)
    if (alternative.target.kind == Target::Kind::Null)
      isNull = isNull | alternative.condition;
  if (attributes.hasAttribute(Attribute::NonNull))
    value = poisonedIf(value, WARPLAW_FAULT(nonnull_attribute, isNull, context_.truth(false)));
  if (llvm::MaybeAlign alignment = attributes.getAlignment())
    value = poisonedIf(value, WARPLAW_FAULT(align_attribute, objects_.misalignedPointer(value, alignment->value()),
                                            context_.truth(false)));
  if (const std::uint64_t bytes =
          std::max(attributes.getDereferenceableBytes(), attributes.getDereferenceableOrNullBytes())) {
    if (attributes.getDereferenceableBytes() > 0)
      context_.undefinedIf(WARPLAW_FAULT(dereferenceable_null, isNull, context_.truth(false)));
    for (const Alternative& alternative : value.targets) {
      if (alternative.target.kind == Target::Kind::Null)
        continue;
      Alternative end = alternative;
      end.offset.constant += bytes;
      context_.undefinedIf(WARPLAW_FAULT(
          dereferenceable, alternative.condition & (beyondEnd(alternative) | beyondEnd(end)), context_.truth(false)));
    }
  }
  if (attributes.hasAttribute(Attribute::NoUndef))
    context_.undefinedIf(WARPLAW_FAULT(noundef, anyPoison(context_.terms, value), context_.truth(false)));
  return value;
}

void Lifter::checkNoAlias(const llvm::AttributeList& attributes, const std::vector<Value>& arguments) {
  // noalias: what the function reaches through this argument it reaches through no other. Two arguments into one object
  // may break that; so may a pointer held by a local that another argument points at.
  const auto reaches = [&](const Value& from, unsigned object) {
    std::vector<unsigned> todo;
    std::set<unsigned> seen;
    for (const Alternative& alternative : from.targets)
      if (alternative.target.kind == Target::Kind::Object)
        todo.push_back(alternative.target.index);
    while (!todo.empty()) {
      const unsigned next = todo.back();
      todo.pop_back();
      if (next == object)
        return true;
      const ObjectState* state = seen.insert(next).second ? point_.memory.find(next) : nullptr;
      if (const auto* table = state ? std::get_if<TableState>(state) : nullptr)
        for (const Slot& slot : table->slots)
          if (slot.pointer)
            for (const Alternative& alternative : slot.pointer->targets)
              if (alternative.target.kind == Target::Kind::Object)
                todo.push_back(alternative.target.index);
    }
    return false;
  };
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (!attributes.hasParamAttr(i, Attribute::NoAlias))
      continue;
    for (const Alternative& mine : arguments[i].targets)
      for (unsigned k = 0; k < arguments.size(); ++k)
        if (k != i && mine.target.kind == Target::Kind::Object && reaches(arguments[k], mine.target.index))
          context_.reject("attribute noalias on an argument whose object " + objects_.info(mine.target.index).name +
                          " is reached through another argument");
  }
}

State Lifter::exportState(const Memory& memory, const std::vector<unsigned>& objects) {
  State state;
  for (unsigned object : objects) {
    const ObjectState* contents = memory.find(object);
    if (const auto* bytes = std::get_if<ByteMemory>(contents))
      state.objects.emplace_back(*bytes);
    else
      state.objects.emplace_back(objects_.toTable(object, *contents));
  }
  return state;
}

void Lifter::importState(Memory& memory, const std::vector<unsigned>& objects, const State& state) {
  const State before = exportState(memory, objects);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (const auto* bytes = std::get_if<ByteMemory>(&state.objects[i])) {
      memory.change(objects[i]) = *bytes;
      continue;
    }
    const auto& was = std::get<Table>(before.objects[i]);
    const auto& is = std::get<Table>(state.objects[i]);
    for (std::size_t f = 0; f < is.fields.size(); ++f)
      for (std::size_t c = 0; c < is.fields[f].cells.size(); ++c) {
        const Cell& cell = is.fields[f].cells[c];
        const Cell& old = was.fields[f].cells[c];
        if (cell.bits.same(old.bits) && cell.poison.same(old.poison))
          continue;
        const std::uint64_t bytes = is.fields[f].cellBits / 8;
        objects_.setCell(std::get<TableState>(memory.change(objects[i])), is.fields[f].offset + c * bytes, bytes,
                         integer(cell));
      }
  }
}

std::optional<Argument> Lifter::argumentFrom(const Value& value, std::vector<unsigned>& objects) {
  if (value.kind == Value::Kind::Integer) {
    context_.undefinedIf(WARPLAW_FAULT(contract_argument_poison, value.poison, context_.truth(false)));
    return value.bits;
  }
  if (value.kind != Value::Kind::Pointer || value.targets.size() != 1 || !value.targets.front().offset.isConstant())
    return std::nullopt;
  context_.undefinedIf(value.poison);
  const auto& [condition, target, offset] = value.targets.front();
  if (target.kind == Target::Kind::Null)
    return Null{};
  if (target.kind == Target::Kind::Function) {
    const FunctionTarget& function = functions_[target.index];
    return Callee{function.function ? function.function->getName().str() : function.contract};
  }
  if (!point_.memory.find(target.index))
    return std::nullopt;
  auto known = std::find(objects.begin(), objects.end(), target.index);
  const unsigned position = static_cast<unsigned>(known - objects.begin());
  if (known == objects.end())
    objects.push_back(target.index);
  return PointerTo{position, offset.constant};
}

Value Lifter::callContract(const llvm::CallBase& instruction, const std::string& name,
                           const std::vector<Value>& arguments) {
  std::vector<Argument> given;
  std::vector<unsigned> objects = arguments_;
  const auto* callee = llvm::dyn_cast<llvm::Function>(instruction.getCalledOperand());
  for (unsigned i = 0; i < arguments.size(); ++i) {
    Value value = withArgumentAttributes(arguments[i], instruction.getAttributes().getParamAttrs(i),
                                         instruction.getArgOperand(i)->getType(), "an argument of contract " + name);
    if (callee)
      value = withArgumentAttributes(value, callee->getAttributes().getParamAttrs(i),
                                     instruction.getArgOperand(i)->getType(), "an argument of contract " + name);
    std::optional<Argument> argument = argumentFrom(value, objects);
    if (!argument)
      return unsupported("an argument of contract " + name + " that is no integer and no pointer to one known place",
                         instruction.getType());
    given.push_back(std::move(*argument));
  }
  for (const Argument& argument : given)
    if (const auto* to = std::get_if<PointerTo>(&argument)) {
      const unsigned object = objects[to->object];
      if (const auto* table = std::get_if<TableState>(point_.memory.find(object)))
        context_.undefinedIf(WARPLAW_FAULT(contract_dead, ~table->alive, context_.truth(false)));
      if (objects_.onAccess)
        objects_.onAccess(object, false);
    }
  const State before = exportState(point_.memory, objects);
  State state = before;
  ContractCall call{context_.terms, point_.path->conjunction, std::move(given), state, context_.truth(false)};
  const Cell result = input_.contracts.at(name)(call);
  context_.undefinedIf(WARPLAW_FAULT(contract_undefined, call.undefined, context_.truth(false)));
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (!same(before.objects[i], state.objects[i])) {
      context_.undefinedIf(WARPLAW_FAULT(contract_read_only, context_.truth(!objects_.info(objects[i]).writable),
                                         context_.truth(false)));
      if (objects_.onAccess)
        objects_.onAccess(objects[i], true);
    }
  importState(point_.memory, objects, state);
  context_.note("contract " + name);
  if (instruction.getType()->isVoidTy())
    return {};
  if (!instruction.getType()->isIntegerTy() || !result.bits ||
      result.bits.width() != instruction.getType()->getIntegerBitWidth())
    return unsupported("contract " + name + " gives no value of the type that is called for", instruction.getType());
  return withArgumentAttributes(integer(result), instruction.getAttributes().getRetAttrs(), instruction.getType(),
                                "a contract's result");
}

Value Lifter::inlineCall(const llvm::CallBase& instruction, llvm::Function& callee, const std::vector<Value>& given) {
  std::vector<Value> arguments = given;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const llvm::Type* type = instruction.getArgOperand(i)->getType();
    for (const llvm::AttributeList& list : {instruction.getAttributes(), callee.getAttributes()})
      arguments[i] =
          withArgumentAttributes(arguments[i], list.getParamAttrs(i), type, "an argument of " + callee.getName().str());
  }
  checkNoAlias(callee.getAttributes(), arguments);
  checkNoAlias(instruction.getAttributes(), arguments);
  std::vector<unsigned> copies;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    llvm::Type* type = callee.getParamByValType(i);
    if (!type)
      continue;
    // byval: the callee sees a copy of its own.
    ObjectInfo info;
    info.name = callee.getArg(i)->getName().str();
    info.bytes = layout_.getTypeAllocSize(type);
    info.alignment = std::max(callee.getParamAlign(i).valueOrOne(), layout_.getABITypeAlign(type)).value();
    info.depth = static_cast<unsigned>(frames_.size());
    TableState table = objects_.emptyTable(type, info.fields);
    const std::uint64_t bytes = info.bytes;
    const unsigned object = objects_.add(std::move(info));
    point_.memory.add(object, std::move(table));
    copies.push_back(object);
    const Value copy = pointer(context_.terms, {Target::Kind::Object, object}, 0);
    objects_.copy(point_.memory, copy, arguments[i], bytes, 1, 1, false);
    arguments[i] = copy;
  }
  context_.note("inlined " + callee.getName().str());
  std::optional<Edge> result = call(callee, arguments, point_);
  if (!result) { // rejected, or it never returns
    point_.path = nullptr;
    return instruction.getType()->isVoidTy() ? Value{} : poisonOf(context_.terms, instruction.getType());
  }
  point_ = std::move(result->point);
  context_.path = point_.path;
  for (unsigned copy : copies)
    point_.memory.remove(copy);
  if (instruction.getType()->isVoidTy())
    return {};
  return withArgumentAttributes(result->phis.front(), instruction.getAttributes().getRetAttrs(), instruction.getType(),
                                "the result of " + callee.getName().str());
}

Value Lifter::callInstruction(const llvm::CallBase& instruction) {
  const llvm::Type* type = instruction.getType();
  if (!llvm::isa<llvm::CallInst>(instruction))
    return unsupported(std::string("opcode ") + instruction.getOpcodeName(), type);
  if (instruction.isInlineAsm())
    return unsupported("inline asm", type);
  if (instruction.hasOperandBundles() && !llvm::isa<llvm::AssumeInst>(instruction))
    return unsupported("operand bundles on a call", type);
  for (unsigned i = 0; i < instruction.arg_size(); ++i)
    if (const std::string what = attributeNotAllowed(instruction.getAttributes().getParamAttrs(i)); !what.empty())
      return unsupported(what + " at a call", type);
  for (const llvm::AttributeSet& set :
       {instruction.getAttributes().getRetAttrs(), instruction.getAttributes().getFnAttrs()})
    if (const std::string what = attributeNotAllowed(set); !what.empty())
      return unsupported(what + " at a call", type);
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return intrinsic(*known);
  std::vector<Value> arguments;
  for (const llvm::Use& argument : instruction.args())
    arguments.push_back(operand(argument.get()));
  const Value called = operand(instruction.getCalledOperand());
  context_.undefinedIf(called.poison);
  if (called.targets.size() != 1 || called.targets.front().target.kind != Target::Kind::Function)
    return unsupported("indirect call", type);
  const FunctionTarget target = functions_[called.targets.front().target.index];
  const std::string name = target.function ? target.function->getName().str() : target.contract;
  if (input_.contracts.count(name))
    return callContract(instruction, name, arguments);
  if (!target.function || target.function->isDeclaration() || target.function->isInterposable())
    return unsupported("call of unknown function " + name, type);
  llvm::Function& callee = const_cast<llvm::Function&>(*target.function);
  if (callee.getFunctionType() != instruction.getFunctionType() ||
      callee.getCallingConv() != instruction.getCallingConv() || callee.isVarArg())
    return unsupported("call of " + name + " by another type or calling convention, or with variable arguments", type);
  for (const Frame* frame : frames_)
    if (frame->function == &callee)
      return unsupported("recursion: " + name, type);
  return inlineCall(instruction, callee, arguments);
}

} // namespace warplaw::lift
