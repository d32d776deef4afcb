// The entry point: arguments and objects in, lifted function out.
#include "symbolic/lift/lifter.h"

namespace warplaw::lift {

Lifter::Lifter(Terms& terms, llvm::Module& module, const Input& input, Reasons* reasons)
    : context_(terms, input.dividesByPowers, reasons), module_(module), layout_(module.getDataLayout()), input_(input),
      objects_(context_, layout_), effects_(context_, objects_) {
  objects_.tell(effects_);
  if (input.fewValues)
    context_.shapes.lookAtCases(*input.fewValues);
  point_.path = context_.paths.root();
  for (const Object& object : input.objects) {
    ObjectInfo info;
    info.argument = true;
    ObjectState state;
    if (const auto* bytes = std::get_if<ByteMemory>(&object)) {
      info.name = bytes->name;
      info.isBytes = true;
      state = *bytes;
    } else {
      const auto& table = std::get<Table>(object);
      info.name = table.name;
      info.bytes = table.bytes;
      for (const Field& field : table.fields) // as its C++ type asks, no more
        info.alignment = std::max<std::uint64_t>(info.alignment, field.cellBits / 8);
      info.writable = table.writable;
      info.fields = table.fields;
      state = objects_.fromTable(table);
    }
    const unsigned number = objects_.add(std::move(info));
    point_.memory.add(number, std::move(state));
    arguments_.push_back(number);
  }
}

std::optional<Value> Lifter::fromArgument(const Argument& argument, const llvm::Type* type, unsigned position) {
  const std::string what = "argument " + std::to_string(position);
  if (const auto* term = std::get_if<Term>(&argument)) {
    if (type->isIntegerTy() && type->getIntegerBitWidth() == term->width())
      return integer(*term, context_.truth(false));
  } else if (type->isPointerTy()) {
    if (const auto* to = std::get_if<PointerTo>(&argument); to && to->object < arguments_.size())
      return pointer(context_.terms, {Target::Kind::Object, arguments_[to->object]}, to->offset);
    if (std::holds_alternative<Null>(argument))
      return pointer(context_.terms, {Target::Kind::Null, 0}, 0);
    if (const auto* callee = std::get_if<Callee>(&argument))
      return pointer(context_.terms, {Target::Kind::Function, functionTarget(nullptr, callee->contract)}, 0);
  }
  context_.reject(what + " does not have the parameter's type");
  return std::nullopt;
}

LiftResult Lifter::run(std::string_view name) {
  llvm::Function* function = module_.getFunction(llvm::StringRef(name.data(), name.size()));
  if (!function || function->isDeclaration())
    return Unsupported{"no function " + std::string(name) + " in the module"};
  if (function->isInterposable())
    return Unsupported{std::string(name) + " may be replaced by another definition when it is linked"};
  if (function->arg_size() != input_.arguments.size())
    return Unsupported{std::string(name) + " takes " + std::to_string(function->arg_size()) + " arguments"};
  std::vector<Value> arguments;
  for (unsigned i = 0; i < function->arg_size() && !context_.rejected(); ++i) {
    const llvm::Type* type = function->getArg(i)->getType();
    if (std::optional<Value> value = fromArgument(input_.arguments[i], type, i))
      arguments.push_back(
          withAttributes(*value, function->getAttributes().getParamAttrs(i), type, "argument " + std::to_string(i)));
  }
  checkNoAlias(function->getAttributes(), arguments);
  if (context_.rejected())
    return Unsupported{context_.rejection() + " (in " + std::string(name) + ")"};
  const llvm::Type* returns = function->getReturnType();
  if (!returns->isVoidTy() && !returns->isIntegerTy())
    return Unsupported{"a result that is no integer (in " + std::string(name) + ")"};
  const Point before = point_;
  effects_.enter({function->getAttributes()}, 0, false, arguments);
  std::optional<Edge> end = call(*function, arguments, point_);
  effects_.leave();
  if (context_.rejected())
    return Unsupported{context_.rejection()};
  Lifted lifted;
  lifted.undefined = context_.terms.any(context_.undefined);
  lifted.causes = std::move(context_.causes);
  lifted.boundExceeded = context_.terms.any(context_.exceeded);
  if (!returns->isVoidTy())
    lifted.returned = end ? end->phis.front().cell() : poisonOf(context_.terms, returns).cell();
  lifted.after = exportState(end ? end->point.memory : before.memory, arguments_); // never returns: undefined says so
  lifted.cut = std::move(cut_);
  lifted.notes = context_.notes;
  if (context_.rejected())
    return Unsupported{context_.rejection()};
  return lifted;
}

LiftResult lift(Terms& terms, const Module& module, std::string_view function, const Input& input) {
  return Lifter(terms, module.llvm(), input, nullptr).run(function);
}

LiftResult lift(Terms& terms, const Module& module, std::string_view function, const Input& input, Reasons& reasons) {
  reasons = {};
  return Lifter(terms, module.llvm(), input, &reasons).run(function);
}

} // namespace warplaw::lift
