// What attributes deny to calls in progress.
#include "symbolic/lift/effects.h"
#include <algorithm>

namespace warplaw::lift {
namespace {
using llvm::Attribute;
using llvm::MemoryEffects;

bool isFrom(const Passed* passed, const CallInProgress& call) {
  for (; passed; passed = passed->outer)
    if (passed->call == &call)
      return true;
  return false;
}

/// At most one alternative a target and way.
void unite(std::vector<Alternative>& alternatives) {
  std::vector<Alternative> united;
  for (const Alternative& next : alternatives) {
    const auto known = std::find_if(united.begin(), united.end(), [&](const Alternative& x) {
      return x.target == next.target && x.through == next.through;
    });
    if (known == united.end()) {
      united.push_back(next);
      continue;
    }
    known->offset = merge(known->condition, known->offset, next.offset);
    known->condition = known->condition | next.condition;
  }
  alternatives = std::move(united);
}

bool allows(MemoryEffects effects, llvm::IRMemLocation location, bool writes) {
  const llvm::ModRefInfo allowed = effects.getModRef(location);
  return writes ? llvm::isModSet(allowed) : llvm::isRefSet(allowed);
}

} // namespace

void Effects::enter(std::initializer_list<llvm::AttributeList> attributes, unsigned depth, bool tail,
                    std::vector<Value>& arguments) {
  MemoryEffects effects = MemoryEffects::unknown();
  for (const llvm::AttributeList& list : attributes)
    effects &= list.getMemoryEffects();
  const CallInProgress& call = calls_.emplace_back(CallInProgress{depth, effects, tail});
  present_.push_back(&calls_.back());
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const auto has = [&](Attribute::AttrKind kind) {
      return std::any_of(attributes.begin(), attributes.end(), [&](const auto& x) { return x.hasParamAttr(i, kind); });
    };
    const bool none = has(Attribute::ReadNone);
    const Passed passed{&call, nullptr, !none && !has(Attribute::WriteOnly), !none && !has(Attribute::ReadOnly),
                        !has(Attribute::NoCapture)};
    if (passed.reads && passed.writes && passed.captures && effects == MemoryEffects::unknown())
      continue;
    for (Alternative& alternative : arguments[i].targets) {
      passed_.push_back(passed);
      passed_.back().outer = present(alternative.through);
      alternative.through = &passed_.back();
    }
  }
}

void Effects::leave() {
  present_.back()->over = true;
  present_.pop_back();
}

void Effects::leave(Value& result) {
  release(result, *present_.back());
  leave();
}

void Effects::release(Value& result, const CallInProgress& call) {
  for (Alternative& alternative : result.targets) {
    for (const Passed* passed = alternative.through; passed; passed = passed->outer)
      if (passed->call == &call && !passed->captures)
        context_.undefinedIf(WARPLAW_FAULT(capture_returned, alternative.condition, context_.truth(false)),
                             [] { return Cause::other("returns a pointer that came in as nocapture"); });
    if (alternative.through && alternative.through->call == &call)
      alternative.through = alternative.through->outer;
  }
  if (WARPLAW_FAULT(ways_united, true, false))
    unite(result.targets);
  for (Value& element : result.elements)
    release(element, call);
}

bool Effects::owns(const CallInProgress& call, unsigned object) const {
  const ObjectInfo& about = objects_.info(object);
  return !about.argument && about.depth >= call.depth;
}

void Effects::access(const Alternative& pointer, bool writes) {
  const ObjectInfo& about = objects_.info(pointer.target.index);
  [[maybe_unused]] const Term never = context_.truth(false);
  for (const CallInProgress* call : present_) {
    // Reading what never changes is no effect.
    if (owns(*call, pointer.target.index) || (about.isConstant && !writes))
      continue;
    if (call->tail && !about.argument && about.depth + 1 == call->depth)
      context_.undefinedIf(WARPLAW_FAULT(tail_local, pointer.condition, never),
                           [] { return Cause::other("a tail call reaches a local of its caller"); });
    if (isFrom(pointer.through, *call)) {
      if (!allows(call->effects, llvm::IRMemLocation::ArgMem, writes))
        context_.undefinedIf(WARPLAW_FAULT(effect_on_argument, pointer.condition, never), [] {
          return Cause::other("reaches memory through an argument although the function says it does not");
        });
    } else if (!allows(call->effects, llvm::IRMemLocation::Other, writes)) {
      context_.undefinedIf(WARPLAW_FAULT(effect_elsewhere, pointer.condition, never), [] {
        return Cause::other("reaches memory that is no argument although the function says it does not");
      });
    }
  }
  for (const Passed* passed = present(pointer.through); passed; passed = passed->outer) {
    if (writes && !passed->writes)
      context_.undefinedIf(WARPLAW_FAULT(parameter_written, pointer.condition, never),
                           [] { return Cause::other("writes through a pointer that came in as readonly"); });
    if (!writes && !passed->reads)
      context_.undefinedIf(WARPLAW_FAULT(parameter_read, pointer.condition, never),
                           [] { return Cause::other("reads through a pointer that came in as writeonly"); });
  }
}

void Effects::store(const Alternative& to, const Value& pointer) {
  for (const Alternative& kept : pointer.targets)
    for (const Passed* passed = present(kept.through); passed; passed = passed->outer)
      if (!passed->captures && !owns(*passed->call, to.target.index))
        context_.undefinedIf(WARPLAW_FAULT(capture_stored, to.condition & kept.condition, context_.truth(false)),
                             [] { return Cause::other("stores a pointer that came in as nocapture"); });
}

void Effects::compare(const Alternative& a, const Alternative& b, Term both) {
  for (const Alternative* side : {&a, &b})
    for (const Passed* passed = present(side->through); passed; passed = passed->outer)
      if (!passed->captures)
        context_.undefinedIf(WARPLAW_FAULT(capture_compared, both, context_.truth(false)),
                             [] { return Cause::other("compares a pointer that came in as nocapture"); });
}

} // namespace warplaw::lift
