// Calls: functions of the module are inlined, contracts are asked, everything else is rejected by name.
#include "symbolic/lift/lifter.h"
#include <algorithm>

namespace warplaw::lift {
namespace {
using llvm::Attribute;

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

/// What a contract reads cannot be seen. A claim that it reads less than all of its arguments is believed of a
/// definition only, whose own proof checks it. Empty, or the claim.
std::string unseenClaim(const llvm::CallBase& instruction, const llvm::Function* callee) {
  const bool isDefined = callee && !callee->isDeclaration();
  const auto claims = [&](const llvm::AttributeList& list) -> std::string {
    const llvm::MemoryEffects effects = list.getMemoryEffects();
    if (!llvm::isRefSet(effects.getModRef(llvm::IRMemLocation::ArgMem)) ||
        !llvm::isRefSet(effects.getModRef(llvm::IRMemLocation::Other)))
      return "memory";
    for (unsigned i = 0; i < instruction.arg_size(); ++i)
      for (const Attribute::AttrKind kind : {Attribute::WriteOnly, Attribute::ReadNone})
        if (list.hasParamAttr(i, kind))
          return Attribute::getNameFromAttrKind(kind).str();
    return {};
  };
  std::string claim = claims(instruction.getAttributes());
  if (claim.empty() && callee && !isDefined)
    claim = claims(callee->getAttributes());
  return claim;
}

/// May the contract read through this argument? Unless its definition says that it does not, it may.
bool readsThrough(const llvm::Function* callee, unsigned i) {
  if (!callee || callee->isDeclaration())
    return true;
  return !callee->hasParamAttribute(i, Attribute::WriteOnly) && !callee->hasParamAttribute(i, Attribute::ReadNone) &&
         llvm::isRefSet(callee->getMemoryEffects().getModRef(llvm::IRMemLocation::ArgMem));
}

} // namespace

void Context::note(const std::string& text) {
  if (std::find(notes.begin(), notes.end(), text) == notes.end())
    notes.push_back(text);
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
    context_.undefinedIf(WARPLAW_FAULT(contract_argument_poison, value.poison, context_.truth(false)),
                         [] { return Cause::use("passes a value that is poison"); });
    return value.bits;
  }
  if (value.kind != Value::Kind::Pointer || value.targets.size() != 1 || !value.targets.front().offset.isConstant())
    return std::nullopt;
  context_.undefinedIf(value.poison, [] { return Cause::use("passes a pointer that is poison"); });
  const auto& [condition, target, offset, through] = value.targets.front();
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

/// A change that a contract made to an object, as a store through each argument that points there.
void Lifter::contractChanged(unsigned object, const std::vector<Value>& arguments) {
  context_.undefinedIf(
      WARPLAW_FAULT(contract_read_only, context_.truth(!objects_.info(object).writable), context_.truth(false)),
      [] { return Cause::other("writes what cannot be written"); });
  const Target target{Target::Kind::Object, object};
  bool isPassed = false;
  for (const Value& argument : arguments)
    for (const Alternative& alternative : argument.targets)
      if (WARPLAW_FAULT(contract_writes, alternative.target == target, false)) {
        isPassed = true;
        effects_.access(alternative, true);
      }
  if (!isPassed)
    effects_.access({context_.truth(true), target, {}}, true);
}

Value Lifter::askContract(const llvm::CallBase& instruction, const llvm::Function* callee, const std::string& name,
                          const std::vector<Value>& arguments) {
  std::vector<Argument> given;
  std::vector<unsigned> objects = arguments_;
  for (const Value& value : arguments) {
    std::optional<Argument> argument = argumentFrom(value, objects);
    if (!argument)
      return unsupported("an argument of contract " + name + " that is no integer and no pointer to one known place",
                         instruction.getType());
    given.push_back(std::move(*argument));
  }
  for (unsigned i = 0; i < given.size(); ++i)
    if (const auto* to = std::get_if<PointerTo>(&given[i])) {
      if (const auto* table = std::get_if<TableState>(point_.memory.find(objects[to->object])))
        context_.undefinedIf(WARPLAW_FAULT(contract_dead, ~table->alive, context_.truth(false)),
                             [] { return Cause::other("passes a local beyond its lifetime"); });
      if (WARPLAW_FAULT(contract_reads, readsThrough(callee, i), false))
        effects_.access(arguments[i].targets.front(), false);
    }
  const State before = exportState(point_.memory, objects);
  State state = before;
  ContractCall call{context_.terms, point_.path->conjunction, std::move(given), state, context_.truth(false)};
  const Cell result = input_.contracts.at(name)(call);
  context_.undefinedIf(WARPLAW_FAULT(contract_undefined, call.undefined, context_.truth(false)),
                       [&] { return Cause::other("calls " + name + " as it does not allow"); });
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (!same(before.objects[i], state.objects[i]))
      contractChanged(objects[i], arguments);
  importState(point_.memory, objects, state);
  context_.note("contract " + name);
  if (instruction.getType()->isVoidTy())
    return {};
  if (!instruction.getType()->isIntegerTy() || !result.bits ||
      result.bits.width() != instruction.getType()->getIntegerBitWidth())
    return unsupported("contract " + name + " gives no value of the type that is called for", instruction.getType());
  return integer(result);
}

Value Lifter::callContract(const llvm::CallBase& instruction, const llvm::Function* callee, const std::string& name,
                           std::vector<Value> arguments) {
  const llvm::Type* type = instruction.getType();
  const llvm::AttributeList site = instruction.getAttributes();
  const llvm::AttributeList own = callee ? callee->getAttributes() : llvm::AttributeList();
  if (const std::string claim = unseenClaim(instruction, callee); !claim.empty())
    return unsupported("attribute " + claim + " at a call of contract " + name, type);
  const std::string what = "an argument of contract " + name;
  for (const llvm::AttributeList& list : {site, own}) {
    for (unsigned i = 0; i < arguments.size(); ++i)
      arguments[i] = withAttributes(arguments[i], list.getParamAttrs(i), instruction.getArgOperand(i)->getType(), what);
    checkNoAlias(list, arguments);
  }
  effects_.enter({site, own}, static_cast<unsigned>(frames_.size()), instruction.isTailCall(), arguments);
  Value result = askContract(instruction, callee, name, arguments);
  effects_.leave();
  if (type->isVoidTy() || context_.rejected())
    return result;
  for (const llvm::AttributeList& list : {site, own}) {
    checkReturned(list, arguments, result);
    result = withAttributes(result, list.getRetAttrs(), type, "a contract's result");
  }
  return result;
}

/// byval: the callee sees a copy of its own, which the caller makes before the call. Its object.
unsigned Lifter::copyFor(const llvm::Argument& parameter, Value& argument) {
  llvm::Type* type = parameter.getParamByValType();
  ObjectInfo info;
  info.name = parameter.getName().str();
  info.bytes = layout_.getTypeAllocSize(type);
  info.alignment = std::max(parameter.getParamAlign().valueOrOne(), layout_.getABITypeAlign(type)).value();
  info.depth = static_cast<unsigned>(frames_.size());
  TableState table = objects_.emptyTable(type, info.fields);
  const std::uint64_t bytes = info.bytes;
  const unsigned object = objects_.add(std::move(info));
  point_.memory.add(object, std::move(table));
  const Value copy = pointer(context_.terms, {Target::Kind::Object, object}, 0);
  objects_.copy(point_.memory, copy, argument, bytes, 1, 1, false);
  argument = copy;
  return object;
}

Value Lifter::inlineCall(const llvm::CallBase& instruction, llvm::Function& callee, std::vector<Value> arguments) {
  const llvm::Type* type = instruction.getType();
  const llvm::AttributeList site = instruction.getAttributes(), own = callee.getAttributes();
  for (const llvm::AttributeList& list : {site, own}) {
    for (unsigned i = 0; i < arguments.size(); ++i)
      arguments[i] = withAttributes(arguments[i], list.getParamAttrs(i), instruction.getArgOperand(i)->getType(),
                                    "an argument of " + callee.getName().str());
    checkNoAlias(list, arguments);
  }
  std::vector<unsigned> copies;
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (callee.getParamByValType(i))
      copies.push_back(copyFor(*callee.getArg(i), arguments[i]));
  context_.note("inlined " + callee.getName().str());
  effects_.enter({site, own}, static_cast<unsigned>(frames_.size()), instruction.isTailCall(), arguments);
  std::optional<Edge> end = call(callee, arguments, point_);
  if (!end) { // rejected, or it never returns
    effects_.leave();
    point_.path = nullptr;
    return type->isVoidTy() ? Value{} : poisonOf(context_.terms, type);
  }
  point_ = std::move(end->point);
  context_.path = point_.path;
  for (unsigned copy : copies)
    point_.memory.remove(copy);
  if (type->isVoidTy()) {
    effects_.leave();
    return {};
  }
  Value result = std::move(end->phis.front());
  effects_.leave(result);
  checkReturned(site, arguments, result);
  return withAttributes(result, site.getRetAttrs(), type, "the result of " + callee.getName().str());
}

/// Attributes that both sides of a call must bear out, whoever is called.
std::string Lifter::callNotAllowed(const llvm::CallBase& instruction) {
  if (!llvm::isa<llvm::CallInst>(instruction))
    return std::string("opcode ") + instruction.getOpcodeName();
  if (instruction.isInlineAsm())
    return "inline asm";
  if (instruction.hasOperandBundles() && !llvm::isa<llvm::AssumeInst>(instruction))
    return "operand bundles on a call";
  const std::string what = attributesNotAllowed(instruction.getAttributes());
  return what.empty() ? what : what + " at a call";
}

Value Lifter::callFunction(const llvm::CallBase& instruction) {
  const llvm::Type* type = instruction.getType();
  std::vector<Value> arguments;
  for (const llvm::Use& argument : instruction.args())
    arguments.push_back(operand(argument.get()));
  const Value called = operand(instruction.getCalledOperand());
  context_.undefinedIf(called.poison, [] { return Cause::use("calls through a pointer that is poison"); });
  if (called.targets.size() != 1 || called.targets.front().target.kind != Target::Kind::Function)
    return unsupported("indirect call", type);
  const FunctionTarget target = functions_[called.targets.front().target.index];
  const std::string name = target.function ? target.function->getName().str() : target.contract;
  if (target.function) {
    if (const std::string what = attributesNotAllowed(target.function->getAttributes()); !what.empty())
      return unsupported(what + " of " + name, type);
    if (target.function->getFunctionType() != instruction.getFunctionType() ||
        target.function->getCallingConv() != instruction.getCallingConv() || target.function->isVarArg())
      return unsupported("call of " + name + " by another type or calling convention, or with variable arguments",
                         type);
    if (const std::string what = passedDifferently(instruction, *target.function); !what.empty())
      return unsupported(what, type);
  }
  if (input_.contracts.count(name))
    return callContract(instruction, target.function, name, std::move(arguments));
  if (!target.function || target.function->isDeclaration() || target.function->isInterposable())
    return unsupported("call of unknown function " + name, type);
  llvm::Function& callee = const_cast<llvm::Function&>(*target.function);
  for (const Frame* frame : frames_)
    if (frame->function == &callee)
      return unsupported("recursion: " + name, type);
  return inlineCall(instruction, callee, std::move(arguments));
}

Value Lifter::callInstruction(const llvm::CallBase& instruction) {
  if (const std::string what = callNotAllowed(instruction); !what.empty())
    return unsupported(what, instruction.getType());
  const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  Value result = known ? intrinsic(*known) : callFunction(instruction);
  if (point_.path && instruction.getAttributes().hasFnAttr(Attribute::NoReturn)) // and here it is back
    context_.undefinedIf(WARPLAW_FAULT(noreturn_call, context_.truth(true), context_.truth(false)),
                         [] { return Cause::other("comes back from a call that never returns"); });
  return result;
}

} // namespace warplaw::lift
