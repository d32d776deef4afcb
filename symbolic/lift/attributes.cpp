// What attributes of parameters and results say of a value: what breaks one is poison or undefined behaviour.
// (What they deny to a call is in effects.cpp.)
#include "symbolic/lift/lifter.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::lift {
namespace {
using llvm::Attribute;

symbolic::Bits bitsOf(const llvm::APInt& value) { return value.getRawData()[0]; }

/// Each lane that lies outside of [lower, upper), which may wrap around, becomes poison.
Value withRange(Context& context, Value value, const llvm::ConstantRange& range) {
  for (Value& lane : value.elements)
    lane = withRange(context, std::move(lane), range);
  if (value.kind != Value::Kind::Integer)
    return value;
  const unsigned width = value.bits.width();
  const Term low = context.constant(width, bitsOf(range.getLower()));
  const Term inside = (value.bits - low).ult(context.constant(width, bitsOf(range.getUpper())) - low);
  const Term outside = WARPLAW_FAULT(range_attribute, ~inside, context.truth(false));
  context.poisonIf(outside, [] { return Cause::other("a value outside of the range that its attribute says"); });
  return poisonedIf(value, outside);
}

Term isNull(Context& context, const Value& pointer) {
  Term null = context.truth(false);
  for (const Alternative& alternative : pointer.targets)
    if (alternative.target.kind == Target::Kind::Null)
      null = null | alternative.condition;
  return null;
}

/// When is the returned value not the argument? Then a caller that takes one for the other is wrong. A result that is
/// poison may be taken for anything.
Term differs(Context& context, const Value& argument, const Value& result) {
  std::vector<Term> parts;
  for (std::size_t i = 0; i < result.elements.size(); ++i)
    parts.push_back(differs(context, argument.elements[i], result.elements[i]));
  if (result.kind == Value::Kind::Aggregate)
    return context.terms.any(parts);
  if (result.kind == Value::Kind::Integer)
    return ~result.poison & (WARPLAW_FAULT(returned_poison, argument.poison, context.truth(false)) |
                             WARPLAW_FAULT(returned_integer, argument.bits.ne(result.bits), context.truth(false)));
  for (const Alternative& x : argument.targets)
    for (const Alternative& y : result.targets)
      if (x.target == y.target)
        parts.push_back(x.condition & y.condition & x.offset.term(context.terms).eq(y.offset.term(context.terms)));
  const Term equal = WARPLAW_FAULT(returned_pointer, context.terms.any(parts), context.truth(true));
  return ~result.poison & (argument.poison | ~equal);
}

} // namespace

/// Bytes that must be there behind a pointer, and null is no answer.
void Lifter::checkDereferenceable(const Value& value, std::uint64_t bytes, bool orNull, const std::string& what) {
  if (!orNull)
    context_.undefinedIf(WARPLAW_FAULT(dereferenceable_null, isNull(context_, value), context_.truth(false)),
                         [&] { return Cause::other(what + " is null and must not be"); });
  for (const Alternative& alternative : value.targets) {
    if (alternative.target.kind == Target::Kind::Null)
      continue;
    Alternative end = alternative;
    end.offset.constant += bytes;
    Term gone = context_.truth(false);
    if (const ObjectState* state = objects_.find(point_.memory, alternative.target))
      if (const auto* table = std::get_if<TableState>(state))
        gone = WARPLAW_FAULT(dereferenceable_dead, ~table->alive, context_.truth(false));
    context_.undefinedIf(
        alternative.condition &
            (gone | WARPLAW_FAULT(dereferenceable, beyondEnd(alternative) | beyondEnd(end), context_.truth(false))),
        [&] {
          return alternative.target.kind == Target::Kind::Object
                     ? objects_.accessed(Cause::Kind::Pointer, alternative.target.index, alternative.offset, bytes, 1,
                                         what)
                     : Cause::other(fmt::format("{} must point at {} bytes and does not", what, bytes));
        });
  }
}

/// What breaks an attribute is poison; noundef makes that undefined behaviour.
Value Lifter::withAttributes(Value value, const llvm::AttributeSet& attributes, const llvm::Type* type,
                             const std::string& what) {
  if (attributes.hasAttribute(Attribute::Range)) {
    const llvm::ConstantRange range = attributes.getAttribute(Attribute::Range).getRange();
    if (range.getBitWidth() > 64)
      return unsupported("attribute range of more than 64 bits on " + what, type);
    if (!range.isFullSet())
      value = withRange(context_, std::move(value), range);
  }
  if (attributes.hasAttribute(Attribute::NonNull))
    value = breaking(value, WARPLAW_FAULT(nonnull_attribute, isNull(context_, value), context_.truth(false)),
                     what + " is null and must not be");
  // What points at a place for a result says its size and alignment by its type.
  llvm::Type* place = WARPLAW_FAULT(result_place, attributes.getStructRetType(), nullptr);
  llvm::MaybeAlign alignment = attributes.getAlignment();
  if (!alignment && place)
    alignment = layout_.getABITypeAlign(place);
  if (alignment && type->isVectorTy())
    return unsupported("attribute align on a vector of pointers on " + what, type);
  if (alignment)
    value = breaking(
        value,
        WARPLAW_FAULT(align_attribute, objects_.misalignedPointer(value, alignment->value()), context_.truth(false)),
        fmt::format("{} must be aligned to {} bytes and is not", what, alignment->value()));
  const std::uint64_t always = std::max(attributes.getDereferenceableBytes(),
                                        place ? layout_.getTypeAllocSize(place).getFixedValue() : std::uint64_t{0});
  if (const std::uint64_t bytes = std::max(always, attributes.getDereferenceableOrNullBytes()))
    checkDereferenceable(value, bytes, always == 0, what);
  if (attributes.hasAttribute(Attribute::Writable))
    for (const Alternative& alternative : value.targets)
      if (alternative.target.kind == Target::Kind::Object && !objects_.info(alternative.target.index).writable)
        context_.undefinedIf(WARPLAW_FAULT(writable_attribute, alternative.condition, context_.truth(false)),
                             [&] { return Cause::other(what + " must point at what can be written and does not"); });
  if (attributes.hasAttribute(Attribute::NoUndef))
    context_.undefinedIf(WARPLAW_FAULT(noundef, anyPoison(context_.terms, value), context_.truth(false)),
                         [&] { return Cause::use(what + " is poison"); });
  return value;
}

/// A value that is poison where it breaks what an attribute or metadata says of it.
Value Lifter::breaking(const Value& value, Term condition, const std::string& what) {
  context_.poisonIf(condition, [&] { return Cause::other(what); });
  return poisonedIf(value, condition);
}

void Lifter::checkReturned(const llvm::AttributeList& attributes, const std::vector<Value>& arguments,
                           const Value& result) {
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (attributes.hasParamAttr(i, Attribute::Returned))
      context_.undefinedIf(differs(context_, arguments[i], result), [] {
        return Cause::other("returns another value than the argument that it says it returns");
      });
}

/// How values are passed is said on both sides of a call, and must be said alike.
std::string Lifter::passedDifferently(const llvm::CallBase& call, const llvm::Function& callee) {
  const auto differ = [](const llvm::AttributeSet& a, const llvm::AttributeSet& b) -> std::string {
    for (const Attribute::AttrKind kind :
         {Attribute::ZExt, Attribute::SExt, Attribute::InReg, Attribute::StructRet, Attribute::ByVal})
      if (a.getAttribute(kind) != b.getAttribute(kind))
        return "attribute " + Attribute::getNameFromAttrKind(kind).str() + " on one side only of the call of ";
    return {};
  };
  std::string what = differ(call.getAttributes().getRetAttrs(), callee.getAttributes().getRetAttrs());
  for (unsigned i = 0; i < call.arg_size() && what.empty(); ++i)
    what = differ(call.getAttributes().getParamAttrs(i), callee.getAttributes().getParamAttrs(i));
  return what.empty() ? what : what + callee.getName().str();
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

} // namespace warplaw::lift
